/* The elastic force of Lankarani and Nikravesh, from materials and radii. */
#include <math.h>

#include "pair.h"

enum { STIFFNESS };

/* K = 4/(3 pi (s_i + s_j)) sqrt(R), s_k = (1 - nu_k^2)/(pi E_k): the same number as Hertz's sphere
 */
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

const ptl_elastic_law ptl_elastic_lankarani_nikravesh = {
    .name = "lankarani_nikravesh",
    .doc = {.family = "point contact",
            .title = "Lankarani-Nikravesh elastic force",
            .formula = "F = (4/3) E* sqrt(R) d^1.5",
            .source = "Lankarani & Nikravesh, J. Mech. Des. 1990, 112, 369; Autiero et al., "
                      "Machines 2022, 10, 966, Table 1",
            .validity = "Equal to `hertz`: a point contact, though often used for cylinders; F is "
                        "the whole force, not per length. The K in Table 11 of Autiero are pi/10 "
                        "of it, and the radius of the inner pair there is 7.5 mm."},
    .params = params,
    .needs = PTL_NEEDS_RADII | PTL_NEEDS_MATERIALS,
    .n_derived = 1,
    .prepare = prepare,
    .force = force,
};
