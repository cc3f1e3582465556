/* reaction_solver.c: see reaction_solver.h. */
#include "reaction_solver.h"

#include <math.h>
#include <string.h>

#include "anderson.h"
#include "arena.h"
#include "friction.h"
#include "largest.h"
#include "mesh.h"
#include "reaction_force.h"

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
  double (*rows)[6];       /* per force: its direction */
  double *force, *missing; /* per force: f, h */
  ptl_anderson *anderson;
  solution past[PAST]; /* the latest first */
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
  double *past;
  const ptl_block blocks[] = {PTL_BLOCK(s->forces, s->n_forces),  PTL_BLOCK(s->base, s->n),
                              PTL_BLOCK(s->rows, s->n_forces),    PTL_BLOCK(s->force, s->n_forces),
                              PTL_BLOCK(s->missing, s->n_forces), PTL_BLOCK(past, PAST * s->m)};
  s->arrays = ptl_arena_create(data->context, blocks, sizeof blocks / sizeof *blocks);
  ptl_status status = s->arrays != NULL ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK) status = ptl_anderson_create(data->context, s->n_forces, &s->anderson);
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

/* Weights of Lagrange's polynomial through the n latest solutions at t; returns the sum of their sizes. */
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

/* lambda, where it is what was found last, becomes what the solutions before tell of it at t, if that is not far from where
 * they are. */
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

/* ---------------------------------------------------------------- the iteration */

/* F at lambda into `force`, with the directions. */
static int eval_forces(ptl_reaction_solver *s, const double *q, const double *v,
                       const double *lambda, double *force) {
  for (int k = 0; k < s->n_forces; k++)
    if (ptl_reaction_force_eval(s->data, &s->forces[k], q, v, lambda, &force[k], s->rows[k]) !=
        PTL_OK)
      return 1;
  return 0;
}

/* a and lambda of the forces f. */
static void apply(ptl_reaction_solver *s, double *a, double *lambda) {
  memcpy(s->data->force, s->base, sizeof(double) * (size_t)s->n);
  for (int k = 0; k < s->n_forces; k++)
    ptl_pair_subtract(s->forces[k].pair, s->rows[k], s->force[k], s->data->force);
  ptl_accelerations_reactions(s->accelerations, a, lambda);
}

static int iterate(ptl_reaction_solver *s, const double *q, const double *v, double accuracy,
                   double *a, double *lambda) {
  static const double rounding = 1e-14;
  int n = s->n_forces;
  double least = rounding * ptl_largest(s->base, s->n);
  ptl_anderson_begin(s->anderson);
  if (eval_forces(s, q, v, lambda, s->force)) return 1;
  for (int i = 0; i < MAX_ITERATIONS; i++) {
    apply(s, a, lambda);
    if (eval_forces(s, q, v, lambda, s->missing)) return 1;
    double largest = ptl_largest(s->missing, n);
    for (int k = 0; k < n; k++) s->missing[k] -= s->force[k];
    double size = ptl_largest(s->missing, n);
    if (size <= fmax(accuracy * largest, least)) return 0;
    if (!isfinite(size)) return 1;
    ptl_anderson_step(s->anderson, s->missing, s->force);
  }
  return 1;
}

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
  if (ptl_accelerations_prepare(s->accelerations, t, q, v, mode)) return 1;
  if (ptl_accelerations_n_implied(s->accelerations) > 0) return 1;
  memcpy(s->base, s->data->force, sizeof(double) * (size_t)s->n);
  ptl_reaction_forces_place(s->data, s->forces, s->n_forces, q, v);
  predict(s, t, lambda);
  if (iterate(s, q, v, accuracy, a, lambda)) {
    ptl_anderson_forget(s->anderson);
    s->n_past = 0;
    return 1;
  }
  note(s, t, lambda);
  add_powers(s, q, v, lambda);
  return 0;
}
