/* reduced.c: the reduced equations over lists made once.
 *
 * Rows with a single unknown coordinate are not left to the matrix: a guide along an axis, a
 * driver, then the pivot of a crank that a driver turns, say at once what that coordinate does, and
 * in the end the equation of motion of that coordinate says their reaction. What is left of a
 * driven slider-crank are two rows of seven. */
#include "reduced.h"

#include <math.h>
#include <string.h>

#include "sparse_ldl.h"
#include "structure.h"

/* Projections of more than this many tolerances are no drift. */
static const double farthest = 1e5;
/* Least relative pivot below which a position counts as singular: projections are then as rough as
 * the violation over the pivot's root. */
static const double singular = 1e-6;

typedef struct entry { /* of Phi_q */
  int row, place;      /* equation and coordinate */
  int source;          /* among the doubles of work->rows */
} entry;

/* A row that gives its coordinate, since it knows the others: entries from..to - 1 of `known`. */
typedef struct giver {
  int row, place, from, to;
  double inverse; /* of its entry there, which never changes */
} giver;

typedef struct product { /* adds free entry a times free entry b over the mass to the matrix */
  int target, a, b;
} product;

typedef struct term {        /* an entry as the loops want it */
  int source, place, number; /* number of its row among those left to the matrix */
} term;

typedef struct list {
  int n;
  term *terms;
} list;

struct ptl_reduced {
  ptl_data *data;
  int n_entries, n_givers, n_left, n_products;
  int n_without, n_implied; /* rows without unknowns; with those that the matrix finds */
  entry *entries;
  giver *givers;    /* in an order in which each finds the others' coordinates given */
  int *left;        /* rows that are left to the matrix */
  int *without;     /* rows without unknowns */
  int *number;      /* of a row among them, or -1 */
  list known;       /* entries of the givers */
  list given, free; /* entries of the rows left, in coordinates that are given or not */
  product *products;
  double *value;                  /* per entry, while the lists are made */
  double *by_mass;                /* per free entry: over the mass of its coordinate */
  double *gamma, *right, *wanted; /* per row */
  double *shift, *pull;           /* per coordinate */
  ptl_sparse_ldl *ldl;
};

void ptl_reduced_destroy(ptl_reduced *r) {
  if (r == NULL) return;
  ptl_context *context = r->data->context;
  ptl_sparse_ldl_destroy(r->ldl);
  void *blocks[] = {r->entries, r->givers,      r->left,       r->without,
                    r->number,  r->known.terms, r->products,   r->value,
                    r->gamma,   r->given.terms, r->free.terms, r->by_mass,
                    r->right,   r->wanted,      r->shift,      r->pull,
                    r};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) ptl_free(context, blocks[i]);
}

/* ---------------------------------------------------------------- lists */

static void list_entries(ptl_reduced *r) {
  const ptl_system *s = r->data->system;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    for (int j = 0; j < 6 * k->n_rows; j++) {
      int place = ptl_pair_coordinate(&k->pair, j % 6);
      if (place < 0 || k->places[j / 6].velocity.slot[j % 6] < 0) continue; /* zero by structure */
      r->entries[r->n_entries++] = (entry){k->row + j / 6, place, 6 * k->first + j};
    }
  }
}

/* Entries that have one value wherever the bodies are go to r->value, others become NAN. */
static void find_constants(ptl_reduced *r) {
  const ptl_system *s = r->data->system;
  const double *rows = (const double *)r->data->rows;
  ptl_data_place(r->data, 0.0, s->q0, s->v0);
  ptl_eval_rows(r->data, s->q0, s->v0);
  for (int i = 0, e = 0; i < s->n_constraints; i++) {
    ptl_constraint_structure structure;
    ptl_constraint_structure_find(&s->constraints[i], &structure);
    const char *constant = structure.constant[0];
    for (; e < r->n_entries &&
           r->entries[e].source < 6 * (s->constraints[i].first + s->constraints[i].n_rows);
         e++) {
      int within = r->entries[e].source - 6 * s->constraints[i].first;
      r->value[e] = constant[within] ? rows[r->entries[e].source] : NAN;
    }
  }
}

