/* spring_damper.c: a linear spring and damper along the line between two points.
 *
 *   F = k (s - s0) + d s',   s the distance of the points; F > 0 pulls them together            */
#include <math.h>

#include "pintle_extend.h"

enum { STIFFNESS, DAMPING, FREE_LENGTH };

static const ptl_param params[] = {
    {.name = "stiffness", .unit = "N/m", .fallback = 0.0, .min = 0.0, .max = INFINITY,
     .doc = "k"},
    {.name = "damping", .unit = "N s/m", .fallback = 0.0, .min = 0.0, .max = INFINITY, .doc = "d"},
    {.name = "free_length", .unit = "m", .fallback = 0.0, .min = 0.0, .max = INFINITY,
     .doc = "s0: the distance at which the spring is slack"},
    {0}};

static void coordinate(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  (void)c;
  double s = hypot(pose->x, pose->y);
  double ux = s > 0.0 ? pose->x / s : 1.0, uy = s > 0.0 ? pose->y / s : 0.0;
  double bend = s > 0.0 ? 1.0 / s : 0.0;
  *out = (ptl_scalar){.value = s,
                      .d = {ux, uy, 0.0},
                      .dd = {bend * uy * uy, -bend * ux * uy, bend * ux * ux, 0.0, 0.0, 0.0}};
}

static void force(const double *c, double s, double rate, ptl_force_out *out) {
  double stretch = s - c[FREE_LENGTH];
  out->force = c[STIFFNESS] * stretch + c[DAMPING] * rate;
  out->d_s = c[STIFFNESS];
  out->d_rate = c[DAMPING];
  out->energy = 0.5 * c[STIFFNESS] * stretch * stretch;
}

const ptl_force_type ptl_force_spring_damper = {
    .name = "spring_damper",
    .doc = {.title = "Linear spring-damper between two points",
            .formula = "F = k (s - s0) + d s'",
            .source = "elementary",
            .validity = "the direction is undefined while the two points coincide"},
    .params = params,
    .coordinate = coordinate,
    .force = force};
