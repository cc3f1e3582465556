/* revolute.c: a pin in a bearing. Ideal: the centres coincide. With clearance: a journal (part B)
 * inside a bearing (part A), radial clearance c = bearing radius - journal radius.
 *
 *   depth = |p| - c,   p the journal's centre in the bearing's frame
 *
 * and with asperities of height s on both surfaces together |p| - (c - s) (Flores, Ambrosio, Claro,
 * Lankarani: Kinematics and Dynamics of Multibody Systems with Imperfect Joints, 2008, ch. 3).
 *
 * Worn surfaces, given by points, have lost w_A and w_B in the directions in which they are
 * touched. With u the unit vector in the direction g in which the journal comes nearest to the
 * wall, that is where the depth is largest:
 *
 *   depth = p.u - c - w_A(g) - w_B(g - angle)
 *
 * Stops: an arm of part B of length R meets flat stops of part A when the joint's angle a reaches
 * `from` and `to`; arc lengths count, so that an angle of many turns has its limits too:
 *   upper: depth = R (a - to) - n.p,     n = (sin t, -cos t),   t = to + arm
 *   lower: depth = R (from - a) - n.p,   n = (-sin t, cos t),   t = from + arm
 * The force acts at the end of the arm and loads the bearing as a real stop does. */
#include <math.h>

#include "pintle_extend.h"
#include "worn_circle.h"

enum {
  CLEARANCE,
  RADIUS,
  FROM,
  TO,
  STOP_RADIUS,
  ARM,
  WORN_BEARING,
  WORN_JOURNAL = 8,
  ROUGHNESS = 10
};
enum { BEARING, LOWER, UPPER };

