/* gear.c: involute teeth of two gears, which tooth.h describes. With p the centre of B seen from
 * A's, a = |p|, phi the direction of u and base radii r = pitch radius cos(pressure angle),
 * negative those of a ring, as a is then:
 *
 *   cos w = (r_a + r_b)/a,   inv w = tan w - w
 *   way = r_b angle - (r_a + r_b) phi,   apart = (r_a + r_b) (inv w - inv w0)
 *
 * Without play and held by a constraint the pitch circles roll on each other:
 *   radius_b angle - (radius_a + radius_b) phi = 0 */
#include "tooth.h"

enum { RADIUS_A, RADIUS_B, TEETH, INTERNAL, CLEARANCE, ANGLE };

static const ptl_param params[] = {
    {.name = "a.radius",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Pitch radius of gear A."},
    {.name = "b.radius",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Pitch radius of gear B."},
    {.name = "teeth",
     .unit = "1",
     .min = 3.0,
     .max = 10000.0,
     .flags = PTL_REQUIRED,
     .doc = "Number of teeth of gear A."},
    {.name = "internal",
     .unit = "1",
     .kind = PTL_CHOICE,
     .choices = "false|true",
     .doc = "True: the larger gear is a ring, with its teeth inside."},
    PTL_TOOTH_PARAMS,
    {0},
};

/* Pitch radii, that of a ring negative. */
typedef struct radii_of {
  double a, b;
} radii_of;

static radii_of signed_radii(const double *c) {
  radii_of out = {c[RADIUS_A], c[RADIUS_B]};
  if (!(c[INTERNAL] > 0.0)) return out;
  if (out.a > out.b)
    out.a = -out.a;
  else
    out.b = -out.b;
  return out;
}

static double pitch_of(const double *c) {
  return 2.0 * acos(-1.0) * c[RADIUS_A] / c[TEETH];
}

static int prepare(double *c, ptl_reason *why) {
  const double of_b = c[TEETH] * c[RADIUS_B] / c[RADIUS_A];
  if (c[TEETH] != round(c[TEETH]) || fabs(of_b - round(of_b)) > 1e-6)
    return ptl_refuse(why, "%g and %g teeth, by the radii, are not whole numbers", c[TEETH], of_b);
  if (c[INTERNAL] > 0.0 && fabs(of_b - c[TEETH]) < 0.5)
    return ptl_refuse(why, "a ring and a gear of one size do not mesh");
  return ptl_tooth_check(pitch_of(c), c[CLEARANCE], fmin(c[RADIUS_A], c[RADIUS_B]), c[ANGLE], why);
}

static void constraints(const double *c, const ptl_pose *rest, const ptl_pose *pose,
                        ptl_scalar *out) {
  const radii_of r = signed_radii(c);
  const double sum = r.a + r.b, side = copysign(1.0, sum);
  const double x = pose->x, y = pose->y, square = x * x + y * y, fourth = square * square;
  const double way = r.b * pose->angle - sum * atan2(side * y, side * x);
  (void)rest;
  *out = (ptl_scalar){.value = ptl_tooth_part(way, pitch_of(c)),
                      .d = {sum * y / square, -sum * x / square, r.b},
                      .dd = {-2.0 * sum * x * y / fourth, sum * (x * x - y * y) / fourth,
                             2.0 * sum * x * y / fourth}};
}

static void gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  const radii_of r = signed_radii(c);
  const double nominal = r.a + r.b, side = copysign(1.0, nominal);
  const double a = side * hypot(pose->x, pose->y), cos0 = cos(c[ANGLE]), both = nominal * cos0;
  if (ptl_tooth_is_apart(a, nominal, pitch_of(c)) || !(fabs(a) > fabs(both))) {
    ptl_tooth_no_gaps(r.a, r.b, out);
    return;
  }
  const double w = acos(both / a), inv0 = tan(c[ANGLE]) - c[ANGLE];
  const double phi = atan2(side * pose->y, side * pose->x), radius = r.b * cos0;
  const ptl_teeth teeth = {.ux = pose->x / a,
                           .uy = pose->y / a,
                           .angle = w,
                           .x = pose->x,
                           .y = pose->y,
                           .radius = radius,
                           .both = both,
                           .way = radius * pose->angle - both * phi,
                           .turned = radius * (pose->angle - phi),
                           .apart = both * (tan(w) - w - inv0),
                           .clearance = c[CLEARANCE] * cos0,
                           .pitch = pitch_of(c) * cos0,
                           .middle = radius * (inv0 + w - tan(w))};
  ptl_tooth_gaps(&teeth, out);
}

static double clearance(const double *c) {
  return ptl_tooth_play(c[CLEARANCE], c[ANGLE]);
}

static void radii(const double *c, int gap, double *radius_a, double *radius_b) {
  const radii_of r = signed_radii(c);
  (void)gap;
  *radius_a = r.a * sin(c[ANGLE]);
  *radius_b = r.b * sin(c[ANGLE]);
}

static double max_depth(const double *c, int gap) {
  (void)gap;
  return ptl_tooth_max_depth(pitch_of(c) * cos(c[ANGLE]));
}

const ptl_joint_type ptl_joint_gear = {
    .name = "gear",
    .doc = {.title = "Teeth of two gears with backlash",
            .formula =
                "depth = +-(r_b angle - (r_a + r_b) phi) - (r_a + r_b) (inv w - inv w0) - "
                "clearance cos(w0)/2, cos w = (r_a + r_b)/|p|, r = radius cos(w0), of a ring "
                "r < 0 and |p| < 0",
            .source = "involute teeth: Buckingham 1949, ch. 4",
            .validity =
                "centres are held by other joints, within two modules of the nominal distance; "
                "without friction, which goes the other way behind the pitch point; one pair of "
                "teeth at a time; teeth stand in the middle of the backlash where the x axes of "
                "both parts point from A's centre to B's, of a ring from B's to A's. `gears: [A, "
                "B]` places the parts by the bearings (docs/model_file.md, couplings)"},
    .part_a = "a",
    .part_b = "b",
    .params = params,
    .n_constraints = 1,
    .kinds = {PTL_CONSTRAINT_GENERAL},
    .flags = PTL_JOINT_FRICTIONLESS_GAPS | PTL_JOINT_APART,
    .coordinate = PTL_COORDINATE_NONE,
    .gap_names = ptl_tooth_gap_names,
    .prepare = prepare,
    .constraints = constraints,
    .clearance = clearance,
    .gaps = gaps,
    .radii = radii,
    .max_depth = max_depth};
