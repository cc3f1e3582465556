/* instance.h: a type with the numbers of one element, checked by the type's own table. Internal. */
#ifndef PTL_INSTANCE_H
#define PTL_INSTANCE_H

#include "element.h"

/* Finds the type that `use` names, checks every parameter given by its table and fills in the
 * defaults. The failure stands at m->location and begins with the label. */
ptl_status ptl_instance_create(ptl_mechanism *m, ptl_label label, ptl_kind kind,
                               const ptl_type_use *use, ptl_instance *out);
/* Lets a joint, a force or a friction law check its parameters and derive what it needs of them, in
 * place; once for every instance. PTL_ERR_INPUT with the type's reason. (A contact law needs the
 * surroundings of a gap, too: ptl_law_prepare.) */
ptl_status ptl_instance_prepare(const ptl_mechanism *m, ptl_label label, ptl_kind kind,
                                ptl_instance *instance);
/* Both of them for a friction law; leaves `out` as it is, without a type, when there is none. */
ptl_status ptl_make_friction(ptl_mechanism *m, ptl_label label, const ptl_type_use *use,
                             ptl_instance *out);
/* Both of them for a film in a bearing; env without its slenderness. least_thickness is set where
 * it is not given. */
#define PTL_LEAST_THICKNESS 1e-3 /* of the clearance */
ptl_status ptl_make_film(ptl_mechanism *m, ptl_label label, const ptl_type_use *use,
                         const ptl_film_env *env, ptl_instance *out);
void ptl_instance_release(ptl_mechanism *m, ptl_instance *instance);

/* Replaces the numbers by a copy; by NULL when memory is out, and returns 0 then. */
int ptl_instance_own(ptl_mechanism *m, ptl_instance *instance);
/* A copy of the numbers, the derived ones included, for ptl_instance_free; NULL sets the
 * message. */
double *ptl_instance_copy(ptl_context *context, const ptl_instance *instance);
void ptl_instance_free(ptl_context *context, double *c);
/* Numbers have so many doubles before them, which hold the type's `user` (ptl_user). */
enum { PTL_USER_SIZE = 1 };
void ptl_instance_set_user(double *c, void *user);

/* There is no type of that name: suggests one and lists all, and `more` words that may stand
 * there. */
ptl_status ptl_fail_unknown_type(const ptl_mechanism *m, ptl_where where, const char *what,
                                 ptl_kind kind, const char *type, const char *const *more,
                                 int n_more);

#endif
