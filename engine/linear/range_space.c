/* range_space.c: see range_space.h. All loops are over lists made once. */
#include "range_space.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "wide.h"

typedef struct pivot {     /* a row that gives its column */
  int row, column, leader; /* leader: -1 of a column that does not follow one */
  int from, to;            /* of `known`: its entries in columns solved before */
  int led_from, led_to;    /* of `led`: those by which a follower depends on its leader */
  double inverse;          /* of its entry in the column, which is constant */
} pivot;

typedef struct term { /* an entry of A */
  int source, column;
  int target; /* of the rows that remain: the row among these, or the entry that it is part of */
} term;

typedef struct unknown_entry { /* of a row that remains, in a column that is not solved */
  int column, remaining;
} unknown_entry;

typedef struct product { /* unknown entry a times unknown entry b over the weight, of the matrix */
  int target, a, b;
} product;

struct ptl_range_space {
  ptl_context *context;
  int n_columns, n_known, n_led, n_solved, n_parts, n_unknown, n_leaders, n_products;
  ptl_presolve presolve;
  pivot *pivots;        /* in order of elimination */
  term *known, *led;    /* of the pivots' rows */
  term *solved, *parts; /* of the rows that remain: in solved columns, and what depends on others */
  unknown_entry *unknown; /* what the parts make up */
  int *leaders;           /* columns */
  product *products;
  const double *values; /* of ptl_range_space_assemble */
  double *share;        /* per column: by its leader; 1 of one that is not solved, 0 of others */
  double *weight;       /* per column: of followers and leaders, without followers */
  double *inverse;      /* per column: of its weight, with that of its followers */
  double *entry;        /* per unknown entry: its value */
  double *over_weight;  /* and over the weight of its column */
  double *diagonal;     /* per row that remains: of the matrix as it is without followers */
  double *right_side, *residual; /* per row that remains and per column, of each lane */
  ptl_sparse_ldl *ldl;
  void *arrays;
};

void ptl_range_space_destroy(ptl_range_space *r) {
  if (r == NULL) return;
  ptl_sparse_ldl_destroy(r->ldl);
  ptl_presolve_release(r->context, &r->presolve);
  ptl_free(r->context, r->products);
  ptl_free(r->context, r->arrays);
  ptl_free(r->context, r);
}

const ptl_presolve *ptl_range_space_presolve(const ptl_range_space *r) {
  return &r->presolve;
}

/* ---------------------------------------------------------------- lists */

/* leader: per column, itself of one that is not solved, -1 of one that follows none. */
static void list_pivots(ptl_range_space *r, const ptl_presolve_entry *entries, const int *source,
                        const int *leader) {
  const ptl_presolve *p = &r->presolve;
  for (int i = 0; i < p->n_pivots; i++) {
    const ptl_presolve_pivot *found = &p->pivots[i];
    pivot *out = &r->pivots[i];
    *out = (pivot){.row = found->row,
                   .column = found->column,
                   .leader = found->leader,
                   .from = r->n_known,
                   .led_from = r->n_led,
                   .inverse = 1.0 / entries[found->entry].value};
    for (int k = found->first; k < found->end; k++) {
      const int e = p->pivot_terms[k], column = entries[e].column;
      if (leader[column] != column) r->known[r->n_known++] = (term){source[e], column, 0};
      if (leader[column] >= 0) r->led[r->n_led++] = (term){source[e], column, 0};
    }
    out->to = r->n_known;
    out->led_to = r->n_led;
  }
}

/* The unknown entry of a row in a column. */
static int find_unknown(ptl_range_space *r, int first_of_row, int remaining, int column) {
  for (int i = first_of_row; i < r->n_unknown; i++)
    if (r->unknown[i].column == column) return i;
  r->unknown[r->n_unknown] = (unknown_entry){column, remaining};
  return r->n_unknown++;
}

/* next: the entries of a row as a chain; first: per row that remains. */
static void list_remaining(ptl_range_space *r, const ptl_presolve_entry *entries, const int *source,
                           const int *leader, const int *first, const int *next) {
  for (int i = 0; i < r->presolve.n_remaining; i++) {
    const int first_of_row = r->n_unknown;
    for (int e = first[i]; e >= 0; e = next[e]) {
      const int column = entries[e].column;
      if (leader[column] != column) r->solved[r->n_solved++] = (term){source[e], column, i};
      if (leader[column] < 0) continue;
      const int target = find_unknown(r, first_of_row, i, leader[column]);
      r->parts[r->n_parts++] = (term){source[e], column, target};
    }
  }
}

