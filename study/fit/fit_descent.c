/* fit_descent.c: the method of Levenberg and Marquardt with the Jacobian by differences: J. J.
 * More, The Levenberg-Marquardt algorithm, Lecture Notes in Mathematics 630 (1978) 105. Numbers at
 * a bound that the gradient pushes against stay there for a step. */
#include "fit_descent.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "elimination.h"

enum { MOST_STEPS = 50, MOST_TRIALS = 8 };
static const double step_of_difference = 1e-4; /* of the range */
static const double next_to_nothing = 1e-6;    /* of the variance of the residuals */

typedef struct descent {
  const ptl_fit_residuals *of;
  int d;
  int64_t n;
  double *u, *shifted, *trial, *gradient, *step; /* d */
  double *residuals, *first, *jacobian;          /* n, n, d rows of n */
  double *normal, *matrix;                       /* d by d */
  char *is_held;                                 /* d */
  double squares, damping;
} descent;

static double product(const double *a, const double *b, int64_t n) {
  double sum = 0.0;
  for (int64_t i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* The residuals at u; 0 where there are none. */
static int find(const descent *s, const double *u, double *residuals) {
  const double *found = s->of->must_end(s->of->user) ? NULL : s->of->find(s->of->user, u);
  if (found != NULL) memcpy(residuals, found, sizeof *residuals * (size_t)s->n);
  return found != NULL;
}

/* Row i of the Jacobian, by the step to both sides as far as the bounds allow. */
static int differentiate(descent *s, int i) {
  double *row = s->jacobian + i * s->n, ends[2];
  memcpy(s->shifted, s->u, sizeof *s->u * (size_t)s->d);
  for (int side = 0; side < 2; side++) {
    s->shifted[i] = fmin(1.0, fmax(0.0, s->u[i] + (side ? 1.0 : -1.0) * step_of_difference));
    ends[side] = s->shifted[i];
    if (!find(s, s->shifted, side ? row : s->first)) return 0;
  }
  for (int64_t k = 0; k < s->n; k++) row[k] = (row[k] - s->first[k]) / (ends[1] - ends[0]);
  return 1;
}

static int set_equations(descent *s) {
  for (int i = 0; i < s->d; i++)
    if (!differentiate(s, i)) return 0;
  for (int i = 0; i < s->d; i++) {
    s->gradient[i] = product(s->jacobian + i * s->n, s->residuals, s->n);
    s->is_held[i] =
        (s->u[i] <= 0.0 && s->gradient[i] > 0.0) || (s->u[i] >= 1.0 && s->gradient[i] < 0.0);
  }
  for (int i = 0; i < s->d; i++)
    for (int j = 0; j <= i; j++)
      s->normal[s->d * i + j] = s->normal[s->d * j + i] =
          product(s->jacobian + i * s->n, s->jacobian + j * s->n, s->n);
  return 1;
}

/* The step with that damping; 0 where the equations do not determine it. */
static int find_step(descent *s, double damping) {
  const int d = s->d;
  memcpy(s->matrix, s->normal, sizeof *s->matrix * (size_t)(d * d));
  for (int i = 0; i < d; i++) {
    s->matrix[d * i + i] *= 1.0 + damping;
    s->step[i] = s->is_held[i] ? 0.0 : -s->gradient[i];
    for (int j = 0; j < d && s->is_held[i]; j++) s->matrix[d * i + j] = i == j;
  }
  return ptl_eliminate(s->matrix, d, s->step) > 0.0;
}

/* Whether the undamped step is next to nothing: by its length, and by what it would gain. */
static int is_at_rest(descent *s, double tolerance) {
  double gain = 0.0, largest = 0.0;
  if (!find_step(s, 0.0)) return 0;
  for (int i = 0; i < s->d; i++) {
    gain -= s->step[i] * s->gradient[i];
    largest = fmax(largest, fabs(s->step[i]));
  }
  const double freedom = (double)(s->n > s->d ? s->n - s->d : 1);
  return largest <= tolerance || gain <= next_to_nothing * s->squares / freedom;
}

/* A step that makes the sum smaller, with more and more damping; 0 where none does. */
static int advance(descent *s) {
  for (int trial = 0; trial < MOST_TRIALS; trial++, s->damping *= 10.0) {
    if (!find_step(s, s->damping)) continue;
    for (int i = 0; i < s->d; i++) s->trial[i] = fmin(1.0, fmax(0.0, s->u[i] + s->step[i]));
    if (!find(s, s->trial, s->first)) {
      if (s->of->must_end(s->of->user)) return 0;
      continue;
    }
    const double squares = product(s->first, s->first, s->n);
    if (!(squares < s->squares)) continue;
    s->squares = squares;
    memcpy(s->u, s->trial, sizeof *s->u * (size_t)s->d);
    memcpy(s->residuals, s->first, sizeof *s->residuals * (size_t)s->n);
    s->damping = fmax(0.1 * s->damping, 1e-9);
    return 1;
  }
  return 0;
}

ptl_status ptl_fit_descend(ptl_context *context, const ptl_fit_residuals *residuals,
                           double tolerance, double *u, int *has_settled) {
  descent s = {.of = residuals, .d = residuals->d, .n = residuals->n, .u = u, .damping = 1e-3};
  const size_t d = (size_t)s.d, n = (size_t)s.n;
  const ptl_block blocks[] = {PTL_BLOCK(s.shifted, d),      PTL_BLOCK(s.trial, d),
                              PTL_BLOCK(s.gradient, d),     PTL_BLOCK(s.step, d),
                              PTL_BLOCK(s.residuals, n),    PTL_BLOCK(s.first, n),
                              PTL_BLOCK(s.jacobian, d * n), PTL_BLOCK(s.normal, d * d),
                              PTL_BLOCK(s.matrix, d * d),   PTL_BLOCK(s.is_held, d)};
  *has_settled = 0;
  void *memory = ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks);
  if (memory == NULL) return PTL_ERR_MEMORY;
  if (find(&s, u, s.residuals)) {
    s.squares = product(s.residuals, s.residuals, s.n);
    for (int step = 0; step < MOST_STEPS && set_equations(&s); step++) {
      *has_settled = is_at_rest(&s, tolerance);
      if (*has_settled || !advance(&s)) break;
    }
  }
  ptl_free(context, memory);
  return PTL_OK;
}
