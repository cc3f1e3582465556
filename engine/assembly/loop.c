/* loop.c: see loop.h. */
#include "loop.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "constraint.h"
#include "dense.h"
#include "largest.h"
#include "state.h"

/* Least share of a row, as a force or a moment over the length of the mechanism, with which it
 * belongs to a loop. */
static const double least_share = 1e-3;

static int is_angle(const ptl_sys_constraint *k, int equation) {
  return k->type != NULL ? k->kinds[equation] == PTL_CONSTRAINT_ANGLE
                         : k->measured == PTL_MEASURED_ANGLE;
}

/* The largest share of the element's rows; *equation: whose it is. */
static double share_of(const ptl_system *s, const ptl_sys_constraint *k, const double *open,
                       int *equation) {
  double largest = -1.0;
  for (int i = 0; i < k->n_rows; i++) {
    const double share = fabs(open[k->row + i]) / (is_angle(k, i) ? s->length : 1.0);
    if (share <= largest) continue;
    largest = share;
    *equation = i;
  }
  return largest;
}

static double largest_share(const ptl_system *s, const double *open) {
  double largest = 0.0;
  int equation;
  for (int i = 0; i < s->n_constraints; i++)
    largest = fmax(largest, share_of(s, &s->constraints[i], open, &equation));
  return largest;
}

/* A coupling is two elements of one row. */
static int is_member(const ptl_system *s, int index, const double *open, double largest) {
  const ptl_sys_constraint *k = &s->constraints[index];
  int equation;
  return !k->adds_to_previous && share_of(s, k, open, &equation) > least_share * largest;
}

void ptl_loop_names(const ptl_system *s, const double *open, char *text, size_t size) {
  enum { MOST_NAMES = 8 };
  const double largest = largest_share(s, open);
  int n = 0, named = 0;
  size_t used = 0;
  *text = '\0';
  for (int i = 0; i < s->n_constraints; i++) n += is_member(s, i, open, largest);
  for (int i = 0; i < s->n_constraints && named < MOST_NAMES; i++) {
    if (!is_member(s, i, open, largest)) continue;
    const char *before = named == 0 ? "" : named == n - 1 ? " and " : ", ";
    const int length = snprintf(text + used, size - used, "%s'%s'", before, s->constraints[i].name);
    if (length < 0 || (size_t)length >= size - used) break;
    used += (size_t)length;
    named++;
  }
  if (named < n) snprintf(text + used, size - used, " and %d more", n - named);
}

/* ------------------------------------------------------------------ where least is left */

enum { MOST_COORDINATES = 300, MOST_STEPS = 200 };

typedef struct approach {
  ptl_data *data;
  ptl_kkt *kkt;
  int n, m;
  double *jacobian; /* m x n, by columns */
  double *normal;   /* n x n */
  double *unit, *x, *tried;
  int *pivots;
  double damping;
} approach;

static double square(ptl_data *data, double t, const double *q, const double *v, int m) {
  double sum = 0.0;
  ptl_data_set_state(data, t, q, v);
  ptl_eval_constraints(data, q, v);
  for (int i = 0; i < m; i++) sum += data->phi[i] * data->phi[i];
  return sum;
}

/* One step of Levenberg and Marquardt's: (J'J + damping D) x = -J' Phi, with D 1 for places and the
 * length squared for angles. Returns 0 where it leads nowhere. */
static int step(approach *a, double t, double *q, const double *v, double *sum) {
  const double length = a->data->system->length;
  for (int i = 0; i < a->n; i++) {
    memset(a->unit, 0, sizeof(double) * (size_t)a->n);
    a->unit[i] = 1.0;
    ptl_kkt_rates(a->kkt, a->unit, a->jacobian + (size_t)i * (size_t)a->m);
  }
  for (; a->damping < 1e12; a->damping *= 10.0) {
    ptl_dense_multiply_transposed(a->jacobian, a->jacobian, a->m, a->n, a->n, a->normal);
    ptl_dense_multiply_transposed(a->jacobian, a->data->phi, a->m, a->n, 1, a->x);
    for (int i = 0; i < a->n; i++) {
      a->x[i] = -a->x[i];
      a->normal[i * (a->n + 1)] += a->damping * (i % 3 == 2 ? length * length : 1.0);
    }
    if (!ptl_dense_solve(a->normal, a->n, 1, a->x, a->pivots)) continue;
    for (int i = 0; i < a->n; i++) a->tried[i] = q[i] + a->x[i];
    const double reached = square(a->data, t, a->tried, v, a->m);
    const int better = reached < *sum * (1.0 - 1e-12);
    if (better) {
      memcpy(q, a->tried, sizeof(double) * (size_t)a->n);
      *sum = reached;
      a->damping = fmax(a->damping / 10.0, 1e-12);
      return 1;
    }
    square(a->data, t, q, v, a->m);
  }
  return 0;
}

