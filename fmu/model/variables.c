/* variables.c: see variables.h. */
#include "variables.h"

#include <stdio.h>
#include <string.h>

#include "context.h"

typedef struct maker {
  ptl_context *context;
  const ptl_mechanism *mechanism;
  const ptl_system *system;
  ptl_fmu_variables *out;
} maker;

static ptl_status add(maker *m, ptl_fmu_variable variable) {
  ptl_fmu_variables *out = m->out;
  ptl_fmu_variable *items = ptl_grow(m->context, out->items, (size_t)out->n, sizeof *items);
  if (items == NULL) return PTL_ERR_MEMORY;
  out->items = items;
  items[out->n++] = variable;
  return PTL_OK;
}

/* "PREFIX.MIDDLE.SUFFIX" without what is NULL; NULL when memory is out. */
static const char *join(maker *m, const char *prefix, const char *middle, const char *suffix) {
  ptl_fmu_variables *out = m->out;
  void **texts = ptl_grow(m->context, out->texts, (size_t)out->n_texts, sizeof *texts);
  if (texts == NULL) return NULL;
  out->texts = texts;
  const size_t size =
      strlen(prefix) + (middle != NULL ? strlen(middle) + 1 : 0) + strlen(suffix) + 2;
  char *text = ptl_alloc(m->context, size, 1);
  if (text == NULL) return NULL;
  snprintf(text, size, "%s%s%s.%s", prefix, middle != NULL ? "." : "", middle != NULL ? middle : "",
           suffix);
  texts[out->n_texts++] = text;
  return text;
}

static ptl_status add_joined(maker *m, const char *prefix, const char *middle, const char *suffix,
                             ptl_fmu_variable variable) {
  variable.name = join(m, prefix, middle, suffix);
  return variable.name != NULL ? add(m, variable) : PTL_ERR_MEMORY;
}

static ptl_status add_inputs(maker *m) {
  ptl_input_def def;
  ptl_status status = PTL_OK;
  for (int i = 0; status == PTL_OK && ptl_mechanism_get_input(m->mechanism, i, &def); i++)
    status = add(m, (ptl_fmu_variable){PTL_FMU_INPUT, i, def.name, def.unit, NULL, def.value});
  return status;
}

static ptl_status add_parameters(maker *m) {
  ptl_parameter_def def;
  ptl_status status = PTL_OK;
  for (int i = 0; status == PTL_OK && ptl_mechanism_get_parameter(m->mechanism, i, &def); i++)
    status = add_joined(m, "parameters", NULL, def.name,
                        (ptl_fmu_variable){PTL_FMU_PARAMETER, i, NULL, def.unit, NULL, def.value});
  return status;
}

/* All but time, which a unit has of its own, what tells of rows, and inputs, which are columns as
 * well. */
static ptl_status add_outputs(maker *m) {
  const ptl_column *columns;
  const int n = ptl_system_get_columns(m->system, &columns);
  ptl_status status = PTL_OK;
  for (int i = 0; i < n && status == PTL_OK; i++) {
    const char *name = columns[i].name;
    if (strcmp(name, "time") == 0 || strcmp(name, "event") == 0 ||
        ptl_system_find_input(m->system, name) >= 0)
      continue;
    status = add(m, (ptl_fmu_variable){PTL_FMU_OUTPUT, i, name, columns[i].unit, NULL, 0.0});
  }
  return status;
}

static ptl_status add_gaps(maker *m, int n_gaps) {
  static const struct {
    ptl_fmu_kind kind;
    const char *name, *unit, *description;
  } latched[] = {
      {PTL_FMU_PEAK_FORCE, "peak_force", "N",
       "Largest normal force within the last communication step, 0: it was open"},
      {PTL_FMU_PEAK_TIME, "peak_time", "s", "Time of peak_force"},
      {PTL_FMU_IMPULSE, "impulse", "N s",
       "Impulse of the normal force within the last communication step"},
      {PTL_FMU_TOUCHES, "touches", "1", "Contacts that began within the last communication step"}};
  ptl_status status = PTL_OK;
  for (int g = 0; g < n_gaps; g++) {
    const char *joint, *gap;
    status = ptl_system_get_gap(m->system, g, &joint, &gap, NULL);
    const int is_only = status == PTL_OK && ptl_system_find_gap(m->system, joint, NULL) == g;
    for (size_t i = 0; i < sizeof latched / sizeof *latched && status == PTL_OK; i++)
      status = add_joined(m, joint, is_only ? NULL : gap, latched[i].name,
                          (ptl_fmu_variable){latched[i].kind, g, NULL, latched[i].unit,
                                             latched[i].description, 0.0});
    if (status != PTL_OK) break;
  }
  return status;
}

