/* Dubowsky and Freudenstein's contact of pin and bushing, solved for the force. */
#include <math.h>

#include "log_law.h"
#include "pair.h"

/* d = W h (ln(L^3 dR/(F R_i R_j h)) + 1), h = (h_i + h_j)/pi = 1/(pi E*), W = F/L */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  double modulus, radius;
  if (ptl_pair_modulus(env, &modulus, why) || ptl_pair_radius(env, &radius, why)) return 1;
  const double scale = exp(1) * env->length * env->length * PTL_PI * modulus / radius;
  ptl_log_law_derive(c, 1 / (PTL_PI * modulus), scale, env->length);
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

const ptl_elastic_law ptl_elastic_dubowsky_freudenstein = {
    .name = "dubowsky_freudenstein",
    .doc = {.family = "line contact",
            .title = "Dubowsky-Freudenstein line contact",
            .formula = "d = F h/L (ln(L^3 dR/(F R_i R_j h)) + 1), h = 1/(pi E*), L = 2a",
            .source = "Dubowsky & Freudenstein, J. Eng. Ind. 1971, 93, 305",
            .validity =
                "Needs L much larger than the contact's width. Autiero et al. (Machines "
                "2022, 10, 966, eq. 8 and Table 1) print pi (h_i + h_j) for (h_i + h_j)/pi, "
                "which is pi^2 too soft with their h; their eq. 7 is Hertz's sphere. "
                "Dubowsky and Freudenstein give no damping."},
    .params = params,
    .needs = PTL_NEEDS_RADII | PTL_NEEDS_LENGTH | PTL_NEEDS_MATERIALS,
    .n_derived = PTL_N_LOG_LAW,
    .prepare = prepare,
    .force = force,
    .max_depth = max_depth,
};
