/* reaction_solver.c: see reaction_solver.h. */
#include "reaction_solver.h"

#include <math.h>
#include <string.h>

#include "anderson.h"
#include "arena.h"
#include "elimination.h"
#include "friction.h"
#include "largest.h"
#include "mesh.h"
#include "reaction_force.h"
#include "wide.h"

enum { MAX_ITERATIONS = 20, PAST = 3 };

typedef struct solution { /* of a state on the way */
  double t, *lambda;
} solution;

struct ptl_reaction_solver {
  ptl_data *data;
  ptl_accelerations *accelerations;
  int n, m, n_forces;
  ptl_reaction_force *forces;
  double *base;            /* n: forces that do not depend on reactions */
  double negligible;       /* of them, for rounding */
  double *force, *missing; /* per force: f, h */
  ptl_anderson *anderson;  /* of many forces; NULL of few, whose method needs what comes next */
  /* Of few forces, one for each lane: accelerations and multipliers without them, and what a unit
   * of each makes of them. */
  double *free_a, *free_lambda;                /* n; m */
  double *response_a, *response_lambda, *unit; /* n, m and n times the lanes */
  solution past[PAST];                         /* the latest first */
  int n_past;
  void *arrays; /* memory of the above */
};

void ptl_reaction_solver_destroy(ptl_reaction_solver *s) {
  if (s == NULL) return;
  ptl_anderson_destroy(s->anderson);
  ptl_free(s->data->context, s->arrays);
  ptl_free(s->data->context, s);
}

ptl_status ptl_reaction_solver_create(ptl_data *data, ptl_accelerations *accelerations,
                                      ptl_reaction_solver **out) {
  *out = NULL;
  ptl_reaction_solver *s = ptl_alloc(data->context, 1, sizeof *s);
  if (s == NULL) return PTL_ERR_MEMORY;
  *s = (ptl_reaction_solver){.data = data,
                             .accelerations = accelerations,
                             .n = data->system->n_coordinates,
                             .m = data->system->n_rows,
                             .n_forces = ptl_reaction_forces_count(data->system)};
  /* Responses to more forces than there are lanes cost more than they save. */
  const int is_few = s->n_forces <= PTL_LANES && data->system->n_massless == 0;
  const int n = is_few ? s->n : 0, m = is_few ? s->m : 0;
  const int n_forces = is_few ? PTL_LANES : s->n_forces;
  double *past;
  const ptl_block blocks[] = {PTL_BLOCK(s->forces, n_forces),
                              PTL_BLOCK(s->base, s->n),
                              PTL_BLOCK(s->force, n_forces),
                              PTL_BLOCK(s->missing, n_forces),
                              PTL_BLOCK(past, PAST * s->m),
                              PTL_BLOCK(s->free_a, n),
                              PTL_BLOCK(s->free_lambda, m),
                              PTL_BLOCK(s->response_a, PTL_LANES * n),
                              PTL_BLOCK(s->response_lambda, PTL_LANES * m),
                              PTL_BLOCK(s->unit, PTL_LANES * n)};
  s->arrays = ptl_arena_create(data->context, blocks, sizeof blocks / sizeof *blocks);
  ptl_status status = s->arrays != NULL ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK && !is_few)
    status = ptl_anderson_create(data->context, s->n_forces, &s->anderson);
  if (status != PTL_OK) {
    ptl_reaction_solver_destroy(s);
    return status;
  }
  for (int i = 0; i < PAST; i++) s->past[i].lambda = past + i * s->m;
  ptl_reaction_forces_list(data->system, s->forces);
  *out = s;
  return PTL_OK;
}

/* ---------------------------------------------------------------- the guess */

/* Weights of Lagrange's polynomial through the n latest solutions at t; returns the sum of their
 * sizes. */
static double weigh(const ptl_reaction_solver *s, int n, double t, double weight[PAST]) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    weight[i] = 1.0;
    for (int j = 0; j < n; j++)
      if (j != i) weight[i] *= (t - s->past[j].t) / (s->past[i].t - s->past[j].t);
    sum += fabs(weight[i]);
  }
  return sum;
}

/* lambda, where it is what was found last, becomes what the solutions before tell of it at t, if
 * that is not far from where they are. */
