/* reynolds.h: the 2-D Reynolds equation of a journal bearing with cavitation, by finite volumes:
 * the pressure of the law `finite`, what its table of forces is made of, and what tests compare
 * films with.
 *
 * With theta from the widest gap, h = 1 + eps cos(theta), z = Z L/2 and the pressure in units of
 * viscosity (R/c)^2:
 *
 *   (h^3 p_theta)_theta + (1/slenderness^2) h^3 p_ZZ = 12 (eps' cos(theta) + s sin(theta)),   p >=
 *   0
 *
 * with s the slide; p = 0 at Z = +-1 and p = p' = 0 where the film ruptures (complementarity,
 * solved by an active set). Half the width is meshed. */
#ifndef PTL_FILM_REYNOLDS_H
#define PTL_FILM_REYNOLDS_H

typedef struct ptl_reynolds ptl_reynolds;

/* n_theta volumes around and n_z over half the width; NULL when memory is out. */
ptl_reynolds *ptl_reynolds_create(int n_theta, int n_z);
void ptl_reynolds_destroy(ptl_reynolds *r);
/* Force on the journal over C, along and across the eccentricity, as a film law gives it; 0 when
 * the film's borders have not settled. */
int ptl_reynolds_force(ptl_reynolds *r, double slenderness, double ratio, double squeeze,
                       double slide, double force[2]);
/* Of the film solved last: the mean over the width at the angle theta from the widest gap, between
 * the middles of the volumes by straight lines. */
double ptl_reynolds_pressure(const ptl_reynolds *r, double theta);

#endif
