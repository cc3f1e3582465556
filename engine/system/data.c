/* data.c: see data.h. */
#include "data.h"

#include <math.h>
#include <string.h>

#include "arena.h"

/* Notes which inputs the motion's expression reads. */
static void note_followed(ptl_data *data, int motion) {
  const int is_rate = data->system->motions[motion].def.position == NULL;
  for (int k = 0; k < data->system->mechanism->n_inputs; k++) {
    if (!ptl_expr_uses(data->motion_expr[motion], 1 + k)) continue;
    data->follows[motion] = 1;
    data->followed[k] |= is_rate ? PTL_FOLLOWED_BY_RATE : PTL_FOLLOWED_BY_POSITION;
  }
}

static ptl_status compile_motion(ptl_data *data, int motion) {
  const ptl_system *s = data->system;
  const ptl_motion_def *def = &s->motions[motion].def;
  const char *text = def->position != NULL ? def->position : def->rate_of_time;
  ptl_symbol_list variables = s->mechanism->variables;
  if (text == NULL) return PTL_OK;
  if (!s->motions[motion].follows_signals) variables.n = 1 + s->mechanism->n_inputs;
  ptl_status status =
      ptl_expr_create(data->context, text, &variables, data->variables, &data->motion_expr[motion]);
  if (status == PTL_OK) note_followed(data, motion);
  if (status != PTL_OK || text == def->position || data->follows[motion]) return status;
  const ptl_span *until = &data->system->run.until;
  return ptl_integral_create(data->context, data->motion_expr[motion], data->variables,
                             until->joint == NULL ? until->amount : 0.0,
                             &data->rate_integrals[motion]);
}

static ptl_status compile_expressions(ptl_data *data) {
  const ptl_system *s = data->system;
  ptl_status status = PTL_OK;
  for (int i = 0; i < s->n_motions && status == PTL_OK; i++) status = compile_motion(data, i);
  for (int i = 0; i < PTL_LOAD_PARTS * s->n_loads && status == PTL_OK; i++) {
    const char *text = s->loads[i / PTL_LOAD_PARTS].expression[i % PTL_LOAD_PARTS];
    if (text == NULL) continue;
    status = ptl_expr_create(data->context, text, &s->mechanism->variables, data->variables,
                             &data->load_expr[i]);
  }
  for (int i = 0; i < s->n_pressed && status == PTL_OK; i++)
    status = ptl_expr_create(data->context, s->pressed[i].expression, &s->mechanism->variables,
                             data->variables, &data->pressed_expr[i]);
  for (int i = 0; i < s->n_signals && status == PTL_OK; i++)
    status = ptl_expr_create(data->context, s->signals[i].expression, &s->mechanism->variables,
                             data->variables, &data->signal_expr[i]);
  return status;
}

