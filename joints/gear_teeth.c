/* gear_teeth.c: involute teeth of two outer gears. With p the centre of B seen from A's, a = |p|, phi its direction, u along p
 * and t a quarter turn from it, and base radii r = pitch radius cos(pressure angle):
 *
 *   cos w = (r_a + r_b)/a,   inv w = tan w - w
 *   depth = +-(r_b angle - (r_a + r_b) phi) - (r_a + r_b) (inv w - inv w0) - backlash cos(w0)/2
 *   n = +-cos(w) t + sin(w) u,   e = cos(w) u -+ sin(w) t
 *   touching point r_a e + (R_a - depth) n,  R_a = r_a (inv w0 + w -+ phi),  R_a + R_b - depth = (r_a + r_b) tan w
 *
 * the first up to multiples of the base pitch. */
#include "tooth.h"

enum { RADIUS_A, RADIUS_B, TEETH, BACKLASH, ANGLE };

static const ptl_param params[] = {{.name = "a.radius",
                                    .unit = "m",
                                    .min = 0.0,
                                    .max = INFINITY,
                                    .flags = PTL_REQUIRED | PTL_OPEN_MIN,
                                    .doc = "pitch radius of gear A"},
                                   {.name = "b.radius",
                                    .unit = "m",
                                    .min = 0.0,
                                    .max = INFINITY,
                                    .flags = PTL_REQUIRED | PTL_OPEN_MIN,
                                    .doc = "pitch radius of gear B"},
                                   {.name = "teeth",
                                    .unit = "1",
                                    .min = 3.0,
                                    .max = 10000.0,
                                    .flags = PTL_REQUIRED,
                                    .doc = "number of teeth of gear A"},
                                   PTL_TOOTH_PARAMS,
                                   {0}};

static double pitch_of(const double *c) {
  return 2.0 * acos(-1.0) * c[RADIUS_A] / c[TEETH];
}

static int prepare(double *c, ptl_reason *why) {
  const double of_b = c[TEETH] * c[RADIUS_B] / c[RADIUS_A];
  if (c[TEETH] != round(c[TEETH]) || fabs(of_b - round(of_b)) > 1e-6)
    return ptl_refuse(why, "%g and %g teeth, by the radii, are not whole numbers", c[TEETH], of_b);
  return ptl_tooth_check(pitch_of(c), c[BACKLASH], fmin(c[RADIUS_A], c[RADIUS_B]), c[ANGLE], why);
}

static void gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  const double nominal = c[RADIUS_A] + c[RADIUS_B], a = hypot(pose->x, pose->y);
  const double cos0 = cos(c[ANGLE]), inv0 = tan(c[ANGLE]) - c[ANGLE], pitch = pitch_of(c) * cos0;
  const double ra = c[RADIUS_A] * cos0, rb = c[RADIUS_B] * cos0;
  out[0] = out[1] = (ptl_gap){.depth = NAN, .nx = 1.0, .radius_a = c[RADIUS_A]};
  if (ptl_tooth_is_apart(a, nominal, pitch_of(c)) || !(a > ra + rb)) return;
  const double w = acos((ra + rb) / a), sine = sin(w), cosine = cos(w),
               phi = atan2(pose->y, pose->x);
  const double ux = pose->x / a, uy = pose->y / a;
  const double apart = (ra + rb) * (tan(w) - w - inv0);
  const double way = rb * pose->angle - (ra + rb) * phi;
  for (int i = 0; i < 2; i++) {
    const double side = i == 0 ? 1.0 : -1.0, at_pitch_point = ra * tan(w);
    const double nx = sine * ux - side * cosine * uy, ny = sine * uy + side * cosine * ux;
    const double beyond = ra * (inv0 + w - side * phi) - at_pitch_point;
    const double radius = at_pitch_point + ptl_tooth_part(beyond, pitch);
    const double depth = ptl_tooth_depth(way, side, apart, c[BACKLASH] * cos0, pitch);
    out[i] = (ptl_gap){.depth = depth,
                       .nx = nx,
                       .ny = ny,
                       .bx = ra * (cosine * ux + side * sine * uy) + (radius - depth) * nx,
                       .by = ra * (cosine * uy - side * sine * ux) + (radius - depth) * ny,
                       .radius_a = radius,
                       .radius_b = (ra + rb) * tan(w) - radius + depth};
  }
}

static void radii(const double *c, int gap, double *radius_a, double *radius_b) {
  (void)gap;
  *radius_a = c[RADIUS_A] * sin(c[ANGLE]);
  *radius_b = c[RADIUS_B] * sin(c[ANGLE]);
}

static double max_depth(const double *c, int gap) {
  (void)gap;
  return ptl_tooth_max_depth(pitch_of(c) * cos(c[ANGLE]));
}

static const char *const gap_names[] = {"left", "right", NULL};

const ptl_joint_type ptl_joint_gear_teeth = {
    .name = "gear_teeth",
    .doc = {.title = "Teeth of two gears with backlash",
            .formula = "depth = +-(r_b angle - (r_a + r_b) phi) - (r_a + r_b) (inv w - inv w0) - "
                       "backlash cos(w0)/2, cos w = (r_a + r_b)/|p|, r = radius cos(w0)",
            .source = "involute teeth: Buckingham 1949, ch. 4",
            .validity =
                "outer gears; their centres are held by other joints, within two modules of "
                "the nominal distance; without friction, which goes the other way behind the pitch "
                "point; one pair of teeth at a time; teeth stand in the "
                "middle of the backlash where the x axes of both parts point from A's "
                "centre to B's"},
    .part_a = "a",
    .part_b = "b",
    .params = params,
    .flags = PTL_JOINT_FRICTIONLESS_GAPS,
    .coordinate = PTL_COORDINATE_NONE,
    .gap_names = gap_names,
    .prepare = prepare,
    .clearance = ptl_tooth_clearance,
    .gaps = gaps,
    .radii = radii,
    .max_depth = max_depth};
