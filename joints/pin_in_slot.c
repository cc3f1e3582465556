/* pin_in_slot.c: a round pin (part B) in a slot of constant width (part A): line, arc or curve.
 *
 * With p the pin's centre in the slot's frame, s its distance from the centre line towards the
 * outer wall, r the pin's radius, w the half-width:
 *   ideal:  s = 0                        an arc of radius R: s = |p - centre| - R
 *   inner:  depth = -s + r - w           on an arc the convex wall, nearer to its centre
 *   outer:  depth = s + r - w            on an arc the concave wall
 *   cap:    depth = |p - end| + r - w    the round end, beyond an end of the centre line
 * On a line the wall to the right of its direction is `inner`, the one to the left `outer`; along a
 * curve `inner` is on the left, as on an arc, and around a closed one on the inside. The pin is at
 * the cap as soon as its centre has passed the end, and at the walls before; the boundary is smooth
 * there, so a pin that slides round the end keeps its depth. An end that is a mouth has no cap:
 * beyond it the pin may touch the edge of either wall,
 *   depth = r - |p - edge|,
 * and it may leave. A pin whose centre gets into the material beside such a slot has missed it.
 * Walls along lines and arcs and the pin may be worn: worn_wall.h.
 * (Autiero et al., Machines 2022, 10, 966, section 4: circular-arc slot of a scotch yoke.) */
#include <math.h>

#include "curve.h"
#include "worn_wall.h"

enum {
  PIN_RADIUS,
  CLEARANCE,
  HALF_WIDTH,
  CENTER_X,
  CENTER_Y,
  ARC_RADIUS,
  ARC_FROM,
  ARC_TO,
  LINE_FROM_X,
  LINE_FROM_Y,
  LINE_TO_X,
  LINE_TO_Y,
  POINTS,
  POINTS_INDEX,
  CLOSED,
  MOUTH,
  WALL,
  WORN_INNER,
  WORN_OUTER = WORN_INNER + 2,
  WORN_PIN = WORN_OUTER + 2,
  N_PARAMS = WORN_PIN + 2,
  WIDTH = N_PARAMS, /* derived: half-width in force, play, the line's direction and length, the */
  PLAY,
  DIRECTION_X,
  DIRECTION_Y,
  LENGTH, /* arc's middle direction and cos of half its angle, */
  MIDDLE_X,
  MIDDLE_Y,
  COS_HALF,
  FIRST_X,
  FIRST_Y,
  LAST_X,
  LAST_Y,    /* and its ends; */
  OUTWARDS,  /* of a curve: 1 when its outer wall is on the left, else -1; */
  WALL_USED, /* wall as given, or as thick as the pin */
  N_VALUES
};
enum { INNER, OUTER, CAP };
enum { MOUTH_NONE, MOUTH_FROM, MOUTH_TO, MOUTH_BOTH };

#define POINT_ROW(NAME, DOC)                                                             \
  {                                                                                      \
    .name = NAME, .unit = "m", .min = -INFINITY, .max = INFINITY, .flags = PTL_OPTIONAL, \
    .kind = PTL_POINT, .doc = DOC                                                        \
  }

