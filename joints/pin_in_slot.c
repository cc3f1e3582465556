/* pin_in_slot.c: a round pin (part B) in a straight or circular-arc slot with round ends (part A).
 *
 * With p the pin's centre in the slot's frame, R the arc's radius, r the pin's, w the half-width:
 *   ideal:  |p - centre| = R                      on a line: n.(p - from) = 0
 *   inner:  depth = (R - w) + r - |p - centre|    the convex wall, nearer to the arc's centre
 *   outer:  depth = |p - centre| + r - (R + w)    the concave wall
 *   cap:    depth = |p - end| + r - w             beyond an end of the centre line
 * On a line the wall to the right of its direction is `inner`, the one to the left `outer`.
 * The pin is at the cap as soon as its centre has passed the end, and at the walls before; the
 * boundary is smooth there, so a pin that slides round the end keeps its depth.
 * (Autiero et al., Machines 2022, 10, 966, section 4: circular-arc slot of a scotch yoke.)     */
#include <math.h>

#include "pintle_extend.h"

enum {
  PIN_RADIUS, CLEARANCE, HALF_WIDTH,
  CENTER_X, CENTER_Y, ARC_RADIUS, ARC_FROM, ARC_TO,
  LINE_FROM_X, LINE_FROM_Y, LINE_TO_X, LINE_TO_Y,
  N_PARAMS,
  WIDTH = N_PARAMS, /* derived: half-width in force, play, the line's direction and length, the   */
  PLAY, DIRECTION_X, DIRECTION_Y, LENGTH, /* arc's middle direction and cos of half its angle,   */
  MIDDLE_X, MIDDLE_Y, COS_HALF, FIRST_X, FIRST_Y, LAST_X, LAST_Y, /* and its ends               */
  N_PLACES
};
enum { INNER, OUTER, CAP };

static const ptl_param params[] = {
    {.name = "pin.radius", .unit = "m", .min = 0.0, .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN, .doc = "radius of the pin"},
    {.name = "clearance", .unit = "m", .min = 0.0, .max = INFINITY, .flags = PTL_OPTIONAL,
     .doc = "play to each side, instead of slot.half_width; 0 is the ideal joint"},
    {.name = "slot.half_width", .unit = "m", .min = 0.0, .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "from the centre line to a wall; with pin.radius it gives the clearance"},
    {.name = "slot.arc.center", .unit = "m", .min = -INFINITY, .max = INFINITY,
     .flags = PTL_OPTIONAL, .kind = PTL_POINT, .doc = "centre of a circular-arc slot"},
    {.name = "slot.arc.radius", .unit = "m", .min = 0.0, .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN, .doc = "radius of its centre line"},
    {.name = "slot.arc.from", .unit = "rad", .min = -INFINITY, .max = INFINITY,
     .flags = PTL_OPTIONAL, .doc = "direction of its first end seen from the centre"},
    {.name = "slot.arc.to", .unit = "rad", .min = -INFINITY, .max = INFINITY,
     .flags = PTL_OPTIONAL, .doc = "direction of its last end, counter-clockwise from the first"},
    {.name = "slot.line.from", .unit = "m", .min = -INFINITY, .max = INFINITY,
     .flags = PTL_OPTIONAL, .kind = PTL_POINT, .doc = "first end of a straight slot's centre line"},
    {.name = "slot.line.to", .unit = "m", .min = -INFINITY, .max = INFINITY,
     .flags = PTL_OPTIONAL, .kind = PTL_POINT, .doc = "last end of a straight slot's centre line"},
    {0}};

static int is_arc(const double *c) { return !isnan(c[ARC_RADIUS]); }

static int prepare_arc(double *c, ptl_reason *why) {
  if (isnan(c[CENTER_X]) || isnan(c[ARC_FROM]) || isnan(c[ARC_TO]))
    return ptl_refuse(why, "an arc needs center, radius, from and to");
  if (!isnan(c[LINE_FROM_X]) || !isnan(c[LINE_TO_X]))
    return ptl_refuse(why, "a slot is either an arc or a line, not both");
  if (!(c[ARC_TO] > c[ARC_FROM]) || c[ARC_TO] - c[ARC_FROM] >= 2.0 * acos(-1.0))
    return ptl_refuse(why, "arc.to must lie up to a turn counter-clockwise of arc.from");
  double middle = 0.5 * (c[ARC_FROM] + c[ARC_TO]);
  c[MIDDLE_X] = cos(middle);
  c[MIDDLE_Y] = sin(middle);
  c[COS_HALF] = cos(0.5 * (c[ARC_TO] - c[ARC_FROM]));
  c[FIRST_X] = c[CENTER_X] + c[ARC_RADIUS] * cos(c[ARC_FROM]);
  c[FIRST_Y] = c[CENTER_Y] + c[ARC_RADIUS] * sin(c[ARC_FROM]);
  c[LAST_X] = c[CENTER_X] + c[ARC_RADIUS] * cos(c[ARC_TO]);
  c[LAST_Y] = c[CENTER_Y] + c[ARC_RADIUS] * sin(c[ARC_TO]);
  return 0;
}

