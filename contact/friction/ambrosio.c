/* Coulomb's friction with Ambrosio's dynamic correction: none at rest, full from a slip rate on. */
#include <math.h>

#include "pintle_extend.h"

enum { COEFFICIENT, LOWER, UPPER };

static int prepare(double *c, ptl_reason *why) {
  if (c[LOWER] < c[UPPER]) return 0;
  return ptl_refuse(why, "lower_speed (%g m/s) must be below regularisation_speed (%g m/s)",
                    c[LOWER], c[UPPER]);
}

/* F = mu c_d N sgn v, c_d = (|v| - v_0)/(v_r - v_0) within 0 and 1 */
static void force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  const double width = c[UPPER] - c[LOWER], share = (fabs(in->slip_rate) - c[LOWER]) / width;
  const double correction = fmin(fmax(share, 0), 1);
  out->force = copysign(c[COEFFICIENT] * correction * in->normal_force, in->slip_rate);
  out->d_slip = share > 0 && share < 1 ? c[COEFFICIENT] * in->normal_force / width : 0;
  out->d_normal = copysign(c[COEFFICIENT] * correction, in->slip_rate);
}

static double stick_speed(const double *c) {
  return c[UPPER];
}

static const ptl_param params[] = {
    {.name = "coefficient",
     .unit = "1",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Coefficient of friction mu."},
    {.name = "lower_speed",
     .unit = "m/s",
     .fallback = 1e-4,
     .min = 0,
     .max = INFINITY,
     .doc = "Slip rate v_0 below which there is no friction."},
    {.name = "regularisation_speed",
     .unit = "m/s",
     .fallback = 1e-3,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "Slip rate v_r from which the force is mu N (the sources call it v_1)."},
    {0},
};

const ptl_friction_law ptl_friction_ambrosio = {
    .name = "ambrosio",
    .doc = {.family = "one coefficient",
            .title = "Coulomb friction with Ambrosio's dynamic correction",
            .formula = "F = mu c_d N sgn v, c_d = (|v| - v_0)/(v_r - v_0) within 0 and 1",
            .source = "Ambrosio, in: Virtual Nonlinear Multibody Systems, Kluwer 2003, p. 57; "
                      "Flores et al., Mech. Mach. Theory 2006, 41, 247",
            .validity = "No friction at all below v_0, so nothing holds: a load F slides at v_0 + "
                        "(v_r - v_0) F/(mu N). The slope jumps at v_0 and v_r."},
    .params = params,
    .flags = PTL_FRICTION_PROPORTIONAL,
    .prepare = prepare,
    .force = force,
    .stick_speed = stick_speed,
};