/* The one entry of a row in a coordinate that is not given yet; -1 when there are none or more, or
 * when it is too small or changes. `count` comes back as the number of such entries. */
static int only_unknown(const ptl_reduced *r, const int *first, const int *next, int row,
                        const char *is_given, int *count) {
  static const double least = 0.1;
  int only = -1;
  *count = 0;
  for (int e = first[row]; e >= 0; e = next[e]) {
    if (is_given[r->entries[e].place]) continue;
    only = e;
    ++*count;
  }
  return *count == 1 && fabs(r->value[only]) >= least ? only : -1;
}

static void add(const ptl_reduced *r, list *l, int e) {
  const entry *of = &r->entries[e];
  l->terms[l->n++] = (term){of->source, of->place, r->number[of->row]};
}

static void add_giver(ptl_reduced *r, int e, const int *first, const int *next) {
  giver g = {r->entries[e].row, r->entries[e].place, r->known.n, 0, 1.0 / r->value[e]};
  for (int f = first[g.row]; f >= 0; f = next[f])
    if (f != e) add(r, &r->known, f);
  g.to = r->known.n;
  r->givers[r->n_givers++] = g;
}

enum { GIVES = 1, NO_UNKNOWN };

/* Goes over the rows until none gives another coordinate. A row without unknown coordinates is
 * implied by the givers: it is neither among them nor left, and gets no reaction. */
static void find_givers(ptl_reduced *r, const int *first, const int *next, char *is_given,
                        char *is_done) {
  int m = r->data->system->n_rows, count;
  for (int found = 1; found;) {
    found = 0;
    for (int row = 0; row < m; row++) {
      if (is_done[row]) continue;
      int e = only_unknown(r, first, next, row, is_given, &count);
      if (e >= 0) add_giver(r, e, first, next);
      if (e >= 0) is_given[r->entries[e].place] = 1;
      is_done[row] = e >= 0 ? GIVES : count == 0 ? NO_UNKNOWN : 0;
      found = found || e >= 0;
    }
  }
  for (int row = 0; row < m; row++) {
    r->number[row] = is_done[row] ? -1 : r->n_left;
    if (!is_done[row]) r->left[r->n_left++] = row;
    if (is_done[row] == NO_UNKNOWN) r->without[r->n_without++] = row;
  }
  for (int e = 0; e < r->n_entries; e++)
    if (r->number[r->entries[e].row] >= 0)
      add(r, is_given[r->entries[e].place] ? &r->given : &r->free, e);
}

/* Where the other coordinates of a row without a driver never move, the one that it gives does not move
 * either: a slider's angle and height, say. */
static void find_fixed(const ptl_reduced *r, char *is_driven, char *is_fixed) {
  const ptl_system *s = r->data->system;
  memset(is_driven, 0, (size_t)s->n_rows);
  memset(is_fixed, 0, (size_t)s->n_coordinates);
  for (int i = 0; i < s->n_constraints; i++)
    if (s->constraints[i].motion >= 0) is_driven[s->constraints[i].row] = 1;
  for (int i = 0; i < r->n_givers; i++) {
    const giver *g = &r->givers[i];
    int fixed = !is_driven[g->row];
    for (int j = g->from; j < g->to; j++) fixed = fixed && is_fixed[r->known.terms[j].place];
    is_fixed[g->place] = (char)fixed;
  }
}

/* Whether the element's rows depend on coordinates that never move alone. */
static int stays(const ptl_sys_constraint *k, const char *is_fixed) {
  for (int j = 0; j < 6 * k->n_rows; j++)
    if (k->places[j / 6].velocity_by_q.slot[j % 6] >= 0 &&
        !is_fixed[ptl_pair_coordinate(&k->pair, j % 6)])
      return 0;
  return 1;
}

