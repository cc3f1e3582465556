/* scales.c: characteristic length and speed. */
#include "scales.h"

#include <math.h>

static void extend(const ptl_system *s, const ptl_pair *pair, const ptl_rotation *rotations,
                   double *longest) {
  ptl_pair_state state;
  ptl_pair_set_pose(pair, s->q0, rotations, &state);
  if (pair->a.body >= 0) *longest = fmax(*longest, hypot(state.ax, state.ay));
  if (pair->b.body >= 0) *longest = fmax(*longest, hypot(state.bx, state.by));
}

double ptl_characteristic_length(const ptl_system *s, const ptl_rotation *rotations) {
  double longest = 0.0;
  for (int i = 0; i < s->n_constraints; i++)
    extend(s, &s->constraints[i].pair, rotations, &longest);
  for (int i = 0; i < s->n_bushings; i++) extend(s, &s->bushings[i].pair, rotations, &longest);
  for (int i = 0; i < s->n_gap_sets; i++) extend(s, &s->gap_sets[i].pair, rotations, &longest);
  for (int i = 0; i < s->n_forces; i++) extend(s, &s->forces[i].pair, rotations, &longest);
  return longest > 0.0 ? longest : 1.0;
}

/* The largest average speed of a rise or of a piece of a table of the drivers. */
static double driven_speed(const ptl_system *s) {
  double speed = 0.0;
  for (int i = 0; i < s->n_motions; i++) {
    const ptl_motion_def *def = &s->motions[i].def;
    double average = 0.0;
    for (int j = 0; j < def->n_rises; j++)
      average = fmax(average, fabs(def->rises[j].rise) / def->rises[j].duration);
    for (int j = 1; j < def->n_table; j++) {
      const double *p = def->table + 2 * (j - 1);
      average = fmax(average, fabs((p[3] - p[1]) / (p[2] - p[0])));
    }
    int is_angle = s->constraints[s->motions[i].constraint].measured == PTL_MEASURED_ANGLE;
    speed = fmax(speed, is_angle ? average * s->length : average);
  }
  return speed;
}

double ptl_characteristic_speed(const ptl_system *s) {
  double speed = 0.0, acceleration = 0.0;
  for (int i = 0; i < s->n_bodies; i++) {
    const double *v = s->v0 + 3 * i, *a = s->a0 + 3 * i;
    speed = fmax(speed, hypot(v[0], v[1]) + s->length * fabs(v[2]));
    acceleration = fmax(acceleration, hypot(a[0], a[1]) + s->length * fabs(a[2]));
  }
  speed = fmax(speed, sqrt(acceleration * s->length));
  double slow = s->run.until.joint == NULL ? s->length / s->run.until.amount : 1.0;
  if (speed > 1e-9 * slow) return speed;
  speed = driven_speed(s);
  return speed > 1e-9 * slow ? speed : slow;
}
