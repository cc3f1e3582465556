/* ida.c: the stepper on SUNDIALS IDA; but for the vector loops (ida_vectors.c) no other file sees
 * its headers.
 *
 * Solves the index-2 formulation of Gear, Gupta and Leimkuhler (dae.h: ptl_eval_residual) by BDF of
 * variable order and step, with the analytic sparse Jacobian. Four settings differ from IDA's
 * defaults, each for a measured reason (docs/numerics.md): own vector loops, a new Jacobian already
 * when cj has changed by 5 %, multipliers out of the error test, corrections without a factor. */
#include <float.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sundials/sundials_linearsolver.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "accelerations.h"
#include "arena.h"
#include "dae.h"
#include "data.h"
#include "ida_vectors.h"
#include "largest.h"
#include "mesh.h"
#include "singular.h"
#include "sparse_lu.h"
#include "start.h"
#include "stepper.h"
#include "structure.h"
#include "sundials_version.h"

typedef struct ptl_ida {
  ptl_stepper base;
  ptl_context *context;
  ptl_data *data;
  int is_strict; /* 1: no Newton iteration ends on the convergence rate of an earlier one */
  const double *tolerance;        /* per unknown */
  void *memory;                   /* of the arrays below */
  double *yp;                     /* rates at a restart */
  double *residual;               /* there */
  double *q, *v, *a, *lambda, *z; /* a consistent state */
  SUNContext sundials;            /* NULL until the first restart */
  void *ida;
  N_Vector y_now, yp_now, weight, id, lent;
  double end; /* [s] of the last step, to which y_now belongs */
  SUNMatrix matrix;
  SUNLinearSolver linear;
  ptl_sparse_lu *lu;
  long failures; /* of Newton's iteration when the last Jacobian was made */
  SUNNonlinearSolver newton;
  double first_correction; /* of the iteration in hand */
  ptl_accelerations *reduced;
  ptl_strength strength;   /* of the constraints */
  double earlier_strength; /* at the end of the step before the last */
  double past_singular;    /* [s] the longest next step */
  int is_held;             /* 1: the step is kept small through a singular position */
  double usual_step;       /* before that: the longest of late */
  int n_held; /* steps to come that may not grow, after one that has failed the error test */
  double lately_failed; /* Newton's iteration, times in the last steps */
  ptl_counters done;    /* before the last restart */
  ptl_sundials_message message;
} ptl_ida;

#define DATA(v) NV_DATA_S(v)
#define SIZE(v) NV_LENGTH_S(v)

/* ---------------------------------------------------------------- near singular positions */

/* Orders and errors are judged by differences of six states, with many times their rounding. */
static const double noise_margin = 100.0;

static void find_strength(ptl_ida *s, double t, const double *y) {
  const ptl_system *system = s->data->system;
  ptl_accelerations_set(s->reduced, t, y, y + system->n_coordinates);
  ptl_strength_update(&s->strength, s->data, 0.3, ptl_accelerations_least_pivot(s->reduced),
                      s->reduced);
}

/* Steps that are shortened until rounding passes the error test would become ever shorter. Near a
 * singular position tolerances are raised to it instead, and steps stay as short as they were when
 * that began, so that the motion along the branch is as exact as before. */
static void allow_for_noise(ptl_ida *s, double *weight) {
  const ptl_system *system = s->data->system;
  const int n = s->strength.value < 1.0 ? 2 * system->n_coordinates : 0;
  const int is_raised =
      n > 0 && ptl_singular_raise(system, noise_margin, s->strength.value, s->tolerance, weight);
  for (int i = 0; i < n; i++) weight[i] = 1.0 / weight[i];
  if (is_raised == s->is_held) return;
  double shortest = 1e-3 * s->strength.value * system->length / system->speed;
  s->is_held = is_raised;
  double longest = fmax(s->usual_step, shortest), given = system->run.max_step;
  IDASetMaxStep(s->ida, !is_raised ? given : given > 0.0 ? fmin(given, longest) : longest);
}

