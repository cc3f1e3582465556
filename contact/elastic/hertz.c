/* Hertz's contact of two spheres (or sphere and plane), from materials and radii. */
#include <math.h>

#include "pair.h"

enum { STIFFNESS };

/* K = (4/3) E* sqrt(R), 1/E* = sum (1 - nu^2)/E, 1/R = 1/r_a + 1/r_b */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  double modulus, radius;
  if (ptl_pair_modulus(env, &modulus, why) || ptl_pair_radius(env, &radius, why)) return 1;
  c[STIFFNESS] = 4.0 / 3.0 * modulus * sqrt(radius);
  return 0;
}

/* F = K d^1.5 */
static void force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  out->force = c[STIFFNESS] * in->depth * sqrt(in->depth);
  out->stiffness = 1.5 * c[STIFFNESS] * sqrt(in->depth);
  out->energy = 0.4 * out->force * in->depth;
}

static const ptl_param params[] = {
    {0},
};

const ptl_elastic_law ptl_elastic_hertz = {
    .name = "hertz",
    .doc = {.family = "point contact",
            .title = "Hertz's sphere",
            .formula = "F = (4/3) E* sqrt(R) d^1.5",
            .source = "Hertz 1882; Wang & Gao, Actuators 2023, 12, 89, eqs. 2, 3 and 13",
            .validity = "Point contact of smooth bodies, d much smaller than R; not for conformal "
                        "pairs and, although it is often used so, not for cylinders."},
    .params = params,
    .needs = PTL_NEEDS_RADII | PTL_NEEDS_MATERIALS,
    .n_derived = 1,
    .prepare = prepare,
    .force = force,
};
