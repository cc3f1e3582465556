/* start.c: consistent positions, velocities, accelerations and multipliers, and the rank of the
 * constraints, by dense orthogonal factorisations (LAPACKE). Works with redundant and singular
 * constraints: every solution is the one of least norm.                                       */
#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system.h"

/* Relative size below which a pivot counts as zero. */
static const double rank_tolerance = 1e-9;

/* Work space of one projection or solve: A = Phi_q M^-1/2, m x n. */
typedef struct dense {
  ptl_work *work;
  int n, m, big;
  double *matrix, *scaled, *gamma, *right, *root; /* root: M^-1/2, diagonal */
  int *pivots;
} dense;

static void dense_release(dense *d) {
  ptl_context *context = d->work->context;
  ptl_free(context, d->matrix);
  ptl_free(context, d->scaled);
  ptl_free(context, d->gamma);
  ptl_free(context, d->right);
  ptl_free(context, d->root);
  ptl_free(context, d->pivots);
}

static ptl_status dense_create(ptl_work *work, dense *d) {
  const ptl_system *s = work->system;
  ptl_context *context = work->context;
  *d = (dense){.work = work, .n = s->n_coordinates, .m = s->n_rows};
  d->big = d->n > d->m ? d->n : d->m;
  size_t n = (size_t)d->n, m = (size_t)d->m;
  d->matrix = ptl_alloc(context, n * m, sizeof(double));
  d->scaled = ptl_alloc(context, n * m, sizeof(double));
  d->gamma = ptl_alloc(context, m, sizeof(double));
  d->right = ptl_alloc(context, (size_t)d->big, sizeof(double));
  d->root = ptl_alloc(context, n, sizeof(double));
  d->pivots = ptl_alloc(context, (size_t)d->big, sizeof(int));
  if (!d->matrix || !d->scaled || !d->gamma || !d->right || !d->root || !d->pivots) {
    dense_release(d);
    return PTL_ERR_MEMORY;
  }
  for (int i = 0; i < d->n; i++) d->root[i] = sqrt(s->inverse_mass[i]);
  return PTL_OK;
}

/* Phi_q at (t, q, v) into d->matrix, and A into d->scaled. */
static void dense_evaluate(dense *d, double t, const double *q, const double *v) {
  ptl_work_place(d->work, t, q, v);
  ptl_eval_constraint_matrix(d->work, t, q, v, d->matrix, d->gamma);
  for (int i = 0; i < d->m; i++)
    for (int j = 0; j < d->n; j++)
      d->scaled[(size_t)i * (size_t)d->n + (size_t)j] =
          d->matrix[(size_t)i * (size_t)d->n + (size_t)j] * d->root[j];
}

/* Least-norm solution of A z = right (or A^T z = right when transposed), in place. Destroys A. */
static ptl_status dense_solve(dense *d, int transposed) {
  int rows = transposed ? d->n : d->m, columns = transposed ? d->m : d->n;
  lapack_int rank;
  if (transposed) { /* row-major A read as column-major is A^T */
    memset(d->pivots, 0, sizeof(int) * (size_t)d->big);
    if (LAPACKE_dgelsy(LAPACK_COL_MAJOR, rows, columns, 1, d->scaled, rows, d->right, d->big,
                       d->pivots, rank_tolerance, &rank) != 0)
      return ptl_fail(d->work->context, PTL_ERR_MEMORY, "LAPACK dgelsy failed");
    return PTL_OK;
  }
  memset(d->pivots, 0, sizeof(int) * (size_t)d->big);
  if (LAPACKE_dgelsy(LAPACK_ROW_MAJOR, rows, columns, 1, d->scaled, columns, d->right, 1, d->pivots,
                     rank_tolerance, &rank) != 0)
    return ptl_fail(d->work->context, PTL_ERR_MEMORY, "LAPACK dgelsy failed");
  return PTL_OK;
}

