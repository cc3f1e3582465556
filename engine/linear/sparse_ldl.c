/* sparse_ldl.c: right-looking elimination over a list of products made once. */
#include "sparse_ldl.h"

#include <amd.h>
#include <math.h>
#include <string.h>

#include "arena.h"
#include "wide.h"

/* Size of a pivot, relative to the diagonal entry that it comes from, that counts as rounding. */
static const double vanishing = 1e-9;

void ptl_sparse_ldl_destroy(ptl_sparse_ldl *ldl) {
  if (ldl == NULL) return;
  ptl_free(ldl->context, ldl->row);
  ptl_free(ldl->context, ldl->target);
  ptl_free(ldl->context, ldl->values);
  ptl_free(ldl->context, ldl->arrays);
  ptl_free(ldl->context, ldl);
}

/* ---------------------------------------------------------------- order */

/* Compressed columns with every pair in the column of its second; `next` is scratch of n + 1. */
static void compress(int n, int n_pairs, const int (*pairs)[2], int *start, int *row, int *next) {
  memset(start, 0, sizeof(int) * ((size_t)n + 1));
  for (int e = 0; e < n_pairs; e++) start[pairs[e][1] + 1]++;
  for (int j = 0; j < n; j++) start[j + 1] += start[j];
  memcpy(next, start, sizeof(int) * ((size_t)n + 1));
  for (int e = 0; e < n_pairs; e++) row[next[pairs[e][1]]++] = pairs[e][0];
}

static ptl_status choose_order(ptl_sparse_ldl *ldl, int n_pairs, const int (*pairs)[2]) {
  int n = ldl->n;
  int *block = ptl_alloc(ldl->context, 2 * ((size_t)n + 1) + (size_t)n_pairs, sizeof(int));
  if (block == NULL) return PTL_ERR_MEMORY;
  int *start = block, *next = start + n + 1, *row = next + n + 1;
  compress(n, n_pairs, pairs, start, row, next);
  int failed = n > 0 ? amd_order(n, start, row, ldl->order, NULL, NULL) : AMD_OK;
  ptl_free(ldl->context, block);
  if (failed != AMD_OK && failed != AMD_OK_BUT_JUMBLED)
    return ptl_fail(ldl->context, PTL_ERR_MEMORY,
                    PTL_E(0001) "a matrix of %d unknowns could not be ordered", n);
  for (int k = 0; k < n; k++) ldl->position_of[ldl->order[k]] = k;
  return PTL_OK;
}

/* ---------------------------------------------------------------- pattern of L */

typedef struct tree { /* of the elimination: a column's rows go on to its parent, its first row */
  int *first_child, *sibling, *mark;
} tree;

static void sort(int *x, int n) {
  for (int i = 1; i < n; i++) {
    int value = x[i], at = i;
    for (; at > 0 && x[at - 1] > value; at--) x[at] = x[at - 1];
    x[at] = value;
  }
}

static int add_rows(const int *rows, int n, int k, tree *t, int *out) {
  int added = 0;
  for (int e = 0; e < n; e++) {
    if (rows[e] <= k || t->mark[rows[e]] == k) continue;
    t->mark[rows[e]] = k;
    out[added++] = rows[e];
  }
  return added;
}

/* Rows of column k: those of the matrix, in rows[0 .. n), and those of the columns that end here.
 */
static ptl_status add_column(ptl_sparse_ldl *ldl, int k, const int *rows, int n, tree *t) {
  int begin = ldl->start[k];
  int bound = n;
  for (int c = t->first_child[k]; c >= 0; c = t->sibling[c])
    bound += ldl->start[c + 1] - ldl->start[c];
  int *grown = ptl_alloc(ldl->context, (size_t)(bound > 0 ? bound : 1), sizeof(int));
  if (grown == NULL) return PTL_ERR_MEMORY;
  int count = add_rows(rows, n, k, t, grown);
  for (int c = t->first_child[k]; c >= 0; c = t->sibling[c])
    count +=
        add_rows(ldl->row + ldl->start[c], ldl->start[c + 1] - ldl->start[c], k, t, grown + count);
  sort(grown, count);
  for (int e = 0; e < count; e++) {
    int *row = ptl_grow(ldl->context, ldl->row, (size_t)(begin + e), sizeof(int));
    if (row == NULL) {
      ptl_free(ldl->context, grown);
      return PTL_ERR_MEMORY;
    }
    ldl->row = row;
    ldl->row[begin + e] = grown[e];
  }
  ldl->start[k + 1] = begin + count;
  if (count > 0) {
    t->sibling[k] = t->first_child[grown[0]];
    t->first_child[grown[0]] = k;
  }
  ptl_free(ldl->context, grown);
  return PTL_OK;
}