/* Whether rounding may come near the tolerances before the strength is found again. */
static int may_be_noisy(const ptl_ida *s) {
  static const double by_next_jacobian = 0.3;
  const ptl_system *system = s->data->system;
  double position, velocity;
  if (system->n_rows == 0) return 0;
  ptl_singular_noise(system, noise_margin, by_next_jacobian * s->strength.value, &position,
                     &velocity);
  return velocity * system->speed > s->tolerance[system->n_coordinates];
}

/* ---------------------------------------------------------------- callbacks */

static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *user) {
  ptl_ida *s = user;
  return ptl_eval_residual(s->data, t, DATA(y), DATA(yp), DATA(r));
}

static long newton_failures(const ptl_ida *s) {
  long failures = 0;
  IDAGetNumNonlinSolvConvFails(s->ida, &failures);
  return failures;
}

/* A Newton failure may mean that the pivots no longer suit the numbers. */
static void pivot_again_after_failures(ptl_ida *s) {
  long failures = newton_failures(s);
  if (failures > s->failures) ptl_sparse_lu_renew(s->lu);
  s->failures = failures;
}

static int jacobian(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp, N_Vector r,
                    SUNMatrix matrix, void *user, N_Vector t1, N_Vector t2, N_Vector t3) {
  ptl_ida *s = user;
  (void)yp, (void)r, (void)t1, (void)t2, (void)t3;
  pivot_again_after_failures(s);
  find_strength(s, t, DATA(y));
  return ptl_eval_jacobian(s->data, t, cj, DATA(y), SM_DATA_S(matrix));
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
                        sunrealtype tolerance) {
  (void)matrix, (void)tolerance;
  ptl_sparse_lu_solve(linear->content, DATA(b), DATA(x));
  return 0;
}

static int make_linear_solver(ptl_ida *s) {
  const ptl_pattern *p = &s->data->system->pattern;
  if (ptl_sparse_lu_create(s->context, p->n, p->column_start, p->row_index, &s->lu) != PTL_OK)
    return 0;
  s->linear = SUNLinSolNewEmpty(s->sundials);
  if (s->linear == NULL) return 0;
  s->linear->content = s->lu;
  s->linear->ops->gettype = linear_type;
  s->linear->ops->setup = linear_setup;
  s->linear->ops->solve = linear_solve;
  return 1;
}

/* ---------------------------------------------------------------- settings */

/* The tolerances of signals grow with their values. */
static void weigh_signals(const ptl_ida *s, const double *y, double *weight) {
  const ptl_system *system = s->data->system;
  for (int i = 0; i < system->n_signals; i++) {
    const int index = system->first_state + system->signals[i].state;
    weight[index] /= 1.0 + fabs(y[index]) / system->signals[i].scale;
  }
}

/* Absolute but for signals with a state: others change at restarts and near singular positions. */
static int weights(N_Vector y, N_Vector w, void *user) {
  ptl_ida *s = user;
  double t = 0.0;
  memcpy(DATA(w), DATA(s->weight), sizeof(double) * (size_t)SIZE(w));
  weigh_signals(s, DATA(y), DATA(w));
  if (!s->is_held && !may_be_noisy(s)) return 0;
  IDAGetCurrentTime(s->ida, &t);
  find_strength(s, t, DATA(y));
  allow_for_noise(s, DATA(w));
  return 0;
}

/* IDA clears the matrix before every Jacobian, indices included; ours is written whole. */
static int keep_pattern(SUNMatrix matrix) {
  (void)matrix;
  return 0;
}

/* A reaction is momentum over the step: its tolerance is never below what rounding of the
 * velocities leaves of it, which grows as the step falls; nor below a part of the largest reaction,
 * as near a jam, with which that of the others grows. Where equations depend on each other, their
 * shares of the load follow from the compliances alone, from what rounding leaves of velocities. */