static void make_lists(ptl_range_space *r, const ptl_presolve_entry *entries, const int *source,
                       int n_entries, int *leader, int *first, int *next) {
  const ptl_presolve *p = &r->presolve;
  for (int c = 0; c < r->n_columns; c++) leader[c] = c;
  for (int i = 0; i < p->n_pivots; i++) leader[p->pivots[i].column] = p->pivots[i].leader;
  for (int c = 0; c < r->n_columns; c++) r->share[c] = leader[c] == c ? 1.0 : 0.0;
  for (int i = 0; i < p->n_pivots; i++) {
    int known = 0;
    for (int k = 0; k < r->n_leaders; k++) known |= r->leaders[k] == p->pivots[i].leader;
    if (p->pivots[i].leader >= 0 && !known) r->leaders[r->n_leaders++] = p->pivots[i].leader;
  }
  list_pivots(r, entries, source, leader);
  for (int i = 0; i < p->n_remaining; i++) first[i] = -1;
  for (int e = n_entries - 1; e >= 0; e--) {
    const int remaining = p->remaining_index[entries[e].row];
    if (remaining < 0) continue;
    next[e] = first[remaining];
    first[remaining] = e;
  }
  list_remaining(r, entries, source, leader, first, next);
}

/* ---------------------------------------------------------------- products */

/* All pairs of unknown entries that share a column, or their number where products is NULL. first,
 * next: the entries of a column as a chain. */
static int pair_entries(const ptl_range_space *r, const int *first, const int *next,
                        product *products) {
  int count = 0;
  for (int c = 0; c < r->n_columns; c++)
    for (int a = first[c]; a >= 0; a = next[a])
      for (int b = a; b >= 0; b = next[b]) {
        if (products != NULL) products[count] = (product){0, a, b};
        count++;
      }
  return count;
}

static ptl_status list_products(ptl_range_space *r, int *first, int *next) {
  for (int c = 0; c < r->n_columns; c++) first[c] = -1;
  for (int i = r->n_unknown - 1; i >= 0; i--) {
    const int column = r->unknown[i].column;
    next[i] = first[column];
    first[column] = i;
  }
  r->n_products = pair_entries(r, first, next, NULL);
  r->products = ptl_alloc(r->context, (size_t)r->n_products, sizeof *r->products);
  if (r->products == NULL) return PTL_ERR_MEMORY;
  pair_entries(r, first, next, r->products);
  return PTL_OK;
}

static ptl_status make_matrix(ptl_range_space *r) {
  int n_pairs = 0;
  int(*pairs)[2] = ptl_alloc(r->context, (size_t)r->n_products, sizeof *pairs);
  if (pairs == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < r->n_products; i++) {
    const int a = r->unknown[r->products[i].a].remaining;
    const int b = r->unknown[r->products[i].b].remaining;
    if (a == b) continue;
    pairs[n_pairs][0] = a;
    pairs[n_pairs++][1] = b;
  }
  ptl_status status = ptl_sparse_ldl_create(r->context, r->presolve.n_remaining, n_pairs,
                                            (const int(*)[2])pairs, &r->ldl);
  ptl_free(r->context, pairs);
  for (int i = 0; i < r->n_products && status == PTL_OK; i++) {
    product *p = &r->products[i];
    p->target =
        ptl_sparse_ldl_index(r->ldl, r->unknown[p->a].remaining, r->unknown[p->b].remaining);
  }
  return status;
}

static ptl_status create_lists(ptl_range_space *r, const ptl_presolve_entry *entries,
                               const int *source, int n_entries) {
  const int longest = n_entries > r->n_columns ? n_entries : r->n_columns;
  int *leader, *first, *next;
  const ptl_block scratch[] = {PTL_BLOCK(leader, r->n_columns), PTL_BLOCK(first, longest),
                               PTL_BLOCK(next, longest)};
  void *memory = ptl_arena_create(r->context, scratch, sizeof scratch / sizeof *scratch);
  if (memory == NULL) return PTL_ERR_MEMORY;
  make_lists(r, entries, source, n_entries, leader, first, next);
  ptl_status status = list_products(r, first, next);
  if (status == PTL_OK) status = make_matrix(r);
  ptl_free(r->context, memory);
  return status;
}