static void predict(ptl_reaction_solver *s, double t, double *lambda) {
  static const double farthest = 8.0;
  const size_t size = sizeof(double) * (size_t)s->m;
  double weight[PAST];
  if (s->n_past > 0 && memcmp(lambda, s->past[0].lambda, size) != 0) s->n_past = 0;
  int n = s->n_past;
  while (n > 1 && !(weigh(s, n, t, weight) <= farthest)) n--;
  if (n < 2) return;
  for (int i = 0; i < s->m; i++) {
    double sum = 0.0;
    for (int j = 0; j < n; j++) sum += weight[j] * s->past[j].lambda[i];
    lambda[i] = sum;
  }
}

static void note(ptl_reaction_solver *s, double t, const double *lambda) {
  if (s->n_past == 0 || s->past[0].t != t) {
    const solution oldest = s->past[PAST - 1];
    memmove(s->past + 1, s->past, (PAST - 1) * sizeof *s->past);
    s->past[0] = (solution){t, oldest.lambda};
    if (s->n_past < PAST) s->n_past++;
  }
  memcpy(s->past[0].lambda, lambda, sizeof(double) * (size_t)s->m);
}

/* ---------------------------------------------------------------- the forces */

/* F at lambda into `force`. */
static int eval_forces(ptl_reaction_solver *s, const double *lambda, double *force) {
  return ptl_reaction_forces_eval(s->data, s->forces, s->n_forces, lambda, force) != PTL_OK;
}

/* What the forces F in s->missing miss at f; 1 where that is little enough, -1 where it is not a
 * number. */
static int is_solution(ptl_reaction_solver *s, double accuracy, double *size) {
  double largest = 0.0, most = 0.0, sum = 0.0;
  for (int k = 0; k < s->n_forces; k++) {
    const double force = fabs(s->missing[k]);
    s->missing[k] -= s->force[k];
    const double missing = fabs(s->missing[k]);
    if (force > largest) largest = force;
    if (missing > most) most = missing;
    sum += missing; /* a NAN where one is */
  }
  *size = most;
  if (!isfinite(sum)) return -1;
  return most <= fmax(accuracy * largest, s->negligible);
}

/* ---------------------------------------------------------------- few forces */

static void find_responses(ptl_reaction_solver *s) {
  ptl_reaction_forces_respond(s->accelerations, s->forces, s->n_forces, s->n, s->unit,
                              s->response_a, s->response_lambda);
}

/* x[i] = free[i] and what the forces f make of it. */
PTL_WIDE static void add_responses(const double *free, const double *response, int n,
                                   const double f[PTL_LANES], double *restrict x) {
  for (int i = 0; i < n; i++) {
    const double *own = response + PTL_LANES * i;
    x[i] = free[i] + ((own[0] * f[0] + own[1] * f[1]) + (own[2] * f[2] + own[3] * f[3]));
  }
}

/* Solves (1 - dF/df) x = b in place; 0 where that is singular. */
PTL_WIDE static int solve_newton(const ptl_reaction_solver *s, double x[PTL_LANES]) {
  double matrix[PTL_LANES][PTL_LANES] = {{1.0}, {0.0, 1.0}, {0.0, 0.0, 1.0}, {0.0, 0.0, 0.0, 1.0}};
  for (int k = 0; k < s->n_forces; k++) {
    const ptl_reaction_force *f = &s->forces[k];
    const double *response = s->response_lambda + PTL_LANES * f->first;
    for (int i = 0; i < f->n_rows; i++) {
      const double by_lambda = f->by_lambda[i];
      double row[PTL_LANES];
      for (int l = 0; l < PTL_LANES; l++)
        row[l] = matrix[k][l] - by_lambda * response[PTL_LANES * i + l];
      memcpy(matrix[k], row, sizeof row);
    }
  }
  return ptl_eliminate_four(matrix[0], x) > 0.0;
}

/* Whether the direction of one has changed. */
static int is_turned(const ptl_reaction_solver *s) {
  int turned = 0;
  for (int k = 0; k < s->n_forces; k++) turned |= s->forces[k].is_turned;
  return turned;
}

/* Newton's method from the laws at lambda, taken as linear; steps that do not bring the forces
 * nearer are halved. */
