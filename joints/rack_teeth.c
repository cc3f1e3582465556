/* rack_teeth.c: involute teeth of a pinion B on a rack A, whose pitch line is its x axis, below the pinion. With p = (x, y) the
 * centre of B, r its pitch radius and w the pressure angle:
 *
 *   depth = +-cos(w) (x + r angle) - sin(w) (y - r) - backlash cos(w)/2
 *   n = (-+cos w, sin w),   e = (-+sin w, -cos w)
 *   touching point p + r cos(w) e - R_b n,  R_b = r sin w +- r cos(w) angle
 *
 * the first and R_b up to multiples of the base pitch. */
#include "tooth.h"

enum { RADIUS, TEETH, BACKLASH, ANGLE };

static const ptl_param params[] = {{.name = "pinion.radius",
                                    .unit = "m",
                                    .min = 0.0,
                                    .max = INFINITY,
                                    .flags = PTL_REQUIRED | PTL_OPEN_MIN,
                                    .doc = "pitch radius of the pinion"},
                                   {.name = "teeth",
                                    .unit = "1",
                                    .min = 3.0,
                                    .max = 10000.0,
                                    .flags = PTL_REQUIRED,
                                    .doc = "number of teeth of the pinion"},
                                   PTL_TOOTH_PARAMS,
                                   {0}};

static double pitch_of(const double *c) {
  return 2.0 * acos(-1.0) * c[RADIUS] / c[TEETH];
}

static int prepare(double *c, ptl_reason *why) {
  if (c[TEETH] != round(c[TEETH]))
    return ptl_refuse(why, "%g is no whole number of teeth", c[TEETH]);
  return ptl_tooth_check(pitch_of(c), c[BACKLASH], c[RADIUS], c[ANGLE], why);
}

static void gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  const double r = c[RADIUS], sine = sin(c[ANGLE]), cosine = cos(c[ANGLE]);
  const double pitch = pitch_of(c) * cosine, above = pose->y - r;
  out[0] = out[1] = (ptl_gap){.depth = NAN, .nx = 1.0, .radius_a = INFINITY, .radius_b = r};
  if (ptl_tooth_is_apart(pose->y, r, pitch_of(c))) return;
  for (int i = 0; i < 2; i++) {
    const double side = i == 0 ? 1.0 : -1.0, nx = -side * cosine, ny = sine;
    const double radius = r * sine + ptl_tooth_part(side * r * cosine * pose->angle, pitch);
    out[i] = (ptl_gap){.depth = ptl_tooth_depth(cosine * (pose->x + r * pose->angle), side,
                                                sine * above, c[BACKLASH] * cosine, pitch),
                       .nx = nx,
                       .ny = ny,
                       .bx = pose->x - side * r * cosine * sine - radius * nx,
                       .by = pose->y - r * cosine * cosine - radius * ny,
                       .radius_a = INFINITY,
                       .radius_b = radius};
  }
}

static void radii(const double *c, int gap, double *radius_a, double *radius_b) {
  (void)gap;
  *radius_a = INFINITY;
  *radius_b = c[RADIUS] * sin(c[ANGLE]);
}

static double max_depth(const double *c, int gap) {
  (void)gap;
  return ptl_tooth_max_depth(pitch_of(c) * cos(c[ANGLE]));
}

static const char *const gap_names[] = {"left", "right", NULL};

const ptl_joint_type ptl_joint_rack_teeth = {
    .name = "rack_teeth",
    .doc = {.title = "Teeth of a pinion on a rack with backlash",
            .formula = "depth = +-cos(w) (x + r angle) - sin(w) (y - r) - backlash cos(w)/2",
            .source = "involute teeth: Buckingham 1949, ch. 4",
            .validity = "the pitch line is the x axis of part A, the pinion on the side of its y "
                        "axis, held by other joints within two modules of its place; without "
                        "friction, which goes the other way behind the pitch point; one pair of "
                        "teeth at a time; teeth stand in the middle of the backlash where x + r "
                        "angle is 0"},
    .part_a = "rack",
    .part_b = "pinion",
    .params = params,
    .flags = PTL_JOINT_FRICTIONLESS_GAPS,
    .coordinate = PTL_COORDINATE_NONE,
    .gap_names = gap_names,
    .prepare = prepare,
    .clearance = ptl_tooth_clearance,
    .gaps = gaps,
    .radii = radii,
    .max_depth = max_depth};
