/* Hollars' friction, that of Simbody's and OpenSim's contacts. */
#include <math.h>

#include "pintle_extend.h"

enum { KINETIC, STATIC, SPEED, VISCOUS };

static int prepare(double *c, ptl_reason *why) {
  if (c[STATIC] >= c[KINETIC]) return 0;
  return ptl_refuse(why, "static (%g) must not be smaller than kinetic (%g)", c[STATIC],
                    c[KINETIC]);
}

/* F = N (min(x, 1) (mu_k + 2 (mu_s - mu_k)/(1 + x^2)) + s |v|) sgn v, x = |v|/v_t */
static void force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  const double N = in->normal_force, x = fabs(in->slip_rate) / c[SPEED], q = 1 + x * x;
  const double curve = c[KINETIC] + 2 * (c[STATIC] - c[KINETIC]) / q;
  const double fall = -4 * (c[STATIC] - c[KINETIC]) * (x / q) / q;
  const double mu = x < 1 ? x * curve : curve, by_x = x < 1 ? curve + x * fall : fall;
  out->d_normal = copysign(mu, in->slip_rate) + c[VISCOUS] * in->slip_rate;
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
    {.name = "transition_speed",
     .unit = "m/s",
     .fallback = 1e-2,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "Slip rate v_t of the peak."},
    {.name = "viscous",
     .unit = "s/m",
     .fallback = 0,
     .min = 0,
     .max = INFINITY,
     .doc = "Growth s of the coefficient with the slip rate."},
    {0},
};

const ptl_friction_law ptl_friction_hollars = {
    .name = "hollars",
    .doc = {.family = "static and kinetic",
            .title = "Hollars' friction",
            .formula = "F = N (min(x, 1) (mu_k + 2 (mu_s - mu_k)/(1 + x^2)) + s |v|) sgn v, x = "
                       "|v|/v_t",
            .source = "Simbody, HuntCrossleyForce, after Hollars; also OpenSim's contacts",
            .validity = "The peak at v_t is mu_s; the slope jumps there. OpenSim's default of v_t "
                        "is 0.01 m/s. What should hold creeps: half of mu_s N slides at 0.403 v_t "
                        "for mu_s = 1.5 mu_k."},
    .params = params,
    .flags = PTL_FRICTION_PROPORTIONAL,
    .prepare = prepare,
    .force = force,
    .stick_speed = stick_speed,
};
