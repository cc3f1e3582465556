/* Bristles between two surfaces. */
#include "bristle.h"

#include <math.h>

ptl_stribeck ptl_bristle_curve(const double *c) {
  return (ptl_stribeck){c[PTL_BRISTLE_KINETIC], c[PTL_BRISTLE_STATIC],
                        c[PTL_BRISTLE_STRIBECK_SPEED], c[PTL_BRISTLE_EXPONENT]};
}

/* |v| exp(-(v/v_d)^2) is at most v_d/sqrt(2 e), and g(v) at least mu_k, so that s1 |v| <= 4 g holds
 * for v_d <= 4 sqrt(2 e) mu_k/s1. */
int ptl_bristle_prepare(double *c, int used, ptl_reason *why) {
  const ptl_stribeck s = ptl_bristle_curve(c);
  const double largest = 4 * sqrt(2 * exp(1)) * c[PTL_BRISTLE_KINETIC] / c[PTL_BRISTLE_DAMPING];
  const double given = c[PTL_BRISTLE_DAMPING_SPEED];
  if (ptl_stribeck_check(&s, why)) return 1;
  if (given > largest)
    return ptl_refuse(why,
                      "damping %g s/m up to damping_speed %g m/s would make energy; with this "
                      "damping the speed may be %g m/s at most",
                      c[PTL_BRISTLE_DAMPING], given, largest);
  c[used] = !isnan(given) ? given : fmin(largest / 2, 1e6);
  return 0;
}

/* F = N (s0 z + s1 exp(-(v/v_d)^2) z' + s2 v) */
void ptl_bristle_force(const double *c, int used, const ptl_friction_in *in,
                       const ptl_bristle_rate *rate, ptl_friction_out *out) {
  const double v = in->slip_rate, share = v / c[used];
  const double damping = c[PTL_BRISTLE_DAMPING] * exp(-share * share);
  const double damping_slope = isfinite(share) && damping > 0 ? -2 * share / c[used] * damping : 0;
  const double N = in->normal_force;
  out->d_normal =
      c[PTL_BRISTLE_STIFFNESS] * in->state[0] + damping * rate->value + c[PTL_BRISTLE_VISCOUS] * v;
  out->force = N * out->d_normal;
  out->d_slip =
      N * (damping * rate->by_slip + damping_slope * rate->value + c[PTL_BRISTLE_VISCOUS]);
  out->d_state[0] = N * (c[PTL_BRISTLE_STIFFNESS] + damping * rate->by_state);
  out->rate[0] = rate->value;
  out->rate_d_slip[0] = rate->by_slip;
  out->rate_d_state[0][0] = rate->by_state;
}

double ptl_bristle_stick_speed(const double *c) {
  return c[PTL_BRISTLE_STICK_SPEED];
}

/* z' = 0: z = g(v)/s0 sgn v */
void ptl_bristle_steady(const double *c, double slip_rate, double *state) {
  const ptl_stribeck s = ptl_bristle_curve(c);
  double slope;
  const double deflection =
      ptl_stribeck_coefficient(&s, slip_rate, &slope) / c[PTL_BRISTLE_STIFFNESS];
  state[0] = slip_rate > 0 ? deflection : slip_rate < 0 ? -deflection : 0;
}
