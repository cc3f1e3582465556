/* curve.c: cubic splines through points of the plane, and what shapes they may have. */
#include "curve.h"

#include <math.h>

#include "curve_pieces.h"

ptl_curve ptl_curve_get(const double *c, int index, int closed) {
  int n;
  const double *points = ptl_points(c, index, &n);
  return (ptl_curve){points + 2 * n, n, closed ? n : n - 1};
}

/* ------------------------------------------------------------------ the spline */

static int measure(const double *points, int n, int closed, double *pieces, const char *name,
                   ptl_reason *why) {
  double start = 0.0;
  for (int i = 0; i < n; i++) {
    double *p = piece_at(pieces, i);
    int next = (i + 1) % n;
    p[START] = start;
    p[LENGTH] = 0.0;
    if (i == n - 1 && !closed) break;
    p[LENGTH] = hypot(points[2 * next] - points[2 * i], points[2 * next + 1] - points[2 * i + 1]);
    if (!(p[LENGTH] > 0.0))
      return ptl_refuse(why, "points %d and %d of %s are the same%s", i + 1, next + 1, name,
                        i == n - 1 ? "; a closed curve does not repeat its first point" : "");
    start += p[LENGTH];
  }
  return 0;
}

/* Right-hand side of point i for coordinate k: six times the change of slope of the chords. */
static double slope_change(const double *points, double *pieces, int n, int i, int k) {
  int before = (i + n - 1) % n, next = (i + 1) % n;
  double slope = (points[2 * next + k] - points[2 * i + k]) / piece_at(pieces, i)[LENGTH];
  return 6.0 *
         (slope - (points[2 * i + k] - points[2 * before + k]) / piece_at(pieces, before)[LENGTH]);
}

/* Eliminates row i of a tridiagonal system, whose row above is done. */
static void eliminate(double *pieces, int i, int first, double lower, double diagonal,
                      double upper) {
  double *p = piece_at(pieces, i);
  if (i > first) {
    const double *above = piece_at(pieces, i - 1);
    diagonal -= lower * above[UPPER];
    for (int k = MX; k <= MZ; k++) p[k] -= lower * above[k];
  }
  p[UPPER] = upper / diagonal;
  for (int k = MX; k <= MZ; k++) p[k] /= diagonal;
}

static void substitute(double *pieces, int first, int last) {
  for (int i = last - 1; i >= first; i--) {
    double *p = piece_at(pieces, i);
    const double *below = piece_at(pieces, i + 1);
    for (int k = MX; k <= MZ; k++) p[k] -= p[UPPER] * below[k];
  }
}

/* h[i-1] M[i-1] + 2 (h[i-1] + h[i]) M[i] + h[i] M[i+1] = slope change, around the curve. The two
 * corners of the matrix are taken out and put back by the formula of Sherman and Morrison. */
static void solve_closed(const double *points, int n, double *pieces) {
  double corner = piece_at(pieces, n - 1)[LENGTH];
  double first = 2.0 * (corner + piece_at(pieces, 0)[LENGTH]);
  for (int i = 0; i < n; i++) {
    double *p = piece_at(pieces, i);
    double before = piece_at(pieces, (i + n - 1) % n)[LENGTH], diagonal;
    p[MX] = slope_change(points, pieces, n, i, 0);
    p[MY] = slope_change(points, pieces, n, i, 1);
    p[MZ] = i == 0 ? -first : i == n - 1 ? corner : 0.0;
    diagonal = 2.0 * (before + p[LENGTH]);
    if (i == 0) diagonal += first;
    if (i == n - 1) diagonal += corner * corner / first;
    eliminate(pieces, i, 0, before, diagonal, p[LENGTH]);
  }
  substitute(pieces, 0, n - 1);
  double *head = piece_at(pieces, 0), *tail = piece_at(pieces, n - 1);
  double ratio = -corner / first, whole = 1.0 + head[MZ] + ratio * tail[MZ];
  double fx = (head[MX] + ratio * tail[MX]) / whole, fy = (head[MY] + ratio * tail[MY]) / whole;
  for (int i = 0; i < n; i++) {
    double *p = piece_at(pieces, i);
    p[MX] -= fx * p[MZ];
    p[MY] -= fy * p[MZ];
  }
}

