/* accelerations.c: the reduced equations of motion, by the range-space method (range_space.h).
 *
 * Rows of Phi_q with a single unknown coordinate are not left to the matrix: a guide along an axis, a
 * driver, then the bearing of a crank that a driver turns. Nor are those by which one coordinate
 * follows one other: the bearing of a crank on the ground, whose position follows its angle. */
#include "accelerations.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "constraint.h"
#include "forces.h"
#include "massless.h"
#include "range_space.h"
#include "state.h"
#include "structure.h"
#include "wide.h"

/* A projection of more than this many tolerances is not made. */
static const double longest_projection = 1e5;
/* Relative pivot below which positions are singular: projections miss by violations / its root. */
static const double singular = 1e-6;

struct ptl_accelerations {
  ptl_data *data;
  int n_implied;                                  /* empty rows, with those that the matrix finds */
  ptl_range_space *space;                         /* of Phi_q and the masses */
  ptl_massless *massless;                         /* NULL: every coordinate has a mass */
  int knows_massless;                             /* 1: with the present factors */
  double *gamma, *target;                         /* per row */
  double *step, *given, *inverse_squares, *force; /* per coordinate; force: scratch */
  void *arrays;                                   /* memory of these */
};

void ptl_accelerations_destroy(ptl_accelerations *r) {
  if (r == NULL) return;
  ptl_context *context = r->data->context;
  ptl_range_space_destroy(r->space);
  ptl_massless_destroy(r->massless);
  ptl_free(context, r->arrays);
  ptl_free(context, r);
}

/* ---------------------------------------------------------------- entries of Phi_q */

typedef struct entry_list {
  int n, *source; /* source: index among the doubles of data->jacobian_rows */
  ptl_presolve_entry *entries;
} entry_list;

/* Those of one element that are not zero by structure; constant ones have values. */
static void list_element(const ptl_data *data, const ptl_sys_constraint *k, entry_list *list) {
  const double *rows = (const double *)data->jacobian_rows;
  ptl_constraint_structure structure;
  ptl_constraint_structure_find(k, &structure);
  for (int i = 0; i < k->n_rows; i++)
    for (int c = 0; c < 6; c++) {
      if (!structure.row[i][c]) continue;
      const int source = 6 * (k->first_element_row + i) + c;
      const int is_constant = structure.constant[i][c] && k->release == 0;
      list->source[list->n] = source;
      list->entries[list->n++] = (ptl_presolve_entry){k->row + i, ptl_pair_coordinate(&k->pair, c),
                                                      is_constant ? rows[source] : NAN};
    }
}

/* ---------------------------------------------------------------- constant rows */

/* Coordinates that never change: a pivot row without a driver whose other coordinates never change
 * holds its own at one value, such as a slider's angle and height. */
static void find_fixed(const ptl_accelerations *r, const ptl_presolve_entry *entries,
                       char *is_driven, char *is_fixed) {
  const ptl_system *s = r->data->system;
  const ptl_presolve *presolve = ptl_range_space_presolve(r->space);
  for (int i = 0; i < s->n_constraints; i++)
    if (s->constraints[i].motion >= 0) is_driven[s->constraints[i].row] = 1;
  for (int i = 0; i < presolve->n_pivots; i++) {
    const ptl_presolve_pivot *p = &presolve->pivots[i];
    int fixed = !is_driven[p->row] && p->leader < 0;
    for (int j = p->first; j < p->end; j++)
      fixed = fixed && is_fixed[entries[presolve->pivot_terms[j]].column];
    is_fixed[p->column] = (char)fixed;
  }
}

/* Whether the element's rows depend on fixed coordinates only. */
static int is_constant(const ptl_sys_constraint *k, const char *is_fixed) {
  ptl_constraint_structure structure;
  if (k->release > 0) return 0;
  ptl_constraint_structure_find(k, &structure);
  for (int i = 0; i < k->n_rows; i++)
    for (int c = 0; c < 6; c++)
      if (structure.rate[i][c] && !is_fixed[ptl_pair_coordinate(&k->pair, c)]) return 0;
  return 1;
}

