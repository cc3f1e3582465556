/* friction.c: surfaces that rub, in gaps and in ideal joints: forces, states, derivatives. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "system.h"

/* ---------------------------------------------------------------- the law */

static void ask(const ptl_sys_friction *k, const ptl_friction_in *in, ptl_friction_out *out) {
  memset(out, 0, sizeof *out);
  k->law->force(k->c, in, out);
}

/* The derivatives by one argument of the law, by central differences around *argument. */
static void difference(const ptl_sys_friction *k, const ptl_friction_in *in, double *argument,
                       double scale, double *by_force, double *by_rate, int stride) {
  const double kept = *argument, h = fmax(fabs(kept), scale) * cbrt(DBL_EPSILON);
  ptl_friction_out up, down;
  *argument = kept + h;
  ask(k, in, &up);
  *argument = kept - h;
  ask(k, in, &down);
  *argument = kept;
  *by_force = (up.force - down.force) / (2.0 * h);
  for (int i = 0; i < k->law->n_states; i++)
    by_rate[stride * i] = (up.rate[i] - down.rate[i]) / (2.0 * h);
}

/* For a law that gives no derivatives. */
static void difference_all(const ptl_sys_friction *k, const ptl_friction_in *in,
                           ptl_friction_out *out) {
  double state[PTL_MAX_FRICTION_STATES] = {0};
  ptl_friction_in at = *in;
  for (int i = 0; i < k->law->n_states; i++) state[i] = in->state[i];
  at.state = state;
  difference(k, &at, &at.slip_rate, k->stick_speed, &out->d_slip, out->rate_d_slip, 1);
  difference(k, &at, &at.normal_force, 1.0, &out->d_normal, out->rate_d_normal, 1);
  for (int i = 0; i < k->law->n_states; i++)
    difference(k, &at, &state[i], k->steady[i], &out->d_state[i], &out->rate_d_state[0][i],
               PTL_MAX_FRICTION_STATES);
}

int ptl_eval_friction(ptl_data *data, int friction, double slip, double normal) {
  const ptl_sys_friction *k = &data->system->frictions[friction];
  ptl_friction_out *out = &data->frictions[friction];
  const ptl_friction_in in = {slip, normal, data->states + k->state};
  ask(k, &in, out);
  if (isnan(out->d_slip)) difference_all(k, &in, out);
  int finite = isfinite(out->force);
  for (int i = 0; i < k->law->n_states; i++) finite &= isfinite(out->rate[i]) != 0;
  return finite ? 0 : 1;
}

/* ---------------------------------------------------------------- in ideal joints */

static double rate_along(const double d[3], const ptl_pair_state *state) {
  return d[0] * state->twist[0] + d[1] * state->twist[1] + d[2] * state->twist[2];
}

int ptl_system_has_joint_friction(const ptl_system *s) {
  int rubs = 0;
  for (int i = 0; i < s->n_constraints; i++) rubs |= s->constraints[i].friction >= 0;
  return rubs;
}

int ptl_eval_joint_friction(ptl_data *data, int friction, const ptl_pair_state *state,
                            const double *reaction, ptl_sliding *sliding) {
  const ptl_system *s = data->system;
  const ptl_sys_constraint *k = &s->constraints[s->frictions[friction].constraint];
  memset(sliding, 0, sizeof *sliding);
  k->type->sliding(k->c, &state->pose, reaction, sliding);
  return ptl_eval_friction(data, friction, rate_along(sliding->d, state), sliding->normal);
}

int ptl_eval_joint_frictions(ptl_data *data, const double *q, const double *v,
                             const double *lambda) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    ptl_pair_state state;
    ptl_sliding sliding;
    double row[6];
    if (k->friction < 0) continue;
    ptl_pair_place(&k->pair, q, data->rotations, &state);
    ptl_pair_move(&k->pair, v, &state);
    if (ptl_eval_joint_friction(data, k->friction, &state, lambda + k->row, &sliding)) return 1;
    ptl_pair_gradient(&state, sliding.d, row);
    ptl_pair_subtract(&k->pair, row, data->frictions[k->friction].force, data->force);
  }
  return 0;
}

/* ---------------------------------------------------------------- slip */