/* Two points: a line; three: a parabola; more: the third derivative does not jump at the second and
 * at the last but one. */
static void solve_open(const double *points, int n, double *pieces) {
  for (int i = 0; i < n; i++) {
    double *p = piece_at(pieces, i);
    p[MX] = p[MY] = p[MZ] = 0.0;
    if (i == 0 || i == n - 1) continue;
    p[MX] = slope_change(points, pieces, n, i, 0);
    p[MY] = slope_change(points, pieces, n, i, 1);
  }
  for (int k = MX; k <= MY && n == 3; k++) {
    double h = piece_at(pieces, 0)[LENGTH] + piece_at(pieces, 1)[LENGTH];
    double m = piece_at(pieces, 1)[k] / (3.0 * h);
    for (int i = 0; i < 3; i++) piece_at(pieces, i)[k] = m;
  }
  if (n <= 3) return;
  for (int i = 1; i < n - 1; i++) {
    double a = piece_at(pieces, i - 1)[LENGTH], b = piece_at(pieces, i)[LENGTH];
    double lower = a, diagonal = 2.0 * (a + b), upper = b;
    if (i == 1) {
      diagonal += a * (1.0 + a / b);
      upper -= a * a / b;
    }
    if (i == n - 2) {
      diagonal += b * (1.0 + b / a);
      lower -= b * b / a;
    }
    eliminate(pieces, i, 1, lower, diagonal, upper);
  }
  substitute(pieces, 1, n - 2);
  double first = piece_at(pieces, 0)[LENGTH] / piece_at(pieces, 1)[LENGTH];
  double last = piece_at(pieces, n - 2)[LENGTH] / piece_at(pieces, n - 3)[LENGTH];
  for (int k = MX; k <= MY; k++) {
    piece_at(pieces, 0)[k] =
        (1.0 + first) * piece_at(pieces, 1)[k] - first * piece_at(pieces, 2)[k];
    piece_at(pieces, n - 1)[k] =
        (1.0 + last) * piece_at(pieces, n - 2)[k] - last * piece_at(pieces, n - 3)[k];
  }
}

/* Cubic of one coordinate from its end values and second derivatives. */
static void write_cubic(double *out, double from, double to, double m0, double m1, double h) {
  out[0] = from;
  out[1] = (to - from) / h - h * (2.0 * m0 + m1) / 6.0;
  out[2] = 0.5 * m0;
  out[3] = (m1 - m0) / (6.0 * h);
}

/* The first derivatives at the end of an open curve. */
static void write_end_slope(double *end) {
  const double *p = end - PTL_CURVE_DOUBLES, h = p[LENGTH];
  end[X1] = p[X1] + h * (2.0 * p[X2] + h * 3.0 * p[X3]);
  end[Y1] = p[Y1] + h * (2.0 * p[Y2] + h * 3.0 * p[Y3]);
}

/* Replaces the second derivatives by coefficients, and adds the samples. */
static void write_pieces(const double *points, int n, int closed, double *pieces) {
  double first_x = piece_at(pieces, 0)[MX], first_y = piece_at(pieces, 0)[MY];
  for (int i = 0; i < n; i++) {
    double *p = piece_at(pieces, i), h = p[LENGTH], mx = p[MX], my = p[MY];
    int next = (i + 1) % n;
    if (i == n - 1 && !closed) { /* a point is left over */
      for (int k = X0; k < PTL_CURVE_DOUBLES; k++) p[k] = 0.0;
      p[X0] = p[SAMPLE_X] = points[2 * i];
      p[Y0] = p[SAMPLE_Y] = points[2 * i + 1];
      write_end_slope(p);
      return;
    }
    const double *q = piece_at(pieces, next);
    double next_x = next == 0 ? first_x : q[MX], next_y = next == 0 ? first_y : q[MY];
    write_cubic(p + X0, points[2 * i], points[2 * next], mx, next_x, h);
    write_cubic(p + Y0, points[2 * i + 1], points[2 * next + 1], my, next_y, h);
    for (int k = 0; k < PTL_CURVE_SAMPLES; k++) {
      double s = h * k / PTL_CURVE_SAMPLES;
      p[SAMPLE_X + 2 * k] = p[X0] + s * (p[X1] + s * (p[X2] + s * p[X3]));
      p[SAMPLE_Y + 2 * k] = p[Y0] + s * (p[Y1] + s * (p[Y2] + s * p[Y3]));
    }
  }
}

