/* Radzimovsky's contact of two cylinders, solved for the force. */
#include <math.h>

#include "log_law.h"
#include "pair.h"

enum { FORM, DERIVED };
enum { WIDTH, TABLES };

/* d = W/(pi E*) (2/3 + ln(4 R_i/b) + ln(4 R_j/b)), b = 1.60 sqrt(2 W R/E*), R = R_i R_j/dR, hence
 * d = W/(pi E*) (2/3 + ln(8 dR E* /(1.6^2 W))). The tables were made with b = 1.6 sqrt(W R/E*). */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  const double factor = c[FORM] == TABLES ? 16 : 8;
  double modulus, clearance;
  if (ptl_pair_modulus(env, &modulus, why) || ptl_pair_difference(env, &clearance, why)) return 1;
  const double scale = factor * clearance * modulus / (1.6 * 1.6) * exp(2.0 / 3.0);
  ptl_log_law_derive(c + DERIVED, 1 / (PTL_PI * modulus), scale, env->length);
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
     .fallback = WIDTH,
     .kind = PTL_CHOICE,
     .choices = "width|tables",
     .doc = "Contact width b: as derived, or as in the tables of Autiero et al."},
    {0},
};

const ptl_elastic_law ptl_elastic_radzimovsky = {
    .name = "radzimovsky",
    .doc = {.family = "line contact",
            .title = "Radzimovsky's line contact",
            .formula = "d = F/(pi E* L) (2/3 + ln(4 R_i/b) + ln(4 R_j/b)), b = 1.60 sqrt(2 F R/(E* "
                       "L))",
            .source = "Radzimovsky, Univ. Illinois Bull. 408, 1953; Autiero et al., Machines 2022, "
                      "10, 966, Table 1 and sec. 4",
            .validity = "Parallel cylinders, inside or outside each other. b is the full width of "
                        "the contact; Table 1 of Autiero leaves it undefined, Tables 2, 3 and 11 "
                        "there and code in circulation use b = 1.6 sqrt(F R/(E* L)), which is "
                        "`form: tables`. Defined up to d = 0.713 dR (tables: 1.425 dR)."},
    .params = params,
    .needs = PTL_NEEDS_RADII | PTL_NEEDS_LENGTH | PTL_NEEDS_MATERIALS,
    .n_derived = PTL_N_LOG_LAW,
    .prepare = prepare,
    .force = force,
    .max_depth = max_depth,
};
