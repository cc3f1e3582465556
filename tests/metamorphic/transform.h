/* transform.h: changes of a model that change its motion in a known way. */
#ifndef PTL_TEST_TRANSFORM_H
#define PTL_TEST_TRANSFORM_H

#include "model_tree.h"

typedef struct transform {
  const char *name;
  double dx, dy;             /* move of the origin [m] */
  double turn;               /* rotation of everything [rad] */
  int mirror;                /* y -> -y */
  int reverse;               /* order of bodies, contacts, joints, forces */
  int exchange;              /* parts A and B, where the type is symmetric */
  double length, time, mass; /* factors of the units; 1: as they are */
} transform;

extern const transform transforms[];
extern const int n_transforms;

/* Changes a resolved model; NULL or a text why that is not possible. */
const char *transform_model(const transform *t, node *model);

/* The value of a quantity of a transformed run, given by its unit as a trace has it, in the units
 * of the base: times this. NAN: unknown unit. */
double transform_unit(const transform *t, const char *unit);

#endif
