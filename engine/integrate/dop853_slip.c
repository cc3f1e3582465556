/* dop853_slip.c: see dop853_slip.h. */
#include "dop853_slip.h"

#include <string.h>

#include "friction.h"

/* What is outside by less than this begins inside, over half of the width. */
static const double reach = 1.25;
/* How far out of the zone a step from inside may lead, over half of the width. */
static const double outside = 3.0;

/* Of a law without inner states; those of bristles end steps of either integrator
 * (run_friction.h). */
static double zone(const ptl_system *system, int friction) {
  return system->frictions[friction].law->n_states > 0 ? 0.0 : ptl_friction_zone(system, friction);
}

/* How far into a zone a step from outside may lead, and from where one may leave it: what the step
 * misses of tanh is then small beside the tolerance. */
static double deepest(const ptl_dop853_contact *s, int friction) {
  static const double part = 0.1, least = 0.2, most = 0.8;
  const double speed = s->data->system->frictions[friction].stick_speed;
  const double edge = zone(s->data->system, friction);
  const double deep = 0.5 * speed * log(speed / (part * s->given[s->n]));
  return fmax(least * edge, fmin(most * edge, deep));
}

/* Where in a zone a step that is cut off ends. */
static double goal(const ptl_dop853_contact *s, int friction) {
  return 0.5 * (deepest(s, friction) + reach * zone(s->data->system, friction));
}

/* What a step within a zone may pass: half of it, a fifth in a gap, since impacts magnify what is
 * missed, or less where the tolerance is fine beside the change of velocity there. */
static double passable(const ptl_dop853_contact *s, int friction) {
  static const double resolved = 1e-3; /* of that change, by a step through half of the zone */
  const ptl_sys_friction *k = &s->data->system->frictions[friction];
  const double most = k->gap_index < 0 ? 1.0 : 0.4; /* of the half width */
  return most * fmin(1.0, pow(s->given[s->n] / (resolved * k->stick_speed), 0.125)) *
         zone(s->data->system, friction);
}

int ptl_slip_has_zones(const ptl_system *system) {
  for (int i = 0; i < system->n_frictions; i++)
    if (zone(system, i) > 0.0) return 1;
  return 0;
}

int ptl_slip_has_bristles(const ptl_system *system) {
  for (int i = 0; i < system->n_frictions; i++)
    if (system->frictions[i].law->n_states > 0) return 1;
  return 0;
}

double ptl_slip_inner_error(const ptl_dop853_contact *s) {
  const ptl_system *system = s->data->system;
  double largest = 0.0;
  for (int i = 0; i < system->n_frictions; i++)
    for (int j = 0; j < system->frictions[i].law->n_states; j++) {
      const int index = 2 * s->n + system->frictions[i].state + j;
      largest = fmax(largest, fabs(s->method->error[index]) / s->tolerance[index]);
    }
  return largest;
}

/* The eigenvalue is that between the last stage and the end, which are at one time. What bristles
 * at rest, or that slide steadily, still move grows with it in each of the three stages of the
 * dense output. */
int ptl_slip_is_unstable(const ptl_dop853_contact *s, double stability) {
  const ptl_dop853 *m = s->method;
  const ptl_system *system = s->data->system;
  for (int i = 0; i < system->n_frictions; i++)
    for (int j = 0; j < system->frictions[i].law->n_states; j++) {
      const int index = 2 * s->n + system->frictions[i].state + j;
      const double apart = fabs(m->x1[index] - m->stage[index]);
      const double faster = m->k[PTL_DOP853_END][index] - m->k[PTL_DOP853_END - 1][index];
      const double growth = apart > 0.0 ? fabs(m->h * faster) / apart : 0.0;
      double moved = 0.0;
      for (int k = 0; k <= PTL_DOP853_END; k++) moved = fmax(moved, fabs(m->h * m->k[k][index]));
      if (growth > stability && moved * growth * growth * growth > s->tolerance[index]) return 1;
    }
  return 0;
}

