/* run_pole.c: expressions that grow without bound. See run_pole.h.
 *
 * Near a pole in time a number grows as much in each of the last decades of time, down to the
 * distance from it; the side of a pulse grows by more, and what grows as an exponential function
 * within one decade alone. The last decades before the last good state are found anew by going
 * backwards from it along the equations of motion, in steps that grow with the distance. */
#include "run_pole.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "arena.h"
#include "forces.h"
#include "reactions.h"
#include "state.h"
#include "state_signal.h"

enum { DECADES = 100, ENOUGH = 3, STEPS = 10 };              /* STEPS: of a decade */
static const double growth = 1.6, most = 1e6, enough = 10.0; /* of a decade; of all together */
/* Where the first decade begins, in parts of the time of the last good state. */
static const double farthest = 1e-15, nearest = 1e-100;

typedef struct path { /* backwards from the last good state */
  ptl_run *run;
  int n_expressions, n; /* n: of the times at which sizes were found, the last good one first */
  double *sizes;        /* of the expressions at these times, n_expressions each */
  double *y, *middle, *rates;
} path;

/* Parts of loads, then rates of signals, then what presses joints. */
static int first_signal(const ptl_system *s) {
  return PTL_LOAD_PARTS * s->n_loads;
}

static int first_pressed(const ptl_system *s) {
  return first_signal(s) + s->n_signals;
}

static const ptl_expr *expression(const path *p, int i) {
  const ptl_system *s = p->run->system;
  const ptl_data *data = p->run->data;
  if (i < first_signal(s)) return data->load_expr[i];
  if (i >= first_pressed(s)) return data->pressed_expr[i - first_pressed(s)];
  const int k = i - first_signal(s);
  return s->signals[k].is_discrete ? NULL : data->signal_expr[k];
}

/* Sizes of the expressions at time t and p->y, as those of the time of this number. */
static double *find_sizes(const path *p, double t, int number) {
  double *sizes = p->sizes + (size_t)number * (size_t)p->n_expressions;
  ptl_data_set_unknowns(p->run->data, t, p->y);
  for (int i = 0; i < p->n_expressions; i++) {
    const ptl_expr *expr = expression(p, i);
    sizes[i] = expr != NULL ? fabs(ptl_expr_eval(expr)) : 0.0;
  }
  return sizes;
}

/* Derivatives by time of positions and velocities into p->rates, of signals into the run's data;
 * velocities stay where no accelerations are found. */
static void find_rates(const path *p, double t, double *y) {
  const ptl_run *run = p->run;
  const ptl_system *s = run->system;
  const int n = s->n_coordinates;
  ptl_reaction_report report;
  ptl_data_set_unknowns(run->data, t, y);
  if (ptl_reactions_find(run->reactions, t, y, y + n, NULL, 1, p->rates + n,
                         y + s->first_state - s->n_rows, &report) != PTL_OK)
    memset(p->rates + n, 0, sizeof(double) * (size_t)n);
  memcpy(p->rates, y + n, sizeof(double) * (size_t)n);
  ptl_data_set_unknowns(run->data, t, y);
  ptl_eval_signals(run->data);
}

/* y = from + dt * rates. */
static void move(const path *p, const double *from, double dt, double *y) {
  const ptl_system *s = p->run->system;
  for (int i = 0; i < 2 * s->n_coordinates; i++) y[i] = from[i] + dt * p->rates[i];
  for (int i = 0; i < s->n_signals; i++) {
    const int k = s->first_state + s->signals[i].state;
    if (!s->signals[i].is_discrete) y[k] = from[k] + dt * p->run->data->signal_rates[i];
  }
}

/* p->y moves from `before` to `back` behind the last good state [s], by the midpoint rule. */
static void step(const path *p, double before, double back) {
  const double t = p->run->good_t - before, dt = before - back;
  memcpy(p->middle, p->y, sizeof(double) * (size_t)p->run->system->pattern.n);
  find_rates(p, t, p->y);
  move(p, p->y, 0.5 * dt, p->middle);
  find_rates(p, t + 0.5 * dt, p->middle);
  move(p, p->y, dt, p->y);
}

/* *back: how far behind the last good state a step along its rates ends, so near that no
 * expression differs by much; 0: nowhere. */
static int begin(const path *p, double *back) {
  const ptl_run *run = p->run;
  const size_t size = sizeof(double) * (size_t)run->system->pattern.n;
  memcpy(p->y, run->good_y, size);
  const double *at_end = find_sizes(p, run->good_t, 0);
  for (*back = farthest * run->good_t; *back > nearest * run->good_t; *back *= 0.1) {
    memcpy(p->y, run->good_y, size);
    find_rates(p, run->good_t, p->y);
    move(p, run->good_y, -*back, p->y);
    const double *now = find_sizes(p, run->good_t - *back, 1);
    int n_far = 0;
    for (int i = 0; i < p->n_expressions; i++)
      n_far += at_end[i] > DBL_MIN && !(at_end[i] < growth * now[i] && now[i] < growth * at_end[i]);
    if (n_far == 0) return 1;
  }
  return 0;
}

