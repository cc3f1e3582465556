/* circle_circle.c: two circles or arcs that touch or not. With p the centre of B seen from A's:
 *
 *   outside each other:  depth = R_a + R_b - |p|
 *   B inside a hollow A: depth = |p| + R_b - R_a
 *
 * An arc ends in edges. Where the line of centres meets both arcs, that is where they touch; else
 * an edge P of one may touch the arc of the other (centre C, radius R):
 *
 *   depth = R - |P - C|,  in a hollow arc |P - C| - R
 *
 * and the deepest of these counts: one touching point at a time. A hollow arc, unlike a hole, is
 * not touched from outside its circle: B has left it there. */
#include <math.h>

#include "pintle_extend.h"

enum { A_RADIUS, HOLLOW, A_FROM, A_TO, B_RADIUS, B_FROM, B_TO };

static const ptl_param params[] = {
    {.name = "a.radius",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Radius of part A's circle."},
    {.name = "a.hollow",
     .unit = "1",
     .kind = PTL_CHOICE,
     .choices = "false|true",
     .doc = "Whether it is a hole, or a hollow arc, that part B is in."},
    {.name = "a.from",
     .unit = "rad",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Direction of the first end of an arc, in part A's frame."},
    {.name = "a.to",
     .unit = "rad",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Direction of its last end, counter-clockwise from the first."},
    {.name = "b.radius",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Radius of part B's circle; 0 is a point."},
    {.name = "b.from",
     .unit = "rad",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Direction of the first end of an arc, in part B's frame."},
    {.name = "b.to",
     .unit = "rad",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Direction of its last end, counter-clockwise from the first."},
    {0},
};

static int check_arc(const double *c, int from, const char *part, ptl_reason *why) {
  if (isnan(c[from]) && isnan(c[from + 1])) return 0;
  if (isnan(c[from]) || isnan(c[from + 1]))
    return ptl_refuse(why, "an arc of part %s needs both from and to", part);
  if (!(c[from + 1] > c[from]) || c[from + 1] - c[from] >= 2.0 * acos(-1.0))
    return ptl_refuse(why, "%s.to must lie up to a turn counter-clockwise of %s.from", part, part);
  return 0;
}

static int prepare(double *c, ptl_reason *why) {
  if (c[HOLLOW] > 0.0 && !(c[B_RADIUS] < c[A_RADIUS]))
    return ptl_refuse(why, "a circle of radius %g m does not fit into a hollow of radius %g m",
                      c[B_RADIUS], c[A_RADIUS]);
  return check_arc(c, A_FROM, "a", why) || check_arc(c, B_FROM, "b", why);
}

static double clearance(const double *c) {
  (void)c;
  return INFINITY;
}

/* Whether the arc has the direction (x, y). */
static int has_direction(const double *c, int from, double x, double y) {
  if (isnan(c[from])) return 1;
  double middle = 0.5 * (c[from] + c[from + 1]), half = 0.5 * (c[from + 1] - c[from]);
  return cos(middle) * x + sin(middle) * y >= hypot(x, y) * cos(half);
}

static int has_direction_b(const double *c, const ptl_pose *pose, double x, double y) {
  double cosine = cos(pose->angle), sine = sin(pose->angle);
  return has_direction(c, B_FROM, cosine * x + sine * y, -sine * x + cosine * y);
}

/* Where the line of centres meets both. */
static void try_arcs(const double *c, const ptl_pose *pose, ptl_gap *best) {
  double d = hypot(pose->x, pose->y), side = c[HOLLOW] > 0.0 ? -1.0 : 1.0;
  double ux = d > 0.0 ? pose->x / d : 1.0, uy = d > 0.0 ? pose->y / d : 0.0;
  double nx = side * ux, ny = side * uy;
  double depth = side * (c[A_RADIUS] - d) + c[B_RADIUS];
  if (!(depth > best->depth) || !has_direction(c, A_FROM, ux, uy) ||
      !has_direction_b(c, pose, -nx, -ny))
    return;
  *best = (ptl_gap){.depth = depth,
                    .nx = nx,
                    .ny = ny,
                    .bx = pose->x - c[B_RADIUS] * nx,
                    .by = pose->y - c[B_RADIUS] * ny,
                    .radius_a = side * c[A_RADIUS],
                    .radius_b = c[B_RADIUS]};
}

static void try_edge_of_a(const double *c, const ptl_pose *pose, double direction, ptl_gap *best) {
  double x = pose->x - c[A_RADIUS] * cos(direction), y = pose->y - c[A_RADIUS] * sin(direction);
  double d = hypot(x, y), nx = d > 0.0 ? x / d : 1.0, ny = d > 0.0 ? y / d : 0.0;
  if (!(c[B_RADIUS] - d > best->depth) || !has_direction_b(c, pose, -nx, -ny)) return;
  *best = (ptl_gap){.depth = c[B_RADIUS] - d,
                    .nx = nx,
                    .ny = ny,
                    .bx = pose->x - c[B_RADIUS] * nx,
                    .by = pose->y - c[B_RADIUS] * ny,
                    .radius_b = c[B_RADIUS]};
}

static void try_edge_of_b(const double *c, const ptl_pose *pose, double direction, ptl_gap *best) {
  double x = pose->x + c[B_RADIUS] * cos(pose->angle + direction);
  double y = pose->y + c[B_RADIUS] * sin(pose->angle + direction);
  double d = hypot(x, y), side = c[HOLLOW] > 0.0 ? -1.0 : 1.0;
  double ux = d > 0.0 ? x / d : 1.0, uy = d > 0.0 ? y / d : 0.0;
  if (!(side * (c[A_RADIUS] - d) > best->depth) || !has_direction(c, A_FROM, ux, uy)) return;
  *best = (ptl_gap){.depth = side * (c[A_RADIUS] - d),
                    .nx = side * ux,
                    .ny = side * uy,
                    .bx = x,
                    .by = y,
                    .radius_a = side * c[A_RADIUS]};
}

/* Behind a hollow arc is its body's other side. */
static int is_elsewhere(const double *c, const ptl_pose *pose) {
  return c[HOLLOW] > 0.0 && !isnan(c[A_FROM]) && !(hypot(pose->x, pose->y) < c[A_RADIUS]);
}

static void gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  *out = (ptl_gap){.depth = -(c[A_RADIUS] + c[B_RADIUS] + hypot(pose->x, pose->y)),
                   .nx = 1.0,
                   .bx = pose->x,
                   .by = pose->y,
                   .radius_a = c[A_RADIUS],
                   .radius_b = c[B_RADIUS]};
  if (is_elsewhere(c, pose)) return;
  try_arcs(c, pose, out);
  for (int end = 0; end < 2 && !isnan(c[A_FROM]); end++)
    try_edge_of_a(c, pose, c[A_FROM + end], out);
  for (int end = 0; end < 2 && !isnan(c[B_FROM]); end++)
    try_edge_of_b(c, pose, c[B_FROM + end], out);
}

static void radii(const double *c, int gap, double *radius_a, double *radius_b) {
  (void)gap;
  *radius_a = c[HOLLOW] > 0.0 ? -c[A_RADIUS] : c[A_RADIUS];
  *radius_b = c[B_RADIUS];
}

/* Where the centre of one comes to the other's circle, or to an edge, the normal has no
 * direction. */
static double max_depth(const double *c, int gap) {
  static const double nearly = 0.9;
  (void)gap;
  return nearly * (c[B_RADIUS] > 0.0 ? fmin(c[A_RADIUS], c[B_RADIUS]) : c[A_RADIUS]);
}

static void eccentricity(const double *c, const ptl_pose *pose, double *ex, double *ey) {
  (void)c;
  *ex = pose->x;
  *ey = pose->y;
}

static const char *const gap_names[] = {"contact", NULL};

const ptl_joint_type ptl_joint_circle_circle = {
    .name = "circle_circle",
    .doc = {.title = "Two circles that touch",
            .formula = "outside: depth = R_a + R_b - |p|; B inside a hollow A: depth = |p| + R_b - "
                       "R_a; an edge P of an arc: depth = R - |P - C|",
            .source = "elementary",
            .validity = "one touching point at a time; edges do not touch edges; the frames of the "
                        "parts stand in the centres"},
    .part_a = "a",
    .part_b = "b",
    .params = params,
    .flags = PTL_JOINT_APART | PTL_JOINT_GAPS_EVERYWHERE,
    .coordinate = PTL_COORDINATE_NONE,
    .gap_names = gap_names,
    .prepare = prepare,
    .clearance = clearance,
    .gaps = gaps,
    .radii = radii,
    .max_depth = max_depth,
    .eccentricity = eccentricity};
