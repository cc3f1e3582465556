/* Johnson's line contact of two cylinders, solved for the force. */
#include <math.h>

#include "log_law.h"
#include "pair.h"

/* d = W/(pi E*) (ln(4 pi E* dR/W) - 1), W = F/L */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  double modulus, clearance;
  if (ptl_pair_modulus(env, &modulus, why) || ptl_pair_difference(env, &clearance, why)) return 1;
  ptl_log_law_derive(c, 1 / (PTL_PI * modulus), 4 * PTL_PI * modulus * clearance / exp(1),
                     env->length);
  return 0;
}

static void force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  ptl_log_law_force(c, in->depth, out);
}

static double max_depth(const double *c) {
  return ptl_log_law_deepest(c);
}

static const ptl_param params[] = {
    {0},
};

const ptl_elastic_law ptl_elastic_johnson = {
    .name = "johnson",
    .doc = {.family = "line contact",
            .title = "Johnson's line contact",
            .formula = "d = F/(pi E* L) (ln(4 pi E* dR L/F) - 1)",
            .source = "Johnson, Contact Mechanics, 1985, sec. 5.6; Autiero et al., Machines 2022, "
                      "10, 966, Table 1",
            .validity = "Parallel cylinders, inside or outside each other, dR = |r_a + r_b|. "
                        "Defined up to d = 4 dR/e^2 = 0.541 dR, where the stiffness is infinite; "
                        "half spaces are assumed, so d much smaller than dR. Fits in print: Table "
                        "4 of Autiero has K 6.54e4 for 6.56e4 (10 mm), Table 5 n 1.083 for 1.108 "
                        "(80 mm)."},
    .params = params,
    .needs = PTL_NEEDS_RADII | PTL_NEEDS_LENGTH | PTL_NEEDS_MATERIALS,
    .n_derived = PTL_N_LOG_LAW,
    .prepare = prepare,
    .force = force,
    .max_depth = max_depth,
};
