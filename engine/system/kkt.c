/* kkt.c: the common part of the dense and the sparse way: scaling by the masses. */
#include "kkt.h"

#include <math.h>
#include <string.h>

void ptl_kkt_destroy(ptl_kkt *k) {
  if (k == NULL) return;
  ptl_context *context = k->data->context;
  if (k->own != NULL && k->sparse) ptl_kkt_sparse_destroy(k);
  if (k->own != NULL && !k->sparse) ptl_kkt_dense_destroy(k);
  ptl_free(context, k->root);
  ptl_free(context, k->rows);
  ptl_free(context, k->places);
  ptl_free(context, k->z);
  ptl_free(context, k->u);
  ptl_free(context, k);
}

/* Where `place` stands among the coordinates of a row, or the first free entry. */
static int entry_of(const ptl_kkt *k, int row, int place) {
  int entry = PTL_KKT_WIDTH * row;
  while (k->places[entry] >= 0 && k->places[entry] != place) entry++;
  return entry;
}

static void find_places(ptl_kkt *k) {
  const ptl_system *s = k->data->system;
  for (int j = 0; j < PTL_KKT_WIDTH * k->m; j++) k->places[j] = -1;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *c = &s->constraints[i];
    for (int j = 0; j < 6 * c->n_rows; j++) {
      int place = ptl_pair_coordinate(&c->pair, j % 6);
      if (place >= 0) k->places[entry_of(k, c->row + j / 6, place)] = place;
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
  k->sparse = sparse < 0 ? k->m > PTL_KKT_DENSE_ROWS : sparse;
  size_t n = (size_t)k->n, m = (size_t)k->m;
  k->root = ptl_alloc(context, n, sizeof(double));
  k->rows = ptl_alloc(context, PTL_KKT_WIDTH * m, sizeof(double));
  k->places = ptl_alloc(context, PTL_KKT_WIDTH * m, sizeof(int));
  k->z = ptl_alloc(context, n, sizeof(double));
  k->u = ptl_alloc(context, m, sizeof(double));
  ptl_status status = k->root && k->rows && k->places && k->z && k->u ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK) {
    for (int i = 0; i < k->n; i++) k->root[i] = sqrt(s->inverse_mass[i]);
    find_places(k);
    status = k->sparse ? ptl_kkt_sparse_create(k) : ptl_kkt_dense_create(k);
  }
  if (status != PTL_OK) {
    ptl_kkt_destroy(k);
    return status;
  }
  *out = k;
  return PTL_OK;
}

ptl_status ptl_kkt_set(ptl_kkt *k, double t, const double *q, const double *v) {
  const ptl_system *s = k->data->system;
  ptl_data_place(k->data, t, q, v);
  memset(k->rows, 0, sizeof(double) * PTL_KKT_WIDTH * (size_t)k->m);
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *c = &s->constraints[i];
    ptl_constraint_eval element;
    ptl_eval_constraint(k->data, i, q, v, &element);
    for (int j = 0; j < 6 * c->n_rows; j++) {
      int place = ptl_pair_coordinate(&c->pair, j % 6);
      if (place < 0) continue;
      double entry = element.rows[j / 6][j % 6] * k->root[place];
      if (!isfinite(entry))
        return ptl_fail(k->data->context, PTL_ERR_UNFIT, "%s gives no finite derivative", c->name);
      double *out = &k->rows[entry_of(k, c->row + j / 6, place)];
      *out = c->adds ? *out + entry : entry;
    }
  }
  return PTL_OK;
}

void ptl_kkt_rates(const ptl_kkt *k, const double *x, double *rates) {
  for (int i = 0; i < k->m; i++) {
    rates[i] = 0.0;
    for (int j = PTL_KKT_WIDTH * i; j < PTL_KKT_WIDTH * (i + 1); j++)
      if (k->places[j] >= 0) rates[i] += k->rows[j] / k->root[k->places[j]] * x[k->places[j]];
  }
}

/* With z = M^1/2 x - M^-1/2 f: A z = g - A M^-1/2 f, and A^T y = -z. */
ptl_status ptl_kkt_solve(ptl_kkt *k, const double *f, const double *g, double *x, double *y) {
  for (int i = 0; i < k->m; i++) {
    k->u[i] = g[i];
    for (int j = PTL_KKT_WIDTH * i; f != NULL && j < PTL_KKT_WIDTH * (i + 1); j++)
      if (k->places[j] >= 0) k->u[i] -= k->rows[j] * k->root[k->places[j]] * f[k->places[j]];
  }
  memset(k->z, 0, sizeof(double) * (size_t)k->n);
  ptl_status status = PTL_OK;
  if (k->m > 0)
    status =
        k->sparse ? ptl_kkt_sparse_solve(k, k->u, k->z, y) : ptl_kkt_dense_solve(k, k->u, k->z, y);
  if (status != PTL_OK) return status;
  for (int i = 0; i < k->n; i++)
    x[i] = k->root[i] * (k->z[i] + (f != NULL ? k->root[i] * f[i] : 0.0));
  return PTL_OK;
}

ptl_status ptl_kkt_rank(ptl_kkt *k, int *rank, int *order) {
  double length = k->data->system->length;
  double *unit = ptl_alloc(k->data->context, PTL_KKT_WIDTH * (size_t)k->m, sizeof(double));
  if (unit == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < k->m; i++) {
    double norm = 0.0;
    for (int j = PTL_KKT_WIDTH * i; j < PTL_KKT_WIDTH * (i + 1); j++) {
      if (k->places[j] < 0) continue;
      unit[j] = k->rows[j] / k->root[k->places[j]] / (k->places[j] % 3 == 2 ? length : 1.0);
      norm += unit[j] * unit[j];
    }
    for (int j = PTL_KKT_WIDTH * i; j < PTL_KKT_WIDTH * (i + 1) && norm > 0.0; j++)
      unit[j] /= sqrt(norm);
  }
  ptl_status status = k->sparse ? ptl_kkt_sparse_rank(k, unit, rank, order)
                                : ptl_kkt_dense_rank(k, unit, rank, order);
  ptl_free(k->data->context, unit);
  return status;
}