static int largest(const double *x, int n) {
  int best = 0;
  for (int i = 1; i < n; i++)
    if (!(fabs(x[i]) <= fabs(x[best]))) best = i;
  return best;
}

void ptl_row_name(const ptl_system *s, int row, char *text, size_t size) {
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    if (row < k->row || row >= k->row + k->n_rows) continue;
    snprintf(text, size, "%s, equation %d", k->name, row - k->row + 1);
    return;
  }
  snprintf(text, size, "row %d", row);
}

/* Newton steps of least mass-weighted length until Phi vanishes. */
static ptl_status project_position(dense *d, double t, double *q, const double *v) {
  ptl_work *work = d->work;
  const ptl_system *s = work->system;
  double previous = INFINITY, size = 0.0;
  for (int iteration = 0; iteration < 100; iteration++) {
    dense_evaluate(d, t, q, v);
    ptl_eval_constraints(work, t, q, v);
    size = fabs(work->phi[largest(work->phi, d->m)]);
    if (!isfinite(size)) break;
    if (size <= 1e-15 * s->length || (size <= 1e-12 * s->length && size >= 0.5 * previous))
      return PTL_OK;
    previous = size;
    for (int i = 0; i < d->m; i++) d->right[i] = -work->phi[i];
    if (dense_solve(d, 0) != PTL_OK) return PTL_ERR_MEMORY;
    for (int i = 0; i < d->n; i++) q[i] += d->root[i] * d->right[i];
  }
  if (size <= 1e-9 * s->length) return PTL_OK;
  char name[96];
  ptl_row_name(s, largest(work->phi, d->m), name, sizeof name);
  return ptl_fail(work->context, PTL_ERR_UNFIT,
                  "the mechanism cannot be assembled from the given placement: %s stays open by "
                  "%.6g (m or rad); check lengths and positions",
                  name, size);
}

/* The change of least kinetic energy that makes Phi_q v + Phi_t vanish. */
static ptl_status project_velocity(dense *d, double t, const double *q, double *v) {
  ptl_work *work = d->work;
  double before = 0.0, size = 0.0;
  for (int pass = 0; pass < 2; pass++) { /* the second pass removes rounding */
    dense_evaluate(d, t, q, v);
    ptl_eval_constraints(work, t, q, v);
    if (pass == 0) before = fabs(work->phi_rate[largest(work->phi_rate, d->m)]);
    for (int i = 0; i < d->m; i++) d->right[i] = -work->phi_rate[i];
    if (dense_solve(d, 0) != PTL_OK) return PTL_ERR_MEMORY;
    for (int i = 0; i < d->n; i++) v[i] += d->root[i] * d->right[i];
  }
  ptl_eval_constraints(work, t, q, v);
  int worst = largest(work->phi_rate, d->m);
  size = fabs(work->phi_rate[worst]);
  if (size <= 1e-8 * before || size < 1e-12) return PTL_OK;
  char name[96];
  ptl_row_name(work->system, worst, name, sizeof name);
  return ptl_fail(work->context, PTL_ERR_UNFIT,
                  "the mechanism is over-constrained: no velocities fit all drivers and joints, %s is "
                  "left with %.6g (m/s or rad/s)",
                  name, size);
}

/* M a + Phi_q^T lambda = Q, Phi_q a = gamma. With a = M^-1 Q - M^-1/2 z, A z = A M^-1/2 Q - gamma has
 * the least-norm solution z = A^T lambda.                                                     */
