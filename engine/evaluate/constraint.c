/* constraint.c: the elements of Phi at one state: values, rows of Phi_q, and what is quadratic in
 * the velocities.
 *
 * An element is the equations of an ideal joint, written as functions of the pose of part B in part
 * A's frame, or the one equation of a driver or a coupling. The two equations by which a joint
 * holds the origins of both parts together are taken along the axes of the ground instead: their
 * rows are then nearly empty and cost a fifth. */
#include "constraint.h"

#include <stdio.h>
#include <string.h>

void ptl_eval_term(const ptl_sys_constraint *k, const ptl_pose *pose, ptl_scalar *f) {
  if (k->is_of_mesh) {
    const double *w = k->weight;
    *f = (ptl_scalar){.value = w[0] * (pose->x - k->rest.x) + w[1] * (pose->y - k->rest.y) +
                               w[2] * (pose->angle - k->rest.angle),
                      .d = {w[0], w[1], w[2]}};
    return;
  }
  ptl_measured_coordinate_eval(k->measured, pose, f);
  f->value = k->factor * (f->value - k->origin);
  for (int i = 0; i < 3; i++) f->d[i] *= k->factor;
  for (int i = 0; i < 6; i++) f->dd[i] *= k->factor;
}

/* A term, less a driver's target(t); returns the explicit derivative by time. */
static double eval_term(const ptl_data *data, const ptl_sys_constraint *k, const ptl_pose *pose,
                        ptl_scalar *f) {
  ptl_eval_term(k, pose, f);
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
  ptl_pair_set_pose(&k->pair, q, data->rotations, state);
  ptl_pair_set_twist(&k->pair, v, state);
  if (k->release > 0 && data->released[k - data->system->constraints]) {
    memset(f, 0, sizeof *f * (size_t)k->n_rows);
    memset(rows, 0, sizeof *rows * (size_t)k->n_rows);
    return 0.0;
  }
  if (k->type != NULL && k->n_rows > 0)
    k->type->constraints(k->c, &k->rest, &state->pose, f);
  else if (k->type == NULL)
    explicit_rate = eval_term(data, k, &state->pose, f);
  for (int i = 0; i < k->n_rows; i++) ptl_pair_gradient(state, f[i].d, rows[i]);
  return explicit_rate;
}

void ptl_eval_constraint(const ptl_data *data, int constraint, const double *q, const double *v,
                         ptl_constraint_eval *out) {
  const ptl_sys_constraint *k = &data->system->constraints[constraint];
  if (k->is_point_pair) {
    ptl_point_pair_locate(&k->pair, data->rotations, &out->points);
    ptl_point_pair_values(&k->pair, &out->points, q, v, out->value, out->rate);
    ptl_point_pair_rows(&out->points, out->rows);
    if (k->friction >= 0) {
      ptl_pair_set_pose(&k->pair, q, data->rotations, &out->state);
      ptl_pair_set_twist(&k->pair, v, &out->state);
    }
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

double ptl_constraint_square(const ptl_system *s, const ptl_sys_constraint *k,
                             const ptl_constraint_eval *element, int equation) {
  const double *d = element->f[equation].d, by_angle = d[2] / s->length;
  return k->is_point_pair ? 1.0 : d[0] * d[0] + d[1] * d[1] + by_angle * by_angle;
}

void ptl_constraint_hessian(const ptl_sys_constraint *k, const ptl_constraint_eval *element,
                            int equation, double hessian[36]) {
  if (k->is_point_pair)
    ptl_point_pair_hessian(&element->points, equation, hessian);
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
      *phi = k->adds_to_previous ? *phi + element.value[j] : element.value[j];
      *phi_rate = k->adds_to_previous ? *phi_rate + element.rate[j] : element.rate[j];
    }
  }
}

void ptl_eval_rows(ptl_data *data, const double *q, const double *v) {
  for (int i = 0; i < data->system->n_constraints; i++) {
    const ptl_sys_constraint *k = &data->system->constraints[i];
    ptl_constraint_eval element;
    ptl_eval_constraint(data, i, q, v, &element);
    memcpy(data->jacobian_rows + k->first_element_row, element.rows,
           sizeof *element.rows * (size_t)k->n_rows);
  }
}

/* Rows of an element, and its part of gamma: minus what is quadratic in the velocities. */
static void eval_variable(ptl_data *data, const ptl_sys_constraint *k, const double *q,
                          const double *v, double *gamma) {
  ptl_pair_state state;
  ptl_scalar f[PTL_MAX_CONSTRAINTS];
  ptl_point_pair points;
  double convective[2];
  if (k->is_point_pair) {
    ptl_point_pair_locate(&k->pair, data->rotations, &points);
    ptl_point_pair_angles(&points, data->jacobian_rows + k->first_element_row);
    ptl_point_pair_convective(&k->pair, &points, v, convective);
    gamma[0] = -convective[0];
    gamma[1] = -convective[1];
    return;
  }
  eval_functions(data, k, q, v, &state, f, data->jacobian_rows + k->first_element_row);
  ptl_pair_convective(&k->pair, &state, v, convective);
  for (int j = 0; j < k->n_rows; j++)
    gamma[j] = -ptl_pair_quadratic(&f[j], &state, convective, k->has_curvature);
}

void ptl_eval_gamma(ptl_data *data, const double *q, const double *v, double *gamma) {
  const ptl_system *s = data->system;
  memset(gamma, 0, sizeof(double) * (size_t)s->n_rows);
  for (int i = 0; i < data->n_variable; i++) {
    const ptl_sys_constraint *k = &s->constraints[data->variable_constraints[i]];
    double part[PTL_MAX_CONSTRAINTS];
    eval_variable(data, k, q, v, part);
    for (int j = 0; j < k->n_rows; j++) gamma[k->row + j] += part[j];
  }
  for (int i = 0; i < s->n_motions; i++) /* Phi_qt = 0 for the drivers there are */
    if (!data->released[s->motions[i].constraint])
      gamma[s->constraints[s->motions[i].constraint].row] += data->targets[i][2];
}

/* Rows grow with the elements; where several add to one row, the first gives the name. */
void ptl_row_name(const ptl_system *s, int row, char *text, size_t size) {
  int low = 0, high = s->n_constraints - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    const ptl_sys_constraint *k = &s->constraints[middle];
    if (row < k->row + k->n_rows)
      high = middle;
    else
      low = middle + 1;
  }
  snprintf(text, size, "%s, equation %d", s->constraints[low].name,
           row - s->constraints[low].row + 1);
}
