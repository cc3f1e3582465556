/* pintle_film.h: lubricant films between the surfaces of joints. Part of pintle_extend.h.
 *
 * A film law is quasi-static: its force depends on where the journal is and on how the film is
 * dragged and squeezed at this moment. With e the eccentricity, the journal's centre as seen from
 * the bearing's, c the radial clearance and W the journal's angular speed against the bearing, the
 * film velocity is
 *
 *   V = (e' - W/2 z x e)/c     [1/s]
 *
 * in the bearing's frame: along e it is the squeeze eps', across it -eps (W - 2 attitude')/2. The
 * force on the journal is C f(eps, V) with C = viscosity length radius^3 / c^2 [N s]. The engine
 * adds the shear moment T = 2 pi C c W / sqrt(1 - eps^2) and gives both surfaces their moments, -T
 * - (e x F)/2 on the journal and T - (e x F)/2 on the bearing about their centres, so that the sum
 * of all moments vanishes and the film takes the power T W - C c f . V.
 *
 * A film between faces is squeezed alone: with h its thickness, eps = 1 - h/c (below 0 where h is
 * more than the clearance), the force that parts them is -C f(eps, -h'/c), C = viscosity length c
 * (B/c)^3 for plane faces of which B is the size, and viscosity length c (R/c)^(3/2) for a disc on
 * a wall, 1/R the curvature of both against each other. */
#ifndef PINTLE_FILM_H
#define PINTLE_FILM_H

#include <math.h>

#include "pintle_type.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The parameters that every film law has, first in its table, in this order. */
enum { PTL_FILM_VISCOSITY, PTL_FILM_LENGTH, PTL_FILM_LEAST_THICKNESS, PTL_FILM_N_PARAMS };
#define PTL_FILM_PARAMS                                                                        \
  {.name = "viscosity",                                                                        \
   .unit = "Pa s",                                                                             \
   .min = 0.0,                                                                                 \
   .max = INFINITY,                                                                            \
   .flags = PTL_REQUIRED | PTL_OPEN_MIN,                                                       \
   .doc = "Dynamic viscosity of the lubricant."},                                              \
      {.name = "length",                                                                       \
       .unit = "m",                                                                            \
       .min = 0.0,                                                                             \
       .max = INFINITY,                                                                        \
       .flags = PTL_REQUIRED | PTL_OPEN_MIN,                                                   \
       .doc = "Axial length of the bearing; the pressure vanishes at both ends."},             \
  {                                                                                            \
    .name = "least_thickness", .unit = "m", .min = 0.0, .max = INFINITY,                       \
    .flags = PTL_OPTIONAL | PTL_OPEN_MIN,                                                      \
    .doc =                                                                                     \
        "Thickness below which the film's force grows no more, such as the roughness of both " \
        "surfaces; 1e-3 of the clearance unless given."                                        \
  }

/* What a law's film is between. */
typedef enum ptl_film_kind {
  PTL_FILM_JOURNAL, /* a journal and its bearing */
  PTL_FILM_PLANE,   /* plane faces, as of a slider in its guide */
  PTL_FILM_ARC      /* a disc and a wall, as a pin in a slot */
} ptl_film_kind;

/* The bearing: journal radius (size of faces) and clearance [m], and length/(2 radius). */
typedef struct ptl_film_env {
  double radius, clearance, slenderness;
} ptl_film_env;

/* Film velocity along and across the eccentricity (90 degrees on, counter-clockwise). */
typedef struct ptl_film_in {
  double ratio;   /* eccentricity over clearance, 0 <= ratio < 1; between faces 1 - h/c < 1 */
  double squeeze; /* eps', > 0 approaches the wall              [1/s] */
  double slide;   /* -eps (W - 2 attitude')/2                   [1/s] */
} ptl_film_in;

/* The force on the journal over C, along and across the eccentricity, and its derivatives. */
typedef struct ptl_film_out {
  double radial, tangential;             /* [1/s] */
  double radial_by[3], tangential_by[3]; /* by ratio, squeeze, slide; any NAN asks the engine to
                                               difference all of them */
} ptl_film_out;

/* A film law. `c` is the instance: the parameters in table order, which begins with
 * PTL_FILM_PARAMS, then n_derived doubles from prepare(). */
typedef struct ptl_film_law {
  const char *name;
  ptl_doc doc;
  const ptl_param *params; /* ends with {0} */
  int n_derived, n_derived_per_point;
  /* Returns 0, or non-zero with the reason. NULL if there is nothing to derive or check. */
  int (*prepare)(double *c, const ptl_film_env *env, ptl_reason *why);
  void (*force)(const double *c, const ptl_film_in *in, ptl_film_out *out);
  ptl_film_kind kind;
  /* ratio above which the law is less exact than its validity says first; 0: none */
  double accurate_to;
  void *user; /* for ptl_user(), or NULL */
  /* Of a journal: the pressure at n angles, equal steps of one turn from the direction of the
   * eccentricity on, counter-clockwise, as the mean over the length in units of viscosity
   * (radius/clearance)^2 [1/s]. The integrals of -out cos and -out sin over the turn are the force.
   * Returns 0, or non-zero where it is not found. NULL: the law has the force alone. */
  int (*pressure)(const double *c, const ptl_film_in *in, int n, double *out);
} ptl_film_law;

#ifdef __cplusplus
}
#endif
#endif