static ptl_status solve_accelerations(dense *d, double t, const double *q, const double *v,
                                      double *a, double *lambda) {
  ptl_work *work = d->work;
  const ptl_system *s = work->system;
  dense_evaluate(d, t, q, v);
  if (ptl_eval_forces(work, q, v))
    return ptl_fail(work->context, PTL_ERR_UNFIT,
                    "a force or contact law gives no finite number at the start");
  for (int i = 0; i < d->n; i++) a[i] = s->inverse_mass[i] * work->force[i];
  for (int i = 0; i < d->m; i++) {
    double sum = -d->gamma[i];
    for (int j = 0; j < d->n; j++) sum += d->matrix[(size_t)i * (size_t)d->n + (size_t)j] * a[j];
    d->right[i] = sum;
  }
  if (dense_solve(d, 0) != PTL_OK) return PTL_ERR_MEMORY;
  for (int i = 0; i < d->n; i++) a[i] -= d->root[i] * d->right[i];
  dense_evaluate(d, t, q, v);
  if (dense_solve(d, 1) != PTL_OK) return PTL_ERR_MEMORY;
  for (int i = 0; i < d->m; i++) lambda[i] = d->right[i];
  return PTL_OK;
}

ptl_status ptl_start_consistent(ptl_work *work, double t, double *q, double *v, double *a,
                                double *lambda) {
  dense d;
  ptl_status status = dense_create(work, &d);
  if (status != PTL_OK) return status;
  if (d.m > 0) status = project_position(&d, t, q, v);
  if (d.m > 0 && status == PTL_OK) status = project_velocity(&d, t, q, v);
  if (status == PTL_OK && d.m == 0) {
    ptl_work_place(work, t, q, v);
    ptl_eval_forces(work, q, v);
    for (int i = 0; i < d.n; i++) a[i] = work->system->inverse_mass[i] * work->force[i];
  } else if (status == PTL_OK) {
    status = solve_accelerations(&d, t, q, v, a, lambda);
  }
  dense_release(&d);
  return status;
}

/* Rank of the normalised rows of Phi_q by QR with column pivoting of its transpose; d->pivots lists
 * the rows, independent ones first.                                                           */
static ptl_status find_rank(dense *d, double t, const double *q, const double *v, int *rank) {
  const ptl_system *s = d->work->system;
  dense_evaluate(d, t, q, v);
  for (int i = 0; i < d->m; i++) {
    double *row = d->matrix + (size_t)i * (size_t)d->n, norm = 0.0;
    for (int j = 0; j < d->n; j++) {
      if (j % 3 == 2) row[j] /= s->length;
      norm += row[j] * row[j];
    }
    for (int j = 0; j < d->n && norm > 0.0; j++) row[j] /= sqrt(norm);
  }
  memset(d->pivots, 0, sizeof(int) * (size_t)d->big);
  if (LAPACKE_dgeqp3(LAPACK_COL_MAJOR, d->n, d->m, d->matrix, d->n, d->pivots, d->right) != 0)
    return ptl_fail(d->work->context, PTL_ERR_MEMORY, "LAPACK dgeqp3 failed");
  int most = d->n < d->m ? d->n : d->m;
  for (*rank = 0; *rank < most; ++*rank)
    if (fabs(d->matrix[(size_t)*rank * (size_t)d->n + (size_t)*rank]) <= rank_tolerance) break;
  return PTL_OK;
}

int ptl_start_weakest_row(ptl_work *work, double t, const double *q, const double *v) {
  dense d;
  int rank, row = -1;
  if (work->system->n_rows == 0 || dense_create(work, &d) != PTL_OK) return -1;
  if (find_rank(&d, t, q, v, &rank) == PTL_OK) row = d.pivots[d.m - 1] - 1;
  dense_release(&d);
  return row;
}

/* A position a little further along an admissible motion, to tell constraints that are redundant
 * everywhere from a start that happens to be singular. 0 if there is none.                     */
static int nearby_position(dense *d, const double *q, const double *v, double *near, double *drift) {
  const ptl_system *s = d->work->system;
  unsigned seed = 1;
  for (int i = 0; i < d->n; i++) {
    seed = seed * 1664525u + 1013904223u;
    drift[i] = ((double)(seed >> 8) / (double)(1u << 24) - 0.5) * (i % 3 == 2 ? 1.0 : s->length);
  }
  dense_evaluate(d, 0.0, q, v);
  for (int i = 0; i < d->m; i++) {
    d->right[i] = 0.0;
    for (int j = 0; j < d->n; j++)
      d->right[i] -= d->matrix[(size_t)i * (size_t)d->n + (size_t)j] * drift[j];
  }
  if (dense_solve(d, 0) != PTL_OK) return 0;
  for (int i = 0; i < d->n; i++) near[i] = q[i] + 0.02 * (drift[i] + d->root[i] * d->right[i]);
  return project_position(d, 0.0, near, v) == PTL_OK;
}