static int prepare_line(double *c, ptl_reason *why) {
  if (isnan(c[LINE_FROM_X]) || isnan(c[LINE_TO_X]) || !isnan(c[CENTER_X]) ||
      !isnan(c[ARC_FROM]) || !isnan(c[ARC_TO]))
    return ptl_refuse(why, "the slot needs line {from, to} or arc {center, radius, from, to}");
  double dx = c[LINE_TO_X] - c[LINE_FROM_X], dy = c[LINE_TO_Y] - c[LINE_FROM_Y];
  c[LENGTH] = hypot(dx, dy);
  if (!(c[LENGTH] > 0.0)) return ptl_refuse(why, "line.from and line.to are the same point");
  c[DIRECTION_X] = dx / c[LENGTH];
  c[DIRECTION_Y] = dy / c[LENGTH];
  return 0;
}

static int prepare(double *c, ptl_reason *why) {
  int refused = is_arc(c) ? prepare_arc(c, why) : prepare_line(c, why);
  if (refused) return refused;
  double pin = c[PIN_RADIUS];
  if (!isnan(c[CLEARANCE])) {
    c[WIDTH] = isnan(pin) ? c[CLEARANCE] : pin + c[CLEARANCE];
  } else if (!isnan(c[HALF_WIDTH])) {
    if (isnan(pin)) return ptl_refuse(why, "slot.half_width needs pin.radius beside it");
    c[WIDTH] = c[HALF_WIDTH];
    if (!(c[WIDTH] >= pin))
      return ptl_refuse(why, "the pin (radius %g m) is larger than its slot (half-width %g m)", pin,
                        c[WIDTH]);
  } else {
    c[WIDTH] = isnan(pin) ? 0.0 : pin; /* ideal */
  }
  c[PLAY] = isnan(c[CLEARANCE]) ? c[WIDTH] - (isnan(pin) ? 0.0 : pin) : c[CLEARANCE];
  if (is_arc(c) && c[PLAY] > 0.0 && !(c[WIDTH] < c[ARC_RADIUS]))
    return ptl_refuse(why, "the slot's half-width %g m reaches past its centre of curvature (%g m)",
                      c[WIDTH], c[ARC_RADIUS]);
  return 0;
}

/* |p - centre| - R, or the distance from the line, positive towards `outer`. */
static void constraints(const double *c, const ptl_pose *rest, const ptl_pose *pose,
                        ptl_scalar *out) {
  (void)rest;
  if (!is_arc(c)) {
    double nx = -c[DIRECTION_Y], ny = c[DIRECTION_X];
    double value = nx * (pose->x - c[LINE_FROM_X]) + ny * (pose->y - c[LINE_FROM_Y]);
    *out = (ptl_scalar){.value = value, .d = {nx, ny, 0.0}};
    return;
  }
  double dx = pose->x - c[CENTER_X], dy = pose->y - c[CENTER_Y], r = hypot(dx, dy);
  double ux = r > 0.0 ? dx / r : 1.0, uy = r > 0.0 ? dy / r : 0.0;
  double bend = r > 0.0 ? 1.0 / r : 0.0;
  *out = (ptl_scalar){.value = r - c[ARC_RADIUS],
                      .d = {ux, uy, 0.0},
                      .dd = {bend * uy * uy, -bend * ux * uy, bend * ux * ux, 0.0, 0.0, 0.0}};
}

static double clearance(const double *c) { return c[PLAY]; }

static double pin_radius(const double *c) { return c[WIDTH] - c[PLAY]; }

/* Where the pin's centre is along the slot. */
typedef struct place {
  double ux, uy; /* towards `outer`                                                             */
  double offset; /* from the centre line, positive towards `outer`                              */
  int past;      /* beyond an end of the centre line                                            */
  double dx, dy; /* from the nearer end                                                         */
} place;

static place place_on_line(const double *c, const ptl_pose *pose) {
  double dx = pose->x - c[LINE_FROM_X], dy = pose->y - c[LINE_FROM_Y];
  double along = dx * c[DIRECTION_X] + dy * c[DIRECTION_Y];
  place s = {.ux = -c[DIRECTION_Y], .uy = c[DIRECTION_X]};
  s.offset = dx * s.ux + dy * s.uy;
  s.past = along < 0.0 || along > c[LENGTH];
  int last = along > 0.5 * c[LENGTH];
  s.dx = last ? pose->x - c[LINE_TO_X] : dx;
  s.dy = last ? pose->y - c[LINE_TO_Y] : dy;
  return s;
}

