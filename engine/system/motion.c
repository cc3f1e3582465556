/* motion.c: targets of the drivers with first and second derivative by time. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "motion.h"
#include "pintle_monotone.h"

/* ---------------------------------------------------------------- rises */

/* Pieces 0 to 2: up, constant rate, down; the last is the first turned round, f(u) = 1 - f(1 -
 * u). */
static void trapezoidal(int piece, double u, double f[3]) {
  const double w = 1.0 - u;
  if (piece == 0) {
    f[0] = 2.25 * u * u;
    f[1] = 4.5 * u;
    f[2] = 4.5;
  } else if (piece == 1) {
    f[0] = 0.5 + 1.5 * (u - 0.5);
    f[1] = 1.5;
    f[2] = 0.0;
  } else {
    f[0] = 1.0 - 2.25 * w * w;
    f[1] = 4.5 * w;
    f[2] = -4.5;
  }
}

/* Pieces 0 to 4, of which the last two are the first two turned round. */
static void jerk_limited(int piece, double u, double f[3]) {
  const int back = piece > 2, from_end = piece == 0 || piece == 4;
  const double a = back ? 1.0 - u : u, w = from_end ? a : 1.0 / 3.0 - a;
  if (piece == 2) {
    trapezoidal(1, u, f);
    return;
  }
  f[0] = from_end ? 9.0 * w * w * w : 0.25 - 1.5 * w + 9.0 * w * w * w;
  f[1] = from_end ? 27.0 * w * w : 1.5 - 27.0 * w * w;
  f[2] = 54.0 * w;
  if (!back) return;
  f[0] = 1.0 - f[0];
  f[2] = -f[2];
}

/* Where in a rise a derivative jumps, in parts of its duration. */
static int rise_points(ptl_rise_law law, const double **points) {
  static const double ends[] = {0.0, 1.0}, thirds[] = {0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0};
  static const double sixths[] = {0.0, 1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0, 5.0 / 6.0, 1.0};
  *points = law == PTL_RISE_TRAPEZOIDAL ? thirds : law == PTL_RISE_JERK_LIMITED ? sixths : ends;
  return law == PTL_RISE_TRAPEZOIDAL ? 4 : law == PTL_RISE_JERK_LIMITED ? 6 : 2;
}

/* The time of a point of a rise in the period that begins at `first`. */
static double point_time(const ptl_rise_def *r, double first, double point) {
  return first + r->start + point * r->duration;
}

/* Which piece of a rise is under way, by the times at which steps end. */
static int piece_at(const ptl_rise_def *r, double first, double t) {
  const double *points;
  const int n = rise_points(r->law, &points);
  int piece = 0;
  while (piece + 2 < n && t >= point_time(r, first, points[piece + 1])) piece++;
  return piece;
}

/* f(u), f'(u), f''(u) of a rise from 0 to 1. */
static void rise_shape(ptl_rise_law law, int piece, double u, double f[3]) {
  const double two_pi = 2.0 * acos(-1.0);
  double w = 1.0 - u;
  switch (law) {
    case PTL_RISE_345:
      f[0] = u * u * u * (10.0 + u * (-15.0 + 6.0 * u));
      f[1] = 30.0 * u * u * w * w;
      f[2] = 60.0 * u * w * (w - u);
      return;
    case PTL_RISE_4567:
      f[0] = u * u * u * u * (35.0 + u * (-84.0 + u * (70.0 - 20.0 * u)));
      f[1] = 140.0 * u * u * u * w * w * w;
      f[2] = 420.0 * u * u * w * w * (w - u);
      return;
    case PTL_RISE_TRAPEZOIDAL:
      trapezoidal(piece, u, f);
      return;
    case PTL_RISE_JERK_LIMITED:
      jerk_limited(piece, u, f);
      return;
    case PTL_RISE_CYCLOIDAL:
      break;
  }
  f[0] = u - sin(two_pi * u) / two_pi;
  f[1] = 1.0 - cos(two_pi * u);
  f[2] = two_pi * sin(two_pi * u);
}

