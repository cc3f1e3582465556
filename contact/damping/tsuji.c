/* Tsuji, Tanaka and Ishida's damping, with and without tension. */
#include <math.h>

#include "oscillator.h"
#include "restitution.h"

enum { RESTITUTION, STRENGTH, EXIT = STRENGTH, CLAMPED_STRENGTH };

/* alpha = 2 zeta sqrt((n + 1)/2), zeta = -ln c/sqrt(pi^2 + ln^2 c); n = 1.5 gives sqrt(5) zeta */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)why;
  c[STRENGTH] = 2 * ptl_oscillator_ratio(c[RESTITUTION]) * sqrt(env->effective_mass);
  return 0;
}

static int prepare_clamped(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)why;
  c[CLAMPED_STRENGTH] =
      2 * ptl_oscillator_ratio_at(c[RESTITUTION], c[EXIT]) * sqrt(env->effective_mass);
  return 0;
}

/* F = F_el + alpha sqrt(m K) d^((n-1)/2) d_rate. For F_el = K d^n the coefficient is
 * 2 zeta sqrt(m) F_el/sqrt(2 E), the form used here because it holds for every elastic law. */
static void apply(double strength, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                  ptl_contact_out *out) {
  double slope;
  const double damping = ptl_oscillator_damping(strength, elastic, &slope);
  out->force = elastic->force + damping * in->depth_rate;
  out->d_depth = elastic->stiffness + slope * in->depth_rate;
  out->d_rate = damping;
  out->energy = elastic->energy;
}

static void force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                  ptl_contact_out *out) {
  apply(c[STRENGTH], in, elastic, out);
}

static void force_clamped(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                          ptl_contact_out *out) {
  apply(c[CLAMPED_STRENGTH], in, elastic, out);
}

static const ptl_param params[] = {
    PTL_RESTITUTION_ROW(0),
    {0},
};
static const ptl_param params_clamped[] = {
    PTL_RESTITUTION_ROW(0),
    PTL_OSCILLATOR_EXIT_ROW,
    {0},
};

const ptl_damping_law ptl_damping_tsuji = {
    .name = "tsuji",
    .doc = {.family = "dashpot",
            .title = "Tsuji damping",
            .formula = "F = F_el + alpha sqrt(m K) d^((n-1)/2) d_rate, alpha = 2 zeta sqrt((n + "
                       "1)/2), zeta = -ln c/sqrt(pi^2 + ln^2 c)",
            .source =
                "Tsuji, Tanaka & Ishida, Powder Technol. 1992, 71, 239 (n = 1.5, alpha from a "
                "diagram); alpha(c): Antypov & Elliott, EPL 2011, 94, 50004",
            .validity =
                "Pulls before it parts. The restitution is exactly c for every elastic law. "
                "In Autiero et al. (Machines 2022, 10, 966) eq. 90 the root covers m K only."},
    .params = params,
    .needs = PTL_NEEDS_MASS,
    .flags = PTL_LAW_PULLS | PTL_LAW_JUMPS,
    .n_derived = 1,
    .prepare = prepare,
    .force = force,
};

const ptl_damping_law ptl_damping_tsuji_clamped = {
    .name = "tsuji_clamped",
    .doc = {.family = "dashpot",
            .title = "Tsuji damping without tension",
            .formula = "F = max(0, F_el + alpha sqrt(m K) d^((n-1)/2) d_rate), alpha = 2 zeta "
                       "sqrt((n + 1)/2), zeta as in `kelvin_voigt_clamped`",
            .source = "Tsuji, Tanaka & Ishida, Powder Technol. 1992, 71, 239",
            .validity = "Does not pull. With `exit: force` the restitution is exactly c for every "
                        "elastic law; with the published zeta, `exit: depth`, 0.5 comes out as "
                        "0.550."},
    .params = params_clamped,
    .needs = PTL_NEEDS_MASS,
    .flags = PTL_LAW_JUMPS,
    .n_derived = 1,
    .prepare = prepare_clamped,
    .force = force_clamped,
};
