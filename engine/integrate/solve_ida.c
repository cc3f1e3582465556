/* solve_ida.c: the solver on SUNDIALS IDA; the only file that sees its headers.
 *
 * Four settings differ from IDA's defaults, each for a measured reason (docs/numerics.md): own vector
 * loops (the packaged ones cost two thirds of a small run), a new Jacobian already when cj has
 * changed by 5 %, multipliers out of the error test, and no scaling of the Newton correction. */
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "context.h"
#include "solver.h"
#include "sparse_lu.h"

struct ptl_solver {
  ptl_context *context;
  ptl_solver_problem problem;
  SUNContext sundials;
  void *ida;
  N_Vector y, yp, weight, id, lent;
  SUNMatrix matrix;
  SUNLinearSolver linear;
  ptl_sparse_lu *lu;
  long failures;             /* of Newton's iteration when the last Jacobian was made */
  SUNNonlinearSolver newton; /* own one when strict, else NULL: IDA's */
  double first_correction;   /* of the iteration in hand */
  char message[256];
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

static realtype weighted_norm_masked(N_Vector x, N_Vector w, N_Vector id) {
  const double *p = DATA(x), *q = DATA(w), *m = DATA(id);
  sunindextype n = SIZE(x);
  double sum = 0.0;
  for (sunindextype i = 0; i < n; i++)
    if (m[i] > 0.0) sum += (p[i] * q[i]) * (p[i] * q[i]);
  return sqrt(sum / (double)n);
}

static int linear_combination(int count, realtype *c, N_Vector *x, N_Vector z) {
  double *out = DATA(z);
  sunindextype n = SIZE(z);
  const double *first = DATA(x[0]);
  double c0 = c[0];
  for (sunindextype i = 0; i < n; i++) out[i] = c0 * first[i];
  for (int k = 1; k < count; k++) {
    const double *p = DATA(x[k]);
    double a = c[k];
    for (sunindextype i = 0; i < n; i++) out[i] += a * p[i];
  }
  return 0;
}

static int scale_add_multi(int count, realtype *a, N_Vector x, N_Vector *y, N_Vector *z) {
  const double *p = DATA(x);
  sunindextype n = SIZE(x);
  for (int k = 0; k < count; k++) {
    const double *q = DATA(y[k]);
    double *out = DATA(z[k]), b = a[k];
    for (sunindextype i = 0; i < n; i++) out[i] = b * p[i] + q[i];
  }
  return 0;
}

static int scale_array(int count, realtype *c, N_Vector *x, N_Vector *z) {
  for (int k = 0; k < count; k++) scale(c[k], x[k], z[k]);
  return 0;
}

static int linear_sum_array(int count, realtype a, N_Vector *x, realtype b, N_Vector *y,
                            N_Vector *z) {
  for (int k = 0; k < count; k++) linear_sum(a, x[k], b, y[k], z[k]);
  return 0;
}

/* Clones made by IDA inherit these. */
static void use_own_loops(N_Vector v) {
  v->ops->nvlinearsum = linear_sum;
  v->ops->nvconst = fill;
  v->ops->nvscale = scale;
  v->ops->nvwrmsnorm = weighted_norm;
  v->ops->nvwrmsnormmask = weighted_norm_masked;
  v->ops->nvlinearcombination = linear_combination;
  v->ops->nvscaleaddmulti = scale_add_multi;
  v->ops->nvscalevectorarray = scale_array;
  v->ops->nvlinearsumvectorarray = linear_sum_array;
}

/* ---------------------------------------------------------------- callbacks */

static int residual(realtype t, N_Vector y, N_Vector yp, N_Vector r, void *user) {
  ptl_solver *solver = user;
  return solver->problem.residual(solver->problem.user, t, DATA(y), DATA(yp), DATA(r));
}

/* A Newton failure may mean that the pivots no longer suit the numbers. */
static void pivot_again_after_failures(ptl_solver *solver) {
  long failures = 0;
  IDAGetNumNonlinSolvConvFails(solver->ida, &failures);
  if (failures > solver->failures) ptl_sparse_lu_renew(solver->lu);
  solver->failures = failures;
}

static int jacobian(realtype t, realtype cj, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix matrix,
                    void *user, N_Vector t1, N_Vector t2, N_Vector t3) {
  ptl_solver *solver = user;
  const ptl_solver_problem *p = &solver->problem;
  (void)yp, (void)r, (void)t1, (void)t2, (void)t3;
  pivot_again_after_failures(solver);
  return p->jacobian(p->user, t, cj, DATA(y), SM_DATA_S(matrix));
}

/* ---------------------------------------------------------------- linear solver */

static SUNLinearSolver_Type linear_type(SUNLinearSolver linear) {
  (void)linear;
  return SUNLINEARSOLVER_DIRECT;
}

static int linear_setup(SUNLinearSolver linear, SUNMatrix matrix) {
  ptl_status status = ptl_sparse_lu_factor(linear->content, SM_DATA_S(matrix));
  return status == PTL_OK ? 0 : status == PTL_ERR_MEMORY ? -1 : 1;
}

static int linear_solve(SUNLinearSolver linear, SUNMatrix matrix, N_Vector x, N_Vector b,
                        realtype tolerance) {
  (void)matrix, (void)tolerance;
  ptl_sparse_lu_solve(linear->content, DATA(b), DATA(x));
  return 0;
}

static int make_linear_solver(ptl_solver *solver) {
  const ptl_solver_problem *p = &solver->problem;
  if (ptl_sparse_lu_create(solver->context, p->n, p->column_start, p->row_index, &solver->lu) !=
      PTL_OK)
    return 0;
  solver->linear = SUNLinSolNewEmpty(solver->sundials);
  if (solver->linear == NULL) return 0;
  solver->linear->content = solver->lu;
  solver->linear->ops->gettype = linear_type;
  solver->linear->ops->setup = linear_setup;
  solver->linear->ops->solve = linear_solve;
  return 1;
}

/* ---------------------------------------------------------------- settings */

/* The tolerances are absolute, so the weights never change. */
static int weights(N_Vector y, N_Vector w, void *user) {
  ptl_solver *solver = user;
  (void)y;
  memcpy(DATA(w), DATA(solver->weight), sizeof(double) * (size_t)solver->problem.n);
  return 0;
}

/* IDA clears the matrix before every Jacobian, indices included; ours is written whole each time. */
static int keep_pattern(SUNMatrix matrix) {
  (void)matrix;
  return 0;
}

/* IDA's own test, but for one thing: that one remembers how fast earlier steps converged and takes a
 * first correction on trust. With friction in joints the trust is misplaced: what is left of the
 * reactions then grows from step to step, as every step extrapolates it, until the next Jacobian. */
static int has_converged(SUNNonlinearSolver newton, N_Vector y, N_Vector correction,
                         realtype tolerance, N_Vector weight, void *user) {
  static const double slowest = 0.9, first_factor = 20.0;
  ptl_solver *solver = user;
  double size = weighted_norm(correction, weight), factor = first_factor;
  int iteration = 0;
  (void)y;
  SUNNonlinSolGetCurIter(newton, &iteration);
  if (iteration == 0) {
    solver->first_correction = size;
  } else {
    double rate = pow(size / solver->first_correction, 1.0 / iteration);
    if (!(rate <= slowest)) return SUN_NLS_CONV_RECVR;
    factor = rate / (1.0 - rate);
  }
  return factor * size <= tolerance || size == 0.0 ? SUN_NLS_SUCCESS : SUN_NLS_CONTINUE;
}

static int use_own_test(ptl_solver *solver) {
  solver->newton = SUNNonlinSol_Newton(solver->y, solver->sundials);
  if (solver->newton == NULL || IDASetNonlinearSolver(solver->ida, solver->newton) != IDA_SUCCESS)
    return 1;
  return SUNNonlinSolSetConvTestFn(solver->newton, has_converged, solver) != SUN_NLS_SUCCESS;
}

static int make_matrix(ptl_solver *solver) {
  const ptl_solver_problem *p = &solver->problem;
  solver->matrix = SUNSparseMatrix(p->n, p->n, p->nonzeros, CSC_MAT, solver->sundials);
  if (solver->matrix == NULL) return 0;
  memcpy(SM_INDEXPTRS_S(solver->matrix), p->column_start,
         sizeof(sunindextype) * (size_t)(p->n + 1));
  memcpy(SM_INDEXVALS_S(solver->matrix), p->row_index, sizeof(sunindextype) * (size_t)p->nonzeros);
  solver->matrix->ops->zero = keep_pattern;
  return 1;
}

static void keep_message(int code, const char *module, const char *function, char *text,
                         void *user) {
  ptl_solver *solver = user;
  (void)code, (void)module, (void)function;
  strncpy(solver->message, text, sizeof solver->message - 1);
}

/* ---------------------------------------------------------------- life */

void ptl_solver_destroy(ptl_solver *solver) {
  if (solver == NULL) return;
  IDAFree(&solver->ida);
  if (solver->newton != NULL) SUNNonlinSolFree(solver->newton);
  if (solver->linear != NULL) {
    solver->linear->content = NULL; /* ours; SUNLinSolFree would free it */
    SUNLinSolFree(solver->linear);
  }
  ptl_sparse_lu_destroy(solver->lu);
  if (solver->matrix != NULL) SUNMatDestroy(solver->matrix);
  N_Vector vectors[] = {solver->y, solver->yp, solver->weight, solver->id, solver->lent};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    if (vectors[i] != NULL) N_VDestroy(vectors[i]);
  SUNContext_Free(&solver->sundials);
  ptl_free(solver->context, solver);
}

static int make_vectors(ptl_solver *solver) {
  solver->y = N_VNew_Serial(solver->problem.n, solver->sundials);
  if (solver->y == NULL) return 0;
  use_own_loops(solver->y);
  solver->yp = N_VClone(solver->y);
  solver->weight = N_VClone(solver->y);
  solver->id = N_VClone(solver->y);
  solver->lent = N_VClone(solver->y);
  if (!solver->yp || !solver->weight || !solver->id || !solver->lent) return 0;
  for (int i = 0; i < solver->problem.n; i++) {
    DATA(solver->weight)[i] = 1.0 / solver->problem.tolerance[i];
    int behind = i - solver->problem.first_algebraic;
    DATA(solver->id)[i] = behind >= 0 && behind < solver->problem.n_algebraic ? 0.0 : 1.0;
  }
  return 1;
}

/* Each call returns 0 on success; the sum is 0 only if all do. */
static int configure(ptl_solver *solver, double t) {
  const ptl_solver_problem *p = &solver->problem;
  void *ida = solver->ida;
  int failed = IDAInit(ida, residual, t, solver->y, solver->yp) != IDA_SUCCESS;
  if (failed) return 1;
  failed |= IDASetErrHandlerFn(ida, keep_message, solver);
  failed |= IDAWFtolerances(ida, weights);
  failed |= IDASetUserData(ida, solver);
  if (p->strict) failed |= use_own_test(solver);
  failed |= IDASetId(ida, solver->id);
  failed |= IDASetSuppressAlg(ida, SUNTRUE);
  failed |= IDASetMaxNumSteps(ida, -1);
  failed |= IDASetMaxStep(ida, p->max_step);
  failed |= IDASetLinearSolver(ida, solver->linear, solver->matrix);
  failed |= IDASetJacFn(ida, jacobian);
  failed |= IDASetDeltaCjLSetup(ida, 0.05);
  failed |= IDASetLinearSolutionScaling(ida, SUNFALSE);
  return failed;
}

ptl_status ptl_solver_create(ptl_context *context, const ptl_solver_problem *problem, double t,
                             const double *y, const double *yp, ptl_solver **out) {
  *out = NULL;
  ptl_solver *solver = ptl_alloc(context, 1, sizeof *solver);
  if (solver == NULL) return PTL_ERR_MEMORY;
  solver->context = context;
  solver->problem = *problem;
  int made = SUNContext_Create(NULL, &solver->sundials) == 0 && make_vectors(solver);
  if (made) {
    memcpy(DATA(solver->y), y, sizeof(double) * (size_t)problem->n);
    memcpy(DATA(solver->yp), yp, sizeof(double) * (size_t)problem->n);
    solver->ida = IDACreate(solver->sundials);
    made = make_matrix(solver) && make_linear_solver(solver) && solver->ida != NULL &&
           !configure(solver, t);
  }
  if (!made) {
    ptl_fail(context, PTL_ERR_MEMORY, "SUNDIALS could not be set up: %s", solver->message);
    ptl_solver_destroy(solver);
    return PTL_ERR_MEMORY;
  }
  *out = solver;
  return PTL_OK;
}

/* ---------------------------------------------------------------- stepping */

ptl_status ptl_solver_limit(ptl_solver *solver, double t) {
  if (IDASetStopTime(solver->ida, t) == IDA_SUCCESS) return PTL_OK;
  return ptl_fail(solver->context, PTL_ERR_SIMULATION, "%s", solver->message);
}

ptl_status ptl_solver_step(ptl_solver *solver, double *t) {
  realtype reached;
  solver->message[0] = '\0';
  int flag = IDASolve(solver->ida, *t + solver->problem.horizon, &reached, solver->y, solver->yp,
                      IDA_ONE_STEP);
  if (flag < 0)
    return ptl_fail(solver->context, PTL_ERR_SIMULATION, "%s",
                    solver->message[0] != '\0' ? solver->message : "IDA failed");
  *t = reached;
  return PTL_OK;
}

const double *ptl_solver_y(const ptl_solver *solver) {
  return DATA(solver->y);
}
const double *ptl_solver_yp(const ptl_solver *solver) {
  return DATA(solver->yp);
}

void ptl_solver_dense(ptl_solver *solver, double t, double *y) {
  N_Vector out = solver->lent;
  double *own = DATA(out);
  NV_DATA_S(out) = y; /* lend the caller's memory to the vector */
  IDAGetDky(solver->ida, t, 0, out);
  NV_DATA_S(out) = own;
}

void ptl_solver_set_tolerance(ptl_solver *solver, const double *tolerance) {
  for (int i = 0; i < solver->problem.n; i++) DATA(solver->weight)[i] = 1.0 / tolerance[i];
}

ptl_status ptl_solver_restart(ptl_solver *solver, double t, const double *y, const double *yp,
                              double first_step) {
  memcpy(DATA(solver->y), y, sizeof(double) * (size_t)solver->problem.n);
  memcpy(DATA(solver->yp), yp, sizeof(double) * (size_t)solver->problem.n);
  if (IDAReInit(solver->ida, t, solver->y, solver->yp) != IDA_SUCCESS ||
      IDASetInitStep(solver->ida, first_step) != IDA_SUCCESS)
    return ptl_fail(solver->context, PTL_ERR_SIMULATION, "IDA could not be restarted: %s",
                    solver->message);
  return PTL_OK;
}

void ptl_solver_local_error(ptl_solver *solver, double *error) {
  N_Vector out = solver->lent;
  double *own = DATA(out);
  NV_DATA_S(out) = error;
  IDAGetEstLocalErrors(solver->ida, out);
  NV_DATA_S(out) = own;
}

int64_t ptl_solver_newton_failures(ptl_solver *solver) {
  long failures = 0;
  IDAGetNumNonlinSolvConvFails(solver->ida, &failures);
  return failures;
}

void ptl_solver_count(ptl_solver *solver, ptl_counters *counters) {
  long steps = 0, residuals = 0, setups = 0, errors = 0, jacobians = 0, iterations = 0, newton = 0;
  int order, next;
  realtype first, last, now, time;
  IDAGetIntegratorStats(solver->ida, &steps, &residuals, &setups, &errors, &order, &next, &first,
                        &last, &now, &time);
  IDAGetNumJacEvals(solver->ida, &jacobians);
  IDAGetNonlinSolvStats(solver->ida, &iterations, &newton);
  counters->steps += steps;
  counters->residuals += residuals;
  counters->jacobians += jacobians;
  counters->factorisations += setups;
  counters->error_test_failures += errors;
  counters->newton_failures += newton;
  counters->newton_iterations += iterations;
}
