/* solve_rk.c: choice of the step and of what it is taken in. */
#include "solve_rk.h"

#include <math.h>
#include <string.h>

#include "dop853.h"

/* The unknowns x = (q, v, t, w). What a step is taken in: time; s, with dt = 2 w/sqrt(1 + (w/deep)^2) ds,
 * which goes like time where the gap is deep; or w, down to 0. */
typedef enum pace { TIME, LED, LANDING } pace;

typedef struct habit { /* what a gap's last contact says about the next */
  double speed;        /* of its touch */
  double first; /* step in s that would have been right for its beginning; 0 before any contact */
  double depth; /* its largest */
} habit;

struct ptl_rk {
  ptl_data *data;
  ptl_reduced *reduced;
  ptl_dop853 *method;
  int n;               /* coordinates */
  const double *given; /* tolerances of q and v */
  double *tolerance;   /* of x and of both works */
  double *a, *lambda;  /* of the last evaluation */
  double *y, *by_time; /* at the end of the last step: the state, and the rates by time */
  ptl_gap_now *now;    /* per gap, there */
  double horizon, max_step;

  double t0, t;       /* ends of the last step */
  pace pace;          /* of it */
  int gap;            /* that leads, or -1 */
  double depth, rate; /* of it where the step begins */
  double bend;        /* slope by s of the rate by s of w */
  double deep;        /* w from which on the step goes like time; INFINITY for never */
  int opening;        /* 1: the gap's first step since it touched */
  int parted;         /* gap, or -1 */
  int drifts;         /* 1: the present state is not put onto all of the constraints */

  double span;   /* wanted of the next step, in time */
  double led;    /* the same in s while the gap leads, 0 when not known */
  double flight; /* span of the last step in which nothing touched */
  habit present; /* the contact in hand */
  habit *habits; /* per gap: its last contact */
  /* Least pivots: of the last evaluation, where the step begins, and of all stages of an attempt. */
  double pivot, first_pivot, least_pivot;
  int stiff, calm; /* steps that got nowhere, and steps since */
  ptl_counters counters;
};

static const double safety = 0.85, most_growth = 2.0, least_growth = 0.2; /* of the step's growth */
static const double usual_error = 0.05; /* of a step in s: at which the next is as long */
static const double still = 0.01;       /* part of a depth that does not matter */
static const double deep_part = 0.3;    /* of a contact's depth: where the step goes like time */
static const double first_span = 1e-3;  /* of the horizon */
enum { MOST_STIFF = 30, CALM = 6, MOST_ATTEMPTS = 40 };
static const double stability = 4.4; /* of h times the largest eigenvalue; the method's is near 5 */
static const double crawling = 1e-7; /* of the horizon */

int ptl_rk_suits(const ptl_system *s) {
  return s->n_frictions == 0 && s->n_bushings == 0;
}

void ptl_rk_destroy(ptl_rk *rk) {
  if (rk == NULL) return;
  ptl_context *context = rk->data->context;
  rk->data->by_state = 0;
  ptl_dop853_destroy(rk->method);
  void *blocks[] = {rk->tolerance, rk->a, rk->lambda, rk->y, rk->by_time, rk->now, rk->habits, rk};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) ptl_free(context, blocks[i]);
}

/* ---------------------------------------------------------------- rates */

/* Accelerations at x, and multipliers if they are wanted. Non-zero when a law refuses, or a number is not
 * finite. */
static int evaluate(ptl_rk *rk, const double *x, int with_multipliers) {
  static const double least_depth = 1e-30; /* some laws take its logarithm */
  int n = rk->n;
  double w = x[2 * n + 1];
  rk->counters.residuals++;
  rk->data->led_gap = rk->gap;
  rk->data->led_depth = w * w > least_depth ? w * w : least_depth;
  int refused = ptl_reduced_solve(rk->reduced, x[2 * n], x, x + n, rk->a,
                                  with_multipliers ? rk->lambda : NULL);
  rk->data->led_gap = -1;
  rk->pivot = ptl_reduced_least_pivot(rk->reduced);
  rk->least_pivot = rk->pivot < rk->least_pivot ? rk->pivot : rk->least_pivot;
  return refused || !isfinite(rk->a[0]);
}

/* By how much a step in s is shorter at w than one that goes like w throughout. */
static double stretch(const ptl_rk *rk, double w) {
  double part = w / rk->deep;
  return sqrt(1.0 + part * part);
}