static void set_reaction_weights(const ptl_ida *s, double *weight) {
  const ptl_system *system = s->data->system;
  int first = system->first_state - system->n_rows;
  double h = 0.0;
  IDAGetCurrentStep(s->ida, &h);
  static const double of_largest = 1e-8;
  const double rounding = 16.0 * DBL_EPSILON * system->speed;
  N_Vector y = NULL;
  IDAGetCurrentY(s->ida, &y);
  double noise = rounding * ptl_system_mass(system) / fabs(h);
  if (y != NULL) noise = fmax(noise, of_largest * ptl_largest(DATA(y) + first, system->n_rows));
  for (int i = first; i < system->first_state; i++) {
    double least = fmax(s->tolerance[i], noise);
    if (s->data->n_redundant > 0)
      least = fmax(least, rounding / s->data->velocity_compliance[i - first]);
    weight[i] = 1.0 / least;
  }
}

/* IDA's own test, but for one thing: that one remembers how fast earlier steps converged and
 * accepts a first correction by that. With friction in joints this is wrong: what is left of the
 * reactions then grows from step to step, as steps extrapolate it, until the next Jacobian. */
static int has_converged(SUNNonlinearSolver newton, N_Vector y, N_Vector correction,
                         sunrealtype tolerance, N_Vector weight, void *user) {
  static const double slowest = 0.9, first_factor = 20.0;
  ptl_ida *s = user;
  int iteration = 0;
  (void)y;
  SUNNonlinSolGetCurIter(newton, &iteration);
  if (iteration == 0) set_reaction_weights(s, DATA(weight));
  double size = ptl_ida_norm(correction, weight), factor = first_factor;
  if (iteration == 0) {
    s->first_correction = size;
  } else {
    double rate = pow(size / s->first_correction, 1.0 / iteration);
    if (!(rate <= slowest)) return SUN_NLS_CONV_RECVR;
    factor = rate / (1.0 - rate);
  }
  return factor * size <= tolerance || size == 0.0 ? SUN_SUCCESS : SUN_NLS_CONTINUE;
}

/* Near a singular position each step begins with its own Jacobian: with that of the step before,
 * multipliers of the weakest direction converge to anything, which no test sees, and spoil
 * velocities by the compliances. */
static int solve_newton(SUNNonlinearSolver newton, N_Vector y, N_Vector correction, N_Vector weight,
                        sunrealtype tolerance, sunbooleantype sets_up, void *ida) {
  void *user = NULL;
  IDAGetUserData(ida, &user);
  const ptl_ida *s = user;
  return SUNNonlinSolSolve_Newton(newton, y, correction, weight, tolerance, sets_up || s->is_held,
                                  ida);
}

static int use_own_newton(ptl_ida *s) {
  s->newton = SUNNonlinSol_Newton(s->y_now, s->sundials);
  if (s->newton == NULL) return 1;
  s->newton->ops->solve = solve_newton;
  if (IDASetNonlinearSolver(s->ida, s->newton) != IDA_SUCCESS) return 1;
  return s->is_strict && SUNNonlinSolSetConvTestFn(s->newton, has_converged, s) != SUN_SUCCESS;
}

static int make_matrix(ptl_ida *s) {
  const ptl_pattern *p = &s->data->system->pattern;
  s->matrix = SUNSparseMatrix(p->n, p->n, p->nonzeros, CSC_MAT, s->sundials);
  if (s->matrix == NULL) return 0;
  memcpy(SM_INDEXPTRS_S(s->matrix), p->column_start, sizeof(sunindextype) * (size_t)(p->n + 1));
  memcpy(SM_INDEXVALS_S(s->matrix), p->row_index, sizeof(sunindextype) * (size_t)p->nonzeros);
  s->matrix->ops->zero = keep_pattern;
  return 1;
}

