/* kkt.c: the common part of the dense and the sparse way: scaling by the masses. */
#include "kkt.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "constraint.h"
#include "kkt_scaled.h"
#include "state.h"

/* More constraints than this are solved by the sparse method. */
enum { DENSE_ROWS = 150 };

void ptl_kkt_destroy(ptl_kkt *k) {
  if (k == NULL) return;
  ptl_context *context = k->data->context;
  ptl_massless_destroy(k->massless);
  if (k->method != NULL && k->is_sparse) ptl_kkt_sparse_destroy(k);
  if (k->method != NULL && !k->is_sparse) ptl_kkt_dense_destroy(k);
  ptl_free(context, k->arrays);
  ptl_free(context, k);
}

/* Index of the entry of a coordinate in a row, or of the first free one. */
static int entry_of(const ptl_kkt *k, int row, int coordinate) {
  int entry = PTL_KKT_WIDTH * row;
  while (k->coordinates[entry] >= 0 && k->coordinates[entry] != coordinate) entry++;
  return entry;
}

static void find_coordinates(ptl_kkt *k) {
  const ptl_system *s = k->data->system;
  for (int j = 0; j < PTL_KKT_WIDTH * k->m; j++) k->coordinates[j] = -1;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *c = &s->constraints[i];
    for (int j = 0; j < 6 * c->n_rows; j++) {
      int coordinate = ptl_pair_coordinate(&c->pair, j % 6);
      if (coordinate >= 0) k->coordinates[entry_of(k, c->row + j / 6, coordinate)] = coordinate;
    }
  }
}

ptl_status ptl_kkt_create(ptl_data *data, int sparse, ptl_kkt **out) {
  const ptl_system *s = data->system;
  ptl_context *context = data->context;
  *out = NULL;
  ptl_kkt *k = ptl_alloc(context, 1, sizeof *k);
  if (k == NULL) return PTL_ERR_MEMORY;
  k->data = data;
  k->n = s->n_coordinates;
  k->m = s->n_rows;
  k->rank_tolerance = 1e-9;
  k->is_sparse = sparse < 0 ? k->m > DENSE_ROWS : sparse;
  const ptl_block blocks[] = {
      PTL_BLOCK(k->inverse_root_mass, k->n),
      PTL_BLOCK(k->rows, PTL_KKT_WIDTH * k->m),
      PTL_BLOCK(k->coordinates, PTL_KKT_WIDTH * k->m),
      PTL_BLOCK(k->size, k->m),
      PTL_BLOCK(k->z, k->n),
      PTL_BLOCK(k->u, k->m),
      PTL_BLOCK(k->force, k->n),
      PTL_BLOCK(k->zero, k->m),
  };
  k->arrays = ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks);
  ptl_status status = k->arrays != NULL ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK) {
    for (int i = 0; i < k->n; i++) k->inverse_root_mass[i] = sqrt(s->inverse_mass[i]);
    find_coordinates(k);
    status = k->is_sparse ? ptl_kkt_sparse_create(k) : ptl_kkt_dense_create(k);
    if (status == PTL_OK)
      status =
          ptl_massless_create(context, s->n_massless, s->massless, s->inverse_mass, &k->massless);
  }
  if (status != PTL_OK) {
    ptl_kkt_destroy(k);
    return status;
  }
  *out = k;
  return PTL_OK;
}

void ptl_kkt_set_rank_tolerance(ptl_kkt *k, double tolerance) {
  k->rank_tolerance = tolerance;
}

void ptl_kkt_set_measure(ptl_kkt *k, const ptl_kkt_measure *measure) {
  k->arms = measure->arms;
  k->skipped = measure->skipped;
  k->is_weighed = measure->is_weighed;
  memcpy(k->inverse_root_mass, measure->inverse_roots, sizeof(double) * (size_t)k->n);
}

double ptl_kkt_independence(const ptl_kkt *k, int *row) {
  *row = k->weakest_row;
  return fmin(k->independence * k->stretch * k->stretch, fmax(k->independence, 1.0));
}

