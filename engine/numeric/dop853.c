/* dop853.c: stages, error estimates and dense output. */
#include "dop853.h"

#include <math.h>
#include <string.h>

#include "dop853_tableau.h"
#include "wide.h"

static const double huge = 1e200;
/* Unknowns that are summed up together: as many as registers hold, and for the rest of them. */
enum { LONG_BLOCK = 24, MIDDLE_BLOCK = 16, BLOCK = 8 };
enum { FIRST_USED = 5 }; /* the stages between the first and this one only serve others */

void ptl_dop853_destroy(ptl_dop853 *rk) {
  if (rk == NULL) return;
  ptl_free(rk->context, rk->block);
  ptl_free(rk->context, rk);
}

/* `size` of the unknowns of combine. The sums begin with the first stage: a block that is copied
 * would go through memory. */
static inline void combine_block(const ptl_dop853 *rk, const ptl_dop853_weight *w, int from,
                                 int size, const double *base, double *out) {
  double sum[LONG_BLOCK];
  const double *first = rk->k[w->stage] + from, weight = rk->h * w->value;
  if (base != NULL)
    for (int i = 0; i < size; i++) sum[i] = base[from + i] + weight * first[i];
  else
    for (int i = 0; i < size; i++) sum[i] = 0.0 + weight * first[i];
  for (const ptl_dop853_weight *next = w + 1; next->value != 0.0; next++) {
    const double *k = rk->k[next->stage] + from;
    double value = rk->h * next->value;
    for (int i = 0; i < size; i++) sum[i] += value * k[i];
  }
  for (int i = 0; i < size; i++) out[from + i] = sum[i];
}

/* out = base, if there is one, + h times the weighted sum of the stages. A block of unknowns stays
 * in registers. */
PTL_WIDE static void combine(const ptl_dop853 *rk, const ptl_dop853_weight *w, int n,
                             const double *base, double *out) {
  int from = 0;
  for (; from + MIDDLE_BLOCK < n; from += LONG_BLOCK)
    combine_block(rk, w, from, LONG_BLOCK, base, out);
  for (; from + BLOCK < n; from += MIDDLE_BLOCK)
    combine_block(rk, w, from, MIDDLE_BLOCK, base, out);
  for (; from < n; from += BLOCK) combine_block(rk, w, from, BLOCK, base, out);
}

ptl_status ptl_dop853_create(ptl_context *context, int n, int m, ptl_rates rates, void *user,
                             ptl_dop853 **out) {
  *out = NULL;
  ptl_dop853 *rk = ptl_alloc(context, 1, sizeof *rk);
  if (rk == NULL) return PTL_ERR_MEMORY;
  size_t all = (size_t)(n + m + BLOCK - 1) / BLOCK * BLOCK; /* room for whole blocks */
  *rk = (ptl_dop853){.context = context, .n = n, .m = m, .rates = rates, .user = user};
  rk->block = ptl_alloc(context, all * (PTL_DOP853_STAGES + PTL_DOP853_TERMS + 5), sizeof(double));
  if (rk->block == NULL) {
    ptl_free(context, rk);
    return PTL_ERR_MEMORY;
  }
  double *next = rk->block;
  for (int i = 0; i < PTL_DOP853_STAGES; i++, next += all) rk->k[i] = next;
  for (int i = 0; i < PTL_DOP853_TERMS; i++, next += all) rk->terms[i] = next;
  rk->x0 = next;
  rk->x1 = next + all;
  rk->stage = next + 2 * all;
  rk->error = next + 3 * all;
  rk->end_error = next + 4 * all;
  *out = rk;
  return PTL_OK;
}

static int evaluate(ptl_dop853 *rk, int stage) {
  combine(rk, ptl_dop853_stage[stage], rk->n, rk->x0, rk->stage);
  return rk->rates(rk->user, rk->stage, stage >= FIRST_USED, rk->k[stage]);
}