int ptl_curve_prepare(double *c, int index, int closed, const char *name, ptl_reason *why) {
  int n;
  const double *points = ptl_points(c, index, &n);
  double *pieces = c + (points - c) + 2 * n;
  if (n < (closed ? 3 : 2))
    return ptl_refuse(why, "%s needs at least %d points", name, closed ? 3 : 2);
  if (measure(points, n, closed, pieces, name, why)) return 1;
  if (closed)
    solve_closed(points, n, pieces);
  else
    solve_open(points, n, pieces);
  write_pieces(points, n, closed, pieces);
  ptl_curve_write_circles(pieces, closed ? n : n - 1);
  return 0;
}

/* ------------------------------------------------------------------ shape */

double ptl_curve_area(const ptl_curve *curve) {
  double twice = 0.0;
  const double *before = piece_of(curve, curve->n_points - 1) + SAMPLE_X;
  before += ptl_curve_is_closed(curve) ? 2 * (PTL_CURVE_SAMPLES - 1) : 0;
  for (int i = 0; i < curve->n_points; i++) {
    int samples = i < curve->n_pieces ? PTL_CURVE_SAMPLES : 1;
    for (int k = 0; k < samples; k++) {
      const double *p = piece_of(curve, i) + SAMPLE_X + 2 * k;
      twice += before[0] * p[1] - before[1] * p[0];
      before = p;
    }
  }
  return 0.5 * twice;
}

double ptl_curve_tightest(const ptl_curve *curve, double side, int *point) {
  enum { STEPS = 16 };
  double largest = 0.0;
  *point = 1;
  for (int i = 0; i < curve->n_pieces; i++) {
    const double *p = piece_of(curve, i);
    for (int k = 0; k <= STEPS; k++) {
      state c = state_at(p, p[LENGTH] * k / STEPS);
      double curvature = side * curvature_of(&c, hypot(c.dx, c.dy));
      if (!(curvature > largest)) continue;
      largest = curvature;
      *point = (2 * k < STEPS ? i : i + 1) % curve->n_points + 1;
    }
  }
  return largest;
}

/* ------------------------------------------------------------------ distance from itself */

/* The curve as a chain of straight edges between the samples; edge e begins at sample e. */
static int n_edges(const ptl_curve *curve) {
  return curve->n_pieces * PTL_CURVE_SAMPLES;
}

static const double *sample_at(const ptl_curve *curve, int e) {
  int piece = e / PTL_CURVE_SAMPLES % curve->n_points;
  return piece_of(curve, piece) + SAMPLE_X + 2 * (e % PTL_CURVE_SAMPLES);
}

static double length_at(const ptl_curve *curve, int e) {
  const double *p;
  if (e == n_edges(curve)) {
    p = piece_of(curve, curve->n_pieces - 1);
    return p[START] + p[LENGTH];
  }
  p = piece_of(curve, e / PTL_CURVE_SAMPLES);
  return p[START] + p[LENGTH] * (e % PTL_CURVE_SAMPLES) / PTL_CURVE_SAMPLES;
}

static double from_edge(const double *p, const double *a, const double *b) {
  double dx = b[0] - a[0], dy = b[1] - a[1], square = dx * dx + dy * dy;
  double s = square > 0.0 ? ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square : 0.0;
  s = fmin(fmax(s, 0.0), 1.0);
  return hypot(p[0] - a[0] - s * dx, p[1] - a[1] - s * dy);
}