static void eval_rises(const ptl_motion_def *def, double t, double value[3]) {
  double passed = 0.0, first = 0.0;
  const double now = t;
  if (def->period > 0.0) {
    passed = floor(t / def->period);
    first = passed * def->period;
    t -= first;
  }
  for (int i = 0; i < def->n_rises; i++) {
    const ptl_rise_def *r = &def->rises[i];
    double f[3], u = (t - r->start) / r->duration;
    value[0] += passed * r->rise;
    if (now < point_time(r, first, 0.0)) continue;
    if (now >= point_time(r, first, 1.0)) {
      value[0] += r->rise;
      continue;
    }
    rise_shape(r->law, piece_at(r, first, now), u, f);
    value[0] += r->rise * f[0];
    value[1] += r->rise * f[1] / r->duration;
    value[2] += r->rise * f[2] / (r->duration * r->duration);
  }
}

/* ---------------------------------------------------------------- tables */

/* Second derivatives m of the cubic spline through (t, x): for inner points
 *   h0 m0 + 2 (h0 + h1) m1 + h1 m2 = 6 ((x2 - x1)/h1 - (x1 - x0)/h0),
 * at the ends m = 0, or no slope: 2 m0 + m1 = 6 (x1 - x0)/h0^2. Solved by elimination downwards and
 * substitution upwards (de Boor: A Practical Guide to Splines, 1978, ch. IV). */
static ptl_status make_spline(ptl_context *context, const ptl_motion_def *def, double *m) {
  const double *p = def->table;
  int n = def->n_table, rests = def->rests;
  double *upper = ptl_alloc(context, (size_t)n, sizeof *upper);
  if (upper == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    double h0 = i > 0 ? p[2 * i] - p[2 * i - 2] : 0.0;
    double h1 = i + 1 < n ? p[2 * i + 2] - p[2 * i] : 0.0;
    double slope0 = i > 0 ? (p[2 * i + 1] - p[2 * i - 1]) / h0 : 0.0;
    double slope1 = i + 1 < n ? (p[2 * i + 3] - p[2 * i + 1]) / h1 : 0.0;
    double right = 6.0 * (slope1 - slope0), diagonal = 2.0 * (h0 + h1);
    if (!rests && (i == 0 || i == n - 1)) {
      right = h0 = h1 = 0.0;
      diagonal = 1.0;
    }
    double before = i > 0 ? upper[i - 1] : 0.0, pivot = diagonal - h0 * before;
    upper[i] = h1 / pivot;
    m[i] = (right - h0 * (i > 0 ? m[i - 1] : 0.0)) / pivot;
  }
  for (int i = n - 2; i >= 0; i--) m[i] -= upper[i] * m[i + 1];
  ptl_free(context, upper);
  return PTL_OK;
}

/* With a + b = 1 the shares of the interval h before and after, x = b x0 + a x1 +
 * h^2/6 ((b^3 - b) m0 + (a^3 - a) m1). */
static void spline_piece(const double *p, const double *m, double a, double value[3]) {
  double h = p[2] - p[0], b = 1.0 - a, x0 = p[1], x1 = p[3];
  value[0] = b * x0 + a * x1 + h * h / 6.0 * ((b * b * b - b) * m[0] + (a * a * a - a) * m[1]);
  value[1] = (x1 - x0) / h + h / 6.0 * ((3.0 * a * a - 1.0) * m[1] - (3.0 * b * b - 1.0) * m[0]);
  value[2] = b * m[0] + a * m[1];
}

/* Hermite's cubic with slopes d. */
static void monotone_piece(const double *p, const double *d, double a, double value[3]) {
  double h = p[2] - p[0], b = 1.0 - a, rise = p[3] - p[1], d0 = h * d[0], d1 = h * d[1];
  value[0] = p[1] + a * a * (3.0 - 2.0 * a) * rise + a * b * (b * d0 - a * d1);
  value[1] = (6.0 * a * b * rise + b * (1.0 - 3.0 * a) * d0 + a * (3.0 * a - 2.0) * d1) / h;
  value[2] = (6.0 * (b - a) * rise + (6.0 * a - 4.0) * d0 + (6.0 * a - 2.0) * d1) / (h * h);
}

