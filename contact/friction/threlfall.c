/* Threlfall's friction: an exponential rise up to a slip rate, constant from there. */
#include <math.h>

#include "pintle_extend.h"

enum { COEFFICIENT, SPEED };

/* F = mu N (1 - exp(-3 |v|/v_r)) sgn v, from |v| = v_r on with |v| = v_r */
static void force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  const double size = fabs(in->slip_rate), limit = c[COEFFICIENT] * in->normal_force;
  const double share = fmin(size / c[SPEED], 1), rest = exp(-3 * share);
  out->force = copysign(limit * (1 - rest), in->slip_rate);
  out->d_slip = size < c[SPEED] ? 3 * limit * rest / c[SPEED] : 0;
  out->d_normal = copysign(c[COEFFICIENT] * (1 - rest), in->slip_rate);
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
     .doc = "Slip rate v_r from which the force is constant."},
    {0},
};

const ptl_friction_law ptl_friction_threlfall = {
    .name = "threlfall",
    .doc = {.family = "one coefficient",
            .title = "Threlfall's friction",
            .formula =
                "F = mu N (1 - exp(-3 |v|/v_r)) sgn v for |v| <= v_r, 0.950 mu N sgn v above",
            .source = "Threlfall, Mech. Mach. Theory 1978, 13, 475",
            .validity =
                "Sliding gives 1 - e^-3 = 0.9502 of mu N. What should hold creeps: a load F "
                "slides at -v_r ln(1 - F/(mu N))/3. The slope jumps at v_r."},
    .params = params,
    .flags = PTL_FRICTION_PROPORTIONAL,
    .force = force,
    .stick_speed = stick_speed,
};
