/* The cylinder contact of ESDU data item 78035, solved for the force. */
#include <math.h>

#include "log_law.h"
#include "pair.h"

enum { FORM, DERIVED };
enum { H_OVER_PI, PRINTED };

/* d = W h (ln(4 dR/(W h)) + 1), W = F/L, with h = 1/(pi E*), or h = 1/E* as printed */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  double modulus, clearance;
  if (ptl_pair_modulus(env, &modulus, why) || ptl_pair_difference(env, &clearance, why)) return 1;
  const double h = c[FORM] == PRINTED ? 1 / modulus : 1 / (PTL_PI * modulus);
  ptl_log_law_derive(c + DERIVED, h, 4 * exp(1) * clearance / h, env->length);
  return 0;
}

static void force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  ptl_log_law_force(c + DERIVED, in->depth, out);
}

static double max_depth(const double *c) {
  return ptl_log_law_deepest(c + DERIVED);
}

static const ptl_param params[] = {
    {.name = "form",
     .unit = "1",
     .fallback = H_OVER_PI,
     .kind = PTL_CHOICE,
     .choices = "h_over_pi|printed",
     .doc = "Compliance: (h_i + h_j)/pi, or h_i + h_j as Autiero et al. print and use it."},
    {0},
};

const ptl_elastic_law ptl_elastic_esdu_78035 = {
    .name = "esdu_78035",
    .doc = {.family = "line contact",
            .title = "ESDU 78035 line contact",
            .formula = "d = F h/L (ln(4 L dR/(F h)) + 1), h = 1/(pi E*)",
            .source = "ESDU data item 78035, 1978; Autiero et al., Machines 2022, 10, 966, Table 1",
            .validity =
                "Parallel cylinders, defined up to d = 4 dR. Differs from Johnson's by +1 in "
                "place of -1. `form: printed` has h = 1/E*, about three times softer; with "
                "it Tables 8, 9 and 11 of Autiero were made. In Table 8 every K is printed "
                "a decade too small, Table 9 repeats the exponents of Table 8."},
    .params = params,
    .needs = PTL_NEEDS_RADII | PTL_NEEDS_LENGTH | PTL_NEEDS_MATERIALS,
    .n_derived = PTL_N_LOG_LAW,
    .prepare = prepare,
    .force = force,
    .max_depth = max_depth,
};
