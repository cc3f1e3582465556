/* worn_circle.c: periodic B-splines over a direction, and where a pin in a hole comes nearest to
 * the wall. */
#include "worn_circle.h"

#include <math.h>

/* Places in the doubles of one point: the control value, the spline's value there, and the
 * direction's cosine and sine. */
enum { CONTROL, VALUE, COSINE, SINE };

static const double turn = 6.283185307179586;
static const double most_loss = 0.2; /* of the radius: beyond this it is no circle */

static const double *knot_of(const ptl_worn_circle *circle, int i) {
  return circle->knots + i * PTL_WORN_CIRCLE_DOUBLES;
}

static double start_of(const ptl_worn_circle *circle) {
  return atan2(circle->knots[SINE], circle->knots[COSINE]);
}

ptl_worn_circle ptl_worn_circle_get(const double *c, int index) {
  int n;
  const double *points = ptl_points(c, index, &n);
  return (ptl_worn_circle){points + 2 * n, n};
}

static int read_point(const double *points, int n, int i, double *knot, double radius, double side,
                      const char *name, ptl_reason *why) {
  static const double uneven = 1e-6; /* [rad] */
  const double x = points[2 * i], y = points[2 * i + 1], distance = hypot(x, y);
  const double due = atan2(points[1], points[0]) + turn * i / n;
  knot[CONTROL] = side * (distance - radius);
  knot[COSINE] = x / distance;
  knot[SINE] = y / distance;
  if (!(fabs(knot[CONTROL]) < most_loss * radius))
    return ptl_refuse(why, "point %d of %s is %g m from the centre of a circle of radius %g m",
                      i + 1, name, distance, radius);
  if (fabs(remainder(atan2(y, x) - due, turn)) < uneven) return 0;
  return ptl_refuse(why,
                    "points of %s go around the centre counter-clockwise in even steps, here %g "
                    "deg: point %d does not",
                    name, 360.0 / n, i + 1);
}

int ptl_worn_circle_prepare(double *c, int index, double radius, double side, const char *name,
                            ptl_reason *why) {
  enum { FEWEST = 12 };
  int n;
  const double *points = ptl_points(c, index, &n);
  double *knots = (double *)points + 2 * n; /* behind the points, for prepare() to fill */
  if (n == 0) return 0;
  if (n < FEWEST) return ptl_refuse(why, "%s needs %d points at least", name, FEWEST);
  for (int i = 0; i < n; i++)
    if (read_point(points, n, i, knots + i * PTL_WORN_CIRCLE_DOUBLES, radius, side, name, why))
      return 1;
  for (int i = 0; i < n; i++) {
    const double *before = knots + (i + n - 1) % n * PTL_WORN_CIRCLE_DOUBLES;
    const double *next = knots + (i + 1) % n * PTL_WORN_CIRCLE_DOUBLES;
    double *here = knots + i * PTL_WORN_CIRCLE_DOUBLES;
    here[VALUE] = (before[CONTROL] + 4.0 * here[CONTROL] + next[CONTROL]) / 6.0;
  }
  return 0;
}

ptl_worn_loss ptl_worn_spline(double a, double b, double c, double d, double u, double per) {
  const double v = 1.0 - u, bend_b = a - 2.0 * b + c, bend_c = b - 2.0 * c + d;
  return (ptl_worn_loss){
      (v * v * v * a + (4.0 - 6.0 * u * u + 3.0 * u * u * u) * b +
       (4.0 - 6.0 * v * v + 3.0 * v * v * v) * c + u * u * u * d) /
          6.0,
      per * 0.5 *
          (-v * v * a + (3.0 * u * u - 4.0 * u) * b + (4.0 * v - 3.0 * v * v) * c + u * u * d),
      per * per * (v * bend_b + u * bend_c)};
}

ptl_worn_loss ptl_worn_circle_loss(const ptl_worn_circle *circle, double direction) {
  const int n = circle->n;
  if (n == 0) return (ptl_worn_loss){0.0, 0.0, 0.0};
  const double per_angle = n / turn, place = (direction - start_of(circle)) * per_angle;
  const double below = floor(place), u = place - below;
  const int i = (int)(below - n * floor(below / n));
  const int last = n - 1;
  const double a = knot_of(circle, i > 0 ? i - 1 : last)[CONTROL];
  const double b = knot_of(circle, i)[CONTROL];
  const double c = knot_of(circle, i < last ? i + 1 : 0)[CONTROL];
  const double d = knot_of(circle, i + 2 < n ? i + 2 : i + 2 - n)[CONTROL];
  return ptl_worn_spline(a, b, c, d, u, per_angle);
}