static int make_vectors(ptl_ida *s) {
  const ptl_system *system = s->data->system;
  int first_algebraic = 2 * system->n_coordinates, n_algebraic = 2 * system->n_rows;
  s->y_now = N_VNew_Serial(system->pattern.n, s->sundials);
  if (s->y_now == NULL) return 0;
  ptl_ida_use_own_loops(s->y_now);
  s->yp_now = N_VClone(s->y_now);
  s->weight = N_VClone(s->y_now);
  s->id = N_VClone(s->y_now);
  s->lent = N_VClone(s->y_now);
  if (s->yp_now == NULL || s->weight == NULL || s->id == NULL || s->lent == NULL) return 0;
  for (int i = 0; i < system->pattern.n; i++) {
    int behind = i - first_algebraic;
    DATA(s->id)[i] = behind >= 0 && behind < n_algebraic ? 0.0 : 1.0;
  }
  return 1;
}

/* Of the tolerance, what Newton's iteration may leave. In smooth motion what it leaves roughens the
 * differences by which order and step are chosen, so that steps become shorter. That is as well
 * near singular positions, and does not matter where contacts and friction end most steps: there it
 * is IDA's default. */
static double left_by_newton(const ptl_ida *s) {
  static const double usual = 0.33, in_smooth_motion = 0.02;
  const ptl_system *system = s->data->system;
  const int is_smooth = system->n_gaps + system->n_frictions == 0;
  return is_smooth && !ptl_structure_has_loops(s->context, system, PTL_LOOPS_WITH_DRIVERS)
             ? in_smooth_motion
             : usual;
}

/* Each call returns 0 on success; the sum is 0 only if all do. */
static int configure(ptl_ida *s, double t) {
  void *ida = s->ida;
  int failed = IDAInit(ida, residual, t, s->y_now, s->yp_now) != IDA_SUCCESS;
  if (failed) return 1;
  failed |= ptl_sundials_keep_message(s->sundials, ida, &s->message);
  failed |= IDAWFtolerances(ida, weights);
  failed |= IDASetUserData(ida, s);
  failed |= use_own_newton(s);
  failed |= IDASetId(ida, s->id);
  failed |= IDASetSuppressAlg(ida, SUNTRUE);
  failed |= IDASetMaxNumSteps(ida, -1);
  failed |= IDASetMaxStep(ida, s->data->system->run.max_step);
  failed |= IDASetLinearSolver(ida, s->linear, s->matrix);
  failed |= IDASetJacFn(ida, jacobian);
  failed |= IDASetDeltaCjLSetup(ida, 0.05);
  failed |= IDASetNonlinConvCoef(ida, left_by_newton(s));
  failed |= IDASetLinearSolutionScaling(ida, SUNFALSE);
  return failed;
}

/* ---------------------------------------------------------------- start */

/* The present state into IDA's vectors, with the weights that belong to it. */
static void set_vectors(ptl_ida *s, const double *y) {
  int n = s->data->system->pattern.n;
  s->end = NAN;
  memcpy(DATA(s->y_now), y, sizeof(double) * (size_t)n);
  memcpy(DATA(s->yp_now), s->yp, sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++) DATA(s->weight)[i] = 1.0 / s->tolerance[i];
}

static ptl_status set_up(ptl_ida *s, double t, const double *y) {
  int made = SUNContext_Create(SUN_COMM_NULL, &s->sundials) == 0 && make_vectors(s);
  if (made) {
    set_vectors(s, y);
    s->ida = IDACreate(s->sundials);
    made = make_matrix(s) && make_linear_solver(s) && s->ida != NULL && !configure(s, t);
  }
  if (made) return PTL_OK;
  return ptl_fail(s->context, PTL_ERR_MEMORY, PTL_E(0001) "SUNDIALS could not be set up: %s",
                  s->message.text);
}

/* Rates at y, whose accelerations are a; those of the inner states are left of their residual. */
static void set_rates(ptl_ida *s, double t, const double *y, const double *a) {
  const ptl_system *system = s->data->system;
  size_t n = (size_t)system->n_coordinates;
  memset(s->yp, 0, sizeof(double) * (size_t)system->pattern.n);
  memcpy(s->yp, y + n, sizeof(double) * n);
  memcpy(s->yp + n, a, sizeof(double) * n);
  if (system->n_states == 0 || ptl_eval_residual(s->data, t, y, s->yp, s->residual)) return;
  for (int i = system->first_state; i < system->pattern.n; i++) s->yp[i] -= s->residual[i];
}

