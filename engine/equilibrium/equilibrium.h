/* equilibrium.h: where a system stays at rest. Internal. */
#ifndef PTL_EQUILIBRIUM_H
#define PTL_EQUILIBRIUM_H

#include "tangent.h"

typedef struct ptl_equilibrium_search {
  double time;      /* [s]: drivers and loads are what they are then */
  int nearest;      /* 1: Newton's, of whatever stability; 0: downhill */
  double tolerance; /* of the force left over, relative to those that balance, rounding apart */
  int max_steps;
} ptl_equilibrium_search;
ptl_equilibrium_search ptl_equilibrium_search_default(void);

typedef struct ptl_equilibrium_found {
  int n_newton;              /* steps */
  double left, scale;        /* largest force left over, and what it is compared with [N] */
  int freedom;               /* that neither constraints nor sticking friction take */
  int n_tied;                /* of the forces of what sticks, those that can be traded for others */
  int n_unstable, n_neutral; /* directions of negative stiffness, and of none */
  double least,
      largest; /* eigenvalue of the stiffness in the free directions; NAN without freedom [N/m] */
  int weakest; /* coordinate that moves most in the direction of the least; -1 without freedom */
} ptl_equilibrium_found;

/* From the state in tangent->y on, velocities being 0 there; leaves the equilibrium, its
 * multipliers, friction and matrices in the tangent. From there on until the tangent is released
 * friction exerts the forces in tangent->friction (data->friction_given). PTL_ERR_UNFIT says what
 * is left over where none is found. */
ptl_status ptl_equilibrium_find(ptl_tangent *tangent, const ptl_equilibrium_search *search,
                                ptl_equilibrium_found *out);

#endif