/* How fast time and w go in the step's pace. Non-zero when w cannot shrink. */
static int find_pace(const ptl_rk *rk, double w, double depth_rate, double *time, double *of_w) {
  *time = 1.0;
  *of_w = 0.0;
  if (rk->pace == TIME) return 0;
  if (rk->pace == LANDING && !(depth_rate < 0.0)) return 1;
  double divisor = rk->pace == LED ? stretch(rk, w) : depth_rate;
  *time = 2.0 * w / divisor;
  *of_w = depth_rate / divisor;
  return 0;
}

/* Rates at x, where the accelerations have just been found. */
static void fill(const ptl_rk *rk, const double *x, int with_sums, double time, double of_w,
                 double *out) {
  const ptl_data *data = rk->data;
  int n = rk->n, n_gaps = data->system->n_gaps;
  for (int i = 0; i < n; i++) out[i] = time * x[n + i];
  for (int i = 0; i < n; i++) out[n + i] = time * rk->a[i];
  out[2 * n] = time;
  out[2 * n + 1] = of_w;
  if (!with_sums) return;
  double *sums = out + 2 * n + 2;
  sums[PTL_SUM_SUPPLIED] = time * (data->supplied + ptl_eval_driver_power(data, rk->lambda));
  sums[PTL_SUM_ABSORBED] = time * data->absorbed;
  for (int g = 0; g < n_gaps; g++) {
    double force = time * data->now[g].force;
    sums[PTL_SUM_GAPS + g] = force;
    sums[PTL_SUM_GAPS + n_gaps + g] = force != 0.0 ? force * data->now[g].rate : 0.0;
  }
}

static int rates(void *user, const double *x, int with_sums, double *out) {
  ptl_rk *rk = user;
  double time, of_w, depth_rate;
  if (evaluate(rk, x, with_sums)) return 1;
  depth_rate = rk->gap < 0 ? 0.0 : rk->data->now[rk->gap].rate;
  if (find_pace(rk, x[2 * rk->n + 1], depth_rate, &time, &of_w)) return 1;
  fill(rk, x, with_sums, time, of_w, out);
  return 0;
}

/* ---------------------------------------------------------------- life */

/* Time by what a tolerable way takes at the mechanism's speed, w by itself not at all, the works by
 * what a tolerable velocity makes of the kinetic energy. */
static void set_tolerances(ptl_rk *rk, double share) {
  const ptl_system *s = rk->data->system;
  int n = rk->n;
  double *out = rk->tolerance;
  for (int i = 0; i < 2 * n; i++) out[i] = share * rk->given[i];
  out[2 * n] = n > 0 ? out[0] / s->speed : 1.0;
  out[2 * n + 1] = INFINITY;
  out[2 * n + 2 + PTL_SUM_SUPPLIED] = out[2 * n + 2 + PTL_SUM_ABSORBED] =
      n > 0 ? 2.0 * ptl_system_mass(s) * s->speed * out[n] : 1.0;
}

ptl_status ptl_rk_create(ptl_data *data, ptl_reduced *reduced, const double *tolerance,
                         double share, ptl_rk **out) {
  const ptl_system *s = data->system;
  ptl_context *context = data->context;
  *out = NULL;
  ptl_rk *rk = ptl_alloc(context, 1, sizeof *rk);
  if (rk == NULL) return PTL_ERR_MEMORY;
  size_t n = (size_t)s->n_coordinates;
  rk->data = data;
  rk->reduced = reduced;
  rk->n = s->n_coordinates;
  rk->gap = -1;
  rk->given = tolerance;
  rk->horizon = s->length / s->speed;
  rk->max_step = s->run.max_step > 0.0 ? s->run.max_step : INFINITY;
  rk->tolerance = ptl_alloc(context, 2 * n + 2 + PTL_SUM_GAPS, sizeof(double));
  rk->a = ptl_alloc(context, n, sizeof(double));
  rk->lambda = ptl_alloc(context, (size_t)s->n_rows, sizeof(double));
  rk->y = ptl_alloc(context, (size_t)s->pattern.n, sizeof(double));
  rk->by_time = ptl_alloc(context, 2 * n + 2 + (size_t)ptl_rk_n_sums(s), sizeof(double));
  rk->now = ptl_alloc(context, (size_t)s->n_gaps, sizeof *rk->now);
  rk->habits = ptl_alloc(context, (size_t)s->n_gaps, sizeof *rk->habits);
  int whole = rk->tolerance && rk->a && rk->lambda && rk->y && rk->by_time && rk->now && rk->habits;
  ptl_status status = whole ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK)
    status = ptl_dop853_create(context, 2 * rk->n + 2, ptl_rk_n_sums(s), rates, rk, &rk->method);
  if (status != PTL_OK) {
    ptl_rk_destroy(rk);
    return status;
  }
  set_tolerances(rk, share);
  rk->span = rk->flight = first_span * rk->horizon;
  rk->deep = INFINITY;
  rk->parted = -1;
  *out = rk;
  return PTL_OK;
}