/* A spline through points that hardly differ in time swings far beyond their values. */
static ptl_status check_overshoot(ptl_context *context, const ptl_motion_def *def,
                                  const double *m) {
  static const double tolerated = 0.5; /* of the range of the values */
  enum { PLACES = 16 };
  const double *p = def->table;
  double least = p[1], largest = p[1];
  for (int i = 1; i < def->n_table; i++) {
    least = fmin(least, p[2 * i + 1]);
    largest = fmax(largest, p[2 * i + 1]);
  }
  double room = tolerated * (largest - least) + 1e-9 * fmax(fabs(least), fabs(largest));
  for (int i = 0; i + 1 < def->n_table; i++)
    for (int k = 1; k < PLACES; k++) {
      double value[3];
      spline_piece(p + 2 * i, m + i, (double)k / PLACES, value);
      double beyond = fmax(least - value[0], value[0] - largest);
      if (beyond <= room) continue;
      return ptl_fail(context, PTL_ERR_INPUT,
                      PTL_E(0208) "motion '%s': the spline through its table leaves the range of the values by "
                      "%.3g between the points at %.9g s and %.9g s, as where times nearly agree; "
                      "give more points, or 'interpolation: monotone'",
                      def->name, beyond, p[2 * i], p[2 * i + 2]);
    }
  return PTL_OK;
}

ptl_status ptl_motion_prepare(ptl_context *context, ptl_sys_motion *motion) {
  const ptl_motion_def *def = &motion->def;
  motion->shape = NULL;
  if (def->table == NULL) return PTL_OK;
  motion->shape = ptl_alloc(context, (size_t)def->n_table, sizeof *motion->shape);
  if (motion->shape == NULL) return PTL_ERR_MEMORY;
  if (!def->monotone) {
    ptl_status status = make_spline(context, def, motion->shape);
    return status == PTL_OK ? check_overshoot(context, def, motion->shape) : status;
  }
  ptl_monotone_slopes(def->table, def->n_table, motion->shape, 1);
  if (def->rests) motion->shape[0] = motion->shape[def->n_table - 1] = 0.0;
  return PTL_OK;
}

static void eval_table(const ptl_sys_motion *motion, double t, double value[3]) {
  const double *p = motion->def.table, *shape = motion->shape;
  int first = 0, last = motion->def.n_table - 1;
  double beyond = fmin(t - p[0], 0.0) + fmax(t - p[2 * last], 0.0);
  t -= beyond;
  while (last - first > 1) {
    int middle = first + (last - first) / 2;
    if (t < p[2 * middle])
      last = middle;
    else
      first = middle;
  }
  double a = (t - p[2 * first]) / (p[2 * last] - p[2 * first]);
  if (motion->def.monotone)
    monotone_piece(p + 2 * first, shape + first, a, value);
  else
    spline_piece(p + 2 * first, shape + first, a, value);
  if (beyond == 0.0) return;
  if (motion->def.rests) value[1] = 0.0;
  value[0] += value[1] * beyond;
  value[2] = 0.0;
}

/* ---------------------------------------------------------------- expressions */

/* The expression reads the time in data->variables, which is scratch of this thread. */
static void eval_expression(const ptl_data *data, int motion, double t, double value[3]) {
  ptl_expr *expr = data->motion_expr[motion];
  ptl_integral *integral = data->rate_integrals[motion];
  double *time = data->variables, kept = *time, of_expression[3];
  *time = t = ptl_data_time(data, t);
  ptl_expr_expand(expr, 0, of_expression);
  if (integral != NULL) {
    value[0] += ptl_integral_eval(integral, t, data->horizon);
    value[1] = of_expression[0];
    value[2] = of_expression[1];
  } else {
    memcpy(value, of_expression, sizeof of_expression);
  }
  *time = kept;
}

/* ---------------------------------------------------------------- inputs */

/* An expression that is linear in inputs: its value and derivatives by time along their courses,
 * and its integral from data->followed_since on. */
