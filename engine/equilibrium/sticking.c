/* sticking.c: see sticking.h. */
#include "sticking.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "dense.h"
#include "friction.h"

enum { MOST_PASSES = 400, MOST_RETURNS = 3 };
/* Of the force that a friction can have, and of the largest that balances. */
static const double close_to_limit = 1e-9, rounding = 1e-11;

static void set_sticking(ptl_sticking *k) {
  ptl_tangent *g = k->g;
  g->n_sticking = 0;
  for (int i = 0; i < g->data->system->n_frictions; i++)
    if (k->sides[i] == 0.0) g->sticking[g->n_sticking++] = i;
}

ptl_status ptl_sticking_begin(ptl_tangent *g, ptl_sticking *out) {
  const ptl_system *s = g->data->system;
  *out = (ptl_sticking){.g = g};
  const ptl_block blocks[] = {PTL_BLOCK(out->q, g->n), PTL_BLOCK(out->sides, s->n_frictions),
                              PTL_BLOCK(out->ways, s->n_frictions),
                              PTL_BLOCK(out->returns, s->n_frictions)};
  out->arrays = ptl_arena_create(g->data->context, blocks, sizeof blocks / sizeof *blocks);
  if (out->arrays == NULL) return PTL_ERR_MEMORY;
  memcpy(out->q, g->y, sizeof(double) * (size_t)g->n);
  g->data->friction_given = g->friction;
  set_sticking(out);
  return PTL_OK;
}

void ptl_sticking_leave(ptl_tangent *g) {
  g->n_sticking = 0;
  memset(g->friction, 0, sizeof(double) * (size_t)g->data->system->n_frictions);
  g->data->friction_given = g->friction;
}

void ptl_sticking_release(ptl_sticking *k) {
  ptl_free(k->g->data->context, k->arrays);
}

/* How far the surfaces have slid since the last search began. */
static double way_of(const ptl_sticking *k, const ptl_pair *pair, const double row[6]) {
  double way = 0.0;
  for (int e = 0; e < 6; e++) {
    const int i = ptl_pair_coordinate(pair, e);
    if (i >= 0) way += row[e] * (k->g->y[i] - k->q[i]);
  }
  return way;
}

static int follow_one(ptl_sticking *k, int friction, double scale) {
  ptl_tangent *g = k->g;
  double row[6], normal, *force = &g->friction[friction], *side = &k->sides[friction];
  const ptl_pair *pair =
      ptl_eval_slip_row(g->data, friction, g->y, ptl_tangent_lambda(g), row, &normal);
  const double sign = *side != 0.0 ? *side : copysign(1.0, *force);
  const double largest = ptl_eval_holding_force(g->data, friction, normal, sign);
  const double tolerance = close_to_limit * largest + rounding * scale;
  if (*side == 0.0) {
    if (fabs(*force) <= largest + tolerance) return 0;
    *side = sign;
    k->ways[friction] = 0.0;
    *force = sign * largest;
    return 1;
  }
  k->ways[friction] += sign * way_of(k, pair, row);
  if (k->ways[friction] < -1e-12 * g->data->system->length && k->returns[friction] < MOST_RETURNS) {
    *side = 0.0;
    k->returns[friction]++;
    return 1;
  }
  const double before = *force;
  *force = sign * largest;
  return fabs(*force - before) > tolerance;
}

ptl_status ptl_sticking_follow(ptl_sticking *k, double scale, int *changes) {
  const ptl_tangent *g = k->g;
  *changes = 0;
  for (int i = 0; i < g->data->system->n_frictions; i++) *changes += follow_one(k, i, scale);
  set_sticking(k);
  memcpy(k->q, g->y, sizeof(double) * (size_t)g->n);
  if (!*changes || ++k->passes < MOST_PASSES) return PTL_OK;
  return ptl_fail(g->data->context, PTL_ERR_UNFIT,
                  PTL_E(0308) "no equilibrium was found: which surfaces stick and which slide was not settled in "
                  "%d searches; start nearer to where it rests",
                  k->passes);
}

ptl_status ptl_sticking_count(ptl_tangent *g, int *n_tied) {
  const int n = g->n, freedom = g->freedom, n_sticking = g->n_sticking;
  int held = 0;
  ptl_status status = PTL_OK;
  for (int j = 0; j < n_sticking; j++)
    for (int i = 0; i < n; i++)
      if (g->slips[(size_t)n * (size_t)j + (size_t)i] != 0.0) {
        held++;
        break;
      }
  *n_tied = 0;
  if (held == 0) return PTL_OK;
  g->n_sticking = 0;
  status = ptl_tangent_bases(g);
  *n_tied = held - (g->freedom - freedom);
  g->n_sticking = n_sticking;
  return status == PTL_OK ? ptl_tangent_bases(g) : status;
}

int ptl_sticking_tell(const ptl_tangent *g, int friction, double *force, double *largest) {
  double row[6], normal;
  int sticks = 0;
  ptl_eval_slip_row(g->data, friction, g->y, ptl_tangent_lambda(g), row, &normal);
  *force = g->friction[friction];
  *largest = ptl_eval_holding_force(g->data, friction, normal, copysign(1.0, *force));
  for (int j = 0; j < g->n_sticking; j++) sticks |= g->sticking[j] == friction;
  return sticks && normal > 0.0;
}
