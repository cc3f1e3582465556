/* solve_rk.c: choice of the step and of what it is taken in. */
#include "solve_rk.h"

#include <math.h>
#include <string.h>

#include "dop853.h"
#include "reduced.h"

/* The unknowns x = (q, v, t, w). What a step is taken in: time; s, with dt = 2 w ds; or w, down to 0. */
typedef enum pace { TIME, LED, LANDING } pace;

struct ptl_rk {
  ptl_work *work;
  ptl_reduced *reduced;
  ptl_dop853 *method;
  int n;               /* coordinates                                                          */
  const double *given; /* tolerances of q and v                                                */
  double *tolerance;   /* of x and of both works                                               */
  double *a, *lambda;  /* of the last evaluation                                               */
  double *y, *by_time; /* at the end of the last step: the state, and the rates by time        */
  ptl_gap_now *now;    /* per gap, there                                                       */
  double horizon, max_step;

  double t0, t;      /* ends of the last step                                                  */
  pace pace;         /* of it                                                                  */
  int gap;           /* that leads, or -1                                                      */
  double rate, bend; /* of its depth where the step begins, and that rate's slope by s         */
  int opening;       /* 1: the gap's first step since it touched                               */
  int parted;        /* gap, or -1                                                             */
  int drifts;        /* 1: the present state is not put onto all of the constraints            */

  double span;     /* wanted of the next step, in time                                         */
  double led;      /* the same in s while the gap leads, 0 when not known                      */
  double flight;   /* span of the last step in which nothing touched                           */
  double smallest; /* step in s of the contact in hand                                         */
  double *usual;   /* per gap: the smallest of its last contact, 0 before the first            */
  int stiff, calm; /* steps that got nowhere, and steps since                                  */
  ptl_counters counters;
};

/* Of the step's growth; a contact's first step is measured by the smallest of its last contact. */
static const double safety = 0.85, most_growth = 2.0, least_growth = 0.2, first_part = 1.3;
static const double first_span = 1e-3; /* of the horizon                                          */
enum { MOST_STIFF = 30, CALM = 6, MOST_ATTEMPTS = 40 };
static const double stability = 4.4; /* of h times the largest eigenvalue; the method's is near 5     */
static const double crawling = 1e-7; /* of the horizon                                           */

int ptl_rk_suits(const ptl_system *s) {
  return s->n_frictions == 0 && s->n_bushings == 0;
}

void ptl_rk_destroy(ptl_rk *rk) {
  if (rk == NULL) return;
  ptl_context *context = rk->work->context;
  rk->work->by_state = 0;
  ptl_reduced_destroy(rk->reduced);
  ptl_dop853_destroy(rk->method);
  void *blocks[] = {rk->tolerance, rk->a, rk->lambda, rk->y, rk->by_time, rk->now, rk->usual, rk};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) ptl_free(context, blocks[i]);
}

/* ---------------------------------------------------------------- rates */

/* Accelerations at x. Non-zero when a law refuses, or a number is not finite. */
static int evaluate(ptl_rk *rk, const double *x) {
  static const double least_depth = 1e-30; /* some laws take its logarithm */
  int n = rk->n;
  double w = x[2 * n + 1];
  rk->counters.residuals++;
  rk->work->led_gap = rk->gap;
  rk->work->led_depth = fmax(w * w, least_depth);
  int refused = ptl_reduced_solve(rk->reduced, x[2 * n], x, x + n, rk->a, rk->lambda);
  rk->work->led_gap = -1;
  return refused || !isfinite(rk->a[0]);
}

/* Rates by time at x, where the accelerations have just been found. */
static void rates_by_time(const ptl_rk *rk, const double *x, double *out) {
  const ptl_work *work = rk->work;
  int n = rk->n, n_gaps = work->system->n_gaps;
  memcpy(out, x + n, sizeof(double) * (size_t)n);
  memcpy(out + n, rk->a, sizeof(double) * (size_t)n);
  out[2 * n] = 1.0;
  out[2 * n + 1] = 0.0;
  double *sums = out + 2 * n + 2;
  sums[PTL_SUM_SUPPLIED] = work->supplied + ptl_eval_driver_power(work, rk->lambda);
  sums[PTL_SUM_ABSORBED] = work->absorbed;
  for (int g = 0; g < n_gaps; g++) {
    double force = work->now[g].force;
    sums[PTL_SUM_GAPS + g] = force;
    sums[PTL_SUM_GAPS + n_gaps + g] = force != 0.0 ? force * work->now[g].rate : 0.0;
  }
}

