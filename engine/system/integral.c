/* integral.c: an antiderivative in pieces. On each piece the integrand is interpolated by Chebyshev
 * polynomials up to T_16. What this neglects is at most
 *   |f^(17)|/17! (width/2)^17 / 2^14
 * (Trefethen: Approximation Theory and Approximation Practice, SIAM 2013, ch. 8: points at the
 * extrema of T_16), of which bounds over the whole piece are known (ptl_expr_taylor_bounds), so
 * that nothing narrow is missed between the points. Pieces end where a condition changes. They are
 * made one after the other from 0 on, so that the result depends on nothing but the end. */
#include "integral.h"

#include <float.h>
#include <math.h>

enum { DEGREE = 16, MOST_PIECES = 200000 };
/* Neglected, of the largest value of the integrand in the piece; and values that are nothing. */
static const double neglected = 2e-15, nothing = 1e-60;
/* Of the time: a piece so short that bounds of the value alone are enough, as next to a root's
 * beginning. */
static const double shortest = 0x1p-44;

typedef struct piece {
  double start, end, before; /* before: integral from 0 to start */
  double c[DEGREE + 1];      /* of the antiderivative over [-1, 1], times 2/width, by integrate() */
} piece;

struct ptl_integral {
  ptl_context *context;
  ptl_expr *expr;
  double *time;
  piece *pieces;
  int n, last;        /* last: where the latest question fell */
  double first_width; /* [s] */
  double width;       /* for the next piece: halved and doubled as need be */
  double settled;     /* no condition changes before */
  int changes;        /* 1: one does there */
  const char *fault;  /* why there is no piece after the last */
  ptl_status status;
  double cosine[2 * DEGREE]; /* of k pi/DEGREE */
};

ptl_status ptl_integral_create(ptl_context *context, ptl_expr *expr, double *time, double usual_end,
                               ptl_integral **out) {
  static const double longest_first = 1.0; /* [s] */
  ptl_integral *integral = ptl_alloc(context, 1, sizeof *integral);
  *out = integral;
  if (integral == NULL) return PTL_ERR_MEMORY;
  *integral = (ptl_integral){.context = context, .expr = expr, .time = time};
  integral->width = integral->first_width =
      usual_end > 0.0 ? fmin(usual_end, longest_first) : longest_first;
  for (int k = 0; k < 2 * DEGREE; k++) integral->cosine[k] = cos(acos(-1.0) * k / DEGREE);
  return PTL_OK;
}

void ptl_integral_destroy(ptl_integral *integral) {
  if (integral == NULL) return;
  ptl_free(integral->context, integral->pieces);
  ptl_free(integral->context, integral);
}

static double end_of(const ptl_integral *integral) {
  return integral->n > 0 ? integral->pieces[integral->n - 1].end : 0.0;
}

ptl_status ptl_integral_status(const ptl_integral *integral, double t) {
  if (integral->status == PTL_OK || t <= end_of(integral)) return PTL_OK;
  return ptl_fail(integral->context, integral->status,
                  PTL_E(0517) "the rate '%.200s' cannot be integrated beyond t = %.9g s: %s; change it, or end "
                  "the run before",
                  ptl_expr_text(integral->expr), end_of(integral), integral->fault);
}

static int fail(ptl_integral *integral, ptl_status status, const char *fault) {
  integral->status = status;
  integral->fault = fault;
  return 0;
}

/* ---------------------------------------------------------------- one piece */

/* Coefficients of the interpolant at cos(k pi/DEGREE); the last point is not behind `last`. Returns
 * the largest size among the values, NAN when one is not finite. */
static double interpolate(const ptl_integral *integral, double start, double end, double last,
                          double c[DEGREE + 1]) {
  const double *cosine = integral->cosine;
  double f[DEGREE + 1], largest = 0.0, kept = *integral->time;
  for (int k = 0; k <= DEGREE; k++) {
    *integral->time = fmin(last, start + 0.5 * (end - start) * (1.0 + cosine[k]));
    f[k] = ptl_expr_eval(integral->expr);
    largest = isfinite(f[k]) ? fmax(largest, fabs(f[k])) : NAN;
    if (isnan(largest)) break;
  }
  *integral->time = kept;
  for (int j = 0; j <= DEGREE && !isnan(largest); j++) {
    double sum = 0.5 * (f[0] + (j % 2 == 0 ? f[DEGREE] : -f[DEGREE]));
    for (int k = 1; k < DEGREE; k++) sum += f[k] * cosine[j * k % (2 * DEGREE)];
    c[j] = sum * (j == 0 || j == DEGREE ? 1.0 : 2.0) / DEGREE;
  }
  return largest;
}