/* Rows that never change are evaluated once. */
static void find_still(ptl_reduced *r, char *is_driven, char *is_fixed) {
  const ptl_system *s = r->data->system;
  find_fixed(r, is_driven, is_fixed);
  r->data->n_moving = 0;
  for (int i = 0; i < s->n_constraints; i++)
    if (!stays(&s->constraints[i], is_fixed)) r->data->moving[r->data->n_moving++] = i;
  ptl_eval_rows(r->data, s->q0, s->v0);
}

/* Chains of the free entries by their coordinates. */
static void chain_free(const ptl_reduced *r, int *first, int *next) {
  for (int i = 0; i < r->data->system->n_coordinates; i++) first[i] = -1;
  for (int i = r->free.n - 1; i >= 0; i--) {
    int place = r->free.terms[i].place;
    next[i] = first[place];
    first[place] = i;
  }
}

/* Chains of all entries by their rows. */
static void chain_rows(const ptl_reduced *r, int *first, int *next) {
  for (int i = 0; i < r->data->system->n_rows; i++) first[i] = -1;
  for (int e = r->n_entries - 1; e >= 0; e--) {
    next[e] = first[r->entries[e].row];
    first[r->entries[e].row] = e;
  }
}

static int number_of(const ptl_reduced *r, int free_entry) {
  return r->free.terms[free_entry].number;
}

/* All pairs of free entries that share a coordinate, or their number where products is NULL. Two
 * entries of one row, which an element added to the row of another may give, meet on the diagonal
 * twice. */
static int pair_entries(const ptl_reduced *r, const int *first, const int *next,
                        product *products) {
  int count = 0;
  for (int i = 0; i < r->data->system->n_coordinates; i++)
    for (int a = first[i]; a >= 0; a = next[a])
      for (int b = a; b >= 0; b = next[b])
        for (int twice = a != b && number_of(r, a) == number_of(r, b); twice >= 0; twice--) {
          if (products != NULL) products[count] = (product){0, a, b};
          count++;
        }
  return count;
}

static ptl_status make_matrix(ptl_reduced *r) {
  ptl_context *context = r->data->context;
  int n_pairs = 0;
  int(*pairs)[2] = ptl_alloc(context, (size_t)r->n_products, sizeof *pairs);
  if (pairs == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < r->n_products; i++) {
    int a = number_of(r, r->products[i].a), b = number_of(r, r->products[i].b);
    if (a == b) continue;
    pairs[n_pairs][0] = a;
    pairs[n_pairs++][1] = b;
  }
  ptl_status status =
      ptl_sparse_ldl_create(context, r->n_left, n_pairs, (const int(*)[2])pairs, &r->ldl);
  ptl_free(context, pairs);
  for (int i = 0; i < r->n_products && status == PTL_OK; i++) {
    product *p = &r->products[i];
    p->target = ptl_sparse_ldl_place(r->ldl, number_of(r, p->a), number_of(r, p->b));
  }
  return status;
}

static ptl_status make_lists(ptl_reduced *r) {
  const ptl_system *s = r->data->system;
  ptl_context *context = r->data->context;
  int n = s->n_coordinates, m = s->n_rows, most = r->n_entries;
  int *block = ptl_alloc(context, (size_t)(n + m + most), sizeof(int));
  char *flags = ptl_alloc(context, (size_t)(n + m), 1);
  ptl_status status = block != NULL && flags != NULL ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK) {
    int *by_row = block, *by_place = by_row + m, *next = by_place + n;
    chain_rows(r, by_row, next);
    find_constants(r);
    find_givers(r, by_row, next, flags, flags + n);
    find_still(r, flags + n, flags);
    chain_free(r, by_place, next);
    r->n_products = pair_entries(r, by_place, next, NULL);
    r->products = ptl_alloc(context, (size_t)r->n_products, sizeof(product));
    if (r->products == NULL) status = PTL_ERR_MEMORY;
    if (status == PTL_OK) pair_entries(r, by_place, next, r->products);
  }
  ptl_free(context, block);
  ptl_free(context, flags);
  return status == PTL_OK ? make_matrix(r) : status;
}