/* Whether velocities begin as the rows give way. Near a singular position what rounding makes of
 * reactions would be in them. */
static int begins_yielding(ptl_ida *s, double t, const double *y) {
  static const double near_singular = 1e-2; /* of the strength */
  const ptl_system *system = s->data->system;
  if (ptl_system_reactions_act(system)) return 1;
  ptl_accelerations_set(s->reduced, t, y, y + system->n_coordinates);
  return ptl_accelerations_n_lost(s->reduced, s->data) <= 0 &&
         (ptl_accelerations_least_pivot(s->reduced) > near_singular * near_singular ||
          ptl_accelerations_strength(s->reduced) > near_singular);
}

/* Puts y onto the constraints and finds its accelerations; y is left alone when that fails. */
static ptl_status make_consistent(ptl_ida *s, double t, double *y) {
  const ptl_system *system = s->data->system;
  size_t n = (size_t)system->n_coordinates, m = (size_t)system->n_rows;
  size_t inner = (size_t)system->n_states;
  memcpy(s->q, y, sizeof(double) * n);
  memcpy(s->v, y + n, sizeof(double) * n);
  memcpy(s->lambda, y + 2 * n + m, sizeof(double) * m);
  memcpy(s->z, y + system->first_state, sizeof(double) * inner);
  const int yields = begins_yielding(s, t, y);
  s->data->friction_states = s->z;
  ptl_status status =
      (yields ? ptl_start_yielding : ptl_start_consistent)(s->data, t, s->q, s->v, s->a, s->lambda);
  s->data->friction_states = y + system->first_state;
  if (status != PTL_OK) return status;
  memset(y, 0, sizeof(double) * (size_t)system->pattern.n);
  memcpy(y, s->q, sizeof(double) * n);
  memcpy(y + n, s->v, sizeof(double) * n);
  memcpy(y + 2 * n + m, s->lambda, sizeof(double) * m);
  memcpy(y + system->first_state, s->z, sizeof(double) * inner);
  return PTL_OK;
}

/* Adds what IDA has done since its last restart. */
static void add_counts(const ptl_ida *s, ptl_counters *counters) {
  long steps = 0, residuals = 0, setups = 0, errors = 0, jacobians = 0, iterations = 0, newton = 0;
  int order, next;
  sunrealtype first, last, now, time;
  if (s->ida == NULL) return;
  IDAGetIntegratorStats(s->ida, &steps, &residuals, &setups, &errors, &order, &next, &first, &last,
                        &now, &time);
  IDAGetNumJacEvals(s->ida, &jacobians);
  IDAGetNonlinSolvStats(s->ida, &iterations, &newton);
  counters->steps += steps;
  counters->ida_steps += steps;
  counters->residuals += residuals;
  counters->jacobians += jacobians;
  counters->factorisations += setups;
  counters->error_test_failures += errors;
  counters->newton_failures += newton;
  counters->newton_iterations += iterations;
}

/* IDA tries to double its step right after one that has failed the error test. In the direction of
 * a stiff contact or bushing velocities have an error in proportion to the step, which the test
 * sees only when the step changes: where steps double and fail in turn the order cannot rise. */
static void hold_step(ptl_ida *s, int n_steps) {
  static const double least_change = 1.0, usual_growth = 2.0, never = 1e30;
  const int was_held = s->n_held > 0;
  s->n_held = n_steps;
  if ((n_steps > 0) != was_held)
    IDASetEtaFixedStepBounds(s->ida, least_change, n_steps > 0 ? never : usual_growth);
}

