/* finite_shape.h: where the nodes of the table of the law `finite` lie; for the law and for the program that makes the
 * table.
 *
 * Nodes: slenderness 2^(-3 + i/2); s = -ln(1 - eps) = j step; t from -1 to 1 for the direction a of the film velocity
 * from e, 0 to pi: a = (1 + sinh(K t)/sinh(K)) pi/2 with K = s/3, closer together about a = pi/2 as the wall comes
 * near, where the film leaves the narrowest gap. */
#ifndef PTL_FINITE_SHAPE_H
#define PTL_FINITE_SHAPE_H

#include <math.h>

enum {
  PTL_FINITE_SLENDERNESS_NODES = 10,
  PTL_FINITE_RATIO_NODES = 35,
  PTL_FINITE_ANGLE_NODES = 33
};

static const double ptl_finite_ratio_step = 5.0 / (PTL_FINITE_RATIO_NODES - 1);
static const double ptl_finite_least_slenderness = 0.125;
/* Of the table's integers: logarithm of the force, and angle [rad]. */
static const double ptl_finite_unit = 1e-5;

/* The stretching K at s, never 0. */
static inline double ptl_finite_stretch(double s) {
  return 1e-3 + s / 3.0;
}

#endif
