/* evaluation.c: the equations of a system at any state, and what it has by name. */
#include <math.h>
#include <string.h>

#include "arena.h"
#include "constraint.h"
#include "contact.h"
#include "data.h"
#include "kkt.h"
#include "layout.h"
#include "reactions.h"
#include "start.h"
#include "state.h"

struct ptl_evaluation {
  ptl_context *context;
  const ptl_system *system;
  ptl_data *data;
  ptl_accelerations *accelerations;
  ptl_reactions *reactions;
  ptl_kkt *kkt;
  double t;
  double *y, *a; /* unknowns as in the system, accelerations */
  double *forces, *unit, *column;
  void *memory;
};

/* ---------------------------------------------------------------- by name */

ptl_sizes ptl_system_get_sizes(const ptl_system *s) {
  const ptl_column *columns;
  return (ptl_sizes){.n_bodies = s->n_bodies,
                     .n_coordinates = s->n_coordinates,
                     .n_rows = s->n_rows,
                     .n_gaps = s->n_gaps,
                     .n_frictions = s->n_frictions,
                     .n_columns = ptl_system_get_columns(s, &columns),
                     .n_friction_states = s->n_states,
                     .n_memory = s->n_memory,
                     .n_inputs = s->mechanism->n_inputs};
}

int ptl_system_find_body(const ptl_system *s, const char *name) {
  for (int i = 0; i < s->n_bodies; i++)
    if (strcmp(s->mechanism->bodies[i].def.name, name) == 0) return i;
  return -1;
}

int ptl_system_find_input(const ptl_system *s, const char *name) {
  for (int i = 0; i < s->mechanism->n_inputs; i++)
    if (strcmp(s->mechanism->inputs[i].def.name, name) == 0) return i;
  return -1;
}

int ptl_system_find_column(const ptl_system *s, const char *name) {
  const ptl_column *columns;
  int n = ptl_system_get_columns(s, &columns);
  for (int i = 0; i < n; i++)
    if (strcmp(columns[i].name, name) == 0) return i;
  return -1;
}

int ptl_system_find_gap(const ptl_system *s, const char *joint, const char *gap) {
  int found = -1, n = 0;
  for (int i = 0; i < s->n_gaps; i++) {
    if (strcmp(s->gaps[i].joint, joint) != 0) continue;
    if (gap != NULL && strcmp(s->gaps[i].name, gap) != 0) continue;
    found = i;
    n++;
  }
  return n == 1 ? found : -1;
}

int ptl_system_find_friction(const ptl_system *s, const char *joint, const char *gap) {
  int found = -1, n = 0;
  for (int i = 0; i < s->n_frictions; i++) {
    const char *its_joint = NULL, *its_gap = NULL;
    ptl_system_get_friction(s, i, &its_joint, &its_gap, NULL);
    if (strcmp(its_joint, joint) != 0) continue;
    if (gap != NULL && (its_gap == NULL || strcmp(its_gap, gap) != 0)) continue;
    found = i;
    n++;
  }
  return n == 1 ? found : -1;
}

/* Elements stand in the order of their rows. */
int ptl_system_find_rows(const ptl_system *s, const char *element, int *n) {
  int first = -1, end = -1;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    if (strcmp(k->name, element) != 0) continue;
    if (first < 0) first = k->row;
    end = k->row + k->n_rows;
  }
  if (n != NULL) *n = end - first;
  return first;
}

ptl_status ptl_system_get_row_name(const ptl_system *s, int row, char *text, size_t size) {
  if (row < 0 || row >= s->n_rows)
    return ptl_fail(s->context, PTL_ERR_USAGE, PTL_E(0004) "row %d: the system has %d", row,
                    s->n_rows);
  ptl_row_name(s, row, text, size);
  return PTL_OK;
}

const double *ptl_system_get_mass(const ptl_system *s) {
  return s->mass;
}

/* ---------------------------------------------------------------- life */

void ptl_evaluation_destroy(ptl_evaluation *e) {
  if (e == NULL) return;
  ptl_kkt_destroy(e->kkt);
  ptl_reactions_destroy(e->reactions);
  ptl_accelerations_destroy(e->accelerations);
  ptl_data_destroy(e->data);
  ptl_free(e->context, e->memory);
  ptl_free(e->context, e);
}