double ptl_kkt_stretch(const ptl_kkt *k) {
  return k->stretch;
}

/* The derivatives by the coordinates of the point from which the arm leads to the centre of
 * mass. */
static void move_columns(const ptl_kkt *k, const ptl_pair *pair, double row[6]) {
  const int bodies[2] = {pair->a.body, pair->b.body};
  for (int side = 0; side < 2 && k->arms != NULL; side++) {
    if (bodies[side] < 0) continue;
    const ptl_rotation *r = &k->data->rotations[bodies[side]];
    const double *arm = k->arms[bodies[side]];
    double *d = row + 3 * side;
    d[2] += d[1] * (r->c * arm[0] - r->s * arm[1]) - d[0] * (r->s * arm[0] + r->c * arm[1]);
  }
}

/* The longest arm at which a row acts on a body, over many characteristic lengths, and 1 at least:
 * more where what a body holds has gone far away from it. Coordinates of zero weight have no
 * arms. */
static double find_stretch(const ptl_kkt *k) {
  static const double many = 10.0;
  double longest = 0.0;
  for (int i = 0; i < k->m; i++) {
    double along = 0.0, about = 0.0;
    for (int j = PTL_KKT_WIDTH * i; j < PTL_KKT_WIDTH * (i + 1); j++) {
      const int c = k->coordinates[j];
      if (c < 0 || !(k->inverse_root_mass[c] > 0.0)) continue;
      double *largest = c % 3 == 2 ? &about : &along;
      *largest = fmax(*largest, fabs(k->rows[j]) / k->inverse_root_mass[c]);
    }
    if (along > 0.0) longest = fmax(longest, about / along);
  }
  return fmax(1.0, longest / (many * k->data->system->length));
}

ptl_status ptl_kkt_set(ptl_kkt *k, double t, const double *q, const double *v) {
  const ptl_system *s = k->data->system;
  ptl_data_set_state(k->data, t, q, v);
  memset(k->rows, 0, sizeof(double) * PTL_KKT_WIDTH * (size_t)k->m);
  memset(k->size, 0, sizeof(double) * (size_t)k->m);
  k->knows_massless = 0;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *c = &s->constraints[i];
    ptl_constraint_eval element;
    ptl_eval_constraint(k->data, i, q, v, &element);
    for (int j = 0; j < c->n_rows; j++) {
      k->size[c->row + j] += ptl_constraint_square(s, c, &element, j);
      move_columns(k, &c->pair, element.rows[j]);
    }
    for (int j = 0; j < 6 * c->n_rows; j++) {
      int coordinate = ptl_pair_coordinate(&c->pair, j % 6);
      if (coordinate < 0) continue;
      if (k->skipped != NULL && k->skipped[c->row + j / 6]) continue;
      double entry = element.rows[j / 6][j % 6] * k->inverse_root_mass[coordinate];
      if (!isfinite(entry))
        return ptl_fail(k->data->context, PTL_ERR_UNFIT,
                        PTL_E(0304) "%s gives no finite derivative", c->name);
      double *out = &k->rows[entry_of(k, c->row + j / 6, coordinate)];
      *out = c->adds_to_previous ? *out + entry : entry;
    }
  }
  k->stretch = find_stretch(k);
  for (int i = 0; i < k->m; i++) {
    k->size[i] = k->size[i] > 0.0 ? sqrt(k->size[i]) : 1.0;
    for (int j = PTL_KKT_WIDTH * i; j < PTL_KKT_WIDTH * (i + 1); j++) k->rows[j] /= k->size[i];
  }
  return PTL_OK;
}

void ptl_kkt_forces(const ptl_kkt *k, const double *y, double *x) {
  memset(x, 0, sizeof(double) * (size_t)k->n);
  for (int j = 0; j < PTL_KKT_WIDTH * k->m; j++)
    if (k->coordinates[j] >= 0)
      x[k->coordinates[j]] += k->rows[j] * k->inverse_root_mass[k->coordinates[j]] *
                              k->size[j / PTL_KKT_WIDTH] * y[j / PTL_KKT_WIDTH];
}