ptl_status ptl_range_space_create(ptl_context *context, int n_rows, int n_columns,
                                  const ptl_presolve_entry *entries, const int *source,
                                  int n_entries, int has_followers, ptl_range_space **out) {
  *out = NULL;
  ptl_range_space *r = ptl_alloc(context, 1, sizeof *r);
  if (r == NULL) return PTL_ERR_MEMORY;
  *r = (ptl_range_space){.context = context, .n_columns = n_columns};
  const ptl_block blocks[] = {PTL_BLOCK(r->pivots, n_rows),
                              PTL_BLOCK(r->known, n_entries),
                              PTL_BLOCK(r->led, n_entries),
                              PTL_BLOCK(r->solved, n_entries),
                              PTL_BLOCK(r->parts, n_entries),
                              PTL_BLOCK(r->unknown, n_entries),
                              PTL_BLOCK(r->leaders, n_columns),
                              PTL_BLOCK(r->share, n_columns),
                              PTL_BLOCK(r->weight, n_columns),
                              PTL_BLOCK(r->inverse, n_columns),
                              PTL_BLOCK(r->entry, n_entries),
                              PTL_BLOCK(r->over_weight, n_entries),
                              PTL_BLOCK(r->diagonal, n_rows),
                              PTL_BLOCK(r->right_side, PTL_LANES * n_rows),
                              PTL_BLOCK(r->residual, PTL_LANES * n_columns)};
  r->arrays = ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks);
  ptl_status status = r->arrays != NULL ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK)
    status = ptl_presolve_create(context, n_rows, n_columns, entries, n_entries, has_followers,
                                 &r->presolve);
  if (status == PTL_OK) status = create_lists(r, entries, source, n_entries);
  if (status == PTL_OK)
    *out = r;
  else
    ptl_range_space_destroy(r);
  return status;
}

/* ---------------------------------------------------------------- the matrix */

/* Shares and weights of followers, and what weights become of their leaders. */
static void assemble_followers(ptl_range_space *r, const double *inverse_weights) {
  for (int i = 0; i < r->n_leaders; i++) {
    const int c = r->leaders[i];
    r->weight[c] = r->inverse[c] = 1.0 / inverse_weights[c];
  }
  for (int i = 0; i < r->presolve.n_pivots; i++) {
    const pivot *p = &r->pivots[i];
    if (p->leader < 0) continue;
    double sum = 0.0;
    for (int k = p->led_from; k < p->led_to; k++)
      sum += r->values[r->led[k].source] * r->share[r->led[k].column];
    const double share = -sum * p->inverse, weight = 1.0 / inverse_weights[p->column];
    r->share[p->column] = share;
    r->weight[p->column] = weight;
    r->inverse[p->leader] += share * share * weight;
  }
  for (int i = 0; i < r->n_leaders; i++)
    r->inverse[r->leaders[i]] = 1.0 / r->inverse[r->leaders[i]];
  memset(r->diagonal, 0, sizeof(double) * (size_t)r->presolve.n_remaining);
  for (int i = 0; i < r->n_parts; i++) {
    const term *t = &r->parts[i];
    const double value = r->values[t->source];
    r->diagonal[r->unknown[t->target].remaining] += value * value * inverse_weights[t->column];
  }
}

void ptl_range_space_assemble(ptl_range_space *r, const double *values,
                              const double *inverse_weights) {
  r->values = values;
  memcpy(r->inverse, inverse_weights, sizeof(double) * (size_t)r->n_columns);
  if (r->n_leaders > 0) assemble_followers(r, inverse_weights);
  memset(r->entry, 0, sizeof(double) * (size_t)r->n_unknown);
  for (int i = 0; i < r->n_parts; i++) {
    const term *t = &r->parts[i];
    r->entry[t->target] += values[t->source] * r->share[t->column];
  }
  for (int i = 0; i < r->n_unknown; i++)
    r->over_weight[i] = r->entry[i] * r->inverse[r->unknown[i].column];
  ptl_sparse_ldl_clear(r->ldl);
  double *matrix = r->ldl->values;
  for (int i = 0; i < r->n_products; i++) {
    const product *p = &r->products[i];
    matrix[p->target] += r->entry[p->a] * r->over_weight[p->b];
  }
}

