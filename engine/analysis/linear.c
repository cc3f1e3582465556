/* linear.c: the matrices A and B.
 *
 * A change (dq, dv, dz) of the state and du of an input obeys, beside P dq = 0,
 *   P dv = -(Phi_q v)_q dq,    P da = -d(Phi_q a - gamma),
 *   M da + C dv + K dq + D dz + A dlambda = Q_u du,
 * so that da = Z alpha + w with w of least norm, W^T M Z alpha = W^T (Q_u du - C dv - K dq - D dz -
 * M w). All derivatives are those of the DAE's Jacobian but two: gamma by q and v, and Q by u,
 * which are central differences. The axes of a frame that turns with a body at Omega make xi' = dv
 * - E dq and xi'' = da - 2 E xi' - (E' + E^2) dq, where E turns the body's x and y by a right angle
 * times Omega. */
#include "linear.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "constraint.h"
#include "dense.h"
#include "largest.h"
#include "motion.h"
#include "state.h"

/* Of central differences of fourth order, relative to the scale of what is changed: balances
 * truncation and rounding. */
static const double difference = 1e-3;

/* ---------------------------------------------------------------- life */

void ptl_linear_release(ptl_linear *l) {
  ptl_context *context = l->g.data->context;
  ptl_free(context, l->matrices);
  ptl_free(context, l->arrays);
  ptl_tangent_release(&l->g);
}

