/* worn_wall.c: B-splines along a wall, and where a disc touches it; see worn_wall.h. */
#include "worn_wall.h"

#include <math.h>

/* Behind the points: the first place, the step, then the losses. */
enum { FIRST, STEP, LOSSES };

static const double most_loss = 0.2; /* of the radius of a wall that is an arc */

static const double *numbers_of(const double *c, int index, int *n) {
  const double *points = ptl_points(c, index, n);
  return points + 2 * *n;
}

/* ---------------------------------------------------------------- the unworn wall */

typedef struct base {
  double x, y, tx, ty;
} base;

static base base_at(const ptl_worn_surface *wall, double s) {
  if (wall->curvature == 0.0)
    return (base){wall->x + s * wall->tx, wall->y + s * wall->ty, wall->tx, wall->ty};
  const double turned = wall->curvature * s, c = cos(turned), d = sin(turned);
  const double along = d / wall->curvature, across = (1.0 - c) / wall->curvature;
  return (base){wall->x + along * wall->tx - across * wall->ty,
                wall->y + along * wall->ty + across * wall->tx, c * wall->tx - d * wall->ty,
                d * wall->tx + c * wall->ty};
}

/* Place of the nearest point of the unworn wall, and the distance from it into the material. */
static double place_of(const ptl_worn_surface *wall, double x, double y, double *inside) {
  const double dx = x - wall->x, dy = y - wall->y;
  const double along = dx * wall->tx + dy * wall->ty, across = dy * wall->tx - dx * wall->ty;
  if (wall->curvature == 0.0) {
    *inside = -across;
    return along;
  }
  const double k = wall->curvature, side = k < 0.0 ? -1.0 : 1.0;
  *inside = side * hypot(along, across - 1.0 / k) - 1.0 / k;
  return atan2(k * along, 1.0 - k * across) / k;
}

/* ---------------------------------------------------------------- the loss */

static int refuse_point(ptl_reason *why, const ptl_worn_surface *wall, int i, const char *what) {
  return ptl_refuse(why, "point %d of %s %s", i + 1, wall->points, what);
}

int ptl_worn_wall_prepare(double *c, int index, const ptl_worn_surface *wall, ptl_reason *why) {
  enum { FEWEST = 12 };
  static const double on_wall = 1e-9, uneven = 1e-3; /* [m]; of a step */
  int n;
  double *numbers = (double *)numbers_of(c, index, &n); /* for prepare() to fill */
  const double *points = ptl_points(c, index, &n);
  if (n == 0) return 0;
  if (n < FEWEST) return ptl_refuse(why, "%s needs %d points at least", wall->points, FEWEST);
  double inside, unused;
  const double first = place_of(wall, points[0], points[1], &inside);
  const double step =
      (place_of(wall, points[2 * n - 2], points[2 * n - 1], &unused) - first) / (n - 1);
  const int is_backwards = step < 0.0;
  if (step == 0.0) return refuse_point(why, wall, n - 1, "lies where the first one lies");
  for (int i = 0; i < n; i++) {
    const double s = place_of(wall, points[2 * i], points[2 * i + 1], &inside);
    if (!(fabs(s - first - i * step) < uneven * fabs(step)))
      return refuse_point(why, wall, i,
                          "does not follow the one before it by an even step along the wall");
    if (!(s > -on_wall && s < wall->length + on_wall) && !isinf(wall->length))
      return refuse_point(why, wall, i, "lies beyond the wall's end");
    if (wall->curvature != 0.0 && !(fabs(inside * wall->curvature) < most_loss))
      return refuse_point(why, wall, i, "is far from the wall");
    const int is_end = i < 2 || i >= n - 2;
    if (is_end && !(fabs(inside) < on_wall))
      return refuse_point(why, wall, i,
                          "is worn; the first two and the last two must lie on the unworn wall");
    numbers[LOSSES + (is_backwards ? n - 1 - i : i)] = is_end ? 0.0 : inside;
  }
  numbers[STEP] = fabs(step);
  numbers[FIRST] = is_backwards ? first + (n - 1) * step : first;
  return 0;
}

int ptl_worn_wall_get(const double *c, int index, double *first, double *step,
                      const double **losses) {
  int n;
  const double *numbers = numbers_of(c, index, &n);
  if (n == 0) return 0;
  *first = numbers[FIRST];
  *step = numbers[STEP];
  *losses = numbers + LOSSES;
  return n;
}

void ptl_worn_wall_point(const ptl_worn_surface *wall, double s, double loss, double *x,
                         double *y) {
  const base b = base_at(wall, s);
  *x = b.x + b.ty * loss;
  *y = b.y - b.tx * loss;
}

