/* accelerations.c: the reduced equations of motion over lists made once.
 *
 * Rows of Phi_q with a single unknown coordinate, singletons, are not left to the matrix
 * (presolve.h): a guide along an axis, a driver, then the bearing of a crank that a driver turns.
 * Each gives its coordinate from those before it; its reaction follows from the equation of motion
 * of that coordinate, in reverse order. Of seven rows of a driven slider-crank two remain. Of
 * these Phi_q M^-1 Phi_q^T is factorised; eliminated coordinates are on the right-hand side. */
#include "accelerations.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "constraint.h"
#include "forces.h"
#include "massless.h"
#include "presolve.h"
#include "sparse_ldl.h"
#include "state.h"
#include "structure.h"
#include "wide.h"

/* A projection of more than this many tolerances is not made. */
static const double longest_projection = 1e5;
/* Relative pivot below which positions are singular: projections miss by violations / its root. */
static const double singular = 1e-6;

typedef struct entry { /* of Phi_q */
  int row, coordinate;
  int source; /* index among the doubles of data->jacobian_rows */
} entry;

/* A row that determines its coordinate; its other entries are from ... to - 1 of pivot_terms. */
typedef struct pivot {
  int row, coordinate, from, to;
  double inverse; /* of its entry there, which is constant */
} pivot;

typedef struct product { /* unknown entry a times unknown entry b over the mass, of the matrix */
  int target, a, b;
} product;

typedef struct term { /* an entry; remaining: its row among those of the matrix, as eliminated */
  int source, coordinate, remaining;
} term;

typedef struct term_list {
  int n;
  term *terms;
} term_list;

struct ptl_accelerations {
  ptl_data *data;
  double least_share;                   /* of a row, in the matrix */
  int n_entries, n_products, n_implied; /* implied: empty rows, with those that the matrix finds */
  entry *entries;
  ptl_presolve presolve;
  pivot *pivots;             /* presolve.n_pivots, in order of elimination */
  term_list pivot_terms;     /* other entries of the pivot rows */
  term_list solved, unknown; /* of the remaining rows: of eliminated coordinates, and of others */
  product *products;
  double *value;     /* per unknown entry, in the present factors */
  double *over_mass; /* the same over the mass of its coordinate */
  ptl_sparse_ldl *ldl;
  int *remaining; /* rows of Phi_q that are left to the matrix, in their order of elimination */
  ptl_massless *massless;                 /* NULL: every coordinate has a mass */
  int knows_massless;                     /* 1: with the present factors */
  double *gamma, *target;                 /* per row */
  double *step, *given, *inverse_squares; /* per coordinate */
  double *right_side, *residual;          /* per row and per coordinate, of each lane */
  void *arrays;                           /* memory of all but products */
};

void ptl_accelerations_destroy(ptl_accelerations *r) {
  if (r == NULL) return;
  ptl_context *context = r->data->context;
  ptl_sparse_ldl_destroy(r->ldl);
  ptl_massless_destroy(r->massless);
  ptl_presolve_release(context, &r->presolve);
  ptl_free(context, r->products);
  ptl_free(context, r->arrays);
  ptl_free(context, r);
}

/* ---------------------------------------------------------------- entries */

/* Those of one element that are not zero by structure; constant ones have values, for presolve. */
static void list_element(ptl_accelerations *r, const ptl_sys_constraint *k,
                         ptl_presolve_entry *values) {
  const double *rows = (const double *)r->data->jacobian_rows;
  ptl_constraint_structure structure;
  ptl_constraint_structure_find(k, &structure);
  for (int i = 0; i < k->n_rows; i++)
    for (int c = 0; c < 6; c++) {
      if (!structure.row[i][c]) continue;
      int row = k->row + i, coordinate = ptl_pair_coordinate(&k->pair, c);
      int source = 6 * (k->first_element_row + i) + c;
      values[r->n_entries] = (ptl_presolve_entry){
          row, coordinate, structure.constant[i][c] && k->release == 0 ? rows[source] : NAN};
      r->entries[r->n_entries++] = (entry){row, coordinate, source};
    }
}

