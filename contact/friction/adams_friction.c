/* The friction of Adams' contacts: two cubic steps over the slip rate. */
#include <math.h>

#include "pintle_extend.h"
#include "ramp.h"

enum { KINETIC, STATIC, STICTION_SPEED, FRICTION_SPEED };

static int prepare(double *c, ptl_reason *why) {
  if (c[STATIC] < c[KINETIC])
    return ptl_refuse(why, "static (%g) must not be smaller than kinetic (%g)", c[STATIC],
                      c[KINETIC]);
  if (c[FRICTION_SPEED] > c[STICTION_SPEED]) return 0;
  return ptl_refuse(why, "friction_speed (%g m/s) must be larger than stiction_speed (%g m/s)",
                    c[FRICTION_SPEED], c[STICTION_SPEED]);
}

/* The coefficient: a cubic step from -mu_s at -v_s to mu_s at v_s, one from mu_s to mu_k at v_d. */
static double coefficient(const double *c, double v, double *slope) {
  const double size = fabs(v);
  if (size <= c[STICTION_SPEED]) {
    const double share = ptl_ramp(0.5 * (v / c[STICTION_SPEED] + 1), slope);
    *slope *= c[STATIC] / c[STICTION_SPEED];
    return c[STATIC] * (2 * share - 1);
  }
  const double width = c[FRICTION_SPEED] - c[STICTION_SPEED], fall = c[STATIC] - c[KINETIC];
  const double share = ptl_ramp((size - c[STICTION_SPEED]) / width, slope);
  *slope *= -fall / width;
  return copysign(c[STATIC] - fall * share, v);
}

static void force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  double slope;
  out->d_normal = coefficient(c, in->slip_rate, &slope);
  out->force = in->normal_force * out->d_normal;
  out->d_slip = in->normal_force * slope;
}

static double stick_speed(const double *c) {
  return c[STICTION_SPEED];
}

static const ptl_param params[] = {
    {.name = "kinetic",
     .unit = "1",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Coefficient mu_k of fast sliding (mu_d in Adams)."},
    {.name = "static",
     .unit = "1",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Coefficient mu_s, the peak of the curve."},
    {.name = "stiction_speed",
     .unit = "m/s",
     .fallback = 1e-3,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "Slip rate v_s of the peak (stiction transition velocity)."},
    {.name = "friction_speed",
     .unit = "m/s",
     .fallback = 1e-2,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "Slip rate v_d from which the coefficient is mu_k (friction transition velocity)."},
    {0},
};

const ptl_friction_law ptl_friction_adams_friction = {
    .name = "adams_friction",
    .doc = {.family = "static and kinetic",
            .title = "Friction of Adams' contacts",
            .formula = "F = N mu(v), odd: a cubic step from -mu_s at -v_s to mu_s at v_s, one from "
                       "mu_s at v_s to mu_k at v_d, then mu_k",
            .source = "Adams documentation, CONTACT, Coulomb friction; so do MotionSolve, RecurDyn "
                      "and SolidWorks Motion",
            .validity = "The slope is continuous. What should hold creeps: half of mu_s N slides "
                        "at 0.347 v_s. Adams' own defaults are 0.1 and 1 m/s, slow for a machine "
                        "that should hold."},
    .params = params,
    .flags = PTL_FRICTION_PROPORTIONAL,
    .prepare = prepare,
    .force = force,
    .stick_speed = stick_speed,
};