static ptl_status restart(ptl_stepper *stepper, const ptl_restart *from) {
  ptl_ida *s = (ptl_ida *)stepper;
  ptl_status status = make_consistent(s, from->t, from->y);
  if (status != PTL_OK) return status;
  set_rates(s, from->t, from->y, s->a);
  if (s->sundials == NULL) return set_up(s, from->t, from->y);
  add_counts(s, &s->done);
  set_vectors(s, from->y);
  hold_step(s, 0);
  s->past_singular = INFINITY;
  if (IDAReInit(s->ida, from->t, s->y_now, s->yp_now) == IDA_SUCCESS &&
      IDASetInitStep(s->ida, from->first_step) == IDA_SUCCESS)
    return PTL_OK;
  return ptl_fail(s->context, PTL_ERR_SIMULATION, PTL_E(0501) "IDA could not be restarted: %s",
                  s->message.text);
}

/* ---------------------------------------------------------------- steps */

static void note_step(ptl_ida *s, double length) {
  static const double forgetting = 0.9;
  if (!s->is_held) s->usual_step = fmax(length, forgetting * s->usual_step);
}

static long error_failures(const ptl_ida *s) {
  long failures = 0;
  IDAGetNumErrTestFails(s->ida, &failures);
  return failures;
}

/* Where Newton's iteration fails again and again at what rounding leaves, it does so in mechanisms
 * that have never been far from a singular position, too. */
static void note_newton(ptl_ida *s, int64_t failures) {
  static const double forgetting = 0.95, many = 5.0;
  s->lately_failed = forgetting * s->lately_failed + (double)failures;
  if (s->lately_failed > many) s->strength.was_regular = 1;
}

static void hold_after_failure(ptl_ida *s, int failed) {
  int order = 0;
  IDAGetLastOrder(s->ida, &order);
  if (failed)
    hold_step(s, order + 2);
  else if (s->n_held > 0)
    hold_step(s, s->n_held - 1);
}

/* The longest step after which none ends at the singular position ahead, where multipliers follow
 * from rounding alone: it is passed in the middle of a step. The strength falls in proportion to
 * the time that is left. */
static double step_past_singular(const ptl_ida *s, double last) {
  static const double least = 1.0 / 3.0, most_steps = 4.0;
  const double fallen = s->earlier_strength - s->strength.value;
  double next = 0.0;
  if (!s->is_held || !(fallen > 0.0)) return INFINITY;
  IDAGetCurrentStep(s->ida, &next);
  const double ahead = last * s->strength.value / fallen;
  if (!(ahead < most_steps * next)) return INFINITY;
  const double longest = ahead / (fmax(0.0, ceil(ahead / next - 0.5)) + 0.5);
  return longest < least * next ? INFINITY : longest;
}

static ptl_status step(ptl_stepper *stepper, double t, double limit, double max_step,
                       ptl_step *out) {
  static const double never = 1e300; /* IDA keeps an earlier limit until it is given another */
  ptl_ida *s = (ptl_ida *)stepper;
  const double ahead = t + s->data->system->length / s->data->system->speed; /* a hint alone */
  const double longest = fmin(max_step, s->past_singular);
  if (IDASetStopTime(s->ida, fmin(fmin(limit, t + longest), never)) != IDA_SUCCESS)
    return ptl_fail(s->context, PTL_ERR_SIMULATION, PTL_E(0501) "%s", s->message.text);
  long failures = newton_failures(s), errors = error_failures(s);
  s->message.text[0] = '\0';
  s->end = NAN;
  int flag = IDASolve(s->ida, ahead, &out->end, s->y_now, s->yp_now, IDA_ONE_STEP);
  if (flag < 0)
    return ptl_fail(s->context, PTL_ERR_SIMULATION, PTL_E(0501) "%s",
                    s->message.text[0] != '\0' ? s->message.text : "IDA failed");
  s->end = out->end;
  out->newton_failures = newton_failures(s) - failures;
  out->strength = s->strength.value;
  note_step(s, out->end - t);
  s->past_singular = step_past_singular(s, out->end - t);
  s->earlier_strength = s->strength.value;
  note_newton(s, out->newton_failures);
  hold_after_failure(s, error_failures(s) > errors);
  return PTL_OK;
}