/* From rates by time to rates in the step's pace. Non-zero when w cannot shrink. */
static int put_to_pace(const ptl_rk *rk, double w, double depth_rate, double *out) {
  if (rk->pace == TIME) return 0;
  if (rk->pace == LANDING && !(depth_rate < 0.0)) return 1;
  double factor = rk->pace == LED ? 2.0 * w : 2.0 * w / depth_rate;
  for (int i = 0; i < rk->method->n + rk->method->m; i++) out[i] *= factor;
  out[2 * rk->n + 1] = rk->pace == LED ? depth_rate : 1.0;
  return 0;
}

static int rates(void *user, const double *x, double *out) {
  ptl_rk *rk = user;
  if (evaluate(rk, x)) return 1;
  rates_by_time(rk, x, out);
  return put_to_pace(rk, x[2 * rk->n + 1], rk->gap < 0 ? 0.0 : rk->work->now[rk->gap].rate, out);
}

/* ---------------------------------------------------------------- life */

/* Time by what a tolerable way takes at the mechanism's speed, w by itself not at all, the works by
 * what a tolerable velocity makes of the kinetic energy. */
static void set_tolerances(ptl_rk *rk, double share) {
  const ptl_system *s = rk->work->system;
  int n = rk->n;
  double *out = rk->tolerance;
  for (int i = 0; i < 2 * n; i++) out[i] = share * rk->given[i];
  out[2 * n] = n > 0 ? out[0] / s->speed : 1.0;
  out[2 * n + 1] = INFINITY;
  out[2 * n + 2 + PTL_SUM_SUPPLIED] = out[2 * n + 2 + PTL_SUM_ABSORBED] =
      n > 0 ? 2.0 * ptl_system_mass(s) * s->speed * out[n] : 1.0;
}

ptl_status ptl_rk_create(ptl_work *work, const double *tolerance, double share, ptl_rk **out) {
  const ptl_system *s = work->system;
  ptl_context *context = work->context;
  *out = NULL;
  ptl_rk *rk = ptl_alloc(context, 1, sizeof *rk);
  if (rk == NULL) return PTL_ERR_MEMORY;
  size_t n = (size_t)s->n_coordinates;
  rk->work = work;
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
  rk->usual = ptl_alloc(context, (size_t)s->n_gaps, sizeof(double));
  int whole = rk->tolerance && rk->a && rk->lambda && rk->y && rk->by_time && rk->now && rk->usual;
  ptl_status status = whole ? ptl_reduced_create(work, &rk->reduced) : PTL_ERR_MEMORY;
  if (status == PTL_OK)
    status = ptl_dop853_create(context, 2 * rk->n + 2, ptl_rk_n_sums(s), rates, rk, &rk->method);
  if (status != PTL_OK) {
    ptl_rk_destroy(rk);
    return status;
  }
  set_tolerances(rk, share);
  rk->span = rk->flight = first_span * rk->horizon;
  rk->parted = -1;
  *out = rk;
  return PTL_OK;
}

static ptl_status refuse(const ptl_rk *rk) {
  return ptl_fail(rk->work->context, PTL_ERR_SIMULATION,
                  "the accelerations are not finite, or a law was asked outside its domain");
}

/* ---------------------------------------------------------------- plan of a step */

/* How far s must go for time to pass by `span`: span = 2 w s + rate s^2. INFINITY if w is 0 before.
 */
static double led_step(double w, double rate, double span) {
  double root = w * w + rate * span;
  return root > 0.0 ? span / (w + sqrt(root)) : INFINITY;
}

/* Depth up to which a gap counts as just touching: well above the tolerance of a position. */
static double shallow(const ptl_rk *rk) {
  return 30.0 * rk->given[0];
}

