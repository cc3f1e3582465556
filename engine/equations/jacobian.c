/* jacobian.c: values of the sparse Jacobian J = dF/dy + cj dF/dy' of the residual in residual.c.
 *
 * Exact but for the term (M^-1 Phi_q^T mu)_q, which vanishes with mu. */
#include <math.h>
#include <string.h>

#include "constraint.h"
#include "contact.h"
#include "dae.h"
#include "film.h"
#include "forces.h"
#include "friction.h"
#include "mesh.h"
#include "motion.h"
#include "servo.h"
#include "state.h"

static void add(double *values, int slot, double amount) {
  if (slot >= 0) values[slot] += amount;
}

/* ---------------------------------------------------------------- friction */

/* How a gap's normal force changes with the coordinates and velocities of its pair. */
typedef struct normal_slope {
  double by_q[6], by_v[6];
} normal_slope;

/* Rows z' - rate = 0 of inner state i, and the force's column of it. */
static void add_inner(const ptl_sys_friction *k, const ptl_friction_out *out, int i,
                      const double g[6], const double slip_by_q[6], const normal_slope *normal,
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
static void add_friction(const ptl_data *data, int friction, const ptl_pair *pair,
                         const ptl_pair_state *state, const double d[3], double dd[3][3],
                         const double *v, const normal_slope *normal, double *values) {
  const ptl_sys_friction *k = &data->system->frictions[friction];
  const ptl_friction_out *out = &data->frictions[friction];
  double g[6], gradient_by_q[36], transposed[36], slip_by_q[6];
  ptl_pair_gradient(state, d, g);
  ptl_pair_form_derivatives(state, d, dd, gradient_by_q);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) transposed[6 * i + j] = gradient_by_q[6 * j + i];
  ptl_pair_hessian_times(pair, transposed, v, slip_by_q);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      double n_q = normal == NULL ? 0.0 : normal->by_q[j];
      double n_v = normal == NULL ? 0.0 : normal->by_v[j];
      add(values, k->stiffness.slot[6 * i + j],
          out->force * gradient_by_q[6 * i + j] +
              g[i] * (out->d_slip * slip_by_q[j] + out->d_normal * n_q));
      add(values, k->damping.slot[6 * i + j], g[i] * (out->d_slip * g[j] + out->d_normal * n_v));
    }
  for (int i = 0; i < k->law->n_states; i++) add_inner(k, out, i, g, slip_by_q, normal, values);
}

/* Minus the slope of a row by the variables that the expression of a pressing force reads, over
 * that by the force. */
static void add_pressed_uses(const ptl_data *data, int pressed, const ptl_sys_uses *uses,
                             const double *by_force, double *values) {
  const ptl_mechanism *m = data->system->mechanism;
  const ptl_expr *expr = data->pressed_expr[pressed];
  double slope, unused;
  for (int u = 0; u < uses->n_bodies; u++)
    for (int c = 0; c < 6; c++) {
      const int variable = ptl_variable_of_body(m, uses->bodies[u]) + c;
      if (!ptl_expr_uses(expr, variable)) continue;
      ptl_expr_derive(expr, variable, &slope, &unused);
      for (int r = 0; r < uses->n_rows; r++)
        add(values, uses->slots_of_bodies[6 * (uses->n_rows * u + r) + c], -slope * by_force[r]);
    }
  for (int u = 0; u < uses->n_signals; u++) {
    ptl_expr_derive(expr, ptl_variable_of_signal(m, uses->signals[u]), &slope, &unused);
    for (int r = 0; r < uses->n_rows; r++)
      add(values, uses->slots_of_signals[uses->n_rows * u + r], -slope * by_force[r]);
  }
}

