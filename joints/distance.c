/* distance.c: a rod without mass that keeps two points at a distance; with clearance, the distance
 * may be shorter or longer by it before the rod pushes or pulls.
 *
 *   ideal: |p| - length = 0      long: depth = |p| - (length + clearance)
 *                                short: depth = (length - clearance) - |p|
 * with p the point of part B seen from that of part A.
 * (Nikravesh: Planar Multibody Dynamics, 2nd ed. 2018, ch. 7: revolute-revolute joint.) */
#include <math.h>

#include "pintle_extend.h"

enum { LENGTH, CLEARANCE };
enum { LONG, SHORT };

static const ptl_param params[] = {{.name = "length",
                                    .unit = "m",
                                    .min = 0.0,
                                    .max = INFINITY,
                                    .flags = PTL_REQUIRED | PTL_OPEN_MIN,
                                    .doc = "distance of the two points"},
                                   {.name = "clearance",
                                    .unit = "m",
                                    .fallback = 0.0,
                                    .min = 0.0,
                                    .max = INFINITY,
                                    .doc = "play to each side of the length; 0 is the ideal joint"},
                                   {0}};

static int prepare(double *c, ptl_reason *why) {
  return c[CLEARANCE] < c[LENGTH]
             ? 0
             : ptl_refuse(why, "clearance %g m leaves nothing of a rod of %g m", c[CLEARANCE],
                          c[LENGTH]);
}

static void constraints(const double *c, const ptl_pose *rest, const ptl_pose *pose,
                        ptl_scalar *out) {
  (void)rest;
  double r = hypot(pose->x, pose->y), curvature = r > 0.0 ? 1.0 / r : 0.0;
  double ux = r > 0.0 ? pose->x / r : 1.0, uy = r > 0.0 ? pose->y / r : 0.0;
  *out = (ptl_scalar){
      .value = r - c[LENGTH],
      .d = {ux, uy, 0.0},
      .dd = {curvature * uy * uy, -curvature * ux * uy, curvature * ux * ux, 0.0, 0.0, 0.0}};
}

static double clearance(const double *c) {
  return c[CLEARANCE];
}

/* The point of part B inside the circle of the longest, outside that of the shortest distance. */
static void gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  double r = hypot(pose->x, pose->y), longest = c[LENGTH] + c[CLEARANCE];
  double shortest = c[LENGTH] - c[CLEARANCE];
  double ux = r > 0.0 ? pose->x / r : 1.0, uy = r > 0.0 ? pose->y / r : 0.0;
  out[LONG] = (ptl_gap){.depth = r - longest,
                        .nx = -ux,
                        .ny = -uy,
                        .bx = pose->x,
                        .by = pose->y,
                        .radius_a = -longest};
  out[SHORT] = (ptl_gap){.depth = shortest - r,
                         .nx = ux,
                         .ny = uy,
                         .bx = pose->x,
                         .by = pose->y,
                         .radius_a = shortest};
}

/* Nothing touches, so that laws that need radii find none. */
static void radii(const double *c, int gap, double *radius_a, double *radius_b) {
  (void)c;
  (void)gap;
  *radius_a = *radius_b = NAN;
}

/* A rod may be stretched by any length; where its ends come together, it has no direction. */
static double max_depth(const double *c, int gap) {
  static const double nearly = 0.9;
  return gap == LONG ? INFINITY : nearly * (c[LENGTH] - c[CLEARANCE]);
}

static void eccentricity(const double *c, const ptl_pose *pose, double *ex, double *ey) {
  double r = hypot(pose->x, pose->y), stretch = r > 0.0 ? 1.0 - c[LENGTH] / r : 0.0;
  *ex = stretch * pose->x;
  *ey = stretch * pose->y;
}

static const char *const gap_names[] = {"long", "short", NULL};

const ptl_joint_type ptl_joint_distance = {
    .name = "distance",
    .doc = {.title = "Distance rod between two points",
            .formula =
                "ideal: |p| = length; with clearance: depth = |p| - length - clearance (long), "
                "length - clearance - |p| (short)",
            .source = "Nikravesh: Planar Multibody Dynamics, 2nd ed. 2018, ch. 7",
            .validity = "the rod has no mass; the two points must not coincide"},
    .part_a = "first",
    .part_b = "second",
    .params = params,
    .n_constraints = 1,
    .kinds = {PTL_CONSTRAINT_POINT},
    .coordinate = PTL_COORDINATE_NONE,
    .gap_names = gap_names,
    .prepare = prepare,
    .constraints = constraints,
    .clearance = clearance,
    .gaps = gaps,
    .radii = radii,
    .max_depth = max_depth,
    .eccentricity = eccentricity};