static ptl_status refuse(const ptl_rk *rk) {
  return ptl_fail(rk->data->context, PTL_ERR_SIMULATION,
                  "the accelerations are not finite, or a law was asked outside its domain");
}

/* ---------------------------------------------------------------- plan of a step */

/* About how far s must go for time to pass by `span`: near the surface span = 2 w s + rate s^2. INFINITY
 * if w is 0 before. */
static double led_step(const ptl_rk *rk, double w, double rate, double span) {
  double square = w * w + rate * span;
  if (!(square > 0.0)) return INFINITY;
  double end = sqrt(square);
  return span / (w + end) * 0.5 * (stretch(rk, w) + stretch(rk, end));
}

/* Depth up to which a gap counts as just touching: well above the tolerance of a position. */
static double shallow(const ptl_rk *rk) {
  return 30.0 * rk->given[0];
}

/* The touching gap that is least deep; -1 if there is none, or none that moves. */
static int find_leader(const ptl_rk *rk) {
  const ptl_data *data = rk->data;
  int best = -1;
  for (int g = 0; g < data->system->n_gaps; g++)
    if (data->gaps[g].touching && (best < 0 || rk->now[g].depth < rk->now[best].depth)) best = g;
  if (best < 0) return -1;
  int rests =
      rk->now[best].depth < shallow(rk) && fabs(rk->now[best].rate) * rk->span < shallow(rk);
  return rests ? -1 : best;
}

/* How far s goes until w vanishes, 0 = w + rate s + bend s^2 / 2; INFINITY if it does not. */
static double way_out(double w, double rate, double bend) {
  double root = rate * rate - 2.0 * bend * w;
  return rate < 0.0 && root > 0.0 ? 2.0 * w / (sqrt(root) - rate) : INFINITY;
}

static double *w_of(const ptl_rk *rk, double *x) {
  return &x[2 * rk->n + 1];
}

/* The gap takes the lead. A contact of stiffness K d^p has a depth like v^(2/(p + 1)) and lasts like
 * v^((1 - p)/(p + 1)), where v is the speed of its touch; a step in s goes like the root of that time
 * over v. The powers here are those between p = 1 and p = 1.5. */
static void take_lead(ptl_rk *rk, double w, double rate, double most) {
  const habit *last = &rk->habits[rk->gap];
  rk->opening = w * w <= shallow(rk);
  rk->bend = 0.0;
  rk->present = (habit){.speed = rate};
  rk->deep = last->depth > 0.0 ? sqrt(deep_part * last->depth) : INFINITY;
  if (rk->opening && last->first > 0.0) {
    double faster = fmax(0.01, fmin(100.0, rate / last->speed));
    rk->deep *= pow(faster, 0.45);
    rk->led = last->first * pow(faster, -0.55);
  } else {
    rk->led = led_step(rk, w, rate, fmin(rk->span, most));
  }
}

/* The gap has passed its largest depth: that is how deep this contact is at present. */
static void turn_back(ptl_rk *rk, double w) {
  double before = stretch(rk, w);
  rk->deep = sqrt(deep_part) * fmax(sqrt(fmax(rk->depth, 0.0)), w);
  double longer = stretch(rk, w) / before;
  rk->led *= longer;
  rk->bend /= longer * longer;
}

/* A step with the gap in the lead, not longer in time than `most`; 0 where time should pace it, since the
 * depth hardly changes. */
