/* curve.c: cubic splines through points of the plane, and their foot points. */
#include "curve.h"

#include <math.h>

/* Places in the doubles of one point. While the spline is being solved, the places of its
 * coefficients hold the equations. */
enum {
  START,
  LENGTH, /* chord length up to the point, and to the next one */
  X0,
  X1,
  X2,
  X3,
  Y0,
  Y1,
  Y2,
  Y3,
  /* path along the edges between the samples of the piece that is longest by it; the same in all */
  LONGEST,
  SAMPLE_X,
  SAMPLE_Y, /* and so on, in pairs */
  UPPER = X0,
  MX,
  MY,
  MZ /* second derivatives of x and y; the periodic correction */
};

static double *piece_at(double *pieces, int i) {
  return pieces + i * PTL_CURVE_DOUBLES;
}

static const double *piece_of(const ptl_curve *curve, int i) {
  return curve->piece + i * PTL_CURVE_DOUBLES;
}

ptl_curve ptl_curve_get(const double *c, int index, int closed) {
  int n;
  const double *points = ptl_points(c, index, &n);
  return (ptl_curve){points + 2 * n, n, closed ? n : n - 1};
}

int ptl_curve_is_closed(const ptl_curve *curve) {
  return curve->n_pieces == curve->n_points;
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

/* Length of the edges of piece i. */
static double path_of(const double *pieces, int n, int i) {
  const double *p = pieces + i * PTL_CURVE_DOUBLES;
  const double *next = pieces + (i + 1) % n * PTL_CURVE_DOUBLES;
  double sum = 0.0;
  for (int k = 0; k < PTL_CURVE_SAMPLES; k++) {
    const double *a = p + SAMPLE_X + 2 * k;
    const double *b = k + 1 < PTL_CURVE_SAMPLES ? a + 2 : next + SAMPLE_X;
    sum += hypot(b[0] - a[0], b[1] - a[1]);
  }
  return sum;
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
  double longest = 0.0;
  for (int i = 0; i < (closed ? n : n - 1); i++) longest = fmax(longest, path_of(pieces, n, i));
  for (int i = 0; i < n; i++) piece_at(pieces, i)[LONGEST] = longest;
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

/* Point and derivatives by the chord length at s within a piece. */
typedef struct state {
  double x, y, dx, dy, ddx, ddy;
} state;

static state state_at(const double *p, double s) {
  return (state){p[X0] + s * (p[X1] + s * (p[X2] + s * p[X3])),
                 p[Y0] + s * (p[Y1] + s * (p[Y2] + s * p[Y3])),
                 p[X1] + s * (2.0 * p[X2] + s * 3.0 * p[X3]),
                 p[Y1] + s * (2.0 * p[Y2] + s * 3.0 * p[Y3]),
                 2.0 * p[X2] + 6.0 * s * p[X3],
                 2.0 * p[Y2] + 6.0 * s * p[Y3]};
}

static double curvature_of(const state *c, double speed) {
  return (c->dx * c->ddy - c->dy * c->ddx) / (speed * speed * speed);
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

/* ------------------------------------------------------------------ foot points */

static double square_to(const double *sample, double x, double y) {
  double dx = sample[0] - x, dy = sample[1] - y;
  return dx * dx + dy * dy;
}

/* The distance of a near sample: the nearest of a few, then of ever nearer neighbours of the one in
 * hand. */
static double bound_distance(const ptl_curve *curve, double x, double y) {
  enum { LOOKS = 8 };
  const int n = curve->n_points, stride = (n + LOOKS - 1) / LOOKS;
  double least = INFINITY;
  int nearest = 0;
  for (int i = 0; i < n; i += stride) {
    const double square = square_to(piece_of(curve, i) + SAMPLE_X, x, y);
    if (!(square < least)) continue;
    least = square;
    nearest = i;
  }
  for (int step = stride / 2; step > 0; step /= 2) {
    const int below = nearest - step, above = nearest + step;
    const int sides[] = {below < 0 ? below + n : below, above < n ? above : above - n};
    for (int k = 0; k < 2; k++) {
      const double square = square_to(piece_of(curve, sides[k]) + SAMPLE_X, x, y);
      if (!(square < least)) continue;
      least = square;
      nearest = sides[k];
    }
  }
  return sqrt(least);
}

/* The square of a distance: of a sample beyond it, all along a path of that many pieces are farther
 * away than `bound`. */
static double far_square(const ptl_curve *curve, double bound, int pieces) {
  static const double rounding = 1.0 + 1e-12;
  const double distance = rounding * (bound + pieces * curve->piece[LONGEST]);
  return distance * distance;
}

/* The first of those samples that are nearest; blocks of pieces, then pieces, that are too far away
 * are passed over. */
static int nearest_sample(const ptl_curve *curve, double x, double y) {
  enum { HALF = 3, BLOCK = 2 * HALF };
  const int n = curve->n_points;
  const double bound = bound_distance(curve, x, y), far_block = far_square(curve, bound, HALF),
               far_piece = far_square(curve, bound, 1);
  double least = INFINITY;
  int nearest = 0;
  for (int begin = 0; begin < n; begin += BLOCK) {
    if (begin + HALF < n && square_to(piece_of(curve, begin + HALF) + SAMPLE_X, x, y) > far_block)
      continue;
    const int end = begin + BLOCK < n ? begin + BLOCK : n;
    for (int i = begin; i < end; i++) {
      const double *sample = piece_of(curve, i) + SAMPLE_X;
      if (square_to(sample, x, y) > far_piece) continue;
      const int samples = i < curve->n_pieces ? PTL_CURVE_SAMPLES : 1;
      for (int k = 0; k < samples; k++, sample += 2) {
        const double square = square_to(sample, x, y);
        if (!(square < least)) continue;
        least = square;
        nearest = i * PTL_CURVE_SAMPLES + k;
      }
    }
  }
  return nearest;
}

/* Position along the curve: a piece and a length in it. */
typedef struct position {
  int piece;
  double s;
} position;

/* Brings a length that has left its piece to the piece where it lies. */
static position normalise(const ptl_curve *curve, position at) {
  int closed = ptl_curve_is_closed(curve), last = curve->n_pieces - 1;
  while (at.s < 0.0 && (closed || at.piece > 0)) {
    at.piece = at.piece > 0 ? at.piece - 1 : last;
    at.s += piece_of(curve, at.piece)[LENGTH];
  }
  while (at.s > piece_of(curve, at.piece)[LENGTH] && (closed || at.piece < last)) {
    at.s -= piece_of(curve, at.piece)[LENGTH];
    at.piece = at.piece < last ? at.piece + 1 : 0;
  }
  return at;
}

static void write_foot(const state *c, ptl_foot *out) {
  double speed = hypot(c->dx, c->dy);
  out->x = c->x;
  out->y = c->y;
  out->tx = c->dx / speed;
  out->ty = c->dy / speed;
  out->curvature = curvature_of(c, speed);
}

void ptl_curve_end(const ptl_curve *curve, int last, ptl_foot *out) {
  const double *p = piece_of(curve, last ? curve->n_pieces - 1 : 0);
  state c = state_at(p, last ? p[LENGTH] : 0.0);
  write_foot(&c, out);
  out->past = last ? 1 : -1;
}

/* Whether the point lies beyond that end. */
static int is_past(const ptl_curve *curve, int last, double x, double y, ptl_foot *out) {
  ptl_curve_end(curve, last, out);
  out->offset = out->tx * (y - out->y) - out->ty * (x - out->x);
  double along = out->tx * (x - out->x) + out->ty * (y - out->y);
  return last ? along > 0.0 : along < 0.0;
}

enum { MAX_ITERATIONS = 60 };

/* Newton's iteration for (C - p).C' = 0 from the nearest sample, kept between its neighbours. */
void ptl_curve_find(const ptl_curve *curve, double x, double y, ptl_foot *out) {
  int k = nearest_sample(curve, x, y), closed = ptl_curve_is_closed(curve), n = n_edges(curve);
  if (!closed && k <= 1 && is_past(curve, 0, x, y, out)) return;
  if (!closed && k >= n - 1 && is_past(curve, 1, x, y, out)) return;
  position begin = {k / PTL_CURVE_SAMPLES, 0.0};
  if (k == n && !closed) {
    begin.piece = curve->n_pieces - 1;
    begin.s = piece_of(curve, begin.piece)[LENGTH];
  } else {
    begin.s = piece_of(curve, begin.piece)[LENGTH] * (k % PTL_CURVE_SAMPLES) / PTL_CURVE_SAMPLES;
  }
  double here = begin.s, up = piece_of(curve, begin.piece)[LENGTH] / PTL_CURVE_SAMPLES;
  position before = normalise(curve, (position){begin.piece, here - up});
  double down = here > 0.0 ? up : piece_of(curve, before.piece)[LENGTH] / PTL_CURVE_SAMPLES;
  double low = !closed && k == 0 ? 0.0 : -down, high = !closed && k == n ? 0.0 : up;
  double d = 0.0;
  state c;
  for (int i = 0, last = 0;; i++) {
    position at = normalise(curve, (position){begin.piece, begin.s + d});
    c = state_at(piece_of(curve, at.piece), at.s);
    if (last || i == MAX_ITERATIONS) break;
    double f = (c.x - x) * c.dx + (c.y - y) * c.dy;
    double slope = c.dx * c.dx + c.dy * c.dy + (c.x - x) * c.ddx + (c.y - y) * c.ddy;
    if (f > 0.0)
      high = d;
    else
      low = d;
    double next = slope > 0.0 ? d - f / slope : INFINITY;
    last = fabs(next - d) < 1e-9 * up; /* whose square is below rounding */
    if (!last && !(next > low && next < high)) next = 0.5 * (low + high);
    d = next;
  }
  write_foot(&c, out);
  out->offset = out->tx * (y - out->y) - out->ty * (x - out->x);
  out->past = 0;
}