int ptl_slip_is_coarse(const ptl_dop853_contact *s) {
  static const double coarse = 0.003; /* of a zone's half width */
  double widest = 0.0;
  for (int i = 0; i < s->data->system->n_frictions; i++)
    widest = fmax(widest, zone(s->data->system, i));
  return s->n > 0 && s->given[s->n] > coarse * widest;
}

/* The part of an attempt at which a slip that is `before` > 0 at its start and `after` < 0 at its
 * end passes 0: by a parabola through these and `third`, where that is known. */
static double part_to_zero(double before, double third, double after) {
  const double change = after - before;
  if (!isfinite(third)) return -before / change;
  const double slope = 3.0 * (third - before), bend = 1.5 * (change - slope);
  const double at_start = slope - bend / 3.0;
  const double root = sqrt(fmax(0.0, at_start * at_start - 4.0 * bend * before));
  return at_start < 0.0 ? 2.0 * before / (root - at_start) : -(at_start + root) / (2.0 * bend);
}

double ptl_slip_factor(const ptl_dop853_contact *s) {
  const ptl_data *data = s->data;
  double factor = 1.0;
  for (int i = 0; i < data->system->n_frictions; i++) {
    const double sign = s->slips[i].slip < 0.0 ? -1.0 : 1.0, edge = zone(data->system, i);
    const double before = fabs(s->slips[i].slip), third = sign * s->slips[i].third;
    const double after = sign * data->friction_results[i].slip;
    if (!(edge > 0.0) || (before > reach * edge && after >= edge)) continue;
    const double deep = deepest(s, i), end = goal(s, i);
    const int is_outside = before > reach * edge || (before > end && third > before);
    const int is_inside = before <= deep || (before <= reach * edge && after < 0.0);
    if (is_outside && after < deep)
      factor = fmin(factor, part_to_zero(before - end, third - end, after - end));
    else if (is_inside && fabs(after) > outside * edge)
      factor = fmin(factor, sqrt(outside * edge / fabs(after))); /* as from rest */
  }
  return factor;
}

void ptl_slip_begin_attempt(ptl_dop853_contact *s) {
  s->n_samples = 0;
  for (int i = 0; i < s->data->system->n_frictions; i++) s->slips[i].third = NAN;
}

int ptl_slip_note_stage(ptl_dop853_contact *s, double t) {
  static const double nearly = 0.99;
  const double start = s->method->x0[s->n_states];
  const int n = s->n_samples;
  if (n == PTL_SLIP_SAMPLES || (n > 0 && !(t > s->sample_times[n - 1]))) return 0;
  if (s->variable == PTL_TIME && t > start + nearly * s->method->h) return 0;
  s->sample_times[s->n_samples++] = t;
  for (int i = 0; i < s->data->system->n_frictions; i++) {
    const ptl_friction_result *k = &s->data->friction_results[i];
    s->slips[i].force[n] = fabs(k->force);
    if (n == 0) s->slips[i].third = k->slip;
  }
  return 1;
}

/* Vertex of the parabola through three points, relative to that in the middle; 0 where it is no
 * largest value between them. */
static double vertex(const double x[3], const double f[3], double *rise) {
  const double before = (f[1] - f[0]) / (x[1] - x[0]), after = (f[2] - f[1]) / (x[2] - x[1]);
  const double bend = (after - before) / (x[2] - x[0]), slope = before + bend * (x[1] - x[0]);
  const double move = -0.5 * slope / bend;
  *rise = 0.0;
  if (!(bend < 0.0) || !(x[1] + move > x[0] && x[1] + move < x[2])) return 0.0;
  *rise = 0.5 * slope * move;
  return move;
}

