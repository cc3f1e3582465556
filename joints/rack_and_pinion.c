/* rack_and_pinion.c: involute teeth of a pinion B on a rack A, which tooth.h describes. The rack's
 * pitch line is its x axis, below the pinion. With p = (x, y) the centre of B, r its pitch radius
 * and w the pressure angle:
 *
 *   way = cos(w) (x + r angle),   apart = sin(w) (y - r)
 *
 * Without play and held by a constraint the pitch circle rolls on the pitch line: x + r angle =
 * 0 */
#include "tooth.h"

enum { RADIUS, TEETH, CLEARANCE, ANGLE };

static const ptl_param params[] = {
    {.name = "pinion.radius",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Pitch radius of the pinion."},
    {.name = "teeth",
     .unit = "1",
     .min = 3.0,
     .max = 10000.0,
     .flags = PTL_REQUIRED,
     .doc = "Number of teeth of the pinion."},
    PTL_TOOTH_PARAMS,
    {0},
};

static double pitch_of(const double *c) {
  return 2.0 * acos(-1.0) * c[RADIUS] / c[TEETH];
}

static int prepare(double *c, ptl_reason *why) {
  if (c[TEETH] != round(c[TEETH]))
    return ptl_refuse(why, "%g is no whole number of teeth", c[TEETH]);
  return ptl_tooth_check(pitch_of(c), c[CLEARANCE], c[RADIUS], c[ANGLE], why);
}

static void constraints(const double *c, const ptl_pose *rest, const ptl_pose *pose,
                        ptl_scalar *out) {
  (void)rest;
  *out = (ptl_scalar){.value = ptl_tooth_part(pose->x + c[RADIUS] * pose->angle, pitch_of(c)),
                      .d = {1.0, 0.0, c[RADIUS]}};
}

static void gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  const double r = c[RADIUS], sine = sin(c[ANGLE]), cosine = cos(c[ANGLE]);
  if (ptl_tooth_is_apart(pose->y, r, pitch_of(c))) {
    ptl_tooth_no_gaps(INFINITY, r, out);
    return;
  }
  const ptl_teeth teeth = {.ux = 0.0,
                           .uy = 1.0,
                           .angle = c[ANGLE],
                           .x = pose->x,
                           .y = pose->y,
                           .radius = r * cosine,
                           .both = INFINITY,
                           .way = cosine * (pose->x + r * pose->angle),
                           .turned = r * cosine * pose->angle,
                           .apart = sine * (pose->y - r),
                           .clearance = c[CLEARANCE] * cosine,
                           .pitch = pitch_of(c) * cosine};
  ptl_tooth_gaps(&teeth, out);
}

static double clearance(const double *c) {
  return ptl_tooth_play(c[CLEARANCE], c[ANGLE]);
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

const ptl_joint_type ptl_joint_rack_and_pinion = {
    .name = "rack_and_pinion",
    .doc = {.title = "Teeth of a pinion on a rack with backlash",
            .formula = "depth = +-cos(w) (x + r angle) - sin(w) (y - r) - clearance cos(w)/2",
            .source = "involute teeth: Buckingham 1949, ch. 4",
            .validity = "the pitch line is the x axis of part A, the pinion on the side of its y "
                        "axis, held by other joints within two modules of its place; without "
                        "friction, which goes the other way behind the pitch point; one pair of "
                        "teeth at a time; teeth stand in the middle of the backlash where x + r "
                        "angle is 0. `rack: GUIDE, pinion: SHAFT`, two joints, places the parts by "
                        "these (docs/model_file.md, couplings)"},
    .part_a = "rack",
    .part_b = "pinion",
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
