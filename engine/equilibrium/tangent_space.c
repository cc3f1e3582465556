/* tangent_space.c: directions that the constraints leave, reactions of least norm, the nearest
 * state on the constraints. */
#include <math.h>
#include <string.h>

#include "dense.h"
#include "largest.h"
#include "tangent.h"

/* Behind the n x m matrix in g->scratch, what sticks. */
static void add_slips(ptl_tangent *g) {
  memcpy(g->scratch + (size_t)g->n * (size_t)g->m, g->slips,
         sizeof(double) * (size_t)g->n * (size_t)g->n_sticking);
}

/* An orthonormal basis of what is normal to the columns of the n x m matrix in g->scratch and to
 * what sticks; *count: how many. */
static ptl_status find_basis(ptl_tangent *g, double *out, int *count) {
  add_slips(g);
  return ptl_dense_normal_basis(g->data->context, g->scratch, g->n, g->m + g->n_sticking, g->right,
                                g->pivots, out, count);
}

/* g->balance as the directions of the same space that are dual to g->free, W^T Z = 1: W^T f is then
 * what of a force is left along each free direction once the reactions have taken the rest, so that
 * the work along a displacement, and the sign of a stiffness, are those of the free directions. 0
 * where no force along some free direction is independent of the reactions. */
static int make_dual(ptl_tangent *g) {
  const size_t n = (size_t)g->n, f = (size_t)g->freedom;
  ptl_dense_multiply_transposed(g->balance, g->free, g->n, g->freedom, g->freedom, g->square);
  for (size_t i = 0; i < f; i++)
    for (size_t l = 0; l < n; l++) g->scratch[f * l + i] = g->balance[n * i + l];
  if (!ptl_dense_solve(g->square, g->freedom, g->n, g->scratch, g->pivots)) return 0;
  for (size_t i = 0; i < f; i++)
    for (size_t l = 0; l < n; l++) g->balance[n * i + l] = g->scratch[f * l + i];
  return 1;
}

ptl_status ptl_tangent_bases(ptl_tangent *g) {
  const size_t n = (size_t)g->n, m = (size_t)g->m;
  int count;
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < n; j++) g->scratch[n * i + j] = g->rows[m * j + i];
  ptl_status status = find_basis(g, g->free, &g->freedom);
  if (status != PTL_OK) return status;
  if (!g->has_reaction_forces) {
    memcpy(g->balance, g->free, sizeof(double) * n * (size_t)g->freedom);
    return PTL_OK;
  }
  memcpy(g->scratch, g->by_reaction, sizeof(double) * n * m);
  status = find_basis(g, g->balance, &count);
  if (status == PTL_OK && (count != g->freedom || (count > 0 && !make_dual(g))))
    status = ptl_fail(
        g->data->context, PTL_ERR_UNFIT,
        PTL_E(0308) "forces that depend on reactions make the reactions indeterminate there");
  return status;
}

ptl_status ptl_tangent_least_change(ptl_tangent *g, const double *right, double *x) {
  memcpy(g->scratch, g->rows, sizeof(double) * (size_t)g->n * (size_t)g->m);
  memcpy(g->right, right, sizeof(double) * (size_t)g->m);
  const ptl_status status =
      ptl_dense_least_norm(g->data->context, g->scratch, g->m, g->n, g->right, g->pivots);
  memcpy(x, g->right, sizeof(double) * (size_t)g->n);
  return status;
}

ptl_status ptl_tangent_project(ptl_tangent *g, double t) {
  const double length = g->data->system->length;
  double previous = INFINITY, size = 0.0, *x = g->square;
  if (g->m == 0) return PTL_OK;
  for (int iteration = 0; iteration < 50; iteration++) {
    if (ptl_tangent_residual(g, t) || ptl_tangent_matrices(g, t)) return PTL_ERR_UNFIT;
    size = ptl_largest(g->phi, g->m);
    if (size <= 1e-15 * length || (size <= 1e-12 * length && size >= 0.5 * previous)) return PTL_OK;
    previous = size;
    for (int i = 0; i < g->m; i++) g->phi[i] = -g->phi[i];
    const ptl_status status = ptl_tangent_least_change(g, g->phi, x);
    if (status != PTL_OK) return status;
    for (int i = 0; i < g->n; i++) g->y[i] += x[i] / g->lever[i];
  }
  return size <= 1e-9 * length ? PTL_OK : PTL_ERR_UNFIT;
}

/* The largest force of one reaction. */
static double find_reaction_scale(const ptl_tangent *g, const double *lambda) {
  double scale = 0.0;
  for (int j = 0; j < g->m; j++)
    scale =
        fmax(scale, fabs(lambda[j]) * ptl_largest(g->by_reaction + (size_t)g->n * (size_t)j, g->n));
  return scale;
}

ptl_status ptl_tangent_balance(ptl_tangent *g, double t) {
  const int n = g->n, m = g->m;
  double *lambda = ptl_tangent_lambda(g);
  /* Meshes' forces depend on the size of a reaction: a second pass has them; a third the
   * rounding. */
  const int passes = m + g->n_sticking == 0 ? 0 : g->has_reaction_forces ? 4 : 2;
  memset(lambda, 0, sizeof(double) * (size_t)m);
  for (int j = 0; j < g->n_sticking; j++) g->friction[g->sticking[j]] = 0.0;
  if (ptl_tangent_residual(g, t)) return PTL_ERR_UNFIT;
  for (int pass = 0; pass < passes; pass++) {
    if (ptl_tangent_matrices(g, t)) return PTL_ERR_UNFIT;
    memcpy(g->scratch, g->by_reaction, sizeof(double) * (size_t)n * (size_t)m);
    memcpy(g->right, g->force, sizeof(double) * (size_t)n);
    add_slips(g);
    const ptl_status status = ptl_dense_least_norm(g->data->context, g->scratch, n,
                                                   m + g->n_sticking, g->right, g->pivots);
    if (status != PTL_OK) return status;
    for (int i = 0; i < m; i++) lambda[i] += g->right[i];
    for (int j = 0; j < g->n_sticking; j++) g->friction[g->sticking[j]] += g->right[m + j];
    if (ptl_tangent_residual(g, t)) return PTL_ERR_UNFIT;
  }
  if (ptl_tangent_matrices(g, t)) return PTL_ERR_UNFIT;
  g->reaction_scale = find_reaction_scale(g, lambda);
  return PTL_OK;
}