static ptl_status make(ptl_evaluation *e) {
  const ptl_system *s = e->system;
  const ptl_block blocks[] = {PTL_BLOCK(e->y, s->pattern.n), PTL_BLOCK(e->a, s->n_coordinates),
                              PTL_BLOCK(e->forces, s->n_coordinates),
                              PTL_BLOCK(e->unit, s->n_coordinates),
                              PTL_BLOCK(e->column, s->n_rows)};
  e->memory = ptl_arena_create(e->context, blocks, sizeof blocks / sizeof *blocks);
  if (e->memory == NULL) return PTL_ERR_MEMORY;
  ptl_status status = ptl_data_create(e->context, s, &e->data);
  if (status == PTL_OK) status = ptl_accelerations_create(e->data, &e->accelerations);
  if (status == PTL_OK) status = ptl_reactions_create(e->data, e->accelerations, &e->reactions);
  if (status == PTL_OK) status = ptl_kkt_create(e->data, -1, &e->kkt);
  return status;
}

ptl_status ptl_evaluation_create(ptl_context *context, const ptl_system *system,
                                 ptl_evaluation **out) {
  ptl_evaluation *e = ptl_alloc(context, 1, sizeof *e);
  *out = NULL;
  if (e == NULL) return PTL_ERR_MEMORY;
  e->context = context;
  e->system = system;
  ptl_status status = make(e);
  if (status == PTL_OK) status = ptl_evaluation_set(e, 0.0, system->q0, system->v0);
  if (status == PTL_OK)
    *out = e;
  else
    ptl_evaluation_destroy(e);
  return status;
}

/* ---------------------------------------------------------------- at a state */

static double *lambda_of(const ptl_evaluation *e) {
  return e->y + e->system->first_state - e->system->n_rows;
}

ptl_status ptl_evaluation_set(ptl_evaluation *e, double t, const double *q, const double *v) {
  static const double largest_error = 2e-3; /* as of a row of a run */
  const ptl_system *s = e->system;
  size_t size = sizeof(double) * (size_t)s->n_coordinates;
  ptl_reaction_report report;
  int row;
  e->t = t;
  memset(e->y, 0, sizeof(double) * (size_t)s->pattern.n);
  memcpy(e->y, q, size);
  memcpy(e->y + s->n_coordinates, v, size);
  memcpy(e->y + s->first_state, s->z0, sizeof(double) * (size_t)s->n_states);
  const double *own_q = e->y, *own_v = own_q + s->n_coordinates;
  ptl_data_set_unknowns(e->data, t, e->y);
  ptl_status status = ptl_reactions_find(e->reactions, t, own_q, own_v, &ptl_contact_by_depth, 0,
                                         e->a, lambda_of(e), &report);
  if (status != PTL_OK)
    return ptl_fail(
        e->context, PTL_ERR_SIMULATION,
        PTL_E(0502) "at t = %.9g s a force is not finite, or a law was asked outside its domain",
        t);
  if (report.n_solutions != 1)
    return ptl_fail(e->context, PTL_ERR_SIMULATION,
                    PTL_E(0512) "at t = %.9g s friction in '%s' leaves %s reactions", t,
                    report.to_blame, report.n_solutions == 0 ? "no" : "more than one set of");
  memcpy(e->forces, e->data->force, size);
  double error = ptl_reactions_error(e->reactions, own_q, own_v, e->a, lambda_of(e), &row);
  if (error <= largest_error) return PTL_OK;
  return ptl_fail(e->context, PTL_ERR_SIMULATION,
                  PTL_E(0512) "at t = %.9g s no reactions and accelerations fulfil the equations: drivers or "
                  "joints contradict one another there",
                  t);
}

/* ---------------------------------------------------------------- what it is given */

static ptl_status check_index(const ptl_evaluation *e, const char *what, int index, int n) {
  if (index >= 0 && index < n) return PTL_OK;
  return ptl_fail(e->context, PTL_ERR_USAGE, PTL_E(0004) "%s %d: the system has %d", what, index,
                  n);
}

ptl_status ptl_evaluation_set_input(ptl_evaluation *e, int input, double value) {
  ptl_status status = check_index(e, "input", input, e->system->mechanism->n_inputs);
  if (status == PTL_OK && !isfinite(value))
    status = ptl_fail(e->context, PTL_ERR_INPUT, PTL_E(0006) "input '%s' is not finite",
                      e->system->mechanism->inputs[input].def.name);
  if (status == PTL_OK)
    e->data->inputs[input] =
        (ptl_input_state){.since = -INFINITY, .until = -INFINITY, .from = value, .to = value};
  return status;
}

ptl_status ptl_evaluation_set_touch_speed(ptl_evaluation *e, int gap, double speed) {
  ptl_status status = check_index(e, "gap", gap, e->system->n_gaps);
  if (status == PTL_OK && !(speed >= 0.0 && isfinite(speed)))
    status = ptl_fail(e->context, PTL_ERR_USAGE,
                      PTL_E(0006) "a touch speed must not be below 0 m/s, as %g", speed);
  if (status != PTL_OK) return status;
  const double latched = speed > 0.0 ? fmax(speed, e->system->gaps[gap].touch_speed_floor) : 0.0;
  e->data->gaps[gap] =
      (ptl_gap_state){.touching = speed > 0.0, .touch_speed = latched, .reference_speed = latched};
  return PTL_OK;
}