/* Rows that never change in this mechanism keep their values and are not evaluated again. */
static ptl_status drop_constant_rows(ptl_accelerations *r, const ptl_presolve_entry *entries) {
  const ptl_system *s = r->data->system;
  ptl_data *data = r->data;
  char *is_driven, *is_fixed;
  const ptl_block blocks[] = {PTL_BLOCK(is_driven, s->n_rows),
                              PTL_BLOCK(is_fixed, s->n_coordinates)};
  void *memory = ptl_arena_create(data->context, blocks, 2);
  if (memory == NULL) return PTL_ERR_MEMORY;
  find_fixed(r, entries, is_driven, is_fixed);
  data->n_variable = 0;
  for (int i = 0; i < s->n_constraints; i++)
    if (!is_constant(&s->constraints[i], is_fixed))
      data->variable_constraints[data->n_variable++] = i;
  ptl_free(data->context, memory);
  return PTL_OK;
}

/* ---------------------------------------------------------------- life */

/* Equations that depend on each other, or coordinates without mass, have no followers. */
static ptl_status make_space(ptl_accelerations *r) {
  const ptl_system *s = r->data->system;
  ptl_context *context = r->data->context;
  entry_list list = {.n = 0};
  const ptl_block blocks[] = {PTL_BLOCK(list.source, 6 * s->n_element_rows),
                              PTL_BLOCK(list.entries, 6 * s->n_element_rows)};
  void *memory = ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks);
  if (memory == NULL) return PTL_ERR_MEMORY;
  ptl_data_set_state(r->data, 0.0, s->q0, s->v0);
  ptl_eval_rows(r->data, s->q0, s->v0);
  for (int i = 0; i < s->n_constraints; i++) list_element(r->data, &s->constraints[i], &list);
  const int has_followers = s->assembly.n_redundant == 0 && s->n_massless == 0;
  ptl_status status = ptl_range_space_create(context, s->n_rows, s->n_coordinates, list.entries,
                                             list.source, list.n, has_followers, &r->space);
  if (status == PTL_OK) status = drop_constant_rows(r, list.entries);
  ptl_free(context, memory);
  return status;
}