static ptl_status add_unknowns(maker *m, ptl_fmu_kind kind, int n, const char *const names[6],
                               const char *const units[6]) {
  ptl_body_def body;
  ptl_status status = PTL_OK;
  for (int i = 0; i < 2 * n && status == PTL_OK; i++) {
    const int which = 3 * (i / n) + i % 3;
    if (!ptl_mechanism_get_body(m->mechanism, i % n / 3, &body)) continue;
    status =
        add_joined(m, kind == PTL_FMU_STATE ? "states" : "derivatives", body.name, names[which],
                   (ptl_fmu_variable){kind, i, NULL, units[which], "Of the centre of mass", 0.0});
  }
  return status;
}

static ptl_status add_gap_values(maker *m, ptl_fmu_kind kind, int n_gaps, const char *prefix,
                                 const char *suffix, const char *unit, const char *description) {
  ptl_status status = PTL_OK;
  for (int g = 0; g < n_gaps && status == PTL_OK; g++) {
    const char *joint, *gap;
    status = ptl_system_get_gap(m->system, g, &joint, &gap, NULL);
    const ptl_fmu_variable variable = {kind, g, NULL, unit, description, 0.0};
    if (status == PTL_OK && prefix != NULL)
      status = add_joined(m, prefix, joint, gap, variable);
    else if (status == PTL_OK)
      status = add_joined(m, joint, gap, suffix, variable);
  }
  return status;
}

static ptl_status add_model_exchange(maker *m, const ptl_sizes *sizes) {
  static const char *const states[] = {"x", "y", "angle", "vx", "vy", "omega"};
  static const char *const state_units[] = {"m", "m", "rad", "m/s", "m/s", "rad/s"};
  static const char *const rates[] = {"vx", "vy", "omega", "ax", "ay", "alpha"};
  static const char *const rate_units[] = {"m/s", "m/s", "rad/s", "m/s^2", "m/s^2", "rad/s^2"};
  ptl_fmu_variables *out = m->out;
  if (sizes->n_friction_states > 0 || sizes->n_memory > 0)
    return ptl_fail(
        m->context, PTL_ERR_USAGE,
        PTL_E(
            0901) "this model has laws or signals with inner states and is for co-simulation only");
  out->first_state = out->n;
  out->n_states = 2 * sizes->n_coordinates;
  ptl_status status = add_unknowns(m, PTL_FMU_STATE, sizes->n_coordinates, states, state_units);
  out->first_derivative = out->n;
  if (status == PTL_OK)
    status = add_unknowns(m, PTL_FMU_DERIVATIVE, sizes->n_coordinates, rates, rate_units);
  out->first_indicator = out->n;
  out->n_indicators = sizes->n_gaps;
  if (status == PTL_OK)
    status = add_gap_values(m, PTL_FMU_INDICATOR, sizes->n_gaps, "depths", NULL, "m",
                            "Depth of the contact; below 0 the gap is open");
  if (status == PTL_OK)
    status =
        add_gap_values(m, PTL_FMU_FORCE, sizes->n_gaps, NULL, "normal_force", "N", "Normal force");
  return status;
}

ptl_status ptl_fmu_variables_make(ptl_context *context, const ptl_mechanism *mechanism,
                                  const ptl_system *system, int is_exchange,
                                  ptl_fmu_variables *out) {
  maker m = {context, mechanism, system, out};
  const ptl_sizes sizes = ptl_system_get_sizes(system);
  *out = (ptl_fmu_variables){0};
  ptl_status status = add(&m, (ptl_fmu_variable){PTL_FMU_TIME, 0, "time", "s", NULL, 0.0});
  if (status == PTL_OK) status = add_inputs(&m);
  if (status == PTL_OK) status = add_parameters(&m);
  if (status == PTL_OK && is_exchange) return add_model_exchange(&m, &sizes);
  if (status == PTL_OK) status = add_outputs(&m);
  return status == PTL_OK ? add_gaps(&m, sizes.n_gaps) : status;
}

void ptl_fmu_variables_release(ptl_context *context, ptl_fmu_variables *variables) {
  for (int i = 0; i < variables->n_texts; i++) ptl_free(context, variables->texts[i]);
  ptl_free(context, variables->texts);
  ptl_free(context, variables->items);
  *variables = (ptl_fmu_variables){0};
}