/* Twice the area of the triangle a b p, > 0 counter-clockwise. */
static double triangle_area(const double *a, const double *b, const double *p) {
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

static double between_edges(const ptl_curve *curve, int e, int f) {
  const double *a = sample_at(curve, e), *b = sample_at(curve, e + 1);
  const double *c = sample_at(curve, f), *d = sample_at(curve, f + 1);
  if (triangle_area(a, b, c) * triangle_area(a, b, d) < 0.0 &&
      triangle_area(c, d, a) * triangle_area(c, d, b) < 0.0)
    return 0.0;
  return fmin(fmin(from_edge(a, c, d), from_edge(b, c, d)),
              fmin(from_edge(c, a, b), from_edge(d, a, b)));
}

typedef struct box {
  double low[2], high[2];
} box;

static box box_of(const ptl_curve *curve, int from, int to) {
  box b = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
  for (int e = from; e <= to; e++)
    for (int k = 0; k < 2; k++) {
      b.low[k] = fmin(b.low[k], sample_at(curve, e)[k]);
      b.high[k] = fmax(b.high[k], sample_at(curve, e)[k]);
    }
  return b;
}

static double between_boxes(const box *a, const box *b) {
  double d[2];
  for (int k = 0; k < 2; k++)
    d[k] = fmax(0.0, fmax(a->low[k] - b->high[k], b->low[k] - a->high[k]));
  return hypot(d[0], d[1]);
}

/* Two edges nearer to each other than `width` although their distance along the curve is
 * longer than `arc`. A curve whose radii are larger than width/2 is at least as far from itself as
 * a circle of that radius (Schur), so that an arc of half a circle of it is enough to tell. */
typedef struct search {
  const ptl_curve *curve;
  double width, arc;
  int e, f; /* found */
} search;

static int find_pair(search *s, int a, int b, int c, int d);

static int split_pair(search *s, int a, int b, int c, int d) {
  if (b - a >= d - c) {
    int middle = a + (b - a) / 2;
    return find_pair(s, a, middle, c, d) || find_pair(s, middle, b, c, d);
  }
  int middle = c + (d - c) / 2;
  return find_pair(s, a, b, c, middle) || find_pair(s, a, b, middle, d);
}

/* Edges a ... b - 1 against edges c ... d - 1; b <= c. */
static int find_pair(search *s, int a, int b, int c, int d) {
  const ptl_curve *curve = s->curve;
  int last = n_edges(curve);
  double whole = length_at(curve, last), forward = length_at(curve, d) - length_at(curve, a);
  if (forward < s->arc) return 0;
  double backward = whole - (length_at(curve, c) - length_at(curve, b));
  if (ptl_curve_is_closed(curve) && backward < s->arc) return 0;
  box first = box_of(curve, a, b), second = box_of(curve, c, d);
  if (between_boxes(&first, &second) > s->width) return 0;
  if (b - a > 1 || d - c > 1) return split_pair(s, a, b, c, d);
  double gap = length_at(curve, c) - length_at(curve, b);
  double around = whole - (length_at(curve, d) - length_at(curve, a));
  if (gap < s->arc || (ptl_curve_is_closed(curve) && around < s->arc)) return 0;
  double distance = between_edges(curve, a, c);
  if (!(distance < s->width || distance == 0.0)) return 0;
  s->e = a;
  s->f = c;
  return 1;
}

static int find_within(search *s, int a, int b) {
  if (b - a < 2) return 0;
  int middle = a + (b - a) / 2;
  return find_within(s, a, middle) || find_within(s, middle, b) ||
         find_pair(s, a, middle, middle, b);
}

int ptl_curve_check_width(const ptl_curve *curve, double width, const char *name, ptl_reason *why) {
  double longest = 0.0, quarter = asin(1.0); /* of a turn */
  for (int i = 0; i < curve->n_pieces; i++) longest = fmax(longest, piece_of(curve, i)[LENGTH]);
  search s = {curve, 0.98 * width, quarter * width, 0, 0}; /* an edge cuts its corner short */
  if (!(width > 0.0)) s.arc = 1e-3 * longest / PTL_CURVE_SAMPLES; /* neighbours share a point */
  if (!find_within(&s, 0, n_edges(curve))) return 0;
  int i = s.e / PTL_CURVE_SAMPLES + 1, j = s.f / PTL_CURVE_SAMPLES + 1;
  if (between_edges(curve, s.e, s.f) > 0.0)
    return ptl_refuse(why, "%s comes nearer to itself than %g m, behind points %d and %d", name,
                      width, i, j);
  return ptl_refuse(why, "%s crosses itself, behind points %d and %d", name, i, j);
}
