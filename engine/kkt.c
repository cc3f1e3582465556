/* kkt.c: the common part of the dense and the sparse way: scaling by the masses. */
#include "kkt.h"

#include <math.h>
#include <string.h>

void ptl_kkt_destroy(ptl_kkt *k) {
  if (k == NULL) return;
  ptl_context *context = k->work->context;
  if (k->own != NULL && k->sparse) ptl_kkt_sparse_destroy(k);
  if (k->own != NULL && !k->sparse) ptl_kkt_dense_destroy(k);
  ptl_free(context, k->root);
  ptl_free(context, k->rows);
  ptl_free(context, k->places);
  ptl_free(context, k->z);
  ptl_free(context, k->u);
  ptl_free(context, k);
}

static void find_places(ptl_kkt *k) {
  const ptl_system *s = k->work->system;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *c = &s->constraints[i];
    for (int j = 0; j < 6 * c->n_rows; j++) {
      int body = j % 6 < 3 ? c->pair.a.body : c->pair.b.body;
      k->places[6 * c->row + j] = body < 0 ? -1 : 3 * body + j % 3;
    }
  }
}

ptl_status ptl_kkt_create(ptl_work *work, int sparse, ptl_kkt **out) {
  const ptl_system *s = work->system;
  ptl_context *context = work->context;
  *out = NULL;
  ptl_kkt *k = ptl_alloc(context, 1, sizeof *k);
  if (k == NULL) return PTL_ERR_MEMORY;
  k->work = work;
  k->n = s->n_coordinates;
  k->m = s->n_rows;
  k->sparse = sparse < 0 ? k->m > PTL_KKT_DENSE_ROWS : sparse;
  size_t n = (size_t)k->n, m = (size_t)k->m;
  k->root = ptl_alloc(context, n, sizeof(double));
  k->rows = ptl_alloc(context, 6 * m, sizeof(double));
  k->places = ptl_alloc(context, 6 * m, sizeof(int));
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
  const ptl_system *s = k->work->system;
  ptl_work_place(k->work, t, q, v);
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *c = &s->constraints[i];
    ptl_pair_state state;
    ptl_scalar f[PTL_MAX_CONSTRAINTS];
    double rows[PTL_MAX_CONSTRAINTS][6];
    ptl_eval_constraint(k->work, i, t, q, v, &state, f, rows);
    for (int j = 0; j < 6 * c->n_rows; j++) {
      int place = k->places[6 * c->row + j];
      double entry = place < 0 ? 0.0 : rows[j / 6][j % 6] * k->root[place];
      if (!isfinite(entry))
        return ptl_fail(k->work->context, PTL_ERR_UNFIT, "%s gives no finite derivative", c->name);
      k->rows[6 * c->row + j] = entry;
    }
  }
  return PTL_OK;
}

void ptl_kkt_rates(const ptl_kkt *k, const double *x, double *rates) {
  for (int i = 0; i < k->m; i++) {
    rates[i] = 0.0;
    for (int j = 6 * i; j < 6 * i + 6; j++)
      if (k->places[j] >= 0) rates[i] += k->rows[j] / k->root[k->places[j]] * x[k->places[j]];
  }
}

/* With z = M^1/2 x - M^-1/2 f: A z = g - A M^-1/2 f, and A^T y = -z. */
ptl_status ptl_kkt_solve(ptl_kkt *k, const double *f, const double *g, double *x, double *y) {
  for (int i = 0; i < k->m; i++) {
    k->u[i] = g[i];
    for (int j = 6 * i; f != NULL && j < 6 * i + 6; j++)
      if (k->places[j] >= 0) k->u[i] -= k->rows[j] * k->root[k->places[j]] * f[k->places[j]];
  }
  memset(k->z, 0, sizeof(double) * (size_t)k->n);
  ptl_status status = PTL_OK;
  if (k->m > 0)
    status = k->sparse ? ptl_kkt_sparse_solve(k, k->u, k->z, y) : ptl_kkt_dense_solve(k, k->u, k->z, y);
  if (status != PTL_OK) return status;
  for (int i = 0; i < k->n; i++)
    x[i] = k->root[i] * (k->z[i] + (f != NULL ? k->root[i] * f[i] : 0.0));
  return PTL_OK;
}

ptl_status ptl_kkt_rank(ptl_kkt *k, int *rank, int *order) {
  double length = k->work->system->length;
  double *unit = ptl_alloc(k->work->context, 6 * (size_t)k->m, sizeof(double));
  if (unit == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < k->m; i++) {
    double norm = 0.0;
    for (int j = 6 * i; j < 6 * i + 6; j++) {
      if (k->places[j] < 0) continue;
      unit[j] = k->rows[j] / k->root[k->places[j]] / (k->places[j] % 3 == 2 ? length : 1.0);
      norm += unit[j] * unit[j];
    }
    for (int j = 6 * i; j < 6 * i + 6 && norm > 0.0; j++) unit[j] /= sqrt(norm);
  }
  ptl_status status = k->sparse ? ptl_kkt_sparse_rank(k, unit, rank, order)
                                : ptl_kkt_dense_rank(k, unit, rank, order);
  ptl_free(k->work->context, unit);
  return status;
}