ptl_status ptl_evaluation_project(ptl_evaluation *e, double t, double *q, double *v,
                                  ptl_moved *moved) {
  const ptl_system *s = e->system;
  const size_t size = sizeof(double) * (size_t)s->n_coordinates;
  double *own_v = e->y + s->n_coordinates;
  memset(e->y, 0, sizeof(double) * (size_t)s->pattern.n);
  memcpy(e->y, q, size);
  memcpy(own_v, v, size);
  memcpy(e->y + s->first_state, s->z0, sizeof(double) * (size_t)s->n_states);
  ptl_data_set_unknowns(e->data, t, e->y);
  const ptl_status status = ptl_start_consistent(e->data, t, e->y, own_v, e->a, lambda_of(e));
  if (status != PTL_OK) return status;
  if (moved != NULL) ptl_start_find_moved(s->n_coordinates, q, v, e->y, own_v, moved);
  memcpy(q, e->y, size);
  memcpy(v, own_v, size);
  return PTL_OK;
}

ptl_status ptl_evaluation_get_gap(ptl_evaluation *e, int gap, ptl_gap_now *out) {
  const ptl_system *s = e->system;
  const double *q = e->y, *v = q + s->n_coordinates;
  ptl_gap_eval gaps[PTL_MAX_GAPS];
  ptl_contact_out contact = {0};
  ptl_status status = check_index(e, "gap", gap, s->n_gaps);
  if (status != PTL_OK) return status;
  const int set = s->gaps[gap].gap_set;
  ptl_data_set_unknowns(e->data, e->t, e->y);
  ptl_eval_gaps(e->data, set, q, v, gaps);
  const ptl_gap_eval *own = &gaps[gap - s->gap_sets[set].first_gap];
  if (own->depth > 0.0)
    ptl_eval_contact_law(e->data, PTL_CONTACT_BY_DEPTH, gap, own->depth, own->rate, &contact);
  *out = (ptl_gap_now){.is_touching = own->depth > 0.0,
                       .depth = own->depth,
                       .rate = own->rate,
                       .force = contact.force,
                       .touch_speed = e->data->gaps[gap].touch_speed,
                       .reference_speed = e->data->gaps[gap].reference_speed};
  return PTL_OK;
}

/* ---------------------------------------------------------------- what follows */

const double *ptl_evaluation_get_accelerations(const ptl_evaluation *e) {
  return e->a;
}

const double *ptl_evaluation_get_reactions(const ptl_evaluation *e) {
  return lambda_of(e);
}

const double *ptl_evaluation_get_forces(const ptl_evaluation *e) {
  return e->forces;
}

void ptl_evaluation_get_violations(ptl_evaluation *e, double *phi, double *rate) {
  size_t size = sizeof(double) * (size_t)e->system->n_rows;
  const double *q = e->y, *v = q + e->system->n_coordinates;
  ptl_data_set_unknowns(e->data, e->t, e->y);
  ptl_eval_constraints(e->data, q, v);
  if (phi != NULL) memcpy(phi, e->data->phi, size);
  if (rate != NULL) memcpy(rate, e->data->phi_rate, size);
}

/* Phi_q into a matrix of that width, from `out` on. */
static ptl_status fill_jacobian(ptl_evaluation *e, double *out, size_t width) {
  const ptl_system *s = e->system;
  ptl_status status = ptl_kkt_set(e->kkt, e->t, e->y, e->y + s->n_coordinates);
  if (status != PTL_OK) return status;
  for (int j = 0; j < s->n_coordinates; j++) {
    e->unit[j] = 1.0;
    ptl_kkt_rates(e->kkt, e->unit, e->column);
    e->unit[j] = 0.0;
    for (int i = 0; i < s->n_rows; i++) out[(size_t)i * width + (size_t)j] = e->column[i];
  }
  return PTL_OK;
}

ptl_status ptl_evaluation_get_jacobian(ptl_evaluation *e, double *out) {
  return fill_jacobian(e, out, (size_t)e->system->n_coordinates);
}

ptl_status ptl_evaluation_get_kkt(ptl_evaluation *e, double *out) {
  const ptl_system *s = e->system;
  size_t n = (size_t)s->n_coordinates, m = (size_t)s->n_rows, width = n + m;
  memset(out, 0, sizeof(double) * width * width);
  for (size_t i = 0; i < n; i++) out[i * width + i] = s->mass[i];
  ptl_status status = fill_jacobian(e, out + n * width, width);
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < n; j++) out[j * width + n + i] = out[(n + i) * width + j];
  return status;
}
