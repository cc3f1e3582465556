/* baseline_cvode.c: CVODE as an experienced user sets it up for a few unknowns.
 *
 * Adams' methods with functional iteration need no Jacobian; the weights are constant, so that
 * CVODE spends no time on them; the vector loops are our own, as in Pintle (the packaged ones are
 * slow). */
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_context.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "baseline.h"

struct ptl_bench_ode {
  int n;
  ptl_bench_rhs rhs;
  void *user;
  SUNContext sundials;
  void *cvode;
  N_Vector y, weight, borrowed;
  SUNNonlinearSolver iteration;
};

/* ---------------------------------------------------------------- vector loops */

#define DATA(v) NV_DATA_S(v)
#define SIZE(v) NV_LENGTH_S(v)

static void linear_sum(realtype a, N_Vector x, realtype b, N_Vector y, N_Vector z) {
  const double *p = DATA(x), *q = DATA(y);
  double *out = DATA(z);
  sunindextype n = SIZE(z);
  for (sunindextype i = 0; i < n; i++) out[i] = a * p[i] + b * q[i];
}

static void fill(realtype a, N_Vector z) {
  double *out = DATA(z);
  sunindextype n = SIZE(z);
  for (sunindextype i = 0; i < n; i++) out[i] = a;
}

static void scale(realtype a, N_Vector x, N_Vector z) {
  const double *p = DATA(x);
  double *out = DATA(z);
  sunindextype n = SIZE(z);
  for (sunindextype i = 0; i < n; i++) out[i] = a * p[i];
}

static realtype weighted_norm(N_Vector x, N_Vector w) {
  const double *p = DATA(x), *q = DATA(w);
  sunindextype n = SIZE(x);
  double sum = 0.0;
  for (sunindextype i = 0; i < n; i++) sum += (p[i] * q[i]) * (p[i] * q[i]);
  return sqrt(sum / (double)n);
}

static int linear_combination(int count, realtype *c, N_Vector *x, N_Vector z) {
  double *out = DATA(z);
  sunindextype n = SIZE(z);
  for (sunindextype i = 0; i < n; i++) {
    double sum = c[0] * DATA(x[0])[i];
    for (int k = 1; k < count; k++) sum += c[k] * DATA(x[k])[i];
    out[i] = sum;
  }
  return 0;
}

static int scale_add_multi(int count, realtype *a, N_Vector x, N_Vector *y, N_Vector *z) {
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

static int rates(realtype t, N_Vector y, N_Vector out, void *user) {
  ptl_bench_ode *ode = user;
  ode->rhs(ode->user, t, DATA(y), DATA(out));
  return 0;
}

static int weights(N_Vector y, N_Vector w, void *user) {
  ptl_bench_ode *ode = user;
  (void)y;
  memcpy(DATA(w), DATA(ode->weight), sizeof(double) * (size_t)ode->n);
  return 0;
}

void ptl_bench_ode_destroy(ptl_bench_ode *ode) {
  if (ode == NULL) return;
  CVodeFree(&ode->cvode);
  if (ode->iteration != NULL) SUNNonlinSolFree(ode->iteration);
  N_Vector vectors[] = {ode->y, ode->weight, ode->borrowed};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    if (vectors[i] != NULL) N_VDestroy(vectors[i]);
  SUNContext_Free(&ode->sundials);
  free(ode);
}

static int set_up(ptl_bench_ode *ode, const double *y, const double *tolerance, double max_step) {
  if (SUNContext_Create(NULL, &ode->sundials) != 0) return 1;
  ode->y = N_VNew_Serial(ode->n, ode->sundials);
  if (ode->y == NULL) return 1;
  use_own_loops(ode->y);
  ode->weight = N_VClone(ode->y);
  ode->borrowed = N_VCloneEmpty(ode->y);
  ode->iteration = SUNNonlinSol_FixedPoint(ode->y, 0, ode->sundials);
  ode->cvode = CVodeCreate(CV_ADAMS, ode->sundials);
  if (ode->weight == NULL || ode->borrowed == NULL || ode->iteration == NULL || ode->cvode == NULL)
    return 1;
  memcpy(DATA(ode->y), y, sizeof(double) * (size_t)ode->n);
  for (int i = 0; i < ode->n; i++) DATA(ode->weight)[i] = 1.0 / tolerance[i];
  return CVodeInit(ode->cvode, rates, 0.0, ode->y) || CVodeSetUserData(ode->cvode, ode) ||
         CVodeWFtolerances(ode->cvode, weights) || CVodeSetMaxNumSteps(ode->cvode, -1) ||
         CVodeSetMaxStep(ode->cvode, max_step) ||
         CVodeSetNonlinearSolver(ode->cvode, ode->iteration);
}

ptl_bench_ode *ptl_bench_ode_create(int n, ptl_bench_rhs rhs, void *user, const double *y,
                                    const double *tolerance, double max_step) {
  ptl_bench_ode *ode = calloc(1, sizeof *ode);
  if (ode == NULL) return NULL;
  ode->n = n;
  ode->rhs = rhs;
  ode->user = user;
  if (set_up(ode, y, tolerance, max_step) == 0) return ode;
  ptl_bench_ode_destroy(ode);
  return NULL;
}

/* ---------------------------------------------------------------- stepping */

int ptl_bench_ode_step(ptl_bench_ode *ode, double *t, double *y) {
  int flag = CVode(ode->cvode, *t + 1.0, ode->y, t, CV_ONE_STEP);
  memcpy(y, DATA(ode->y), sizeof(double) * (size_t)ode->n);
  return flag < 0 ? flag : 0;
}

void ptl_bench_ode_dense(ptl_bench_ode *ode, double t, double *y) {
  NV_DATA_S(ode->borrowed) = y;
  CVodeGetDky(ode->cvode, t, 0, ode->borrowed);
}

ptl_bench_counts ptl_bench_ode_count(const ptl_bench_ode *ode) {
  ptl_bench_counts counts = {0, 0};
  CVodeGetNumSteps(ode->cvode, &counts.steps);
  CVodeGetNumRhsEvals(ode->cvode, &counts.evaluations);
  return counts;
}
