/* start.c: consistent positions, velocities, accelerations and multipliers, and the rank of the
 * constraints. Works with redundant and singular constraints: every solution is the one of least
 * norm (kkt.h). */
#include "start.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "authority.h"
#include "constraint.h"
#include "data.h"
#include "expressions.h"
#include "finite.h"
#include "forces.h"
#include "friction.h"
#include "kkt.h"
#include "largest.h"
#include "loop.h"
#include "mesh.h"
#include "reactions.h"
#include "state.h"
#include "state_signal.h"

/* The linear problems of a start, and arrays for their right-hand sides and solutions. */
typedef struct solve {
  ptl_data *data;
  ptl_kkt *kkt;
  ptl_reactions *reactions;
  int n, m;              /* coordinates and rows */
  double *x, *direction; /* n */
  double *zero;          /* n */
  double *g;             /* m */
  int *order;            /* m */
  void *arrays;          /* memory of the above */
} solve;

static void solve_release(solve *d) {
  ptl_kkt_destroy(d->kkt);
  ptl_reactions_destroy(d->reactions);
  ptl_free(d->data->context, d->arrays);
}

static ptl_status solve_create(ptl_data *data, solve *d) {
  *d = (solve){.data = data, .n = data->system->n_coordinates, .m = data->system->n_rows};
  const ptl_block blocks[] = {PTL_BLOCK(d->x, d->n), PTL_BLOCK(d->direction, d->n),
                              PTL_BLOCK(d->zero, d->n), PTL_BLOCK(d->g, d->m),
                              PTL_BLOCK(d->order, d->m)};
  d->arrays = ptl_arena_create(data->context, blocks, sizeof blocks / sizeof *blocks);
  ptl_status status = d->arrays != NULL ? ptl_kkt_create(data, -1, &d->kkt) : PTL_ERR_MEMORY;
  if (status == PTL_OK) status = ptl_reactions_create(data, NULL, &d->reactions);
  if (status != PTL_OK) solve_release(d);
  return status;
}

/* Newton steps of least mass-weighted length until Phi vanishes. */
static ptl_status project_position(solve *d, double t, double *q, const double *v) {
  ptl_data *data = d->data;
  const ptl_system *s = data->system;
  double previous = INFINITY, size = 0.0;
  for (int iteration = 0; iteration < 100; iteration++) {
    ptl_data_set_state(data, t, q, v);
    ptl_eval_constraints(data, q, v);
    size = ptl_largest(data->phi, d->m);
    if (!isfinite(size)) break;
    if (size <= 1e-15 * s->length || (size <= 1e-12 * s->length && size >= 0.5 * previous))
      return PTL_OK;
    previous = size;
    for (int i = 0; i < d->m; i++) d->g[i] = -data->phi[i];
    ptl_status status = ptl_kkt_set(d->kkt, t, q, v);
    if (status == PTL_OK) status = ptl_kkt_solve(d->kkt, NULL, d->g, d->x, NULL);
    if (status != PTL_OK) return status;
    for (int i = 0; i < d->n; i++) q[i] += d->x[i];
  }
  if (size <= 1e-9 * s->length) return PTL_OK;
  const ptl_status status = ptl_loop_approach(data, d->kkt, t, q, v);
  return status == PTL_OK ? ptl_loop_fail_open(data, data->phi) : status;
}

static ptl_status fail_massless(const ptl_system *s, int coordinate) {
  const ptl_mech_body *body = &s->mechanism->bodies[coordinate / 3];
  const int turns = coordinate % 3 == 2;
  ptl_fail_at(s->mechanism, body->where, PTL_ERR_UNFIT,
              PTL_E(0344) "body '%s' has no %s, and joints and motions do not determine how it %s; give it %s, "
              "or ideal joints that do: springs and contacts determine forces only",
              body->def.name, turns ? "inertia" : "mass", turns ? "turns" : "moves",
              turns ? "an inertia" : "a mass");
  ptl_error_element(s->context, "body", body->def.name);
  return PTL_ERR_UNFIT;
}

/* Whether the constraints determine what has no mass. */
static ptl_status check_massless(solve *d, double t, const double *q, const double *v) {
  static const double least = 1e-10;
  int coordinate;
  if (d->data->system->n_massless == 0) return PTL_OK;
  const ptl_status status = ptl_kkt_set(d->kkt, t, q, v);
  if (status != PTL_OK || ptl_kkt_massless(d->kkt, &coordinate) > least) return status;
  return fail_massless(d->data->system, coordinate);
}

