/* joint_samples.h: an instance of every joint type, so that a type is tested because it exists.
 *
 * Types whose sizes must fit each other have samples below; of any other type one is made from its
 * table: numbers from the middle of their range, lists as a wavy line. */
#ifndef PTL_TEST_JOINT_SAMPLES_H
#define PTL_TEST_JOINT_SAMPLES_H

#include "context.h"
#include "mechanism.h"
#include "pintle_extend.h"

enum { MOST_SAMPLE_GIVEN = 14, SAMPLE_POINTS = 12 };

typedef struct joint_sample {
  const char *type, *what;
  ptl_given given[MOST_SAMPLE_GIVEN];
  ptl_pose near; /* where the parts are, about */
} joint_sample;

#define NUMBER(n, v)             \
  {                              \
    .name = (n), .value = {(v) } \
  }
#define POINT(n, x, y)                \
  {                                   \
    .name = (n), .value = {(x), (y) } \
  }
#define WORD(n, w) \
  { .name = (n), .word = (w) }
#define LIST(n, p) \
  { .name = (n), .points = (p), .n_points = (int)(sizeof(p) / sizeof *(p)) / 2 }

/* A wavy line from x = -0.05 to 0.06, and a bean, counter-clockwise and clockwise. */
static const double wave[] = {-0.05, 0.0,    -0.028, 0.011, -0.006, 0.006,
                              0.016, -0.006, 0.038,  0.0,   0.06,   0.012};
static const double bean[] = {0.05,   0.0,   0.045, 0.022, 0.02,   0.032, 0.0, 0.026, -0.02, 0.032,
                              -0.045, 0.022, -0.05, 0.0,   -0.038, -0.03, 0.0, -0.04, 0.038, -0.03};
static const double clockwise_bean[] = {0.038, -0.03,  0.0,   -0.04, -0.038, -0.03, -0.05,
                                        0.0,   -0.045, 0.022, -0.02, 0.032,  0.0,   0.026,
                                        0.02,  0.032,  0.045, 0.022, 0.05,   0.0};

/* Worn walls of y = -9 mm, of y = -26 mm, and around the arc of radius 69 mm below, and a pin of 8
 * mm and a corner of 4 mm, all with shallow waves; the walls are straight where the joint's middle
 * is. */
static const double worn_low[] = {-0.036, -0.009,    -0.03,  -0.009,    -0.024, -0.009006,
                                  -0.018, -0.00902,  -0.012, -0.009015, -0.006, -0.009024,
                                  0.0,    -0.009029, 0.006,  -0.00901,  0.012,  -0.009012,
                                  0.018,  -0.009004, 0.024,  -0.009,    0.03,   -0.009};
static const double worn_face[] = {-0.036, -0.026,    -0.026, -0.026,    -0.016, -0.026006,
                                   -0.006, -0.02602,  0.004,  -0.026015, 0.014,  -0.026024,
                                   0.024,  -0.026029, 0.034,  -0.02601,  0.044,  -0.026012,
                                   0.054,  -0.026004, 0.064,  -0.026,    0.074,  -0.026};
#define ON_CIRCLE(R, C, S) (R) * (C), (R) * (S)
static const double worn_pin[] = {ON_CIRCLE(7.990e-3, 1.0, 0.0),
                                  ON_CIRCLE(7.985e-3, 0.86602540378443865, 0.5),
                                  ON_CIRCLE(7.981e-3, 0.5, 0.86602540378443865),
                                  ON_CIRCLE(7.984e-3, 0.0, 1.0),
                                  ON_CIRCLE(7.991e-3, -0.5, 0.86602540378443865),
                                  ON_CIRCLE(7.995e-3, -0.86602540378443865, 0.5),
                                  ON_CIRCLE(7.996e-3, -1.0, 0.0),
                                  ON_CIRCLE(7.990e-3, -0.86602540378443865, -0.5),
                                  ON_CIRCLE(7.985e-3, -0.5, -0.86602540378443865),
                                  ON_CIRCLE(7.981e-3, 0.0, -1.0),
                                  ON_CIRCLE(7.985e-3, 0.5, -0.86602540378443865),
                                  ON_CIRCLE(7.989e-3, 0.86602540378443865, -0.5)};

