/* dop853_kink.c: see dop853_kink.h. */
#include "dop853_kink.h"

#include <string.h>

#include "dop853_slip.h"
#include "friction.h"
#include "mesh.h"
#include "roots.h"

/* ---------------------------------------------------------------- forces with kinks */

static int count(const ptl_system *system) {
  return system->n_frictions + system->n_meshes;
}

/* The constraint on whose reactions the force depends; NULL of a gap. */
static const ptl_sys_constraint *constraint_of(const ptl_system *system, int force) {
  const int mesh = force - system->n_frictions;
  const int index =
      mesh >= 0 ? system->meshes[mesh].constraint : system->frictions[force].constraint;
  return index < 0 ? NULL : &system->constraints[index];
}

static void get_reaction(const ptl_dop853_contact *s, int force, double *reaction) {
  const ptl_sys_constraint *k = constraint_of(s->data->system, force);
  const int is_mesh = force >= s->data->system->n_frictions;
  memset(reaction, 0, sizeof(double) * PTL_MAX_CONSTRAINTS);
  if (k == NULL) return;
  memcpy(reaction, s->lambda + k->row, sizeof(double) * (size_t)(is_mesh ? 1 : k->n_rows));
}

static ptl_tangent tangent_at(const ptl_dop853_contact *s, int force, const double *reaction) {
  const int mesh = force - s->data->system->n_frictions;
  ptl_tangent out = {.force = 0.0};
  memcpy(out.reaction, reaction, sizeof out.reaction);
  if (mesh < 0) {
    out.force = ptl_eval_normal(s->data, force, s->state, reaction, out.by_reaction);
    return out;
  }
  ptl_eval_mesh_force(s->data, mesh, reaction[0], &out.force, &out.by_reaction[0]);
  if (out.force < 0.0) out.by_reaction[0] = -out.by_reaction[0];
  out.force = fabs(out.force);
  return out;
}

static double force_by(const ptl_tangent *a, const double *reaction) {
  double sum = a->force;
  for (int i = 0; i < PTL_MAX_CONSTRAINTS; i++)
    sum += a->by_reaction[i] * (reaction[i] - a->reaction[i]);
  return sum;
}

/* ---------------------------------------------------------------- kinks */

/* Whether the force has a kink on the straight way from a to b, or turns as suddenly, as where a
 * pin is nearly unloaded; *after is then a tangent beyond the first. The force is convex, so that
 * it is never below the tangents of both ends. They meet in the middle where it turns evenly, and
 * it comes down to where they meet only at a kink. */
static int has_kink(const ptl_dop853_contact *s, int force, const ptl_tangent *a,
                    const ptl_tangent *b, ptl_tangent *after) {
  static const double sharp = 0.03; /* a force that turns evenly has 0.125 */
  static const double edge = 0.2;   /* part of the way: they meet so near to an end */
  enum { MAX_KINKS = 2 };
  *after = *b;
  for (int n = 0; n < MAX_KINKS; n++) {
    double reaction[PTL_MAX_CONSTRAINTS];
    const double start = a->force - force_by(after, a->reaction);
    const double end = force_by(a, after->reaction) - after->force;
    if (!(start > 0.0 && end < 0.0)) return 0;
    const double part = start / (start - end);
    for (int i = 0; i < PTL_MAX_CONSTRAINTS; i++)
      reaction[i] = a->reaction[i] + part * (after->reaction[i] - a->reaction[i]);
    const ptl_tangent middle = tangent_at(s, force, reaction);
    if (middle.force - force_by(a, reaction) <= sharp * (start - end)) return 1;
    if (fmin(part, 1.0 - part) < edge) return 1;
    *after = middle;
  }
  return 0;
}

enum { POINTS = PTL_SLIP_SAMPLES + 2 };

typedef struct excess { /* of one tangent over another, at parts of an attempt */
  int n;
  double x[POINTS], difference[POINTS]; /* divided differences */
} excess;

static double excess_at(void *user, double x) {
  const excess *p = user;
  double sum = 0.0;
  for (int i = p->n - 1; i >= 0; i--) sum = p->difference[i] + (x - p->x[i]) * sum;
  return sum;
}

