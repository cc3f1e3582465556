/* mechanism_add.h: what the files that build a mechanism share. Internal. */
#ifndef PTL_MECHANISM_ADD_H
#define PTL_MECHANISM_ADD_H

#include "instance.h"
#include "mechanism.h"

typedef enum ptl_bound {
  PTL_BOUND_NONE, /* any finite number */
  PTL_BOUND_ZERO, /* >= 0 */
  PTL_BOUND_OPEN  /* > 0 */
} ptl_bound;

/* PTL_ERR_INPUT with "WORD 'NAME': ..." at m->here. */
ptl_status ptl_fail_element(const ptl_mechanism *m, ptl_label label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for a reference to an element that is not there: suggests one, lists all. */
ptl_status ptl_fail_unknown(const ptl_mechanism *m, ptl_label label, ptl_element element,
                            const char *name);

/* Index of the element called `name`, -1 if there is none. */
int ptl_find_element(const ptl_mechanism *m, ptl_element element, const char *name);
/* A name that is well-formed and not taken by an element of its kind. */
ptl_status ptl_check_name(const ptl_mechanism *m, ptl_element element, const char *name);
/* The last step of adding: from now on element number `index` is found by its name. */
ptl_status ptl_enter_name(ptl_mechanism *m, ptl_element element, const char *name, int index);
ptl_status ptl_check_number(const ptl_mechanism *m, ptl_label label, const char *what, double value,
                            ptl_bound bound);
/* The body exists, the numbers are finite; two parts are on different bodies. */
ptl_status ptl_check_part(const ptl_mechanism *m, ptl_label label, const ptl_part_def *part);
ptl_status ptl_check_parts(const ptl_mechanism *m, ptl_label label, const ptl_part_def *a,
                           const ptl_part_def *b);
/* The joint exists and has a coordinate. */
ptl_status ptl_check_coordinate(const ptl_mechanism *m, ptl_label label, const char *joint);
/* prepare() of a force type takes the parameters. */
ptl_status ptl_check_force(const ptl_mechanism *m, ptl_label label, const ptl_instance *use);

/* Replaces a text by a copy, or by NULL and returns 0. Joined by & and not by &&, so that no field
 * keeps the caller's text when one copy fails. */
int ptl_take_text(ptl_mechanism *m, const char **field);
void ptl_drop_text(ptl_mechanism *m, const char *text);
/* mechanism_joint.c: releases contacts and joints. */
void ptl_release_joints(ptl_mechanism *m);
/* mechanism_motion.c: releases couplings and motions. */
void ptl_release_motions(ptl_mechanism *m);
/* mechanism_shape.c: releases shapes; what the keys of forms are in the model file. */
void ptl_release_shapes(ptl_mechanism *m);
const char *ptl_form_word(ptl_form form);
/* A name for a joint, a coupling or a motion that none of them has. */
ptl_status ptl_check_connection_name(const ptl_mechanism *m, const char *name);

/* description.c */
void ptl_release_parameters(ptl_mechanism *m);

#endif
