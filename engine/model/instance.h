/* instance.h: instances of types, checked by the types' own tables. Internal. */
#ifndef PTL_INSTANCE_H
#define PTL_INSTANCE_H

#include "mechanism.h"

/* Whose failure it is, in messages: "joint 'slot'". */
typedef struct ptl_label {
  const char *word, *name;
} ptl_label;

/* Finds the type that `use` names, checks every parameter given by its table, fills in the
 * defaults. The failure stands at m->here and begins with the label. */
ptl_status ptl_instance_create(ptl_mechanism *m, ptl_label label, ptl_kind kind,
                               const ptl_type_use *use, ptl_instance *out);
void ptl_instance_release(ptl_mechanism *m, ptl_instance *instance);

/* A copy of the numbers with room for the derived ones; NULL sets the message. */
double *ptl_instance_copy(ptl_context *context, const ptl_instance *instance);

/* There is no type of that name: suggests one and lists all. */
ptl_status ptl_fail_unknown_type(const ptl_mechanism *m, ptl_where where, const char *what,
                                 ptl_kind kind, const char *type);

#endif
