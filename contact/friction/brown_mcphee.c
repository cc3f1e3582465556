/* Brown and McPhee's friction: one smooth curve of the slip rate with a peak. */
#include <math.h>

#include "pintle_extend.h"

enum { KINETIC, STATIC, SPEED, VISCOUS };

static int prepare(double *c, ptl_reason *why) {
  if (c[STATIC] >= c[KINETIC]) return 0;
  return ptl_refuse(why, "static (%g) must not be smaller than kinetic (%g)", c[STATIC],
                    c[KINETIC]);
}

/* F = N (mu_k tanh 4x + (mu_s - mu_k) x/(x^2/4 + 3/4)^2 + s v), x = v/v_s */
static void force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  const double N = in->normal_force, x = in->slip_rate / c[SPEED], above = c[STATIC] - c[KINETIC];
  const double step = tanh(4 * x), q = 0.25 * x * x + 0.75;
  const double by_x = 4 * c[KINETIC] * (1 - step * step) + above * (q - x * x) / (q * q * q);
  out->d_normal = c[KINETIC] * step + above * x / (q * q) + c[VISCOUS] * in->slip_rate;
  out->force = N * out->d_normal;
  out->d_slip = N * (by_x / c[SPEED] + c[VISCOUS]);
}

static double stick_speed(const double *c) {
  return c[SPEED];
}

static const ptl_param params[] = {
    {.name = "kinetic",
     .unit = "1",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Coefficient mu_k of fast sliding."},
    {.name = "static",
     .unit = "1",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Coefficient mu_s, the peak of the curve."},
    {.name = "stribeck_speed",
     .unit = "m/s",
     .fallback = 1e-3,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "Slip rate v_s of the peak."},
    {.name = "viscous",
     .unit = "s/m",
     .fallback = 0,
     .min = 0,
     .max = INFINITY,
     .doc = "Growth s of the coefficient with the slip rate."},
    {0},
};

const ptl_friction_law ptl_friction_brown_mcphee = {
    .name = "brown_mcphee",
    .doc = {.family = "static and kinetic",
            .title = "Brown-McPhee friction",
            .formula = "F = N (mu_k tanh 4x + (mu_s - mu_k) x/(x^2/4 + 3/4)^2 + s v), x = v/v_s",
            .source = "Brown & McPhee, J. Comput. Nonlinear Dyn. 2016, 11, 054502; the formula as "
                      "public programs have it, the paper was not seen",
            .validity =
                "Smooth everywhere; the peak at 1.01 v_s is mu_s to 1e-3 for mu_s = 1.5 mu_k, and "
                "at 10 v_s the coefficient is within 1 % of mu_k. In the source the viscous part "
                "is a force that saturates with N; here it is per normal force. What should hold "
                "creeps: half of mu_s N slides at 0.17 v_s."},
    .params = params,
    .flags = PTL_FRICTION_PROPORTIONAL,
    .prepare = prepare,
    .force = force,
    .stick_speed = stick_speed,
};