/* Of a friction that a force of the model presses, along the row of its slip. */
static void add_pressed(const ptl_data *data, const ptl_sys_friction *k,
                        const ptl_friction_out *out, const double row[6], double *values) {
  double by_force[6];
  if (k->pressed < 0 || !(ptl_expr_eval(data->pressed_expr[k->pressed]) > 0.0)) return;
  const ptl_sys_pressed *pressed = &data->system->pressed[k->pressed];
  for (int c = 0; c < 6; c++) by_force[c] = -out->d_normal * row[c];
  add_pressed_uses(data, k->pressed, &pressed->on[0], by_force, values);
  add_pressed_uses(data, k->pressed, &pressed->on[1], by_force + 3, values);
  add_pressed_uses(data, k->pressed, &pressed->on_states, out->rate_d_normal, values);
}

/* Friction of an ideal joint, with the columns of its reactions. */
static int add_joint_friction(ptl_data *data, const ptl_sys_constraint *joint,
                              const ptl_pair_state *state, const double *v, const double *lambda,
                              double *values) {
  const ptl_system *s = data->system;
  const ptl_sys_friction *k = &s->frictions[joint->friction];
  const ptl_friction_out *out = &data->frictions[joint->friction];
  ptl_sliding sliding;
  double row[6];
  if (ptl_eval_joint_friction(data, joint->friction, state, lambda + joint->row, &sliding))
    return 1;
  normal_slope slope = {{0.0}, {0.0}};
  if (joint->is_point_pair) /* its reactions act along the axes of the ground, and part A turns */
    slope.by_q[2] =
        sliding.d_normal[0] * lambda[joint->row + 1] - sliding.d_normal[1] * lambda[joint->row];
  add_friction(data, joint->friction, &joint->pair, state, sliding.d, sliding.dd, v, &slope,
               values);
  ptl_pair_gradient(state, sliding.d, row);
  for (int j = 0; j < joint->n_rows; j++) {
    for (int c = 0; c < 6; c++)
      add(values, k->by_reaction[j].slot[c], out->d_normal * sliding.d_normal[j] * row[c]);
    for (int i = 0; i < k->law->n_states; i++)
      add(values, k->inner[i].by_reaction[j], -out->rate_d_normal[i] * sliding.d_normal[j]);
  }
  add_pressed(data, k, out, row, values);
  return 0;
}

static int add_constraints(ptl_data *data, const double *q, const double *v, const double *lambda,
                           double *values) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    ptl_constraint_eval element;
    double(*rows)[6] = element.rows, hessian[36], hv[6];
    ptl_eval_constraint(data, i, q, v, &element);
    for (int j = 0; j < k->n_rows; j++) {
      const ptl_constraint_slots *r = &k->slots[j];
      if (k->has_variable_rows) {
        ptl_constraint_hessian(k, &element, j, hessian);
        ptl_pair_hessian_times(&k->pair, hessian, v, hv);
        for (int e = 0; e < 36; e++)
          add(values, k->stiffness.slot[e], lambda[k->row + j] * hessian[e]);
        for (int c = 0; c < 6; c++) add(values, r->velocity_by_q.slot[c], hv[c]);
      }
      for (int c = 0; c < 6; c++) {
        if (r->position.slot[c] < 0) continue;
        values[r->position.slot[c]] += rows[j][c];
        values[r->velocity.slot[c]] += rows[j][c];
        values[r->force.slot[c]] += rows[j][c];
        values[r->correction.slot[c]] -=
            rows[j][c] * s->inverse_mass[ptl_pair_coordinate(&k->pair, c)];
      }
      if (k->adds_to_previous) continue;
      values[r->position_compliance] += data->position_compliance[k->row + j];
      values[r->velocity_compliance] -= data->velocity_compliance[k->row + j];
    }
    if (k->friction >= 0 && add_joint_friction(data, k, &element.state, v, lambda, values))
      return 1;
  }
  return 0;
}

/* A force f(x, x') against the scalar coordinate x of a pair: with g = dx/dq and H its second
 * derivatives, -Q_q = g (f_x g + f_x' H v)^T + f H and -Q_v = f_x' g g^T. */
