/* friction.c: friction in gaps and in ideal joints: forces, rates of inner states, slip. */
#include "friction.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "gap.h"

/* ---------------------------------------------------------------- the law */

static void eval_law(const ptl_sys_friction *k, const ptl_friction_in *in, ptl_friction_out *out) {
  memset(out, 0, offsetof(ptl_friction_out, d_state));
  if (k->law->n_states > 0) /* else a law writes none of their rates */
    memset(out->d_state, 0, sizeof *out - offsetof(ptl_friction_out, d_state));
  k->law->force(k->c, in, out);
}

/* The derivatives by one argument of the law, by central differences around *argument. */
static void difference(const ptl_sys_friction *k, const ptl_friction_in *in, double *argument,
                       double scale, double *by_force, double *by_rate, int stride) {
  const double original = *argument, h = fmax(fabs(original), scale) * cbrt(DBL_EPSILON);
  ptl_friction_out above, below;
  *argument = original + h;
  eval_law(k, in, &above);
  *argument = original - h;
  eval_law(k, in, &below);
  *argument = original;
  *by_force = (above.force - below.force) / (2.0 * h);
  for (int i = 0; i < k->law->n_states; i++)
    by_rate[stride * i] = (above.rate[i] - below.rate[i]) / (2.0 * h);
}

/* All derivatives of a law that asks for it. */
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
  if (data->friction_given != NULL) {
    *out = (ptl_friction_out){.force = data->friction_given[friction]};
    return 0;
  }
  const ptl_friction_in in = {slip, normal, data->friction_states + k->state};
  eval_law(k, &in, out);
  if (isnan(out->d_slip)) difference_all(k, &in, out);
  int finite = isfinite(out->force);
  for (int i = 0; i < k->law->n_states; i++) finite &= isfinite(out->rate[i]) != 0;
  return finite ? 0 : 1;
}

/* ---------------------------------------------------------------- in ideal joints */

int ptl_system_has_joint_friction(const ptl_system *s) {
  for (int i = 0; i < s->n_constraints; i++)
    if (s->constraints[i].friction >= 0) return 1;
  return 0;
}

static double eval_pressed(const ptl_data *data, const ptl_sys_friction *friction) {
  const int pressed = friction->pressed;
  return pressed < 0 ? 0.0 : fmax(ptl_expr_eval(data->pressed_expr[pressed]), 0.0);
}

double ptl_eval_pressed(const ptl_data *data, int friction) {
  return eval_pressed(data, &data->system->frictions[friction]);
}

/* The reactions of a point pair act along the axes of the ground, and its type knows those of part
 * A. */
static inline void eval_point_pair_sliding(const ptl_sys_constraint *k, const ptl_pair_state *state,
                                           const double *reaction, ptl_sliding *out) {
  const double c = state->c, s = state->s;
  const double own[] = {c * reaction[0] + s * reaction[1], c * reaction[1] - s * reaction[0]};
  k->type->sliding(k->c, &state->pose, own, out);
  const double x = out->d_normal[0], y = out->d_normal[1];
  out->d_normal[0] = c * x - s * y;
  out->d_normal[1] = s * x + c * y;
}

/* Also of the teeth of a mesh: they turn on each other. */
void ptl_eval_sliding_of(const ptl_data *data, const ptl_sys_friction *friction,
                         const ptl_sys_constraint *k, const ptl_pair_state *state,
                         const double *reaction, ptl_sliding *out) {
  if (k->type != NULL) {
    if (k->is_point_pair)
      eval_point_pair_sliding(k, state, reaction, out);
    else
      k->type->sliding(k->c, &state->pose, reaction, out);
    out->normal += eval_pressed(data, friction);
    return;
  }
  out->d[2] = k->arm;
  out->normal = k->pressed * fabs(reaction[0]);
  out->d_normal[0] = copysign(k->pressed, reaction[0]);
}

void ptl_eval_sliding(const ptl_data *data, int friction, const ptl_pair_state *state,
                      const double *reaction, ptl_sliding *out) {
  const ptl_system *s = data->system;
  const ptl_sys_friction *k = &s->frictions[friction];
  *out = (ptl_sliding){.normal = 0.0};
  ptl_eval_sliding_of(data, k, &s->constraints[k->constraint], state, reaction, out);
}

