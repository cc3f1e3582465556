/* run_gaps.c: depths of gaps on the dense output of a step, and the films in them. */
#include "run_gaps.h"
#include "contact.h"
#include "film.h"
#include "friction.h"
#include "gap.h"
#include "roots.h"
#include "state.h"

#include <math.h>

static ptl_gap_sample sample_of(const ptl_gap_eval *gap) {
  return (ptl_gap_sample){.depth = gap->depth,
                          .rate = gap->rate,
                          .gradient = {gap->gradient[0], gap->gradient[1], gap->gradient[2]},
                          .speed = gap->speed,
                          .angular_speed = gap->angular_speed,
                          .extent = gap->curvature_range,
                          .passed_to = gap->passed_to};
}

void ptl_gaps_sample(ptl_run *run, const double *y, ptl_sample *out) {
  const ptl_system *s = run->system;
  const double *q = y, *v = y + s->n_coordinates, *lambda = y + s->first_state - s->n_rows;
  ptl_gap_eval gaps[PTL_MAX_GAPS];
  for (int i = 0; i < s->n_gap_sets; i++) {
    ptl_eval_gaps(run->data, i, q, v, gaps);
    for (int g = 0; g < s->gap_sets[i].n_gaps; g++) {
      int gap = s->gap_sets[i].first_gap + g;
      out->gaps[gap] = sample_of(&gaps[g]);
      if (s->gaps[gap].friction >= 0) out->slips[s->gaps[gap].friction] = gaps[g].slip;
    }
  }
  for (int i = 0; i < s->n_frictions; i++)
    if (s->frictions[i].constraint >= 0) out->slips[i] = ptl_eval_slip(run->data, i, q, v, lambda);
}

/* Pose and twist of a pair at t within the step, from its bodies alone; run->data is of no time
 * then. 0 where the stepper has only all of them at once. */
static int find_pair(ptl_run *run, const ptl_pair *pair, double t, ptl_pair_state *state) {
  ptl_pair own = *pair; /* of bodies 0 and 1 */
  ptl_rotation rotations[2];
  int bodies[2], n = 0;
  double q[6], v[6];
  if (pair->a.body >= 0) bodies[own.a.body = n++] = pair->a.body;
  if (pair->b.body >= 0) bodies[own.b.body = n++] = pair->b.body;
  ptl_stepper *stepper = ptl_switch_stepper(run->integrator);
  if (!ptl_stepper_interpolate_bodies(stepper, t, bodies, n, q, v)) return 0;
  run->interpolated_time = NAN;
  for (int i = 0; i < n; i++) {
    const double angle = q[3 * i + 2];
    rotations[i] = (ptl_rotation){cos(angle), sin(angle)};
  }
  ptl_pair_set_pose(&own, q, rotations, state);
  ptl_pair_set_twist(&own, v, state);
  return 1;
}

ptl_gap_sample ptl_gaps_at(ptl_run *run, int gap, double t) {
  const ptl_pair *pair = &run->system->gap_sets[run->system->gaps[gap].gap_set].pair;
  ptl_pair_state state;
  ptl_gap_eval there;
  if (t == run->interpolated_time || !find_pair(run, pair, t, &state)) {
    ptl_run_interpolate(run, t);
    ptl_pair_set_pose(pair, ptl_run_q(run), run->data->rotations, &state);
    ptl_pair_set_twist(pair, ptl_run_v(run), &state);
  }
  ptl_eval_gap_of_pair(run->data, gap, &state, &there);
  return sample_of(&there);
}

static int are_equal(const ptl_gap_state *a, const ptl_gap_state *b) {
  return a->touching == b->touching && a->touch_speed == b->touch_speed &&
         a->reference_speed == b->reference_speed && a->is_raised == b->is_raised;
}

/* The end of a step is the start of the next, and is looked at for forces, errors and energies. */
ptl_contact_out ptl_gaps_contact(ptl_run *run, int gap, ptl_gap_sample sample) {
  const ptl_gap_state *state = &run->data->gaps[gap];
  ptl_law_known *known = &run->laws[gap];
  ptl_contact_out out;
  if (known->depth == sample.depth && known->rate == sample.rate && sample.depth > 0.0 &&
      are_equal(&known->state, state))
    return known->out;
  if (ptl_eval_contact_law(run->data, PTL_CONTACT_BY_STATE, gap, sample.depth, sample.rate, &out))
    return (ptl_contact_out){0};
  if (state->touching && run->system->gaps[gap].law.n_memory == 0)
    *known = (ptl_law_known){sample.depth, sample.rate, *state, out};
  return out;
}