static ptl_status allocate(ptl_accelerations *r) {
  const ptl_system *s = r->data->system;
  int n = s->n_coordinates, m = s->n_rows;
  const ptl_block blocks[] = {PTL_BLOCK(r->gamma, m), PTL_BLOCK(r->target, m),
                              PTL_BLOCK(r->step, n),  PTL_BLOCK(r->given, n),
                              PTL_BLOCK(r->force, n), PTL_BLOCK(r->inverse_squares, n)};
  r->arrays = ptl_arena_create(r->data->context, blocks, sizeof blocks / sizeof *blocks);
  return r->arrays != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

ptl_status ptl_accelerations_create(ptl_data *data, ptl_accelerations **out) {
  *out = NULL;
  ptl_accelerations *r = ptl_alloc(data->context, 1, sizeof *r);
  if (r == NULL) return PTL_ERR_MEMORY;
  r->data = data;
  ptl_status status = allocate(r);
  if (status == PTL_OK) status = make_space(r);
  if (status == PTL_OK)
    status = ptl_massless_create(data->context, data->system->n_massless, data->system->massless,
                                 data->system->inverse_mass, &r->massless);
  for (int i = 0; status == PTL_OK && i < data->system->n_coordinates; i++) {
    double radius = ptl_system_lever(data->system, i);
    r->inverse_squares[i] = data->system->inverse_mass[i] > 0.0 ? 1.0 / (radius * radius) : 0.0;
  }
  if (status == PTL_OK)
    *out = r;
  else
    ptl_accelerations_destroy(r);
  return status;
}

/* ---------------------------------------------------------------- numbers */

/* Equations that follow from others or are empty, without those that have let go. */
static int implied(const ptl_accelerations *r, int of_matrix) {
  return ptl_range_space_presolve(r->space)->n_empty + of_matrix - r->data->n_released_rows;
}

/* Factorises with these weights, without equations up to the relative pivot; the implied ones. */
static int factor_without(ptl_accelerations *r, const double *inverse_mass, double weakest) {
  ptl_range_space_assemble(r->space, (const double *)r->data->jacobian_rows, inverse_mass);
  if (r->data->system->assembly.n_redundant > 0)
    ptl_range_space_drop_rounding(r->space, inverse_mass);
  return implied(r, ptl_range_space_factor(r->space, weakest));
}

/* Factorises; the implied equations. Of equations that depend on each other those are kept that
 * come first in the order of elimination, and may nearly be fulfilled anyway, as an equation along
 * x is between two pins of the same bodies that lie along x. Where no weak one is left without
 * them, others take their places; beside a singular position all that can be kept are weak. */
static int factor_matrix(ptl_accelerations *r, const double *inverse_mass) {
  static const double weak = 0.025, further = 1.01;
  const int redundant = r->data->system->assembly.n_redundant;
  const int n = factor_without(r, inverse_mass, 0.0);
  double least = ptl_range_space_least_pivot(r->space);
  if (redundant == 0 || least >= weak) return n;
  int others = n;
  for (int i = 0; i < redundant && others <= redundant && least < weak; i++) {
    others = factor_without(r, inverse_mass, further * least);
    least = ptl_range_space_least_pivot(r->space);
  }
  if (others <= redundant && least >= weak) return others;
  return factor_without(r, inverse_mass, 0.0);
}

static void factor(ptl_accelerations *r) {
  r->n_implied = factor_matrix(r, r->data->system->inverse_mass);
  r->knows_massless = 0;
}

/* Accelerations by forces, with those coordinates weighed that have no mass. */
static void solve_weighed(ptl_accelerations *r, const double *force, const double *gamma,
                          double *restrict a) {
  const ptl_system *s = r->data->system;
  const double *inverse_mass = s->inverse_mass;
  for (int i = 0; i < s->n_coordinates; i++) a[i] = force[i] * inverse_mass[i];
  ptl_range_space_solve(r->space, gamma, a);
}

/* What unit forces along the coordinates without mass do, with the present factors. */
static void find_massless(ptl_accelerations *r) {
  const ptl_system *s = r->data->system;
  int unused;
  memset(r->target, 0, sizeof(double) * (size_t)s->n_rows);
  memset(r->force, 0, sizeof(double) * (size_t)s->n_coordinates);
  for (int i = 0; i < s->n_massless; i++) {
    r->force[s->massless[i]] = 1.0;
    solve_weighed(r, r->force, r->target, r->step);
    r->force[s->massless[i]] = 0.0;
    ptl_massless_set_column(r->massless, i, r->step);
  }
  ptl_massless_factor(r->massless, &unused);
  r->knows_massless = 1;
}

static void solve_massless(ptl_accelerations *r, double *a) {
  const ptl_system *s = r->data->system;
  if (!r->knows_massless) find_massless(r);
  solve_weighed(r, r->data->force, r->gamma, a);
  memcpy(r->force, r->data->force, sizeof(double) * (size_t)s->n_coordinates);
  ptl_massless_add_forces(r->massless, a, r->force);
  solve_weighed(r, r->force, r->gamma, a);
  for (int i = 0; i < s->n_massless; i++) r->data->massless_rates[i] = a[s->massless[i]];
}

void ptl_accelerations_reactions(ptl_accelerations *r, double *restrict a, double *lambda) {
  if (r->massless != NULL)
    solve_massless(r, a);
  else
    solve_weighed(r, r->data->force, r->gamma, a);
  if (lambda != NULL)
    ptl_range_space_multipliers(r->space, r->data->system->mass, r->data->force, a, lambda);
}

PTL_WIDE static void respond(ptl_accelerations *r, const double *force, double *restrict a,
                             double *lambda) {
  const double *inverse_mass = r->data->system->inverse_mass;
  for (int i = 0; i < r->data->system->n_coordinates; i++) {
    double rate[PTL_LANES];
    for (int l = 0; l < PTL_LANES; l++) rate[l] = force[PTL_LANES * i + l] * inverse_mass[i];
    memcpy(a + PTL_LANES * i, rate, sizeof rate);
  }
  ptl_range_space_solve_lanes(r->space, a);
  ptl_range_space_multipliers_lanes(r->space, r->data->system->mass, force, a, lambda);
}

void ptl_accelerations_respond(ptl_accelerations *r, const double *force, double *a,
                               double *lambda) {
  respond(r, force, a, lambda);
}

int ptl_accelerations_prepare(ptl_accelerations *r, double t, const double *q, const double *v,
                              const ptl_contact_mode *mode) {
  ptl_data_set_state(r->data, t, q, v);
  if (ptl_eval_forces(r->data, q, v, mode)) return 1;
  ptl_eval_gamma(r->data, q, v, r->gamma);
  factor(r);
  return 0;
}

int ptl_accelerations_solve(ptl_accelerations *r, double t, const double *q, const double *v,
                            const ptl_contact_mode *mode, double *a, double *lambda) {
  if (ptl_accelerations_prepare(r, t, q, v, mode)) return 1;
  ptl_accelerations_reactions(r, a, lambda);
  return 0;
}

double ptl_accelerations_set(ptl_accelerations *r, double t, const double *q, const double *v) {
  if (ptl_range_space_presolve(r->space)->n_remaining == 0) return 1.0;
  ptl_data_set_state(r->data, t, q, v);
  ptl_eval_gamma(r->data, q, v, r->gamma);
  factor(r);
  return ptl_range_space_least_pivot(r->space);
}

double ptl_accelerations_strength(ptl_accelerations *r) {
  const int n_implied = factor_matrix(r, r->inverse_squares);
  double strength = n_implied > r->n_implied ? 0.0 : sqrt(ptl_range_space_least_pivot(r->space));
  factor(r);
  return strength;
}

double ptl_accelerations_least_pivot(const ptl_accelerations *r) {
  return ptl_range_space_least_pivot(r->space);
}

int ptl_accelerations_n_implied(const ptl_accelerations *r) {
  return r->n_implied;
}

/* ---------------------------------------------------------------- projection */

/* Masses alone, a heavy body on a light chain, make pivots small, too. */
static int is_singular(ptl_accelerations *r) {
  if (!(ptl_range_space_least_pivot(r->space) < singular)) return 0;
  const double strength = ptl_accelerations_strength(r);
  return strength * strength < singular;
}

/* Takes the violation out of x; 0 if that goes beyond the limits. */
static int remove_violation(ptl_accelerations *r, const double *violation, const double *limit,
                            double *x) {
  int n = r->data->system->n_coordinates;
  for (int i = 0; i < r->data->system->n_rows; i++) r->target[i] = -violation[i];
  memset(r->step, 0, sizeof(double) * (size_t)n);
  ptl_range_space_solve(r->space, r->target, r->step);
  for (int i = 0; i < n; i++)
    if (!(limit == NULL || fabs(r->step[i]) <= longest_projection * limit[i])) return 0;
  for (int i = 0; i < n; i++) x[i] += r->step[i];
  return 1;
}

int ptl_accelerations_project(ptl_accelerations *r, const double *limit, double *q, double *v) {
  const ptl_system *s = r->data->system;
  if (s->n_rows == 0) return 1;
  if (is_singular(r)) return 0;
  ptl_eval_constraints(r->data, q, v);
  return remove_violation(r, r->data->phi, limit, q) &&
         remove_violation(r, r->data->phi_rate, limit ? limit + s->n_coordinates : NULL, v);
}

int ptl_accelerations_find_nearest(ptl_accelerations *r, double t, double *q, double *v) {
  const ptl_system *s = r->data->system;
  int n = s->n_coordinates;
  if (ptl_accelerations_set(r, t, q, v) < singular) return 0;
  memcpy(r->given, q, sizeof(double) * (size_t)n);
  ptl_eval_constraints(r->data, q, v);
  remove_violation(r, r->data->phi, NULL, q);
  if (ptl_accelerations_set(r, t, q, v) < singular) return 0;
  ptl_eval_constraints(r->data, q, v);
  remove_violation(r, r->data->phi_rate, NULL, v);
  for (int i = 0; i < s->n_rows; i++) r->target[i] = -r->data->phi[i];
  for (int i = 0; i < n; i++) r->step[i] = r->given[i] - q[i];
  ptl_range_space_solve(r->space, r->target, r->step);
  for (int i = 0; i < n; i++) q[i] += r->step[i];
  return 1;
}
