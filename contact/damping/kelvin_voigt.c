/* Kelvin and Voigt's linear dashpot beside the spring, with and without tension. */
#include <math.h>

#include "oscillator.h"
#include "pair.h"

enum { COEFFICIENT, RESTITUTION, STRENGTH, EXIT = STRENGTH, CLAMPED_STRENGTH };

/* D = 2 zeta sqrt(K m); 2 zeta sqrt(m) goes to *strength. */
static int derive(const double *c, double exit, const ptl_contact_env *env, double *strength,
                  ptl_reason *why) {
  const int by_coefficient = !isnan(c[COEFFICIENT]), by_restitution = !isnan(c[RESTITUTION]);
  if (by_coefficient == by_restitution)
    return ptl_refuse(why, "give exactly one of coefficient [N s/m] and restitution [1], not %s",
                      by_coefficient ? "both" : "none");
  *strength = 0;
  if (by_coefficient) return 0;
  if (!(env->effective_mass > 0))
    return ptl_refuse(why, "with restitution it needs the effective mass [kg]");
  *strength = 2 * ptl_oscillator_ratio_at(c[RESTITUTION], exit) * sqrt(env->effective_mass);
  return 0;
}

static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  return derive(c, PTL_EXIT_AT_DEPTH_0, env, &c[STRENGTH], why);
}

static int prepare_clamped(double *c, const ptl_contact_env *env, ptl_reason *why) {
  return derive(c, c[EXIT], env, &c[CLAMPED_STRENGTH], why);
}

/* F = F_el + D d_rate */
static void apply(double coefficient, double strength, const ptl_contact_in *in,
                  const ptl_elastic_out *elastic, ptl_contact_out *out) {
  double slope = 0, damping = coefficient;
  if (isnan(damping)) damping = ptl_oscillator_damping(strength, elastic, &slope);
  out->force = elastic->force + damping * in->depth_rate;
  out->d_depth = elastic->stiffness + slope * in->depth_rate;
  out->d_rate = damping;
  out->energy = elastic->energy;
}

static void force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                  ptl_contact_out *out) {
  apply(c[COEFFICIENT], c[STRENGTH], in, elastic, out);
}

static void force_clamped(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                          ptl_contact_out *out) {
  apply(c[COEFFICIENT], c[CLAMPED_STRENGTH], in, elastic, out);
}

#define ROWS                                                                                      \
  {.name = "coefficient",                                                                         \
   .unit = "N s/m",                                                                               \
   .min = 0,                                                                                      \
   .max = INFINITY,                                                                               \
   .flags = PTL_OPTIONAL,                                                                         \
   .doc = "Damping D."},                                                                          \
  {                                                                                               \
    .name = "restitution", .unit = "1", .min = 0, .max = 1, .flags = PTL_OPTIONAL | PTL_OPEN_MIN, \
    .doc = "Coefficient of restitution c, in place of D."                                         \
  }

static const ptl_param params[] = {
    ROWS,
    {0},
};
static const ptl_param params_clamped[] = {
    ROWS,
    PTL_OSCILLATOR_EXIT_ROW,
    {0},
};

const ptl_damping_law ptl_damping_kelvin_voigt = {
    .name = "kelvin_voigt",
    .doc = {.family = "dashpot",
            .title = "Kelvin-Voigt damping",
            .formula =
                "F = F_el + D d_rate, D = 2 zeta sqrt(K m), zeta = -ln c/sqrt(pi^2 + ln^2 c)",
            .source = "Kelvin 1865, Voigt 1892; Autiero et al., Machines 2022, 10, 966, sec. 3",
            .validity =
                "Pulls before it parts, and jumps at first touch. With a linear spring the "
                "restitution is exactly c. With another elastic law a restitution is turned "
                "into Tsuji's damping, which is D for the linear spring."},
    .params = params,
    .flags = PTL_LAW_PULLS | PTL_LAW_JUMPS,
    .n_derived = 1,
    .prepare = prepare,
    .force = force,
};

const ptl_damping_law ptl_damping_kelvin_voigt_clamped = {
    .name = "kelvin_voigt_clamped",
    .doc = {.family = "dashpot",
            .title = "Kelvin-Voigt damping without tension",
            .formula =
                "F = max(0, F_el + D d_rate), D = 2 zeta sqrt(K m); exit depth: zeta = -ln "
                "c/sqrt(pi^2 + ln^2 c); exit force: c = exp(-zeta/q atan2(2 zeta q, 2 zeta^2 - "
                "1)), q = sqrt(1 - zeta^2)",
            .source = "Kelvin 1865, Voigt 1892; Autiero et al., Machines 2022, 10, 966, sec. 3",
            .validity = "Jumps at first touch, does not pull. With `exit: force` the restitution "
                        "is exactly c on a linear spring; with the published zeta, `exit: "
                        "depth`, 0.5 comes out as 0.550."},
    .params = params_clamped,
    .flags = PTL_LAW_JUMPS,
    .n_derived = 1,
    .prepare = prepare_clamped,
    .force = force_clamped,
};
