/* motor.c: a motor between two bodies by its torque at each speed.
 *
 *   T = M_s (1 - w/w_0) on part B, or a table T(w);   w the speed of part B against part A; M =
 * -T */
#include "coordinate.h"
#include "table.h"

enum { STALL, NO_LOAD, CURVE };

static const ptl_param params[] = {
    {.name = "stall_torque",
     .unit = "N m",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Torque M_s at rest."},
    {.name = "no_load_speed",
     .unit = "rad/s",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Speed w_0 at which no torque is left; beyond it the motor brakes."},
    {.name = "curve",
     .unit = "rad/s|N m",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .kind = PTL_POINTS,
     .doc = "Points [[speed, torque], ...] with growing speed, in place of the line."},
    {0},
};

static int prepare(double *c, ptl_reason *why) {
  int line = !isnan(c[STALL]) || !isnan(c[NO_LOAD]);
  if (c[CURVE] > 0.0)
    return line ? ptl_refuse(why, "a motor takes a line or a curve, not both")
                : ptl_table_prepare(c, CURVE, "curve", why);
  if (isnan(c[STALL]) || isnan(c[NO_LOAD]))
    return ptl_refuse(why, "a motor needs stall_torque and no_load_speed, or a curve");
  if (!(c[STALL] * c[NO_LOAD] > 0.0))
    return ptl_refuse(why, "stall_torque and no_load_speed must have the same sign and not be 0");
  return 0;
}

static void force(const double *c, double s, double rate, ptl_force_out *out) {
  (void)s;
  double torque[3];
  if (c[CURVE] > 0.0) {
    ptl_table_eval(c, CURVE, rate, torque);
  } else {
    torque[0] = c[STALL] * (1.0 - rate / c[NO_LOAD]);
    torque[1] = -c[STALL] / c[NO_LOAD];
  }
  *out = (ptl_force_out){.force = -torque[0], .d_rate = -torque[1]};
}

const ptl_force_type ptl_force_motor = {
    .name = "motor",
    .doc = {.title = "Motor with a torque-speed line or curve",
            .formula = "M = -T; T = M_s (1 - w/w_0) turns part B on, or a table T(w)",
            .source = "elementary",
            .validity =
                "part A carries the stator, part B turns; no electrical time constant; a curve "
                "goes straight on beyond its points"},
    .params = params,
    .n_derived_per_point = PTL_TABLE_DOUBLES,
    .flags = PTL_FORCE_DRIVES | PTL_FORCE_ROTATIONAL,
    .prepare = prepare,
    .coordinate = ptl_force_angle,
    .force = force};
