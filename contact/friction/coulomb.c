/* Coulomb's friction with a smooth step at zero slip. */
#include <math.h>

#include "pintle_extend.h"

enum { COEFFICIENT, SPEED };

/* F = mu N tanh(v/v_r) */
static void force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  const double step = tanh(in->slip_rate / c[SPEED]);
  out->force = c[COEFFICIENT] * in->normal_force * step;
  out->d_slip = c[COEFFICIENT] * in->normal_force * (1 - step * step) / c[SPEED];
  out->d_normal = c[COEFFICIENT] * step;
}

static double stick_speed(const double *c) {
  return c[SPEED];
}

static const ptl_param params[] = {
    {.name = "coefficient",
     .unit = "1",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Coefficient of friction mu."},
    {.name = "regularisation_speed",
     .unit = "m/s",
     .fallback = 1e-3,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "Slip rate v_r at which the force has reached 0.76 of mu N; 0.995 at 3 v_r."},
    {0},
};

const ptl_friction_law ptl_friction_coulomb = {
    .name = "coulomb",
    .doc = {.family = "one coefficient",
            .title = "Coulomb friction, smoothed",
            .formula = "F = mu N tanh(v/v_r)",
            .source = "Coulomb 1785; smoothed as in Andersson, Soederberg & Bjoerklund, Tribol. "
                      "Int. 2007, 40, 580",
            .validity = "What should hold creeps: a load F < mu N slides at v_r artanh(F/(mu N)). "
                        "The default of v_r suits machines that move at 0.1 m/s and more."},
    .params = params,
    .flags = PTL_FRICTION_PROPORTIONAL,
    .force = force,
    .stick_speed = stick_speed,
};