void ptl_range_space_drop_rounding(ptl_range_space *r, const double *inverse_weights) {
  static const double rounding = 1e-24; /* of a square */
  const int n = r->presolve.n_remaining;
  double *left = r->right_side, *solved = left + n;
  memset(left, 0, sizeof(double) * 2 * (size_t)n);
  for (int i = 0; i < r->n_unknown; i++)
    left[r->unknown[i].remaining] += r->entry[i] * r->over_weight[i];
  for (int i = 0; i < r->n_solved; i++) {
    const term *t = &r->solved[i];
    const double value = r->values[t->source];
    solved[t->target] += value * value * inverse_weights[t->column];
  }
  for (int i = 0; i < n; i++)
    if (left[i] <= rounding * (left[i] + solved[i]))
      r->ldl->values[ptl_sparse_ldl_index(r->ldl, i, i)] = 0.0;
}

/* Rows are compared with what they were before followers were eliminated: where these move with their
 * leaders just so that a row is fulfilled, as two rods of a line at the pin between them, what is
 * left of it is small. */
int ptl_range_space_factor(ptl_range_space *r, double weakest) {
  return ptl_sparse_ldl_factor(r->ldl, weakest, r->n_leaders > 0 ? r->diagonal : NULL);
}

double ptl_range_space_least_pivot(const ptl_range_space *r) {
  return r->presolve.n_remaining > 0 ? r->ldl->least_pivot : 1.0;
}

/* ---------------------------------------------------------------- solution */

/* to += factor * from. All are read before any is written, so that they are one wide number. */
PTL_WIDE_PART void add_lanes(int lanes, double factor, const double *from, double *to) {
  double sum[PTL_LANES];
  for (int l = 0; l < lanes; l++) sum[l] = to[l] + factor * from[l];
  for (int l = 0; l < lanes; l++) to[l] = sum[l];
}

PTL_WIDE_PART void scale_lanes(int lanes, double factor, double *x) {
  for (int l = 0; l < lanes; l++) x[l] *= factor;
}

/* The columns that rows give, in order; what holds followers there is felt by their leaders. */
PTL_WIDE_PART void solve_pivots(const ptl_range_space *r, int lanes, const double *b,
                                double *restrict a) {
  const double *restrict values = r->values;
  for (int i = 0; i < r->n_leaders; i++)
    scale_lanes(lanes, r->weight[r->leaders[i]], a + lanes * r->leaders[i]);
  for (int i = 0; i < r->presolve.n_pivots; i++) {
    const pivot *p = &r->pivots[i];
    double rest[PTL_LANES];
    for (int l = 0; l < lanes; l++) rest[l] = b != NULL ? b[p->row] : 0.0;
    for (int j = p->from; j < p->to; j++) {
      const term *t = &r->known[j];
      add_lanes(lanes, -values[t->source], a + lanes * t->column, rest);
    }
    scale_lanes(lanes, p->inverse, rest);
    double *own = a + lanes * p->column;
    if (p->leader >= 0) {
      double given[PTL_LANES];
      for (int l = 0; l < lanes; l++) given[l] = own[l] - rest[l];
      add_lanes(lanes, r->share[p->column] * r->weight[p->column], given, a + lanes * p->leader);
    }
    for (int l = 0; l < lanes; l++) own[l] = rest[l];
  }
  for (int i = 0; i < r->n_leaders; i++)
    scale_lanes(lanes, r->inverse[r->leaders[i]], a + lanes * r->leaders[i]);
}

