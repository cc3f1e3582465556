/* constraint.c: the elements of Phi at one state: values, rows of Phi_q, and what is quadratic in the
 * velocities.
 *
 * An element is the equations of an ideal joint, written as functions of the pose of part B in part A's
 * frame, or the one equation of a driver or a coupling. The two equations by which a joint holds the
 * origins of both parts together, a pin's, are taken along the axes of the ground instead: then
 * rows are nearly empty and cost a fifth. */
#include <math.h>
#include <string.h>

#include "system.h"

void ptl_eval_along(ptl_along along, const ptl_pose *pose, ptl_scalar *out) {
  const double x[3] = {pose->x, pose->y, pose->angle};
  memset(out, 0, sizeof *out);
  if (along != PTL_ALONG_DISTANCE) {
    out->value = x[along];
    out->d[along] = 1.0;
    return;
  }
  double r = hypot(pose->x, pose->y), bend = r > 0.0 ? 1.0 / r : 0.0;
  double ux = r > 0.0 ? pose->x / r : 1.0, uy = r > 0.0 ? pose->y / r : 0.0;
  *out = (ptl_scalar){.value = r,
                      .d = {ux, uy, 0.0},
                      .dd = {bend * uy * uy, -bend * ux * uy, bend * ux * ux, 0.0, 0.0, 0.0}};
}

/* factor (x - origin) - target(t); returns its explicit derivative by time. */
static double eval_term(const ptl_data *data, const ptl_sys_constraint *k, const ptl_pose *pose,
                        ptl_scalar *f) {
  ptl_eval_along(k->along, pose, f);
  f->value = k->factor * (f->value - k->origin);
  for (int i = 0; i < 3; i++) f->d[i] *= k->factor;
  for (int i = 0; i < 6; i++) f->dd[i] *= k->factor;
  if (k->motion < 0) return 0.0;
  const double *target = data->targets[k->motion];
  f->value -= target[0];
  return -target[1];
}

/* Functions of the pose, and their gradients; returns Phi_t. */
static double eval_functions(const ptl_data *data, const ptl_sys_constraint *k, const double *q,
                             const double *v, ptl_pair_state *state, ptl_scalar *f,
                             double (*rows)[6]) {
  double explicit_rate = 0.0;
  ptl_pair_place(&k->pair, q, data->rotations, state);
  ptl_pair_move(&k->pair, v, state);
  if (k->type != NULL)
    k->type->constraints(k->c, &k->rest, &state->pose, f);
  else
    explicit_rate = eval_term(data, k, &state->pose, f);
  for (int i = 0; i < k->n_rows; i++) ptl_pair_gradient(state, f[i].d, rows[i]);
  return explicit_rate;
}

void ptl_eval_constraint(const ptl_data *data, int constraint, const double *q, const double *v,
                         ptl_constraint_eval *out) {
  const ptl_sys_constraint *k = &data->system->constraints[constraint];
  if (k->pin) {
    ptl_pin_place(&k->pair, data->rotations, &out->pin);
    ptl_pin_values(&k->pair, &out->pin, q, v, out->value, out->rate);
    ptl_pin_rows(&out->pin, out->rows);
    out->by_angle[0] = out->by_angle[1] = 0.0;
    return;
  }
  double explicit_rate = eval_functions(data, k, q, v, &out->state, out->f, out->rows);
  for (int i = 0; i < k->n_rows; i++) {
    out->value[i] = out->f[i].value;
    out->rate[i] = ptl_pair_rate(out->f[i].d, &out->state) + explicit_rate;
    out->by_angle[i] = out->f[i].d[2];
  }
}

void ptl_constraint_hessian(const ptl_sys_constraint *k, const ptl_constraint_eval *element,
                            int equation, double hessian[36]) {
  if (k->pin)
    ptl_pin_hessian(&element->pin, equation, hessian);
  else
    ptl_pair_hessian(&element->state, &element->f[equation], hessian);
}

void ptl_eval_constraints(ptl_data *data, const double *q, const double *v) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    ptl_constraint_eval element;
    ptl_eval_constraint(data, i, q, v, &element);
    for (int j = 0; j < k->n_rows; j++) {
      double *phi = &data->phi[k->row + j], *phi_rate = &data->phi_rate[k->row + j];
      *phi = k->adds ? *phi + element.value[j] : element.value[j];
      *phi_rate = k->adds ? *phi_rate + element.rate[j] : element.rate[j];
    }
  }
}

void ptl_eval_rows(ptl_data *data, const double *q, const double *v) {
  for (int i = 0; i < data->system->n_constraints; i++) {
    const ptl_sys_constraint *k = &data->system->constraints[i];
    ptl_constraint_eval element;
    ptl_eval_constraint(data, i, q, v, &element);
    memcpy(data->rows + k->first, element.rows, sizeof *element.rows * (size_t)k->n_rows);
  }
}

/* Rows of an element that change with the position, and its part of gamma without drivers. */
static void eval_bending(ptl_data *data, const ptl_sys_constraint *k, const double *q,
                         const double *v, double *gamma) {
  ptl_pair_state state;
  ptl_scalar f[PTL_MAX_CONSTRAINTS];
  ptl_pin pin;
  double drift[2];
  if (k->pin) {
    ptl_pin_place(&k->pair, data->rotations, &pin);
    ptl_pin_rows(&pin, data->rows + k->first);
    ptl_pin_drift(&k->pair, &pin, v, drift);
    gamma[0] = -drift[0];
    gamma[1] = -drift[1];
    return;
  }
  eval_functions(data, k, q, v, &state, f, data->rows + k->first);
  ptl_pair_drift(&k->pair, &state, v, drift);
  for (int j = 0; j < k->n_rows; j++)
    gamma[j] = -ptl_pair_curvature(&f[j], &state, drift, k->curved);
}

void ptl_eval_gamma(ptl_data *data, const double *q, const double *v, double *gamma) {
  const ptl_system *s = data->system;
  memset(gamma, 0, sizeof(double) * (size_t)s->n_rows);
  for (int i = 0; i < data->n_moving; i++) {
    const ptl_sys_constraint *k = &s->constraints[data->moving[i]];
    double own[PTL_MAX_CONSTRAINTS];
    eval_bending(data, k, q, v, own);
    for (int j = 0; j < k->n_rows; j++) gamma[k->row + j] += own[j];
  }
  for (int i = 0; i < s->n_motions; i++) /* Phi_qt = 0 for the drivers there are */
    gamma[s->constraints[s->motions[i].constraint].row] += data->targets[i][2];
}