static double follow(const ptl_data *data, int motion, double t, double value[3]) {
  const ptl_expr *expr = data->motion_expr[motion];
  const double since = data->followed_since;
  double travel = 0.0, constant = 0.0, slope, unused;
  double *inputs = data->variables + 1;
  for (int k = 0; k < data->system->mechanism->n_inputs; k++)
    inputs[k] = ptl_data_input(data, k, t);
  value[0] = constant = ptl_expr_eval(expr);
  value[1] = value[2] = 0.0;
  for (int k = 0; k < data->system->mechanism->n_inputs; k++) {
    const ptl_input_state *input = &data->inputs[k];
    double course[3];
    if (!ptl_expr_uses(expr, 1 + k)) continue;
    ptl_expr_derive(expr, 1 + k, &slope, &unused);
    ptl_input_eval(input, t, course);
    value[1] += slope * course[1];
    value[2] += slope * course[2];
    constant -= slope * inputs[k];
    travel += slope * (ptl_input_integral(input, t) - ptl_input_integral(input, since));
  }
  return travel + constant * (t - since);
}

/* `start` is where a motion by its rate begins. */
static void eval_following(const ptl_data *data, int motion, double start, double t,
                           double value[3]) {
  double course[3];
  const double travel = follow(data, motion, t, course);
  const int is_rate = data->system->motions[motion].def.position == NULL;
  value[0] = is_rate ? start + data->travelled[motion] + travel : course[0];
  value[1] = is_rate ? course[0] : course[1];
  value[2] = is_rate ? course[1] : course[2];
}

void ptl_motion_pass_inputs(ptl_data *data, double t) {
  for (int i = 0; i < data->system->n_motions; i++) {
    double unused[3];
    if (data->follows[i]) data->travelled[i] += follow(data, i, t, unused);
  }
  data->followed_since = t;
  data->targets_time = NAN;
}

/* ---------------------------------------------------------------- signals */

/* Slope of a motion's expression by a signal, which is constant. */
static double slope_of(const ptl_data *data, int motion, int signal) {
  const int variable = ptl_variable_of_signal(data->system->mechanism, signal);
  double slope, unused;
  if (!ptl_expr_uses(data->motion_expr[motion], variable)) return 0.0;
  ptl_expr_derive(data->motion_expr[motion], variable, &slope, &unused);
  return slope;
}

/* Rate of a variable of expressions: time, the place of a body, a signal; others are constant or
 * not read by such signals. */
static double rate_of(const ptl_data *data, int variable) {
  const ptl_mechanism *m = data->system->mechanism;
  const int half = PTL_BODY_VARIABLES / 2, of_body = variable - ptl_variable_of_body(m, 0);
  const int signal = variable - ptl_variable_of_signal(m, 0);
  if (variable == 0) return 1.0;
  if (signal >= 0)
    return data->system->signals[signal].is_discrete ? 0.0
                                                     : ptl_expr_eval(data->signal_expr[signal]);
  return of_body >= 0 && of_body % PTL_BODY_VARIABLES < half ? data->variables[variable + half]
                                                             : 0.0;
}

/* Second derivative of a signal by time. */
static double second_of(const ptl_data *data, int signal) {
  const ptl_expr *rate = data->signal_expr[signal];
  double sum = 0.0, slope, unused;
  for (int i = 0; i < ptl_n_variables(data->system->mechanism); i++) {
    if (!ptl_expr_uses(rate, i)) continue;
    ptl_expr_derive(rate, i, &slope, &unused);
    sum += slope * rate_of(data, i);
  }
  return sum;
}

/* What signals add to the derivatives of the target that follows them. */
static void add_signals(const ptl_data *data, int motion, double value[3]) {
  for (int i = 0; i < data->system->n_signals; i++) {
    const double slope = slope_of(data, motion, i);
    if (slope == 0.0) continue;
    value[1] += slope * ptl_expr_eval(data->signal_expr[i]);
    value[2] += slope * second_of(data, i);
  }
}