static void add_terms(const ptl_accelerations *r, const int *entries, int n, term_list *out) {
  for (int i = 0; i < n; i++) {
    const entry *e = &r->entries[entries[i]];
    out->terms[out->n++] = (term){e->source, e->coordinate, r->presolve.remaining_index[e->row]};
  }
}

/* Singletons, the rows that remain, and the terms of both. */
static ptl_status eliminate_singletons(ptl_accelerations *r) {
  const ptl_system *s = r->data->system;
  ptl_context *context = r->data->context;
  ptl_presolve_entry *values = ptl_alloc(context, 6 * (size_t)s->n_element_rows, sizeof *values);
  if (values == NULL) return PTL_ERR_MEMORY;
  ptl_data_set_state(r->data, 0.0, s->q0, s->v0);
  ptl_eval_rows(r->data, s->q0, s->v0);
  for (int i = 0; i < s->n_constraints; i++) list_element(r, &s->constraints[i], values);
  ptl_presolve *p = &r->presolve;
  ptl_status status =
      ptl_presolve_create(context, s->n_rows, s->n_coordinates, values, r->n_entries, p);
  if (status == PTL_OK) {
    for (int i = 0; i < p->n_pivots; i++) {
      const ptl_presolve_pivot *found = &p->pivots[i];
      r->pivots[i] = (pivot){found->row, found->column, found->first, found->end,
                             1.0 / values[found->entry].value};
    }
    add_terms(r, p->pivot_terms, p->n_pivots > 0 ? p->pivots[p->n_pivots - 1].end : 0,
              &r->pivot_terms);
    add_terms(r, p->solved_terms, p->n_solved_terms, &r->solved);
    add_terms(r, p->unknown_terms, p->n_unknown_terms, &r->unknown);
  }
  ptl_free(context, values);
  return status;
}

/* ---------------------------------------------------------------- constant rows */

