/* tangent.c: residual and matrices of the linearised equations from those of the DAE. */
#include "tangent.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "dae.h"
#include "friction.h"
#include "mesh.h"

double *ptl_tangent_q(const ptl_tangent *g) {
  return g->y;
}

double *ptl_tangent_lambda(const ptl_tangent *g) {
  return g->y + 2 * g->n + g->m;
}

ptl_status ptl_tangent_create(ptl_data *data, ptl_tangent *g) {
  const ptl_system *s = data->system;
  const size_t n = (size_t)s->n_coordinates, m = (size_t)s->n_rows, f = (size_t)s->n_frictions;
  const size_t columns = m + f, big = n > columns ? n : columns;
  *g = (ptl_tangent){.data = data, .n = s->n_coordinates, .m = s->n_rows};
  const ptl_block blocks[] = {
      PTL_BLOCK(g->y, s->pattern.n), PTL_BLOCK(g->yp, s->pattern.n),
      PTL_BLOCK(g->r, s->pattern.n), PTL_BLOCK(g->values, s->pattern.nonzeros),
      PTL_BLOCK(g->lever, n),        PTL_BLOCK(g->force, n),
      PTL_BLOCK(g->phi, m),          PTL_BLOCK(g->stiffness, n * n),
      PTL_BLOCK(g->damping, n * n),  PTL_BLOCK(g->by_reaction, n * m),
      PTL_BLOCK(g->rows, n * m),     PTL_BLOCK(g->free, n * n),
      PTL_BLOCK(g->balance, n * n),  PTL_BLOCK(g->scratch, n * big),
      PTL_BLOCK(g->square, n * n),   PTL_BLOCK(g->right, big),
      PTL_BLOCK(g->pivots, big),     PTL_BLOCK(g->sticking, f),
      PTL_BLOCK(g->slips, n * f),    PTL_BLOCK(g->friction, f)};
  g->arrays = ptl_arena_create(data->context, blocks, sizeof blocks / sizeof *blocks);
  if (g->arrays == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < g->n; i++) g->lever[i] = ptl_system_lever(s, i);
  memcpy(g->y + s->first_state, s->z0, sizeof(double) * (size_t)s->n_states);
  g->has_reaction_forces = ptl_system_reactions_act(s);
  return PTL_OK;
}

void ptl_tangent_release(ptl_tangent *g) {
  if (g->data->friction_given == g->friction) g->data->friction_given = NULL;
  ptl_free(g->data->context, g->arrays);
}

int ptl_tangent_residual(ptl_tangent *g, double t) {
  if (ptl_eval_residual(g->data, t, g->y, g->yp, g->r)) return 1;
  for (int i = 0; i < g->n; i++) g->force[i] = -g->r[g->n + i] / g->lever[i];
  memcpy(g->phi, g->r + 2 * g->n, sizeof(double) * (size_t)g->m);
  return 0;
}

/* An entry of the Jacobian of the DAE into the matrix where it belongs. */
static void place(ptl_tangent *g, int row, int column, double value) {
  const int n = g->n, m = g->m, first_lambda = 2 * n + m;
  if (row >= n && row < 2 * n) {
    const int i = row - n;
    if (column < n)
      g->stiffness[(size_t)n * (size_t)column + (size_t)i] +=
          value / (g->lever[i] * g->lever[column]);
    else if (column < 2 * n)
      g->damping[(size_t)n * (size_t)(column - n) + (size_t)i] +=
          value / (g->lever[i] * g->lever[column - n]);
    else if (column >= first_lambda && column < first_lambda + m)
      g->by_reaction[(size_t)n * (size_t)(column - first_lambda) + (size_t)i] +=
          value / g->lever[i];
  } else if (row >= 2 * n && row < 2 * n + m && column < n) {
    g->rows[(size_t)m * (size_t)column + (size_t)(row - 2 * n)] += value / g->lever[column];
  }
}

/* What is left of x without its parts along `count` orthonormal vectors; its size relative to that
 * of x. */
static double reject(const double *vectors, int count, int n, double *x) {
  double before = 0.0, after = 0.0;
  for (int i = 0; i < n; i++) before += x[i] * x[i];
  for (int k = 0; k < count; k++, vectors += n) {
    double part = 0.0;
    for (int i = 0; i < n; i++) part += vectors[i] * x[i];
    for (int i = 0; i < n; i++) x[i] -= part * vectors[i];
  }
  for (int i = 0; i < n; i++) after += x[i] * x[i];
  return before > 0.0 ? sqrt(after / before) : 0.0;
}

static void normalise(int n, double *x) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += x[i] * x[i];
  for (int i = 0; i < n; i++) x[i] /= sqrt(sum);
}

/* A slip that differs from what constraints and other slips hold by no more than contacts give way,
 * as of two feet of one body on a floor, holds no more than these: it loses that part, so that the
 * least forces share the load. */
static void tie_slips(ptl_tangent *g) {
  static const double dependent = 1e-9, alike = 1e-3;
  const size_t n = (size_t)g->n;
  double *vectors = g->scratch, *next = vectors;
  int count = 0;
  for (int j = 0; j < g->m + g->n_sticking; j++) {
    double *slip = j < g->m ? NULL : g->slips + n * (size_t)(j - g->m);
    next = vectors + n * (size_t)count;
    for (size_t i = 0; i < n; i++)
      next[i] = slip != NULL ? slip[i] : g->rows[(size_t)g->m * i + (size_t)j];
    if (reject(vectors, count, g->n, next) > (slip != NULL ? alike : dependent)) {
      normalise(g->n, next);
      count++;
    } else if (slip != NULL) {
      for (size_t i = 0; i < n; i++) slip[i] -= next[i];
    }
  }
}

static void set_slips(ptl_tangent *g) {
  memset(g->slips, 0, sizeof(double) * (size_t)g->n * (size_t)g->n_sticking);
  for (int j = 0; j < g->n_sticking; j++) {
    double row[6], normal;
    const ptl_pair *pair =
        ptl_eval_slip_row(g->data, g->sticking[j], g->y, ptl_tangent_lambda(g), row, &normal);
    for (int k = 0; k < 6 && normal > 0.0; k++) {
      const int i = ptl_pair_coordinate(pair, k);
      if (i >= 0) g->slips[(size_t)g->n * (size_t)j + (size_t)i] += row[k] / g->lever[i];
    }
  }
  if (g->n_sticking > 0) tie_slips(g);
}

int ptl_tangent_matrices(ptl_tangent *g, double t) {
  const ptl_pattern *p = &g->data->system->pattern;
  const size_t n = (size_t)g->n, m = (size_t)g->m;
  if (ptl_eval_jacobian(g->data, t, 0.0, g->y, g->values)) return 1;
  memset(g->stiffness, 0, sizeof(double) * n * n);
  memset(g->damping, 0, sizeof(double) * n * n);
  memset(g->by_reaction, 0, sizeof(double) * n * m);
  memset(g->rows, 0, sizeof(double) * n * m);
  for (int j = 0; j < p->n; j++)
    for (int64_t e = p->column_start[j]; e < p->column_start[j + 1]; e++) {
      if (!isfinite(g->values[e])) return 1;
      place(g, (int)p->row_index[e], j, g->values[e]);
    }
  set_slips(g);
  return 0;
}
