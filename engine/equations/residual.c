/* residual.c: the residual of the DAE
 *   q' - v - M^-1 Phi_q^T mu = 0,      M v' - Q + Phi_q^T lambda = 0,
 *   Phi + e2 mu = 0,                   Phi_q v + Phi_t - e1 lambda = 0,
 *   z' - rate = 0 for the inner states of friction
 * (Gear, Gupta, Leimkuhler 1985, mass-weighted, with the two small terms that make redundant and
 * singular constraints harmless). */
#include <math.h>
#include <string.h>

#include "constraint.h"
#include "dae.h"
#include "forces.h"
#include "friction.h"
#include "mesh.h"
#include "state.h"

int ptl_eval_residual(ptl_data *data, double t, const double *y, const double *yp, double *r) {
  const ptl_system *s = data->system;
  int n = s->n_coordinates, m = s->n_rows;
  const double *q = y, *v = y + n, *mu = y + 2 * n, *lambda = mu + m;
  double *kinematic = r, *dynamic = r + n, *position = r + 2 * n, *velocity = position + m;

  ptl_data_set_unknowns(data, t, y);
  if (ptl_eval_forces(data, q, v, NULL)) return 1;
  ptl_add_carried_forces(data, q, v, lambda);
  memset(kinematic, 0, sizeof(double) * (size_t)n);
  memset(dynamic, 0, sizeof(double) * (size_t)n);
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    ptl_constraint_eval e;
    ptl_eval_constraint(data, i, q, v, &e);
    for (int j = 0; j < k->n_rows; j++) {
      int row = k->row + j;
      position[row] = e.value[j] + (k->adds_to_previous ? position[row]
                                                        : data->position_compliance[row] * mu[row]);
      velocity[row] =
          e.rate[j] +
          (k->adds_to_previous ? velocity[row] : -data->velocity_compliance[row] * lambda[row]);
      ptl_pair_subtract(&k->pair, e.rows[j], mu[row], kinematic);
      ptl_pair_subtract(&k->pair, e.rows[j], -lambda[row], dynamic);
    }
    if (k->friction >= 0) {
      ptl_sliding sliding;
      double row[6];
      if (ptl_eval_joint_friction(data, k->friction, &e.state, lambda + k->row, &sliding)) return 1;
      ptl_pair_gradient(&e.state, sliding.d, row);
      ptl_pair_subtract(&k->pair, row, -data->frictions[k->friction].force, dynamic);
    }
  }
  const double *vp = yp + n;
  for (int i = 0; i < n; i++) {
    kinematic[i] = kinematic[i] * s->inverse_mass[i] + yp[i] - v[i];
    dynamic[i] += s->mass[i] * vp[i] - data->force[i];
  }
  for (int i = 0; i < s->n_frictions; i++)
    for (int j = 0; j < s->frictions[i].law->n_states; j++) {
      int index = s->first_state + s->frictions[i].state + j;
      r[index] = yp[index] - data->frictions[i].rate[j];
    }
  for (int i = 0; i < s->n_signals; i++) {
    const int index = s->first_state + s->signals[i].state;
    r[index] = yp[index] - data->signal_rates[i];
  }
  for (int i = 0; i < s->pattern.n; i++)
    if (!isfinite(r[i])) return 1;
  return 0;
}