static void follow_back(path *p) {
  const ptl_run *run = p->run;
  const double ratio = pow(10.0, 1.0 / STEPS);
  double before;
  if (!begin(p, &before)) return;
  for (p->n = 2; p->n <= DECADES && before < 0.1 * run->good_t; p->n++) {
    for (int i = 0; i < STEPS; i++) {
      const double back = before * ratio;
      step(p, before, back);
      before = back;
    }
    find_sizes(p, run->good_t - before, p->n);
  }
}

static int is_near_pole(const path *p, int expression) {
  double later = p->sizes[expression], grown = 1.0;
  int n = 0;
  for (int i = 1; i < p->n && !(n >= ENOUGH && grown > enough); i++) {
    const double earlier = p->sizes[(size_t)i * (size_t)p->n_expressions + (size_t)expression];
    const int has_grown = growth * earlier < later && later < most * earlier;
    n = has_grown ? n + 1 : 0;
    grown = has_grown ? grown * later / earlier : 1.0;
    later = earlier;
  }
  return n >= ENOUGH && grown > enough;
}

/* The kind of element that the expression belongs to, and its name. */
static const char *element(const ptl_system *s, int expression, const char **name) {
  if (expression < first_signal(s)) {
    *name = s->loads[expression / PTL_LOAD_PARTS].name;
    return "load";
  }
  if (expression < first_pressed(s)) {
    *name = s->signals[expression - first_signal(s)].name;
    return "signal";
  }
  *name = s->pressed[expression - first_pressed(s)].name;
  return "joint";
}

/* What grows through others comes behind them: loads that read no signals with states, these
 * signals, other loads, what presses joints. */
static int rank(const ptl_system *s, int expression) {
  enum { LOADS_ALONE, SIGNALS, LOADS, PRESSED };
  if (expression < first_signal(s))
    return s->loads[expression / PTL_LOAD_PARTS].uses.n_signals > 0 ? LOADS : LOADS_ALONE;
  return expression < first_pressed(s) ? SIGNALS : PRESSED;
}

/* Whether the expression is of a load that takes energy and reads no time: it grows with speeds and
 * does not make them grow. */
static int is_brake(const path *p, int expression) {
  const ptl_run *run = p->run;
  const ptl_system *s = run->system;
  const int load = expression / PTL_LOAD_PARTS;
  double force[3];
  if (expression >= first_signal(s) || s->loads[load].uses.n_bodies == 0) return 0;
  for (int i = 0; i < PTL_LOAD_PARTS; i++) {
    const ptl_expr *part = run->data->load_expr[PTL_LOAD_PARTS * load + i];
    if (part != NULL && ptl_expr_uses(part, 0)) return 0;
  }
  ptl_eval_load(run->data, load, force);
  const double *v = run->good_y + s->n_coordinates + 3 * s->loads[load].at.body;
  return force[0] * v[0] + force[1] * v[1] + force[2] * v[2] < 0.0;
}

int ptl_pole_explain(ptl_run *run) {
  const ptl_system *s = run->system;
  path p = {.run = run, .n_expressions = first_pressed(s) + s->n_pressed};
  if (p.n_expressions == 0) return 0;
  const ptl_block blocks[] = {PTL_BLOCK(p.sizes, (size_t)p.n_expressions * (DECADES + 1)),
                              PTL_BLOCK(p.y, s->pattern.n), PTL_BLOCK(p.middle, s->pattern.n),
                              PTL_BLOCK(p.rates, 2 * s->n_coordinates)};
  void *memory = ptl_arena_create(run->context, blocks, sizeof blocks / sizeof *blocks);
  if (memory == NULL) return 0;
  follow_back(&p);
  ptl_data_set_unknowns(run->data, run->good_t, run->good_y);
  int found = -1;
  for (int i = 0; i < p.n_expressions; i++)
    if ((found < 0 || rank(s, i) < rank(s, found)) && is_near_pole(&p, i) && !is_brake(&p, i))
      found = i;
  if (found >= 0) {
    const char *name, *kind = element(s, found, &name);
    ptl_fail(
        run->context, PTL_ERR_SIMULATION,
        PTL_E(0502) "at t = %.9g s the integration cannot go on: %s '%s': '%.200s' grows without bound; "
        "change it, or end the run before",
        run->good_t, kind, name, ptl_expr_text(expression(&p, found)));
    ptl_error_element(run->context, kind, name);
  }
  ptl_free(run->context, memory);
  return found >= 0;
}
