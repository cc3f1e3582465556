/* reaction_solver.c: see reaction_solver.h. */
#include "reaction_solver.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "friction.h"
#include "largest.h"
#include "mesh.h"
#include "reaction_force.h"

enum { MAX_ITERATIONS = 20, MAX_SECANTS = 6 };

struct ptl_reaction_solver {
  ptl_data *data;
  ptl_accelerations *accelerations;
  int n, m, n_forces;
  ptl_reaction_force *forces;
  double *base;                      /* n: forces that do not depend on reactions */
  double (*rows)[6];                 /* per force: its direction */
  double *force, *missing;           /* per force: f, h */
  double *last_force, *last_missing; /* of the iterate before */
  double *step, *rest;               /* per force */
  /* Changes of f and of h between two iterates, the latter of length 1; a ring of n_secants. */
  double *force_changes[MAX_SECANTS], *missing_changes[MAX_SECANTS];
  double *directions[MAX_SECANTS], *images[MAX_SECANTS]; /* the same, orthogonal by h */
  int n_secants, next_secant;
  void *arrays; /* memory of the above */
};

void ptl_reaction_solver_destroy(ptl_reaction_solver *s) {
  if (s == NULL) return;
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
  size_t k = (size_t)s->n_forces;
  double *secants;
  const ptl_block blocks[] = {
      PTL_BLOCK(s->forces, k),       PTL_BLOCK(s->base, s->n),
      PTL_BLOCK(s->rows, k),         PTL_BLOCK(s->force, k),
      PTL_BLOCK(s->missing, k),      PTL_BLOCK(s->last_force, k),
      PTL_BLOCK(s->last_missing, k), PTL_BLOCK(s->step, k),
      PTL_BLOCK(s->rest, k),         PTL_BLOCK(secants, 4 * MAX_SECANTS * k)};
  s->arrays = ptl_arena_create(data->context, blocks, sizeof blocks / sizeof *blocks);
  if (s->arrays == NULL) {
    ptl_reaction_solver_destroy(s);
    return PTL_ERR_MEMORY;
  }
  for (int i = 0; i < MAX_SECANTS; i++, secants += 4 * k) {
    s->force_changes[i] = secants;
    s->missing_changes[i] = secants + k;
    s->directions[i] = secants + 2 * k;
    s->images[i] = secants + 3 * k;
  }
  ptl_reaction_forces_list(data->system, s->forces);
  *out = s;
  return PTL_OK;
}

/* ---------------------------------------------------------------- secants */

static double dot(const double *a, const double *b, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* a += factor b */
static void add(double *a, double factor, const double *b, int n) {
  for (int i = 0; i < n; i++) a[i] += factor * b[i];
}

static void scale(double *a, double factor, int n) {
  for (int i = 0; i < n; i++) a[i] *= factor;
}

/* What the last step has changed. */
static void note_secant(ptl_reaction_solver *s) {
  int n = s->n_forces;
  double *df = s->force_changes[s->next_secant], *dh = s->missing_changes[s->next_secant];
  for (int i = 0; i < n; i++) {
    df[i] = s->force[i] - s->last_force[i];
    dh[i] = s->missing[i] - s->last_missing[i];
  }
  double length = sqrt(dot(dh, dh, n));
  if (!(length > 0.0)) return;
  scale(df, 1.0 / length, n);
  scale(dh, 1.0 / length, n);
  s->next_secant = (s->next_secant + 1) % MAX_SECANTS;
  if (s->n_secants < MAX_SECANTS) s->n_secants++;
}

/* The step from f: h, and for the part of it that the secants span what they say, the latest
 * first. */
static void find_step(ptl_reaction_solver *s) {
  static const double least_new = 1e-2; /* of a secant, in directions that later ones do not have */
  int n = s->n_forces, used = 0, limit = n < MAX_SECANTS ? n : MAX_SECANTS;
  memcpy(s->rest, s->missing, sizeof(double) * (size_t)n);
  memset(s->step, 0, sizeof(double) * (size_t)n);
  for (int i = 0; i < s->n_secants && used < limit; i++) {
    int secant = (s->next_secant - 1 - i + MAX_SECANTS) % MAX_SECANTS;
    double *direction = s->directions[used], *image = s->images[used];
    memcpy(direction, s->force_changes[secant], sizeof(double) * (size_t)n);
    memcpy(image, s->missing_changes[secant], sizeof(double) * (size_t)n);
    for (int j = 0; j < used; j++) {
      double part = dot(image, s->images[j], n);
      add(image, -part, s->images[j], n);
      add(direction, -part, s->directions[j], n);
    }
    double length = sqrt(dot(image, image, n));
    if (length < least_new) continue;
    scale(image, 1.0 / length, n);
    scale(direction, 1.0 / length, n);
    double part = dot(s->rest, image, n);
    add(s->rest, -part, image, n);
    add(s->step, -part, direction, n);
    used++;
  }
  add(s->step, 1.0, s->rest, n);
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
  double least = rounding * ptl_largest(s->base, s->n), before = INFINITY;
  if (eval_forces(s, q, v, lambda, s->force)) return 1;
  for (int i = 0; i < MAX_ITERATIONS; i++) {
    apply(s, a, lambda);
    if (eval_forces(s, q, v, lambda, s->missing)) return 1;
    double largest = ptl_largest(s->missing, n);
    for (int k = 0; k < n; k++) s->missing[k] -= s->force[k];
    double size = ptl_largest(s->missing, n);
    if (size <= fmax(accuracy * largest, least)) return 0;
    if (!isfinite(size)) return 1;
    if (i > 0) note_secant(s);
    if (size > before) s->n_secants = i > 0; /* those of other states lead astray */
    before = size;
    find_step(s);
    memcpy(s->last_force, s->force, sizeof(double) * (size_t)n);
    memcpy(s->last_missing, s->missing, sizeof(double) * (size_t)n);
    add(s->force, 1.0, s->step, n);
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
  if (iterate(s, q, v, accuracy, a, lambda)) {
    s->n_secants = 0;
    return 1;
  }
  add_powers(s, q, v, lambda);
  return 0;
}
