/* start_rest.c: starts at the equilibrium, and with gaps just closed. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "dense.h"
#include "equilibrium.h"
#include "friction.h"
#include "gap.h"
#include "largest.h"
#include "start.h"
#include "state.h"

/* ---------------------------------------------------------------- equilibrium */

static ptl_status find_rest(ptl_tangent *g, ptl_system *s) {
  const ptl_equilibrium_search search = ptl_equilibrium_search_default();
  ptl_equilibrium_found found;
  ptl_status status = ptl_equilibrium_find(g, &search, &found);
  if (status == PTL_ERR_UNFIT) ptl_prefix_message(s->context, "run 'start: equilibrium': ");
  if (status != PTL_OK) return status;
  memcpy(s->q0, ptl_tangent_q(g), sizeof(double) * (size_t)s->n_coordinates);
  for (int i = 0; i < s->n_frictions; i++) {
    double row[6], normal;
    ptl_eval_slip_row(g->data, i, s->q0, ptl_tangent_lambda(g), row, &normal);
    ptl_eval_bent_state(g->data, i, normal, g->friction[i], s->z0 + s->frictions[i].state);
  }
  return PTL_OK;
}

/* ---------------------------------------------------------------- touching */

enum { MAX_ITERATIONS = 60 };

typedef struct closing {
  ptl_tangent *g;
  int *gaps, n;         /* those that are to be closed */
  double *rows, *right; /* n_rows + n by n_coordinates, and as many */
  int *pivots;
  void *arrays;
} closing;

/* The gaps of a set that the model wants closed; returns whether it names any of any joint. */
static int take_named_gaps(closing *c) {
  const ptl_system *s = c->g->data->system;
  int any = 0;
  for (int i = 0; i < s->mechanism->n_joints; i++) any |= s->mechanism->joints[i].touching != 0;
  for (int i = 0; i < s->n_gap_sets && any; i++) {
    const ptl_sys_gap_set *set = &s->gap_sets[i];
    const int joint = ptl_find_joint(s->mechanism, set->name);
    for (int j = 0; j < set->n_gaps; j++)
      if (s->mechanism->joints[joint].touching & 1u << set->gap[j])
        c->gaps[c->n++] = set->first_gap + j;
  }
  return any;
}

/* Those, or per joint with clearance the gap that is nearest to touching, at q. */
static void choose_gaps(closing *c, const double *q, const double *v) {
  const ptl_data *data = c->g->data;
  ptl_gap_eval gaps[PTL_MAX_GAPS];
  c->n = 0;
  if (take_named_gaps(c)) return;
  for (int i = 0; i < data->system->n_gap_sets; i++) {
    const ptl_sys_gap_set *set = &data->system->gap_sets[i];
    int nearest = -1;
    if (set->are_stops) continue;
    ptl_eval_gaps(data, i, q, v, gaps);
    for (int j = 0; j < set->n_gaps; j++)
      if (isfinite(gaps[j].depth) && (nearest < 0 || gaps[j].depth > gaps[nearest].depth))
        nearest = j;
    if (nearest >= 0) c->gaps[c->n++] = set->first_gap + nearest;
  }
}

/* Depth of a gap, and its gradient by the scaled coordinates into row k of the matrix with `height`
 * rows. */
static double set_gap_row(closing *c, int gap, int k, int height) {
  const ptl_tangent *g = c->g;
  const ptl_sys_gap_set *set = &g->data->system->gap_sets[g->data->system->gaps[gap].gap_set];
  ptl_pair_state state;
  ptl_gap gaps[PTL_MAX_GAPS];
  double d[3], row[6];
  ptl_pair_set_pose(&set->pair, g->y, g->data->rotations, &state);
  ptl_gap_set_eval(set, &state.pose, gaps);
  ptl_gap_gradient(&gaps[gap - set->first_gap], &state.pose, d);
  ptl_pair_gradient(&state, d, row);
  for (int e = 0; e < 6; e++) {
    const int coordinate = ptl_pair_coordinate(&set->pair, e);
    if (coordinate >= 0)
      c->rows[(size_t)height * (size_t)coordinate + (size_t)k] += row[e] / g->lever[coordinate];
  }
  return gaps[gap - set->first_gap].depth;
}

/* One step of least length that closes the gaps and keeps the constraints; *left: what was open
 * before it. */
