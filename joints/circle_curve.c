/* circle_curve.c: a circle (part B) that touches a smooth profile through points (part A): a cam
 * and its follower, a ball and its track, a detent. With s the distance of the circle's centre
 * from the profile on its free side and P an end of an open profile:
 *
 *   depth = r - s       beyond an end: depth = r - |p - P|
 *
 * With `permanent` the circle never leaves the profile: the ideal constraint s = r. */
#include <math.h>

#include "curve.h"
#include "pintle_extend.h"

enum { POINTS, POINTS_INDEX, CLOSED, SOLID, RADIUS, PERMANENT, N_PARAMS };
/* derived: 1 when the free side is on the left, else -1; the deepest that the circle may be */
enum { FREE = N_PARAMS, MAX_DEPTH, N_VALUES };
enum { SOLID_DEFAULT, SOLID_RIGHT, SOLID_LEFT, SOLID_INSIDE, SOLID_OUTSIDE };

static const ptl_param params[] = {
    {.name = "profile.points",
     .unit = "m",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .kind = PTL_POINTS,
     .doc = "Points that the profile runs through."},
    {.name = "profile.closed",
     .unit = "1",
     .kind = PTL_CHOICE,
     .choices = "false|true",
     .doc = "Whether it goes on from its last point to its first."},
    {.name = "profile.solid",
     .unit = "1",
     .kind = PTL_CHOICE,
     .choices = "default|right|left|inside|outside",
     .doc = "Where the material is: to the right or left along the points, inside or outside of a "
            "closed profile; by default right, and inside."},
    {.name = "circle.radius",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Radius of the circle; 0 is a point."},
    {.name = "permanent",
     .unit = "1",
     .kind = PTL_CHOICE,
     .choices = "false|true",
     .doc = "True: the circle stays on the profile, as an ideal joint."},
    {0},
};

static ptl_curve curve_of(const double *c) {
  return ptl_curve_get(c, POINTS, c[CLOSED] > 0.0);
}

/* Where the circle's centre comes to an end, or a point to the centre of curvature behind the
 * profile, the normal has no direction. */
static void set_max_depth(double *c, const ptl_curve *curve) {
  static const double nearly = 0.9;
  int point;
  c[MAX_DEPTH] =
      nearly * (c[RADIUS] > 0.0 ? c[RADIUS] : 1.0 / ptl_curve_tightest(curve, -c[FREE], &point));
}

static int prepare(double *c, ptl_reason *why) {
  int closed = c[CLOSED] > 0.0, solid = (int)c[SOLID], point;
  if (!closed && solid >= SOLID_INSIDE)
    return ptl_refuse(why, "an open profile has no inside: profile.solid is right or left");
  if (ptl_curve_prepare(c, POINTS, closed, "profile", why)) return 1;
  ptl_curve curve = curve_of(c);
  c[FREE] = solid == SOLID_LEFT ? -1.0 : 1.0;
  if (closed && (solid == SOLID_DEFAULT || solid >= SOLID_INSIDE)) {
    int inside_is_left = ptl_curve_area(&curve) > 0.0;
    c[FREE] = inside_is_left == (solid == SOLID_OUTSIDE) ? 1.0 : -1.0;
  }
  double tightest = ptl_curve_tightest(&curve, c[FREE], &point);
  if (!(tightest * c[RADIUS] < 1.0))
    return ptl_refuse(why,
                      "a circle of radius %g m does not fit into the profile at point %d, "
                      "where its radius of curvature is %g m",
                      c[RADIUS], point, 1.0 / tightest);
  set_max_depth(c, &curve);
  return ptl_curve_check_width(&curve, 0.0, "profile", why);
}

/* The distance from a curve: its gradient is the normal, its second derivative that of the circles
 * around the centre of curvature. */
static void constraints(const double *c, const ptl_pose *rest, const ptl_pose *pose,
                        ptl_scalar *out) {
  ptl_curve curve = curve_of(c);
  ptl_foot foot;
  (void)rest;
  ptl_curve_find(&curve, pose->x, pose->y, &foot);
  double side = c[FREE], tx = foot.tx, ty = foot.ty;
  double curvature =
      foot.past ? 0.0 : -side * foot.curvature / (1.0 - foot.curvature * foot.offset);
  *out = (ptl_scalar){
      .value = side * foot.offset - c[RADIUS],
      .d = {-side * ty, side * tx, 0.0},
      .dd = {curvature * tx * tx, curvature * tx * ty, curvature * ty * ty, 0.0, 0.0, 0.0}};
}

static double clearance(const double *c) {
  return c[PERMANENT] > 0.0 ? 0.0 : INFINITY;
}

static void gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  ptl_curve curve = curve_of(c);
  ptl_foot foot;
  ptl_curve_find(&curve, pose->x, pose->y, &foot);
  double r = c[RADIUS], nx = -c[FREE] * foot.ty, ny = c[FREE] * foot.tx;
  double distance = c[FREE] * foot.offset;
  double radius_a = foot.curvature == 0.0 ? INFINITY : -c[FREE] / foot.curvature;
  if (foot.past) {
    double dx = pose->x - foot.x, dy = pose->y - foot.y;
    distance = hypot(dx, dy);
    if (distance > 0.0) nx = dx / distance, ny = dy / distance;
    radius_a = 0.0;
  }
  *out = (ptl_gap){.depth = r - distance,
                   .nx = nx,
                   .ny = ny,
                   .bx = pose->x - r * nx,
                   .by = pose->y - r * ny,
                   .radius_a = radius_a,
                   .radius_b = r};
}

static void radii(const double *c, int gap, double *radius_a, double *radius_b) {
  (void)gap;
  *radius_a = NAN; /* it changes along the profile */
  *radius_b = c[RADIUS];
}

static double max_depth(const double *c, int gap) {
  (void)gap;
  return c[MAX_DEPTH];
}

static const char *const gap_names[] = {"contact", NULL};

const ptl_joint_type ptl_joint_circle_curve = {
    .name = "circle_curve",
    .doc = {.title = "Circle that touches a free-form profile",
            .formula = "depth = r - s beside the profile, r - |p - P| beyond its end P; permanent: "
                       "s = r",
            .source = "cubic spline; elementary",
            .validity = "one touching point at a time: hollows are wider than the circle; a "
                        "profile with corners is made of several such pairs; the circle's part "
                        "stands in its centre; the permanent form has no ends"},
    .part_a = "profile",
    .part_b = "circle",
    .params = params,
    .n_derived = N_VALUES - N_PARAMS,
    .n_derived_per_point = PTL_CURVE_DOUBLES,
    .n_constraints = 1,
    .kinds = {PTL_CONSTRAINT_POINT},
    .flags = PTL_JOINT_APART | PTL_JOINT_GAPS_EVERYWHERE,
    .coordinate = PTL_COORDINATE_NONE,
    .gap_names = gap_names,
    .prepare = prepare,
    .constraints = constraints,
    .clearance = clearance,
    .gaps = gaps,
    .radii = radii,
    .max_depth = max_depth};
