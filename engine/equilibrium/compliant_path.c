/* compliant_path.c: see compliant_path.h. */
#include "compliant_path.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "dense.h"
#include "forces.h"
#include "gap.h"
#include "joint_form.h"
#include "state.h"

/* SAMPLES: places of a step at which parts are looked for that it would go through. */
enum { SAMPLES = 16, MAX_CORRECTIONS = 12 };

ptl_status ptl_compliant_path_create(ptl_tangent *g, double time, ptl_compliant_path *p) {
  const ptl_system *s = g->data->system;
  const int first_spring = s->n_gaps + PTL_MAX_CONSTRAINTS * s->n_bushings;
  const size_t n = (size_t)g->n, m = (size_t)(first_spring + s->n_forces);
  *p = (ptl_compliant_path){.g = g,
                            .time = time,
                            .n_gaps = s->n_gaps,
                            .first_spring = first_spring,
                            .n_deflections = (int)m};
  const ptl_block blocks[] = {
      PTL_BLOCK(p->q, n),           PTL_BLOCK(p->begin, m),  PTL_BLOCK(p->slopes, m),
      PTL_BLOCK(p->now, m),         PTL_BLOCK(p->change, n), PTL_BLOCK(p->gradients, n * m),
      PTL_BLOCK(p->rows, n * m),    PTL_BLOCK(p->pivots, n), PTL_BLOCK(p->right, n > m ? n : m),
      PTL_BLOCK(p->end, s->n_gaps), PTL_BLOCK(p->kept, m),   PTL_BLOCK(p->stretch, s->n_forces)};
  p->arrays = ptl_arena_create(g->data->context, blocks, sizeof blocks / sizeof *blocks);
  return p->arrays != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

void ptl_compliant_path_release(ptl_compliant_path *p) {
  if (p->g != NULL) ptl_free(p->g->data->context, p->arrays);
}

static double dot(int n, const double *x, const double *y) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += x[i] * y[i];
  return sum;
}

/* The gradient of a function of the pair's pose whose derivatives are d. */
static void set_gradient(const ptl_tangent *g, const ptl_pair *pair, const ptl_pair_state *state,
                         const double d[3], double *out) {
  double row[6];
  memset(out, 0, sizeof(double) * (size_t)g->n);
  ptl_pair_gradient(state, d, row);
  ptl_pair_subtract(pair, row, -1.0, out);
  for (int i = 0; i < g->n; i++) out[i] /= g->lever[i];
}

static double *gradient_of(const ptl_compliant_path *p, int deflection) {
  return p->gradients + (size_t)deflection * (size_t)p->g->n;
}

/* Deflections at y, into now, and their gradients; 0 for what a bushing has not. */
static void find_deflections(const ptl_compliant_path *p) {
  const ptl_tangent *g = p->g;
  const ptl_system *s = g->data->system;
  const double *q = g->y, *v = g->y + g->n;
  ptl_pair_state state;
  ptl_data_set_state(g->data, p->time, q, v);
  for (int i = 0; i < s->n_gap_sets; i++) {
    const ptl_sys_gap_set *set = &s->gap_sets[i];
    ptl_gap_eval gaps[PTL_MAX_GAPS];
    ptl_pair_set_pose(&set->pair, q, g->data->rotations, &state);
    ptl_eval_gaps(g->data, i, q, v, gaps);
    for (int j = 0; j < set->n_gaps; j++) {
      const int gap = set->first_gap + j;
      p->now[gap] = gaps[j].depth;
      set_gradient(g, &set->pair, &state, gaps[j].gradient, gradient_of(p, gap));
    }
  }
  for (int i = 0; i < s->n_bushings; i++) {
    const ptl_sys_bushing *b = &s->bushings[i];
    ptl_scalar f[PTL_MAX_CONSTRAINTS];
    ptl_pair_set_pose(&b->pair, q, g->data->rotations, &state);
    int n = ptl_bushing_displacements(b->type, b->c, &b->rest, &state.pose, f);
    if (n < PTL_MAX_CONSTRAINTS &&
        b->def.rotational_stiffness + b->def.rotational_power_stiffness > 0.0)
      f[n++] = (ptl_scalar){.value = s->length * (state.pose.angle - b->rest.angle),
                            .d = {0.0, 0.0, s->length}};
    for (int j = 0; j < n; j++) {
      const int index = p->n_gaps + PTL_MAX_CONSTRAINTS * i + j;
      p->now[index] = f[j].value;
      set_gradient(g, &b->pair, &state, f[j].d, gradient_of(p, index));
    }
  }
  for (int i = 0; i < s->n_forces; i++) {
    const int index = p->first_spring + i;
    ptl_spring_eval k;
    ptl_eval_spring(g->data, i, q, v, &k);
    p->now[index] = k.x.value;
    set_gradient(g, &s->forces[i].pair, &k.state, k.x.d, gradient_of(p, index));
  }
}

/* Springs that the weights of all bodies stretch by little, and no rotational ones, which curve
 * nothing. */
static void find_stiff_springs(ptl_compliant_path *p) {
  static const double little = 1e-3; /* of the mechanism's size */
  const ptl_tangent *g = p->g;
  const ptl_system *s = g->data->system;
  const double weight = ptl_system_mass(s) * hypot(s->gravity[0], s->gravity[1]);
  const double least = weight / (little * s->length);
  for (int i = 0; i < s->n_forces; i++) {
    ptl_spring_eval k;
    ptl_eval_spring(g->data, i, g->y, g->y + g->n, &k);
    const int is_stiff = k.out.d_s > least && !(s->forces[i].type->flags & PTL_FORCE_ROTATIONAL);
    p->stretch[i] = is_stiff ? k.out.force / k.out.d_s : NAN;
  }
}