PTL_WIDE_PART void solve(ptl_range_space *r, int lanes, const double *b, double *restrict a) {
  const double *restrict values = r->values;
  const ptl_presolve *presolve = &r->presolve;
  double *restrict right_side = r->right_side;
  solve_pivots(r, lanes, b, a);
  for (int i = 0; i < presolve->n_remaining; i++)
    for (int l = 0; l < lanes; l++)
      right_side[lanes * i + l] = b != NULL ? -b[presolve->remaining[i]] : 0.0;
  for (int i = 0; i < r->n_solved; i++) {
    const term *restrict t = &r->solved[i];
    add_lanes(lanes, values[t->source], a + lanes * t->column, right_side + lanes * t->target);
  }
  for (int i = 0; i < r->n_unknown; i++) {
    const unknown_entry *restrict e = &r->unknown[i];
    add_lanes(lanes, r->entry[i], a + lanes * e->column, right_side + lanes * e->remaining);
  }
  if (lanes == 1)
    ptl_sparse_ldl_solve(r->ldl, right_side, right_side);
  else
    ptl_sparse_ldl_solve_lanes(r->ldl, right_side, right_side);
  for (int i = 0; i < r->n_unknown; i++) {
    const unknown_entry *restrict e = &r->unknown[i];
    add_lanes(lanes, -r->over_weight[i], right_side + lanes * e->remaining, a + lanes * e->column);
  }
  for (int i = 0; i < presolve->n_pivots && r->n_leaders > 0; i++) {
    const pivot *p = &r->pivots[i];
    if (p->leader >= 0)
      add_lanes(lanes, r->share[p->column], a + lanes * p->leader, a + lanes * p->column);
  }
}

void ptl_range_space_solve(ptl_range_space *r, const double *b, double *a) {
  solve(r, 1, b, a);
}

PTL_WIDE static void solve_lanes(ptl_range_space *r, double *a) {
  solve(r, PTL_LANES, NULL, a);
}

void ptl_range_space_solve_lanes(ptl_range_space *r, double *a) {
  solve_lanes(r, a);
}

/* Residual = f - W a - A^T lambda = 0 in the pivots' columns, in reverse order. */
PTL_WIDE_PART void find_multipliers(ptl_range_space *r, int lanes, const double *weights,
                                    const double *f, const double *a, double *restrict lambda) {
  const ptl_presolve *presolve = &r->presolve;
  const double *values = r->values;
  double *restrict residual = r->residual;
  for (int i = 0; i < presolve->n_remaining; i++)
    memcpy(lambda + lanes * presolve->remaining[i], r->right_side + lanes * i,
           sizeof(double) * (size_t)lanes);
  for (int i = 0; i < presolve->n_empty; i++)
    for (int l = 0; l < lanes; l++) lambda[lanes * presolve->empty[i] + l] = 0.0;
  for (int i = 0; i < presolve->n_pivots; i++) {
    const int c = r->pivots[i].column;
    for (int l = 0; l < lanes; l++) residual[lanes * c + l] = f[lanes * c + l];
    add_lanes(lanes, -weights[c], a + lanes * c, residual + lanes * c);
  }
  for (int i = 0; i < r->n_solved; i++) {
    const term *t = &r->solved[i];
    add_lanes(lanes, -values[t->source], r->right_side + lanes * t->target,
              residual + lanes * t->column);
  }
  for (int i = presolve->n_pivots - 1; i >= 0; i--) {
    const pivot *p = &r->pivots[i];
    double reaction[PTL_LANES];
    for (int l = 0; l < lanes; l++) {
      reaction[l] = residual[lanes * p->column + l] * p->inverse;
      lambda[lanes * p->row + l] = reaction[l];
    }
    for (int j = p->from; j < p->to; j++) {
      const term *t = &r->known[j];
      add_lanes(lanes, -values[t->source], reaction, residual + lanes * t->column);
    }
  }
}

void ptl_range_space_multipliers(ptl_range_space *r, const double *weights, const double *f,
                                 const double *a, double *lambda) {
  find_multipliers(r, 1, weights, f, a, lambda);
}

PTL_WIDE static void find_all_multipliers(ptl_range_space *r, const double *weights,
                                          const double *f, const double *a, double *lambda) {
  find_multipliers(r, PTL_LANES, weights, f, a, lambda);
}

void ptl_range_space_multipliers_lanes(ptl_range_space *r, const double *weights, const double *f,
                                       const double *a, double *lambda) {
  find_all_multipliers(r, weights, f, a, lambda);
}