static ptl_status find_pattern(ptl_sparse_ldl *ldl, int n_pairs, const int (*pairs)[2]) {
  int n = ldl->n;
  size_t size = (size_t)n, many = (size_t)n_pairs;
  int *block = ptl_alloc(ldl->context, 3 * size + 2 * (size + 1) + 3 * many, sizeof(int));
  if (block == NULL) return PTL_ERR_MEMORY;
  tree t = {block, block + size, block + 2 * size};
  int *start = block + 3 * size, *next = start + n + 1, *row = next + n + 1;
  int(*permuted)[2] = (int(*)[2])(row + n_pairs);
  for (int e = 0; e < n_pairs; e++) { /* below the diagonal in order of elimination */
    int i = ldl->position_of[pairs[e][0]], j = ldl->position_of[pairs[e][1]];
    permuted[e][0] = i > j ? i : j;
    permuted[e][1] = i > j ? j : i;
  }
  compress(n, n_pairs, (const int(*)[2])permuted, start, row, next);
  for (int k = 0; k < n; k++) t.first_child[k] = t.sibling[k] = t.mark[k] = -1;
  ptl_status status = PTL_OK;
  for (int k = 0; k < n && status == PTL_OK; k++)
    status = add_column(ldl, k, row + start[k], start[k + 1] - start[k], &t);
  ptl_free(ldl->context, block);
  return status;
}

/* ---------------------------------------------------------------- products */

/* Columns next to each other whose rows are the same, but for the second's own, are eliminated
 * together. */
static void find_pairs(ptl_sparse_ldl *ldl) {
  const int *start = ldl->start;
  for (int k = 0; k < ldl->n; k += ldl->width[k]) {
    const int count = start[k + 1] - start[k];
    const int is_pair =
        count > 0 && ldl->row[start[k]] == k + 1 && count - 1 == start[k + 2] - start[k + 1];
    ldl->width[k] = is_pair ? 2 : 1;
  }
}

/* Of each column, and of both of a pair those of the second; what the first does to it goes along
 * their entries. */
static ptl_status list_products(ptl_sparse_ldl *ldl) {
  int n = ldl->n;
  size_t products = 0;
  for (int k = 0; k < n; k++) {
    size_t count = (size_t)(ldl->start[k + 1] - ldl->start[k]);
    products += count * (count + 1) / 2;
  }
  int *at =
      ptl_alloc(ldl->context, (size_t)n, sizeof(int)); /* index of a row in the present column */
  ldl->target = ptl_alloc(ldl->context, products, sizeof(int));
  if (at == NULL || ldl->target == NULL) {
    ptl_free(ldl->context, at);
    return PTL_ERR_MEMORY;
  }
  int *target = ldl->target;
  for (int first = 0; first < n; first += ldl->width[first]) {
    const int k = first + ldl->width[first] - 1;
    for (int f = ldl->start[k]; f < ldl->start[k + 1]; f++) {
      int j = ldl->row[f];
      for (int e = ldl->start[j]; e < ldl->start[j + 1]; e++) at[ldl->row[e]] = n + e;
      *target++ = j;
      for (int e = f + 1; e < ldl->start[k + 1]; e++) *target++ = at[ldl->row[e]];
    }
  }
  ptl_free(ldl->context, at);
  return PTL_OK;
}

ptl_status ptl_sparse_ldl_create(ptl_context *context, int n, int n_pairs, const int (*pairs)[2],
                                 ptl_sparse_ldl **out) {
  *out = NULL;
  ptl_sparse_ldl *ldl = ptl_alloc(context, 1, sizeof *ldl);
  if (ldl == NULL) return PTL_ERR_MEMORY;
  ldl->context = context;
  ldl->least_pivot = 1.0; /* of no equations */
  ldl->n = n;
  const ptl_block blocks[] = {PTL_BLOCK(ldl->order, n),     PTL_BLOCK(ldl->position_of, n),
                              PTL_BLOCK(ldl->start, n + 1), PTL_BLOCK(ldl->width, n),
                              PTL_BLOCK(ldl->inverse, n),   PTL_BLOCK(ldl->least, n)};
  ldl->arrays = ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks);
  ptl_status status = ldl->arrays != NULL ? choose_order(ldl, n_pairs, pairs) : PTL_ERR_MEMORY;
  if (status == PTL_OK) status = find_pattern(ldl, n_pairs, pairs);
  if (status == PTL_OK) {
    find_pairs(ldl);
    status = list_products(ldl);
  }
  if (status == PTL_OK) {
    ldl->values = ptl_alloc(context, (size_t)(n + ldl->start[n]), sizeof(double));
    if (ldl->values == NULL) status = PTL_ERR_MEMORY;
  }
  if (status != PTL_OK) {
    ptl_sparse_ldl_destroy(ldl);
    return status;
  }
  *out = ldl;
  return PTL_OK;
}

int ptl_sparse_ldl_index(const ptl_sparse_ldl *ldl, int i, int j) {
  int row = ldl->position_of[i], column = ldl->position_of[j];
  if (row == column) return row;
  if (row < column) {
    int swap = row;
    row = column;
    column = swap;
  }
  int e = ldl->start[column];
  while (ldl->row[e] != row) e++;
  return ldl->n + e;
}

/* ---------------------------------------------------------------- numbers */

void ptl_sparse_ldl_clear(ptl_sparse_ldl *ldl) {
  memset(ldl->values, 0, sizeof(double) * (size_t)(ldl->n + ldl->start[ldl->n]));
}

