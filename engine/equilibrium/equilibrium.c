/* equilibrium.c: Newton's method with a line search along the directions that the constraints
 * leave, with friction that sticks or slides as sticking.h has it.
 *
 * With Z the free directions and W those that no reaction acts along, the force left over is g =
 * W^T (Q - Phi_q^T lambda) and its slope -k = -W^T K Z. A step p solves |k| p = g, |k| having the
 * sizes of the eigenvalues of the symmetric part of k: where these are positive that is Newton's;
 * where one is negative it still leads downhill, so that what is found is stable unless the search
 * begins at an unstable equilibrium or Newton's own step is asked for. The line search wants the
 * work of the force along the step to fall to a part of what it was (Matthies, Strang 1979), which
 * needs no potential. Steps follow what is stiff (compliant_path.h). */
#include "equilibrium.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "compliant_path.h"
#include "dense.h"
#include "largest.h"
#include "state.h"
#include "sticking.h"

/* Largest change in one step, relative to the length, or [rad]. */
static const double longest_step = 0.2;
enum { MAX_TRIALS = 80, WITHOUT_GAIN = 250, LONGEST_BEFORE_GROWTH = 8, HELD_BY_NOTHING = 60 };

typedef struct search {
  ptl_tangent *g;
  const ptl_equilibrium_search *how;
  ptl_equilibrium_found *found;
  double *k, *vectors,
      *eigenvalues;     /* freedom x freedom: W^T K Z, eigenvectors of its symmetric part */
  double *force, *step; /* freedom */
  double *along, *q;    /* n: the step's displacement, scaled; where it begins */
  double *product;      /* n x n */
  ptl_compliant_path path;
  int *pivots;
  double rounding; /* of the force left over [N] */
  int n_longest;   /* steps of the largest length, one after the other */
  void *arrays;
} search;

ptl_equilibrium_search ptl_equilibrium_search_default(void) {
  return (ptl_equilibrium_search){.tolerance = 1e-12, .max_steps = 500};
}

static ptl_status create(ptl_tangent *g, search *s) {
  const size_t n = (size_t)g->n;
  const ptl_block blocks[] = {
      PTL_BLOCK(s->k, n * n), PTL_BLOCK(s->vectors, n * n), PTL_BLOCK(s->eigenvalues, n),
      PTL_BLOCK(s->force, n), PTL_BLOCK(s->step, n),        PTL_BLOCK(s->along, n),
      PTL_BLOCK(s->q, n),     PTL_BLOCK(s->product, n * n), PTL_BLOCK(s->pivots, n)};
  s->arrays = ptl_arena_create(g->data->context, blocks, sizeof blocks / sizeof *blocks);
  if (s->arrays == NULL) return PTL_ERR_MEMORY;
  return ptl_compliant_path_create(g, s->how->time, &s->path);
}

/* ---------------------------------------------------------------- at a state */

/* W^T X Z of an n x n matrix, into out (freedom x freedom). */
static void reduce(const search *s, const double *x, double *out) {
  const ptl_tangent *g = s->g;
  ptl_dense_multiply(x, g->free, g->n, g->n, g->freedom, s->product);
  ptl_dense_multiply_transposed(g->balance, s->product, g->n, g->freedom, g->freedom, out);
}

/* The largest force that balances, and what rounding of the coordinates makes of the stiffest
 * one. */
static double find_scale(const ptl_tangent *g, double *rounding) {
  const ptl_system *s = g->data->system;
  double scale = g->reaction_scale, stiffest = 0.0, farthest = s->length;
  for (int i = 0; i < g->n; i++) {
    scale = fmax(scale, fabs(s->weight[i]) / g->lever[i]);
    scale = fmax(scale, fabs(g->data->force[i]) / g->lever[i]);
    stiffest = fmax(stiffest, ptl_largest(g->stiffness + (size_t)i * (size_t)g->n, g->n));
    if (i % 3 != 2) farthest = fmax(farthest, fabs(g->y[i]));
  }
  for (int i = 0; i < s->n_gaps; i++) scale = fmax(scale, fabs(g->data->gap_results[i].force));
  *rounding = 4.0 * DBL_EPSILON * stiffest * farthest;
  return scale;
}