static double plan_led(ptl_rk *rk, int gap, double most) {
  const ptl_gap_now *now = &rk->now[gap];
  double w = sqrt(fmax(now->depth, 0.0));
  if (fabs(now->rate) * rk->span < still * now->depth) return 0.0;
  int goes_on = gap == rk->gap && rk->led != 0.0;
  rk->gap = gap;
  if (!goes_on)
    take_lead(rk, w, now->rate, most);
  else if (rk->rate > 0.0 && now->rate < 0.0)
    turn_back(rk, w);
  double h = rk->led, slow = stretch(rk, w), out = way_out(w, now->rate / slow, rk->bend);
  double along = fmin(h, out) / slow;
  if (!(along * (2.0 * w + now->rate * along) <= most)) {
    if (fabs(now->rate) * most < 0.5 * w * w) return 0.0;
    h = fmin(h, 0.9 * led_step(rk, w, now->rate, most));
  }
  rk->pace = out <= h ? LANDING : LED;
  if (rk->pace == LED && out < 2.0 * h) h = 0.5 * out;
  rk->depth = now->depth;
  rk->rate = now->rate;
  *w_of(rk, rk->method->x0) = w;
  return rk->pace == LED ? h : -w;
}

/* Chooses what the step from x0 is taken in, and how long it is. */
static double plan(ptl_rk *rk, double most) {
  double h = 0.0;
  int gap = find_leader(rk);
  if (gap >= 0) h = plan_led(rk, gap, most);
  if (h != 0.0) return h;
  rk->pace = TIME;
  rk->gap = -1;
  rk->led = 0.0;
  *w_of(rk, rk->method->x0) = 0.0;
  return fmin(fmin(rk->span, rk->horizon), most);
}

/* ---------------------------------------------------------------- a step */

/* The rates at x0, of which those by time are known. */
static void begin_in_pace(ptl_rk *rk) {
  double *k = rk->method->k[0], time, of_w;
  find_pace(rk, *w_of(rk, rk->method->x0), rk->rate, &time, &of_w);
  for (int i = 0; i < rk->method->n + rk->method->m; i++) k[i] = time * rk->by_time[i];
  *w_of(rk, k) = of_w;
}

static double bounded(double growth) {
  return fmax(least_growth, fmin(most_growth, growth));
}

static double growth(double error) {
  return bounded(safety * pow(fmax(error, 1e-10), -0.125));
}

/* In a contact the error rises and falls with the depth, so that it is followed slowly: where a step was made
 * as long as the last error allowed, every fifth failed. */
static double led_growth(double error) {
  return bounded(pow(usual_error / fmax(error, 1e-10), 0.05));
}

/* The step for another attempt. A landing that fails is approached in s first. */
static double shorter(ptl_rk *rk, double h, double factor) {
  if (rk->pace == LANDING) {
    rk->pace = LED;
    double w = *w_of(rk, rk->method->x0);
    h = way_out(w, rk->rate / stretch(rk, w), rk->bend);
    begin_in_pace(rk);
  }
  h *= factor;
  if (rk->pace == LED) rk->led = h;
  if (rk->pace == TIME) rk->span = h;
  return h;
}

/* The early stages of a step are inexact, and the accelerations there are nonsense close to a singular
 * position, where the least pivot goes like the square of the time that is left. A step that would end
 * just before such a position is made so much shorter that the next has it half-way. Returns the factor,
 * or 1. */
static double keep_away(const ptl_rk *rk) {
  static const double small = 0.05, near = 0.38, half_way = 0.5;
  double before = sqrt(rk->first_pivot), after = sqrt(rk->pivot);
  int approaches = rk->pivot < small && after < before && rk->pivot == rk->least_pivot;
  if (rk->pace != TIME || !approaches) return 1.0;
  double left = after / (before - after); /* of the step's length */
  return left < near ? (1.0 + left) / (1.0 + half_way) : 1.0;
}

/* What is wrong with the attempt: the factor for the next one, or 1 when it is good. */
static double judge(const ptl_rk *rk, double limit, double *error) {
  const ptl_dop853 *m = rk->method;
  int t = 2 * rk->n;
  *error = ptl_dop853_error(m, m->n + PTL_SUM_GAPS, rk->tolerance);
  if (!isfinite(*error)) return 0.25;
  if (*error > 1.0) return fmin(0.9, growth(*error));
  double passed = m->x1[t] - m->x0[t];
  int back = !(passed > 0.0) || (rk->pace == LED && !(m->x1[t + 1] > 0.0));
  double most = fmin(rk->max_step, rk->horizon);
  int late = m->x1[t] - limit > 1e-13 * fabs(limit) || passed > most * (1.0 + 1e-12);
  return back || late ? 0.5 : keep_away(rk);
}

