/* Surfaces that wedge in one direction and are free in the other: a freewheel, a sprag clutch, a
 * ratchet with fine teeth. */
#include <math.h>

#include "pintle_extend.h"
#include "slider.h"

enum { COEFFICIENT, STIFFNESS, DAMPING, STICK_SPEED };

/* Part of the largest deflection that is lost before the wedge takes hold again. */
static const double lost = 1e-3;

/* From 0 below u = 0 to 1 above u = 1, with a curvature that begins and ends at 0. */
static double take_hold(double u, double *slope) {
  *slope = 0.0;
  if (!(u > 0.0)) return 0.0;
  if (u >= 1.0) return 1.0;
  *slope = 30.0 * u * u * (1.0 - u) * (1.0 - u);
  return u * u * u * (10.0 - 15.0 * u + 6.0 * u * u);
}

/* F = N (s0 z + s1 z') for z > 0, which comes in smoothly, within 0 and mu N; z' = v, but no more
 * than the limit mu/s0 lets it and, where the surfaces run free, not below 0, near which it
 * fades. */
static void force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  const double v = in->slip_rate, z = in->state[0], N = in->normal_force;
  const double limit = c[COEFFICIENT] / c[STIFFNESS], slack = lost * limit;
  double give = 1.0, slope = 0.0;
  if (v > 0.0 && z > PTL_ELASTIC_SHARE * limit) {
    slope = -1.0 / ((1.0 - PTL_ELASTIC_SHARE) * limit);
    give = (z - limit) * slope;
  } else if (v < 0.0) {
    give = take_hold(z / slack + 1.0, &slope);
    slope /= slack;
  }
  out->rate[0] = v * give;
  out->rate_d_slip[0] = give;
  out->rate_d_state[0][0] = v * slope;
  if (!(z > 0.0)) return;
  double hold_slope;
  const double hold = take_hold(z / slack, &hold_slope);
  const double wedged = c[STIFFNESS] * z + c[DAMPING] * out->rate[0];
  const double share = fmin(fmax(hold * wedged, 0.0), c[COEFFICIENT]);
  out->force = N * share;
  out->d_normal = share;
  if (share != hold * wedged) return;
  out->d_slip = N * hold * c[DAMPING] * give;
  out->d_state[0] =
      N * (hold * (c[STIFFNESS] + c[DAMPING] * v * slope) + hold_slope / slack * wedged);
}

static double stick_speed(const double *c) {
  return c[STICK_SPEED];
}

/* Run free a wedge is not deflected. Fast the other way it slips at its limit. */
static void steady(const double *c, double slip_rate, double *state) {
  state[0] = slip_rate > c[STICK_SPEED] ? c[COEFFICIENT] / c[STIFFNESS] : 0.0;
}

static const ptl_param params[] = {
    {.name = "coefficient",
     .unit = "1",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Coefficient of friction mu at which the wedged surfaces slip."},
    {.name = "stiffness",
     .unit = "1/m",
     .fallback = 1e5,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "Stiffness s0 of the wedge per normal force; mu/s0 is its largest deflection."},
    {.name = "damping",
     .unit = "s/m",
     .fallback = 100,
     .min = 0,
     .max = INFINITY,
     .doc = "Damping s1 of the wedge per normal force."},
    {.name = "stick_speed",
     .unit = "m/s",
     .fallback = 1e-3,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "Slip rate below which the surfaces are reported as sticking; the force does not need "
            "it."},
    {0},
};

const ptl_friction_law ptl_friction_one_way = {
    .name = "one_way",
    .doc =
        {.family = "sticking",
         .title = "Wedge that holds one way: freewheel",
         .formula =
             "F = N (s0 z + s1 z') within 0 and mu N; z' = v, from z = 0 on for v > 0 alone, up to "
             "z = mu/s0",
         .source = "elementary",
         .validity =
             "Holds against v > 0 like a spring of stiffness s0 N, without creep, up to 0.99 "
             "mu N, and slips at mu N; for v < 0 it is free. From running free it takes hold "
             "after at most 1e-3 mu/s0."},
    .params = params,
    .n_states = 1,
    .force = force,
    .stick_speed = stick_speed,
    .steady = steady,
};