void ptl_motion_slopes(const ptl_data *data, int motion, int variable, double *target,
                       double *rate) {
  const int signal = variable - ptl_variable_of_signal(data->system->mechanism, 0);
  *target = signal >= 0 ? slope_of(data, motion, signal) : 0.0;
  *rate = 0.0;
  for (int i = 0; i < data->system->n_signals; i++) {
    const double slope = slope_of(data, motion, i);
    double of_rate, unused;
    if (slope == 0.0 || !ptl_expr_uses(data->signal_expr[i], variable)) continue;
    ptl_expr_derive(data->signal_expr[i], variable, &of_rate, &unused);
    *rate += slope * of_rate;
  }
}

const char *ptl_motion_first_following(const ptl_system *s) {
  int i = 0;
  while (i < s->n_motions && !s->motions[i].follows_signals) i++;
  return i < s->n_motions ? s->motions[i].def.name : NULL;
}

/* ---------------------------------------------------------------- all */

void ptl_eval_motion(const ptl_data *data, int motion, double t, double value[3]) {
  const ptl_sys_motion *m = &data->system->motions[motion];
  const double start = value[0] = m->start + data->displaced[motion];
  value[1] = value[2] = 0.0;
  if (data->follows[motion] || m->follows_signals) {
    eval_following(data, motion, start, ptl_data_time(data, t), value);
    if (m->follows_signals) add_signals(data, motion, value);
  } else if (data->motion_expr[motion] != NULL) {
    eval_expression(data, motion, t, value);
  } else if (m->shape != NULL) {
    eval_table(m, ptl_data_time(data, t), value);
  } else if (m->def.rises != NULL) {
    eval_rises(&m->def, ptl_data_time(data, t), value);
  } else {
    value[0] = start + m->def.rate * t;
    value[1] = m->def.rate;
  }
}

void ptl_motion_rounding(const ptl_data *data, int motion, double t, double *target, double *rate) {
  const ptl_expr *expr = data->motion_expr[motion];
  double value[3];
  ptl_eval_motion(data, motion, t, value);
  *target = 0.5 * DBL_EPSILON * (fabs(value[0]) + fabs(t * value[1]));
  *rate = 0.5 * DBL_EPSILON * fabs(t * value[2]);
  if (expr == NULL) return;
  if (data->system->motions[motion].def.position == NULL) {
    *rate = ptl_expr_rounding(expr, t, 0);
  } else {
    *target = ptl_expr_rounding(expr, t, 0);
    *rate = ptl_expr_rounding(expr, t, 1);
  }
}

/* The first of these times after t. */
static void take_kink(double when, double t, double *next) {
  if (when > t + 1e-12 * fabs(t) && when < *next) *next = when;
}

static void take_rise(const ptl_motion_def *def, const ptl_rise_def *r, double t, double *next) {
  const double *points, first = def->period > 0.0 ? floor(t / def->period) * def->period : 0.0;
  const int n = rise_points(r->law, &points);
  for (int i = 0; i < n; i++) {
    double when = point_time(r, first, points[i]);
    take_kink(when, t, next);
    if (def->period > 0.0) take_kink(when + def->period, t, next);
  }
}

double ptl_motion_next_jump(const ptl_data *data, double t) {
  const ptl_system *system = data->system;
  double next = INFINITY;
  for (int i = 0; i < system->mechanism->n_inputs; i++)
    if (data->followed[i] && data->inputs[i].until > t) next = fmin(next, data->inputs[i].until);
  for (int i = 0; i < system->n_motions; i++) {
    const ptl_motion_def *def = &system->motions[i].def;
    int last = def->n_table - 1;
    for (int j = 0; j <= last; j++)
      if (def->monotone || (def->rests && (j == 0 || j == last)))
        take_kink(def->table[2 * j], t, &next);
    for (int j = 0; j < def->n_rises; j++)
      if (def->rises[j].law == PTL_RISE_TRAPEZOIDAL) take_rise(def, &def->rises[j], t, &next);
  }
  return next;
}

double ptl_motion_next_kink(const ptl_system *system, double t) {
  double next = INFINITY;
  for (int i = 0; i < system->n_motions; i++) {
    const ptl_motion_def *def = &system->motions[i].def;
    for (int j = 0; j < def->n_rises; j++) take_rise(def, &def->rises[j], t, &next);
    for (int j = 0; j < def->n_table; j++) take_kink(def->table[2 * j], t, &next);
  }
  return next;
}
