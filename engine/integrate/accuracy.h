/* accuracy.h: tolerances and regularisation of IDA, and how they follow what a run comes to.
 * Internal. */
#ifndef PTL_ACCURACY_H
#define PTL_ACCURACY_H

#include "data.h"

/* Of places: rtol times this part of the mechanism's length. */
#define PTL_POSITION_TOLERANCE 0.008

/* Of drivers and coordinates, as lengths: [m], [m/s]. */
typedef struct ptl_rounding {
  double position, velocity;
} ptl_rounding;

/* What a run has made of them; pointer-free. */
typedef struct ptl_accuracy_memory {
  double largest_compliance; /* relative, that was in force */
  double lowering; /* of the regularisation, for reactions far above the scale of forces; <= 1 */
  double taken;    /* by the regularisation since it was lowered, until `followed_until` [J] */
  double followed_until; /* [s] */
  double fineness;       /* of the tolerances of positions and velocities; <= 1 */
  double balanced_until; /* the largest imbalance of energy when they were lowered [J] */
  ptl_rounding raised;   /* the least tolerances, to what rounding leaves of coordinates; 0: none */
} ptl_accuracy_memory;

typedef struct ptl_accuracy {
  ptl_data *data;
  double rtol;
  double *tolerance; /* absolute, of all unknowns */
  ptl_accuracy_memory now;
} ptl_accuracy;

/* `tolerance` is the caller's, and is there already. */
void ptl_accuracy_begin(ptl_accuracy *a, ptl_data *data, double rtol);
/* Tolerances of positions and the regularisation `loosened` times as large as the run asks for.
 * What follows below counts from the next call on. */
void ptl_accuracy_set(ptl_accuracy *a, double loosened);

/* 1 where the regularisation has taken more than rtol of the energy, since reactions have come to
 * be far above the scale of forces: it is lowered, as much as they are above it. What it takes in
 * steps that pass singular positions does not count, nor where `counts` is 0. y: at t, where the
 * next step begins. */
int ptl_accuracy_follow_reactions(ptl_accuracy *a, double t, const double *y, int counts);
/* After a step that has ended at t, where constraints have this strength (1: far from singular
 * positions): the regularisation leads through positions where it is near 0, and reactions grow
 * there because of them. */
void ptl_accuracy_pass(ptl_accuracy *a, double t, double strength);
/* 1 where the energy balance of a mechanism with films or bushings has come to be off by far more
 * than rtol of the energy: tolerances of positions and velocities are lowered by as much. An error
 * of a velocity is one of the force that resists it, which may be far above what the masses
 * need. */
int ptl_accuracy_follow_balance(ptl_accuracy *a);
/* 1 where IDA's error test would take what drivers and coordinates are rounded by for motion, with
 * ever shorter steps: tolerances become those of the rounding instead. */
int ptl_accuracy_follow_rounding(ptl_accuracy *a, const ptl_rounding *rounding);

#endif
