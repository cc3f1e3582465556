/* film.h: lubricant films at one state. Internal. */
#ifndef PTL_FILM_H
#define PTL_FILM_H

#include "data.h"

typedef struct ptl_film_eval {
  ptl_pair_state state;
  double ratio;     /* eccentricity over clearance */
  double thickness; /* least one: clearance less eccentricity [m] */
  double rate;      /* of the thickness [m/s] */
  double force[3];  /* on the journal along x and y of part A's frame, and its moment [N], [N m] */
  double dissipation;   /* what the film takes [W] */
  double by_pose[3][3]; /* derivatives of the force by x, y and angle of the pose */
  double by_twist[3][3];
} ptl_film_eval;

/* Of film i, after ptl_data_set_state at the same q and v. with_derivatives 0: the last two are not
 * set. */
void ptl_eval_film(const ptl_data *data, int film, const double *q, const double *v,
                   int with_derivatives, ptl_film_eval *out);

/* The largest force of a film at half of its clearance that closes as fast as the mechanism moves
 * by its own size [N]; after ptl_data_set_state at the start. */
double ptl_film_resistance(const ptl_data *data);

/* The pressure around a journal whose centre is at e [m] in the frame of part A and moves with the
 * twist x', y', spin, at n equal steps from the direction `from` [rad] on, the mean over the length
 * [Pa]; `unit` is that of the law, viscosity (radius/clearance)^2. Non-zero where the law gives
 * none. */
int ptl_film_pressure_at(const ptl_sys_film *k, double unit, const double e[2],
                         const double twist[3], int n, double *pressure, double *from);

/* The ratio that counts for a law near the wall, and its derivative by the ratio; `least`:
 * thickness over clearance. */
double ptl_film_limited_ratio(double ratio, double least, double *slope);
/* The law, with differences where it gives no derivatives. */
void ptl_film_ask(const ptl_film_law *law, const double *c, const ptl_film_in *in,
                  int with_derivatives, ptl_film_out *out);

#endif