/* Where two tangents meet between the points `to` - 1 and `to`, by the polynomial through all;
 * *change: by how much the force turns in all of the attempt [N]. */
static double part_to_meeting(excess *p, const ptl_tangent *at, int to, const ptl_tangent *after,
                              double *change) {
  double f[POINTS] = {0.0};
  for (int i = 0; i < p->n; i++)
    f[i] = p->difference[i] =
        force_by(&at[to - 1], at[i].reaction) - force_by(after, at[i].reaction);
  *change = f[0] - f[p->n - 1];
  for (int order = 1; order < p->n; order++)
    for (int i = p->n - 1; i >= order; i--)
      p->difference[i] = (p->difference[i] - p->difference[i - 1]) / (p->x[i] - p->x[i - order]);
  return ptl_root(excess_at, p, p->x[to - 1], f[to - 1], p->x[to], f[to], 1e-6);
}

/* The part of the attempt at which the force first has a kink, and by how much it turns there; 1
 * where it has none. */
static double part_to_kink(const ptl_dop853_contact *s, int force, double *change) {
  const ptl_kink_state *k = &s->kinks[force];
  const double start = s->method->x0[s->n_states];
  excess p = {.n = s->n_samples + 2};
  ptl_tangent at[POINTS], after;
  double reaction[PTL_MAX_CONSTRAINTS];
  at[0] = k->start;
  for (int i = 0; i < s->n_samples; i++) {
    p.x[i + 1] = (s->sample_times[i] - start) / s->method->h;
    at[i + 1] = tangent_at(s, force, k->reaction_samples[i]);
  }
  get_reaction(s, force, reaction);
  p.x[p.n - 1] = 1.0;
  at[p.n - 1] = tangent_at(s, force, reaction);
  for (int i = 1; i < p.n; i++)
    if (has_kink(s, force, &at[i - 1], &at[i], &after))
      return part_to_meeting(&p, at, i, &after, change);
  return 1.0;
}

static double inverse_mass(const ptl_system *system, const ptl_pair *pair) {
  const int a = pair->a.body, b = pair->b.body;
  return fmax(a < 0 ? 0.0 : system->inverse_mass[3 * a], b < 0 ? 0.0 : system->inverse_mass[3 * b]);
}

/* What a change of the force makes of the acceleration of the lighter part. */
static double acceleration_by(const ptl_dop853_contact *s, int force) {
  const ptl_system *system = s->data->system;
  const int mesh = force - system->n_frictions;
  if (mesh >= 0) return inverse_mass(system, &system->meshes[mesh].pair);
  return fabs(s->data->frictions[force].d_normal) *
         inverse_mass(system, &system->constraints[system->frictions[force].constraint].pair);
}

/* A kink near to one of the ends of an attempt need not be met: what the step misses of it goes
 * with the square of the part between. */
double ptl_kink_factor(const ptl_dop853_contact *s) {
  const ptl_system *system = s->data->system;
  const double missed = ptl_slip_is_coarse(s) ? 1.0 : 0.03; /* of the tolerance of velocities */
  double factor = 1.0;
  for (int i = 0; i < count(system) && s->variable == PTL_TIME; i++) {
    double change;
    if (constraint_of(system, i) == NULL) continue;
    const double part = part_to_kink(s, i, &change), near = fmin(part, 1.0 - part);
    if (part >= factor) continue;
    const double speed = acceleration_by(s, i) * change * s->method->h;
    if (speed * near * near > missed * s->given[s->n]) factor = part;
  }
  return factor;
}

/* ---------------------------------------------------------------- notes */

void ptl_kink_note_sample(ptl_dop853_contact *s) {
  if (s->coupled == NULL) return;
  for (int i = 0; i < count(s->data->system); i++)
    get_reaction(s, i, s->kinks[i].reaction_samples[s->n_samples - 1]);
}

void ptl_kink_note(ptl_dop853_contact *s) {
  const ptl_system *system = s->data->system;
  if (s->coupled == NULL) return;
  for (int i = 0; i < count(system); i++) {
    double reaction[PTL_MAX_CONSTRAINTS];
    if (constraint_of(system, i) == NULL) continue;
    get_reaction(s, i, reaction);
    s->kinks[i].start = tangent_at(s, i, reaction);
  }
}