static void add_scalar_force(const ptl_pair *pair, const ptl_pair_state *state, const ptl_scalar *x,
                             const double *v, double force, double by_x, double by_rate,
                             const ptl_slots_66 *stiffness, const ptl_slots_66 *damping,
                             double *values) {
  double g[6], hessian[36], hv[6];
  ptl_pair_gradient(state, x->d, g);
  ptl_pair_hessian(state, x, hessian);
  ptl_pair_hessian_times(pair, hessian, v, hv);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      int e = 6 * i + j;
      add(values, stiffness->slot[e], g[i] * (by_x * g[j] + by_rate * hv[j]) + force * hessian[e]);
      add(values, damping->slot[e], by_rate * g[i] * g[j]);
    }
}

/* Friction in a gap; law NULL: the surfaces are apart. */
static int add_gap_friction(ptl_data *data, int friction, const ptl_pair *pair, const ptl_gap *gap,
                            const ptl_pair_state *state, const ptl_scalar *depth,
                            const ptl_contact_out *law, const double *v, double *values) {
  normal_slope slope = {{0.0}, {0.0}};
  double d[3], dd[3][3], row[6], hessian[36], hv[6];
  double normal = law == NULL ? 0.0 : fmax(law->force, 0.0);
  ptl_gap_slip(gap, &state->pose, d, dd);
  double slip = d[0] * state->twist[0] + d[1] * state->twist[1] + d[2] * state->twist[2];
  if (ptl_eval_friction(data, friction, slip, normal)) return 1;
  if (normal > 0.0) {
    ptl_pair_gradient(state, depth->d, row);
    ptl_pair_hessian(state, depth, hessian);
    ptl_pair_hessian_times(pair, hessian, v, hv);
    for (int c = 0; c < 6; c++) {
      slope.by_q[c] = law->d_depth * row[c] + law->d_rate * hv[c];
      slope.by_v[c] = law->d_rate * row[c];
    }
  }
  add_friction(data, friction, pair, state, d, dd, v, &slope, values);
  return 0;
}

/* Rolling resistance: with g the row of the rate of rotation and T the torque, -Q_q = g T_N N_q^T
 * and -Q_v = g (T_w g + T_N N_v)^T. */
static void add_rolling(const ptl_sys_gap *gap, const ptl_sys_gap_set *p,
                        const ptl_pair_state *state, const ptl_scalar *depth,
                        const ptl_contact_out *law, const double *v, double *values) {
  static const double turn[3] = {0.0, 0.0, 1.0};
  double g[6], row[6], hessian[36], hv[6];
  if (gap->rolling_resistance == 0.0) return;
  const ptl_rolling rolling = ptl_eval_rolling(gap, law->force, state->twist[2]);
  ptl_pair_gradient(state, turn, g);
  ptl_pair_gradient(state, depth->d, row);
  ptl_pair_hessian(state, depth, hessian);
  ptl_pair_hessian_times(&p->pair, hessian, v, hv);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      double n_q = law->d_depth * row[j] + law->d_rate * hv[j], n_v = law->d_rate * row[j];
      add(values, p->stiffness.slot[6 * i + j], g[i] * rolling.by_normal * n_q);
      add(values, p->damping.slot[6 * i + j],
          g[i] * (rolling.by_rate * g[j] + rolling.by_normal * n_v));
    }
}

