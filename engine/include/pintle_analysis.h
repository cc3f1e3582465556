/* pintle_analysis.h: what can be said of a mechanism without a run: where it rests. Part of pintle.h's library. */
#ifndef PINTLE_ANALYSIS_H
#define PINTLE_ANALYSIS_H

#include "pintle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ equilibrium */

/* The equilibrium is where a mechanism stays that is left alone: velocities are 0, drivers stay where they are at the time,
 * loads, springs, bushings and gravity are balanced by reactions and contacts. A damper and a lubricant film exert no force at
 * rest, and neither does friction, whose laws are functions of the slip speed: what is found would rest without friction,
 * too. A contact exerts the force of its law at the rate 0, one that begins there. */
typedef struct ptl_static_options {
  double time;     /* at which drivers and loads are taken [s] */
  const double *q; /* n_coordinates, where the search begins; NULL: the system's start */
  int nearest; /* 1: Newton's method to the nearest equilibrium, of whatever stability; 0: downhill to a stable one,
                       unless the search begins at an equilibrium */
  double tolerance; /* of the force left over, relative to the largest one that balances */
} ptl_static_options;
PTL_API ptl_static_options ptl_static_options_default(void); /* 0, NULL, 0, 1e-12 */

typedef enum ptl_stability { /* of the symmetric part of the stiffness in the free directions */
                             PTL_STABLE,   /* positive in all of them */
                             PTL_NEUTRAL,  /* none in some, positive in the others */
                             PTL_UNSTABLE, /* negative in some */
                             PTL_HELD      /* there are none: the constraints hold all */
} ptl_stability;

typedef struct ptl_rest_body {
  const char *name;
  double x, y, angle; /* of the body's frame [m], [rad] */
} ptl_rest_body;

typedef struct ptl_equilibrium {
  double time; /* [s] */
  int n_bodies, n_coordinates, n_gaps, n_columns;
  const ptl_rest_body *bodies;
  const ptl_initial_coordinate *coordinates; /* of joints, motions and forces; rates are 0 */
  const ptl_gap_now *gaps;                   /* depth < 0: open by so much */
  const double *columns; /* a row of the trace: reactions, forces and what else the model writes */
  const double *q;       /* n_bodies times 3, as in pintle_state.h */
  ptl_stability stability;
  int freedom, n_unstable, n_neutral; /* free directions, those of negative and of no stiffness */
  /* The least eigenvalue of the stiffness there, angles counting as lengths at `length`; NAN without freedom [N/m]. */
  double least_stiffness, length;
  const char *weakest; /* the body that moves most in its direction; NULL without freedom */
  double left, scale;  /* force left over, and the largest that balances [N] */
  int newton_steps, relaxation_steps;
} ptl_equilibrium;

/* options NULL: the defaults. *out is released by ptl_equilibrium_release, before the system. PTL_ERR_UNFIT where there is no
 * equilibrium, with the body that is not held and the force left over on it; *out is NULL then. */
PTL_API ptl_status ptl_static(ptl_context *context, const ptl_system *system,
                              const ptl_static_options *options, ptl_equilibrium **out);
PTL_API void ptl_equilibrium_release(ptl_context *context, ptl_equilibrium *equilibrium);

#ifdef __cplusplus
}
#endif
#endif
