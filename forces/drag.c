/* drag.c: resistance of a medium, by the square of the speed.
 *
 *   F = rho/2 c_d A |s'| s' */
#include "coordinate.h"
#include "power.h"

enum { AREA, COEFFICIENT, DENSITY, ALONG, N_PARAMS, FACTOR = N_PARAMS };

static const ptl_param params[] = {
    {.name = "area",
     .unit = "m^2",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Area A across the flow."},
    {.name = "drag_coefficient",
     .unit = "1",
     .fallback = 1.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Drag coefficient c_d."},
    {.name = "density",
     .unit = "kg/m^3",
     .fallback = 1.2,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Density rho of the medium."},
    PTL_DISPLACEMENT_ROW,
    {0},
};

static int prepare(double *c, ptl_reason *why) {
  (void)why;
  c[FACTOR] = 0.5 * c[DENSITY] * c[COEFFICIENT] * c[AREA];
  return 0;
}

static void coordinate(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  ptl_force_displacement(c[ALONG], pose, out);
}

static void force(const double *c, double s, double rate, ptl_force_out *out) {
  (void)s;
  double drag[3];
  ptl_power(c[FACTOR], 2.0, rate, drag);
  *out = (ptl_force_out){.force = drag[0], .d_rate = drag[1]};
}

const ptl_force_type ptl_force_drag = {
    .name = "drag",
    .doc = {.title = "Quadratic drag along a line",
            .formula = "F = rho/2 c_d A |s'| s'",
            .source = "elementary",
            .validity = "along one coordinate only: give along: x for a body on a straight path; a "
                        "load with expressions covers drag in the plane"},
    .params = params,
    .n_derived = 1,
    .prepare = prepare,
    .coordinate = coordinate,
    .force = force};