static int iterate_few(ptl_reaction_solver *s, double accuracy, double *a, double *lambda) {
  double *f = s->force, last[PTL_LANES] = {0.0}, step[PTL_LANES] = {0.0};
  double size, nearest = INFINITY, share = 1.0;
  ptl_accelerations_reactions(s->accelerations, s->free_a, s->free_lambda);
  if (eval_forces(s, lambda, f)) return 1;
  find_responses(s);
  for (int k = 0; k < s->n_forces; k++)
    for (int i = s->forces[k].first, j = 0; j < s->forces[k].n_rows; i++, j++)
      f[k] += s->forces[k].by_lambda[j] * (s->free_lambda[i] - lambda[i]);
  if (!solve_newton(s, f)) return 1;
  for (int iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    add_responses(s->free_lambda, s->response_lambda, s->m, f, lambda);
    if (eval_forces(s, lambda, s->missing)) return 1;
    const int answer = is_solution(s, accuracy, &size), turned = is_turned(s);
    if (answer < 0) return 1;
    if (answer > 0 && !turned) {
      add_responses(s->free_a, s->response_a, s->n, f, a);
      return 0;
    }
    if (turned) find_responses(s);
    if (turned || size < nearest) {
      memcpy(last, f, sizeof last);
      memcpy(step, s->missing, sizeof step);
      if (!solve_newton(s, step)) return 1;
      nearest = size;
      share = 1.0;
    } else {
      share *= 0.5;
    }
    for (int k = 0; k < PTL_LANES; k++) f[k] = last[k] + share * step[k];
  }
  return 1;
}

/* ---------------------------------------------------------------- many forces */

/* a and lambda of the forces f. */
static void apply(ptl_reaction_solver *s, double *a, double *lambda) {
  memcpy(s->data->force, s->base, sizeof(double) * (size_t)s->n);
  for (int k = 0; k < s->n_forces; k++)
    ptl_pair_subtract(s->forces[k].pair, s->forces[k].row, s->force[k], s->data->force);
  ptl_accelerations_reactions(s->accelerations, a, lambda);
}

static int iterate_many(ptl_reaction_solver *s, double accuracy, double *a, double *lambda) {
  double size;
  ptl_anderson_begin(s->anderson);
  if (eval_forces(s, lambda, s->force)) return 1;
  for (int i = 0; i < MAX_ITERATIONS; i++) {
    apply(s, a, lambda);
    if (eval_forces(s, lambda, s->missing)) return 1;
    const int answer = is_solution(s, accuracy, &size);
    if (answer != 0) return answer < 0;
    ptl_anderson_step(s->anderson, s->missing, s->force);
  }
  return 1;
}

/* ---------------------------------------------------------------- at a state */

static void add_powers(const ptl_reaction_solver *s, const double *q, const double *v,
                       const double *lambda) {
  ptl_data *data = s->data;
  const ptl_system *system = data->system;
  for (int k = 0; k < s->n_forces; k++)
    if (s->forces[k].friction >= 0) {
      const ptl_friction_result *result = &data->friction_results[s->forces[k].friction];
      data->absorbed += result->force * result->slip;
    }
  for (int i = 0; i < system->n_meshes; i++) {
    ptl_mesh_eval mesh;
    if (system->meshes[i].is_held) continue;
    ptl_eval_mesh(data, i, q, v, lambda, &mesh);
    data->absorbed += mesh.force * mesh.rate;
  }
}

int ptl_reaction_solver_solve(ptl_reaction_solver *s, double t, const double *q, const double *v,
                              const ptl_contact_mode *mode, double accuracy, double *a,
                              double *lambda) {
  static const double rounding = 1e-14;
  if (ptl_accelerations_prepare(s->accelerations, t, q, v, mode)) return 1;
  if (ptl_accelerations_n_implied(s->accelerations) > 0) return 1;
  memcpy(s->base, s->data->force, sizeof(double) * (size_t)s->n);
  s->negligible = rounding * ptl_largest(s->base, s->n);
  ptl_reaction_forces_place(s->data, s->forces, s->n_forces, q, v);
  predict(s, t, lambda);
  if (s->anderson != NULL ? iterate_many(s, accuracy, a, lambda)
                          : iterate_few(s, accuracy, a, lambda)) {
    if (s->anderson != NULL) ptl_anderson_forget(s->anderson);
    s->n_past = 0;
    return 1;
  }
  note(s, t, lambda);
  add_powers(s, q, v, lambda);
  return 0;
}