static const ptl_param params[] = {
    {.name = "pin.radius",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Radius of the pin."},
    {.name = "clearance",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Play to each side, instead of slot.half_width; 0 is the ideal joint."},
    {.name = "slot.half_width",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Distance from the centre line to a wall; with pin.radius it gives the clearance."},
    POINT_ROW("slot.arc.center", "Centre of a circular-arc slot."),
    {.name = "slot.arc.radius",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Radius of its centre line."},
    {.name = "slot.arc.from",
     .unit = "rad",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Direction of its first end seen from the centre."},
    {.name = "slot.arc.to",
     .unit = "rad",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Direction of its last end, counter-clockwise from the first."},
    POINT_ROW("slot.line.from", "First end of a straight slot's centre line."),
    POINT_ROW("slot.line.to", "Last end of a straight slot's centre line."),
    {.name = "slot.curve.points",
     .unit = "m",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .kind = PTL_POINTS,
     .doc = "Points that a free-form slot's centre line runs through, smoothly."},
    {.name = "slot.curve.closed",
     .unit = "1",
     .kind = PTL_CHOICE,
     .choices = "false|true",
     .doc = "Whether the curve goes on from its last point to its first."},
    {.name = "slot.mouth",
     .unit = "1",
     .kind = PTL_CHOICE,
     .choices = "none|from|to|both",
     .doc = "Ends at which the slot is open, so that the pin can leave and enter."},
    {.name = "slot.wall",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Material beside a slot with a mouth: a pin whose centre is in it has missed the slot; "
            "default the pin's radius."},
    PTL_WORN_POINTS("worn.inner", "Points along the worn inner wall, in the slot's frame."),
    PTL_WORN_POINTS("worn.outer", "Points along the worn outer wall, in the slot's frame."),
    PTL_WORN_POINTS(
        "worn.pin",
        "Points of the worn pin around its centre, counter-clockwise, in the pin's frame."),
    {0},
};

static int is_arc(const double *c) {
  return !isnan(c[ARC_RADIUS]);
}
static int is_curve(const double *c) {
  return c[POINTS] > 0.0;
}
static ptl_curve curve_of(const double *c) {
  return ptl_curve_get(c, POINTS, c[CLOSED] > 0.0);
}

static int prepare_arc(double *c, ptl_reason *why) {
  if (isnan(c[CENTER_X]) || isnan(c[ARC_FROM]) || isnan(c[ARC_TO]))
    return ptl_refuse(why, "an arc needs center, radius, from and to");
  if (!isnan(c[LINE_FROM_X]) || !isnan(c[LINE_TO_X]))
    return ptl_refuse(why, "a slot is either an arc or a line, not both");
  if (is_curve(c)) return ptl_refuse(why, "a slot is either an arc or a curve, not both");
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
  if (isnan(c[LINE_FROM_X]) || isnan(c[LINE_TO_X]) || !isnan(c[CENTER_X]) || !isnan(c[ARC_FROM]) ||
      !isnan(c[ARC_TO]))
    return ptl_refuse(
        why, "the slot needs line {from, to}, arc {center, radius, from, to} or curve {points}");
  double dx = c[LINE_TO_X] - c[LINE_FROM_X], dy = c[LINE_TO_Y] - c[LINE_FROM_Y];
  c[LENGTH] = hypot(dx, dy);
  if (!(c[LENGTH] > 0.0)) return ptl_refuse(why, "line.from and line.to are the same point");
  c[DIRECTION_X] = dx / c[LENGTH];
  c[DIRECTION_Y] = dy / c[LENGTH];
  return 0;
}

static int prepare_curve(double *c, ptl_reason *why) {
  if (!isnan(c[LINE_FROM_X]) || !isnan(c[LINE_TO_X]) || !isnan(c[CENTER_X]))
    return ptl_refuse(why, "a slot is one of line, arc and curve");
  if (ptl_curve_prepare(c, POINTS, c[CLOSED] > 0.0, "slot.curve", why)) return 1;
  ptl_curve curve = curve_of(c);
  c[OUTWARDS] = c[CLOSED] > 0.0 && ptl_curve_area(&curve) < 0.0 ? 1.0 : -1.0;
  return 0;
}

/* The outer wall of a line and the inner one of an arc run from its last end to its first. */
static int worn(const double *c, int gap, int side, ptl_worn_surface *out) {
  const double outer = gap == OUTER ? 1.0 : -1.0, w = c[WIDTH];
  if (isnan(c[PIN_RADIUS]) || (side == 0 && (gap == CAP || is_curve(c)))) return 0;
  *out = (ptl_worn_surface){.points = gap == OUTER ? "worn.outer" : "worn.inner"};
  if (side == 1) *out = (ptl_worn_surface){.points = "worn.pin", .radius = c[PIN_RADIUS]};
  if (side == 1) return 1;
  if (is_arc(c)) {
    const double from = c[gap == OUTER ? ARC_FROM : ARC_TO], r = c[ARC_RADIUS] + outer * w;
    out->x = c[CENTER_X] + r * cos(from);
    out->y = c[CENTER_Y] + r * sin(from);
    out->tx = -outer * sin(from);
    out->ty = outer * cos(from);
    out->curvature = outer / r;
    out->length = (c[ARC_TO] - c[ARC_FROM]) * r;
    return 1;
  }
  out->x = c[gap == OUTER ? LINE_TO_X : LINE_FROM_X] - outer * w * c[DIRECTION_Y];
  out->y = c[gap == OUTER ? LINE_TO_Y : LINE_FROM_Y] + outer * w * c[DIRECTION_X];
  out->tx = -outer * c[DIRECTION_X];
  out->ty = -outer * c[DIRECTION_Y];
  out->length = c[LENGTH];
  return 1;
}

/* Half-width and play from what is given. */
static int prepare_width(double *c, ptl_reason *why) {
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
  return 0;
}

static int check_curve(const double *c, ptl_reason *why) {
  ptl_curve curve = curve_of(c);
  int point = 0;
  if (!(c[PLAY] > 0.0)) return ptl_curve_check_width(&curve, 0.0, "slot.curve", why);
  for (double side = -1.0; side <= 1.0; side += 2.0) {
    double tightest = ptl_curve_tightest(&curve, side, &point);
    if (!(tightest * c[WIDTH] < 1.0))
      return ptl_refuse(why,
                        "slot.curve bends with a radius of %g m at point %d, less than the "
                        "slot's half-width %g m",
                        1.0 / tightest, point, c[WIDTH]);
  }
  return ptl_curve_check_width(&curve, 2.0 * c[WIDTH], "slot.curve", why);
}

static int is_worn(const double *c) {
  return c[WORN_INNER] > 0.0 || c[WORN_OUTER] > 0.0 || c[WORN_PIN] > 0.0; /* numbers of points */
}

static int prepare_worn(double *c, ptl_reason *why) {
  ptl_worn_surface wall;
  if (!is_worn(c)) return 0;
  if (isnan(c[PIN_RADIUS]) || !(c[PLAY] > 0.0) || c[MOUTH] > 0.0)
    return ptl_refuse(why, "worn surfaces need a pin.radius, a clearance, and no slot.mouth");
  for (int gap = INNER; gap <= OUTER; gap++) {
    if (!worn(c, gap, 0, &wall))
      return ptl_refuse(why, "worn surfaces need a slot along a line or an arc");
    if (ptl_worn_wall_prepare(c, WORN_INNER + 2 * gap, &wall, why)) return 1;
  }
  return ptl_worn_circle_prepare(c, WORN_PIN, c[PIN_RADIUS], -1.0, "worn.pin", why);
}

static int prepare(double *c, ptl_reason *why) {
  int refused = is_arc(c)     ? prepare_arc(c, why)
                : is_curve(c) ? prepare_curve(c, why)
                              : prepare_line(c, why);
  if (refused || prepare_width(c, why)) return 1;
  if (is_arc(c) && c[PLAY] > 0.0 && !(c[WIDTH] < c[ARC_RADIUS]))
    return ptl_refuse(why, "the slot's half-width %g m reaches past its centre of curvature (%g m)",
                      c[WIDTH], c[ARC_RADIUS]);
  if (is_curve(c) && check_curve(c, why)) return 1;
  if (c[MOUTH] > 0.0 && is_curve(c) && c[CLOSED] > 0.0)
    return ptl_refuse(why, "a closed slot has no end that could be a mouth");
  c[WALL_USED] = isnan(c[WALL]) ? c[WIDTH] - c[PLAY] : c[WALL];
  return prepare_worn(c, why);
}

/* Distance from a curve: its gradient is the normal, its second derivative that of the circles
 * around the centre of curvature. */
static void curve_constraint(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  ptl_curve curve = curve_of(c);
  ptl_foot foot;
  ptl_curve_find(&curve, pose->x, pose->y, &foot);
  double side = c[OUTWARDS], tx = foot.tx, ty = foot.ty;
  double curvature =
      foot.past ? 0.0 : -side * foot.curvature / (1.0 - foot.curvature * foot.offset);
  *out = (ptl_scalar){
      .value = side * foot.offset,
      .d = {-side * ty, side * tx, 0.0},
      .dd = {curvature * tx * tx, curvature * tx * ty, curvature * ty * ty, 0.0, 0.0, 0.0}};
}

/* |p - centre| - R, or the distance from the line, positive towards `outer`. */
static void constraints(const double *c, const ptl_pose *rest, const ptl_pose *pose,
                        ptl_scalar *out) {
  (void)rest;
  if (is_curve(c)) {
    curve_constraint(c, pose, out);
    return;
  }
  if (!is_arc(c)) {
    double nx = -c[DIRECTION_Y], ny = c[DIRECTION_X];
    double value = nx * (pose->x - c[LINE_FROM_X]) + ny * (pose->y - c[LINE_FROM_Y]);
    *out = (ptl_scalar){.value = value, .d = {nx, ny, 0.0}};
    return;
  }
  double dx = pose->x - c[CENTER_X], dy = pose->y - c[CENTER_Y], r = hypot(dx, dy);
  double ux = r > 0.0 ? dx / r : 1.0, uy = r > 0.0 ? dy / r : 0.0;
  double curvature = r > 0.0 ? 1.0 / r : 0.0;
  *out = (ptl_scalar){
      .value = r - c[ARC_RADIUS],
      .d = {ux, uy, 0.0},
      .dd = {curvature * uy * uy, -curvature * ux * uy, curvature * ux * ux, 0.0, 0.0, 0.0}};
}

static int is_straight(const double *c) {
  return !is_curve(c) && !is_arc(c);
}

/* A slot that the pin can leave does not hold it. */
static double clearance(const double *c) {
  return c[PLAY] > 0.0 && c[MOUTH] > MOUTH_NONE ? INFINITY : c[PLAY];
}

static int has_gap(const double *c, int gap) {
  if (!(c[PLAY] > 0.0)) return 0;
  return gap != CAP || (c[MOUTH] < MOUTH_BOTH && !(is_curve(c) && c[CLOSED] > 0.0));
}

static double pin_radius(const double *c) {
  return c[WIDTH] - c[PLAY];
}

/* Position of the pin's centre relative to the slot. */
typedef struct position {
  double ux, uy;    /* towards `outer` */
  double offset;    /* from the centre line, positive towards `outer` */
  double curvature; /* curvature of the centre line, > 0 towards `inner` */
  int past;         /* beyond an end of the centre line */
  int last;         /* the nearer end is the last one */
  double dx, dy;    /* from the nearer end */
} position;

static position position_on_line(const double *c, const ptl_pose *pose) {
  double dx = pose->x - c[LINE_FROM_X], dy = pose->y - c[LINE_FROM_Y];
  double along = dx * c[DIRECTION_X] + dy * c[DIRECTION_Y];
  position s = {.ux = -c[DIRECTION_Y], .uy = c[DIRECTION_X]};
  s.offset = dx * s.ux + dy * s.uy;
  s.past = along < 0.0 || along > c[LENGTH];
  s.last = along > 0.5 * c[LENGTH];
  s.dx = s.last ? pose->x - c[LINE_TO_X] : dx;
  s.dy = s.last ? pose->y - c[LINE_TO_Y] : dy;
  return s;
}

static inline position position_on_arc(const double *c, const ptl_pose *pose) {
  double dx = pose->x - c[CENTER_X], dy = pose->y - c[CENTER_Y], r = sqrt(dx * dx + dy * dy);
  position s = {.ux = r > 0.0 ? dx / r : 1.0, .uy = r > 0.0 ? dy / r : 0.0};
  s.offset = r - c[ARC_RADIUS];
  s.curvature = 1.0 / c[ARC_RADIUS];
  s.past = c[MIDDLE_X] * s.ux + c[MIDDLE_Y] * s.uy < c[COS_HALF];
  s.last = c[MIDDLE_X] * s.uy - c[MIDDLE_Y] * s.ux > 0.0;
  s.dx = pose->x - (s.last ? c[LAST_X] : c[FIRST_X]);
  s.dy = pose->y - (s.last ? c[LAST_Y] : c[FIRST_Y]);
  return s;
}

static position position_on_curve(const double *c, const ptl_pose *pose) {
  ptl_curve curve = curve_of(c);
  ptl_foot foot, end;
  ptl_curve_find(&curve, pose->x, pose->y, &foot);
  position s = {.ux = -c[OUTWARDS] * foot.ty,
                .uy = c[OUTWARDS] * foot.tx,
                .offset = c[OUTWARDS] * foot.offset,
                .curvature = -c[OUTWARDS] * foot.curvature,
                .past = foot.past != 0};
  if (ptl_curve_is_closed(&curve)) { /* from the centre line, where nothing else asks for it */
    s.dx = pose->x - foot.x;
    s.dy = pose->y - foot.y;
    return s;
  }
  for (int last = 0; last <= 1; last++) {
    ptl_curve_end(&curve, last, &end);
    double dx = pose->x - end.x, dy = pose->y - end.y;
    if (last && !(dx * dx + dy * dy < s.dx * s.dx + s.dy * s.dy)) break;
    s.last = last;
    s.dx = dx;
    s.dy = dy;
  }
  if (s.past) s.last = foot.past > 0;
  return s;
}

static inline position position_of(const double *c, const ptl_pose *pose) {
  return is_arc(c)     ? position_on_arc(c, pose)
         : is_curve(c) ? position_on_curve(c, pose)
                       : position_on_line(c, pose);
}

/* back: centre to touching point. Member by member: a struct that is copied goes through memory. */
static void set_gap(ptl_gap *out, const ptl_pose *pose, double depth, double nx, double ny,
                    double back, double radius_a, double radius_b) {
  out->depth = depth;
  out->nx = nx;
  out->ny = ny;
  out->bx = pose->x - back * nx;
  out->by = pose->y - back * ny;
  out->radius_a = radius_a;
  out->radius_b = radius_b;
}

/* A wall, or the cap: open by the play and the distance from the end of the centre line. */
static void open_gap(const double *c, const position *s, const ptl_pose *pose, ptl_gap *out) {
  const double depth = -c[PLAY] - sqrt(s->dx * s->dx + s->dy * s->dy);
  set_gap(out, pose, depth, s->ux, s->uy, 0.0, INFINITY, pin_radius(c));
}

static void touch_gap(const double *c, double depth, double nx, double ny, double radius_a,
                      const ptl_pose *pose, ptl_gap *out) {
  set_gap(out, pose, depth, nx, ny, pin_radius(c), radius_a, pin_radius(c));
}

static void worn_gap(const double *c, int gap, const ptl_pose *pose, ptl_gap *out) {
  const ptl_worn_circle outline = ptl_worn_circle_get(c, WORN_PIN);
  const ptl_worn_disc pin = {pose->x, pose->y, pose->angle, c[PIN_RADIUS], outline};
  ptl_worn_surface wall;
  worn(c, gap, 0, &wall);
  ptl_worn_wall_gap(c, WORN_INNER + 2 * gap, &wall, &pin, out);
}

static void wall_gaps(const double *c, const position *s, const ptl_pose *pose, ptl_gap *out) {
  double inner = INFINITY, outer = INFINITY;
  if (is_arc(c)) {
    inner = c[ARC_RADIUS] - c[WIDTH];
    outer = -(c[ARC_RADIUS] + c[WIDTH]);
  } else if (s->curvature != 0.0) {
    inner = 1.0 / s->curvature - c[WIDTH];
    outer = -(1.0 / s->curvature + c[WIDTH]);
  }
  touch_gap(c, -s->offset - c[PLAY], s->ux, s->uy, inner, pose, &out[INNER]);
  touch_gap(c, s->offset - c[PLAY], -s->ux, -s->uy, outer, pose, &out[OUTER]);
  if (is_worn(c))
    for (int gap = INNER; gap <= OUTER; gap++) worn_gap(c, gap, pose, &out[gap]);
  open_gap(c, s, pose, &out[CAP]);
}

static void cap_gap(const double *c, const position *s, const ptl_pose *pose, ptl_gap *out) {
  double e = hypot(s->dx, s->dy);
  open_gap(c, s, pose, &out[INNER]);
  open_gap(c, s, pose, &out[OUTER]);
  touch_gap(c, e - c[PLAY], e > 0.0 ? -s->dx / e : s->ux, e > 0.0 ? -s->dy / e : s->uy, -c[WIDTH],
            pose, &out[CAP]);
}

/* The edges where the walls end, at w to both sides of the centre line's end. */
static void edge_gaps(const double *c, const position *s, const ptl_pose *pose, ptl_gap *out) {
  double ux = s->ux, uy = s->uy;
  if (is_arc(c)) { /* across the end, not across where the pin is */
    ux = ((s->last ? c[LAST_X] : c[FIRST_X]) - c[CENTER_X]) / c[ARC_RADIUS];
    uy = ((s->last ? c[LAST_Y] : c[FIRST_Y]) - c[CENTER_Y]) / c[ARC_RADIUS];
  }
  for (int wall = INNER; wall <= OUTER; wall++) {
    double w = wall == INNER ? -c[WIDTH] : c[WIDTH];
    double dx = s->dx - w * ux, dy = s->dy - w * uy, e = hypot(dx, dy);
    touch_gap(c, pin_radius(c) - e, e > 0.0 ? dx / e : ux, e > 0.0 ? dy / e : uy, 0.0, pose,
              &out[wall]);
    const double side = w < 0.0 ? -1.0 : 1.0, across = side * (s->dx * ux + s->dy * uy) - c[WIDTH];
    const double nearest = w + side * fmin(across, c[WALL_USED]); /* of the wall's end */
    dx = s->dx - nearest * ux, dy = s->dy - nearest * uy, e = hypot(dx, dy);
    if (across > 0.0 && e > 0.0 && -e > out[wall].depth)
      set_gap(&out[wall], pose, -e, dx / e, dy / e, 0.0, c[WIDTH], 0.0);
  }
  open_gap(c, s, pose, &out[CAP]);
}

/* A slot with a mouth is not all there is: the pin may be outside the body that has it, open by the
 * distance of its centre from the material, or may have come into the material beside the walls. */
static int is_in_slot(const double *c, const position *s, const ptl_pose *pose, ptl_gap *out) {
  const double offset = s->past ? hypot(s->dx, s->dy) : fabs(s->offset);
  if (offset <= c[WIDTH]) return 1;
  const double reach = c[WIDTH] + c[WALL_USED], way = s->offset < 0.0 ? -1.0 : 1.0;
  const double nx = s->past ? s->dx / offset : way * s->ux,
               ny = s->past ? s->dy / offset : way * s->uy;
  const double depth = reach > offset ? NAN : reach - offset;
  for (int i = INNER; i <= CAP; i++) set_gap(&out[i], pose, depth, nx, ny, 0.0, reach, 0.0);
  return 0;
}

static void gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  position s = position_of(c, pose);
  int mouth = (int)c[MOUTH];
  if (mouth != MOUTH_NONE) {
    int open = mouth == MOUTH_BOTH || mouth == (s.last ? MOUTH_TO : MOUTH_FROM);
    if (s.past && open) {
      edge_gaps(c, &s, pose, out);
      return;
    }
    if (!is_in_slot(c, &s, pose, out)) return;
  }
  if (s.past)
    cap_gap(c, &s, pose, out);
  else
    wall_gaps(c, &s, pose, out);
}

static void radii(const double *c, int gap, double *radius_a, double *radius_b) {
  double sized = isnan(c[PIN_RADIUS]) ? NAN : 1.0;
  *radius_b = c[PIN_RADIUS];
  *radius_a = gap == CAP     ? -sized * c[WIDTH]
              : is_curve(c)  ? NAN /* it changes along the slot */
              : !is_arc(c)   ? INFINITY
              : gap == INNER ? sized * (c[ARC_RADIUS] - c[WIDTH])
                             : -sized * (c[ARC_RADIUS] + c[WIDTH]);
}

/* Between the ends of a slot along a line or an arc. */
static int film_face(const double *c, const ptl_pose *pose, int i, ptl_film_face *out) {
  double a, b;
  if (i > OUTER || is_curve(c) || c[MOUTH] > 0.0 || isnan(c[PIN_RADIUS])) return 0;
  if (pose != NULL && position_of(c, pose).past) return 0;
  radii(c, i, &a, &b);
  *out = (ptl_film_face){.gaps = {i, -1}, .size = 1.0 / (1.0 / b + 1.0 / a)};
  return 1;
}

/* The pin's centre comes to the wall. A pin without a size is outside the slot as soon as it
 * touches; its normal ends in the centre of a slot that is an arc. */
static double max_depth(const double *c, int gap) {
  if (pin_radius(c) > 0.0) return pin_radius(c);
  return is_arc(c) && gap == INNER ? c[ARC_RADIUS] - c[WIDTH] : NAN;
}

/* From the nearest point of the centre line. */
static void eccentricity(const double *c, const ptl_pose *pose, double *ex, double *ey) {
  position s = position_of(c, pose);
  *ex = s.past ? s.dx : s.offset * s.ux;
  *ey = s.past ? s.dy : s.offset * s.uy;
}

/* The pin slides on the wall that the reaction presses it on, the outer one for a positive
 * reaction. The constraint is the distance from the centre line: its gradient is the normal, its
 * Hessian the derivative of that. */
static void sliding(const double *c, const ptl_pose *pose, const double *reaction,
                    ptl_sliding *out) {
  ptl_scalar f;
  double side = reaction[0] < 0.0 ? -1.0 : 1.0;
  constraints(c, pose, pose, &f);
  out->d[0] = -f.d[1];
  out->d[1] = f.d[0];
  out->d[2] = side * pin_radius(c);
  out->dd[0][0] = -f.dd[1];
  out->dd[0][1] = -f.dd[2];
  out->dd[1][0] = f.dd[0];
  out->dd[1][1] = f.dd[1];
  out->normal = fabs(reaction[0]);
  out->d_normal[0] = reaction[0] == 0.0 ? 0.0 : side;
}

static const unsigned adjoining[] = {
    [INNER] = 1u << CAP, [OUTER] = 1u << CAP, [CAP] = 1u << INNER | 1u << OUTER};
static const char *const gap_names[] = {"inner", "outer", "cap", NULL};

const ptl_joint_type ptl_joint_pin_in_slot = {
    .name = "pin_in_slot",
    .doc = {.title = "Pin in a straight, circular-arc or free-form slot",
            .formula = "ideal: pin on the centre line; with clearance: depth at inner wall, outer "
                       "wall and round end caps",
            .source = "arc: Autiero et al., Machines 2022, 10, 966, section 4",
            .validity = "part A carries the slot, part B the pin; the ideal joint has no ends; a "
                        "free-form slot is a cubic spline, bends less than its half-width and "
                        "stays away from itself"},
    .part_a = "slot",
    .part_b = "pin",
    .params = params,
    .n_derived = N_VALUES - N_PARAMS,
    .n_derived_per_point = PTL_CURVE_DOUBLES,
    .n_constraints = 1,
    .kinds = {PTL_CONSTRAINT_POINT},
    .flags = PTL_JOINT_APART,
    .coordinate = PTL_COORDINATE_NONE,
    .is_straight = is_straight,
    .gap_names = gap_names,
    .has_gap = has_gap,
    .adjoining = adjoining,
    .prepare = prepare,
    .constraints = constraints,
    .clearance = clearance,
    .gaps = gaps,
    .radii = radii,
    .max_depth = max_depth,
    .eccentricity = eccentricity,
    .sliding = sliding,
    .worn = worn,
    .film_face = film_face};