/* What is known of the pivots so far. */
typedef struct pivots {
  double worst; /* least part of a diagonal entry that may be left, over what is */
  int implied;
} pivots;

/* The inverse of pivot k; 0 where only rounding is left of it. */
static inline double invert(ptl_sparse_ldl *ldl, int k, pivots *found) {
  const double x = ldl->values[k], least = ldl->least[k];
  const double inverse = x > least ? 1.0 / x : 0.0, part = least * inverse;
  ldl->inverse[k] = inverse;
  found->implied += inverse == 0.0;
  if (part > found->worst) found->worst = part;
  return inverse;
}

/* Column k; returns the end of its targets. */
static inline const int *eliminate(ptl_sparse_ldl *ldl, int k, const int *target, pivots *found) {
  const int n_below = ldl->start[k + 1] - ldl->start[k];
  double *x = ldl->values, *below = x + ldl->n + ldl->start[k];
  const double inverse = invert(ldl, k, found);
  for (int f = 0; f < n_below; f++) {
    const double unscaled = below[f], scaled = unscaled * inverse;
    below[f] = scaled;
    x[*target++] -= scaled * unscaled;
    for (int e = f + 1; e < n_below; e++) x[*target++] -= scaled * below[e];
  }
  return target;
}

/* Columns k and k + 1, which have the same rows. */
static inline const int *eliminate_pair(ptl_sparse_ldl *ldl, int k, const int *target,
                                        pivots *found) {
  const int n_below = ldl->start[k + 2] - ldl->start[k + 1];
  double *x = ldl->values, *both = x + ldl->n + ldl->start[k];
  double *first = both + 1, *second = x + ldl->n + ldl->start[k + 1];
  const double inverse = invert(ldl, k, found), between = *both, factor = between * inverse;
  *both = factor;
  x[k + 1] -= factor * between;
  for (int e = 0; e < n_below; e++) second[e] -= factor * first[e];
  const double next = invert(ldl, k + 1, found);
  for (int f = 0; f < n_below; f++) {
    const double of_first = first[f], of_second = second[f];
    const double a = of_first * inverse, b = of_second * next;
    first[f] = a;
    second[f] = b;
    const int diagonal = *target++;
    x[diagonal] = x[diagonal] - a * of_first - b * of_second;
    for (int e = f + 1; e < n_below; e++) {
      const int at = *target++;
      x[at] = x[at] - a * first[e] - b * second[e];
    }
  }
  return target;
}

int ptl_sparse_ldl_factor(ptl_sparse_ldl *ldl, double least) {
  const double weakest = least > vanishing ? least : vanishing;
  const int *target = ldl->target;
  pivots found = {weakest, 0};
  for (int k = 0; k < ldl->n; k++) ldl->least[k] = weakest * ldl->values[k];
  for (int k = 0; k < ldl->n; k += ldl->width[k])
    target = ldl->width[k] == 1 ? eliminate(ldl, k, target, &found)
                                : eliminate_pair(ldl, k, target, &found);
  ldl->least_pivot = weakest / found.worst;
  return found.implied;
}

/* Right-hand sides next to each other, as many as there are lanes: x[lanes * k + l]. */
static inline void solve_lanes(const ptl_sparse_ldl *ldl, int lanes, double *restrict x) {
  int n = ldl->n;
  const double *restrict below = ldl->values + n;
  const int *restrict start = ldl->start, *restrict row = ldl->row;
  for (int k = 0; k < n; k += ldl->width[k]) {
    double z[2][PTL_LANES] = {{0.0}};
    const int is_pair = ldl->width[k] == 2, end = start[k + 1], to_second = end - start[k] - 1;
    for (int l = 0; l < lanes; l++) z[0][l] = x[lanes * k + l];
    for (int l = 0; is_pair && l < lanes; l++)
      z[1][l] = x[lanes * (k + 1) + l] -= below[start[k]] * z[0][l];
    for (int e = start[k] + is_pair; e < end; e++) {
      double sum[PTL_LANES];
      for (int l = 0; l < lanes; l++) sum[l] = x[lanes * row[e] + l] - below[e] * z[0][l];
      for (int l = 0; is_pair && l < lanes; l++) sum[l] -= below[e + to_second] * z[1][l];
      for (int l = 0; l < lanes; l++) x[lanes * row[e] + l] = sum[l];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    double z[PTL_LANES];
    for (int l = 0; l < lanes; l++) z[l] = x[lanes * k + l] * ldl->inverse[k];
    for (int e = start[k]; e < start[k + 1]; e++)
      for (int l = 0; l < lanes; l++) z[l] -= below[e] * x[lanes * row[e] + l];
    for (int l = 0; l < lanes; l++) x[lanes * k + l] = z[l];
  }
}

void ptl_sparse_ldl_solve(const ptl_sparse_ldl *ldl, double *x) {
  solve_lanes(ldl, 1, x);
}

PTL_WIDE static void solve_all_lanes(const ptl_sparse_ldl *ldl, double *x) {
  solve_lanes(ldl, PTL_LANES, x);
}

void ptl_sparse_ldl_solve_lanes(const ptl_sparse_ldl *ldl, double *x) {
  solve_all_lanes(ldl, x);
}