static int make_room(ptl_reduced *r) {
  const ptl_system *s = r->data->system;
  ptl_context *context = r->data->context;
  size_t n = (size_t)s->n_coordinates, m = (size_t)s->n_rows, most = 6 * (size_t)s->n_element_rows;
  r->entries = ptl_alloc(context, most, sizeof(entry));
  r->givers = ptl_alloc(context, m, sizeof(giver));
  r->left = ptl_alloc(context, m, sizeof(int));
  r->without = ptl_alloc(context, m, sizeof(int));
  r->number = ptl_alloc(context, m, sizeof(int));
  r->known.terms = ptl_alloc(context, most, sizeof(term));
  r->given.terms = ptl_alloc(context, most, sizeof(term));
  r->free.terms = ptl_alloc(context, most, sizeof(term));
  r->value = ptl_alloc(context, most, sizeof(double));
  r->by_mass = ptl_alloc(context, most, sizeof(double));
  r->gamma = ptl_alloc(context, m, sizeof(double));
  r->right = ptl_alloc(context, m, sizeof(double));
  r->wanted = ptl_alloc(context, m, sizeof(double));
  r->shift = ptl_alloc(context, n, sizeof(double));
  r->pull = ptl_alloc(context, n, sizeof(double));
  return r->entries && r->givers && r->left && r->without && r->number && r->known.terms &&
         r->given.terms && r->free.terms && r->value && r->by_mass && r->gamma && r->right &&
         r->wanted && r->shift && r->pull;
}

ptl_status ptl_reduced_create(ptl_data *data, ptl_reduced **out) {
  *out = NULL;
  ptl_reduced *r = ptl_alloc(data->context, 1, sizeof *r);
  if (r == NULL) return PTL_ERR_MEMORY;
  r->data = data;
  ptl_status status = make_room(r) ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK) {
    list_entries(r);
    status = make_lists(r);
  }
  if (status != PTL_OK) {
    ptl_reduced_destroy(r);
    return status;
  }
  *out = r;
  return PTL_OK;
}

/* ---------------------------------------------------------------- numbers */

static const double *entries_of(const ptl_reduced *r) {
  return (const double *)r->data->rows;
}

static void assemble(ptl_reduced *r) {
  const double *rows = entries_of(r), *inverse_mass = r->data->system->inverse_mass;
  for (int i = 0; i < r->free.n; i++) {
    const term *t = &r->free.terms[i];
    r->by_mass[i] = rows[t->source] * inverse_mass[t->place];
  }
  ptl_sparse_ldl_clear(r->ldl);
  double *matrix = r->ldl->values;
  for (int i = 0; i < r->n_products; i++) {
    const product *p = &r->products[i];
    matrix[p->target] += rows[r->free.terms[p->a].source] * r->by_mass[p->b];
  }
}

/* right += Phi_q a, as far as these entries go. */
static void add_rates(const ptl_reduced *r, const list *l, const double *a) {
  const double *rows = entries_of(r);
  for (int i = 0; i < l->n; i++) {
    const term *t = &l->terms[i];
    r->right[t->number] += rows[t->source] * a[t->place];
  }
}

/* a -= M^-1 Phi_q^T lambda, so that Phi_q a = wanted; lambda of the rows left stays in r->right. */
static void solve(ptl_reduced *r, const double *wanted, double *a) {
  const double *rows = entries_of(r);
  for (int i = 0; i < r->n_givers; i++) {
    const giver *g = &r->givers[i];
    double rest = wanted[g->row];
    for (int j = g->from; j < g->to; j++) {
      const term *t = &r->known.terms[j];
      rest -= rows[t->source] * a[t->place];
    }
    a[g->place] = rest * g->inverse;
  }
  for (int i = 0; i < r->n_left; i++) r->right[i] = -wanted[r->left[i]];
  add_rates(r, &r->given, a);
  add_rates(r, &r->free, a);
  ptl_sparse_ldl_solve(r->ldl, r->right, r->right);
  for (int i = 0; i < r->free.n; i++) {
    const term *t = &r->free.terms[i];
    a[t->place] -= r->by_mass[i] * r->right[t->number];
  }
}