void ptl_kkt_rates(const ptl_kkt *k, const double *x, double *rates) {
  for (int i = 0; i < k->m; i++) {
    rates[i] = 0.0;
    for (int j = PTL_KKT_WIDTH * i; j < PTL_KKT_WIDTH * (i + 1); j++)
      if (k->coordinates[j] >= 0)
        rates[i] += k->size[i] * k->rows[j] / k->inverse_root_mass[k->coordinates[j]] *
                    x[k->coordinates[j]];
  }
}

/* The right-hand side of a row is not finite. */
static ptl_status fail_row(const ptl_kkt *k, const double *f, int row) {
  const ptl_system *s = k->data->system;
  for (int c = 0; c < k->n && f != NULL; c++)
    if (!isfinite(f[c])) return ptl_kkt_fail_body(k, c, "the force on it");
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *e = &s->constraints[i];
    if (row < e->row || row >= e->row + e->n_rows) continue;
    return ptl_fail_at(s->mechanism, ptl_where_of(s->mechanism, "joints", e->name), PTL_ERR_UNFIT,
                       PTL_E(0304) "what the equations of '%s' ask for is not finite: its lengths, angles, rates or "
                       "what it follows are too large",
                       e->name);
  }
  return PTL_ERR_UNFIT;
}

/* The right-hand side for z = M^1/2 x - M^-1/2 f: A z = D^-1 g - A M^-1/2 f. */
static ptl_status set_right(const ptl_kkt *k, const double *f, const double *g, double *u) {
  for (int i = 0; i < k->m; i++) {
    u[i] = g[i] / k->size[i];
    for (int j = PTL_KKT_WIDTH * i; f != NULL && j < PTL_KKT_WIDTH * (i + 1); j++)
      if (k->coordinates[j] >= 0)
        u[i] -= k->rows[j] * k->inverse_root_mass[k->coordinates[j]] * f[k->coordinates[j]];
    if (!isfinite(u[i])) return fail_row(k, f, i);
  }
  return PTL_OK;
}

static void set_solution(const ptl_kkt *k, const double *f, const double *z, double *x) {
  for (int i = 0; i < k->n; i++)
    x[i] = k->inverse_root_mass[i] * (z[i] + (f != NULL ? k->inverse_root_mass[i] * f[i] : 0.0));
}

/* A^T D y = -z */
static ptl_status solve_weighed(ptl_kkt *k, const double *f, const double *g, double *x,
                                double *y) {
  ptl_status status = set_right(k, f, g, k->u);
  if (status != PTL_OK) return status;
  memset(k->z, 0, sizeof(double) * (size_t)k->n);
  if (k->m > 0)
    status = k->is_sparse ? ptl_kkt_sparse_solve(k, k->u, k->z, y)
                          : ptl_kkt_dense_solve(k, k->u, k->z, y);
  if (status != PTL_OK) return status;
  for (int i = 0; i < k->m && y != NULL; i++) y[i] /= k->size[i];
  set_solution(k, f, k->z, x);
  return PTL_OK;
}

/* Several forces, g = 0. */
static ptl_status solve_all_weighed(ptl_kkt *k, int count, const double *f, double *x) {
  ptl_context *context = k->data->context;
  const size_t n = (size_t)k->n, m = (size_t)k->m, all = (size_t)count;
  double *z = ptl_alloc(context, all * (n + m), sizeof *z), *u = z + all * n;
  ptl_status status = z != NULL ? PTL_OK : PTL_ERR_MEMORY;
  for (size_t c = 0; c < all && status == PTL_OK; c++)
    status = set_right(k, f + n * c, k->zero, u + m * c);
  if (k->m > 0 && status == PTL_OK)
    status = k->is_sparse ? ptl_kkt_sparse_solve_all(k, count, u, z)
                          : ptl_kkt_dense_solve_all(k, count, u, z);
  for (size_t c = 0; c < all && status == PTL_OK; c++)
    set_solution(k, f + n * c, z + n * c, x + n * c);
  ptl_free(context, z);
  return status;
}

