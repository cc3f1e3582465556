/* curve_nearest.c: the place of a curve that is nearest to a point.
 *
 * Circles around pieces tell which of them may be nearest (branch and bound), and how far away a
 * point may be for the distance to have one minimum on them: where it is then found by bisection
 * between the points of the curve and by Newton's iteration in one piece. */
#include "curve_nearest.h"

#include <math.h>

#include "curve_pieces.h"

/* ------------------------------------------------------------------ circles around pieces */

/* The pieces from ... to - 1 are halved at the point in their middle, and so on: a binary tree. */
typedef struct span {
  int from, to;
} span;

static int middle_of(span at) {
  return (at.from + at.to) >> 1;
}

static int circle_of(span at) {
  return at.to - at.from == 1 ? at.from * PTL_CURVE_DOUBLES + PIECE
                              : middle_of(at) * PTL_CURVE_DOUBLES + PIECES;
}

/* Half the square of the distance |C - p| is convex where |C'|^2 > |C - p| |C''|; bend: the largest
 * |C''|/|C'|^2 there is. */
static void set_convex_reach(double *circle, double bend) {
  static const double rounding = 1.0 - 1e-9;
  const double reach = rounding / bend - circle[CIRCLE_RADIUS];
  circle[ONE_MINIMUM] = reach > 0.0 ? reach * reach : 0.0;
}

/* Of a piece; returns its bend. |C''| is largest at an end; a straight line between two points of
 * the curve, h apart in its parameter, is |C''| h^2/8 from it at most. */
static double write_circle_of_piece(double *p) {
  const double h = p[LENGTH], half = 0.5 * h;
  const double end_x = 2.0 * p[X2] + 6.0 * h * p[X3], end_y = 2.0 * p[Y2] + 6.0 * h * p[Y3];
  const double second = fmax(2.0 * hypot(p[X2], p[Y2]), hypot(end_x, end_y));
  const double slowest = hypot(p[X1] + half * (2.0 * p[X2] + half * 3.0 * p[X3]),
                               p[Y1] + half * (2.0 * p[Y2] + half * 3.0 * p[Y3])) -
                         second * half;
  const double bend = slowest > 0.0 ? second / (slowest * slowest) : INFINITY;
  double *circle = p + PIECE;
  circle[CENTRE_X] = p[X0] + half * (p[X1] + h * (p[X2] + h * p[X3]));
  circle[CENTRE_Y] = p[Y0] + half * (p[Y1] + h * (p[Y2] + h * p[Y3]));
  circle[CIRCLE_RADIUS] = half + second * h * h / 8.0;
  set_convex_reach(circle, bend);
  return bend;
}

static void enclose(const double *a, const double *b, double *out) {
  const double dx = b[CENTRE_X] - a[CENTRE_X], dy = b[CENTRE_Y] - a[CENTRE_Y];
  const double apart = hypot(dx, dy), ra = a[CIRCLE_RADIUS], rb = b[CIRCLE_RADIUS];
  const double radius = fmax(fmax(ra, rb), 0.5 * (apart + ra + rb));
  const double along = radius > ra && apart > 0.0 ? fmin((radius - ra) / apart, 1.0) : 0.0;
  out[CENTRE_X] = a[CENTRE_X] + along * dx;
  out[CENTRE_Y] = a[CENTRE_Y] + along * dy;
  out[CIRCLE_RADIUS] = radius;
}

/* Of a span and all below it; returns the largest bend. */
static double write_circles(double *pieces, span at) {
  const int middle = middle_of(at);
  const span first = {at.from, middle}, second = {middle, at.to};
  if (at.to - at.from == 1) return write_circle_of_piece(piece_at(pieces, at.from));
  const double bend = fmax(write_circles(pieces, first), write_circles(pieces, second));
  double *circle = pieces + circle_of(at);
  enclose(pieces + circle_of(first), pieces + circle_of(second), circle);
  set_convex_reach(circle, bend);
  return bend;
}

void ptl_curve_write_circles(double *pieces, int n_pieces) {
  write_circles(pieces, (span){0, n_pieces});
}

/* ------------------------------------------------------------------ foot points */

