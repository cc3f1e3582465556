/* Stribeck, Coulomb and viscous friction as Simscape's friction blocks have it. */
#include <math.h>

#include "pintle_extend.h"

enum { KINETIC, STATIC, SPEED, VISCOUS };

static int prepare(double *c, ptl_reason *why) {
  if (c[STATIC] >= c[KINETIC]) return 0;
  return ptl_refuse(why, "static (%g) must not be smaller than kinetic (%g)", c[STATIC],
                    c[KINETIC]);
}

/* F = N (sqrt(2e) (mu_s - mu_k) exp(-x^2) x + mu_k tanh y + s v), x = v/(sqrt(2) v_b), y = 10
 * v/v_b */
static void force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  const double N = in->normal_force, v = in->slip_rate, stribeck = sqrt(2.0) * c[SPEED];
  const double x = v / stribeck, bell = sqrt(2 * exp(1)) * (c[STATIC] - c[KINETIC]) * exp(-x * x);
  const double step = tanh(10 * v / c[SPEED]);
  out->d_normal = bell * x + c[KINETIC] * step + c[VISCOUS] * v;
  out->force = N * out->d_normal;
  out->d_slip = N * ((bell > 0 ? bell * (1 - 2 * x * x) / stribeck : 0) +
                     10 * c[KINETIC] * (1 - step * step) / c[SPEED] + c[VISCOUS]);
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
     .doc = "Coefficient mu_k of fast sliding (Coulomb force over N)."},
    {.name = "static",
     .unit = "1",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Coefficient mu_s, the peak (breakaway force over N)."},
    {.name = "breakaway_speed",
     .unit = "m/s",
     .fallback = 1e-3,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "Slip rate v_b of the peak."},
    {.name = "viscous",
     .unit = "s/m",
     .fallback = 0,
     .min = 0,
     .max = INFINITY,
     .doc =
         "Growth s of the coefficient with the slip rate; the block's is a force per speed, N s."},
    {0},
};

const ptl_friction_law ptl_friction_simscape_friction = {
    .name = "simscape_friction",
    .doc = {.family = "static and kinetic",
            .title = "Friction of Simscape's blocks",
            .formula = "F = N (sqrt(2e) (mu_s - mu_k) exp(-x^2) x + mu_k tanh(10 v/v_b) + s v), x "
                       "= v/(sqrt(2) v_b)",
            .source = "MathWorks, documentation of the block Translational Friction",
            .validity =
                "Smooth; the peak at v_b is mu_s. The steepest start of the laws here, 7.2 mu_s "
                "per v_b for mu_s = 1.5 mu_k, so what should hold creeps least: half of mu_s N "
                "slides at 0.083 v_b."},
    .params = params,
    .flags = PTL_FRICTION_PROPORTIONAL,
    .prepare = prepare,
    .force = force,
    .stick_speed = stick_speed,
};