void ptl_compliant_path_begin(ptl_compliant_path *p, const double *along) {
  const ptl_tangent *g = p->g;
  p->along = along;
  p->part = 0.0;
  memcpy(p->q, g->y, sizeof(double) * (size_t)g->n);
  find_deflections(p);
  find_stiff_springs(p);
  memcpy(p->begin, p->now, sizeof(double) * (size_t)p->n_deflections);
  for (int i = 0; i < p->n_deflections; i++) p->slopes[i] = dot(g->n, gradient_of(p, i), along);
}

/* The least displacement in free directions that changes the deflections which are kept to by
 * `right`, into change. */
static ptl_status find_change(ptl_compliant_path *p, int n_kept) {
  const ptl_tangent *g = p->g;
  for (int k = 0; k < n_kept; k++)
    for (int j = 0; j < g->freedom; j++)
      p->rows[(size_t)n_kept * (size_t)j + (size_t)k] =
          dot(g->n, gradient_of(p, p->kept[k]), g->free + (size_t)j * (size_t)g->n);
  const ptl_status status =
      ptl_dense_least_norm(g->data->context, p->rows, n_kept, g->freedom, p->right, p->pivots);
  if (status != PTL_OK) return status;
  ptl_dense_multiply(g->free, p->right, g->n, g->freedom, 1, p->change);
  return PTL_OK;
}

/* What the deflection is to be at that part of the step. */
static double foreseen(const ptl_compliant_path *p, int i, double part) {
  return p->begin[i] + part * p->slopes[i];
}

/* The depth, the largest displacement in the same bushing or the stretch, to which an error is
 * small. */
static double size_of(const ptl_compliant_path *p, int i, double part) {
  if (i < p->n_gaps) return foreseen(p, i, part);
  if (i >= p->first_spring) return fabs(p->stretch[i - p->first_spring] + part * p->slopes[i]);
  const int first = i - (i - p->n_gaps) % PTL_MAX_CONSTRAINTS;
  double largest = 0.0;
  for (int j = 0; j < PTL_MAX_CONSTRAINTS; j++)
    largest = fmax(largest, fabs(foreseen(p, first + j, part)));
  return largest;
}

/* Whether the deflection is kept to at that part of the step: of a gap that is to be closed. */
static int is_kept(const ptl_compliant_path *p, int i, double part) {
  if (i < p->n_gaps) return p->begin[i] > 0.0 && foreseen(p, i, part) > 0.0;
  return i < p->first_spring || !isnan(p->stretch[i - p->first_spring]);
}

/* Which deflections are kept to; `right`: by how much they miss what is foreseen. */
static int find_missed(ptl_compliant_path *p, double part, double *largest) {
  static const double noticed = 0.01; /* of the deflection */
  const double rounding = 1e-14 * p->g->data->system->length;
  int n_kept = 0;
  *largest = 0.0;
  for (int i = 0; i < p->n_deflections; i++) {
    if (!is_kept(p, i, part)) continue;
    p->right[n_kept] = foreseen(p, i, part) - p->now[i];
    *largest = fmax(*largest, fabs(p->right[n_kept]) / (noticed * size_of(p, i, part) + rounding));
    p->kept[n_kept++] = i;
  }
  return n_kept;
}

/* Moves y onto the constraints and the deflections foreseen. Non-zero where that fails. */
static int correct(ptl_compliant_path *p, double part, ptl_status *status) {
  const ptl_tangent *g = p->g;
  for (int i = 0; i < MAX_CORRECTIONS; i++) {
    double largest;
    find_deflections(p);
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

static void go_straight(ptl_compliant_path *p, double part) {
  const ptl_tangent *g = p->g;
  for (int i = 0; i < g->n; i++) g->y[i] = p->q[i] + part * p->along[i] / g->lever[i];
}

ptl_status ptl_compliant_path_go(ptl_compliant_path *p, double part) {
  ptl_status status = PTL_OK;
  p->part = part;
  go_straight(p, part);
  if (!correct(p, part, &status)) return PTL_OK;
  if (status != PTL_OK && status != PTL_ERR_UNFIT) return status;
  go_straight(p, part);
  status = ptl_tangent_project(p->g, p->time);
  if (status == PTL_OK) find_deflections(p);
  return status;
}

double ptl_compliant_path_find_passed(ptl_compliant_path *p, double part) {
  const double noticed = 1e-5 * p->g->data->system->length;
  if (p->n_gaps == 0) return 0.0;
  memcpy(p->end, p->now, sizeof(double) * (size_t)p->n_gaps);
  for (int k = 1; k < SAMPLES; k++) {
    const double at = part * k / SAMPLES;
    if (ptl_compliant_path_go(p, at) != PTL_OK) continue;
    for (int i = 0; i < p->n_gaps; i++)
      if (p->now[i] > fmax(0.0, fmax(p->begin[i], p->end[i])) + noticed) return at;
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

double ptl_compliant_path_work(ptl_compliant_path *p) {
  const ptl_tangent *g = p->g;
  double largest, work = work_along(g, p->along);
  const int n_kept = find_missed(p, p->part, &largest);
  for (int k = 0; k < n_kept; k++)
    p->right[k] = p->slopes[p->kept[k]] - dot(g->n, gradient_of(p, p->kept[k]), p->along);
  if (n_kept == 0 || find_change(p, n_kept) != PTL_OK) return work;
  return work + work_along(g, p->change);
}