int ptl_dop853_attempt(ptl_dop853 *rk, double h) {
  rk->h = h;
  rk->dense = 0;
  for (int i = 1; i < PTL_DOP853_END; i++)
    if (evaluate(rk, i)) return 1;
  memset(rk->x0 + rk->n, 0, sizeof(double) * (size_t)rk->m); /* the sums begin at zero */
  combine(rk, ptl_dop853_stage[PTL_DOP853_END], rk->n + rk->m, rk->x0, rk->x1);
  combine(rk, ptl_dop853_error_5, rk->n + rk->m, NULL, rk->error);
  combine(rk, ptl_dop853_end_3, rk->n + rk->m, rk->x0, rk->end_error);
  for (int i = 0; i < rk->n + rk->m; i++) rk->end_error[i] = rk->x1[i] - rk->end_error[i];
  return 0;
}

/* Hairer's combination of both estimates, of order 7 in all. */
double ptl_dop853_error(const ptl_dop853 *rk, int tested, const double *tolerance) {
  double fifth = 0.0, third = 0.0;
  for (int i = 0; i < tested; i++) {
    double scale = 1.0 / tolerance[i];
    double e5 = rk->error[i] * scale, e3 = rk->end_error[i] * scale;
    fifth += e5 * e5;
    third += e3 * e3;
  }
  double below = fifth + 0.01 * third;
  if (!(below < huge)) return INFINITY; /* its product with the rest would not be a number */
  return below > 0.0 ? fifth / sqrt(below * tested) : below;
}

/* Both states stand at the end of the step: the last stage's and x1. */
double ptl_dop853_stiffness(const ptl_dop853 *rk, int tested, const double *tolerance) {
  double apart = 0.0, faster = 0.0;
  for (int i = 0; i < tested; i++) {
    double scale = 1.0 / tolerance[i];
    double x = (rk->x1[i] - rk->stage[i]) * scale;
    double v = (rk->k[PTL_DOP853_END][i] - rk->k[PTL_DOP853_END - 1][i]) * scale;
    apart += x * x;
    faster += v * v;
  }
  return apart > 0.0 ? fabs(rk->h) * sqrt(faster / apart) : 0.0;
}

void ptl_dop853_prepare(ptl_dop853 *rk) {
  int all = rk->n + rk->m, refused = 0;
  double h = rk->h, *const *c = rk->terms;
  if (rk->dense) return;
  rk->dense = 1;
  for (int i = PTL_DOP853_END + 1; i < PTL_DOP853_STAGES && !refused; i++)
    refused = evaluate(rk, i);
  for (int i = 0; i < all; i++) {
    double change = rk->x1[i] - rk->x0[i], excess = h * rk->k[0][i] - change;
    c[0][i] = rk->x0[i];
    c[1][i] = change;
    c[2][i] = excess;
    c[3][i] = change - h * rk->k[PTL_DOP853_END][i] - excess;
  }
  for (int j = 0; j < 4; j++) {
    combine(rk, ptl_dop853_term[j], all, NULL, c[4 + j]);
    if (refused) memset(c[4 + j], 0, sizeof(double) * (size_t)all);
  }
}

/* x0 + theta (c1 + (1 - theta) (c2 + theta (c3 + (1 - theta) (...)))) */
void ptl_dop853_dense(const ptl_dop853 *rk, double theta, int from, int to, double *restrict out) {
  const double *c0 = rk->terms[0], *c1 = rk->terms[1], *c2 = rk->terms[2], *c3 = rk->terms[3],
               *c4 = rk->terms[4], *c5 = rk->terms[5], *c6 = rk->terms[6], *c7 = rk->terms[7];
  const double rest = 1.0 - theta;
  for (int i = from; i < to; i++) {
    double sum = c6[i] + theta * c7[i];
    sum = c4[i] + theta * (c5[i] + rest * sum);
    sum = c2[i] + theta * (c3[i] + rest * sum);
    out[i - from] = c0[i] + theta * (c1[i] + rest * sum);
  }
}

double ptl_dop853_dense_one(const ptl_dop853 *rk, double theta, int unknown, double *slope) {
  double value = 0.0, derivative = 0.0;
  for (int j = PTL_DOP853_TERMS - 1; j >= 1; j--) {
    double factor = j % 2 == 0 ? 1.0 - theta : theta, turn = j % 2 == 0 ? -1.0 : 1.0;
    value += rk->terms[j][unknown];
    derivative = derivative * factor + turn * value;
    value *= factor;
  }
  *slope = derivative;
  return rk->terms[0][unknown] + value;
}