/* Balances the reactions at the state in y, and forms g and k. */
static ptl_status look(search *s) {
  ptl_tangent *g = s->g;
  ptl_status status = ptl_tangent_balance(g, s->how->time);
  if (status == PTL_OK) status = ptl_tangent_bases(g);
  if (status != PTL_OK) return status;
  s->found->left = ptl_largest(g->force, g->n);
  s->found->scale = find_scale(g, &s->rounding);
  s->found->freedom = g->freedom;
  for (int i = 0; i < g->freedom; i++) {
    s->force[i] = 0.0;
    for (int l = 0; l < g->n; l++)
      s->force[i] += g->balance[(size_t)i * (size_t)g->n + (size_t)l] * g->force[l];
  }
  reduce(s, g->stiffness, s->k);
  return PTL_OK;
}

static int is_balanced(const search *s) {
  return s->found->left <= s->how->tolerance * s->found->scale + s->rounding;
}

static ptl_status find_eigenvalues(search *s) {
  const int f = s->g->freedom;
  for (int j = 0; j < f; j++)
    for (int i = 0; i < f; i++)
      s->vectors[(size_t)j * (size_t)f + (size_t)i] =
          0.5 * (s->k[(size_t)j * (size_t)f + (size_t)i] + s->k[(size_t)i * (size_t)f + (size_t)j]);
  return ptl_dense_symmetric_eigen(s->g->data->context, s->vectors, f, s->eigenvalues);
}

/* ---------------------------------------------------------------- steps */

/* By how much places may move further than longest_step: what has gone a long way will go on. */
static double reach(const search *s) {
  static const double growth = 1.5, most = 1e4;
  const int n = s->n_longest - LONGEST_BEFORE_GROWTH;
  return n > 0 ? fmin(most, pow(growth, n)) : 1.0;
}

/* The displacement of s->step, cut to the longest; 1 where it was cut. */
static int lay_out(search *s) {
  const ptl_tangent *g = s->g;
  const double longest = longest_step * g->data->system->length, further = reach(s);
  double size = 0.0;
  memset(s->along, 0, sizeof(double) * (size_t)g->n);
  for (int j = 0; j < g->freedom; j++)
    for (int i = 0; i < g->n; i++)
      s->along[i] += s->step[j] * g->free[(size_t)j * (size_t)g->n + (size_t)i];
  for (int i = 0; i < g->n; i++)
    size = fmax(size, fabs(s->along[i]) / (i % 3 == 2 ? 1.0 : further));
  if (!(size > longest)) return 0;
  for (int i = 0; i < g->n; i++) s->along[i] *= longest / size;
  return 1;
}

/* Below which a stiffness is one of rounding. */
static double least_stiffness(const search *s) {
  const int f = s->g->freedom;
  return 1e-14 * fmax(fabs(s->eigenvalues[0]), fabs(s->eigenvalues[f - 1])) +
         1e-12 * s->found->scale / s->g->data->system->length;
}

/* |k|^-1 g along the eigenvectors of the symmetric part. */
static void step_downhill(search *s) {
  const int f = s->g->freedom;
  const double floor = least_stiffness(s);
  memset(s->step, 0, sizeof(double) * (size_t)f);
  for (int j = 0; j < f; j++) {
    const double *vector = s->vectors + (size_t)j * (size_t)f;
    double part = 0.0;
    for (int i = 0; i < f; i++) part += vector[i] * s->force[i];
    part /= fmax(fabs(s->eigenvalues[j]), floor);
    for (int i = 0; i < f; i++) s->step[i] += part * vector[i];
  }
}