/* The change of least kinetic energy that makes Phi_q v + Phi_t vanish. */
static ptl_status project_velocity(solve *d, double t, const double *q, double *v) {
  ptl_data *data = d->data;
  double before = 0.0, size = 0.0;
  for (int pass = 0; pass < 2; pass++) { /* the second pass removes rounding */
    ptl_status status = ptl_kkt_set(d->kkt, t, q, v);
    if (status != PTL_OK) return status;
    ptl_eval_constraints(data, q, v);
    if (pass == 0) before = ptl_largest(data->phi_rate, d->m);
    for (int i = 0; i < d->m; i++) d->g[i] = -data->phi_rate[i];
    status = ptl_kkt_solve(d->kkt, d->zero, d->g, d->x, NULL);
    if (status != PTL_OK) return status;
    for (int i = 0; i < d->n; i++) v[i] += d->x[i];
  }
  ptl_eval_constraints(data, q, v);
  size = ptl_largest(data->phi_rate, d->m);
  if (size <= 1e-8 * before ||
      size < 1e-7 * data->system->speed * fmax(1.0, 1.0 / data->system->length))
    return PTL_OK;
  return ptl_loop_fail_velocities(data, data->phi_rate);
}

/* M a + Phi_q^T lambda = Q, Phi_q a = gamma with friction in ideal joints; lambda comes in as a
 * guess, or 0. */
static ptl_status solve_accelerations(solve *d, double t, const double *q, const double *v,
                                      double *a, double *lambda) {
  ptl_reaction_report report;
  ptl_data_set_state(d->data, t, q, v);
  ptl_status status = ptl_expressions_finite(d->data, t);
  if (status == PTL_OK)
    status = ptl_reactions_find(d->reactions, t, q, v, NULL, 1, a, lambda, &report);
  if (status != PTL_OK || report.n_solutions > 0) return status;
  const ptl_mechanism *m = d->data->system->mechanism;
  return ptl_fail_at(m, ptl_where_of(m, "joints", report.to_blame), PTL_ERR_UNFIT,
                  PTL_E(0303) "no reactions agree with the friction that they cause in joint '%s': the "
                  "mechanism jams; use smaller coefficients of friction or another start",
                  report.to_blame);
}

/* Adds the velocity error e1 lambda that the regularised velocity equations have. Without it the
 * first step of the DAE would remove the difference at once, by reactions that friction depends on,
 * and however short it is by an error of the velocities that may be above the tolerance where
 * constraints are weak. */
static ptl_status add_compliance_velocity(solve *d, const double *lambda, double *v) {
  for (int i = 0; i < d->m; i++) d->g[i] = d->data->velocity_compliance[i] * lambda[i];
  ptl_status status = ptl_kkt_solve(d->kkt, NULL, d->g, d->x, NULL);
  for (int i = 0; i < d->n && status == PTL_OK; i++) v[i] += d->x[i];
  return status;
}

ptl_status ptl_start_position(ptl_data *data, double *q, const double *v) {
  solve d;
  if (data->system->n_rows == 0) return PTL_OK;
  ptl_status status = solve_create(data, &d);
  if (status != PTL_OK) return status;
  status = project_position(&d, 0.0, q, v);
  solve_release(&d);
  return status;
}

/* yields: 1: the velocities give way by e1 lambda. */
static ptl_status find_consistent(ptl_data *data, double t, int yields, double *q, double *v,
                                  double *a, double *lambda) {
  solve d;
  ptl_status status = solve_create(data, &d);
  if (status != PTL_OK) return status;
  if (d.m > 0) status = project_position(&d, t, q, v);
  if (status == PTL_OK) status = check_massless(&d, t, q, v);
  if (d.m > 0 && status == PTL_OK) status = project_velocity(&d, t, q, v);
  if (status == PTL_OK) status = ptl_authority_check(data, t, q, v);
  if (status == PTL_OK) status = solve_accelerations(&d, t, q, v, a, lambda);
  if (status == PTL_OK && d.m > 0 && yields) {
    status = add_compliance_velocity(&d, lambda, v);
    if (status == PTL_OK) status = solve_accelerations(&d, t, q, v, a, lambda);
  }
  solve_release(&d);
  return status;
}