static void interpolate(ptl_stepper *stepper, double t, double *y) {
  ptl_ida *s = (ptl_ida *)stepper;
  if (t == s->end) {
    memcpy(y, DATA(s->y_now), sizeof(double) * (size_t)s->data->system->pattern.n);
    return;
  }
  double *own = DATA(s->lent);
  DATA(s->lent) = y; /* lend the caller's memory to the vector */
  IDAGetDky(s->ida, t, 0, s->lent);
  DATA(s->lent) = own;
}

static void local_error(ptl_stepper *stepper, double *error) {
  ptl_ida *s = (ptl_ida *)stepper;
  double *own = DATA(s->lent);
  DATA(s->lent) = error;
  IDAGetEstLocalErrors(s->ida, s->lent);
  DATA(s->lent) = own;
}

static void count(const ptl_stepper *stepper, ptl_counters *counters) {
  const ptl_ida *s = (const ptl_ida *)stepper;
  const ptl_counters *done = &s->done;
  add_counts(s, counters);
  counters->steps += done->steps;
  counters->ida_steps += done->ida_steps;
  counters->residuals += done->residuals;
  counters->jacobians += done->jacobians;
  counters->factorisations += done->factorisations;
  counters->error_test_failures += done->error_test_failures;
  counters->newton_failures += done->newton_failures;
  counters->newton_iterations += done->newton_iterations;
}

/* ---------------------------------------------------------------- life */

static void destroy(ptl_stepper *stepper) {
  ptl_ida *s = (ptl_ida *)stepper;
  IDAFree(&s->ida);
  if (s->newton != NULL) SUNNonlinSolFree(s->newton);
  if (s->linear != NULL) {
    s->linear->content = NULL; /* ours; SUNLinSolFree would free it */
    SUNLinSolFree(s->linear);
  }
  ptl_sparse_lu_destroy(s->lu);
  if (s->matrix != NULL) SUNMatDestroy(s->matrix);
  N_Vector vectors[] = {s->y_now, s->yp_now, s->weight, s->id, s->lent};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    if (vectors[i] != NULL) N_VDestroy(vectors[i]);
  if (s->sundials != NULL) SUNContext_Free(&s->sundials);
  ptl_free(s->context, s->memory);
  ptl_free(s->context, s);
}

static const ptl_stepper_type ida_type = {.name = "ida",
                                          .relaxes_velocities = 1,
                                          .destroy = destroy,
                                          .restart = restart,
                                          .step = step,
                                          .interpolate = interpolate,
                                          .local_error = local_error,
                                          .count = count};

ptl_status ptl_ida_create(ptl_data *data, ptl_accelerations *reduced, const double *tolerance,
                          ptl_stepper **out) {
  const ptl_system *system = data->system;
  *out = NULL;
  ptl_ida *s = ptl_alloc(data->context, 1, sizeof *s);
  if (s == NULL) return PTL_ERR_MEMORY;
  const ptl_block blocks[] = {
      PTL_BLOCK(s->yp, system->pattern.n),    PTL_BLOCK(s->residual, system->pattern.n),
      PTL_BLOCK(s->q, system->n_coordinates), PTL_BLOCK(s->v, system->n_coordinates),
      PTL_BLOCK(s->a, system->n_coordinates), PTL_BLOCK(s->lambda, system->n_rows),
      PTL_BLOCK(s->z, system->n_states)};
  s->base.type = &ida_type;
  s->context = data->context;
  s->data = data;
  s->tolerance = tolerance;
  s->reduced = reduced;
  s->strength.value = s->earlier_strength = 1.0;
  s->past_singular = INFINITY;
  s->is_strict = ptl_system_reactions_act(system);
  s->memory = ptl_arena_create(s->context, blocks, sizeof blocks / sizeof *blocks);
  if (s->memory == NULL) {
    ptl_free(s->context, s);
    return PTL_ERR_MEMORY;
  }
  *out = &s->base;
  return PTL_OK;
}
