/* baseline_cvode.c: CVODE as an experienced user sets it up for a few unknowns.
 *
 * Adams' methods with functional iteration need no Jacobian; BDF's is dense, by differences. The
 * weights are constant, so that CVODE spends no time on them; the vector loops are our own, as in
 * Pintle (the packaged ones are slow). */
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "baseline.h"

#ifndef SUN_COMM_NULL /* before version 7 */
#define SUN_COMM_NULL NULL
#endif

typedef struct cvode_ode {
  ptl_bench_ode ode;
  SUNContext sundials;
  void *cvode;
  N_Vector y, weight, borrowed;
  SUNNonlinearSolver iteration; /* of Adams' methods */
  SUNMatrix matrix;             /* of BDF */
  SUNLinearSolver solver;
} cvode_ode;

/* ---------------------------------------------------------------- vector loops */

#define DATA(v) NV_DATA_S(v)
#define SIZE(v) NV_LENGTH_S(v)

static void linear_sum(sunrealtype a, N_Vector x, sunrealtype b, N_Vector y, N_Vector z) {
  const double *p = DATA(x), *q = DATA(y);
  double *out = DATA(z);
  sunindextype n = SIZE(z);
  for (sunindextype i = 0; i < n; i++) out[i] = a * p[i] + b * q[i];
}

static void fill(sunrealtype a, N_Vector z) {
  double *out = DATA(z);
  sunindextype n = SIZE(z);
  for (sunindextype i = 0; i < n; i++) out[i] = a;
}

static void scale(sunrealtype a, N_Vector x, N_Vector z) {
  const double *p = DATA(x);
  double *out = DATA(z);
  sunindextype n = SIZE(z);
  for (sunindextype i = 0; i < n; i++) out[i] = a * p[i];
}

static sunrealtype weighted_norm(N_Vector x, N_Vector w) {
  const double *p = DATA(x), *q = DATA(w);
  sunindextype n = SIZE(x);
  double sum = 0.0;
  for (sunindextype i = 0; i < n; i++) sum += (p[i] * q[i]) * (p[i] * q[i]);
  return sqrt(sum / (double)n);
}

static int linear_combination(int count, sunrealtype *c, N_Vector *x, N_Vector z) {
  double *out = DATA(z);
  sunindextype n = SIZE(z);
  for (sunindextype i = 0; i < n; i++) {
    double sum = c[0] * DATA(x[0])[i];
    for (int k = 1; k < count; k++) sum += c[k] * DATA(x[k])[i];
    out[i] = sum;
  }
  return 0;
}

static int scale_add_multi(int count, sunrealtype *a, N_Vector x, N_Vector *y, N_Vector *z) {
  for (int k = 0; k < count; k++) linear_sum(a[k], x, 1.0, y[k], z[k]);
  return 0;
}

static void use_own_loops(N_Vector v) {
  v->ops->nvlinearsum = linear_sum;
  v->ops->nvconst = fill;
  v->ops->nvscale = scale;
  v->ops->nvwrmsnorm = weighted_norm;
  v->ops->nvlinearcombination = linear_combination;
  v->ops->nvscaleaddmulti = scale_add_multi;
}

/* ---------------------------------------------------------------- life */

static int rates(sunrealtype t, N_Vector y, N_Vector out, void *user) {
  const ptl_bench_ode *ode = user;
  ode->rhs(ode->user, t, DATA(y), DATA(out));
  return 0;
}

static int weights(N_Vector y, N_Vector w, void *user) {
  const cvode_ode *own = user;
  (void)y;
  memcpy(DATA(w), DATA(own->weight), sizeof(double) * (size_t)own->ode.n);
  return 0;
}

static void destroy(ptl_bench_ode *ode) {
  cvode_ode *own = (cvode_ode *)ode;
  CVodeFree(&own->cvode);
  if (own->iteration != NULL) SUNNonlinSolFree(own->iteration);
  if (own->solver != NULL) SUNLinSolFree(own->solver);
  if (own->matrix != NULL) SUNMatDestroy(own->matrix);
  N_Vector vectors[] = {own->y, own->weight, own->borrowed};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    if (vectors[i] != NULL) N_VDestroy(vectors[i]);
  SUNContext_Free(&own->sundials);
  free(own);
}

static int set_up_adams(cvode_ode *own) {
  own->iteration = SUNNonlinSol_FixedPoint(own->y, 0, own->sundials);
  return own->iteration == NULL || CVodeSetNonlinearSolver(own->cvode, own->iteration);
}