static const ptl_param params[] = {
    {.name = "clearance",
     .unit = "m",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Radial clearance: bearing radius less journal radius; 0 is the ideal joint."},
    {.name = "radius",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Radius of the bearing, which the centre of the journal must not reach; for laws that "
            "need radii, for friction, and for drawing."},
    {.name = "limits.from",
     .unit = "rad",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Angle of the joint at its lower stop."},
    {.name = "limits.to",
     .unit = "rad",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Angle of the joint at its upper stop."},
    {.name = "limits.radius",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Distance from the joint to where the stops touch; turns an angle into a depth."},
    {.name = "limits.arm",
     .unit = "rad",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "Direction of the arm that meets the stops, in part B's frame."},
    PTL_WORN_POINTS(
        "worn.bearing",
        "Points of the worn bearing around its centre, counter-clockwise, in part A's frame."),
    PTL_WORN_POINTS(
        "worn.journal",
        "Points of the worn journal around its centre, counter-clockwise, in part B's frame."),
    {.name = "roughness",
     .unit = "m",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Height of the asperities of both surfaces together, with which the contact begins "
            "while the mean surfaces, which a film sees, are still so far apart."},
    {0},
};

static int is_worn(const double *c) {
  return c[WORN_BEARING] > 0.0 || c[WORN_JOURNAL] > 0.0; /* numbers of points */
}

static int prepare(double *c, ptl_reason *why) {
  int stops = !isnan(c[FROM]) || !isnan(c[TO]);
  if (!isnan(c[RADIUS]) && !(c[CLEARANCE] < c[RADIUS]))
    return ptl_refuse(why, "clearance %g m leaves no journal in a bearing of radius %g m",
                      c[CLEARANCE], c[RADIUS]);
  if (stops && isnan(c[STOP_RADIUS]))
    return ptl_refuse(why, "limits need a radius: how far from the joint the stops touch");
  if (!stops && !isnan(c[STOP_RADIUS])) return ptl_refuse(why, "limits need 'from', 'to' or both");
  if (!isnan(c[FROM]) && !isnan(c[TO]) && !(c[FROM] < c[TO]))
    return ptl_refuse(why, "limits.from (%g rad) must be less than limits.to (%g rad)", c[FROM],
                      c[TO]);
  if (c[ROUGHNESS] > 0.0 && !(c[ROUGHNESS] < c[CLEARANCE]))
    return ptl_refuse(why, "roughness %g m fills the clearance %g m", c[ROUGHNESS], c[CLEARANCE]);
  if (!is_worn(c)) return 0;
  if (!(c[CLEARANCE] > 0.0) || isnan(c[RADIUS]))
    return ptl_refuse(why, "worn surfaces need a radius and a clearance");
  return ptl_worn_circle_prepare(c, WORN_BEARING, c[RADIUS], 1.0, "worn.bearing", why) ||
         ptl_worn_circle_prepare(c, WORN_JOURNAL, c[RADIUS] - c[CLEARANCE], -1.0, "worn.journal",
                                 why);
}

static int worn(const double *c, int gap, int side, ptl_worn_surface *out) {
  if (gap != BEARING || isnan(c[RADIUS])) return 0;
  *out = side == 0
             ? (ptl_worn_surface){.points = "worn.bearing", .radius = -c[RADIUS]}
             : (ptl_worn_surface){.points = "worn.journal", .radius = c[RADIUS] - c[CLEARANCE]};
  return 1;
}

static void constraints(const double *c, const ptl_pose *rest, const ptl_pose *pose,
                        ptl_scalar *out) {
  (void)c;
  (void)rest;
  out[0] = (ptl_scalar){.value = pose->x, .d = {1.0, 0.0, 0.0}};
  out[1] = (ptl_scalar){.value = pose->y, .d = {0.0, 1.0, 0.0}};
}

static double clearance(const double *c) {
  return c[CLEARANCE];
}

static int has_gap(const double *c, int gap) {
  return gap == BEARING ? c[CLEARANCE] > 0.0 : !isnan(c[gap == LOWER ? FROM : TO]);
}

static void bearing_gap(const double *c, const ptl_pose *pose, ptl_gap *out) {
  double e = sqrt(pose->x * pose->x + pose->y * pose->y);
  double journal = isnan(c[RADIUS]) ? 0.0 : c[RADIUS] - c[CLEARANCE];
  const double play = c[CLEARANCE] - c[ROUGHNESS];
  out->depth = e - play;
  double inverse = e > 0.0 ? 1.0 / e : 0.0;
  out->nx = e > 0.0 ? -pose->x * inverse : -1.0; /* concentric: any direction, nothing touches */
  out->ny = -pose->y * inverse;
  out->bx = pose->x - journal * out->nx;
  out->by = pose->y - journal * out->ny;
  out->radius_a = -(journal + play);
  out->radius_b = journal;
}

/* The journal's support function is r - w_B, its touching point (r - w_B) u - w_B' t, t across
 * u. */
static void worn_gap(const double *c, const ptl_pose *pose, ptl_gap *out) {
  const ptl_worn_circle bearing = ptl_worn_circle_get(c, WORN_BEARING);
  const ptl_worn_circle journal = ptl_worn_circle_get(c, WORN_JOURNAL);
  const double g = ptl_worn_circle_nearest(&bearing, &journal, pose);
  const ptl_worn_loss a = ptl_worn_circle_loss(&bearing, g);
  const ptl_worn_loss b = ptl_worn_circle_loss(&journal, g - pose->angle);
  const double ux = cos(g), uy = sin(g), radius = c[RADIUS] - c[CLEARANCE];
  const double play = c[CLEARANCE] - c[ROUGHNESS];
  *out = (ptl_gap){.depth = pose->x * ux + pose->y * uy - play - a.value - b.value,
                   .nx = -ux,
                   .ny = -uy,
                   .bx = pose->x + (radius - b.value) * ux + b.slope * uy,
                   .by = pose->y + (radius - b.value) * uy - b.slope * ux,
                   .radius_a = -(radius + play + a.value + a.curvature),
                   .radius_b = radius - b.value - b.curvature};
}

/* side: 1 for the upper stop, -1 for the lower. A corner on a flat face, whose touching point keeps
 * its lever arm. */
static void stop_gap(const double *c, const ptl_pose *pose, double limit, double side,
                     ptl_gap *out) {
  double cosine = cos(limit + c[ARM]), sine = sin(limit + c[ARM]), r = c[STOP_RADIUS];
  double nx = side * sine, ny = -side * cosine;
  *out = (ptl_gap){.depth = side * r * (pose->angle - limit) - (nx * pose->x + ny * pose->y),
                   .nx = nx,
                   .ny = ny,
                   .bx = pose->x + r * cosine,
                   .by = pose->y + r * sine,
                   .radius_a = INFINITY};
}

static void gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  if (is_worn(c))
    worn_gap(c, pose, &out[BEARING]);
  else
    bearing_gap(c, pose, &out[BEARING]);
  if (!isnan(c[FROM])) stop_gap(c, pose, c[FROM], -1.0, &out[LOWER]);
  if (!isnan(c[TO])) stop_gap(c, pose, c[TO], 1.0, &out[UPPER]);
}

static void radii(const double *c, int gap, double *radius_a, double *radius_b) {
  *radius_a = gap == BEARING ? -c[RADIUS] : INFINITY;
  *radius_b = gap == BEARING ? c[RADIUS] - c[CLEARANCE] : 0.0;
}

/* The journal's centre comes to the bearing's surface; the arm is a radian beyond its stop. */
static double max_depth(const double *c, int gap) {
  if (gap != BEARING) return c[STOP_RADIUS];
  return c[RADIUS] - c[CLEARANCE];
}

static void eccentricity(const double *c, const ptl_pose *pose, double *ex, double *ey) {
  (void)c;
  *ex = pose->x;
  *ey = pose->y;
}

/* The journal's surface slips at r angle' under the whole reaction: moment mu r |R|. */
static void sliding(const double *c, const ptl_pose *pose, const double *reaction,
                    ptl_sliding *out) {
  (void)pose;
  out->d[2] = c[RADIUS] - c[CLEARANCE];
  out->normal = sqrt(reaction[0] * reaction[0] + reaction[1] * reaction[1]);
  if (!(out->normal > 0.0)) return;
  out->d_normal[0] = reaction[0] / out->normal;
  out->d_normal[1] = reaction[1] / out->normal;
}

static const char *const gap_names[] = {"bearing", "lower", "upper", NULL};

const ptl_joint_type ptl_joint_revolute = {
    .name = "revolute",
    .doc = {.title = "Revolute joint: pin in bearing",
            .formula =
                "ideal: p = 0; with clearance: depth = |p| - clearance; stops: depth = "
                "radius (angle beyond the limit); worn: depth = max over u of p.u - clearance - "
                "losses",
            .source = "Flores, Ambrosio, Claro, Lankarani 2008, ch. 3",
            .validity = "part A carries the bearing and the stops, part B the journal and the arm "
                        "that meets them; angles count from where the parts' x axes agree"},
    .part_a = "bearing",
    .part_b = "journal",
    .params = params,
    .n_derived_per_point = PTL_WORN_CIRCLE_DOUBLES,
    .n_constraints = 2,
    .kinds = {PTL_CONSTRAINT_LINE, PTL_CONSTRAINT_LINE},
    .flags = PTL_JOINT_POINT_PAIR | PTL_JOINT_FRICTION_MOMENT | PTL_JOINT_GAPS_EVERYWHERE,
    .coordinate = PTL_COORDINATE_ANGLE,
    .gap_names = gap_names,
    .has_gap = has_gap,
    .prepare = prepare,
    .constraints = constraints,
    .clearance = clearance,
    .gaps = gaps,
    .radii = radii,
    .max_depth = max_depth,
    .eccentricity = eccentricity,
    .friction_needs = "radius",
    .sliding = sliding,
    .worn = worn};