ptl_status ptl_start_consistent(ptl_data *data, double t, double *q, double *v, double *a,
                                double *lambda) {
  return find_consistent(data, t, 0, q, v, a, lambda);
}

ptl_status ptl_start_yielding(ptl_data *data, double t, double *q, double *v, double *a,
                              double *lambda) {
  return find_consistent(data, t, 1, q, v, a, lambda);
}

/* Rows that hold. */
static int n_held(const solve *d) {
  return d->m - d->data->n_released_rows;
}

static int has_let_go(const ptl_data *data, int row) {
  const ptl_sys_constraint *k = data->system->constraints;
  for (int i = 0; i < data->system->n_constraints; i++)
    if (data->released[i] && row >= k[i].row && row < k[i].row + k[i].n_rows) return 1;
  return 0;
}

/* d->order lists the rows: independent ones, dependent ones, and those that have let go. */
static ptl_status find_rank(solve *d, double t, const double *q, const double *v, int *rank) {
  ptl_status status = ptl_kkt_set(d->kkt, t, q, v);
  if (status == PTL_OK) status = ptl_kkt_rank(d->kkt, rank, d->order);
  if (status != PTL_OK || d->data->n_released_rows == 0) return status;
  int n = 0;
  for (int i = 0; i < d->m; i++)
    if (!has_let_go(d->data, d->order[i])) d->order[n++] = d->order[i];
  for (int row = 0; row < d->m; row++)
    if (has_let_go(d->data, row)) d->order[n++] = row;
  return PTL_OK;
}

int ptl_start_weakest_row(ptl_data *data, double t, const double *q, const double *v) {
  solve d;
  int rank, row = -1;
  if (data->system->n_rows == 0 || solve_create(data, &d) != PTL_OK) return -1;
  if (find_rank(&d, t, q, v, &rank) == PTL_OK && n_held(&d) > 0) row = d.order[n_held(&d) - 1];
  solve_release(&d);
  return row;
}

void ptl_start_direction(double *direction, int n, double length, double angle) {
  unsigned seed = 1;
  for (int i = 0; i < n; i++) {
    seed = seed * 1664525u + 1013904223u;
    direction[i] = ((double)(seed >> 8) / (double)(1u << 24) - 0.5) * (i % 3 == 2 ? angle : length);
  }
}

/* A position a little further along an admissible motion in an arbitrary direction, to tell
 * constraints that are redundant everywhere from a start that happens to be singular. 0 if there is
 * none. */
static int nearby_position(solve *d, double t, const double *q, const double *v, double *near) {
  ptl_start_direction(d->direction, d->n, d->data->system->length, 1.0);
  if (ptl_kkt_set(d->kkt, t, q, v) != PTL_OK) return 0;
  ptl_kkt_rates(d->kkt, d->direction, d->g);
  for (int i = 0; i < d->m; i++) d->g[i] = -d->g[i];
  if (ptl_kkt_solve(d->kkt, NULL, d->g, d->x, NULL) != PTL_OK) return 0;
  for (int i = 0; i < d->n; i++) near[i] = q[i] + 0.02 * (d->direction[i] + d->x[i]);
  return project_position(d, t, near, v) == PTL_OK;
}

void ptl_system_forget_loops(ptl_system *s) {
  for (int i = 0; i < s->n_loops; i++) ptl_free(s->context, s->loops[i]);
  ptl_free(s->context, s->loops);
  s->loops = NULL;
  s->n_loops = 0;
}

/* Of a redundant row: what no change of the state can do about it, so that the rows depend on one
 * another. */