static place place_on_arc(const double *c, const ptl_pose *pose) {
  double dx = pose->x - c[CENTER_X], dy = pose->y - c[CENTER_Y], r = hypot(dx, dy);
  place s = {.ux = r > 0.0 ? dx / r : 1.0, .uy = r > 0.0 ? dy / r : 0.0};
  s.offset = r - c[ARC_RADIUS];
  s.past = c[MIDDLE_X] * s.ux + c[MIDDLE_Y] * s.uy < c[COS_HALF];
  int last = c[MIDDLE_X] * s.uy - c[MIDDLE_Y] * s.ux > 0.0;
  s.dx = pose->x - (last ? c[LAST_X] : c[FIRST_X]);
  s.dy = pose->y - (last ? c[LAST_Y] : c[FIRST_Y]);
  return s;
}

/* A wall, or the cap, that the pin cannot touch where it is: open by the play and the distance from
 * the end of the centre line.                                                                  */
static void open_gap(const double *c, const place *s, const ptl_pose *pose, ptl_gap *out) {
  *out = (ptl_gap){.depth = -c[PLAY] - sqrt(s->dx * s->dx + s->dy * s->dy), .nx = s->ux,
                   .ny = s->uy, .bx = pose->x, .by = pose->y, .radius_a = INFINITY,
                   .radius_b = pin_radius(c)};
}

static void touch_gap(const double *c, double depth, double nx, double ny, double radius_a,
                      const ptl_pose *pose, ptl_gap *out) {
  double r = pin_radius(c);
  *out = (ptl_gap){.depth = depth, .nx = nx, .ny = ny, .bx = pose->x - r * nx,
                   .by = pose->y - r * ny, .radius_a = radius_a, .radius_b = r};
}

static void gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  int arc = is_arc(c);
  place s = arc ? place_on_arc(c, pose) : place_on_line(c, pose);
  if (!s.past) {
    double inner = arc ? c[ARC_RADIUS] - c[WIDTH] : INFINITY;
    double outer = arc ? -(c[ARC_RADIUS] + c[WIDTH]) : INFINITY;
    touch_gap(c, -s.offset - c[PLAY], s.ux, s.uy, inner, pose, &out[INNER]);
    touch_gap(c, s.offset - c[PLAY], -s.ux, -s.uy, outer, pose, &out[OUTER]);
    open_gap(c, &s, pose, &out[CAP]);
    return;
  }
  open_gap(c, &s, pose, &out[INNER]);
  open_gap(c, &s, pose, &out[OUTER]);
  double e = hypot(s.dx, s.dy);
  touch_gap(c, e - c[PLAY], e > 0.0 ? -s.dx / e : s.ux, e > 0.0 ? -s.dy / e : s.uy, -c[WIDTH], pose,
            &out[CAP]);
}

static void radii(const double *c, int gap, double *radius_a, double *radius_b) {
  double sized = isnan(c[PIN_RADIUS]) ? NAN : 1.0;
  *radius_b = c[PIN_RADIUS];
  if (gap == CAP)
    *radius_a = -sized * c[WIDTH];
  else if (!is_arc(c))
    *radius_a = INFINITY;
  else
    *radius_a = sized * (gap == INNER ? c[ARC_RADIUS] - c[WIDTH] : -(c[ARC_RADIUS] + c[WIDTH]));
}

/* From the nearest point of the centre line. */
static void eccentricity(const double *c, const ptl_pose *pose, double *ex, double *ey) {
  place s = is_arc(c) ? place_on_arc(c, pose) : place_on_line(c, pose);
  *ex = s.past ? s.dx : s.offset * s.ux;
  *ey = s.past ? s.dy : s.offset * s.uy;
}

static const char *const gap_names[] = {"inner", "outer", "cap", NULL};

const ptl_joint_type ptl_joint_pin_in_slot = {
    .name = "pin_in_slot",
    .doc = {.title = "Pin in a straight or circular-arc slot",
            .formula = "ideal: pin on the centre line; with clearance: depth at inner wall, outer "
                       "wall and round end caps",
            .source = "Autiero et al., Machines 2022, 10, 966, section 4",
            .validity = "part A carries the slot, part B the pin; the ideal joint has no ends"},
    .part_a = "slot",
    .part_b = "pin",
    .params = params,
    .n_derived = N_PLACES - N_PARAMS,
    .n_constraints = 1,
    .coordinate = PTL_COORDINATE_NONE,
    .gap_names = gap_names,
    .prepare = prepare,
    .constraints = constraints,
    .clearance = clearance,
    .gaps = gaps,
    .radii = radii,
    .eccentricity = eccentricity};
