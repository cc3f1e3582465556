/* dop853_slip.c: see dop853_slip.h. */
#include "dop853_slip.h"

#include "friction.h"

/* How far out of the zone a step from inside may lead, over half of the width. */
static const double outside = 3.0;
/* Where a step that is cut off ends, over half of the width; and the part of that which a step
 * within may pass. */
static const double inside = 0.9, passed = 1.0;

/* Of a law without inner states; those of bristles end steps of either integrator (run_friction.h). */
static double zone(const ptl_system *system, int friction) {
  return system->frictions[friction].law->n_states > 0 ? 0.0 : ptl_friction_zone(system, friction);
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

/* The eigenvalue is that between the last stage and the end, which are at one time. */
int ptl_slip_is_unstable(const ptl_dop853_contact *s, double stability) {
  static const double resting = 0.001; /* of the tolerance */
  const ptl_dop853 *m = s->method;
  const ptl_system *system = s->data->system;
  for (int i = 0; i < system->n_frictions; i++)
    for (int j = 0; j < system->frictions[i].law->n_states; j++) {
      const int index = 2 * s->n + system->frictions[i].state + j;
      const double apart = fabs(m->x1[index] - m->stage[index]);
      const double faster = m->k[PTL_DOP853_END][index] - m->k[PTL_DOP853_END - 1][index];
      if (apart > resting * s->tolerance[index] && fabs(m->h * faster) > stability * apart)
        return 1;
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

double ptl_slip_factor(const ptl_dop853_contact *s) {
  const ptl_data *data = s->data;
  double factor = 1.0;
  for (int i = 0; i < data->system->n_frictions; i++) {
    double edge = zone(data->system, i), before = s->slips[i].slip;
    double after = data->friction_results[i].slip * (before < 0.0 ? -1.0 : 1.0);
    before = fabs(before);
    if (before > edge && after < inside * inside * edge && edge > 0.0)
      factor = fmin(factor, (before - inside * edge) / (before - after));
    if (before <= edge && fabs(after) > outside * edge && edge > 0.0)
      factor = fmin(factor, sqrt(outside * edge / fabs(after))); /* as from rest */
  }
  return factor;
}

void ptl_slip_begin_attempt(ptl_dop853_contact *s) {
  for (int i = 0; i < s->data->system->n_frictions; i++) s->slips[i].largest = 0.0;
}

void ptl_slip_note_stage(ptl_dop853_contact *s, double t) {
  static const double nearly = 0.99;
  const double start = s->method->x0[s->n_states];
  if (s->variable == PTL_TIME && t > start + nearly * s->method->h) return;
  for (int i = 0; i < s->data->system->n_frictions; i++) {
    const double force = fabs(s->data->friction_results[i].force);
    if (force > s->slips[i].largest) s->slips[i].largest = force;
  }
}

double ptl_slip_largest_force(const ptl_stepper *stepper, int friction) {
  return ((const ptl_dop853_contact *)stepper)->slips[friction].largest;
}

void ptl_slip_note(ptl_dop853_contact *s) {
  const ptl_data *data = s->data;
  double length = s->end - s->start;
  for (int i = 0; i < data->system->n_frictions; i++) {
    double slip = data->friction_results[i].slip;
    s->slips[i].rate = length > 0.0 ? (slip - s->slips[i].slip) / length : 0.0;
    s->slips[i].slip = slip;
  }
}

double ptl_slip_max_time(const ptl_dop853_contact *s) {
  const int is_coarse = ptl_slip_is_coarse(s);
  double longest = INFINITY;
  for (int i = 0; i < s->data->system->n_frictions; i++) {
    if (is_coarse && s->data->system->frictions[i].constraint >= 0) continue;
    double edge = zone(s->data->system, i), slip = fabs(s->slips[i].slip);
    double rate = fabs(s->slips[i].rate);
    if (!(edge > 0.0 && rate > 0.0)) continue;
    if (slip < edge)
      longest = fmin(longest, passed * edge / rate);
    else if (s->slips[i].slip * s->slips[i].rate < 0.0)
      longest = fmin(longest, (slip - inside * edge) / rate);
  }
  return longest;
}