ptl_status ptl_loop_approach(ptl_data *data, ptl_kkt *kkt, double t, double *q, const double *v) {
  const ptl_system *s = data->system;
  approach a = {.data = data, .kkt = kkt, .n = s->n_coordinates, .m = s->n_rows, .damping = 1e-4};
  const size_t n = (size_t)a.n;
  if (a.n > MOST_COORDINATES) return PTL_OK;
  const ptl_block blocks[] = {PTL_BLOCK(a.jacobian, n * (size_t)a.m),
                              PTL_BLOCK(a.normal, n * n),
                              PTL_BLOCK(a.unit, n),
                              PTL_BLOCK(a.x, n),
                              PTL_BLOCK(a.tried, n),
                              PTL_BLOCK(a.pivots, n)};
  void *arrays = ptl_arena_create(data->context, blocks, sizeof blocks / sizeof *blocks);
  if (arrays == NULL) return PTL_ERR_MEMORY;
  ptl_status status = PTL_OK;
  double sum = square(data, t, q, v, a.m);
  for (int i = 0; i < MOST_STEPS && status == PTL_OK && isfinite(sum); i++) {
    status = ptl_kkt_set(kkt, t, q, v);
    if (status == PTL_OK && !step(&a, t, q, v, &sum)) break;
  }
  square(data, t, q, v, a.m);
  ptl_free(data->context, arrays);
  return status;
}

/* ------------------------------------------------------------------ messages */

/* Where a joint, coupling or driver stands in the model file. */
static ptl_where place_of(const ptl_data *data, const char *name) {
  return ptl_where_of(data->system->mechanism, "joints", name);
}

/* If the loop were opened at this row alone, the sum of what all its rows are open by would be
 * there: the combination of rows is the residual itself, and its product with the residual the same
 * for all positions near by. */
static double gap_at(const ptl_data *data, const double *open, int row) {
  double sum = 0.0;
  for (int i = 0; i < data->system->n_rows; i++) sum += open[i] * open[i];
  return sum / fabs(open[row]);
}

ptl_status ptl_loop_fail_open(const ptl_data *data, const double *open) {
  const ptl_system *s = data->system;
  const ptl_sys_constraint *worst = &s->constraints[0];
  char names[400];
  int equation = 0, found = 0;
  for (int i = 0; i < s->n_constraints; i++)
    if (!s->constraints[i].adds_to_previous &&
        share_of(s, &s->constraints[i], open, &found) > share_of(s, worst, open, &equation))
      worst = &s->constraints[i];
  share_of(s, worst, open, &equation);
  const double gap = gap_at(data, open, worst->row + equation);
  const int turns = is_angle(worst, equation);
  ptl_loop_names(s, open, names, sizeof names);
  ptl_fail_at(s->mechanism, place_of(data, worst->name), PTL_ERR_UNFIT,
           PTL_E(0301) "the mechanism cannot be assembled from the given placement: %s do not close; opened at "
           "'%s', %.6g %s are missing there (equation %d); check lengths and positions",
           names, worst->name, turns ? gap * 180.0 / acos(-1.0) : 1e3 * gap, turns ? "deg" : "mm",
           equation + 1);
  ptl_error_element(data->context, "constraint", worst->name);
  return PTL_ERR_UNFIT;
}

/* Rows of joints and couplings, without those of drivers. */
static int n_joint_rows(const ptl_system *s) {
  int n = 0;
  for (int i = 0; i < s->n_constraints; i++)
    if (s->constraints[i].motion < 0 && !s->constraints[i].adds_to_previous)
      n += s->constraints[i].n_rows;
  return n;
}

ptl_status ptl_loop_fail_velocities(const ptl_data *data, const double *open) {
  const ptl_system *s = data->system;
  const double largest = largest_share(s, open);
  const ptl_sys_constraint *joint = NULL, *motion = NULL;
  char names[400];
  int n_motions = 0;
  for (int i = 0; i < s->n_constraints; i++) {
    if (!is_member(s, i, open, largest)) continue;
    const ptl_sys_constraint *k = &s->constraints[i];
    n_motions += k->motion >= 0;
    *(k->motion >= 0 ? &motion : &joint) = k;
  }
  ptl_loop_names(s, open, names, sizeof names);
  const double size = ptl_largest(open, s->n_rows);
  if (motion != NULL && n_motions == 1 && n_joint_rows(s) < s->n_coordinates) {
    ptl_fail_at(s->mechanism, place_of(data, motion->name), PTL_ERR_UNFIT,
             PTL_E(0302) "no velocities fit all drivers and joints: %s leave '%s' no freedom in this position, a dead "
                         "point (%.6g m/s or rad/s are left), or are one too many",
             names, motion->name, size);
    ptl_error_element(data->context, "constraint", motion->name);
    return PTL_ERR_UNFIT;
  }
  const ptl_sys_constraint *last = n_motions != 1 && motion != NULL ? motion : joint;
  const char *name = last != NULL ? last->name : "";
  ptl_fail_at(s->mechanism, place_of(data, name), PTL_ERR_UNFIT,
           PTL_E(0302) "the mechanism is over-constrained: no velocities fit all drivers and joints; of %s one is too "
                       "many, such as '%s' (%.6g m/s or rad/s are left)",
           names, name, size);
  ptl_error_element(data->context, "constraint", name);
  return PTL_ERR_UNFIT;
}