static int add_contacts(ptl_data *data, const double *q, const double *v, double *values) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_gap_sets; i++) {
    const ptl_sys_gap_set *p = &s->gap_sets[i];
    ptl_pair_state state;
    ptl_gap gaps[PTL_MAX_GAPS];
    ptl_pair_set_pose(&p->pair, q, data->rotations, &state);
    ptl_pair_set_twist(&p->pair, v, &state);
    ptl_gap_set_eval(p, &state.pose, gaps);
    for (int j = 0; j < p->n_gaps; j++) {
      int friction = s->gaps[p->first_gap + j].friction;
      if (!(gaps[j].depth > 0.0)) {
        if (friction >= 0 && s->frictions[friction].law->n_states > 0 &&
            add_gap_friction(data, friction, &p->pair, &gaps[j], &state, NULL, NULL, v, values))
          return 1;
        continue;
      }
      ptl_scalar f;
      ptl_contact_out law;
      ptl_gap_scalar(&gaps[j], &state.pose, &f);
      if (ptl_eval_contact_law(data, PTL_CONTACT_BY_DEPTH, p->first_gap + j, f.value,
                               ptl_pair_rate(f.d, &state), &law))
        return 1;
      add_scalar_force(&p->pair, &state, &f, v, law.force, law.d_depth, law.d_rate, &p->stiffness,
                       &p->damping, values);
      add_rolling(&s->gaps[p->first_gap + j], p, &state, &f, &law, v, values);
      if (friction >= 0 &&
          add_gap_friction(data, friction, &p->pair, &gaps[j], &state, &f, &law, v, values))
        return 1;
    }
  }
  return 0;
}

static void add_bushings(const ptl_data *data, const double *q, const double *v, double *values) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_bushings; i++) {
    const ptl_sys_bushing *b = &s->bushings[i];
    ptl_pair_state state;
    ptl_bushing_part parts[PTL_BUSHING_PARTS];
    int n = ptl_eval_bushing(data, i, q, v, &state, parts);
    for (int j = 0; j < n; j++)
      add_scalar_force(&b->pair, &state, &parts[j].x, v, parts[j].force, parts[j].by_x,
                       parts[j].by_rate, &b->stiffness, &b->damping, values);
  }
}

/* Forces f_i along the coordinates x_i of the pose, which depend on all of them and on their rates:
 * with g_i = dx_i/dq and H_i the second derivatives, -Q_q = -sum_i (f_i H_i + g_i sum_j (f_i,xj g_j
 * + f_i,xj' H_j v)^T), -Q_v = -sum_ij g_i f_i,xj' g_j^T. */
static void add_film(const ptl_data *data, int film, const double *q, const double *v,
                     double *values) {
  const ptl_sys_film *k = &data->system->films[film];
  ptl_film_eval at;
  double g[3][6], hessian[3][36], hv[3][6];
  ptl_eval_film(data, film, q, v, 1, &at);
  for (int i = 0; i < 3; i++) {
    ptl_scalar x = {.value = 0.0};
    x.d[i] = 1.0;
    ptl_pair_gradient(&at.state, x.d, g[i]);
    ptl_pair_hessian(&at.state, &x, hessian[i]);
    ptl_pair_hessian_times(&k->pair, hessian[i], v, hv[i]);
  }
  for (int e = 0; e < 36; e++) {
    const int row = e / 6, column = e % 6;
    double by_q = 0.0, by_v = 0.0;
    for (int i = 0; i < 3; i++) {
      by_q += at.force[i] * hessian[i][e];
      for (int j = 0; j < 3; j++) {
        by_q += g[i][row] * (at.by_pose[i][j] * g[j][column] + at.by_twist[i][j] * hv[j][column]);
        by_v += g[i][row] * at.by_twist[i][j] * g[j][column];
      }
    }
    add(values, k->stiffness.slot[e], -by_q);
    add(values, k->damping.slot[e], -by_v);
  }
}

static int add_forces(const ptl_data *data, const double *q, const double *v, double *values) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_forces; i++) {
    const ptl_sys_force *k = &s->forces[i];
    ptl_spring_eval spring;
    ptl_eval_spring(data, i, q, v, &spring);
    if (!isfinite(spring.out.force)) return 1;
    add_scalar_force(&k->pair, &spring.state, &spring.x, v, spring.out.force, spring.out.d_s,
                     spring.out.d_rate, &k->stiffness, &k->damping, values);
  }
  return 0;
}

