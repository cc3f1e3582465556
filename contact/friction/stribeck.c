/* Stribeck's curve with a smooth step at zero slip and a viscous part. */
#include <math.h>

#include "stribeck.h"

enum { KINETIC, STATIC, STRIBECK_SPEED, EXPONENT, VISCOUS, SPEED };

static ptl_stribeck curve(const double *c) {
  return (ptl_stribeck){c[KINETIC], c[STATIC], c[STRIBECK_SPEED], c[EXPONENT]};
}

static int prepare(double *c, ptl_reason *why) {
  const ptl_stribeck s = curve(c);
  return ptl_stribeck_check(&s, why);
}

/* F = N (g(v) tanh(v/v_r) + s v) */
static void force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  const ptl_stribeck s = curve(c);
  const double v = in->slip_rate, step = tanh(v / c[SPEED]);
  double slope;
  const double g = ptl_stribeck_coefficient(&s, v, &slope);
  out->d_normal = g * step + c[VISCOUS] * v;
  out->force = in->normal_force * out->d_normal;
  out->d_slip = in->normal_force * (slope * step + g * (1 - step * step) / c[SPEED] + c[VISCOUS]);
}

static double stick_speed(const double *c) {
  return c[SPEED];
}

static const ptl_param params[] = {
    PTL_STRIBECK_ROWS,
    {.name = "viscous",
     .unit = "s/m",
     .fallback = 0,
     .min = 0,
     .max = INFINITY,
     .doc = "Growth s of the coefficient with the slip rate."},
    {.name = "regularisation_speed",
     .unit = "m/s",
     .fallback = 1e-3,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "Slip rate v_r at which the step at zero has reached 0.76 of its height."},
    {0},
};

const ptl_friction_law ptl_friction_stribeck = {
    .name = "stribeck",
    .doc = {.family = "static and kinetic",
            .title = "Stribeck friction, smoothed",
            .formula =
                "F = N (g(v) tanh(v/v_r) + s v), g = mu_k + (mu_s - mu_k) exp(-|v/v_s|^delta)",
            .source = "Stribeck, Z. VDI 1902, 46; Bo & Pavelescu, Wear 1982, 82, 277",
            .validity = "Needs v_r well below v_s: at v_s = 10 v_r the force peaks at 0.96 of "
                        "mu_s N. What should hold creeps at less than about v_r. Where the "
                        "curve falls, sliding can be unstable (stick-slip)."},
    .params = params,
    .flags = PTL_FRICTION_PROPORTIONAL,
    .prepare = prepare,
    .force = force,
    .stick_speed = stick_speed,
};
