/* film.h: lubricant films between journals and bearings at one state. Internal. */
#ifndef PTL_FILM_H
#define PTL_FILM_H

#include "data.h"

typedef struct ptl_film_eval {
  ptl_pair_state state;
  double ratio;     /* eccentricity over clearance */
  double thickness; /* least one: clearance less eccentricity [m] */
  double force[3];  /* on the journal along x and y of part A's frame, and its moment [N], [N m] */
  double dissipation;   /* what the film takes [W] */
  double by_pose[3][3]; /* derivatives of the force by x, y and angle of the pose */
  double by_twist[3][3];
} ptl_film_eval;

/* Of film i, after ptl_data_set_state at the same q and v. with_derivatives 0: the last two are not set. */
void ptl_eval_film(const ptl_data *data, int film, const double *q, const double *v,
                   int with_derivatives, ptl_film_eval *out);

#endif
