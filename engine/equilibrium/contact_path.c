/* contact_path.c: see contact_path.h. */
#include "contact_path.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "dense.h"
#include "gap.h"
#include "state.h"

/* SAMPLES: places of a step at which parts are looked for that it would go through. */
enum { SAMPLES = 16, MAX_CORRECTIONS = 12 };

ptl_status ptl_contact_path_create(ptl_tangent *g, double time, ptl_contact_path *p) {
  const size_t n = (size_t)g->n, gaps = (size_t)g->data->system->n_gaps;
  *p = (ptl_contact_path){.g = g, .time = time};
  const ptl_block blocks[] = {PTL_BLOCK(p->q, n),         PTL_BLOCK(p->begin, gaps),
                              PTL_BLOCK(p->slopes, gaps), PTL_BLOCK(p->depths, 2 * gaps),
                              PTL_BLOCK(p->change, n),    PTL_BLOCK(p->gradients, n * gaps),
                              PTL_BLOCK(p->straight, n),  PTL_BLOCK(p->rows, n * gaps),
                              PTL_BLOCK(p->pivots, n),    PTL_BLOCK(p->right, n > gaps ? n : gaps),
                              PTL_BLOCK(p->kept, gaps)};
  p->arrays = ptl_arena_create(g->data->context, blocks, sizeof blocks / sizeof *blocks);
  return p->arrays != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

void ptl_contact_path_release(ptl_contact_path *p) {
  if (p->g != NULL) ptl_free(p->g->data->context, p->arrays);
}

static double dot(int n, const double *x, const double *y) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += x[i] * y[i];
  return sum;
}

/* Depths of all gaps at y, and their gradients unless these are NULL. */
static void find_depths(const ptl_contact_path *p, double *depths, double *gradients) {
  const ptl_tangent *g = p->g;
  const ptl_system *s = g->data->system;
  ptl_gap_eval gaps[PTL_MAX_GAPS];
  ptl_pair_state state;
  ptl_data_set_state(g->data, p->time, g->y, g->y + g->n);
  for (int i = 0; i < s->n_gap_sets; i++) {
    const ptl_sys_gap_set *set = &s->gap_sets[i];
    ptl_pair_set_pose(&set->pair, g->y, g->data->rotations, &state);
    ptl_eval_gaps(g->data, i, g->y, g->y + g->n, gaps);
    for (int j = 0; j < set->n_gaps; j++) {
      const int gap = set->first_gap + j;
      depths[gap] = gaps[j].depth;
      if (gradients == NULL) continue;
      double row[6], *gradient = gradients + (size_t)gap * (size_t)g->n;
      memset(gradient, 0, sizeof(double) * (size_t)g->n);
      ptl_pair_gradient(&state, gaps[j].gradient, row);
      ptl_pair_subtract(&set->pair, row, -1.0, gradient);
      for (int k = 0; k < g->n; k++) gradient[k] /= g->lever[k];
    }
  }
}

void ptl_contact_path_begin(ptl_contact_path *p, const double *along) {
  const ptl_tangent *g = p->g;
  p->along = along;
  p->part = 0.0;
  memcpy(p->q, g->y, sizeof(double) * (size_t)g->n);
  find_depths(p, p->begin, p->gradients);
  for (int i = 0; i < g->data->system->n_gaps; i++)
    p->slopes[i] = dot(g->n, p->gradients + (size_t)i * (size_t)g->n, along);
}

/* The least displacement in free directions that changes the depths of what is kept by `right`,
 * into change. */
static ptl_status find_change(ptl_contact_path *p, int n_kept) {
  const ptl_tangent *g = p->g;
  for (int k = 0; k < n_kept; k++)
    for (int j = 0; j < g->freedom; j++)
      p->rows[(size_t)n_kept * (size_t)j + (size_t)k] =
          dot(g->n, p->gradients + (size_t)p->kept[k] * (size_t)g->n,
              g->free + (size_t)j * (size_t)g->n);
  const ptl_status status =
      ptl_dense_least_norm(g->data->context, p->rows, n_kept, g->freedom, p->right, p->pivots);
  if (status != PTL_OK) return status;
  ptl_dense_multiply(g->free, p->right, g->n, g->freedom, 1, p->change);
  return PTL_OK;
}