/* The antiderivative of sum c_j T_j has the coefficients a_j = (c_(j-1) - c_(j+1))/(2 j) of T_j,
 * and a_1 = c_0 - c_2/2. out[j - 1] = a_j - a_(j+1) + a_(j+2) - ...: what the sums below are at
 * -1. */
static void integrate(const double c[DEGREE + 1], double out[DEGREE + 1]) {
  double above = 0.0;
  for (int j = DEGREE + 1; j >= 1; j--) {
    double lower = j > 1 ? c[j - 1] : 2.0 * c[0], upper = j < DEGREE ? c[j + 1] : 0.0;
    above = (lower - upper) / (2.0 * j) - above;
    out[j - 1] = above;
  }
}

/* The antiderivative that is 0 at -1, at from_start - 1: Clenshaw's sum in Reinsch's form
 * (Gentleman, Computer Journal 12 (1969) 160) without what it is at -1. What is added grows with
 * from_start, and so does the rounding: next to the start of a piece the integral is as exact as at
 * its end. */
static double sum_from_start(const double c[DEGREE + 1], double from_start) {
  double sum = 0.0, gained = 0.0;
  for (int j = DEGREE; j >= 0; j--) {
    gained = 2.0 * from_start * sum - gained;
    sum = c[j] + gained - sum;
  }
  return from_start * sum - gained;
}

static double piece_at(const piece *p, double t) {
  double half = 0.5 * (p->end - p->start);
  if (!(half > 0.0)) return p->before; /* one double next to 0 */
  return p->before + half * sum_from_start(p->c, (t - p->start) / half);
}

/* Whether the interpolant of values up to `largest` is good over [start, end]. */
static int is_good(const ptl_integral *integral, double start, double end, double largest,
                   int is_shortest) {
  double value[2], coefficient[2];
  ptl_expr_taylor_bounds(integral->expr, start, end, DEGREE + 1, value, coefficient);
  double size = fmax(fabs(value[0]), fabs(value[1]));
  if (size <= nothing || (is_shortest && isfinite(size))) return 1;
  double error = 0x1p-14 * fmax(fabs(coefficient[0]), fabs(coefficient[1]));
  for (int i = 0; i <= DEGREE; i++) error *= 0.5 * (end - start);
  return error <= neglected * largest;
}

/* Finds out up to where no condition changes; 0 when that cannot be told. */
static int settle(ptl_integral *integral, double start) {
  if (start < integral->settled) return 1;
  double reach = start + 4.0 * integral->width;
  ptl_switch_result found = ptl_expr_next_switch(integral->expr, start, reach, &integral->settled);
  integral->changes = found == PTL_SWITCH_FOUND;
  if (found != PTL_SWITCH_UNRESOLVED && integral->settled > start) return 1;
  return fail(integral, PTL_ERR_SIMULATION,
              "its conditions change again and again from there on; give them a least distance");
}

/* ---------------------------------------------------------------- all pieces */

static int add_piece(ptl_integral *integral) {
  double c[DEGREE + 1], start = end_of(integral);
  piece *grown = ptl_grow(integral->context, integral->pieces, (size_t)integral->n, sizeof *grown);
  if (grown == NULL) return fail(integral, PTL_ERR_MEMORY, "out of memory");
  integral->pieces = grown;
  if (integral->n == MOST_PIECES)
    return fail(integral, PTL_ERR_SIMULATION, "it varies too fast for a run of such a length");
  if (!settle(integral, start)) return 0;
  double limit = integral->settled, before = integral->changes ? nextafter(limit, start) : limit;
  double least = shortest * fmax(start, fmin(integral->width, integral->first_width)), end;
  for (;; integral->width *= 0.5) {
    end = fmin(start + integral->width, limit);
    int is_shortest = end - start <= least;
    double largest = interpolate(integral, start, end, before, c);
    if (!isnan(largest) && is_good(integral, start, fmin(end, before), largest, is_shortest)) break;
    if (is_shortest)
      return fail(integral, PTL_ERR_SIMULATION, "it is not finite, or not defined, there");
  }
  if (end < limit) integral->width *= 2.0;
  piece *p = &grown[integral->n];
  *p = (piece){.start = start, .end = end};
  p->before = integral->n > 0 ? piece_at(p - 1, start) : 0.0;
  integrate(c, p->c);
  integral->n++;
  return 1;
}

double ptl_integral_eval(ptl_integral *integral, double end, double horizon) {
  if (!(end >= 0.0 && end <= horizon) || !isfinite(end)) return NAN;
  while (integral->n == 0 || end > end_of(integral))
    if (integral->status != PTL_OK || !add_piece(integral)) return NAN;
  int i = integral->last;
  while (i > 0 && end < integral->pieces[i].start) i--;
  while (i + 1 < integral->n && end >= integral->pieces[i + 1].start) i++;
  integral->last = i;
  return piece_at(&integral->pieces[i], end);
}
