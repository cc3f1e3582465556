/* baseline_dop853.c: DOP853 as one writes it for a few unknowns: the pair of order 8(5,3) of
 * Dormand and Prince, Hairer's error estimate and step sizes, and the dense output of order 7 where
 * it is asked for. Steps end at touch and parting, where the rates have a kink. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "baseline.h"
#include "dop853_tableau.h"

enum { BLOCK = 4, END = PTL_DOP853_END, STAGES = PTL_DOP853_STAGES, TERMS = PTL_DOP853_TERMS };

typedef struct dop853 {
  ptl_bench_ode ode;
  int padded;                       /* whole blocks */
  double t0, t1, h, next, max_step; /* of the last step, the size of the next */
  double node[STAGES];
  double *y0, *y1, *at, *scale, *block;
  double *k[STAGES], *terms[TERMS];
  int has_terms;
  ptl_bench_counts counts;
} dop853;

/* out = base, if there is one, + h times the weighted stages */
static void combine(const dop853 *s, const ptl_dop853_weight *w, const double *base, double *out) {
  for (int from = 0; from < s->padded; from += BLOCK) {
    double sum[BLOCK] = {0.0};
    for (int i = 0; base != NULL && i < BLOCK; i++) sum[i] = base[from + i];
    for (const ptl_dop853_weight *next = w; next->value != 0.0; next++) {
      const double *k = s->k[next->stage] + from;
      double value = s->h * next->value;
      for (int i = 0; i < BLOCK; i++) sum[i] += value * k[i];
    }
    for (int i = 0; i < BLOCK; i++) out[from + i] = sum[i];
  }
}

static void evaluate(dop853 *s, int stage) {
  combine(s, ptl_dop853_stage[stage], s->y0, s->at);
  s->ode.rhs(s->ode.user, s->t0 + s->node[stage] * s->h, s->at, s->k[stage]);
  s->counts.evaluations++;
}

/* Of the end, relative to the tolerances. */
static double error_of(dop853 *s) {
  double *fifth = s->terms[0], *third = s->terms[1], sum_5 = 0.0, sum_3 = 0.0;
  combine(s, ptl_dop853_error_5, NULL, fifth);
  combine(s, ptl_dop853_end_3, s->y0, third);
  for (int i = 0; i < s->ode.n; i++) {
    double e5 = fifth[i] * s->scale[i], e3 = (s->y1[i] - third[i]) * s->scale[i];
    sum_5 += e5 * e5;
    sum_3 += e3 * e3;
  }
  double below = sum_5 + 0.01 * sum_3;
  return below > 0.0 ? sum_5 / sqrt(below * s->ode.n) : below;
}

/* The end of the last step begins the next. */
static void move_on(dop853 *s) {
  double *y = s->y0, *k = s->k[0];
  s->y0 = s->y1;
  s->y1 = y;
  s->k[0] = s->k[END];
  s->k[END] = k;
  s->t0 = s->t1;
  s->has_terms = 0;
}

static int step(ptl_bench_ode *ode, double *t, double *y) {
  dop853 *s = (dop853 *)ode;
  double error, factor;
  move_on(s);
  do {
    s->h = s->next;
    if (!(s->t0 + s->h > s->t0)) return 1;
    for (int i = 1; i < END; i++) evaluate(s, i);
    combine(s, ptl_dop853_stage[END], s->y0, s->y1);
    error = error_of(s);
    factor = 0.9 * pow(error, -0.125);
    s->next = s->h * fmin(fmax(isfinite(factor) ? factor
                               : error < 1.0    ? 6.0
                                                : 0.0,
                               1.0 / 3.0),
                          6.0);
    s->next = fmin(s->next, s->max_step);
  } while (!(error < 1.0));
  s->t1 = s->t0 + s->h;
  ode->rhs(ode->user, s->t1, s->y1, s->k[END]);
  s->counts.evaluations++;
  s->counts.steps++;
  memcpy(y, s->y1, sizeof(double) * (size_t)ode->n);
  *t = s->t1;
  return 0;
}

