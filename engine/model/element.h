/* element.h: what everything that adds an element to a description needs: failures that name the
 * element, names, texts, and checks of numbers and parts. Internal. */
#ifndef PTL_ELEMENT_H
#define PTL_ELEMENT_H

#include "mechanism.h"

/* Which element it is, in messages: "joint 'slot'". */
typedef struct ptl_label {
  const char *word, *name;
} ptl_label;

/* The values that a number may take. */
typedef enum ptl_bound {
  PTL_BOUND_NONE, /* any finite number */
  PTL_BOUND_ZERO, /* >= 0 */
  PTL_BOUND_OPEN  /* > 0 */
} ptl_bound;

/* A number of a structure: its key in the model file, its unit and its offset. */
typedef struct ptl_number_field {
  const char *key, *unit;
  size_t offset;
} ptl_number_field;

/* ---- failures: PTL_ERR_INPUT ---- */

/* "WORD 'NAME': ..." at m->location. */
ptl_status ptl_fail_element(const ptl_mechanism *m, ptl_label label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with the context's present message behind `what`. */
ptl_status ptl_fail_with_reason(const ptl_mechanism *m, ptl_label label, const char *what);
/* A reference to an element that is not there: suggests one, lists all. */
ptl_status ptl_fail_unknown(const ptl_mechanism *m, ptl_label label, ptl_element element,
                            const char *name);

/* ---- names ---- */

/* Index of the element of that name, -1 if there is none. */
int ptl_find_element(const ptl_mechanism *m, ptl_element element, const char *name);
/* The name is well-formed and no element of this kind has it. */
ptl_status ptl_check_name(const ptl_mechanism *m, ptl_element element, const char *name);
/* The same for a joint, a coupling or a motion: none of the three may have it. */
ptl_status ptl_check_connection_name(const ptl_mechanism *m, const char *name);
/* The last step of adding: from now on element number `index` is found by its name. */
ptl_status ptl_enter_name(ptl_mechanism *m, ptl_element element, const char *name, int index);

/* ---- checks ---- */

ptl_status ptl_check_number(const ptl_mechanism *m, ptl_label label, const char *what, double value,
                            ptl_bound bound);
/* n numbers with a name each. */
ptl_status ptl_check_numbers(const ptl_mechanism *m, ptl_label label, const char *const *names,
                             const double *values, int n, ptl_bound bound);
/* The same for numbers of a structure, by their table, which ends with a key NULL. */
ptl_status ptl_check_fields(const ptl_mechanism *m, ptl_label label, const ptl_number_field *fields,
                            const void *structure, ptl_bound bound);
/* The body exists and the numbers are finite; two parts are on different bodies. */
ptl_status ptl_check_part(const ptl_mechanism *m, ptl_label label, const ptl_part_def *part);
ptl_status ptl_check_parts(const ptl_mechanism *m, ptl_label label, const ptl_part_def *a,
                           const ptl_part_def *b);
/* The joint exists and has a coordinate. */
ptl_status ptl_check_coordinate(const ptl_mechanism *m, ptl_label label, const char *joint);
/* The expression, if there is one, can be compiled over these variables. */
ptl_status ptl_check_expression(const ptl_mechanism *m, ptl_label label, const char *what,
                                const char *text, const ptl_symbol_list *variables);

/* ---- texts and lists of the description's own ---- */

/* Replaces a text by a copy; by NULL when memory is out, and returns 0 then. Calls are joined by &
 * and not by &&, so that after a failure no field is left that points to what the description does
 * not own. */
int ptl_own_text(ptl_mechanism *m, const char **field);
void ptl_free_text(ptl_mechanism *m, const char *text);
/* A copy of n things, NULL of none; clears *ok when memory is out. */
const void *ptl_own_list(ptl_mechanism *m, const void *list, int n, size_t size, int *ok);

#endif
