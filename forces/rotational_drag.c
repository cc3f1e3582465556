/* rotational_drag.c: resistance of a medium to a body that turns, by the square of its speed.
 *
 *   M = c |a'| a' */
#include "coordinate.h"
#include "power.h"

enum { COEFFICIENT };

static const ptl_param params[] = {
    {.name = "coefficient",
     .unit = "N m s^2/rad^2",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Coefficient c; of a fan, its torque over the square of its speed."},
    {0},
};

static void force(const double *c, double s, double rate, ptl_force_out *out) {
  (void)s;
  double drag[3];
  ptl_power(c[COEFFICIENT], 2.0, rate, drag);
  *out = (ptl_force_out){.force = drag[0], .d_rate = drag[1]};
}

const ptl_force_type ptl_force_rotational_drag = {
    .name = "rotational_drag",
    .doc = {.title = "Quadratic rotational drag: a fan, a disc in a fluid",
            .formula = "M = c |a'| a'",
            .source = "elementary",
            .validity = "both directions alike"},
    .params = params,
    .coordinate = ptl_force_angle,
    .force = force,
    .flags = PTL_FORCE_ROTATIONAL};