static void make_terms(dop853 *s) {
  double h = s->h, **c = s->terms;
  for (int i = END + 1; i < STAGES; i++) evaluate(s, i);
  for (int i = 0; i < s->padded; i++) {
    double change = s->y1[i] - s->y0[i], excess = h * s->k[0][i] - change;
    c[0][i] = s->y0[i];
    c[1][i] = change;
    c[2][i] = excess;
    c[3][i] = change - h * s->k[END][i] - excess;
  }
  for (int j = 0; j < 4; j++) combine(s, ptl_dop853_term[j], NULL, c[4 + j]);
  s->has_terms = 1;
}

static void dense(ptl_bench_ode *ode, double t, double *y) {
  dop853 *s = (dop853 *)ode;
  if (!s->has_terms) make_terms(s);
  double theta = (t - s->t0) / s->h, rest = 1.0 - theta;
  for (int i = 0; i < ode->n; i++) {
    double sum = 0.0;
    for (int j = TERMS - 1; j >= 1; j--) sum = (sum + s->terms[j][i]) * (j % 2 == 0 ? rest : theta);
    y[i] = s->terms[0][i] + sum;
  }
}

static void cut(ptl_bench_ode *ode, double t, const double *y) {
  dop853 *s = (dop853 *)ode;
  memcpy(s->y1, y, sizeof(double) * (size_t)ode->n);
  s->t1 = t;
  ode->rhs(ode->user, t, s->y1, s->k[END]);
  s->counts.evaluations++;
}

static ptl_bench_counts count(const ptl_bench_ode *ode) {
  return ((const dop853 *)ode)->counts;
}

static void destroy(ptl_bench_ode *ode) {
  free(((dop853 *)ode)->block);
  free(ode);
}

/* The state, the nodes as the sums of the weights, and a first step that changes it by 100
 * tolerances. */
static void begin(dop853 *s, const double *y, const double *tolerance) {
  double fastest = 0.0;
  memcpy(s->y1, y, sizeof(double) * (size_t)s->ode.n);
  for (int i = 0; i < s->ode.n; i++) s->scale[i] = 1.0 / tolerance[i];
  for (int i = 0; i < STAGES; i++)
    for (const ptl_dop853_weight *w = ptl_dop853_stage[i]; w->value != 0.0; w++)
      s->node[i] += w->value;
  s->ode.rhs(s->ode.user, 0.0, s->y1, s->k[END]);
  s->counts.evaluations++;
  for (int i = 0; i < s->ode.n; i++) fastest = fmax(fastest, fabs(s->k[END][i]) * s->scale[i]);
  s->next = fmin(100.0 / fastest, s->max_step);
}

ptl_bench_ode *ptl_bench_dop853_create(int n, ptl_bench_rhs rhs, void *user, const double *y,
                                       const double *tolerance, double max_step) {
  dop853 *s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  s->padded = (n + BLOCK - 1) / BLOCK * BLOCK;
  s->block = calloc((size_t)(s->padded * (STAGES + TERMS + 4)), sizeof(double));
  if (s->block == NULL) {
    free(s);
    return NULL;
  }
  double *next = s->block;
  for (int i = 0; i < STAGES; i++, next += s->padded) s->k[i] = next;
  for (int i = 0; i < TERMS; i++, next += s->padded) s->terms[i] = next;
  s->y0 = next;
  s->y1 = next + s->padded;
  s->at = next + 2 * s->padded;
  s->scale = next + 3 * s->padded;
  s->max_step = max_step > 0.0 ? max_step : INFINITY;
  s->ode = (ptl_bench_ode){.n = n,
                           .rhs = rhs,
                           .user = user,
                           .step = step,
                           .dense = dense,
                           .cut = cut,
                           .count = count,
                           .destroy = destroy};
  begin(s, y, tolerance);
  return &s->ode;
}
