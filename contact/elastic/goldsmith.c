/* Goldsmith's contact of two cylinders, solved for the force. */
#include <math.h>

#include "log_law.h"
#include "pair.h"

enum { FORM, DERIVED };
enum { M3, M1 };

/* d = W h (ln(L^m/(F R h)) + 1), h = (h_i + h_j)/pi = 1/(pi E*), W = F/L. Only m = 3 is free of
 * units; with m = 1 the tables have 1e8 pi E* /(W R) in N and mm, that is (10 m)^2 pi E* /(W R). */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  const double length = c[FORM] == M1 ? 10 : env->length;
  double modulus, radius;
  if (ptl_pair_modulus(env, &modulus, why) || ptl_pair_radius(env, &radius, why)) return 1;
  const double scale = exp(1) * length * length * PTL_PI * modulus / radius;
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
     .fallback = M3,
     .kind = PTL_CHOICE,
     .choices = "m3|m1",
     .doc = "Exponent m of the length; m1 is the form of the tables."},
    {0},
};

const ptl_elastic_law ptl_elastic_goldsmith = {
    .name = "goldsmith",
    .doc = {.family = "line contact",
            .title = "Goldsmith's line contact",
            .formula = "d = F h/L (ln(L^m/(F R h)) + 1), h = 1/(pi E*), R = R_i R_j/dR",
            .source = "Goldsmith, Impact, 1960; Autiero et al., Machines 2022, 10, 966, Table 1",
            .validity =
                "With m = 3 the same as Dubowsky-Freudenstein. With m = 1 the result depends "
                "on the unit of length: `form: m1` is what Tables 6, 7 and 11 of Autiero "
                "were made with (a reference length of 10 m; hole radius 100 mm in Tables 6 "
                "and 7). Table 1 there has h without 1/pi, the tables have it."},
    .params = params,
    .needs = PTL_NEEDS_RADII | PTL_NEEDS_LENGTH | PTL_NEEDS_MATERIALS,
    .n_derived = PTL_N_LOG_LAW,
    .prepare = prepare,
    .force = force,
    .max_depth = max_depth,
};