double ptl_slip_peak(const ptl_stepper *stepper, int friction, double *when) {
  const ptl_dop853_contact *s = (const ptl_dop853_contact *)stepper;
  const ptl_slip_state *k = &s->slips[friction];
  double x[PTL_SLIP_SAMPLES + 2] = {s->start}, f[PTL_SLIP_SAMPLES + 2] = {k->first_force}, rise;
  int n = 1, best = 0;
  for (int i = 0; i < s->n_samples; i++, n++) {
    x[n] = s->sample_times[i];
    f[n] = k->force[i];
  }
  x[n] = s->end;
  f[n++] = k->last_force;
  for (int i = 1; i < n; i++)
    if (f[i] > f[best]) best = i;
  *when = x[best];
  if (n < 3) return f[best];
  const int middle = best == 0 ? 1 : best == n - 1 ? n - 2 : best;
  const double move = vertex(x + middle - 1, f + middle - 1, &rise);
  if (move == 0.0) return f[best];
  *when = x[middle] + move;
  return f[middle] + rise;
}

/* By the accelerations and reactions at the end of the step. */
static void note_joint(const ptl_dop853_contact *s, int friction, double length) {
  ptl_slip_state *k = &s->slips[friction];
  const double before = k->slope;
  k->rate = k->slope =
      ptl_eval_slip_change(s->data, friction, s->state, s->state + s->n, s->a, s->lambda);
  k->bend = length > 0.0 ? 0.5 * (k->slope - before) / length : 0.0;
}

/* By the slips at the ends of the last two steps. */
static void note_gap(const ptl_dop853_contact *s, int friction, double length) {
  ptl_slip_state *k = &s->slips[friction];
  const double slip = s->data->friction_results[friction].slip, before = k->rate;
  k->rate = length > 0.0 ? (slip - k->slip) / length : 0.0;
  k->bend = length > 0.0 && s->length > 0.0 ? (k->rate - before) / (length + s->length) : 0.0;
  k->slope = k->rate + length * k->bend;
}

void ptl_slip_note(ptl_dop853_contact *s) {
  const ptl_data *data = s->data;
  const double length = s->end - s->start;
  for (int i = 0; i < data->system->n_frictions; i++) {
    ptl_slip_state *k = &s->slips[i];
    if (data->system->frictions[i].constraint >= 0)
      note_joint(s, i, length);
    else
      note_gap(s, i, length);
    k->slip = data->friction_results[i].slip;
    k->first_force = k->last_force;
    k->last_force = fabs(data->friction_results[i].force);
  }
  s->length = length;
}

/* The time in which x > 0 that changes by `rate` < 0 falls to `goal` [s]: by the parabola with
 * `slope` and `bend`, where that does not change the time by more than a factor of 2, as it would
 * where friction has just changed. */
static double time_to(double x, double goal, double rate, double slope, double bend) {
  const double more = x - goal, straight = -more / rate, square = slope * slope - 4.0 * bend * more;
  if (!(slope < 0.0 && square >= 0.0)) return straight;
  const double bent = 2.0 * more / (sqrt(square) - slope);
  return bent > 0.5 * straight && bent < 2.0 * straight ? bent : straight;
}

double ptl_slip_max_time(const ptl_dop853_contact *s) {
  const int is_coarse = ptl_slip_is_coarse(s);
  double longest = INFINITY;
  for (int i = 0; i < s->data->system->n_frictions; i++) {
    if (is_coarse && s->data->system->frictions[i].constraint >= 0) continue;
    const ptl_slip_state *k = &s->slips[i];
    const double sign = k->slip < 0.0 ? -1.0 : 1.0;
    const double edge = zone(s->data->system, i), slip = fabs(k->slip), rate = fabs(k->rate);
    const int comes_nearer = k->slip * k->rate < 0.0;
    if (!(edge > 0.0 && rate > 0.0)) continue;
    if (slip < (comes_nearer ? reach * edge : deepest(s, i)))
      longest = fmin(longest, passable(s, i) / rate);
    else if (comes_nearer)
      longest =
          fmin(longest, time_to(slip, goal(s, i), sign * k->rate, sign * k->slope, sign * k->bend));
  }
  return longest;
}