int ptl_eval_joint_friction(ptl_data *data, int friction, const ptl_pair_state *state,
                            const double *reaction, ptl_sliding *sliding) {
  ptl_eval_sliding(data, friction, state, reaction, sliding);
  double slip = ptl_pair_rate(sliding->d, state);
  int failed = ptl_eval_friction(data, friction, slip, sliding->normal);
  data->friction_results[friction] = (ptl_friction_result){slip, data->frictions[friction].force};
  return failed;
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
    ptl_pair_set_pose(&k->pair, q, data->rotations, &state);
    ptl_pair_set_twist(&k->pair, v, &state);
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

double ptl_friction_zone(const ptl_system *system, int friction) {
  static const double width = 10.0;
  const ptl_sys_friction *k = &system->frictions[friction];
  const int has_none = k->law->n_states > 0 && !(k->law->flags & PTL_FRICTION_DAMPED);
  return has_none ? 0.0 : width * k->stick_speed;
}

double ptl_eval_slip(const ptl_data *data, int friction, const double *q, const double *v,
                     const double *lambda) {
  const ptl_sys_friction *k = &data->system->frictions[friction];
  if (k->gap_index >= 0) return gap_slip(data, k->gap_index, q, v);
  const ptl_sys_constraint *joint = &data->system->constraints[k->constraint];
  ptl_pair_state state;
  ptl_sliding sliding;
  ptl_pair_set_pose(&joint->pair, q, data->rotations, &state);
  ptl_pair_set_twist(&joint->pair, v, &state);
  ptl_eval_sliding(data, friction, &state, lambda + joint->row, &sliding);
  return ptl_pair_rate(sliding.d, &state);
}

double ptl_eval_slip_change(const ptl_data *data, int friction, const double *q, const double *v,
                            const double *a, const double *lambda) {
  const ptl_system *s = data->system;
  const ptl_sys_constraint *joint = &s->constraints[s->frictions[friction].constraint];
  ptl_pair_state state;
  ptl_sliding sliding;
  double row[6], convective[2], change = 0.0;
  ptl_pair_set_pose(&joint->pair, q, data->rotations, &state);
  ptl_pair_set_twist(&joint->pair, v, &state);
  ptl_eval_sliding(data, friction, &state, lambda + joint->row, &sliding);
  ptl_pair_gradient(&state, sliding.d, row);
  ptl_pair_convective(&joint->pair, &state, v, convective);
  for (int i = 0; i < 6; i++) {
    const int coordinate = ptl_pair_coordinate(&joint->pair, i);
    if (coordinate >= 0) change += row[i] * a[coordinate];
  }
  for (int i = 0; i < 2; i++) change += sliding.d[i] * convective[i];
  for (int i = 0; i < 3; i++) change += ptl_pair_rate(sliding.dd[i], &state) * state.twist[i];
  return change;
}

double ptl_eval_normal(const ptl_data *data, int friction, const double *q, const double *reaction,
                       double d_normal[PTL_MAX_CONSTRAINTS]) {
  const ptl_system *s = data->system;
  ptl_pair_state state;
  ptl_sliding sliding;
  ptl_pair_set_pose(&s->constraints[s->frictions[friction].constraint].pair, q, data->rotations,
                    &state);
  ptl_eval_sliding(data, friction, &state, reaction, &sliding);
  memcpy(d_normal, sliding.d_normal, sizeof sliding.d_normal);
  return sliding.normal;
}

const ptl_pair *ptl_eval_slip_row(ptl_data *data, int friction, const double *q,
                                  const double *lambda, double row[6], double *normal) {
  const ptl_system *s = data->system;
  const ptl_sys_friction *k = &s->frictions[friction];
  ptl_pair_state state;
  if (k->gap_index < 0) {
    const ptl_sys_constraint *joint = &s->constraints[k->constraint];
    ptl_sliding sliding;
    ptl_pair_set_pose(&joint->pair, q, data->rotations, &state);
    ptl_eval_sliding(data, friction, &state, lambda + joint->row, &sliding);
    ptl_pair_gradient(&state, sliding.d, row);
    *normal = sliding.normal;
    return &joint->pair;
  }
  const ptl_sys_gap_set *set = &s->gap_sets[s->gaps[k->gap_index].gap_set];
  ptl_gap gaps[PTL_MAX_GAPS];
  double d[3], dd[3][3];
  ptl_pair_set_pose(&set->pair, q, data->rotations, &state);
  ptl_gap_set_eval(set, &state.pose, gaps);
  ptl_gap_slip(&gaps[k->gap_index - set->first_gap], &state.pose, d, dd);
  ptl_pair_gradient(&state, d, row);
  *normal = data->gap_results[k->gap_index].force;
  return &set->pair;
}

double ptl_eval_holding_force(const ptl_data *data, int friction, double normal, double sign) {
  static const double slow[] = {1e-6, 1.0, 3.0, 10.0}; /* of the speed up to which a law sticks */
  const ptl_sys_friction *k = &data->system->frictions[friction];
  double largest = 0.0, states[PTL_MAX_FRICTION_STATES] = {0};
  for (size_t i = 0; normal > 0.0 && i < sizeof slow / sizeof *slow; i++) {
    const double slip = copysign(slow[i] * k->stick_speed, sign);
    ptl_friction_out out;
    if (k->law->n_states > 0) k->law->steady(k->c, slip, states);
    eval_law(k, &(ptl_friction_in){slip, normal, states}, &out);
    largest = fmax(largest, copysign(1.0, sign) * out.force);
  }
  return largest;
}

void ptl_eval_bent_state(const ptl_data *data, int friction, double normal, double force,
                         double *state) {
  enum { MOST_TRIALS = 20 };
  const ptl_sys_friction *k = &data->system->frictions[friction];
  double z = copysign(k->steady[0], force), at = 0.0;
  if (k->law->n_states != 1 || !(normal > 0.0) || force == 0.0) return;
  for (int i = 0; i < MOST_TRIALS; i++) {
    ptl_friction_out out;
    eval_law(k, &(ptl_friction_in){0.0, normal, &z}, &out);
    at = out.force;
    if (!(at * force > 0.0) || fabs(at - force) <= 4.0 * DBL_EPSILON * fabs(force)) break;
    z *= force / at;
  }
  if (fabs(at - force) <= 1e-9 * fabs(force)) *state = z;
}

void ptl_eval_steady_states(const ptl_data *data, const double *q, const double *v,
                            const double *lambda, double *states) {
  static const double rounding = 1e-6; /* of the slip rate that counts as sticking */
  for (int i = 0; i < data->system->n_frictions; i++) {
    const ptl_sys_friction *k = &data->system->frictions[i];
    if (k->law->n_states == 0) continue;
    const double slip = ptl_eval_slip(data, i, q, v, lambda);
    k->law->steady(k->c, fabs(slip) > rounding * k->stick_speed ? slip : 0.0, states + k->state);
  }
}
