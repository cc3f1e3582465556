/* linear_output.c: the matrices C and D: columns of the trace by the states and inputs, as central
 * differences. */
#include <math.h>
#include <string.h>

#include "arena.h"
#include "largest.h"
#include "linear.h"
#include "row.h"

typedef struct outputs {
  ptl_linear *l;
  ptl_row_maker maker;
  double *y, *row[2];
  int n_columns;
} outputs;

/* The row where the state is moved by a step along a column of changes; inner: the inner state that
 * goes along, or -1. */
static ptl_status make_row(outputs *o, int column, int inner, double step, double *row) {
  ptl_linear *l = o->l;
  const ptl_tangent *g = &l->g;
  const ptl_system *s = g->data->system;
  const int n = l->n, m = l->m;
  const double *dq = l->dq + (size_t)n * (size_t)column, *dv = l->dv + (size_t)n * (size_t)column;
  double *lambda = o->y + 2 * n + m;
  memcpy(o->y, g->y, sizeof(double) * (size_t)s->pattern.n);
  for (int i = 0; i < n; i++) {
    o->y[i] += step * dq[i] / g->lever[i];
    o->y[n + i] += step * dv[i] / g->lever[i];
  }
  for (int i = 0; i < m; i++)
    lambda[i] += step * l->dlambda[(size_t)m * (size_t)column + (size_t)i];
  if (inner >= 0) o->y[s->first_state + inner] += step;
  return ptl_row_make(&o->maker, l->t, o->y, &ptl_contact_by_state, row);
}

/* Steps along a column of changes that move nothing by more than a little of its scale. */
static double step_of(const ptl_linear *l, int column) {
  static const double part = 6e-6;
  const ptl_system *s = l->g.data->system;
  const double moved = ptl_largest(l->dq + (size_t)l->n * (size_t)column, l->n);
  const double pushed = ptl_largest(l->dv + (size_t)l->n * (size_t)column, l->n);
  double step = 1.0;
  if (moved > 0.0) step = fmin(step, part * s->length / moved);
  if (pushed > 0.0) step = fmin(step, part * s->speed / pushed);
  return moved > 0.0 || pushed > 0.0 ? step : 1e-9; /* inner states are bristles' bendings [m] */
}

static ptl_status differ(outputs *o, int column, int input, double *out, int stride) {
  ptl_linear *l = o->l;
  const int is_inner = input < 0 && column >= 2 * l->freedom;
  const double value = input >= 0 ? ptl_data_input(l->g.data, input, l->t) : 0.0;
  const double step = input >= 0 ? ptl_linear_input_step(l, input) : step_of(l, column);
  ptl_status status = PTL_OK;
  for (int side = 0; side < 2 && status == PTL_OK; side++) {
    const double signed_step = side == 0 ? -step : step;
    if (input >= 0) ptl_linear_set_input(l, input, value + signed_step);
    status =
        make_row(o, column, is_inner ? column - 2 * l->freedom : -1, signed_step, o->row[side]);
  }
  if (input >= 0) ptl_linear_set_input(l, input, value);
  for (int i = 0; i < o->n_columns && status == PTL_OK; i++)
    out[(size_t)i * (size_t)stride] = (o->row[1][i] - o->row[0][i]) / (2.0 * step);
  return status;
}

ptl_status ptl_linear_outputs(ptl_linear *l, double *c, double *d) {
  const ptl_system *s = l->g.data->system;
  const ptl_column *columns;
  ptl_context *context = l->g.data->context;
  outputs o = {.l = l, .n_columns = ptl_system_get_columns(s, &columns)};
  const ptl_block blocks[] = {PTL_BLOCK(o.y, s->pattern.n), PTL_BLOCK(o.row[0], o.n_columns),
                              PTL_BLOCK(o.row[1], o.n_columns)};
  void *memory = ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks);
  if (memory == NULL) return PTL_ERR_MEMORY;
  ptl_status status = ptl_row_maker_create(l->g.data, &o.maker);
  for (int j = 0; j < l->n_states && status == PTL_OK; j++)
    status = differ(&o, j, -1, c + j, l->n_states);
  for (int k = 0; k < l->n_inputs && status == PTL_OK; k++)
    if (!l->input_moves[k]) status = differ(&o, l->n_states + k, k, d + k, l->n_inputs);
  ptl_row_maker_release(&o.maker);
  ptl_free(context, memory);
  return status;
}