/* k^-1 g; 0 where k is singular. */
static int step_newton(search *s) {
  const int f = s->g->freedom;
  memcpy(s->product, s->k, sizeof(double) * (size_t)f * (size_t)f);
  memcpy(s->step, s->force, sizeof(double) * (size_t)f);
  return ptl_dense_solve(s->product, f, 1, s->step, s->pivots);
}

/* To that part of the step, with the reactions there. */
static ptl_status go(search *s, double part) {
  ptl_status status = ptl_compliant_path_go(&s->path, part);
  if (status == PTL_OK) status = ptl_tangent_balance(s->g, s->how->time);
  return status;
}

static int may_go_on(ptl_status status) {
  return status == PTL_OK || status == PTL_ERR_UNFIT;
}

/* Part of the step at which its work has fallen enough, by bisection and the secant in turn. The
 * tangent is then there. */
static ptl_status search_line(search *s) {
  static const double enough = 0.5;
  double low = 0.0, high = INFINITY, part = 1.0, whole = 1.0;
  ptl_compliant_path_begin(&s->path, s->along);
  const double first = ptl_compliant_path_work(&s->path);
  double at_low = first, at_high = NAN;
  for (int trial = 0; trial < MAX_TRIALS; trial++) {
    const ptl_status status = go(s, part);
    if (!may_go_on(status)) return status;
    const double work = status == PTL_OK ? ptl_compliant_path_work(&s->path) : NAN;
    if (fabs(work) <= enough * fabs(first) || (work > 0.0 && part >= whole)) {
      const double passed = ptl_compliant_path_find_passed(&s->path, part);
      if (passed == 0.0) return go(s, part);
      low = 0.0;
      at_low = first;
      high = INFINITY;
      part = whole = passed;
      continue;
    }
    if (work > 0.0) {
      low = part;
      at_low = work;
    } else {
      high = part;
      at_high = work;
    }
    if (high - low <= 1e-14 * high) break;
    const double secant = low + (high - low) * at_low / (at_low - at_high);
    part = trial % 2 == 0 && secant > low && secant < high ? secant : 0.5 * (low + high);
  }
  return go(s, low > 0.0 ? low : part);
}

/* Newton's own: the first of the halved steps that leaves less force. */
static ptl_status search_less_force(search *s) {
  const double first = ptl_largest(s->force, s->g->freedom);
  ptl_compliant_path_begin(&s->path, s->along);
  double part = 1.0;
  for (int trial = 0; trial < 30; trial++, part *= 0.5) {
    ptl_status status = go(s, part);
    if (!may_go_on(status)) return status;
    if (status == PTL_OK && ptl_largest(s->g->force, s->g->n) < (1.0 - 0.1 * part) * first)
      return PTL_OK;
  }
  return go(s, part);
}

/* ---------------------------------------------------------------- search */

/* The work of the force left over along the step. */
static double work_of_step(const search *s) {
  double work = 0.0;
  for (int j = 0; j < s->g->freedom; j++) work += s->step[j] * s->force[j];
  return work;
}

static ptl_status take_newton_step(search *s) {
  ptl_status status = find_eigenvalues(s);
  if (status != PTL_OK) return status;
  const int own = s->how->nearest || s->eigenvalues[0] > least_stiffness(s);
  if (!(own && step_newton(s))) step_downhill(s);
  int is_cut = lay_out(s);
  if (!s->how->nearest && work_of_step(s) < 0.0) {
    step_downhill(s);
    is_cut = lay_out(s);
  }
  s->found->n_newton++;
  status = s->how->nearest ? search_less_force(s) : search_line(s);
  s->n_longest = is_cut && s->path.part == 1.0 ? s->n_longest + 1 : 0;
  return status;
}