double ptl_gaps_force(ptl_run *run, int gap, double depth, double rate) {
  double force;
  return ptl_eval_contact_force(run->data, PTL_CONTACT_BY_STATE, gap, depth, rate, &force) ? 0.0
                                                                                           : force;
}

/* The root in [0, 1] of c0 + c1 x + c2 x^2 + c3 x^3, which changes its sign there: Newton's
 * iteration, kept between bounds. */
static double cubic_root(const double c[4]) {
  double low = 0.0, high = 1.0, x = c[0] / -(c[1] + c[2] + c[3]);
  for (int i = 0; i < 50; i++) {
    double f = c[0] + x * (c[1] + x * (c[2] + x * c[3]));
    double slope = c[1] + x * (2.0 * c[2] + x * 3.0 * c[3]);
    if ((f > 0.0) == (c[0] > 0.0))
      low = x;
    else
      high = x;
    double next = x - f / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (fabs(next - x) < 1e-14) return next;
    x = next;
  }
  return x;
}

/* Coefficients of the cubic through depths and rates at both ends of an interval of that length, by
 * the part of the interval. */
static void find_cubic(const ptl_gap_sample *p, const ptl_gap_sample *q, double length,
                       double c[4]) {
  double begins = length * p->rate, ends = length * q->rate, rise = q->depth - p->depth;
  c[0] = p->depth;
  c[1] = begins;
  c[2] = 3.0 * rise - 2.0 * begins - ends;
  c[3] = begins + ends - 2.0 * rise;
}

/* Where it has its root, as part of the interval. */
static double estimate_root(ptl_gap_sample p, ptl_gap_sample q, double length) {
  double depth[4];
  find_cubic(&p, &q, length, depth);
  return cubic_root(depth);
}

double ptl_gaps_highest_between(const ptl_gap_sample *p, const ptl_gap_sample *q, double length,
                                double *x) {
  double c[4];
  find_cubic(p, q, length, c);
  double square = c[2] * c[2] - 3.0 * c[1] * c[3];
  *x = 0.0;
  if (!(square > 0.0)) return -INFINITY;
  double root = sqrt(square); /* the second derivative is -2 root at a maximum */
  *x = c[2] > 0.0 ? -(c[2] + root) / (3.0 * c[3]) : c[1] / (root - c[2]);
  return *x > 0.0 && *x < 1.0 ? ptl_gaps_depth_between(p, q, length, *x) : -INFINITY;
}

/* Each iteration puts a cubic through both ends. It takes three evaluations as a rule. */
double ptl_gaps_depth_root(ptl_run *run, int gap, double a, ptl_gap_sample p, double b,
                           ptl_gap_sample q) {
  static const double near = 1e-8; /* of the interval: quadratic convergence makes it exact */
  const int is_closed = p.depth > 0.0;
  double last = INFINITY, enough = near * (b - a);
  if (p.depth == 0.0) return a;
  if (q.depth == 0.0 || is_closed == (q.depth > 0.0)) return b;
  for (int i = 1;; i++) {
    double t = a + (b - a) * estimate_root(p, q, b - a);
    if (fabs(t - last) <= enough || t <= a || t >= b) return fmax(a, fmin(t, b));
    if (i % 8 == 0 || isnan(t)) t = 0.5 * (a + b);
    if (!(t > a && t < b)) return a; /* neighbouring doubles */
    ptl_gap_sample w = ptl_gaps_at(run, gap, t);
    if (w.depth == 0.0) return t;
    if ((w.depth > 0.0) == is_closed) {
      a = t;
      p = w;
    } else {
      b = t;
      q = w;
    }
    last = t;
  }
}

typedef struct passage {
  ptl_run *run;
  int gap;
} passage;

static double rate_at(void *user, double t) {
  const passage *w = user;
  return ptl_gaps_at(w->run, w->gap, t).rate;
}

/* By the rates alone: those of the dense output are not exactly the derivatives of its depths. */
double ptl_gaps_depth_extremum(ptl_run *run, int gap, double a, double rate_a, double b,
                               double rate_b) {
  static const double near = 1e-12; /* of the interval */
  passage w = {run, gap};
  return ptl_root(rate_at, &w, a, rate_a, b, rate_b, near * (b - a));
}

const ptl_gap_summary *ptl_gaps_busiest(const ptl_run *run) {
  const ptl_gap_summary *busiest = NULL;
  for (int g = 0; g < run->system->n_gaps; g++) {
    const ptl_gap_summary *sum = &run->summary->gaps[g];
    if (busiest == NULL || sum->touches > busiest->touches) busiest = sum;
  }
  return busiest;
}