static void write_foot(const state *c, ptl_foot *out) {
  double speed = sqrt(c->dx * c->dx + c->dy * c->dy);
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

/* Half the derivative of the square of the distance from (x, y), at a point of the curve. */
static double slope_at_point(const ptl_curve *curve, int i, double x, double y) {
  const double *p = piece_of(curve, i < curve->n_points ? i : 0);
  return (p[X0] - x) * p[X1] + (p[Y0] - y) * p[Y1];
}

/* A place on the curve. */
typedef struct place {
  int piece;
  double s;
} place;

/* Newton's iteration for (C - p).C' = 0, which rises through it between low and high. */
static place place_of_root(const ptl_curve *curve, int piece, double x, double y, double low,
                           double s, double high) {
  enum { MAX_ITERATIONS = 60 };
  static const double near = 1e-9; /* of the piece: its square is below rounding */
  const double *p = piece_of(curve, piece), enough = near * p[LENGTH];
  for (int i = 0, last = 0; i < MAX_ITERATIONS && !last; i++) {
    const state c = state_at(p, s);
    const double dx = c.x - x, dy = c.y - y, f = dx * c.dx + dy * c.dy;
    const double slope = c.dx * c.dx + c.dy * c.dy + dx * c.ddx + dy * c.ddy;
    if (f > 0.0)
      high = s;
    else
      low = s;
    double next = slope > 0.0 ? s - f / slope : INFINITY;
    last = fabs(next - s) < enough;
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    s = next;
  }
  return (place){piece, s};
}

/* The nearest place of a span on which the distance has one minimum. */
static place nearest_of_convex(const ptl_curve *curve, span at, double x, double y) {
  double first = slope_at_point(curve, at.from, x, y), last;
  if (first >= 0.0) return (place){at.from, 0.0};
  last = slope_at_point(curve, at.to, x, y);
  if (last <= 0.0) return (place){at.to - 1, piece_of(curve, at.to - 1)[LENGTH]};
  while (at.to - at.from > 1) {
    const int middle = middle_of(at);
    const double slope = slope_at_point(curve, middle, x, y);
    if (slope > 0.0) {
      at.to = middle;
      last = slope;
    } else {
      at.from = middle;
      first = slope;
    }
  }
  const double length = piece_of(curve, at.from)[LENGTH];
  return place_of_root(curve, at.from, x, y, 0.0, length * first / (first - last), length);
}

static double square_to(const ptl_curve *curve, place at, double x, double y) {
  const double *p = piece_of(curve, at.piece);
  const double dx = p[X0] + at.s * (p[X1] + at.s * (p[X2] + at.s * p[X3])) - x;
  const double dy = p[Y0] + at.s * (p[Y1] + at.s * (p[Y2] + at.s * p[Y3])) - y;
  return dx * dx + dy * dy;
}

/* The place beside the nearest sample of a piece on which the distance may have several minima. */
static place nearest_of_piece(const ptl_curve *curve, int piece, double x, double y) {
  const double length = piece_of(curve, piece)[LENGTH], up = length / PTL_CURVE_SAMPLES;
  double least = INFINITY, s = 0.0;
  for (int k = 0; k <= PTL_CURVE_SAMPLES; k++) {
    const place sample = {piece, k < PTL_CURVE_SAMPLES ? k * up : length};
    const double square = square_to(curve, sample, x, y);
    if (!(square < least)) continue;
    least = square;
    s = sample.s;
  }
  if (s == 0.0 && slope_at_point(curve, piece, x, y) >= 0.0) return (place){piece, s};
  if (s == length && slope_at_point(curve, piece + 1, x, y) <= 0.0) return (place){piece, s};
  return place_of_root(curve, piece, x, y, fmax(s - up, 0.0), s, fmin(s + up, length));
}

/* A span, its circle, and the square of the distance of its centre. */
typedef struct candidate {
  span at;
  const double *circle;
  double square;
} candidate;

static inline candidate candidate_of(const ptl_curve *curve, span at, double x, double y) {
  const double *circle = curve->piece + circle_of(at);
  const double dx = circle[CENTRE_X] - x, dy = circle[CENTRE_Y] - y;
  return (candidate){at, circle, dx * dx + dy * dy};
}

/* The nearer half of a span is looked into first. What lies in a circle that is farther away than
 * the nearest place in hand is passed over. */
static place nearest_place(const ptl_curve *curve, double x, double y) {
  enum { DEPTH = 64 };
  static const double rounding = 1.0 + 1e-12;
  candidate left[DEPTH], in_hand = candidate_of(curve, (span){0, curve->n_pieces}, x, y);
  int n_left = 0;
  double distance = INFINITY;
  place best = {0, 0.0};
  for (;;) {
    const double reach = rounding * (distance + in_hand.circle[CIRCLE_RADIUS]);
    if (!(in_hand.square > reach * reach)) {
      const span at = in_hand.at;
      const int is_convex = in_hand.square < in_hand.circle[ONE_MINIMUM];
      if (!is_convex && at.to - at.from > 1) {
        const int middle = middle_of(at);
        const candidate a = candidate_of(curve, (span){at.from, middle}, x, y);
        const candidate b = candidate_of(curve, (span){middle, at.to}, x, y);
        if (a.square <= b.square) {
          left[n_left++] = b;
          in_hand = a;
        } else {
          left[n_left++] = a;
          in_hand = b;
        }
        continue;
      }
      const place found =
          is_convex ? nearest_of_convex(curve, at, x, y) : nearest_of_piece(curve, at.from, x, y);
      const double there = sqrt(square_to(curve, found, x, y));
      if (there < distance) {
        distance = there;
        best = found;
      }
    }
    if (n_left == 0) return best;
    in_hand = left[--n_left];
  }
}

void ptl_curve_find(const ptl_curve *curve, double x, double y, ptl_foot *out) {
  const place found = nearest_place(curve, x, y);
  const state c = state_at(piece_of(curve, found.piece), found.s);
  write_foot(&c, out);
  out->offset = out->tx * (y - out->y) - out->ty * (x - out->x);
  out->past = 0;
  if (ptl_curve_is_closed(curve)) return;
  const int last = curve->n_pieces - 1;
  const double along = out->tx * (x - out->x) + out->ty * (y - out->y);
  if (found.piece == 0 && found.s == 0.0 && along < 0.0) out->past = -1;
  if (found.piece == last && found.s == piece_of(curve, last)[LENGTH] && along > 0.0) out->past = 1;
}