/* Coordinates at one value: of pivot rows without a driver whose other coordinates are at one. */
static void find_fixed(const ptl_accelerations *r, char *is_driven, char *is_fixed) {
  const ptl_system *s = r->data->system;
  for (int i = 0; i < s->n_constraints; i++)
    if (s->constraints[i].motion >= 0) is_driven[s->constraints[i].row] = 1;
  for (int i = 0; i < r->presolve.n_pivots; i++) {
    const pivot *p = &r->pivots[i];
    int fixed = !is_driven[p->row];
    for (int j = p->from; j < p->to; j++)
      fixed = fixed && is_fixed[r->pivot_terms.terms[j].coordinate];
    is_fixed[p->coordinate] = (char)fixed;
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
static ptl_status drop_constant_rows(ptl_accelerations *r) {
  const ptl_system *s = r->data->system;
  ptl_data *data = r->data;
  char *is_driven, *is_fixed;
  const ptl_block blocks[] = {PTL_BLOCK(is_driven, s->n_rows),
                              PTL_BLOCK(is_fixed, s->n_coordinates)};
  void *memory = ptl_arena_create(data->context, blocks, 2);
  if (memory == NULL) return PTL_ERR_MEMORY;
  find_fixed(r, is_driven, is_fixed);
  data->n_variable = 0;
  for (int i = 0; i < s->n_constraints; i++)
    if (!is_constant(&s->constraints[i], is_fixed))
      data->variable_constraints[data->n_variable++] = i;
  ptl_free(data->context, memory);
  return PTL_OK;
}

/* ---------------------------------------------------------------- products */

/* All pairs of unknown entries that share a coordinate, or their number where products is NULL.
 * first, next: the entries of a coordinate as a chain. Two entries of one row, which an element
 * added to that of another may give, meet on the diagonal twice. */
static int pair_entries(const ptl_accelerations *r, const int *first, const int *next,
                        product *products) {
  int count = 0;
  const term *t = r->unknown.terms;
  for (int i = 0; i < r->data->system->n_coordinates; i++)
    for (int a = first[i]; a >= 0; a = next[a])
      for (int b = a; b >= 0; b = next[b])
        for (int twice = a != b && t[a].remaining == t[b].remaining; twice >= 0; twice--) {
          if (products != NULL) products[count] = (product){0, a, b};
          count++;
        }
  return count;
}

static ptl_status list_products(ptl_accelerations *r) {
  ptl_context *context = r->data->context;
  int *first, *next;
  const ptl_block blocks[] = {PTL_BLOCK(first, r->data->system->n_coordinates),
                              PTL_BLOCK(next, r->unknown.n)};
  void *memory = ptl_arena_create(context, blocks, 2);
  if (memory == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < r->data->system->n_coordinates; i++) first[i] = -1;
  for (int i = r->unknown.n - 1; i >= 0; i--) {
    int coordinate = r->unknown.terms[i].coordinate;
    next[i] = first[coordinate];
    first[coordinate] = i;
  }
  r->n_products = pair_entries(r, first, next, NULL);
  r->products = ptl_alloc(context, (size_t)r->n_products, sizeof *r->products);
  if (r->products != NULL) pair_entries(r, first, next, r->products);
  ptl_free(context, memory);
  return r->products != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

static ptl_status make_matrix(ptl_accelerations *r) {
  ptl_context *context = r->data->context;
  const term *t = r->unknown.terms;
  int n_pairs = 0;
  int(*pairs)[2] = ptl_alloc(context, (size_t)r->n_products, sizeof *pairs);
  if (pairs == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < r->n_products; i++) {
    int a = t[r->products[i].a].remaining, b = t[r->products[i].b].remaining;
    if (a == b) continue;
    pairs[n_pairs][0] = a;
    pairs[n_pairs++][1] = b;
  }
  ptl_status status = ptl_sparse_ldl_create(context, r->presolve.n_remaining, n_pairs,
                                            (const int(*)[2])pairs, &r->ldl);
  ptl_free(context, pairs);
  if (status != PTL_OK) return status;
  for (product *p = r->products; p < r->products + r->n_products; p++)
    p->target = ptl_sparse_ldl_index(r->ldl, t[p->a].remaining, t[p->b].remaining);
  for (int i = 0; i < r->presolve.n_remaining; i++)
    r->remaining[r->ldl->position_of[i]] = r->presolve.remaining[i];
  const term_list lists[] = {r->solved, r->unknown};
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < lists[k].n; i++)
      lists[k].terms[i].remaining = r->ldl->position_of[lists[k].terms[i].remaining];
  return PTL_OK;
}

static ptl_status allocate(ptl_accelerations *r) {
  const ptl_system *s = r->data->system;
  int n = s->n_coordinates, m = s->n_rows, n_entries = 6 * s->n_element_rows;
  const ptl_block blocks[] = {PTL_BLOCK(r->entries, n_entries),
                              PTL_BLOCK(r->pivots, m),
                              PTL_BLOCK(r->pivot_terms.terms, n_entries),
                              PTL_BLOCK(r->solved.terms, n_entries),
                              PTL_BLOCK(r->unknown.terms, n_entries),
                              PTL_BLOCK(r->value, n_entries),
                              PTL_BLOCK(r->over_mass, n_entries),
                              PTL_BLOCK(r->remaining, m),
                              PTL_BLOCK(r->gamma, m),
                              PTL_BLOCK(r->right_side, PTL_LANES * m),
                              PTL_BLOCK(r->target, m),
                              PTL_BLOCK(r->step, n),
                              PTL_BLOCK(r->given, n),
                              PTL_BLOCK(r->inverse_squares, n),
                              PTL_BLOCK(r->residual, PTL_LANES * n)};
  r->arrays = ptl_arena_create(r->data->context, blocks, sizeof blocks / sizeof *blocks);
  return r->arrays != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

ptl_status ptl_accelerations_create(ptl_data *data, ptl_accelerations **out) {
  *out = NULL;
  ptl_accelerations *r = ptl_alloc(data->context, 1, sizeof *r);
  if (r == NULL) return PTL_ERR_MEMORY;
  r->data = data;
  r->least_share = 1.0;
  ptl_status status = allocate(r);
  if (status == PTL_OK) status = eliminate_singletons(r);
  if (status == PTL_OK) status = drop_constant_rows(r);
  if (status == PTL_OK) status = list_products(r);
  if (status == PTL_OK) status = make_matrix(r);
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

static const double *jacobian_entries(const ptl_accelerations *r) {
  return (const double *)r->data->jacobian_rows;
}

/* Phi_q M^-1 Phi_q^T of the remaining rows and the coordinates that are not eliminated. */
static void assemble_matrix(ptl_accelerations *r, const double *inverse_mass) {
  const double *rows = jacobian_entries(r);
  double *value = r->value, *over_mass = r->over_mass, *matrix = r->ldl->values;
  for (int i = 0; i < r->unknown.n; i++) {
    const term *t = &r->unknown.terms[i];
    value[i] = rows[t->source];
    over_mass[i] = value[i] * inverse_mass[t->coordinate];
  }
  ptl_sparse_ldl_clear(r->ldl);
  for (int i = 0; i < r->n_products; i++) {
    const product *p = &r->products[i];
    matrix[p->target] += value[p->a] * over_mass[p->b];
  }
}

/* The least part of a row that is in the matrix, not in eliminated displacements; one that vanishes
 * holds nothing. Redundant rows that are rounding are implied: they would take others' places. */
static double find_least_share(ptl_accelerations *r, const double *inverse_mass) {
  static const double rounding = 1e-24; /* of a square */
  const int n = r->solved.n > 0 ? r->presolve.n_remaining : 0;
  double least = 1.0, *diagonal = r->ldl->values, *solved = r->right_side;
  memset(solved, 0, sizeof(double) * (size_t)n);
  for (int i = 0; i < r->solved.n; i++) {
    const term *t = &r->solved.terms[i];
    if (t->coordinate % 3 == 2) continue;
    solved[t->remaining] += pow(jacobian_entries(r)[t->source], 2.0) * inverse_mass[t->coordinate];
  }
  for (int i = 0; i < n; i++) {
    const double left = diagonal[i], all = left + solved[i];
    if (r->data->n_redundant != 0 && left <= rounding * all)
      diagonal[i] = 0.0;
    else if (left > 0.0 && left < least * all)
      least = left / all;
  }
  return least;
}

/* Equations that follow from others or are empty, without those that have let go. */
static int implied(const ptl_accelerations *r, int of_matrix) {
  return r->presolve.n_empty + of_matrix - r->data->n_released_rows;
}

/* Factorises with these weights, without equations up to the relative pivot; the implied ones. */
static int factor_without(ptl_accelerations *r, const double *inverse_mass, double weakest) {
  assemble_matrix(r, inverse_mass);
  r->least_share = find_least_share(r, inverse_mass);
  return implied(r, ptl_sparse_ldl_factor(r->ldl, weakest));
}

/* Factorises; the implied equations. Of those that depend on each other the first in the order of
 * elimination are kept, and may be weak, as one along x is between pins that lie along x. Where no
 * weak one is left without them, others take their places; beside a singular position all are. */
static int factor_matrix(ptl_accelerations *r, const double *inverse_mass) {
  static const double weak = 0.025, further = 1.01;
  const int redundant = r->data->n_redundant;
  if (r->presolve.n_remaining == 0) return implied(r, 0);
  const int n = factor_without(r, inverse_mass, 0.0);
  if (redundant <= 0 || r->ldl->least_pivot >= weak) return n;
  int others = n;
  for (int i = 0; i < redundant && others <= redundant && r->ldl->least_pivot < weak; i++)
    others = factor_without(r, inverse_mass, further * r->ldl->least_pivot);
  if (others <= redundant && r->ldl->least_pivot >= weak) return others;
  return factor_without(r, inverse_mass, 0.0);
}

static void factor(ptl_accelerations *r) {
  r->n_implied = factor_matrix(r, r->data->system->inverse_mass);
  r->knows_massless = 0;
}

/* to += factor * from. All are read before any is written, so that they are one wide number. */
static inline void add_lanes(int lanes, double factor, const double *from, double *to) {
  double sum[PTL_LANES];
  for (int l = 0; l < lanes; l++) sum[l] = to[l] + factor * from[l];
  for (int l = 0; l < lanes; l++) to[l] = sum[l];
}

/* a -= M^-1 Phi_q^T lambda, so that Phi_q a = target, or 0 where that is NULL, for every lane;
 * lambda of the remaining rows is left in r->right_side. */
static inline void solve_lanes(ptl_accelerations *r, int lanes, const double *target,
                               double *restrict a) {
  const double *restrict rows = jacobian_entries(r), *restrict value = r->value;
  const ptl_presolve *presolve = &r->presolve;
  double *restrict right_side = r->right_side;
  for (int i = 0; i < presolve->n_pivots; i++) {
    const pivot *p = &r->pivots[i];
    double rest[PTL_LANES];
    for (int l = 0; l < lanes; l++) rest[l] = target != NULL ? target[p->row] : 0.0;
    for (int j = p->from; j < p->to; j++) {
      const term *t = &r->pivot_terms.terms[j];
      for (int l = 0; l < lanes; l++) rest[l] -= rows[t->source] * a[lanes * t->coordinate + l];
    }
    for (int l = 0; l < lanes; l++) a[lanes * p->coordinate + l] = rest[l] * p->inverse;
  }
  for (int i = 0; i < presolve->n_remaining; i++)
    for (int l = 0; l < lanes; l++)
      right_side[lanes * i + l] = target != NULL ? -target[r->remaining[i]] : 0.0;
  for (int i = 0; i < r->solved.n; i++) {
    const term *restrict t = &r->solved.terms[i];
    add_lanes(lanes, rows[t->source], a + lanes * t->coordinate, right_side + lanes * t->remaining);
  }
  for (int i = 0; i < r->unknown.n; i++) {
    const term *restrict t = &r->unknown.terms[i];
    add_lanes(lanes, value[i], a + lanes * t->coordinate, right_side + lanes * t->remaining);
  }
  if (lanes == 1)
    ptl_sparse_ldl_solve(r->ldl, right_side);
  else
    ptl_sparse_ldl_solve_lanes(r->ldl, right_side);
  for (int i = 0; i < r->unknown.n; i++) {
    const term *restrict t = &r->unknown.terms[i];
    add_lanes(lanes, -r->over_mass[i], right_side + lanes * t->remaining,
              a + lanes * t->coordinate);
  }
}

/* The multipliers after solve: those of the pivot rows from the equations of motion of their
 * coordinates, residual = Q - M a - Phi_q^T lambda = 0, in reverse order. */
static inline void find_multipliers(ptl_accelerations *r, int lanes, const double *force,
                                    const double *a, double *restrict lambda) {
  const ptl_system *s = r->data->system;
  const ptl_presolve *presolve = &r->presolve;
  const double *rows = jacobian_entries(r);
  double *restrict residual = r->residual;
  for (int i = 0; i < presolve->n_remaining; i++)
    memcpy(lambda + lanes * r->remaining[i], r->right_side + lanes * i,
           sizeof(double) * (size_t)lanes);
  for (int i = 0; i < presolve->n_empty; i++)
    for (int l = 0; l < lanes; l++) lambda[lanes * presolve->empty[i] + l] = 0.0;
  for (int i = 0; i < presolve->n_pivots; i++) {
    const int c = r->pivots[i].coordinate;
    for (int l = 0; l < lanes; l++) residual[lanes * c + l] = force[lanes * c + l];
    add_lanes(lanes, -s->mass[c], a + lanes * c, residual + lanes * c);
  }
  for (int i = 0; i < r->solved.n; i++) {
    const term *t = &r->solved.terms[i];
    add_lanes(lanes, -rows[t->source], r->right_side + lanes * t->remaining,
              residual + lanes * t->coordinate);
  }
  for (int i = presolve->n_pivots - 1; i >= 0; i--) {
    const pivot *p = &r->pivots[i];
    double reaction[PTL_LANES];
    for (int l = 0; l < lanes; l++) {
      reaction[l] = residual[lanes * p->coordinate + l] * p->inverse;
      lambda[lanes * p->row + l] = reaction[l];
    }
    for (int j = p->from; j < p->to; j++) {
      const term *t = &r->pivot_terms.terms[j];
      add_lanes(lanes, -rows[t->source], reaction, residual + lanes * t->coordinate);
    }
  }
}

/* Accelerations by forces, with those coordinates weighed that have no mass. */
static void solve_weighed(ptl_accelerations *r, const double *force, const double *gamma,
                          double *restrict a) {
  const double *inverse_mass = r->data->system->inverse_mass;
  for (int i = 0; i < r->data->system->n_coordinates; i++) a[i] = force[i] * inverse_mass[i];
  solve_lanes(r, 1, gamma, a);
}

/* What unit forces along the coordinates without mass do, with the present factors. */
static void find_massless(ptl_accelerations *r) {
  const ptl_system *s = r->data->system;
  int unused;
  memset(r->target, 0, sizeof(double) * (size_t)s->n_rows);
  memset(r->residual, 0, sizeof(double) * (size_t)s->n_coordinates);
  for (int i = 0; i < s->n_massless; i++) {
    r->residual[s->massless[i]] = 1.0;
    solve_weighed(r, r->residual, r->target, r->step);
    r->residual[s->massless[i]] = 0.0;
    ptl_massless_set_column(r->massless, i, r->step);
  }
  ptl_massless_factor(r->massless, &unused);
  r->knows_massless = 1;
}

static void solve_massless(ptl_accelerations *r, double *a) {
  const ptl_system *s = r->data->system;
  if (!r->knows_massless) find_massless(r);
  solve_weighed(r, r->data->force, r->gamma, a);
  memcpy(r->residual, r->data->force, sizeof(double) * (size_t)s->n_coordinates);
  ptl_massless_add_forces(r->massless, a, r->residual);
  solve_weighed(r, r->residual, r->gamma, a);
  for (int i = 0; i < s->n_massless; i++) r->data->massless_rates[i] = a[s->massless[i]];
}

void ptl_accelerations_reactions(ptl_accelerations *r, double *restrict a, double *lambda) {
  if (r->massless != NULL)
    solve_massless(r, a);
  else
    solve_weighed(r, r->data->force, r->gamma, a);
  if (lambda != NULL) find_multipliers(r, 1, r->data->force, a, lambda);
}

PTL_WIDE static void respond(ptl_accelerations *r, const double *force, double *restrict a,
                             double *lambda) {
  const double *inverse_mass = r->data->system->inverse_mass;
  for (int i = 0; i < r->data->system->n_coordinates; i++) {
    double rate[PTL_LANES];
    for (int l = 0; l < PTL_LANES; l++) rate[l] = force[PTL_LANES * i + l] * inverse_mass[i];
    memcpy(a + PTL_LANES * i, rate, sizeof rate);
  }
  solve_lanes(r, PTL_LANES, NULL, a);
  find_multipliers(r, PTL_LANES, force, a, lambda);
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
  if (r->presolve.n_remaining == 0) return 1.0;
  ptl_data_set_state(r->data, t, q, v);
  ptl_eval_gamma(r->data, q, v, r->gamma);
  factor(r);
  return ptl_accelerations_least_pivot(r);
}

double ptl_accelerations_strength(ptl_accelerations *r) {
  const int is_lost = factor_matrix(r, r->inverse_squares) > r->n_implied;
  double strength = is_lost ? 0.0 : sqrt(ptl_accelerations_least_pivot(r));
  factor(r);
  return strength;
}

double ptl_accelerations_least_pivot(const ptl_accelerations *r) {
  return fmin(r->ldl->least_pivot, r->least_share);
}

int ptl_accelerations_n_implied(const ptl_accelerations *r) {
  return r->n_implied;
}

/* ---------------------------------------------------------------- projection */

/* Masses alone, a heavy body on a light chain, make pivots small, too. */
static int is_singular(ptl_accelerations *r) {
  if (!(ptl_accelerations_least_pivot(r) < singular)) return 0;
  return pow(ptl_accelerations_strength(r), 2.0) < singular;
}

/* Takes the violation out of x; 0 if that goes beyond the limits. */
static int remove_violation(ptl_accelerations *r, const double *violation, const double *limit,
                            double *x) {
  int n = r->data->system->n_coordinates;
  for (int i = 0; i < r->data->system->n_rows; i++) r->target[i] = -violation[i];
  memset(r->step, 0, sizeof(double) * (size_t)n);
  solve_lanes(r, 1, r->target, r->step);
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
  solve_lanes(r, 1, r->target, r->step);
  for (int i = 0; i < n; i++) q[i] += r->step[i];
  return 1;
}