/* Attempts until one is good; *h comes back as the step taken. */
static ptl_status attempt(ptl_rk *rk, double limit, double *h, double *error) {
  begin_in_pace(rk);
  for (int i = 0; i < MOST_ATTEMPTS; i++) {
    double factor = 0.25;
    rk->least_pivot = INFINITY;
    if (ptl_dop853_attempt(rk->method, *h) == 0) factor = judge(rk, limit, error);
    if (factor == 1.0) {
      if (i > 0) *error = fmax(*error, 0.4); /* grow no further at once */
      return PTL_OK;
    }
    rk->counters.error_test_failures++;
    *h = shorter(rk, *h, factor);
  }
  return ptl_fail(rk->data->context, PTL_ERR_SIMULATION,
                  "the steps have become too short, or a law was asked outside its domain");
}

/* What the step taken says about the next. */
static void learn(ptl_rk *rk, double h, double error) {
  double factor = rk->pace == LED ? led_growth(error) : growth(error);
  double next = (rk->t - rk->t0) * factor;
  if (rk->pace == TIME) {
    rk->span = h < rk->span ? fmax(rk->span, next) : next; /* it may have been cut */
    if (find_leader(rk) < 0) rk->flight = rk->span;
    return;
  }
  double w = *w_of(rk, rk->method->x1);
  rk->present.depth = fmax(rk->present.depth, fmax(rk->depth, w * w));
  if (rk->pace == LANDING) {
    if (rk->present.first > 0.0) rk->habits[rk->gap] = rk->present;
    rk->span = rk->flight;
    rk->led = 0.0;
    return;
  }
  rk->span = next;
  next = h * factor;
  if (rk->opening) rk->present.first = next;
  rk->led = h < rk->led ? fmax(next, rk->led) : next;
  double slope = rk->now[rk->gap].rate / stretch(rk, w);
  rk->bend = (slope - rk->rate / stretch(rk, *w_of(rk, rk->method->x0))) / h;
  rk->opening = 0;
}

/* Whether another method would do better: stability decides about the steps, or the mechanism is
 * near a singular position, where drift cannot be projected away and spoils the accelerations. */
static ptl_status watch_progress(ptl_rk *rk, double h) {
  int limited = ptl_dop853_stiffness(rk->method, rk->method->n, rk->tolerance) > stability;
  int crawls = rk->pace == TIME && h < crawling * rk->horizon && find_leader(rk) < 0;
  if (limited || crawls || rk->drifts) {
    rk->calm = 0;
    rk->stiff++;
  } else if (++rk->calm >= CALM) {
    rk->stiff = 0;
  }
  if (rk->stiff < MOST_STIFF) return PTL_OK;
  return ptl_fail(rk->data->context, PTL_ERR_UNFIT, "the equations are stiff");
}

/* The state x, where the accelerations have just been found, becomes the present one. */
static void arrive(ptl_rk *rk, const double *x) {
  const ptl_system *s = rk->data->system;
  size_t n = (size_t)rk->n;
  rk->first_pivot = rk->pivot;
  fill(rk, x, 1, 1.0, 0.0, rk->by_time);
  memcpy(rk->now, rk->data->now, sizeof *rk->now * (size_t)s->n_gaps);
  memcpy(rk->y, x, 2 * sizeof(double) * n);
  rk->drifts = !ptl_reduced_project(rk->reduced, rk->given, rk->y, rk->y + n) ||
               ptl_reduced_n_implied(rk->reduced) > s->assembly.n_redundant;
  memcpy(rk->by_time, rk->y + n, sizeof(double) * n);
  memcpy(rk->y + s->first_state - s->n_rows, rk->lambda, sizeof(double) * (size_t)s->n_rows);
}

static void place(const ptl_rk *rk, double t, const double *y, double *x) {
  memcpy(x, y, 2 * sizeof(double) * (size_t)rk->n);
  x[2 * rk->n] = t;
  x[2 * rk->n + 1] = 0.0;
}

void ptl_rk_rest(ptl_rk *rk) {
  rk->data->by_state = 0;
  rk->stiff = rk->calm = 0;
  rk->span = rk->flight = first_span * rk->horizon;
}

ptl_status ptl_rk_restart(ptl_rk *rk, double t, const double *y, int gap) {
  place(rk, t, y, rk->method->x0);
  rk->t0 = rk->t = t;
  rk->gap = gap;
  rk->led = 0.0;
  rk->parted = -1;
  rk->data->by_state = 1;
  if (evaluate(rk, rk->method->x0, 1)) return refuse(rk);
  arrive(rk, rk->method->x0);
  return PTL_OK;
}

