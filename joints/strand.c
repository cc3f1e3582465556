/* strand.c: what is stretched between two wheels that do not slip in it, a strand of a belt or a
 * piece of a rope: it is taut or slack. A wheel without a radius is a point.
 *
 * Let p be the centre of B seen from A's, phi its direction, and e = -1 for a wheel on the left of
 * the strand, 1 for one on its right, looking from A to B. With R_a = e_a r_a, R_b = e_b r_b, D =
 * R_a - R_b,
 *
 *   l = sqrt(|p|^2 - D^2) from one touching point to the other,  sin beta = D/|p|,  t the direction
 *   phi - beta, n its left
 *   way = l - D (phi - beta) - R_b angle
 *   depth = way - length + stretch
 *
 * Its touching points are R_a n of A and p + R_b n of B. They are points of the wheels, so that
 * grad way = (t, -R_b): what is wound up is counted by the angles. phi is known but for whole
 * turns; it is taken with the turn of part A within half a turn of the direction at the placement.
 * (Involutes of the wheels: l is the radius of curvature, and the hessian of the way n n^T/l.) */
#include <math.h>

#include "pintle_extend.h"

enum { RADIUS_A, SIDE_A, RADIUS_B, SIDE_B, LENGTH, STRETCH, PERMANENT };

#define WHEEL(part, which)                                                          \
  {.name = part ".radius",                                                          \
   .unit = "m",                                                                     \
   .fallback = 0.0,                                                                 \
   .min = 0.0,                                                                      \
   .max = INFINITY,                                                                 \
   .doc = "Radius of wheel " which "; 0: a point."},                                \
  {                                                                                 \
    .name = part ".side", .unit = "1", .kind = PTL_CHOICE, .choices = "left|right", \
    .doc = "Side of the strand on which the wheel is, looking from A to B."         \
  }

static const ptl_param params[] = {
    WHEEL("a", "A"),
    WHEEL("b", "B"),
    {.name = "length",
     .unit = "m",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Way at which it is just taut, but for the stretch, counted from where the x axes of "
            "both parts point from A's centre to B's."},
    {.name = "stretch",
     .unit = "m",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "Length by which it is stretched at this length; less than 0: slack."},
    {.name = "permanent",
     .unit = "1",
     .kind = PTL_CHOICE,
     .choices = "false|true",
     .doc = "True: it does not give way and is always taut, an ideal joint."},
    {0},
};

static double signed_radius(const double *c, int radius) {
  return c[radius + 1] > 0.0 ? c[radius] : -c[radius];
}

typedef struct course {
  double way, free; /* free: from one touching point to the other */
  double tx, ty;    /* direction from A to B; the left of it is (-ty, tx) */
  double radius_b;  /* signed */
} course;

/* NAN where there is no such strand: one wheel in the other, or the direction not known any
 * more. */
static course course_of(const double *c, const ptl_pose *pose) {
  static const double turn = 6.2831853071795865, farthest = 0.45;
  const double rb = signed_radius(c, RADIUS_B), difference = signed_radius(c, RADIUS_A) - rb;
  const double d = hypot(pose->x, pose->y), direct = atan2(pose->y, pose->x);
  const double since = remainder(direct + pose->turned, turn);
  const double free = sqrt(d * d - difference * difference), beta = asin(difference / d);
  const double direction = since - pose->turned - beta;
  course out = {.way = free - difference * direction - rb * pose->angle,
                .free = free,
                .tx = cos(direction),
                .ty = sin(direction),
                .radius_b = rb};
  if (!(free > 0.0) || (difference != 0.0 && fabs(since) > farthest * turn)) out.way = NAN;
  return out;
}

static int prepare(double *c, ptl_reason *why) {
  if (c[PERMANENT] > 0.0 && c[STRETCH] != 0.0)
    return ptl_refuse(why, "a strand that is always taut has no stretch (%g m)", c[STRETCH]);
  return 0;
}

static void constraints(const double *c, const ptl_pose *rest, const ptl_pose *pose,
                        ptl_scalar *out) {
  const course s = course_of(c, pose);
  (void)rest;
  *out = (ptl_scalar){.value = s.way - c[LENGTH],
                      .d = {s.tx, s.ty, -s.radius_b},
                      .dd = {s.ty * s.ty / s.free, -s.tx * s.ty / s.free, s.tx * s.tx / s.free}};
}

/* One that is stretched or just taut is an ideal joint where clearances are left out; one that
 * hangs holds nothing. */
static double clearance(const double *c) {
  static const double gives_way = 1e-300;
  if (c[PERMANENT] > 0.0) return 0.0;
  return c[STRETCH] < 0.0 ? INFINITY : gives_way;
}

static void gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  const course s = course_of(c, pose);
  const double depth = s.way - c[LENGTH] + c[STRETCH];
  *out = (ptl_gap){.depth = depth,
                   .nx = -s.tx,
                   .ny = -s.ty,
                   .bx = pose->x - s.radius_b * s.ty,
                   .by = pose->y + s.radius_b * s.tx,
                   .radius_a = depth - s.free};
}

/* Nothing touches, so that laws that need radii find none. */
static void radii(const double *c, int gap, double *radius_a, double *radius_b) {
  (void)c;
  (void)gap;
  *radius_a = *radius_b = NAN;
}

/* It may be stretched by any length. */
static double max_depth(const double *c, int gap) {
  (void)c;
  (void)gap;
  return INFINITY;
}

static const char *const gap_names[] = {"taut", NULL};

const ptl_joint_type ptl_joint_strand = {
    .name = "strand",
    .doc = {.title = "Strand of a belt or piece of a rope between two wheels or points",
            .formula = "depth = l - D (phi - beta) - R_b angle - length + stretch, D = R_a - R_b, "
                       "sin beta = D/|p|, l = |p| cos beta, R = radius, of a wheel on the left "
                       "-radius; permanent: depth = 0",
            .source = "involutes of circles; elementary",
            .validity =
                "without mass and bending; it does not slip on its wheels; from A to B the line of "
                "centres turns by less than 160 deg from where the model places it, unless both "
                "wheels are of one size and side. `type: rope` and a `belt` with `bushing` place "
                "it (docs/model_file.md)"},
    .part_a = "a",
    .part_b = "b",
    .params = params,
    .n_constraints = 1,
    .kinds = {PTL_CONSTRAINT_GENERAL},
    .flags = PTL_JOINT_FRICTIONLESS_GAPS | PTL_JOINT_PULLS | PTL_JOINT_APART,
    .coordinate = PTL_COORDINATE_NONE,
    .gap_names = gap_names,
    .prepare = prepare,
    .constraints = constraints,
    .clearance = clearance,
    .gaps = gaps,
    .radii = radii,
    .max_depth = max_depth};
