/* distance.c: a rod without mass that keeps two points at a distance; with clearance, the distance
 * may be shorter or longer by it before the rod pushes or pulls. With limits in place of the length
 * it is a cylinder between its end stops, or a tether that only keeps the points from parting.
 *
 *   ideal: |p| - length = 0      long: depth = |p| - (length + clearance)
 *                                short: depth = (length - clearance) - |p|
 *   limits:                      long: depth = |p| - to,   short: depth = from - |p|
 * with p the point of part B seen from that of part A.
 * (Nikravesh: Planar Multibody Dynamics, 2nd ed. 2018, ch. 7: revolute-revolute joint.) */
#include <math.h>

#include "pintle_extend.h"

enum { LENGTH, CLEARANCE, FROM, TO };
enum { LONG, SHORT };

static const ptl_param params[] = {
    {.name = "length",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Distance of the two points; needed without limits."},
    {.name = "clearance",
     .unit = "m",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Play to each side of the length; 0 is the ideal joint."},
    {.name = "limits.from",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Shortest distance, of a cylinder that is drawn in."},
    {.name = "limits.to",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Longest distance, of a cylinder or a tether."},
    {0},
};

static int has_limits(const double *c) {
  return !isnan(c[FROM]) || !isnan(c[TO]);
}

static double longest_of(const double *c) {
  return has_limits(c) ? c[TO] : c[LENGTH] + c[CLEARANCE];
}

static double shortest_of(const double *c) {
  return has_limits(c) ? c[FROM] : c[LENGTH] - c[CLEARANCE];
}

static int has_gap(const double *c, int gap) {
  return has_limits(c) ? !isnan(c[gap == LONG ? TO : FROM]) : c[CLEARANCE] > 0.0;
}

static int prepare(double *c, ptl_reason *why) {
  if (has_limits(c) == !isnan(c[LENGTH]))
    return ptl_refuse(why, "it needs a length or limits, and one of them alone");
  if (has_limits(c) && c[CLEARANCE] > 0.0)
    return ptl_refuse(why, "clearance belongs to a length, not to limits");
  if (c[FROM] >= c[TO])
    return ptl_refuse(why, "limits.from (%g m) must be less than limits.to (%g m)", c[FROM], c[TO]);
  return has_limits(c) || c[CLEARANCE] < c[LENGTH]
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
      .value = r - (has_limits(c) ? 0.0 : c[LENGTH]),
      .d = {ux, uy, 0.0},
      .dd = {curvature * uy * uy, -curvature * ux * uy, curvature * ux * ux, 0.0, 0.0, 0.0}};
}

static double clearance(const double *c) {
  return has_limits(c) ? INFINITY : c[CLEARANCE];
}

/* The point of part B inside the circle of the longest, outside that of the shortest distance. */
static void gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  double r = hypot(pose->x, pose->y), longest = longest_of(c);
  double shortest = shortest_of(c);
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
  return gap == LONG ? INFINITY : nearly * shortest_of(c);
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
                "length - clearance - |p| (short); limits: depth = |p| - to (long), from - |p| "
                "(short)",
            .source = "Nikravesh: Planar Multibody Dynamics, 2nd ed. 2018, ch. 7",
            .validity = "the rod has no mass; the two points must not coincide"},
    .part_a = "first",
    .part_b = "second",
    .params = params,
    .n_constraints = 1,
    .kinds = {PTL_CONSTRAINT_POINT},
    .flags = PTL_JOINT_APART | PTL_JOINT_GAPS_EVERYWHERE,
    .coordinate = PTL_COORDINATE_NONE,
    .gap_names = gap_names,
    .has_gap = has_gap,
    .prepare = prepare,
    .constraints = constraints,
    .clearance = clearance,
    .gaps = gaps,
    .radii = radii,
    .max_depth = max_depth,
    .eccentricity = eccentricity};