static ptl_status allocate(ptl_linear *l) {
  const size_t n = (size_t)l->n, m = (size_t)l->m, z = (size_t)l->n_inner;
  const ptl_block blocks[] = {PTL_BLOCK(l->acceleration, n),
                              PTL_BLOCK(l->velocity, n),
                              PTL_BLOCK(l->inertia, n),
                              PTL_BLOCK(l->by_inner, n * z),
                              PTL_BLOCK(l->inner_by, z * (2 * n + z + m)),
                              PTL_BLOCK(l->rate_rows, m * n),
                              PTL_BLOCK(l->work, 6 * n),
                              PTL_BLOCK(l->rows_work, 3 * m),
                              PTL_BLOCK(l->pivots, n),
                              PTL_BLOCK(l->input_moves, l->n_inputs)};
  l->arrays = ptl_arena_create(l->g.data->context, blocks, sizeof blocks / sizeof *blocks);
  return l->arrays != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

static ptl_status allocate_matrices(ptl_linear *l) {
  const size_t n = (size_t)l->n, f = (size_t)l->freedom, states = (size_t)l->n_states;
  const size_t all = states + (size_t)l->n_inputs;
  const ptl_block blocks[] = {PTL_BLOCK(l->mass, f * f + f),
                              PTL_BLOCK(l->a, states * states),
                              PTL_BLOCK(l->b, states * (size_t)l->n_inputs),
                              PTL_BLOCK(l->dq, n * all),
                              PTL_BLOCK(l->dv, n * all),
                              PTL_BLOCK(l->dlambda, (size_t)l->m * all)};
  l->matrices = ptl_arena_create(l->g.data->context, blocks, sizeof blocks / sizeof *blocks);
  return l->matrices != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

/* ---------------------------------------------------------------- inner states, rates */

/* What of the DAE's Jacobian the tangent does not keep. */
static void place(ptl_linear *l, int row, int column, double value) {
  const ptl_tangent *g = &l->g;
  const int n = l->n, m = l->m, first = g->data->system->first_state;
  const int width = 2 * n + l->n_inner + m;
  if (row >= n && row < 2 * n && column >= first)
    l->by_inner[(size_t)n * (size_t)(column - first) + (size_t)(row - n)] +=
        value / g->lever[row - n];
  if (row >= 2 * n + m && row < 2 * n + 2 * m && column < n)
    l->rate_rows[(size_t)m * (size_t)column + (size_t)(row - 2 * n - m)] +=
        value / g->lever[column];
  if (row < first) return;
  int at = -1;
  double scale = 1.0;
  if (column < 2 * n) {
    at = column;
    scale = g->lever[column % n];
  } else if (column >= first) {
    at = 2 * n + column - first;
  } else if (column >= 2 * n + m) {
    at = 2 * n + l->n_inner + column - (2 * n + m);
  }
  if (at >= 0) l->inner_by[(size_t)width * (size_t)(row - first) + (size_t)at] -= value / scale;
}

static void collect(ptl_linear *l) {
  const ptl_pattern *p = &l->g.data->system->pattern;
  for (int j = 0; j < p->n; j++)
    for (int64_t e = p->column_start[j]; e < p->column_start[j + 1]; e++)
      place(l, (int)p->row_index[e], j, l->g.values[e]);
}

/* --------------------------------------------------------------- the constraints' accelerations */

/* Phi_q(q) a - gamma(q, v) with q, v moved by a step along a direction. */
static void eval_gamma(ptl_linear *l, const double *dq, const double *dv, double step,
                       double *out) {
  ptl_data *data = l->g.data;
  double *q = l->work + 2 * l->n, *v = l->work + 3 * l->n;
  for (int i = 0; i < l->n; i++) {
    q[i] = l->g.y[i] + step * dq[i] / l->g.lever[i];
    v[i] = l->g.y[l->n + i] + step * dv[i] / l->g.lever[i];
  }
  ptl_data_set_state(data, l->t, q, v);
  ptl_eval_gamma(data, q, v, out);
  ptl_data_set_state(data, l->t, q, l->acceleration);
  ptl_eval_constraints(data, q, l->acceleration);
  for (int i = 0; i < l->m; i++) out[i] = data->phi_rate[i] - out[i];
}

/* The least w with P w = -d(Phi_q a - gamma) along a direction. */
static ptl_status find_forced(ptl_linear *l, const double *dq, const double *dv, double *w) {
  const double moved = ptl_largest(dq, l->n), pushed = ptl_largest(dv, l->n);
  memset(w, 0, sizeof(double) * (size_t)l->n);
  if (l->is_at_rest || l->m == 0 || (moved == 0.0 && pushed == 0.0)) return PTL_OK;
  double *low = l->rows_work, *high = low + l->m, *sum = high + l->m;
  const double speed = fmax(ptl_largest(l->velocity, l->n), 1e-3 * l->g.data->system->length);
  const double step = moved > 0.0 ? difference * l->g.data->system->length / moved : speed / pushed;
  memset(sum, 0, sizeof(double) * (size_t)l->m);
  for (int k = 1; k <= 2; k++) {
    eval_gamma(l, dq, dv, -k * step, low);
    eval_gamma(l, dq, dv, k * step, high);
    for (int i = 0; i < l->m; i++) sum[i] += (k == 1 ? -8.0 : 1.0) * (high[i] - low[i]);
  }
  for (int i = 0; i < l->m; i++) sum[i] /= 12.0 * step;
  return ptl_tangent_least_change(&l->g, sum, w);
}

/* ---------------------------------------------------------------- columns */

/* out += E x, times factor; of the frames' own rotation. */
static void add_turned(const ptl_linear *l, const double *x, double factor, const double *omega,
                       double *out) {
  if (l->frame == PTL_FRAME_GROUND) return;
  for (int i = 0; i < l->n; i += 3) {
    out[i] -= factor * omega[i + 2] * x[i + 1];
    out[i + 1] += factor * omega[i + 2] * x[i];
  }
}

/* out += E^2 x, times factor. */
static void add_centripetal(const ptl_linear *l, const double *x, double factor, double *out) {
  const double *v = l->g.y + l->n;
  if (l->frame == PTL_FRAME_GROUND) return;
  for (int i = 0; i < l->n; i += 3)
    for (int c = 0; c < 2; c++) out[i + c] -= factor * v[i + 2] * v[i + 2] * x[i + c];
}

static double *column_of(double *matrix, int n, int column) {
  return matrix + (size_t)n * (size_t)column;
}

/* out -= A x of an n x n matrix by columns. */
static void subtract_product(const double *matrix, const double *x, int n, int columns,
                             double *out) {
  for (int j = 0; j < columns; j++)
    if (x[j] != 0.0)
      for (int i = 0; i < n; i++) out[i] -= matrix[(size_t)n * (size_t)j + (size_t)i] * x[j];
}

/* How velocities go with the coordinates: dv of dq with x' = 0. */
static ptl_status find_velocity(ptl_linear *l, const double *dq, double *dv) {
  double *turned = l->work, *right = l->rows_work;
  const double *free = l->g.free;
  memset(right, 0, sizeof(double) * (size_t)l->m);
  subtract_product(l->rate_rows, dq, l->m, l->n, right);
  ptl_status status = PTL_OK;
  memset(dv, 0, sizeof(double) * (size_t)l->n);
  if (l->m > 0) status = ptl_tangent_least_change(&l->g, right, dv);
  memset(turned, 0, sizeof(double) * (size_t)l->n);
  add_turned(l, dq, 1.0, l->g.y + l->n, turned);
  for (int k = 0; k < l->freedom; k++) {
    const double *z = free + (size_t)k * (size_t)l->n;
    double part = 0.0;
    for (int i = 0; i < l->n; i++) part += z[i] * turned[i];
    for (int i = 0; i < l->n; i++) dv[i] += part * z[i];
  }
  return status;
}

/* da of a change whose forces are `force`, from w on, which it overwrites; what is left of the
 * forces then is for the reactions. */
static ptl_status find_acceleration(ptl_linear *l, double *force, double *w) {
  const int n = l->n, f = l->freedom;
  ptl_tangent *g = &l->g;
  double *alpha = l->mass + (size_t)f * (size_t)f, *weighted = g->square;
  for (int i = 0; i < n; i++) force[i] -= l->inertia[i] * w[i];
  ptl_dense_multiply_transposed(g->balance, force, n, f, 1, alpha);
  for (int k = 0; k < f; k++)
    for (int i = 0; i < n; i++)
      weighted[(size_t)k * (size_t)n + (size_t)i] =
          l->inertia[i] * g->free[(size_t)k * (size_t)n + (size_t)i];
  ptl_dense_multiply_transposed(g->balance, weighted, n, f, f, l->mass);
  if (!ptl_dense_solve(l->mass, f, 1, alpha, l->pivots))
    return ptl_fail(g->data->context, PTL_ERR_UNFIT,
                    PTL_E(0309) "no mass resists in one of the free directions");
  for (int i = 0; i < n; i++) {
    double free_part = 0.0;
    for (int k = 0; k < f; k++) free_part += g->free[(size_t)k * (size_t)n + (size_t)i] * alpha[k];
    force[i] -= l->inertia[i] * free_part;
    w[i] += free_part;
  }
  return PTL_OK;
}

/* xi' and xi'' of a change, as parts of the free directions. */
static void put_motion(ptl_linear *l, const double *dq, const double *dv, const double *da,
                       double *out, int stride) {
  const int n = l->n, f = l->freedom;
  double *slow = l->work, *fast = l->work + n;
  const double *omega = l->g.y + n;
  memcpy(slow, dv, sizeof(double) * (size_t)n);
  add_turned(l, dq, -1.0, omega, slow);
  memcpy(fast, da, sizeof(double) * (size_t)n);
  add_turned(l, slow, -2.0, omega, fast);
  add_turned(l, dq, -1.0, l->acceleration, fast);
  add_centripetal(l, dq, -1.0, fast);
  for (int k = 0; k < f; k++) {
    const double *z = l->g.free + (size_t)k * (size_t)n;
    double rate = 0.0, second = 0.0;
    for (int i = 0; i < n; i++) {
      rate += z[i] * slow[i];
      second += z[i] * fast[i];
    }
    out[(size_t)k * (size_t)stride] = rate;
    out[(size_t)(f + k) * (size_t)stride] = second;
  }
}

static void put_inner(const ptl_linear *l, const double *dq, const double *dv, int inner,
                      const double *dlambda, double *out, int stride) {
  const int n = l->n, m = l->m, width = 2 * n + l->n_inner + m;
  for (int k = 0; k < l->n_inner; k++) {
    const double *by = l->inner_by + (size_t)width * (size_t)k;
    double sum = inner >= 0 ? by[2 * n + inner] : 0.0;
    for (int i = 0; i < n; i++) sum += by[i] * dq[i] + by[n + i] * dv[i];
    for (int i = 0; i < m; i++) sum += by[2 * n + l->n_inner + i] * dlambda[i];
    out[(size_t)(2 * l->freedom + k) * (size_t)stride] = sum;
  }
}

/* The rates of the state at a change (dq, dv), of one inner state (or -1) and of the force
 * (overwritten): a column of A or B, at out[0], out[stride], ...; and the multipliers' change. */
static ptl_status find_column(ptl_linear *l, const double *dq, const double *dv, int inner,
                              double *force, double *dlambda, double *out, int stride) {
  const int n = l->n, m = l->m;
  ptl_tangent *g = &l->g;
  double *da = l->work + 4 * n;
  ptl_status status = find_forced(l, dq, dv, da);
  if (status != PTL_OK) return status;
  subtract_product(g->stiffness, dq, n, n, force);
  subtract_product(g->damping, dv, n, n, force);
  if (inner >= 0)
    for (int i = 0; i < n; i++) force[i] -= column_of(l->by_inner, n, inner)[i];
  status = find_acceleration(l, force, da);
  if (status == PTL_OK && m > 0) {
    memcpy(g->scratch, g->by_reaction, sizeof(double) * (size_t)n * (size_t)m);
    memcpy(g->right, force, sizeof(double) * (size_t)n);
    status = ptl_dense_least_norm(g->data->context, g->scratch, n, m, g->right, g->pivots);
    memcpy(dlambda, g->right, sizeof(double) * (size_t)m);
  }
  put_motion(l, dq, dv, da, out, stride);
  put_inner(l, dq, dv, inner, dlambda, out, stride);
  return status;
}

static ptl_status find_a(ptl_linear *l) {
  const int n = l->n, f = l->freedom;
  ptl_status status = PTL_OK;
  double *force = l->work + 5 * n;
  for (int j = 0; j < l->n_states && status == PTL_OK; j++) {
    double *dq = column_of(l->dq, n, j), *dv = column_of(l->dv, n, j);
    memset(force, 0, sizeof(double) * (size_t)n);
    if (j < f) {
      memcpy(dq, l->g.free + (size_t)j * (size_t)n, sizeof(double) * (size_t)n);
      status = find_velocity(l, dq, dv);
    } else if (j < 2 * f) {
      memcpy(dv, l->g.free + (size_t)(j - f) * (size_t)n, sizeof(double) * (size_t)n);
    }
    if (status == PTL_OK)
      status = find_column(l, dq, dv, j < 2 * f ? -1 : j - 2 * f, force,
                           column_of(l->dlambda, l->m, j), l->a + j, l->n_states);
  }
  return status;
}

/* ---------------------------------------------------------------- inputs */

double ptl_linear_input_step(const ptl_linear *l, int input) {
  const double value = ptl_data_input(l->g.data, input, l->t);
  return 1e-4 * fmax(1.0, fabs(value));
}

void ptl_linear_set_input(ptl_linear *l, int input, double value) {
  l->g.data->inputs[input] =
      (ptl_input_state){.since = -INFINITY, .until = -INFINITY, .from = value, .to = value};
  l->g.data->targets_time = NAN;
}

static ptl_status find_b(ptl_linear *l) {
  const int n = l->n, m = l->m;
  ptl_context *context = l->g.data->context;
  double *both = ptl_alloc(context, (size_t)(2 * n + 2 * m), sizeof *both);
  if (both == NULL) return PTL_ERR_MEMORY;
  double *force = both, *phi = both + 2 * n;
  ptl_status status = PTL_OK;
  for (int k = 0; k < l->n_inputs && status == PTL_OK; k++) {
    const double value = ptl_data_input(l->g.data, k, l->t), h = ptl_linear_input_step(l, k);
    for (int side = 0; side < 2 && status == PTL_OK; side++) {
      ptl_linear_set_input(l, k, value + (side == 0 ? -h : h));
      if (ptl_tangent_residual(&l->g, l->t))
        status =
            ptl_fail(context, PTL_ERR_UNFIT, PTL_E(0502) "a force is not finite near input %d", k);
      memcpy(force + side * n, l->g.force, sizeof(double) * (size_t)n);
      memcpy(phi + side * m, l->g.phi, sizeof(double) * (size_t)m);
    }
    ptl_linear_set_input(l, k, value);
    for (int i = 0; i < m; i++) l->input_moves[k] |= phi[i] != phi[m + i];
    for (int i = 0; i < n; i++) force[i] = (force[n + i] - force[i]) / (2.0 * h);
    const int column = l->n_states + k;
    if (status == PTL_OK)
      status = find_column(l, column_of(l->dq, n, column), column_of(l->dv, n, column), -1, force,
                           column_of(l->dlambda, m, column), l->b + k, l->n_inputs);
  }
  ptl_free(context, both);
  return status;
}

/* ---------------------------------------------------------------- all */

static ptl_status set_state(ptl_linear *l, const double *q, const double *v, const double *lambda,
                            const double *a) {
  ptl_tangent *g = &l->g;
  const size_t size = sizeof(double) * (size_t)l->n;
  memcpy(g->y, q, size);
  memcpy(g->y + l->n, v, size);
  if (a != NULL) memcpy(l->acceleration, a, size);
  l->is_at_rest = ptl_largest(v, l->n) == 0.0 && ptl_largest(l->acceleration, l->n) == 0.0;
  for (int i = 0; i < l->n; i++) {
    l->velocity[i] = v[i] * g->lever[i];
    l->inertia[i] = g->data->system->mass[i] / (g->lever[i] * g->lever[i]);
  }
  if (lambda == NULL) return ptl_tangent_balance(g, l->t);
  memcpy(ptl_tangent_lambda(g), lambda, sizeof(double) * (size_t)l->m);
  return ptl_tangent_matrices(g, l->t) ? PTL_ERR_UNFIT : PTL_OK;
}

ptl_status ptl_linear_create(ptl_data *data, ptl_modes_frame frame, double t, const double *q,
                             const double *v, const double *lambda, const double *a,
                             ptl_linear *l) {
  const ptl_system *s = data->system;
  *l = (ptl_linear){.t = t,
                    .n = s->n_coordinates,
                    .m = s->n_rows,
                    .n_inner = s->n_states,
                    .n_inputs = s->mechanism->n_inputs,
                    .frame = frame};
  const char *motion = ptl_motion_first_following(s);
  if (motion != NULL)
    return ptl_fail(data->context, PTL_ERR_UNFIT,
                    PTL_E(0309) "motion '%s' follows a signal with a state, which the linear system does "
                    "not have among its states",
                    motion);
  ptl_status status = ptl_tangent_create(data, &l->g);
  if (status != PTL_OK) return status;
  status = allocate(l);
  data->context->told.message[0] = '\0';
  if (status == PTL_OK) status = set_state(l, q, v, lambda, a);
  if (status == PTL_ERR_UNFIT && *data->context->told.message == '\0')
    ptl_fail(
        data->context, status,
        PTL_E(0502) "at t = %.9g s a force is not finite, or a law was asked outside its domain",
        t);
  if (status == PTL_OK) status = ptl_tangent_bases(&l->g);
  if (status == PTL_OK) {
    collect(l);
    l->freedom = l->g.freedom;
    l->n_states = 2 * l->freedom + l->n_inner;
    status = allocate_matrices(l);
  }
  if (status == PTL_OK) status = find_a(l);
  if (status == PTL_OK) status = find_b(l);
  if (status != PTL_OK) ptl_linear_release(l);
  return status;
}