/* A multiplier that is carried to the coordinate x of a pair. */
static void add_carried(const ptl_pair_state *state, const ptl_scalar *x, double carried,
                        const ptl_slots_66 *stiffness, const ptl_slots_6 *by_reaction,
                        double *values) {
  double row[6], hessian[36];
  ptl_pair_gradient(state, x->d, row);
  ptl_pair_hessian(state, x, hessian);
  for (int e = 0; e < 36; e++) add(values, stiffness->slot[e], carried * hessian[e]);
  for (int c = 0; c < 6; c++) add(values, by_reaction->slot[c], row[c]);
}

static void add_mesh_across(const ptl_data *data, int mesh, const double *q, const double *lambda,
                            double *values) {
  const ptl_sys_mesh *k = &data->system->meshes[mesh];
  const double carried = lambda[data->system->constraints[k->constraint].row];
  for (int side = 0; side < 2; side++) {
    ptl_pair_state state;
    ptl_scalar x;
    ptl_eval_mesh_across(data, mesh, side, q, &state, &x);
    add_carried(&state, &x, carried, &k->stiffness_across[side], &k->across_by_reaction[side],
                values);
  }
}

static void add_meshes(const ptl_data *data, const double *q, const double *v, const double *lambda,
                       double *values) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_meshes; i++) {
    const ptl_sys_mesh *k = &s->meshes[i];
    ptl_mesh_eval mesh;
    double row[6], hessian[36];
    ptl_eval_mesh(data, i, q, v, lambda, &mesh);
    ptl_pair_gradient(&mesh.state, mesh.x.d, row);
    ptl_pair_hessian(&mesh.state, &mesh.x, hessian);
    for (int e = 0; e < 36; e++) add(values, k->stiffness.slot[e], mesh.force * hessian[e]);
    for (int c = 0; c < 6; c++) add(values, k->by_reaction.slot[c], mesh.by_lambda * row[c]);
    if (k->is_held) add_mesh_across(data, i, q, lambda, values);
  }
}

static void add_servos(const ptl_data *data, const double *q, const double *lambda,
                       double *values) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_servos; i++)
    for (int side = 0; side < PTL_SERVO_SIDES; side++) {
      ptl_pair_state state;
      ptl_scalar x;
      ptl_eval_servo(data, i, side, q, &state, &x);
      add_carried(&state, &x, lambda[ptl_servo_row(s, i)->row], &s->servos[i].stiffness[side],
                  &s->servos[i].by_reaction[side], values);
    }
}

/* Derivatives of a load by the variables that its expressions read. */
static void add_load_uses(ptl_data *data, int load, double *values) {
  const ptl_sys_uses *uses = &data->system->loads[load].uses;
  const ptl_mechanism *m = data->system->mechanism;
  double slope[3];
  for (int u = 0; u < uses->n_bodies; u++)
    for (int c = 0; c < 6; c++) {
      const int variable = ptl_variable_of_body(m, uses->bodies[u]) + c;
      if (!ptl_eval_load_derivative(data, load, variable, slope)) continue;
      for (int r = 0; r < 3; r++)
        add(values, uses->slots_of_bodies[6 * (3 * u + r) + c], -slope[r]);
    }
  for (int u = 0; u < uses->n_signals; u++) {
    const int variable = ptl_variable_of_signal(m, uses->signals[u]);
    if (!ptl_eval_load_derivative(data, load, variable, slope)) continue;
    for (int r = 0; r < 3; r++) add(values, uses->slots_of_signals[3 * u + r], -slope[r]);
  }
}