ptl_worn_loss ptl_worn_wall_loss(const double *c, int index, double s) {
  int n;
  const double *numbers = numbers_of(c, index, &n);
  if (n == 0) return (ptl_worn_loss){0.0, 0.0, 0.0};
  const double place = (s - numbers[FIRST]) / numbers[STEP], below = floor(place);
  if (!(below >= 0.0 && below < n - 1)) return (ptl_worn_loss){0.0, 0.0, 0.0};
  const double *w = numbers + LOSSES + (int)below, u = place - below, per = 1.0 / numbers[STEP];
  const double a = below > 0.0 ? w[-1] : 0.0, d = below < n - 2 ? w[2] : 0.0;
  return ptl_worn_spline(a, w[0], w[1], d, u, per);
}

/* ---------------------------------------------------------------- a disc on it */

typedef struct touch {            /* a place of the wall, with what a touch there would be */
  double x, y, tx, ty, curvature; /* of the worn wall, material on the tangent's right */
  ptl_worn_loss disc;             /* loss of the disc in the direction of the wall */
  double off; /* 0 where both tangents are one; falls through it where they touch [m] */
  double depth;
} touch;

static touch touch_at(const double *c, int index, const ptl_worn_surface *wall,
                      const ptl_worn_disc *disc, double s) {
  const base b = base_at(wall, s);
  const ptl_worn_loss w = ptl_worn_wall_loss(c, index, s);
  const double along = 1.0 + wall->curvature * w.value, size = hypot(along, w.slope);
  touch t = {.x = b.x + b.ty * w.value,
             .y = b.y - b.tx * w.value,
             .tx = (along * b.tx + w.slope * b.ty) / size,
             .ty = (along * b.ty - w.slope * b.tx) / size};
  t.curvature = (along * (along * wall->curvature - w.curvature) +
                 2.0 * wall->curvature * w.slope * w.slope) /
                (size * size * size);
  if (disc->worn.n > 0)
    t.disc = ptl_worn_circle_loss(&disc->worn, atan2(-t.tx, t.ty) - disc->angle);
  const double dx = disc->x - t.x, dy = disc->y - t.y;
  t.off = dx * t.tx + dy * t.ty - t.disc.slope;
  t.depth = disc->radius - t.disc.value - (dy * t.tx - dx * t.ty);
  return t;
}

/* Between two places where `off` falls through 0: secants kept between bounds. */
static touch refine(const double *c, int index, const ptl_worn_surface *wall,
                    const ptl_worn_disc *disc, double a, double off_a, double b, double off_b) {
  enum { MOST = 60 };
  static const double near = 1e-14; /* [m] */
  touch t = {0};
  for (int i = 0, last = 0; i < MOST; i++) {
    const double s = a + (b - a) * off_a / (off_a - off_b);
    t = touch_at(c, index, wall, disc, s);
    if (fabs(t.off) < near || b - a < near) break;
    if (t.off > 0.0) {
      a = s;
      off_a = t.off;
      if (last > 0) off_b *= 0.5;
      last = 1;
    } else {
      b = s;
      off_b = t.off;
      if (last < 0) off_a *= 0.5;
      last = -1;
    }
  }
  return t;
}

/* The deepest of the places where both have one tangent. */
static touch find_touch(const double *c, int index, const ptl_worn_surface *wall,
                        const ptl_worn_disc *disc) {
  enum { FEWEST = 8, MOST = 400 };
  static const double steepest = 0.6; /* sine of a worn wall's slope */
  int n;
  double inside;
  const double *numbers = numbers_of(c, index, &n);
  const double middle = place_of(wall, disc->x, disc->y, &inside);
  const double step = n > 0 ? numbers[STEP] : 0.0;
  const double reach = steepest * fmax(disc->radius, fabs(inside)) + 2.0 * step;
  const int parts = n > 0 ? (int)fmax(FEWEST, fmin(ceil(2.0 * reach / step), MOST)) : FEWEST;
  touch best = touch_at(c, index, wall, disc, middle);
  double before = 0.0, largest = -INFINITY;
  for (int i = 0; i <= parts; i++) {
    const double s = middle - reach + 2.0 * reach * i / parts;
    const touch here = touch_at(c, index, wall, disc, s);
    if (i > 0 && before >= 0.0 && here.off < 0.0) {
      const touch found =
          refine(c, index, wall, disc, s - 2.0 * reach / parts, before, s, here.off);
      if (found.depth > largest) best = found;
      largest = fmax(largest, found.depth);
    }
    before = here.off;
  }
  return best;
}

void ptl_worn_wall_gap(const double *c, int index, const ptl_worn_surface *wall,
                       const ptl_worn_disc *disc, ptl_gap *out) {
  if (!isfinite(disc->x + disc->y + disc->angle)) { /* of a trial step */
    *out = (ptl_gap){.depth = NAN};
    return;
  }
  const touch t = find_touch(c, index, wall, disc);
  const double h = disc->radius - t.disc.value;
  *out = (ptl_gap){.depth = t.depth,
                   .nx = -t.ty,
                   .ny = t.tx,
                   .bx = disc->x + h * t.ty - t.disc.slope * t.tx,
                   .by = disc->y - h * t.tx - t.disc.slope * t.ty,
                   .radius_a = t.curvature == 0.0 ? INFINITY : -1.0 / t.curvature,
                   .radius_b = h - t.disc.curvature};
}