static const joint_sample joint_samples[] = {
    {"revolute", "clearance", {NUMBER("clearance", 1e-3), NUMBER("radius", 0.02)}, {0, 0, 0.3, 0}},
    {"revolute", "clearance without a size", {NUMBER("clearance", 1e-3)}, {0, 0, 2.0, 0}},
    {"revolute",
     "clearance and stops",
     {NUMBER("clearance", 1e-3), NUMBER("radius", 0.02), NUMBER("limits.from", -0.4),
      NUMBER("limits.to", 7.0), NUMBER("limits.radius", 0.05), NUMBER("limits.arm", 2.0)},
     {0, 0, 0.3, 0}},
    {"revolute",
     "ideal with stops",
     {NUMBER("limits.from", -0.4), NUMBER("limits.to", 1.0), NUMBER("limits.radius", 0.05)},
     {0, 0, 0.3, 0}},
    {"translational",
     "clearance",
     {NUMBER("clearance", 1e-3), NUMBER("slider.length", 0.1), NUMBER("slider.width", 0.05)},
     {0.3, 0, 0.01, 0}},
    {"translational",
     "rounded, with stops",
     {NUMBER("clearance", 1e-3), NUMBER("slider.length", 0.1), NUMBER("slider.width", 0.05),
      NUMBER("slider.corner_radius", 0.004), NUMBER("limits.from", -0.2), NUMBER("limits.to", 0.2)},
     {0.1, 0, -0.01, 0}},
    {"translational",
     "ideal with stops",
     {NUMBER("limits.from", -0.2), NUMBER("limits.to", 0.2)},
     {0.1, 0, 0, 0}},
    {"translational",
     "worn face and corner",
     {NUMBER("clearance", 1e-3), NUMBER("slider.length", 0.1), NUMBER("slider.width", 0.05),
      NUMBER("slider.corner_radius", 0.008), LIST("worn.lower", worn_face),
      LIST("worn.lower_left", worn_pin), LIST("worn.upper_right", worn_pin)},
     {0.06, 0, -0.01, 0}},
    {"pin_in_slot",
     "worn line and pin",
     {NUMBER("pin.radius", 0.008), NUMBER("clearance", 0.001), POINT("slot.line.from", -0.05, 0.0),
      POINT("slot.line.to", 0.07, 0.0), LIST("worn.inner", worn_low), LIST("worn.pin", worn_pin)},
     {0.0, 0.0, 0.4, 0}},
    {"pin_in_slot",
     "worn pin in an arc",
     {NUMBER("pin.radius", 0.008), NUMBER("slot.half_width", 0.009),
      POINT("slot.arc.center", 0.01, 0.02), NUMBER("slot.arc.radius", 0.06),
      NUMBER("slot.arc.from", 2.0), NUMBER("slot.arc.to", 4.0), LIST("worn.pin", worn_pin)},
     {-0.05, 0.02, 0.4, 0}},
    {"pin_in_slot",
     "arc",
     {NUMBER("pin.radius", 0.008), NUMBER("slot.half_width", 0.009),
      POINT("slot.arc.center", 0.01, 0.02), NUMBER("slot.arc.radius", 0.06),
      NUMBER("slot.arc.from", 2.0), NUMBER("slot.arc.to", 4.0)},
     {-0.05, 0.02, 0.4, 0}},
    {"pin_in_slot",
     "line",
     {NUMBER("pin.radius", 0.008), NUMBER("slot.half_width", 0.009),
      POINT("slot.line.from", -0.05, 0.0), POINT("slot.line.to", 0.07, 0.04)},
     {0.01, 0.02, 0.4, 0}},
    {"pin_in_slot",
     "line with a mouth",
     {NUMBER("pin.radius", 0.008), NUMBER("slot.half_width", 0.009),
      POINT("slot.line.from", -0.05, 0.0), POINT("slot.line.to", 0.07, 0.04),
      WORD("slot.mouth", "to")},
     {0.01, 0.02, 0.4, 0}},
    {"pin_in_slot",
     "beyond the mouth",
     {NUMBER("pin.radius", 0.008), NUMBER("slot.half_width", 0.009),
      POINT("slot.line.from", -0.05, 0.0), POINT("slot.line.to", 0.07, 0.04),
      WORD("slot.mouth", "both")},
     {0.077, 0.042, 0.4, 0}},
    {"pin_in_slot",
     "curve",
     {NUMBER("pin.radius", 0.004), NUMBER("slot.half_width", 0.005),
      LIST("slot.curve.points", wave)},
     {0.0, 0.0, 0.4, 0}},
    {"pin_in_slot",
     "closed curve",
     {NUMBER("pin.radius", 0.004), NUMBER("slot.half_width", 0.005),
      LIST("slot.curve.points", bean), WORD("slot.curve.closed", "true")},
     {0.02, 0.03, 0.4, 0}},
    {"pin_in_slot",
     "closed clockwise curve",
     {NUMBER("clearance", 0.001), LIST("slot.curve.points", clockwise_bean),
      WORD("slot.curve.closed", "true")},
     {0.0, 0.026, 0.4, 0}},
    {"pin_in_slot",
     "ideal on a curve",
     {LIST("slot.curve.points", bean), WORD("slot.curve.closed", "true")},
     {0.02, 0.03, 0.4, 0}},
    {"distance",
     "clearance",
     {NUMBER("length", 0.05), NUMBER("clearance", 1e-3)},
     {0.03, 0.04, 0.2, 0}},
    {"distance",
     "limits",
     {NUMBER("limits.from", 0.04), NUMBER("limits.to", 0.06)},
     {0.03, 0.04, 0.2, 0}},
    {"circle_circle",
     "outside",
     {NUMBER("a.radius", 0.03), NUMBER("b.radius", 0.02)},
     {0.04, 0.03, 0.4, 0}},
    {"circle_circle",
     "a point in a hollow",
     {NUMBER("a.radius", 0.03), NUMBER("b.radius", 0.0), WORD("a.hollow", "true")},
     {-0.02, 0.02, 0.4, 0}},
    {"circle_circle",
     "disc in a hollow arc",
     {NUMBER("a.radius", 0.03), NUMBER("b.radius", 0.0295), WORD("a.hollow", "true"),
      NUMBER("a.from", 0.5), NUMBER("a.to", 2.5), NUMBER("b.from", 0.0), NUMBER("b.to", 3.0)},
     {0.0, 0.0005, 0.2, 0}},
    {"circle_circle",
     "disc on an edge of the arc",
     {NUMBER("a.radius", 0.03), NUMBER("b.radius", 0.0295), WORD("a.hollow", "true"),
      NUMBER("a.from", 0.5), NUMBER("a.to", 2.5)},
     {0.0006, 0.0, 0.2, 0}},
    {"circle_circle",
     "edge of the disc in the arc",
     {NUMBER("a.radius", 0.03), NUMBER("b.radius", 0.02), NUMBER("b.from", 3.6),
      NUMBER("b.to", 5.0)},
     {0.0, 0.045, 0.2, 0}},
    {"circle_line",
     "face",
     {POINT("line.from", -0.1, 0.0), POINT("line.to", 0.2, 0.05), NUMBER("circle.radius", 0.02)},
     {0.0, 0.03, 0.2, 0}},
    {"circle_line",
     "face from below",
     {POINT("line.from", -0.1, 0.0), POINT("line.to", 0.2, 0.05), NUMBER("circle.radius", 0.02),
      WORD("line.solid", "left")},
     {0.0, -0.03, 0.2, 0}},
    {"circle_line",
     "edge",
     {POINT("line.from", -0.1, 0.0), POINT("line.to", 0.2, 0.05), NUMBER("circle.radius", 0.02)},
     {0.21, 0.06, 0.2, 0}},
    {"circle_curve",
     "cam",
     {LIST("profile.points", bean), WORD("profile.closed", "true"), NUMBER("circle.radius", 0.01)},
     {0.03, 0.04, 0.2, 0}},
    {"circle_curve",
     "in a hollow",
     {LIST("profile.points", clockwise_bean), WORD("profile.closed", "true"),
      WORD("profile.solid", "outside"), NUMBER("circle.radius", 0.01)},
     {0.02, 0.01, 0.2, 0}},
    {"circle_curve",
     "track",
     {LIST("profile.points", wave), NUMBER("circle.radius", 0.005)},
     {0.0, 0.01, 0.2, 0}},
    {"circle_curve",
     "end of a track",
     {LIST("profile.points", wave), NUMBER("circle.radius", 0.005)},
     {0.064, 0.012, 0.2, 0}},
    {"circle_curve",
     "permanent",
     {LIST("profile.points", bean), WORD("profile.closed", "true"), NUMBER("circle.radius", 0.01),
      WORD("permanent", "true")},
     {0.03, 0.04, 0.2, 0}},
    {"gear",
     "reduction",
     {NUMBER("a.radius", 0.02), NUMBER("b.radius", 0.05), NUMBER("teeth", 20.0),
      NUMBER("clearance", 2e-4)},
     {0.07, 0.0, 0.001, 0}},
    {"gear", /* teeth stand opposite gaps at 14 of the 90 places where those of both do */
     "from the side",
     {NUMBER("a.radius", 0.06), NUMBER("b.radius", 0.03), NUMBER("teeth", 60.0),
      NUMBER("clearance", 2e-4), NUMBER("pressure_angle", 0.43)},
     {0.05032736131236721, 0.07461338152995375, 2.95, 0}},
    {"gear",
     "in a ring",
     {NUMBER("a.radius", 0.02), NUMBER("b.radius", 0.06), NUMBER("teeth", 20.0),
      NUMBER("clearance", 2e-4), WORD("internal", "true")},
     {-0.04, 0.0, 0.3, 0}},
    {"gear",
     "ring around a pinion",
     {NUMBER("a.radius", 0.06), NUMBER("b.radius", 0.02), NUMBER("teeth", 60.0),
      NUMBER("clearance", 2e-4), WORD("internal", "true")},
     {-0.04, 0.0, -0.2, 0}},
    {"rack_and_pinion",
     "pinion",
     {NUMBER("pinion.radius", 0.03), NUMBER("teeth", 20.0), NUMBER("clearance", 2e-4)},
     {0.02, 0.03, -0.66, 0}},
    {"strand",
     "open belt",
     {NUMBER("a.radius", 0.03), NUMBER("b.radius", 0.05), NUMBER("length", 0.19),
      WORD("a.side", "right"), WORD("b.side", "right")},
     {0.18, 0.06, 0.3, -0.4}},
    {"strand",
     "crossed belt, always taut",
     {NUMBER("a.radius", 0.03), NUMBER("b.radius", 0.05), NUMBER("length", 0.17),
      WORD("a.side", "right"), WORD("permanent", "true")},
     {-0.18, 0.06, -0.1, -2.8}},
    {"strand",
     "slack rope on a drum",
     {NUMBER("b.radius", 0.05), NUMBER("length", 0.2), NUMBER("stretch", -0.01)},
     {0.18, -0.06, 0.2, 0}},
};
enum { N_JOINT_SAMPLES = sizeof joint_samples / sizeof *joint_samples };

/* A value that the row accepts. */
static inline double middle_value(const ptl_param *row) {
  if (isfinite(row->min) && isfinite(row->max)) return 0.5 * (row->min + row->max);
  if (isfinite(row->min)) return row->min + 0.1;
  return isfinite(row->max) ? row->max - 0.1 : 0.1;
}

/* A sample made of the type's table alone. */
static inline joint_sample plain_sample(const ptl_joint_type *type) {
  joint_sample sample = {
      .type = type->name, .what = "from its table", .near = {0.03, 0.02, 0.3, 0}};
  int n = 0;
  for (const ptl_param *row = type->params; row->name != NULL && n < MOST_SAMPLE_GIVEN; row++) {
    if (!(row->flags & PTL_REQUIRED)) continue;
    ptl_given given = {.name = row->name, .value = {middle_value(row), middle_value(row)}};
    if (row->kind == PTL_CHOICE) given.value[0] = 0.0;
    if (row->kind == PTL_POINT) given.value[1] *= 1.0 + 0.3 * n;
    if (row->kind == PTL_POINTS) {
      given.points = wave;
      given.n_points = (int)(sizeof wave / sizeof *wave) / 2;
    }
    sample.given[n++] = given;
  }
  return sample;
}

#endif