/* The multipliers: those of the givers from the equations of motion of what they give, the last one
 * first. */
static void find_multipliers(ptl_reduced *r, const double *a, double *lambda) {
  const ptl_system *s = r->data->system;
  const double *rows = entries_of(r);
  for (int i = 0; i < r->n_left; i++) lambda[r->left[i]] = r->right[i];
  for (int i = 0; i < r->n_without; i++) lambda[r->without[i]] = 0.0;
  for (int i = 0; i < r->n_givers; i++) {
    int place = r->givers[i].place;
    r->pull[place] = r->data->force[place] - s->mass[place] * a[place];
  }
  for (int i = 0; i < r->given.n; i++) {
    const term *t = &r->given.terms[i];
    r->pull[t->place] -= rows[t->source] * r->right[t->number];
  }
  for (int i = r->n_givers - 1; i >= 0; i--) {
    const giver *g = &r->givers[i];
    double reaction = r->pull[g->place] * g->inverse;
    lambda[g->row] = reaction;
    for (int j = g->from; j < g->to; j++) {
      const term *t = &r->known.terms[j];
      r->pull[t->place] -= rows[t->source] * reaction;
    }
  }
}

void ptl_reduced_react(ptl_reduced *r, double *a, double *lambda) {
  const ptl_system *s = r->data->system;
  for (int i = 0; i < s->n_coordinates; i++) a[i] = r->data->force[i] * s->inverse_mass[i];
  solve(r, r->gamma, a);
  if (lambda != NULL) find_multipliers(r, a, lambda);
}

int ptl_reduced_solve(ptl_reduced *r, double t, const double *q, const double *v,
                      const ptl_contact_mode *mode, double *a, double *lambda) {
  ptl_data_place(r->data, t, q, v);
  if (ptl_eval_forces(r->data, q, v, mode)) return 1;
  ptl_eval_gamma(r->data, q, v, r->gamma);
  assemble(r);
  r->n_implied = r->n_without + ptl_sparse_ldl_factor(r->ldl);
  ptl_reduced_react(r, a, lambda);
  return 0;
}

double ptl_reduced_least_pivot(const ptl_reduced *r) {
  return r->ldl->least_pivot;
}

int ptl_reduced_n_implied(const ptl_reduced *r) {
  return r->n_implied;
}

/* Takes the violation out of x; 0 if that goes beyond the limits. */
static int move(ptl_reduced *r, const double *violation, const double *limit, double *x) {
  int n = r->data->system->n_coordinates;
  for (int i = 0; i < r->data->system->n_rows; i++) r->wanted[i] = -violation[i];
  memset(r->shift, 0, sizeof(double) * (size_t)n);
  solve(r, r->wanted, r->shift);
  for (int i = 0; i < n; i++)
    if (!(limit == NULL || fabs(r->shift[i]) <= farthest * limit[i])) return 0;
  for (int i = 0; i < n; i++) x[i] += r->shift[i];
  return 1;
}

int ptl_reduced_project(ptl_reduced *r, const double *limit, double *q, double *v) {
  const ptl_system *s = r->data->system;
  if (s->n_rows == 0) return 1;
  if (r->ldl->least_pivot < singular) return 0;
  ptl_eval_constraints(r->data, q, v);
  const double *limit_v = limit == NULL ? NULL : limit + s->n_coordinates;
  return move(r, r->data->phi, limit, q) && move(r, r->data->phi_rate, limit_v, v);
}
