/* state.c: see state.h. */
#include "state.h"

#include <math.h>
#include <string.h>

#include "motion.h"

static void set_released(ptl_data *data) {
  const ptl_system *s = data->system;
  data->n_released_rows = 0;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    if (k->release == 0) continue;
    data->released[i] = data->friction_states[s->signals[k->release - 1].state] > 0.5;
    if (data->released[i]) data->n_released_rows += k->n_rows;
  }
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