/* ---------------------------------------------------------------- too deep */

static double above_limit(void *user, double t) {
  const passage *w = user;
  return ptl_gaps_at(w->run, w->gap, t).depth - w->run->system->gaps[w->gap].max_depth;
}

int ptl_gaps_too_deep(ptl_run *run, double a, double *b) {
  int first = -1;
  const double end = *b;
  for (int g = 0; g < run->system->n_gaps; g++) {
    const double limit = run->system->gaps[g].max_depth;
    const double before = run->before.gaps[g].depth - limit,
                 after = run->after.gaps[g].depth - limit;
    if (!run->data->gaps[g].touching || !(after > 0.0)) continue;
    passage w = {run, g};
    const double t = before < 0.0 ? ptl_root(above_limit, &w, a, before, end, after, 0.0) : a;
    if (first >= 0 && !(t < *b)) continue;
    first = g;
    *b = t;
  }
  return first;
}

ptl_status ptl_gaps_fail_too_deep(const ptl_run *run, int gap, double t) {
  const ptl_sys_gap *g = &run->system->gaps[gap];
  const ptl_joint_type *type = run->system->gap_sets[g->gap_set].type;
  ptl_fail(run->context, PTL_ERR_SIMULATION,
           PTL_E(0506) "at t = %.9g s: joint '%s', gap '%s': the %s is where it cannot be, %.6g m deep in the "
           "%s: the gap's geometry "
           "has a meaning up to %.6g m; what drives it is stronger than contact '%s': make that "
           "stiffer, or the drive "
           "weaker or shorter",
           t, g->joint, g->name, type->part_b, fmax(run->before.gaps[gap].depth, g->max_depth),
           type->part_a, g->max_depth, g->contact);
  ptl_error_element(run->context, "joint", g->joint);
  return PTL_ERR_SIMULATION;
}

/* ---------------------------------------------------------------- films */

/* The eccentricity less the clearance, and its rate, as those of a gap. */
static ptl_gap_sample sample_of_film(const ptl_film_eval *film) {
  return (ptl_gap_sample){.depth = -film->thickness, .rate = -film->rate};
}

static void note_thickness(ptl_film_summary *sum, double thickness, double time) {
  if (!(thickness < sum->thinnest)) return;
  sum->thinnest = thickness;
  sum->thinnest_time = time;
}

/* Film i at the present state; returns its sample. */
static ptl_gap_sample note_film(ptl_run *run, int i) {
  const ptl_system *s = run->system;
  ptl_film_summary *sum = &run->summary->films[i];
  ptl_film_eval film;
  ptl_eval_film(run->data, i, run->y, run->y + s->n_coordinates, 0, &film);
  const double force = hypot(film.force[0], film.force[1]);
  note_thickness(sum, film.thickness, run->t);
  if (force > sum->peak_force) {
    sum->peak_force = force;
    sum->peak_force_time = run->t;
  }
  return sample_of_film(&film);
}

void ptl_films_begin(ptl_run *run) {
  if (run->system->n_films == 0) return;
  ptl_data_set_unknowns(run->data, run->t, run->y);
  for (int i = 0; i < run->system->n_films; i++) run->films[i] = note_film(run, i);
}

ptl_status ptl_films_check_step(ptl_run *run, double length) {
  const ptl_system *s = run->system;
  for (int i = 0; i < s->n_films; i++) {
    const ptl_sys_film *k = &s->films[i];
    ptl_film_summary *sum = &run->summary->films[i];
    const ptl_gap_sample before = run->films[i], after = note_film(run, i);
    double x;
    const double highest =
        length > 0.0 ? ptl_gaps_highest_between(&before, &after, length, &x) : -INFINITY;
    if (isfinite(highest)) note_thickness(sum, -highest, run->t - (1.0 - x) * length);
    run->films[i] = after;
    const double least = k->c[PTL_FILM_LEAST_THICKNESS];
    if (k->gap >= 0 || -after.depth >= least) continue;
    ptl_fail(
        run->context, PTL_ERR_SIMULATION,
        PTL_E(0513) "at t = %.9g s the film of joint '%s' is %.3g m thick, less than its law is for "
        "(least_thickness %.3g m): give the joint a 'contact' for the surfaces beneath",
        run->t, k->name, -after.depth, least);
    ptl_error_element(run->context, "joint", k->name);
    return PTL_ERR_SIMULATION;
  }
  return PTL_OK;
}