/* ---------------------------------------------------------------- the nearest direction */

typedef struct search {
  const ptl_worn_circle *hole, *pin;
  const ptl_pose *pose;
} search;

/* How near the pin is in direction a, but for a constant, with its derivatives by a. */
static ptl_worn_loss nearness(const search *s, double a) {
  const ptl_worn_loss hole = ptl_worn_circle_loss(s->hole, a);
  const ptl_worn_loss pin = ptl_worn_circle_loss(s->pin, a - s->pose->angle);
  const double c = cos(a), d = sin(a), x = s->pose->x, y = s->pose->y;
  return (ptl_worn_loss){x * c + y * d - hole.value - pin.value,
                         -x * d + y * c - hole.slope - pin.slope,
                         -(x * c + y * d) - hole.curvature - pin.curvature};
}

/* The same at knot i of the circle whose knots are searched. */
static double nearness_at_knot(const search *s, int i) {
  const double *k = knot_of(s->hole->n > 0 ? s->hole : s->pin, i);
  const double x = s->pose->x, y = s->pose->y;
  if (s->hole->n == 0) {
    const double c = cos(s->pose->angle), d = sin(s->pose->angle);
    return (c * x + d * y) * k[COSINE] + (c * y - d * x) * k[SINE] - k[VALUE];
  }
  const double alone = x * k[COSINE] + y * k[SINE] - k[VALUE];
  if (s->pin->n == 0) return alone;
  return alone - ptl_worn_circle_loss(s->pin, atan2(k[SINE], k[COSINE]) - s->pose->angle).value;
}

/* The largest value between a and b, at *where: the root of the slope, by Newton's iteration kept
 * between bounds. */
static double refine(const search *s, double a, double b, double *where) {
  enum { MOST = 60 };
  static const double near = 1e-11; /* of an angle: the iteration converges quadratically */
  double x = 0.5 * (a + b);
  ptl_worn_loss f = nearness(s, x);
  for (int i = 0; i < MOST && b - a > near; i++) {
    if (f.slope > 0.0)
      a = x;
    else
      b = x;
    double next = x - f.slope / f.curvature;
    if (!(next >= a && next <= b) || !(f.curvature < 0.0)) next = 0.5 * (a + b);
    const double move = fabs(next - x);
    x = next;
    f = nearness(s, x);
    if (move < near) break;
  }
  *where = x;
  return f.value;
}

double ptl_worn_circle_nearest(const ptl_worn_circle *hole, const ptl_worn_circle *pin,
                               const ptl_pose *pose) {
  enum { KEPT = 3 }; /* local maxima that are looked at closely */
  const search s = {hole, pin, pose};
  const ptl_worn_circle *knots = hole->n > 0 ? hole : pin;
  const double turned = hole->n > 0 ? 0.0 : pose->angle;
  const int n = knots->n;
  int best[KEPT] = {-1, -1, -1};
  double value[KEPT] = {-INFINITY, -INFINITY, -INFINITY};
  double before = nearness_at_knot(&s, n - 1), here = nearness_at_knot(&s, 0);
  for (int i = 0; i < n; i++) {
    const double next = nearness_at_knot(&s, i + 1 < n ? i + 1 : 0);
    const double curvature = before - 2.0 * here + next, slope = 0.5 * (next - before);
    if (here >= before && here >= next) {
      double top = here + (curvature < 0.0 ? -0.5 * slope * slope / curvature : 0.0);
      int at = i;
      for (int k = 0; k < KEPT; k++) {
        if (!(top > value[k])) continue;
        const double pushed = value[k];
        const int pushed_at = best[k];
        value[k] = top;
        best[k] = at;
        top = pushed;
        at = pushed_at;
      }
    }
    before = here;
    here = next;
  }
  const double step = turn / n;
  double where = 0.0, largest = -INFINITY;
  for (int k = 0; k < KEPT && best[k] >= 0; k++) {
    const double middle = start_of(knots) + step * best[k] + turned;
    double at;
    const double found = refine(&s, middle - step, middle + step, &at);
    if (!(found > largest)) continue;
    largest = found;
    where = at;
  }
  return where;
}