static ptl_status record_loop(solve *d, ptl_system *s, int row, char **loop) {
  char names[400];
  memset(d->g, 0, sizeof(double) * (size_t)d->m);
  d->g[row] = 1.0;
  ptl_status status = ptl_kkt_solve(d->kkt, NULL, d->g, d->x, NULL);
  if (status != PTL_OK) return status;
  ptl_kkt_rates(d->kkt, d->x, d->g);
  const int is_empty = ptl_largest(d->x, d->n) == 0.0; /* a mesh that joints hold: compile_mesh.c */
  for (int i = 0; i < d->m; i++) d->g[i] = (i == row ? 1.0 : 0.0) - d->g[i];
  ptl_loop_names(s, d->g, names, sizeof names);
  if (is_empty)
    snprintf(names, sizeof names, "joints that hold both of its parts: it carries nothing");
  *loop = ptl_copy_text(s->context, names);
  return *loop != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

static ptl_status report_loops(solve *d, ptl_system *s, int rank) {
  enum { MOST_LOOPS = 32 };
  const int n_dependent = s->assembly.n_redundant,
            n = n_dependent < MOST_LOOPS ? n_dependent : MOST_LOOPS;
  ptl_system_forget_loops(s);
  s->loops = ptl_alloc(s->context, (size_t)n, sizeof *s->loops);
  if (s->loops == NULL) return PTL_ERR_MEMORY;
  ptl_status status = PTL_OK;
  for (; s->n_loops < n && status == PTL_OK; s->n_loops++)
    status = record_loop(d, s, d->order[rank + s->n_loops], &s->loops[s->n_loops]);
  return status;
}

static ptl_status report_redundancy(solve *d, ptl_system *s, int rank) {
  ptl_assembly *out = &s->assembly;
  out->n_redundant = n_held(d) - rank;
  ptl_redundancy *list = ptl_alloc(s->context, (size_t)out->n_redundant, sizeof *list);
  if (list == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < out->n_redundant; i++)
    ptl_row_name(s, d->order[rank + i], list[i].name, sizeof list[i].name);
  out->redundant = list;
  return report_loops(d, s, rank);
}

/* A position near by: along an admissible motion or, where there is none and `anywhere`, off the
 * constraints. */
static int find_near(solve *d, const double *q, const double *v, int anywhere, double *near) {
  if (d->n > n_held(d) || !anywhere) return nearby_position(d, 0.0, q, v, near);
  ptl_start_direction(d->direction, d->n, d->data->system->length, 1.0);
  for (int i = 0; i < d->n; i++) near[i] = q[i] + 0.02 * d->direction[i];
  return 1;
}

static void record_singularity(solve *d, ptl_assembly *out, int row, double independence) {
  out->independence = independence;
  out->singularity = independence < 1e-6 ? PTL_SINGULAR : PTL_NEARLY_SINGULAR;
  if (row >= 0)
    ptl_row_name(d->data->system, row, out->singular_constraint, sizeof out->singular_constraint);
}

/* All rows are independent at q; whether they are much more so near by. */
static ptl_status find_singularity(solve *d, ptl_system *s, const double *q, const double *v) {
  int row, row_near, rank;
  const double independence = ptl_kkt_independence(d->kkt, &row);
  if (independence >= 1e-3) return PTL_OK;
  double *near = ptl_alloc(s->context, (size_t)d->n, sizeof(double));
  if (near == NULL) return PTL_ERR_MEMORY;
  if (find_near(d, q, v, 1, near)) {
    const ptl_status status = find_rank(d, 0.0, near, v, &rank);
    if (status == PTL_OK && ptl_kkt_independence(d->kkt, &row_near) > 10.0 * independence)
      record_singularity(d, &s->assembly, row, independence);
  }
  ptl_free(s->context, near);
  return PTL_OK;
}

static ptl_status find_redundancy(solve *d, ptl_system *s, const double *q, const double *v) {
  ptl_assembly *out = &s->assembly;
  int rank, rank_near = 0;
  ptl_status status = find_rank(d, 0.0, q, v, &rank);
  if (status != PTL_OK) return status;
  out->rank = rank;
  out->degrees_of_freedom = d->n - rank;
  if (rank == n_held(d)) return find_singularity(d, s, q, v);
  if (out->degrees_of_freedom > 0) {
    const int dependent_row = d->order[rank];
    double *near = ptl_alloc(s->context, (size_t)d->n, sizeof(double));
    if (near == NULL) return PTL_ERR_MEMORY;
    if (find_near(d, q, v, 0, near)) {
      status = find_rank(d, 0.0, near, v, &rank_near);
      if (status == PTL_OK && rank_near > rank) {
        record_singularity(d, out, dependent_row, 0.0);
        out->degrees_of_freedom = d->n - rank_near;
        rank = rank_near;
      } else if (status == PTL_OK) {
        status = find_rank(d, 0.0, q, v, &rank);
      }
    }
    ptl_free(s->context, near);
  }
  return status == PTL_OK ? report_redundancy(d, s, rank) : status;
}

ptl_status ptl_start_count_redundant(ptl_data *data, double t, const double *q, const double *v) {
  solve d;
  int rank, rank_near = 0;
  if (data->system->n_rows == 0) return PTL_OK;
  ptl_status status = solve_create(data, &d);
  if (status != PTL_OK) return status;
  status = find_rank(&d, t, q, v, &rank);
  double *near = NULL;
  if (status == PTL_OK && rank < n_held(&d) && rank < d.n) {
    near = ptl_alloc(data->context, (size_t)d.n, sizeof(double));
    if (near == NULL) status = PTL_ERR_MEMORY;
  }
  if (near != NULL && nearby_position(&d, t, q, v, near))
    status = find_rank(&d, t, near, v, &rank_near);
  if (status == PTL_OK) data->n_redundant = n_held(&d) - (rank_near > rank ? rank_near : rank);
  ptl_free(data->context, near);
  solve_release(&d);
  return status;
}

static void record_change(ptl_system *s, const double *q, const double *v) {
  ptl_assembly *out = &s->assembly;
  for (int i = 0; i < s->n_bodies; i++) {
    const double *p = s->q0 + 3 * i, *r = q + 3 * i, *w = v + 3 * i, *u = s->v0 + 3 * i;
    out->moved = fmax(out->moved, hypot(p[0] - r[0], p[1] - r[1]));
    out->turned = fmax(out->turned, fabs(p[2] - r[2]));
    out->moved_velocity = fmax(out->moved_velocity, hypot(u[0] - w[0], u[1] - w[1]));
  }
}

ptl_status ptl_start_find(ptl_context *context, ptl_system *s, const double *given_q,
                          const double *given_v) {
  ptl_data *data;
  ptl_status status = ptl_data_create(context, s, &data);
  if (status != PTL_OK) return status;
  status = ptl_signals_start(data, s->q0, s->v0, s->z0);
  if (status == PTL_OK) status = ptl_start_consistent(data, 0.0, s->q0, s->v0, s->a0, s->lambda0);
  if (status == PTL_OK && s->n_states > 0) { /* again with the inner states that belong to it */
    if (s->mechanism->run.start != PTL_START_EQUILIBRIUM) /* which has them */
      ptl_eval_steady_states(data, s->q0, s->v0, s->lambda0, s->z0);
    status = ptl_signals_start(data, s->q0, s->v0, s->z0);
  }
  if (status == PTL_OK && s->n_states > 0) {
    status = ptl_start_consistent(data, 0.0, s->q0, s->v0, s->a0, s->lambda0);
  }
  s->assembly.independence = 1.0;
  solve d;
  if (status == PTL_OK) status = solve_create(data, &d);
  if (status == PTL_OK) {
    if (d.m > 0) status = find_redundancy(&d, s, s->q0, s->v0);
    if (d.m == 0) s->assembly.degrees_of_freedom = d.n;
    solve_release(&d);
  }
  ptl_authority authority = {0};
  if (status == PTL_OK) status = ptl_authority_find(data, 0.0, s->q0, s->v0, &authority);
  s->servos_are_turned = authority.is_turned;
  if (status == PTL_OK) {
    ptl_data_set_state(data, 0.0, s->q0, s->v0);
    ptl_eval_constraints(data, s->q0, s->v0);
    s->assembly.position_residual = ptl_largest(data->phi, s->n_rows);
    s->assembly.velocity_residual = ptl_largest(data->phi_rate, s->n_rows);
    record_change(s, given_q, given_v);
  }
  ptl_not_finite found;
  if (status == PTL_ERR_UNFIT && ptl_find_not_finite(data, 0.0, s->q0, s->v0, s->lambda0, &found)) {
    ptl_fail(s->context, PTL_ERR_UNFIT,
             PTL_E(0304) "at the start %s; change it, or start elsewhere", found.text);
    ptl_error_element(s->context, found.element, found.name);
  }
  ptl_data_destroy(data);
  return status;
}

void ptl_start_find_moved(int n, const double *q, const double *v, const double *to_q,
                          const double *to_v, ptl_moved *out) {
  *out = (ptl_moved){0};
  for (int i = 0; i < n; i++) {
    double *place = i % 3 == 2 ? &out->angle : &out->position;
    double *speed = i % 3 == 2 ? &out->rate : &out->velocity;
    *place = fmax(*place, fabs(to_q[i] - q[i]));
    *speed = fmax(*speed, fabs(to_v[i] - v[i]));
  }
}