/* What unit forces along the coordinates without mass do at the present state. */
static ptl_status find_massless(ptl_kkt *k, double *x) {
  const ptl_system *s = k->data->system;
  ptl_status status = PTL_OK;
  if (k->knows_massless) return PTL_OK;
  memset(k->force, 0, sizeof(double) * (size_t)k->n);
  for (int i = 0; i < s->n_massless && status == PTL_OK; i++) {
    k->force[s->massless[i]] = 1.0;
    status = solve_weighed(k, k->force, k->zero, x, NULL);
    k->force[s->massless[i]] = 0.0;
    ptl_massless_set_column(k->massless, i, x);
  }
  k->massless_pivot = ptl_massless_factor(k->massless, &k->massless_coordinate);
  k->knows_massless = status == PTL_OK;
  return status;
}

ptl_status ptl_kkt_solve(ptl_kkt *k, const double *f, const double *g, double *x, double *y) {
  if (k->massless == NULL || k->is_weighed || f == NULL) return solve_weighed(k, f, g, x, y);
  ptl_status status = find_massless(k, x);
  if (status == PTL_OK) status = solve_weighed(k, f, g, x, NULL);
  if (status != PTL_OK) return status;
  for (int i = 0; i < k->n; i++) k->force[i] = f[i];
  ptl_massless_add_forces(k->massless, x, k->force);
  return solve_weighed(k, k->force, g, x, y);
}

ptl_status ptl_kkt_solve_forces(ptl_kkt *k, int n_forces, const double *f, double *x) {
  ptl_context *context = k->data->context;
  const size_t n = (size_t)k->n, all = (size_t)n_forces;
  if (n_forces == 0) return PTL_OK;
  if (k->massless == NULL || k->is_weighed) return solve_all_weighed(k, n_forces, f, x);
  double *forces = ptl_alloc(context, all * n, sizeof *forces);
  ptl_status status = forces != NULL ? find_massless(k, x) : PTL_ERR_MEMORY;
  if (status == PTL_OK) status = solve_all_weighed(k, n_forces, f, x);
  if (status == PTL_OK) {
    memcpy(forces, f, sizeof *forces * all * n);
    for (size_t c = 0; c < all; c++)
      ptl_massless_add_forces(k->massless, x + n * c, forces + n * c);
    status = solve_all_weighed(k, n_forces, forces, x);
  }
  ptl_free(context, forces);
  return status;
}

double ptl_kkt_massless(ptl_kkt *k, int *coordinate) {
  if (k->massless == NULL || find_massless(k, k->z) != PTL_OK) return 1.0;
  *coordinate = k->massless_coordinate;
  return k->massless_pivot;
}

ptl_status ptl_kkt_rank(ptl_kkt *k, int *rank, int *order) {
  double *unit = ptl_alloc(k->data->context, PTL_KKT_WIDTH * (size_t)k->m, sizeof(double));
  if (unit == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < k->m; i++) {
    double norm = 0.0;
    for (int j = PTL_KKT_WIDTH * i; j < PTL_KKT_WIDTH * (i + 1); j++) {
      if (k->coordinates[j] < 0) continue;
      unit[j] = k->rows[j] / k->inverse_root_mass[k->coordinates[j]] /
                ptl_system_lever(k->data->system, k->coordinates[j]);
      norm += unit[j] * unit[j];
    }
    for (int j = PTL_KKT_WIDTH * i; j < PTL_KKT_WIDTH * (i + 1) && norm > 0.0; j++)
      unit[j] /= sqrt(norm);
  }
  ptl_status status = k->is_sparse ? ptl_kkt_sparse_rank(k, unit, rank, order)
                                   : ptl_kkt_dense_rank(k, unit, rank, order);
  ptl_free(k->data->context, unit);
  return status;
}