static ptl_status find_by_newton(search *s) {
  ptl_status status = look(s);
  double least = INFINITY;
  int without_gain = 0;
  const int first = s->found->n_newton;
  while (status == PTL_OK && !is_balanced(s) && s->g->freedom > 0) {
    if (s->found->n_newton - first >= s->how->max_steps || s->n_longest >= HELD_BY_NOTHING) break;
    without_gain = s->found->left < 0.9 * least ? 0 : without_gain + 1;
    least = fmin(least, s->found->left);
    if (without_gain > WITHOUT_GAIN) break;
    status = take_newton_step(s);
    if (status == PTL_OK) status = look(s);
  }
  return status;
}

/* ---------------------------------------------------------------- what was found */

static ptl_status tell_stability(search *s) {
  ptl_equilibrium_found *out = s->found;
  const ptl_tangent *g = s->g;
  const int f = g->freedom;
  const ptl_status status = find_eigenvalues(s);
  out->least = out->largest = NAN;
  out->weakest = -1;
  if (status != PTL_OK || f == 0) return status;
  out->least = s->eigenvalues[0];
  out->largest = s->eigenvalues[f - 1];
  const double none = 1e-13 * fmax(fabs(out->least), fabs(out->largest)) +
                      1e-9 * out->scale / g->data->system->length;
  for (int i = 0; i < f; i++) {
    out->n_unstable += s->eigenvalues[i] < -none;
    out->n_neutral += fabs(s->eigenvalues[i]) <= none;
  }
  memcpy(s->step, s->vectors, sizeof(double) * (size_t)f);
  lay_out(s);
  out->weakest = ptl_index_of_largest(s->along, g->n);
  return PTL_OK;
}

/* Whether forces read the state of a signal. */
static int acts(const ptl_tangent *g, int state) {
  const ptl_pattern *p = &g->data->system->pattern;
  const int column = g->data->system->first_state + state;
  for (int64_t e = p->column_start[column]; e < p->column_start[column + 1]; e++)
    if (p->row_index[e] >= g->n && p->row_index[e] < 2 * g->n && g->values[e] != 0.0) return 1;
  return 0;
}

/* A signal whose state goes on while the bodies rest, and on which forces depend, is no
 * equilibrium. */
static ptl_status check_signals(const search *s) {
  const ptl_tangent *g = s->g;
  const ptl_system *system = g->data->system;
  for (int i = 0; i < system->n_signals; i++) {
    const int state = system->signals[i].state;
    const double rate = state >= 0 ? -g->r[system->first_state + state] : 0.0;
    if (!(fabs(rate) > 1e-9) || !acts(g, state)) continue;
    return ptl_fail(g->data->context, PTL_ERR_UNFIT,
                    PTL_E(0308) "no equilibrium was found: signal '%s', on which forces depend, stays at its "
                    "start in the search, and its rate "
                    "is %.6g per second where the bodies rest; begin it with the value at which it "
                    "rests, or run the model",
                    system->signals[i].name, rate);
  }
  return PTL_OK;
}

/* A rope that does not give way is an ideal joint, which does not know that it cannot push. */
static ptl_status check_pulls(const search *s) {
  const ptl_system *system = s->g->data->system;
  for (int i = 0; i < system->n_constraints; i++) {
    const ptl_sys_constraint *k = &system->constraints[i];
    if (k->type == NULL || !(k->type->flags & PTL_JOINT_PULLS)) continue;
    const double pull = ptl_tangent_lambda(s->g)[k->row];
    if (pull >= -1e-9 * s->found->scale) continue;
    ptl_fail(s->g->data->context, PTL_ERR_UNFIT,
                    PTL_E(0530) "no equilibrium was found: '%s' does not give way and would have to push with %.3g N; give "
                    "it 'bushing', stiffness and damping, with which a rope can be slack",
                    k->name, -pull);
    ptl_error_element(s->g->data->context, "joint", k->name);
    return PTL_ERR_UNFIT;
  }
  return PTL_OK;
}

