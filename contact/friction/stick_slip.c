/* Elasto-plastic friction of Dupont and others: the bristles of LuGre, but purely elastic up to a
 * deflection, so that what sticks stays where it is. */
#include <math.h>

#include "bristle.h"

enum {
  ELASTIC_SHARE = PTL_BRISTLE_PARAMS,
  N_PARAMS,
  DAMPING_SPEED_USED = N_PARAMS,
  ELASTIC_LIMIT,
  N_VALUES
};

static const double pi = 3.14159265358979323846;

static int prepare(double *c, ptl_reason *why) {
  c[ELASTIC_LIMIT] = c[ELASTIC_SHARE] * c[PTL_BRISTLE_KINETIC] / c[PTL_BRISTLE_STIFFNESS];
  return ptl_bristle_prepare(c, DAMPING_SPEED_USED, why);
}

/* Share a of the slip that is plastic at a deflection |z|, from 0 at `low` to 1 at `high`, with its
 * derivatives: a = (1 + sin(pi (|z| - (low + high)/2)/(high - low)))/2 */
static double plastic_share(double deflection, double low, double high, double *by_deflection,
                            double *by_high) {
  const double width = high - low;
  *by_deflection = *by_high = 0;
  if (deflection <= low) return 0;
  if (deflection >= high) return 1;
  const double x = (deflection - (low + high) / 2) / width, slope = pi / 2 * cos(pi * x) / width;
  *by_deflection = slope;
  *by_high = -slope * (0.5 + x);
  return 0.5 + 0.5 * sin(pi * x);
}

/* z' = v (1 - a |z|/z_max) while bending, z_max = g(v)/s0; z' = v while unbending */
static void force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  const ptl_stribeck s = ptl_bristle_curve(c);
  const double v = in->slip_rate, z = in->state[0], deflection = fabs(z);
  ptl_bristle_rate rate = {v, 1, 0};
  if (v * z > 0) {
    double slope, by_deflection, by_high;
    const double high = ptl_stribeck_coefficient(&s, v, &slope) / c[PTL_BRISTLE_STIFFNESS];
    const double high_slope = slope / c[PTL_BRISTLE_STIFFNESS];
    const double a = plastic_share(deflection, c[ELASTIC_LIMIT], high, &by_deflection, &by_high);
    const double share = deflection / high;
    rate.value = v * (1 - a * share);
    rate.by_slip = 1 - a * share - v * share * high_slope * (by_high - a / high);
    rate.by_state = -v * copysign(by_deflection * share + a / high, z);
  }
  ptl_bristle_force(c, DAMPING_SPEED_USED, in, &rate, out);
}

static const ptl_param params[] = {
    PTL_BRISTLE_ROWS,
    {.name = "elastic_share",
     .unit = "1",
     .fallback = 0.7,
     .min = 0,
     .max = 1,
     .flags = PTL_OPEN_MIN | PTL_OPEN_MAX,
     .doc = "Share of the kinetic force up to which the bristles are elastic and nothing creeps."},
    {0},
};

const ptl_friction_law ptl_friction_stick_slip = {
    .name = "stick_slip",
    .doc = {.family = "sticking",
            .title = "Elasto-plastic friction with a stick regime",
            .formula = "F = N (s0 z + s1 exp(-(v/v_d)^2) z' + s2 v), z' = v (1 - a(|z|) |z|/z_max) "
                       "while bending, v while unbending; z_max = g(v)/s0; a from 0 at the elastic "
                       "limit to 1 at z_max",
            .source = "Dupont, Hayward, Armstrong & Altpeter, IEEE Trans. Autom. Control 2002, 47, "
                      "787",
            .validity = "Sticks like a spring of stiffness s0 N without any creep up to "
                        "elastic_share mu_k N, breaks away at mu_s N, then slides on the Stribeck "
                        "curve N (g(v) sgn v + s2 v). The bristles follow the slip while the "
                        "surfaces are apart, too."},
    .params = params,
    .n_derived = N_VALUES - N_PARAMS,
    .n_states = 1,
    .flags = PTL_FRICTION_DAMPED,
    .prepare = prepare,
    .force = force,
    .stick_speed = ptl_bristle_stick_speed,
    .steady = ptl_bristle_steady,
};
