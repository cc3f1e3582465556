/* lyapunov.c: how fast two motions that begin close to one another part. */
#include "lyapunov.h"

#include <math.h>
#include <string.h>

#include "philox.h"

/* [m], [rad]: far above what the tolerance makes of a run, far below what is seen. */
#define FIRST_DISTANCE 1e-7
#define TOLERANCE 1e-10
/* Share of the intervals in which the line turns into the direction that grows most. */
#define ALIGNING 0.1

typedef struct pair {
  ptl_context *context;
  const ptl_system *system;
  const ptl_lyapunov *options;
  ptl_run *run, *twin;
  int n; /* coordinates */
  const double *mass;
  double *q, *v, *tq, *tv; /* of the run, of the twin; one piece of memory behind q */
} pair;

static int pass_progress(void *user, double fraction) {
  const ptl_lyapunov *options = user;
  (void)fraction;
  return options->stop != NULL && options->stop(options->user);
}

/* By kinetic energy: sqrt(sum m (dv^2 + (dq/interval)^2)). */
static double distance(const pair *p) {
  double sum = 0;
  for (int i = 0; i < p->n; i++) {
    const double dq = (p->tq[i] - p->q[i]) / p->options->interval, dv = p->tv[i] - p->v[i];
    sum += p->mass[i] * (dq * dq + dv * dv);
  }
  return sqrt(sum);
}

static ptl_status read_states(pair *p) {
  ptl_status status = ptl_run_get_state(p->run, p->q, p->v);
  return status == PTL_OK ? ptl_run_get_state(p->twin, p->tq, p->tv) : status;
}

/* Sets the twin to the run's state and `share` of their difference; *d is the distance that the
 * joints leave of it. */
static ptl_status set_twin(pair *p, double share, double *d) {
  for (int i = 0; i < p->n; i++) {
    p->tq[i] = p->q[i] + share * (p->tq[i] - p->q[i]);
    p->tv[i] = p->v[i] + share * (p->tv[i] - p->v[i]);
  }
  ptl_status status = ptl_run_set_state(p->twin, p->tq, p->tv, NULL);
  if (status == PTL_OK) status = read_states(p);
  *d = distance(p);
  return status;
}

static ptl_status advance(pair *p, double t) {
  ptl_status status = ptl_run_advance(p->run, t, NULL);
  if (status == PTL_OK) status = ptl_run_advance(p->twin, t, NULL);
  return status == PTL_OK ? read_states(p) : status;
}

static ptl_status follow(pair *p, double *out) {
  const ptl_lyapunov *o = p->options;
  const int64_t n_intervals = (int64_t)((o->until - o->from) / o->interval * (1 + 1e-12));
  const int64_t skipped = (int64_t)(ALIGNING * (double)n_intervals);
  double sum = 0, d0 = 0, d;
  ptl_status status = advance(p, o->from);
  for (int i = 0; i < p->n && status == PTL_OK; i++)
    p->tq[i] +=
        FIRST_DISTANCE * (2 * ptl_random_unit(o->seed, PTL_RANDOM_START, (uint32_t)i, 0) - 1);
  if (status == PTL_OK) status = set_twin(p, 1, &d0);
  const double first = d0;
  for (int64_t k = 1; k <= n_intervals && status == PTL_OK; k++) {
    status = advance(p, o->from + (double)k * o->interval);
    d = distance(p);
    if (status != PTL_OK) break;
    if (!(d > 0) || !(d0 > 0)) return PTL_OK; /* the motions have become one: no exponent */
    if (k > skipped) sum += log(d / d0);
    status = set_twin(p, first / d, &d0);
  }
  if (status == PTL_OK && n_intervals > skipped)
    *out = sum / ((double)(n_intervals - skipped) * o->interval);
  return status;
}

ptl_status ptl_lyapunov_run(ptl_context *context, const ptl_system *system,
                            const ptl_lyapunov *options, double *out) {
  pair p = {.context = context, .system = system, .options = options};
  const ptl_sink sink = {.progress = pass_progress, .user = (void *)options};
  ptl_run_options run = ptl_run_options_default();
  run.until_time = INFINITY;
  run.rtol = TOLERANCE;
  run.no_output = 1;
  p.n = ptl_system_get_sizes(system).n_coordinates;
  p.mass = ptl_system_get_mass(system);
  p.q = ptl_alloc(context, 4 * (size_t)p.n, sizeof *p.q);
  if (p.q == NULL) return PTL_ERR_MEMORY;
  p.v = p.q + p.n;
  p.tq = p.v + p.n;
  p.tv = p.tq + p.n;
  *out = NAN;
  ptl_status status = ptl_run_create(context, system, &run, &sink, &p.run);
  if (status == PTL_OK) status = ptl_run_create(context, system, &run, &sink, &p.twin);
  if (status == PTL_OK) status = follow(&p, out);
  if (status == PTL_ERR_SIMULATION || status == PTL_ERR_UNFIT)
    ptl_prefix_message(context, "the perturbed twin of the Lyapunov exponent: ");
  ptl_run_destroy(p.twin);
  ptl_run_destroy(p.run);
  ptl_free(context, p.q);
  return status == PTL_ERR_UNFIT ? PTL_ERR_SIMULATION : status;
}
