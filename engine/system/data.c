/* work.c: what one run of a system works with. */
#include <math.h>
#include <string.h>

#include "system.h"

void ptl_body_motion(const ptl_body_def *def, const double q[3], const double v[3],
                     const double a[3], double out[9]) {
  double c = cos(q[2]), s = sin(q[2]);
  double ox = -(c * def->com_x - s * def->com_y), oy = -(s * def->com_x + c * def->com_y);
  out[0] = q[0] + ox;
  out[1] = q[1] + oy;
  out[2] = q[2];
  out[3] = v[0] - v[2] * oy;
  out[4] = v[1] + v[2] * ox;
  out[5] = v[2];
  out[6] = a[0] - a[2] * oy - v[2] * v[2] * ox;
  out[7] = a[1] + a[2] * ox - v[2] * v[2] * oy;
  out[8] = a[2];
}

void ptl_data_place(ptl_data *data, double t, const double *q, const double *v) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_bodies; i++) {
    double angle = q[3 * i + 2]; /* read once, so that cosine and sine are computed together */
    if (angle == data->angles[i]) continue; /* many bodies never turn */
    data->angles[i] = angle;
    data->rotations[i] = (ptl_rotation){cos(angle), sin(angle)};
  }
  data->variables[0] = t;
  for (int i = 0; i < s->n_motions && t != data->targets_time; i++)
    ptl_eval_motion(data, i, t, data->targets[i]);
  data->targets_time = t;
  if (s->n_loads == 0) return;
  static const double still[3] = {0.0, 0.0, 0.0};
  for (int i = 0; i < s->n_bodies; i++) {
    double motion[9];
    ptl_body_motion(&s->mechanism->bodies[i].def, q + 3 * i, v + 3 * i, still, motion);
    memcpy(data->variables + 1 + PTL_BODY_VARIABLES * i, motion,
           PTL_BODY_VARIABLES * sizeof(double));
  }
}

void ptl_data_place_all(ptl_data *data, double t, const double *y) {
  data->states = y + data->system->first_state;
  ptl_data_place(data, t, y, y + data->system->n_coordinates);
}

static ptl_status compile_expressions(ptl_data *data) {
  const ptl_system *s = data->system;
  ptl_context *context = data->context;
  const ptl_symbol_list *variables = &s->mechanism->variables;
  ptl_symbol_list only_time = *variables;
  ptl_status status = PTL_OK;
  only_time.n = 1;
  for (int i = 0; i < s->n_motions && status == PTL_OK; i++) {
    const ptl_motion_def *def = &s->motions[i].def;
    const char *text = def->position != NULL ? def->position : def->rate_of_time;
    if (text == NULL) continue;
    status = ptl_expr_create(context, text, &only_time, data->variables, &data->motion_expr[i]);
    if (text != def->position && status == PTL_OK)
      status =
          ptl_integral_create(context, data->motion_expr[i], data->variables, &data->travels[i]);
  }
  for (int i = 0; i < PTL_LOAD_PARTS * s->n_loads && status == PTL_OK; i++) {
    const char *text = s->loads[i / PTL_LOAD_PARTS].expression[i % PTL_LOAD_PARTS];
    if (text == NULL) continue;
    status = ptl_expr_create(context, text, variables, data->variables, &data->load_expr[i]);
  }
  return status;
}

ptl_status ptl_data_create(ptl_context *context, const ptl_system *s, ptl_data **out) {
  *out = NULL;
  ptl_data *w = ptl_alloc(context, 1, sizeof *w);
  if (w == NULL) return PTL_ERR_MEMORY;
  w->context = context;
  w->system = s;
  w->velocity_compliance = s->velocity_compliance;
  w->position_compliance = s->position_compliance;
  w->outside = -1;
  w->derivative_step = 1e-3;
  w->rotations = ptl_alloc(context, (size_t)s->n_bodies, sizeof *w->rotations);
  w->targets = ptl_alloc(context, (size_t)s->n_motions, sizeof *w->targets);
  w->targets_time = NAN;
  w->angles = ptl_alloc(context, (size_t)s->n_bodies, sizeof(double));
  w->force = ptl_alloc(context, (size_t)s->n_coordinates, sizeof(double));
  w->phi = ptl_alloc(context, (size_t)s->n_rows, sizeof(double));
  w->phi_rate = ptl_alloc(context, (size_t)s->n_rows, sizeof(double));
  w->rows = ptl_alloc(context, (size_t)s->n_element_rows, sizeof *w->rows);
  w->moving = ptl_alloc(context, (size_t)s->n_constraints, sizeof(int));
  w->states = s->z0;
  w->frictions = ptl_alloc(context, (size_t)s->n_frictions, sizeof *w->frictions);
  w->gaps = ptl_alloc(context, (size_t)s->n_gaps, sizeof *w->gaps);
  w->now = ptl_alloc(context, (size_t)s->n_gaps, sizeof *w->now);
  w->memory = ptl_alloc(context, (size_t)s->n_memory, sizeof(double));
  w->motion_expr = ptl_alloc(context, (size_t)s->n_motions, sizeof *w->motion_expr);
  w->travels = ptl_alloc(context, (size_t)s->n_motions, sizeof *w->travels);
  w->load_expr = ptl_alloc(context, PTL_LOAD_PARTS * (size_t)s->n_loads, sizeof *w->load_expr);
  w->variables = ptl_alloc(context, 1 + PTL_BODY_VARIABLES * (size_t)s->n_bodies, sizeof(double));
  int whole = w->rotations && w->angles && w->targets && w->force && w->phi && w->phi_rate &&
              w->rows && w->moving && w->frictions && w->gaps && w->now && w->memory &&
              w->motion_expr && w->travels && w->load_expr && w->variables;
  for (int i = 0; whole && i < s->n_bodies; i++) w->angles[i] = NAN;
  for (int i = 0; whole && i < s->n_constraints; i++)
    if (s->constraints[i].bends) w->moving[w->n_moving++] = i;
  ptl_status status = whole ? compile_expressions(w) : PTL_ERR_MEMORY;
  if (status != PTL_OK) {
    ptl_data_destroy(w);
    return status;
  }
  *out = w;
  return PTL_OK;
}

void ptl_data_destroy(ptl_data *w) {
  if (w == NULL) return;
  const ptl_system *s = w->system;
  ptl_context *context = w->context;
  for (int i = 0; w->motion_expr != NULL && i < s->n_motions; i++)
    ptl_expr_destroy(w->motion_expr[i]);
  for (int i = 0; w->travels != NULL && i < s->n_motions; i++) ptl_integral_destroy(w->travels[i]);
  for (int i = 0; w->load_expr != NULL && i < PTL_LOAD_PARTS * s->n_loads; i++)
    ptl_expr_destroy(w->load_expr[i]);
  void *blocks[] = {w->rotations,   w->angles,  w->targets,   w->force,    w->phi, w->phi_rate,
                    w->rows,        w->moving,  w->frictions, w->gaps,     w->now, w->memory,
                    w->motion_expr, w->travels, w->load_expr, w->variables};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) ptl_free(context, blocks[i]);
  ptl_free(context, w);
}
