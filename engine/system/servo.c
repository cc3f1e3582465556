/* servo.c: see servo.h. */
#include "servo.h"

void ptl_eval_servo(const ptl_data *data, int servo, int side, const double *q,
                    ptl_pair_state *state, ptl_scalar *x) {
  const ptl_system *s = data->system;
  const int pushes = side == PTL_SERVO_PUSHES;
  ptl_pair_set_pose(ptl_servo_pair(s, servo, side), q, data->rotations, state);
  ptl_measured_coordinate_eval(
      pushes ? s->servos[servo].measured : ptl_servo_row(s, servo)->measured, &state->pose, x);
  for (int i = 0; i < 3 && !pushes; i++) x->d[i] = -x->d[i];
  for (int i = 0; i < 6 && !pushes; i++) x->dd[i] = -x->dd[i];
}

void ptl_add_servo_forces(ptl_data *data, const double *q, const double *lambda) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_servos; i++)
    for (int side = 0; side < PTL_SERVO_SIDES; side++) {
      ptl_pair_state state;
      ptl_scalar x;
      double row[6];
      ptl_eval_servo(data, i, side, q, &state, &x);
      ptl_pair_gradient(&state, x.d, row);
      ptl_pair_subtract(ptl_servo_pair(s, i, side), row, lambda[ptl_servo_row(s, i)->row],
                        data->force);
    }
}

double ptl_eval_pushed_rate(const ptl_data *data, int motion, const double *q, const double *v) {
  const ptl_system *s = data->system;
  int i = 0;
  while (i < s->n_servos && s->servos[i].motion != motion) i++;
  if (i == s->n_servos) return data->targets[motion][1];
  ptl_pair_state state;
  ptl_scalar y;
  ptl_eval_servo(data, i, PTL_SERVO_PUSHES, q, &state, &y);
  ptl_pair_set_twist(&s->servos[i].pair, v, &state);
  return ptl_pair_rate(y.d, &state);
}
