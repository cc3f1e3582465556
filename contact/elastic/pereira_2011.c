/* Pereira, Ramalho and Ambrosio's force of a pin in a bushing, 2011. */
#include <math.h>

#include "pair.h"

enum { STIFFNESS, EXPONENT };

/* In N and mm: F = (a dR + b) L E* /dR d^n, a = 0.49, b = 0.10, n = Y dR^-0.005,
 * Y = 1.56 ln(1000 dR)^-0.192 for dR in [0.005, 0.75], 0.0028 dR + 1.1083 up to 10 mm */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  double modulus, clearance;
  if (ptl_pair_modulus(env, &modulus, why) || ptl_pair_difference(env, &clearance, why)) return 1;
  if (env->radius_a > 0 && env->radius_b > 0)
    return ptl_refuse(why, "it is for a pin in a hole, and both surfaces are convex");
  const double dr = 1000 * clearance;
  if (!(dr >= 0.005 && dr <= 10))
    return ptl_refuse(why, "the clearance is %g mm, must be from 0.005 to 10 mm", dr);
  const double y = dr < 0.75 ? 1.56 * pow(log(1000 * dr), -0.192) : 0.0028 * dr + 1.1083;
  c[EXPONENT] = y * pow(dr, -0.005);
  c[STIFFNESS] =
      (0.49 * dr + 0.10) * (1000 * env->length) * (1e-6 * modulus) / dr * pow(1000, c[EXPONENT]);
  return 0;
}

static void force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  const double n = c[EXPONENT];
  out->force = c[STIFFNESS] * pow(in->depth, n);
  out->stiffness = n * out->force / in->depth;
  out->energy = out->force * in->depth / (n + 1);
}

static const ptl_param params[] = {
    {0},
};

const ptl_elastic_law ptl_elastic_pereira_2011 = {
    .name = "pereira_2011",
    .doc = {.family = "line contact",
            .title = "Pereira line contact of 2011, internal",
            .formula =
                "F = (0.49 dR + 0.10) L E* /dR d^n, n = Y dR^-0.005 (N, mm), Y = 1.56 ln(1000 "
                "dR)^-0.192 below dR = 0.75, 0.0028 dR + 1.1083 above",
            .source = "Pereira, Ramalho & Ambrosio, Nonlinear Dyn. 2011, 63, 681; Autiero et al., "
                      "Machines 2022, 10, 966, Table 1",
            .validity =
                "A pin in a hole with dR from 0.005 to 10 mm; a fit of Johnson's law, 7 to 20 "
                "% below it at d = 5 um for dR from 0.1 to 10 mm. Y jumps by 2 % at dR = 0.75 "
                "mm, so one constant in print is doubtful. Prefer `johnson`, which costs no "
                "more than twice as much."},
    .params = params,
    .needs = PTL_NEEDS_RADII | PTL_NEEDS_LENGTH | PTL_NEEDS_MATERIALS,
    .n_derived = 2,
    .prepare = prepare,
    .force = force,
};