/* The touching gap that is least deep; -1 if there is none, or none that moves. */
static int find_leader(const ptl_rk *rk) {
  const ptl_work *work = rk->work;
  int best = -1;
  for (int g = 0; g < work->system->n_gaps; g++)
    if (work->gaps[g].touching && (best < 0 || rk->now[g].depth < rk->now[best].depth)) best = g;
  if (best < 0) return -1;
  int rests = rk->now[best].depth < shallow(rk) && fabs(rk->now[best].rate) * rk->span < shallow(rk);
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

/* A step with the gap in the lead, not longer in time than `most`; 0 where time should pace it, to
 * end there exactly, since the depth hardly changes. */
static double plan_led(ptl_rk *rk, int gap, double most) {
  const ptl_gap_now *now = &rk->now[gap];
  double w = sqrt(fmax(now->depth, 0.0));
  if (gap != rk->gap || rk->led == 0.0) {
    rk->opening = w * w <= shallow(rk);
    rk->bend = 0.0;
    rk->smallest = INFINITY;
    rk->led = rk->opening && rk->usual[gap] > 0.0 ? first_part * rk->usual[gap]
                                                  : led_step(w, now->rate, fmin(rk->span, most));
  }
  double h = rk->led, out = way_out(w, now->rate, rk->bend), along = fmin(h, out);
  if (!(along * (2.0 * w + now->rate * along) <= most)) {
    if (fabs(now->rate) * most < 0.5 * w * w) return 0.0;
    h = fmin(h, 0.9 * led_step(w, now->rate, most));
  }
  rk->pace = out <= h ? LANDING : LED;
  if (rk->pace == LED && out < 2.0 * h) h = 0.5 * out;
  rk->gap = gap;
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
  double *k = rk->method->k[0];
  memcpy(k, rk->by_time, sizeof(double) * (size_t)(rk->method->n + rk->method->m));
  put_to_pace(rk, *w_of(rk, rk->method->x0), rk->rate, k);
}

static double growth(double error) {
  return fmax(least_growth, fmin(most_growth, safety * pow(fmax(error, 1e-10), -0.125)));
}

/* The step for another attempt. A landing that fails is approached in s first. */
static double shorter(ptl_rk *rk, double h, double factor) {
  if (rk->pace == LANDING) {
    rk->pace = LED;
    h = way_out(*w_of(rk, rk->method->x0), rk->rate, rk->bend);
    begin_in_pace(rk);
  }
  h *= factor;
  if (rk->pace == LED) rk->led = h;
  if (rk->pace == TIME) rk->span = h;
  return h;
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
  return back || late ? 0.5 : 1.0;
}

/* Attempts until one is good; *h comes back as the step taken. */
static ptl_status attempt(ptl_rk *rk, double limit, double *h, double *error) {
  begin_in_pace(rk);
  for (int i = 0; i < MOST_ATTEMPTS; i++) {
    double factor = 0.25;
    if (ptl_dop853_attempt(rk->method, *h) == 0) factor = judge(rk, limit, error);
    if (factor == 1.0) {
      if (i > 0) *error = fmax(*error, 0.4); /* grow no further at once */
      return PTL_OK;
    }
    rk->counters.error_test_failures++;
    *h = shorter(rk, *h, factor);
  }
  return ptl_fail(rk->work->context, PTL_ERR_SIMULATION,
                  "the steps have become too short, or a law was asked outside its domain");
}

/* What the step taken says about the next. */
static void learn(ptl_rk *rk, double h, double error) {
  double factor = growth(error), next = (rk->t - rk->t0) * factor;
  if (rk->pace == TIME) {
    rk->span = h < rk->span ? fmax(rk->span, next) : next; /* it may have been cut */
    if (find_leader(rk) < 0) rk->flight = rk->span;
    return;
  }
  if (rk->pace == LANDING) {
    if (isfinite(rk->smallest)) rk->usual[rk->gap] = rk->smallest;
    rk->span = rk->flight;
    rk->led = 0.0;
    return;
  }
  rk->span = next;
  next = h * factor;
  if (rk->opening && rk->usual[rk->gap] > 0.0) next = fmin(next, first_part * rk->usual[rk->gap]);
  if (!rk->opening && h == rk->led) rk->smallest = fmin(rk->smallest, h);
  rk->led = h < rk->led ? fmax(next, rk->led) : next;
  rk->bend = (rk->now[rk->gap].rate - rk->rate) / h;
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
  return ptl_fail(rk->work->context, PTL_ERR_UNFIT, "the equations are stiff");
}

/* The state x, where the accelerations have just been found, becomes the present one. */
static void arrive(ptl_rk *rk, const double *x) {
  const ptl_system *s = rk->work->system;
  size_t n = (size_t)rk->n;
  rates_by_time(rk, x, rk->by_time);
  memcpy(rk->now, rk->work->now, sizeof *rk->now * (size_t)s->n_gaps);
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
  rk->work->by_state = 0;
  rk->stiff = rk->calm = 0;
  rk->span = rk->flight = first_span * rk->horizon;
}

ptl_status ptl_rk_restart(ptl_rk *rk, double t, const double *y, int gap) {
  place(rk, t, y, rk->method->x0);
  rk->t0 = rk->t = t;
  rk->gap = gap;
  rk->led = 0.0;
  rk->parted = -1;
  rk->work->by_state = 1;
  if (evaluate(rk, rk->method->x0)) return refuse(rk);
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
  if (rates(rk, m->x1, m->k[PTL_DOP853_END])) return refuse(rk);
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
  if (rk->pace == LED) theta = fmin(led_step(m->x0[unknown + 1], rk->rate, passed) / m->h, theta);
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
    memcpy(y, rk->y, sizeof(double) * (size_t)rk->work->system->pattern.n);
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
  for (int i = 0; i < 2 * rk->n; i++) error[i] = ptl_dop853_error_of(rk->method, i);
}

void ptl_rk_count(ptl_rk *rk, ptl_counters *counters) {
  counters->steps += rk->counters.steps;
  counters->explicit_steps += rk->counters.steps;
  counters->residuals += rk->counters.residuals;
  counters->error_test_failures += rk->counters.error_test_failures;
  rk->counters = (ptl_counters){0};
}