static ptl_status take_step(closing *c, double *left) {
  ptl_tangent *g = c->g;
  const int n = g->n, height = g->m + c->n;
  ptl_data_set_unknowns(g->data, 0.0, g->y);
  if (ptl_tangent_residual(g, 0.0) || ptl_tangent_matrices(g, 0.0)) return PTL_ERR_UNFIT;
  memset(c->rows, 0, sizeof(double) * (size_t)height * (size_t)n);
  for (int j = 0; j < n; j++)
    for (int i = 0; i < g->m; i++)
      c->rows[(size_t)height * (size_t)j + (size_t)i] =
          g->rows[(size_t)g->m * (size_t)j + (size_t)i];
  for (int i = 0; i < g->m; i++) c->right[i] = -g->phi[i];
  for (int i = 0; i < c->n; i++) c->right[g->m + i] = -set_gap_row(c, c->gaps[i], g->m + i, height);
  *left = ptl_largest(c->right, height);
  const ptl_status status =
      ptl_dense_least_norm(g->data->context, c->rows, height, n, c->right, c->pivots);
  if (status != PTL_OK) return status;
  for (int i = 0; i < n; i++) g->y[i] += c->right[i] / g->lever[i];
  return PTL_OK;
}

/* A hundredth of the largest clearance along the force that nothing balances: concentric surfaces
 * have no normal, and are closed where the parts would fall. */
static ptl_status begin_to_fall(closing *c) {
  ptl_tangent *g = c->g;
  double open = 0.0;
  ptl_status status = ptl_tangent_balance(g, 0.0);
  const double largest = status == PTL_OK ? ptl_largest(g->force, g->n) : 0.0;
  if (!(largest > 0.0)) return status;
  memset(c->rows, 0, sizeof(double) * (size_t)(g->m + c->n) * (size_t)g->n);
  for (int i = 0; i < c->n; i++)
    open = fmax(open, fabs(set_gap_row(c, c->gaps[i], 0, g->m + c->n)));
  for (int i = 0; i < g->n; i++) g->y[i] += 0.01 * open * g->force[i] / (largest * g->lever[i]);
  return status;
}

static ptl_status fail_to_touch(const closing *c, double left) {
  const ptl_system *s = c->g->data->system;
  const ptl_sys_gap *gap = &s->gaps[c->gaps[0]];
  return ptl_fail_at(s->mechanism, ptl_where_of(s->mechanism, "joints", gap->joint), PTL_ERR_UNFIT,
                  PTL_E(0301) "run 'start: touching': %d gaps, the first being %s.%s, cannot be closed at once, %.6g m "
                  "are left; place the parts nearer to where they touch, or name by 'touching' those that do",
                  c->n, gap->joint, gap->name, left);
}

static ptl_status close_gaps(ptl_tangent *g, ptl_system *s) {
  closing c = {.g = g};
  const size_t height = (size_t)(s->n_rows + s->n_gaps), n = (size_t)s->n_coordinates;
  const ptl_block blocks[] = {PTL_BLOCK(c.gaps, s->n_gaps), PTL_BLOCK(c.rows, height * n),
                              PTL_BLOCK(c.right, height > n ? height : n), PTL_BLOCK(c.pivots, n)};
  c.arrays = ptl_arena_create(s->context, blocks, sizeof blocks / sizeof *blocks);
  if (c.arrays == NULL) return PTL_ERR_MEMORY;
  ptl_data_set_unknowns(g->data, 0.0, g->y);
  choose_gaps(&c, g->y, g->y + g->n);
  ptl_status status = c.n > 0 ? begin_to_fall(&c) : PTL_OK;
  double left = INFINITY;
  if (status == PTL_OK) {
    ptl_data_set_unknowns(g->data, 0.0, g->y);
    choose_gaps(&c, g->y, g->y + g->n);
  }
  for (int i = 0; i < MAX_ITERATIONS && status == PTL_OK && left > 1e-14 * s->length; i++)
    status = take_step(&c, &left);
  if (status == PTL_ERR_UNFIT || (status == PTL_OK && left > 1e-9 * s->length))
    status = fail_to_touch(&c, left);
  if (status == PTL_OK) memcpy(s->q0, g->y, sizeof(double) * n);
  ptl_free(s->context, c.arrays);
  return status;
}

/* ---------------------------------------------------------------- both */

ptl_status ptl_start_rest(ptl_system *s) {
  ptl_data *data = NULL;
  ptl_tangent g;
  ptl_status status = ptl_data_create(s->context, s, &data);
  if (status != PTL_OK) return status;
  status = ptl_tangent_create(data, &g);
  if (status == PTL_OK) {
    memcpy(g.y, s->q0, sizeof(double) * (size_t)s->n_coordinates);
    status =
        s->mechanism->run.start == PTL_START_EQUILIBRIUM ? find_rest(&g, s) : close_gaps(&g, s);
    ptl_tangent_release(&g);
  }
  if (status == PTL_OK && s->mechanism->run.start == PTL_START_EQUILIBRIUM)
    memset(s->v0, 0, sizeof(double) * (size_t)s->n_coordinates);
  ptl_data_destroy(data);
  return status;
}