ptl_status ptl_rk_step(ptl_rk *rk, double limit, double most, double *t) {
  ptl_dop853 *m = rk->method;
  double error = INFINITY;
  if (rk->parted >= 0 && rk->now[rk->parted].force != 0.0) { /* it let go with a jump */
    ptl_status status = ptl_rk_restart(rk, rk->t, rk->y, -1);
    if (status != PTL_OK) return status;
  }
  rk->parted = -1;
  place(rk, rk->t, rk->y, m->x0);
  double h = plan(rk, fmin(fmin(limit - rk->t, rk->max_step), most));
  ptl_status status = attempt(rk, limit, &h, &error);
  if (status != PTL_OK) return status;
  if (rates(rk, m->x1, 1, m->k[PTL_DOP853_END])) return refuse(rk);
  rk->counters.steps++;
  rk->t0 = rk->t;
  rk->t = *t = fmin(m->x1[2 * rk->n], limit);
  arrive(rk, m->x1);
  int cut = rk->pace == TIME && h < rk->span;
  learn(rk, h, error);
  if (rk->pace == LANDING) rk->parted = rk->gap;
  return cut ? PTL_OK : watch_progress(rk, h);
}

/* ---------------------------------------------------------------- within the step */

/* The part of the step at which time is t: Newton's iteration, kept between bounds, from where t
 * would be if the rate of the depth stayed what it was. */
static double part_at(const ptl_rk *rk, double t) {
  const ptl_dop853 *m = rk->method;
  int unknown = 2 * rk->n;
  double low = 0.0, high = 1.0, passed = t - rk->t0, theta = passed / (rk->t - rk->t0);
  if (rk->pace == TIME) return theta;
  if (rk->pace == LED)
    theta = fmin(led_step(rk, m->x0[unknown + 1], rk->rate, passed) / m->h, theta);
  for (int i = 0; i < 60; i++) {
    double slope, miss = ptl_dop853_dense_one(m, theta, unknown, &slope) - t;
    if (miss > 0.0)
      high = theta;
    else
      low = theta;
    double shift = slope > 0.0 ? miss / slope : INFINITY, next = theta - shift;
    if (fabs(shift) <= 1e-8 * fmin(theta, 1.0 - theta)) return next; /* as good as its square now */
    theta = next > low && next < high ? next : 0.5 * (low + high);
  }
  return theta;
}

void ptl_rk_dense(ptl_rk *rk, double t, double *y) {
  if (t == rk->t) {
    memcpy(y, rk->y, sizeof(double) * (size_t)rk->data->system->pattern.n);
  } else if (t <= rk->t0) {
    memcpy(y, rk->method->x0, 2 * sizeof(double) * (size_t)rk->n);
  } else {
    ptl_dop853_prepare(rk->method);
    ptl_dop853_dense(rk->method, part_at(rk, t), 0, 2 * rk->n, y);
  }
}

void ptl_rk_sums(ptl_rk *rk, double t, double *sums) {
  int from = 2 * rk->n + 2, n = rk->method->m;
  if (t == rk->t) {
    memcpy(sums, rk->method->x1 + from, sizeof(double) * (size_t)n);
  } else if (t <= rk->t0) {
    memset(sums, 0, sizeof(double) * (size_t)n);
  } else {
    ptl_dop853_prepare(rk->method);
    ptl_dop853_dense(rk->method, part_at(rk, t), from, from + n, sums);
  }
}

const double *ptl_rk_y(const ptl_rk *rk) {
  return rk->y;
}

double ptl_rk_end(const ptl_rk *rk) {
  return rk->t;
}

int ptl_rk_parted(const ptl_rk *rk) {
  return rk->parted;
}

int ptl_rk_drifts(const ptl_rk *rk) {
  return rk->drifts;
}

void ptl_rk_local_error(const ptl_rk *rk, double *error) {
  memcpy(error, rk->method->error, 2 * sizeof(double) * (size_t)rk->n);
}

void ptl_rk_count(ptl_rk *rk, ptl_counters *counters) {
  counters->steps += rk->counters.steps;
  counters->explicit_steps += rk->counters.steps;
  counters->residuals += rk->counters.residuals;
  counters->error_test_failures += rk->counters.error_test_failures;
  rk->counters = (ptl_counters){0};
}
