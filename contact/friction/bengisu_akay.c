/* Bengisu and Akay's friction: a parabola up to the static coefficient, then a fall. */
#include <math.h>

#include "pintle_extend.h"

enum { KINETIC, STATIC, SPEED, FALL };

static int prepare(double *c, ptl_reason *why) {
  if (c[STATIC] >= c[KINETIC]) return 0;
  return ptl_refuse(why, "static (%g) must not be smaller than kinetic (%g)", c[STATIC],
                    c[KINETIC]);
}

/* |v| <= v_r: F = mu_s N (1 - (|v|/v_r - 1)^2) sgn v
 * |v| >  v_r: F = N (mu_k + (mu_s - mu_k) exp(-xi (|v| - v_r))) sgn v */
static void force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  const double size = fabs(in->slip_rate), past = size - c[SPEED];
  double mu, slope;
  if (past <= 0) {
    const double short_of = past / c[SPEED];
    mu = c[STATIC] * (1 - short_of * short_of);
    slope = -2 * c[STATIC] * short_of / c[SPEED];
  } else {
    const double above = (c[STATIC] - c[KINETIC]) * exp(-c[FALL] * past);
    mu = c[KINETIC] + above;
    slope = -c[FALL] * above;
  }
  out->force = copysign(mu * in->normal_force, in->slip_rate);
  out->d_slip = slope * in->normal_force;
  out->d_normal = copysign(mu, in->slip_rate);
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
     .doc = "Coefficient mu_s at break-away."},
    {.name = "regularisation_speed",
     .unit = "m/s",
     .fallback = 1e-3,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "Slip rate v_r at which the force reaches mu_s N."},
    {.name = "fall",
     .unit = "s/m",
     .fallback = 100,
     .min = 0,
     .max = INFINITY,
     .doc = "How fast the force falls from static to kinetic, xi: by 1/e every 1/xi of slip rate."},
    {0},
};

const ptl_friction_law ptl_friction_bengisu_akay = {
    .name = "bengisu_akay",
    .doc = {.family = "static and kinetic",
            .title = "Bengisu and Akay's friction",
            .formula = "F = mu_s N (1 - (|v|/v_r - 1)^2) sgn v for |v| <= v_r, N (mu_k + (mu_s - "
                       "mu_k) exp(-xi (|v| - v_r))) sgn v above",
            .source = "Bengisu & Akay, J. Sound Vib. 1994, 171, 557",
            .validity = "What should hold creeps: a load F slides at v_r (1 - sqrt(1 - F/(mu_s "
                        "N))). The slope jumps at v_r unless mu_s = mu_k."},
    .params = params,
    .flags = PTL_FRICTION_PROPORTIONAL,
    .prepare = prepare,
    .force = force,
    .stick_speed = stick_speed,
};