/* Which gaps are to be closed at that part of the step; `right`: by how much they miss the depths
 * foreseen. */
static int find_missed(ptl_contact_path *p, double part, double *largest) {
  static const double noticed = 0.01; /* of the depth foreseen */
  const double rounding = 1e-14 * p->g->data->system->length;
  int n_kept = 0;
  *largest = 0.0;
  for (int i = 0; i < p->g->data->system->n_gaps; i++) {
    const double foreseen = p->begin[i] + part * p->slopes[i];
    if (!(p->begin[i] > 0.0 && foreseen > 0.0)) continue;
    p->right[n_kept] = foreseen - p->depths[i];
    *largest = fmax(*largest, fabs(p->right[n_kept]) / (noticed * foreseen + rounding));
    p->kept[n_kept++] = i;
  }
  return n_kept;
}

/* At y, near which it is: onto constraints and the depths foreseen. Non-zero where that fails. */
static int correct(ptl_contact_path *p, double part, ptl_status *status) {
  const ptl_tangent *g = p->g;
  for (int i = 0; i < MAX_CORRECTIONS; i++) {
    double largest;
    find_depths(p, p->depths, p->gradients);
    const int n_kept = find_missed(p, part, &largest);
    if (!isfinite(largest)) return 1;
    if (i > 0 && largest <= 1.0) return 0;
    if (n_kept > 0 && largest > 1.0) {
      *status = find_change(p, n_kept);
      if (*status != PTL_OK) return 1;
      for (int k = 0; k < g->n; k++) p->g->y[k] += p->change[k] / g->lever[k];
    }
    *status = ptl_tangent_project(p->g, p->time);
    if (*status != PTL_OK) return 1;
  }
  return 1;
}

ptl_status ptl_contact_path_go(ptl_contact_path *p, double part) {
  const ptl_tangent *g = p->g;
  ptl_status status = PTL_OK;
  p->part = part;
  for (int i = 0; i < g->n; i++) p->straight[i] = p->q[i] + part * p->along[i] / g->lever[i];
  memcpy(g->y, p->straight, sizeof(double) * (size_t)g->n);
  if (!correct(p, part, &status)) return PTL_OK;
  if (status != PTL_OK && status != PTL_ERR_UNFIT) return status;
  memcpy(g->y, p->straight, sizeof(double) * (size_t)g->n);
  return ptl_tangent_project(p->g, p->time);
}

double ptl_contact_path_find_passed(ptl_contact_path *p, double part) {
  const int n_gaps = p->g->data->system->n_gaps;
  const double noticed = 1e-5 * p->g->data->system->length;
  double *end = p->depths + n_gaps;
  if (n_gaps == 0) return 0.0;
  find_depths(p, end, NULL);
  for (int k = 1; k < SAMPLES; k++) {
    const double at = part * k / SAMPLES;
    if (ptl_contact_path_go(p, at) != PTL_OK) continue;
    find_depths(p, p->depths, NULL);
    for (int i = 0; i < n_gaps; i++)
      if (p->depths[i] > fmax(0.0, fmax(p->begin[i], end[i])) + noticed) return at;
  }
  return 0.0;
}

/* By the directions in which no reaction acts: forces that depend on reactions make these others
 * than those in which parts may move. */
static double work_along(const ptl_tangent *g, const double *x) {
  double work = 0.0;
  for (int j = 0; j < g->freedom; j++) {
    const size_t column = (size_t)j * (size_t)g->n;
    work += dot(g->n, g->free + column, x) * dot(g->n, g->balance + column, g->force);
  }
  return work;
}

double ptl_contact_path_work(ptl_contact_path *p) {
  const ptl_tangent *g = p->g;
  double largest, work = work_along(g, p->along);
  find_depths(p, p->depths, p->gradients);
  const int n_kept = find_missed(p, p->part, &largest);
  for (int k = 0; k < n_kept; k++) {
    const int gap = p->kept[k];
    p->right[k] = p->slopes[gap] - dot(g->n, p->gradients + (size_t)gap * (size_t)g->n, p->along);
  }
  if (n_kept == 0 || find_change(p, n_kept) != PTL_OK) return work;
  return work + work_along(g, p->change);
}