/* Rows x - target = 0 and x' - (target)' = 0 of motions that follow signals. */
static void add_motions(const ptl_data *data, double *values) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_motions; i++) {
    const ptl_sys_motion *k = &s->motions[i];
    const ptl_sys_uses *target = &k->on_position, *rate = &k->on_velocity;
    double slope, of_rate;
    if (!k->follows_signals || data->released[k->constraint]) continue;
    for (int u = 0; u < target->n_signals; u++) {
      ptl_motion_slopes(data, i, ptl_variable_of_signal(s->mechanism, target->signals[u]), &slope,
                        &of_rate);
      add(values, target->slots_of_signals[u], -slope);
    }
    for (int u = 0; u < rate->n_signals; u++) {
      ptl_motion_slopes(data, i, ptl_variable_of_signal(s->mechanism, rate->signals[u]), &slope,
                        &of_rate);
      add(values, rate->slots_of_signals[u], -of_rate);
    }
    for (int u = 0; u < 6 * rate->n_bodies; u++) {
      ptl_motion_slopes(data, i, ptl_variable_of_body(s->mechanism, rate->bodies[u / 6]) + u % 6,
                        &slope, &of_rate);
      add(values, rate->slots_of_bodies[u], -of_rate);
    }
  }
}

/* Rows z' - rate = 0 of signals. */
static void add_signals(const ptl_data *data, double cj, double *values) {
  const ptl_system *s = data->system;
  double slope, unused;
  for (int i = 0; i < s->n_signals; i++) {
    const ptl_sys_uses *uses = &s->signals[i].uses;
    add(values, s->signals[i].slot, cj);
    for (int u = 0; u < uses->n_bodies; u++)
      for (int c = 0; c < 6; c++) {
        const int variable = ptl_variable_of_body(s->mechanism, uses->bodies[u]) + c;
        ptl_expr_derive(data->signal_expr[i], variable, &slope, &unused);
        add(values, uses->slots_of_bodies[6 * u + c], -slope);
      }
    for (int u = 0; u < uses->n_signals; u++) {
      const int variable = ptl_variable_of_signal(s->mechanism, uses->signals[u]);
      ptl_expr_derive(data->signal_expr[i], variable, &slope, &unused);
      add(values, uses->slots_of_signals[u], -slope);
    }
  }
}

static void add_loads(ptl_data *data, double *values) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_loads; i++) {
    const ptl_sys_load *l = &s->loads[i];
    ptl_rotation r = data->rotations[l->at.body];
    double px = r.c * l->at.x - r.s * l->at.y, py = r.s * l->at.x + r.c * l->at.y, load[3];
    ptl_eval_load(data, i, load);
    if (l->follows) { /* the force rotates with the body, its moment does not change */
      add(values, l->slots_of_body[2], load[1]);
      add(values, l->slots_of_body[5], -load[0]);
    } else {
      add(values, l->slots_of_body[8], py * load[1] + px * load[0]);
    }
    add_load_uses(data, i, values);
  }
}

int ptl_eval_jacobian(ptl_data *data, double t, double cj, const double *y, double *values) {
  const ptl_system *s = data->system;
  int n = s->n_coordinates;
  const double *q = y, *v = y + n, *lambda = y + 2 * n + s->n_rows;
  memset(values, 0, sizeof(double) * (size_t)s->pattern.nonzeros);
  ptl_data_set_unknowns(data, t, y);
  for (int i = 0; i < n; i++) {
    values[s->pattern.kinematic_q[i]] += cj;
    values[s->pattern.kinematic_v[i]] -= 1.0;
    values[s->pattern.mass[i]] += cj * s->mass[i];
  }
  for (int i = 0; i < s->n_frictions; i++)
    for (int j = 0; j < s->frictions[i].law->n_states; j++)
      values[s->frictions[i].inner[j].by_state[j]] += cj;
  if (add_constraints(data, q, v, lambda, values)) return 1;
  add_loads(data, values);
  add_signals(data, cj, values);
  add_motions(data, values);
  add_bushings(data, q, v, values);
  for (int i = 0; i < s->n_films; i++) add_film(data, i, q, v, values);
  add_meshes(data, q, v, lambda, values);
  add_servos(data, q, lambda, values);
  if (add_forces(data, q, v, values)) return 1;
  return add_contacts(data, q, v, values);
}
