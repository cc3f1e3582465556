/* integral.c: an antiderivative in pieces. On each piece the integrand is a sum of Chebyshev
 * polynomials, short enough that the last coefficients are rounding; the pieces are made one after
 * the other from 0 on, so that the result depends on nothing but the end. */
#include "integral.h"

#include <float.h>
#include <math.h>

enum { DEGREE = 16, MOST_HALVINGS = 60 };
/* Of the largest coefficient: a tail that is good enough, and one that is rounding of the expression when
 * halving does not help. */
static const double small = 1e-13, noise = 1e-9;
/* Of the end of a piece: by how much the argument of the expression may be rounded. */
static const double rounding = 4.0 * DBL_EPSILON;

typedef struct piece {
  double start, width, before; /* before: integral from 0 to start */
  double c[DEGREE + 2];        /* of the antiderivative over [-1, 1] that is 0 at -1 */
} piece;

struct ptl_integral {
  ptl_context *context;
  const ptl_expr *expr;
  double *x;
  piece *pieces;
  int n, last; /* last: where the latest question fell */
};

ptl_status ptl_integral_create(ptl_context *context, const ptl_expr *expr, double *x,
                               ptl_integral **out) {
  ptl_integral *integral = ptl_alloc(context, 1, sizeof *integral);
  *out = integral;
  if (integral == NULL) return PTL_ERR_MEMORY;
  *integral = (ptl_integral){.context = context, .expr = expr, .x = x};
  return PTL_OK;
}

void ptl_integral_destroy(ptl_integral *integral) {
  if (integral == NULL) return;
  ptl_free(integral->context, integral->pieces);
  ptl_free(integral->context, integral);
}

/* Coefficients of the interpolant at cos(k pi/DEGREE); returns the size of the last three over the
 * largest, less what the rounding of the argument may make of it: next to a kink or a jump that is all there
 * is, and shorter pieces have more of it. */
static double interpolate(const ptl_integral *integral, double start, double width,
                          double c[DEGREE + 1]) {
  const double pi = acos(-1.0);
  double f[DEGREE + 1], largest = 0.0, tail = 0.0, varying = 0.0;
  for (int k = 0; k <= DEGREE; k++) {
    *integral->x = start + 0.5 * width * (1.0 + cos(pi * k / DEGREE));
    f[k] = ptl_expr_eval(integral->expr);
  }
  for (int j = 0; j <= DEGREE; j++) {
    double sum = 0.5 * (f[0] + (j % 2 == 0 ? f[DEGREE] : -f[DEGREE]));
    for (int k = 1; k < DEGREE; k++) sum += f[k] * cos(pi * j * k / DEGREE);
    c[j] = sum * (j == 0 || j == DEGREE ? 1.0 : 2.0) / DEGREE;
    largest = fmax(largest, fabs(c[j]));
    if (j > 0) varying += fabs(c[j]);
    if (j > DEGREE - 3) tail = fmax(tail, fabs(c[j]));
  }
  tail -= rounding * (start + width) * varying / (0.5 * width);
  return largest > 0.0 ? tail / largest : isfinite(c[0]) ? 0.0 : NAN;
}

/* Integral of T_j is (T_(j+1)/(j+1) - T_(j-1)/(j-1))/2; of T_0 it is T_1, of T_1 T_2/4. */
static void integrate(const double c[DEGREE + 1], double out[DEGREE + 2]) {
  double at_start = 0.0;
  out[1] = c[0] - 0.5 * c[2];
  for (int j = 2; j <= DEGREE + 1; j++)
    out[j] = (c[j - 1] - (j < DEGREE ? c[j + 1] : 0.0)) / (2.0 * j);
  for (int j = 1; j <= DEGREE + 1; j++) at_start += j % 2 == 0 ? out[j] : -out[j];
  out[0] = -at_start;
}

/* Clenshaw's sum of c_j T_j(u). */
static double sum_at(const double *c, double u) {
  double a = 0.0, b = 0.0;
  for (int j = DEGREE + 1; j >= 1; j--) {
    double next = 2.0 * u * a - b + c[j];
    b = a;
    a = next;
  }
  return u * a - b + c[0];
}

static double piece_at(const piece *p, double end) {
  return p->before + 0.5 * p->width * sum_at(p->c, 2.0 * (end - p->start) / p->width - 1.0);
}

static int add_piece(ptl_integral *integral, double widest) {
  double c[DEGREE + 1], kept = *integral->x;
  piece *grown = ptl_grow(integral->context, integral->pieces, (size_t)integral->n, sizeof *grown);
  if (grown == NULL) return 0;
  integral->pieces = grown;
  piece *p = &grown[integral->n], *previous = integral->n > 0 ? p - 1 : NULL;
  double start = previous ? previous->start + previous->width : 0.0;
  double width = previous ? fmin(widest, 2.0 * previous->width) : widest;
  double tail = interpolate(integral, start, width, c), wider = INFINITY;
  for (int i = 0; i < MOST_HALVINGS && tail > small; i++) {
    if (tail < noise && tail > 0.1 * wider) break;
    width *= 0.5;
    wider = tail;
    tail = interpolate(integral, start, width, c);
  }
  *integral->x = kept;
  *p = (piece){.start = start, .width = width};
  p->before = previous ? piece_at(previous, start) : 0.0;
  integrate(c, p->c);
  if (!(width > 0.0) || !isfinite(p->c[0])) return 0;
  integral->n++;
  return 1;
}

double ptl_integral_eval(ptl_integral *integral, double end, double widest) {
  if (!(end >= 0.0) || !isfinite(end)) return NAN;
  while (integral->n == 0 ||
         end > integral->pieces[integral->n - 1].start + integral->pieces[integral->n - 1].width)
    if (!add_piece(integral, widest)) return NAN;
  int i = integral->last;
  while (i > 0 && end < integral->pieces[i].start) i--;
  while (i + 1 < integral->n && end >= integral->pieces[i + 1].start) i++;
  integral->last = i;
  return piece_at(&integral->pieces[i], end);
}
