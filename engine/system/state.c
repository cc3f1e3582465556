/* state.c: see state.h. */
#include "state.h"

#include <math.h>
#include <string.h>

#include "motion.h"

static void set_released(ptl_data *data) {
  const ptl_system *s = data->system;
  int has_changed = 0, is_as_at_start = 1;
  data->n_released_rows = 0;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    if (k->release == 0) continue;
    const int state = s->signals[k->release - 1].state,
              is_released = data->friction_states[state] > 0.5;
    has_changed |= is_released != data->released[i];
    is_as_at_start &= is_released == (s->z0[state] > 0.5);
    data->released[i] = (char)is_released;
    if (is_released) data->n_released_rows += k->n_rows;
  }
  if (has_changed) data->n_redundant = is_as_at_start ? s->assembly.n_redundant : -1;
}

/* Whether an expression reads the motion of a body. */
static int reads_motion(const ptl_system *s) {
  if (s->n_signals > 0 || s->n_pressed > 0) return 1;
  int n = 0;
  for (int i = 0; i < s->n_loads; i++) n += s->loads[i].uses.n_bodies;
  return n > 0;
}

void ptl_data_set_state(ptl_data *data, double t, const double *q, const double *v) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_bodies; i++) {
    double angle =
        q[3 * i + 2]; /* in a variable, so that the compiler computes cosine and sine together */
    if (angle == data->angles[i]) continue; /* many bodies never rotate */
    data->angles[i] = angle;
    data->rotations[i] = (ptl_rotation){cos(angle), sin(angle)};
  }
  data->variables[0] = ptl_data_time(data, t);
  for (int i = 0; i < s->n_motions && t != data->targets_time; i++)
    if (!s->motions[i].follows_signals) ptl_eval_motion(data, i, t, data->targets[i]);
  data->targets_time = t;
  if (s->n_releases > 0) set_released(data);
  if (s->n_loads == 0 && s->n_signals == 0 && s->n_pressed == 0) return;
  for (int i = 0; i < s->mechanism->n_inputs; i++)
    data->variables[1 + i] = ptl_data_input(data, i, data->variables[0]);
  if (!reads_motion(s)) return;
  static const double no_acceleration[3] = {0.0, 0.0, 0.0};
  for (int i = 0; i < s->n_bodies; i++) {
    double motion[9];
    ptl_body_motion_of(&s->mechanism->bodies[i].def, data->rotations[i], q + 3 * i, v + 3 * i,
                       no_acceleration, motion);
    memcpy(data->variables + ptl_variable_of_body(s->mechanism, i), motion,
           PTL_BODY_VARIABLES * sizeof(double));
  }
  for (int i = 0; i < s->n_signals; i++)
    data->variables[ptl_variable_of_signal(s->mechanism, i)] =
        data->friction_states[s->signals[i].state];
  for (int i = 0; i < s->n_motions; i++)
    if (s->motions[i].follows_signals) ptl_eval_motion(data, i, t, data->targets[i]);
}

void ptl_data_set_unknowns(ptl_data *data, double t, const double *y) {
  data->friction_states = y + data->system->first_state;
  ptl_data_set_state(data, t, y, y + data->system->n_coordinates);
}