static ptl_status allocate(ptl_data *d) {
  const ptl_system *s = d->system;
  const ptl_block blocks[] = {
      PTL_BLOCK(d->rotations, s->n_bodies),
      PTL_BLOCK(d->angles, s->n_bodies),
      PTL_BLOCK(d->targets, s->n_motions),
      PTL_BLOCK(d->displaced, s->n_motions),
      PTL_BLOCK(d->variables, ptl_n_variables(s->mechanism)),
      PTL_BLOCK(d->inputs, s->mechanism->n_inputs),
      PTL_BLOCK(d->followed, s->mechanism->n_inputs),
      PTL_BLOCK(d->follows, s->n_motions),
      PTL_BLOCK(d->travelled, s->n_motions),
      PTL_BLOCK(d->gaps, s->n_gaps),
      PTL_BLOCK(d->memory, s->n_memory),
      PTL_BLOCK(d->force, s->n_coordinates),
      PTL_BLOCK(d->velocity_compliance, s->n_rows),
      PTL_BLOCK(d->position_compliance, s->n_rows),
      PTL_BLOCK(d->phi, s->n_rows),
      PTL_BLOCK(d->phi_rate, s->n_rows),
      PTL_BLOCK(d->jacobian_rows, s->n_element_rows),
      PTL_BLOCK(d->frictions, s->n_frictions),
      PTL_BLOCK(d->friction_results, s->n_frictions),
      PTL_BLOCK(d->gap_results, s->n_gaps),
      PTL_BLOCK(d->massless_rates, s->n_massless),
      PTL_BLOCK(d->variable_constraints, s->n_constraints),
      PTL_BLOCK(d->released, s->n_constraints),
      PTL_BLOCK(d->motion_expr, s->n_motions),
      PTL_BLOCK(d->rate_integrals, s->n_motions),
      PTL_BLOCK(d->load_expr, PTL_LOAD_PARTS * s->n_loads),
      PTL_BLOCK(d->pressed_expr, s->n_pressed),
      PTL_BLOCK(d->signal_rates, s->n_signals),
      PTL_BLOCK(d->signal_expr, s->n_signals),
  };
  d->arrays = ptl_arena_create(d->context, blocks, sizeof blocks / sizeof *blocks);
  return d->arrays != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

void ptl_data_set_compliance(ptl_data *data, double relative) {
  const ptl_system *s = data->system;
  data->relative_compliance = relative;
  for (int i = 0; i < s->n_rows; i++) {
    data->velocity_compliance[i] = 1e-3 * relative * s->row_compliance[i];
    data->position_compliance[i] = 1e-2 * relative * s->row_compliance[i];
  }
}

void ptl_data_set_window(ptl_data *data, double earliest, double latest) {
  data->window[0] = earliest;
  data->window[1] = latest;
  data->targets_time = NAN;
}

ptl_status ptl_data_create(ptl_context *context, const ptl_system *s, ptl_data **out) {
  *out = NULL;
  ptl_data *d = ptl_alloc(context, 1, sizeof *d);
  if (d == NULL) return PTL_ERR_MEMORY;
  *d = (ptl_data){.context = context,
                  .system = s,
                  .targets_time = NAN,
                  .friction_states = s->z0,
                  .outside_domain_gap = -1,
                  .n_redundant = s->assembly.n_redundant,
                  .window = {-INFINITY, INFINITY},
                  .horizon = INFINITY};
  ptl_status status = allocate(d);
  if (status == PTL_OK) {
    ptl_data_set_compliance(d, s->run.rtol);
    for (int i = 0; i < s->n_bodies; i++) d->angles[i] = NAN;
    for (int i = 0; i < s->mechanism->n_inputs; i++) {
      double value = d->variables[1 + i] = s->mechanism->inputs[i].def.value;
      d->inputs[i] = (ptl_input_state){.from = value, .to = value};
    }
    for (int i = 0; i < s->n_constraints; i++)
      if (s->constraints[i].has_variable_rows || s->constraints[i].release > 0)
        d->variable_constraints[d->n_variable++] = i;
    status = compile_expressions(d);
  }
  if (status != PTL_OK) {
    ptl_data_destroy(d);
    return status;
  }
  *out = d;
  return PTL_OK;
}

void ptl_data_destroy(ptl_data *d) {
  if (d == NULL) return;
  const ptl_system *s = d->system;
  for (int i = 0; d->arrays != NULL && i < s->n_motions; i++) {
    ptl_expr_destroy(d->motion_expr[i]);
    ptl_integral_destroy(d->rate_integrals[i]);
  }
  for (int i = 0; d->arrays != NULL && i < PTL_LOAD_PARTS * s->n_loads; i++)
    ptl_expr_destroy(d->load_expr[i]);
  for (int i = 0; d->arrays != NULL && i < s->n_pressed; i++) ptl_expr_destroy(d->pressed_expr[i]);
  for (int i = 0; d->arrays != NULL && i < s->n_signals; i++) ptl_expr_destroy(d->signal_expr[i]);
  ptl_free(d->context, d->arrays);
  ptl_free(d->context, d);
}