static double gap_slip(const ptl_data *data, int gap, const double *q, const double *v) {
  const ptl_sys_gap *g = &data->system->gaps[gap];
  ptl_gap_eval gaps[PTL_MAX_GAPS];
  ptl_eval_gaps(data, g->gap_set, q, v, gaps);
  return gaps[gap - data->system->gap_sets[g->gap_set].first_gap].slip;
}

double ptl_eval_slip(const ptl_data *data, int friction, const double *q, const double *v,
                     const double *lambda) {
  const ptl_sys_friction *k = &data->system->frictions[friction];
  if (k->gap_index >= 0) return gap_slip(data, k->gap_index, q, v);
  const ptl_sys_constraint *joint = &data->system->constraints[k->constraint];
  ptl_pair_state state;
  ptl_sliding sliding = {.normal = 0.0};
  ptl_pair_place(&joint->pair, q, data->rotations, &state);
  ptl_pair_move(&joint->pair, v, &state);
  joint->type->sliding(joint->c, &state.pose, lambda + joint->row, &sliding);
  return rate_along(sliding.d, &state);
}

void ptl_eval_steady(const ptl_data *data, const double *q, const double *v, const double *lambda,
                     double *states) {
  for (int i = 0; i < data->system->n_frictions; i++) {
    const ptl_sys_friction *k = &data->system->frictions[i];
    if (k->law->n_states > 0)
      k->law->steady(k->c, ptl_eval_slip(data, i, q, v, lambda), states + k->state);
  }
}

/* ---------------------------------------------------------------- derivatives */

static void add(double *values, int slot, double amount) {
  if (slot >= 0) values[slot] += amount;
}

/* Rows z' - rate = 0 of inner state i, and the force's column of it. */
static void add_inner(const ptl_sys_friction *k, const ptl_friction_out *out, int i,
                      const double g[6], const double slip_by_q[6], const ptl_normal_slope *normal,
                      double *values) {
  for (int j = 0; j < 6; j++) {
    double n_q = normal == NULL ? 0.0 : normal->by_q[j],
           n_v = normal == NULL ? 0.0 : normal->by_v[j];
    add(values, k->inner[i].force.slot[j], out->d_state[i] * g[j]);
    add(values, k->inner[i].by_q.slot[j],
        -out->rate_d_slip[i] * slip_by_q[j] - out->rate_d_normal[i] * n_q);
    add(values, k->inner[i].by_v.slot[j],
        -out->rate_d_slip[i] * g[j] - out->rate_d_normal[i] * n_v);
  }
  for (int j = 0; j < k->law->n_states; j++)
    add(values, k->inner[i].by_state[j], -out->rate_d_state[i][j]);
}

/* With g the row of the slip rate g.v and G its derivatives, the force -f g on the pair has
 *   -Q_q = f G + g (f_slip G^T v + f_N N_q)^T,  -Q_v = g (f_slip g + f_N N_v)^T. */
void ptl_add_friction(const ptl_data *data, int friction, const ptl_pair *pair,
                      const ptl_pair_state *state, const double d[3], double dd[3][3],
                      const double *v, const ptl_normal_slope *normal, double *values) {
  const ptl_sys_friction *k = &data->system->frictions[friction];
  const ptl_friction_out *out = &data->frictions[friction];
  double g[6], form[36], turned[36], slip_by_q[6];
  ptl_pair_gradient(state, d, g);
  ptl_pair_form(state, d, dd, form);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) turned[6 * i + j] = form[6 * j + i];
  ptl_pair_hessian_times(pair, turned, v, slip_by_q);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      double n_q = normal == NULL ? 0.0 : normal->by_q[j];
      double n_v = normal == NULL ? 0.0 : normal->by_v[j];
      add(values, k->stiffness.slot[6 * i + j],
          out->force * form[6 * i + j] + g[i] * (out->d_slip * slip_by_q[j] + out->d_normal * n_q));
      add(values, k->damping.slot[6 * i + j], g[i] * (out->d_slip * g[j] + out->d_normal * n_v));
    }
  for (int i = 0; i < k->law->n_states; i++) add_inner(k, out, i, g, slip_by_q, normal, values);
}