static int set_up_bdf(cvode_ode *own) {
  own->matrix = SUNDenseMatrix(own->ode.n, own->ode.n, own->sundials);
  if (own->matrix == NULL) return 1;
  own->solver = SUNLinSol_Dense(own->y, own->matrix, own->sundials);
  return own->solver == NULL || CVodeSetLinearSolver(own->cvode, own->solver, own->matrix);
}

static int set_up(cvode_ode *own, ptl_bench_method method, const double *y, const double *tolerance,
                  double max_step) {
  int n = own->ode.n;
  if (SUNContext_Create(SUN_COMM_NULL, &own->sundials) != 0) return 1;
  own->y = N_VNew_Serial(n, own->sundials);
  if (own->y == NULL) return 1;
  use_own_loops(own->y);
  own->weight = N_VClone(own->y);
  own->borrowed = N_VCloneEmpty(own->y);
  own->cvode = CVodeCreate(method == PTL_BENCH_ADAMS ? CV_ADAMS : CV_BDF, own->sundials);
  if (own->weight == NULL || own->borrowed == NULL || own->cvode == NULL) return 1;
  memcpy(DATA(own->y), y, sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++) DATA(own->weight)[i] = 1.0 / tolerance[i];
  return CVodeInit(own->cvode, rates, 0.0, own->y) || CVodeSetUserData(own->cvode, own) ||
         CVodeWFtolerances(own->cvode, weights) || CVodeSetMaxNumSteps(own->cvode, -1) ||
         CVodeSetMaxStep(own->cvode, max_step) ||
         (method == PTL_BENCH_ADAMS ? set_up_adams(own) : set_up_bdf(own));
}

/* ---------------------------------------------------------------- stepping */

static int step(ptl_bench_ode *ode, double *t, double *y) {
  cvode_ode *own = (cvode_ode *)ode;
  int flag = CVode(own->cvode, *t + 1.0, own->y, t, CV_ONE_STEP);
  memcpy(y, DATA(own->y), sizeof(double) * (size_t)ode->n);
  return flag < 0 ? flag : 0;
}

static void dense(ptl_bench_ode *ode, double t, double *y) {
  cvode_ode *own = (cvode_ode *)ode;
  NV_DATA_S(own->borrowed) = y;
  CVodeGetDky(own->cvode, t, 0, own->borrowed);
}

static ptl_bench_counts count(const ptl_bench_ode *ode) {
  const cvode_ode *own = (const cvode_ode *)ode;
  ptl_bench_counts counts = {0, 0};
  long by_differences = 0;
  CVodeGetNumSteps(own->cvode, &counts.steps);
  CVodeGetNumRhsEvals(own->cvode, &counts.evaluations);
  if (own->solver != NULL) CVodeGetNumLinRhsEvals(own->cvode, &by_differences);
  counts.evaluations += by_differences;
  return counts;
}

ptl_bench_ode *ptl_bench_ode_create(ptl_bench_method method, int n, ptl_bench_rhs rhs, void *user,
                                    const double *y, const double *tolerance, double max_step) {
  if (n > PTL_BENCH_UNKNOWNS) return NULL;
  if (method == PTL_BENCH_DOP853)
    return ptl_bench_dop853_create(n, rhs, user, y, tolerance, max_step);
  cvode_ode *own = calloc(1, sizeof *own);
  if (own == NULL) return NULL;
  own->ode = (ptl_bench_ode){.n = n,
                             .rhs = rhs,
                             .user = user,
                             .step = step,
                             .dense = dense,
                             .count = count,
                             .destroy = destroy};
  if (set_up(own, method, y, tolerance, max_step) == 0) return &own->ode;
  destroy(&own->ode);
  return NULL;
}

void ptl_bench_ode_sample(ptl_bench_ode *ode, double t, double until, ptl_bench_row row,
                          ptl_bench_record *record) {
  double y[PTL_BENCH_UNKNOWNS];
  while (record->every > 0.0 && record->n_rows < record->max_rows) {
    double due = record->n_rows * record->every;
    if (due > t || due > until) return;
    ode->dense(ode, due, y);
    row(ode->user, y, record->rows + record->n_rows++ * record->width);
  }
}

int ptl_bench_ode_run(ptl_bench_ode *ode, double until, double *y, ptl_bench_row row,
                      ptl_bench_record *record) {
  double t = 0.0;
  record->n_rows = record->n_contacts = 0;
  if (record->every > 0.0) row(ode->user, y, record->rows + record->n_rows++ * record->width);
  while (t < until) {
    int flag = ode->step(ode, &t, y);
    if (flag != 0) return flag;
    ptl_bench_ode_sample(ode, t, until, row, record);
  }
  return 0;
}