static ptl_status report_redundancy(dense *d, ptl_system *s, int rank) {
  ptl_assembly *out = &s->assembly;
  out->n_redundant = d->m - rank;
  ptl_redundancy *list = ptl_alloc(s->context, (size_t)out->n_redundant, sizeof *list);
  if (list == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < out->n_redundant; i++)
    ptl_row_name(s, d->pivots[rank + i] - 1, list[i].name, sizeof list[i].name);
  out->redundant = list;
  return PTL_OK;
}

static ptl_status find_redundancy(dense *d, ptl_system *s, const double *q, const double *v) {
  ptl_assembly *out = &s->assembly;
  int rank, rank_near = 0;
  ptl_status status = find_rank(d, 0.0, q, v, &rank);
  if (status != PTL_OK) return status;
  out->rank = rank;
  out->degrees_of_freedom = d->n - rank;
  if (rank == d->m) return PTL_OK;
  if (out->degrees_of_freedom > 0) {
    double *near = ptl_alloc(s->context, 2 * (size_t)d->n, sizeof(double));
    if (near == NULL) return PTL_ERR_MEMORY;
    if (nearby_position(d, q, v, near, near + d->n)) {
      status = find_rank(d, 0.0, near, v, &rank_near);
      if (status == PTL_OK && rank_near > rank) {
        out->degrees_of_freedom = d->n - rank_near;
        rank = rank_near;
      } else if (status == PTL_OK) {
        status = find_rank(d, 0.0, q, v, &rank);
      }
    }
    ptl_free(s->context, near);
  }
  return status == PTL_OK ? report_redundancy(d, s, rank) : status;
}

static void record_change(ptl_system *s, const double *q, const double *v) {
  ptl_assembly *out = &s->assembly;
  for (int i = 0; i < s->n_bodies; i++) {
    const double *p = s->q0 + 3 * i, *r = q + 3 * i, *w = v + 3 * i, *u = s->v0 + 3 * i;
    out->moved = fmax(out->moved, hypot(p[0] - r[0], p[1] - r[1]));
    out->turned = fmax(out->turned, fabs(p[2] - r[2]));
    out->moved_velocity = fmax(out->moved_velocity, hypot(u[0] - w[0], u[1] - w[1]));
  }
}

/* s->q0, s->v0 hold the start that is wanted; they are replaced by the nearest consistent one. */
ptl_status ptl_start_find(ptl_context *context, ptl_system *s, const double *given_q,
                          const double *given_v) {
  ptl_work *work;
  ptl_status status = ptl_work_create(context, s, &work);
  if (status != PTL_OK) return status;
  status = ptl_start_consistent(work, 0.0, s->q0, s->v0, s->a0, s->lambda0);
  dense d;
  if (status == PTL_OK) status = dense_create(work, &d);
  if (status == PTL_OK) {
    if (d.m > 0) status = find_redundancy(&d, s, s->q0, s->v0);
    if (d.m == 0) s->assembly.degrees_of_freedom = d.n;
    dense_release(&d);
  }
  if (status == PTL_OK) {
    ptl_work_place(work, 0.0, s->q0, s->v0);
    ptl_eval_constraints(work, 0.0, s->q0, s->v0);
    if (s->n_rows > 0) {
      s->assembly.position_residual = fabs(work->phi[largest(work->phi, s->n_rows)]);
      s->assembly.velocity_residual = fabs(work->phi_rate[largest(work->phi_rate, s->n_rows)]);
    }
    record_change(s, given_q, given_v);
  }
  ptl_work_destroy(work);
  return status;
}