/* Which body is left with most, least squares having taken all that reactions can. */
static ptl_status tell_what_is_left(const search *s) {
  const ptl_tangent *g = s->g;
  const ptl_system *system = g->data->system;
  const int worst = ptl_index_of_largest(g->force, g->n), body = worst / 3;
  const double *left = g->force + 3 * body;
  const char *name = system->mechanism->bodies[body].def.name;
  const int is_free = s->n_longest >= HELD_BY_NOTHING;
  ptl_fail(g->data->context, PTL_ERR_UNFIT,
           PTL_E(0308) "no equilibrium was found: %s body '%s', on which a force of (%.6g, %.6g) N and a "
           "moment of %.6g N m are left over after %d steps; %s",
           is_free ? "nothing holds" : "the search does not come to rest at", name, left[0], left[1],
           left[2] * g->lever[2], s->found->n_newton,
           is_free ? "support it, or start nearer to where it rests"
                   : "start nearer to where it rests, or run the model with damping");
  ptl_error_element(g->data->context, "body", name);
  return PTL_ERR_UNFIT;
}

/* With what sticks and slides as it does. */
static ptl_status find_as_held(search *s) {
  s->n_longest = 0;
  ptl_status status = ptl_tangent_project(s->g, s->how->time);
  if (status == PTL_OK) status = find_by_newton(s);
  return status == PTL_OK && !is_balanced(s) ? tell_what_is_left(s) : status;
}

/* From where the search stands, with friction that sticks there. */
static ptl_status find_sticking(search *s) {
  ptl_sticking sticking;
  int changes = 1;
  ptl_status status = ptl_sticking_begin(s->g, &sticking);
  while (status == PTL_OK && changes) {
    status = find_as_held(s);
    if (status == PTL_OK) status = ptl_sticking_follow(&sticking, s->found->scale, &changes);
  }
  if (status == PTL_OK) status = ptl_sticking_count(s->g, &s->found->n_tied);
  ptl_sticking_release(&sticking);
  return status;
}

/* Friction that sticks from the start on may lead into a wedge, where forces without end balance
 * one another for nothing. Where parts rest without friction they rest with it, too. */
static ptl_status find_with_friction(search *s) {
  ptl_context *context = s->g->data->context;
  const size_t size = sizeof(double) * (size_t)s->g->n;
  memcpy(s->q, s->g->y, size);
  const ptl_status status = find_sticking(s);
  if (status != PTL_ERR_UNFIT || s->g->data->system->n_frictions == 0) return status;
  const ptl_told told = context->told;
  const int n_newton = s->found->n_newton;
  memcpy(s->g->y, s->q, size);
  ptl_sticking_leave(s->g);
  if (find_as_held(s) == PTL_OK && find_sticking(s) == PTL_OK) return PTL_OK;
  context->told = told;
  s->found->n_newton = n_newton;
  return status;
}

ptl_status ptl_equilibrium_find(ptl_tangent *g, const ptl_equilibrium_search *how,
                                ptl_equilibrium_found *out) {
  search s = {.g = g, .how = how, .found = out};
  *out = (ptl_equilibrium_found){.weakest = -1};
  ptl_status status = create(g, &s);
  g->data->context->told.message[0] = '\0';
  memset(g->y + g->n, 0, sizeof(double) * (size_t)g->n);
  if (status == PTL_OK) status = find_with_friction(&s);
  if (status == PTL_OK) status = check_signals(&s);
  if (status == PTL_OK) status = check_pulls(&s);
  if (status == PTL_OK) status = tell_stability(&s);
  if (status == PTL_ERR_UNFIT && *g->data->context->told.message == '\0')
    ptl_fail(
        g->data->context, status,
        PTL_E(0308) "no equilibrium was found: at t = %.9g s the constraints cannot be met, a force is not "
        "finite, or a law was asked outside its domain",
        how->time);
  ptl_compliant_path_release(&s.path);
  ptl_free(g->data->context, s.arrays);
  return status;
}
