/* mechanism_whole.c: the description as a whole: creating, copying, destroying, and what belongs to
 * no element. */
#include <math.h>
#include <string.h>

#include "element.h"
#include "mechanism_lists.h"
#include "units.h"

/* ------------------------------------------------------------------ creating and copying */

ptl_mechanism *ptl_mechanism_create(ptl_context *context) {
  ptl_mechanism *m = ptl_alloc(context, 1, sizeof *m);
  if (m == NULL) return NULL;
  m->context = context;
  m->run = ptl_run_default();
  m->output = ptl_output_default();
  m->start_at = NAN;
  return m;
}

ptl_status ptl_add_settings(ptl_mechanism *m, const ptl_setting *settings, int n) {
  ptl_read_from *from = &m->read_from;
  for (int i = 0; i < n; i++) {
    ptl_setting *grown =
        ptl_grow(m->context, from->settings, (size_t)from->n_settings, sizeof *grown);
    if (grown == NULL) return PTL_ERR_MEMORY;
    from->settings = grown;
    ptl_setting *made = &grown[from->n_settings++];
    *made = (ptl_setting){ptl_copy_text(m->context, settings[i].path),
                          ptl_copy_text(m->context, settings[i].value)};
    if (made->path == NULL || made->value == NULL) return PTL_ERR_MEMORY;
  }
  return PTL_OK;
}

static ptl_status copy_read_from(ptl_mechanism *to, const ptl_mechanism *from) {
  if (from->read_from.tree == NULL) return PTL_OK;
  to->read_from.tree = ptl_node_copy(to->context, from->read_from.tree);
  if (to->read_from.tree == NULL) return PTL_ERR_MEMORY;
  return ptl_add_settings(to, from->read_from.settings, from->read_from.n_settings);
}

static ptl_status copy_settings(ptl_mechanism *to, const ptl_mechanism *from) {
  to->file = ptl_copy_text(to->context, from->file);
  if (from->file != NULL && to->file == NULL) return PTL_ERR_MEMORY;
  to->hash = from->hash;
  to->gx = from->gx;
  to->gy = from->gy;
  to->run = from->run;
  to->output = from->output;
  if (!(ptl_own_text(to, &to->run.until.joint) & ptl_own_text(to, &to->run.every.joint)))
    return PTL_ERR_MEMORY;
  ptl_status status = ptl_mechanism_set_start_from(to, from->start_from, from->start_at);
  if (status != PTL_OK) return status;
  return ptl_mechanism_set_title(to, from->title, from->source);
}

static ptl_status copy_parameters(ptl_mechanism *to, const ptl_mechanism *from) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < from->n_parameters && status == PTL_OK; i++)
    status = ptl_add_parameter(to, &from->parameters[i]);
  return status;
}

static ptl_status copy_inputs(ptl_mechanism *to, const ptl_mechanism *from) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < from->n_inputs && status == PTL_OK; i++)
    status = ptl_add_input(to, &from->inputs[i].def);
  return status;
}

ptl_status ptl_mechanism_copy(ptl_context *context, const ptl_mechanism *from,
                              ptl_mechanism **out) {
  *out = NULL;
  ptl_mechanism *to = ptl_mechanism_create(context);
  if (to == NULL) return PTL_ERR_MEMORY;
  ptl_status status = copy_settings(to, from);
  if (status == PTL_OK) status = copy_parameters(to, from);
  if (status == PTL_OK) status = copy_inputs(to, from);
  if (status == PTL_OK) status = ptl_copy_bodies(to, from);
  if (status == PTL_OK) status = ptl_copy_contacts(to, from);
  if (status == PTL_OK) status = ptl_copy_joints(to, from);
  if (status == PTL_OK) status = ptl_copy_motions(to, from);
  if (status == PTL_OK) status = ptl_copy_shapes(to, from);
  if (status == PTL_OK) status = ptl_copy_signals(to, from);
  if (status == PTL_OK) status = ptl_copy_statistics(to, from);
  if (status == PTL_OK) status = copy_read_from(to, from);
  if (status != PTL_OK) {
    ptl_mechanism_destroy(to);
    return status;
  }
  *out = to;
  return PTL_OK;
}

void ptl_mechanism_destroy(ptl_mechanism *m) {
  if (m == NULL) return;
  ptl_release_bodies(m);
  ptl_release_contacts(m);
  ptl_release_joints(m);
  ptl_release_motions(m);
  ptl_release_shapes(m);
  ptl_release_signals(m);
  ptl_release_statistics(m);
  for (int i = 0; i < m->n_parameters; i++) {
    ptl_free_text(m, m->parameters[i].name);
    ptl_free_text(m, m->parameters[i].unit);
    ptl_free_text(m, m->parameters[i].given_unit);
  }
  ptl_free(m->context, m->parameters);
  for (int i = 0; i < m->n_inputs; i++) {
    ptl_free_text(m, m->inputs[i].def.name);
    ptl_free_text(m, m->inputs[i].def.unit);
  }
  ptl_free(m->context, m->inputs);
  ptl_name_release(m->context, &m->names);
  ptl_release_read_from(m);
  ptl_free(m->context, m->file);
  ptl_free(m->context, m->start_from);
  ptl_free(m->context, m->title);
  ptl_free(m->context, m->source);
  ptl_free_text(m, m->run.until.joint);
  ptl_free_text(m, m->run.every.joint);
  ptl_free(m->context, m);
}

/* ------------------------------------------------------------------ title, gravity, parameters */

ptl_status ptl_mechanism_set_title(ptl_mechanism *m, const char *title, const char *source) {
  char *new_title = ptl_copy_text(m->context, title);
  char *new_source = ptl_copy_text(m->context, source);
  if ((title != NULL && new_title == NULL) || (source != NULL && new_source == NULL)) {
    ptl_free(m->context, new_title);
    ptl_free(m->context, new_source);
    return PTL_ERR_MEMORY;
  }
  ptl_free(m->context, m->title);
  ptl_free(m->context, m->source);
  ptl_mechanism_change(m);
  m->title = new_title;
  m->source = new_source;
  return PTL_OK;
}

ptl_status ptl_mechanism_set_gravity(ptl_mechanism *m, double gx, double gy) {
  if (!isfinite(gx) || !isfinite(gy)) {
    return ptl_fail_at(m, m->location, PTL_ERR_INPUT,
                       PTL_E(0204) "gravity must be finite, not (%.12g, %.12g)", gx, gy);
  }
  ptl_mechanism_change(m);
  m->gx = gx;
  m->gy = gy;
  return PTL_OK;
}

const ptl_run_def *ptl_mechanism_get_run(const ptl_mechanism *m) {
  return &m->run;
}
const ptl_output_def *ptl_mechanism_get_output(const ptl_mechanism *m) {
  return &m->output;
}
const char *ptl_mechanism_get_title(const ptl_mechanism *m) {
  return m->title;
}
const char *ptl_mechanism_get_source(const ptl_mechanism *m) {
  return m->source;
}

ptl_status ptl_add_parameter(ptl_mechanism *m, const ptl_parameter_def *def) {
  ptl_parameter_def *grown =
      ptl_grow(m->context, m->parameters, (size_t)m->n_parameters, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->parameters = grown;
  ptl_parameter_def made = *def;
  if (!(ptl_own_text(m, &made.name) & ptl_own_text(m, &made.unit) &
        ptl_own_text(m, &made.given_unit))) {
    ptl_free_text(m, made.name);
    ptl_free_text(m, made.unit);
    ptl_free_text(m, made.given_unit);
    return PTL_ERR_MEMORY;
  }
  ptl_mechanism_change(m);
  grown[m->n_parameters++] = made;
  return PTL_OK;
}

/* ------------------------------------------------------------------ inputs */

static ptl_status check_input(ptl_mechanism *m, const ptl_input_def *def) {
  const ptl_label label = {"input", def->name};
  ptl_unit unit;
  ptl_status status = ptl_check_name(m, PTL_ELEMENT_INPUT, def->name);
  if (status != PTL_OK) return status;
  if (ptl_name_is_function(def->name) || strcmp(def->name, "time") == 0)
    return ptl_fail_element(m, label, PTL_E(0202) "expressions know that name already");
  if (strcmp(def->name, "event") == 0 || ptl_find_element(m, PTL_ELEMENT_COLUMN, def->name) >= 0)
    return ptl_fail_element(m, label, PTL_E(0202) "the trace has a column of that name already");
  for (int i = 0; i < m->n_parameters; i++)
    if (strcmp(m->parameters[i].name, def->name) == 0)
      return ptl_fail_element(m, label, PTL_E(0202) "a parameter has that name");
  if (m->variables.n > 1 + m->n_inputs)
    return ptl_fail_element(m, label,
                            PTL_E(0204) "inputs must be added before the first load or signal");
  if (def->unit == NULL) return ptl_fail_element(m, label, PTL_E(0205) "it has no unit");
  status = ptl_unit_parse(m->context, def->unit, &unit);
  if (status != PTL_OK) return ptl_fail_with_reason(m, label, "its unit");
  if (unit.mul != 1.0 || unit.div != 1.0 || unit.offset != 0.0)
    return ptl_fail_element(m, label, PTL_E(0204) "its unit must be one of SI, which '%s' is not",
                            def->unit);
  return ptl_check_number(m, label, "its default", def->value, PTL_BOUND_NONE);
}

ptl_status ptl_add_input(ptl_mechanism *m, const ptl_input_def *def) {
  const ptl_status status = check_input(m, def);
  if (status != PTL_OK) return status;
  ptl_mech_input *grown = ptl_grow(m->context, m->inputs, (size_t)m->n_inputs, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->inputs = grown;
  ptl_mech_input made = {*def, m->location};
  if (!(ptl_own_text(m, &made.def.name) & ptl_own_text(m, &made.def.unit)) ||
      ptl_enter_name(m, PTL_ELEMENT_INPUT, made.def.name, m->n_inputs) != PTL_OK) {
    ptl_free_text(m, made.def.name);
    ptl_free_text(m, made.def.unit);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_inputs++] = made;
  return PTL_OK;
}

/* ------------------------------------------------------------------ run */

void ptl_run_default_sized(ptl_run_def *out, size_t size) {
  ptl_run_def run = {.until = {1.0, NULL},
                     .every = {0, NULL}, /* a thousand rows */
                     .start = PTL_START_IDEAL,
                     .rtol = 1e-7,
                     .integrator = PTL_INTEGRATOR_AUTO,
                     .length = NAN,
                     .speed = NAN,
                     .max_step = 0,
                     .limits = {.rows = 1e8, .steps = 1e9, .events = 1e8, .size = 1e10},
                     .drift_limit = NAN,
                     .energy_limit = 1e-3};
  ptl_give_def(out, size, &run, sizeof run);
}

static ptl_status check_span(const ptl_mechanism *m, const char *what, const ptl_span *span,
                             ptl_bound bound) {
  const ptl_label label = {"run", what};
  const ptl_status status = ptl_check_number(m, label, "its amount", span->amount, bound);
  if (status != PTL_OK || span->joint == NULL) return status;
  return ptl_check_coordinate(m, label, span->joint);
}

static ptl_status check_scale(const ptl_mechanism *m, const char *what, double value) {
  const ptl_label label = {"run", what};
  return isnan(value) ? PTL_OK : ptl_check_number(m, label, "it", value, PTL_BOUND_OPEN);
}

static ptl_status check_limits(const ptl_mechanism *m, const ptl_run_limits *limits) {
  const struct {
    ptl_label label;
    double value;
    ptl_bound bound;
  } most[] = {{{"run.limits", "rows"}, limits->rows, PTL_BOUND_OPEN},
              {{"run.limits", "steps"}, limits->steps, PTL_BOUND_OPEN},
              {{"run.limits", "events"}, limits->events, PTL_BOUND_OPEN},
              {{"run.limits", "size"}, limits->size, PTL_BOUND_OPEN},
              {{"run.limits", "memory"}, limits->memory, PTL_BOUND_ZERO},
              {{"run.limits", "wall_time"}, limits->wall_time, PTL_BOUND_ZERO}};
  ptl_status status = PTL_OK;
  for (size_t i = 0; i < sizeof most / sizeof *most && status == PTL_OK; i++)
    status = ptl_check_number(m, most[i].label, "it", most[i].value, most[i].bound);
  return status;
}

static ptl_status check_run(const ptl_mechanism *m, const ptl_run_def *run) {
  ptl_status status = check_span(m, "until", &run->until, PTL_BOUND_OPEN);
  if (status == PTL_OK) status = check_span(m, "every", &run->every, PTL_BOUND_ZERO);
  if (status == PTL_OK && (run->start < PTL_START_GIVEN || run->start > PTL_START_TOUCHING))
    status =
        ptl_fail_at(m, m->location, PTL_ERR_INPUT,
                    PTL_E(0204) "run 'start': it must be given, ideal, equilibrium or touching");
  if (status == PTL_OK && run->integrator != PTL_INTEGRATOR_AUTO &&
      run->integrator != PTL_INTEGRATOR_IDA && run->integrator != PTL_INTEGRATOR_DOP853)
    status = ptl_fail_at(m, m->location, PTL_ERR_INPUT,
                         PTL_E(0204) "run 'integrator': it must be auto, ida or dop853");
  if (status == PTL_OK && !(run->rtol >= 1e-14 && run->rtol <= 0.1)) {
    status =
        ptl_fail_at(m, m->location, PTL_ERR_INPUT,
                    PTL_E(0204) "run 'rtol': it must be >= 1e-14 and <= 0.1, not %.12g", run->rtol);
  }
  if (status == PTL_OK) status = check_scale(m, "length", run->length);
  if (status == PTL_OK) status = check_scale(m, "speed", run->speed);
  if (status == PTL_OK) {
    const ptl_label label = {"run", "max_step"};
    status = ptl_check_number(m, label, "it", run->max_step, PTL_BOUND_ZERO);
  }
  if (status == PTL_OK) {
    status = check_scale(m, "drift_limit", run->drift_limit);
  }
  if (status == PTL_OK) {
    const ptl_label label = {"run", "energy_limit"};
    status = ptl_check_number(m, label, "it", run->energy_limit, PTL_BOUND_OPEN);
  }
  return status == PTL_OK ? check_limits(m, &run->limits) : status;
}

ptl_status ptl_set_run(ptl_mechanism *m, const ptl_run_def *run) {
  ptl_run_def made = *run;
  const ptl_status status = check_run(m, run);
  if (status != PTL_OK) return status;
  if (!(ptl_own_text(m, &made.until.joint) & ptl_own_text(m, &made.every.joint))) {
    ptl_free_text(m, made.until.joint);
    ptl_free_text(m, made.every.joint);
    return PTL_ERR_MEMORY;
  }
  ptl_mechanism_change(m);
  ptl_free_text(m, m->run.until.joint);
  ptl_free_text(m, m->run.every.joint);
  m->run = made;
  return PTL_OK;
}

void ptl_output_default_sized(ptl_output_def *out, size_t size) {
  const ptl_output_def def = {.contact_rows = PTL_CONTACT_ROWS_ALL};
  ptl_give_def(out, size, &def, sizeof def);
}

ptl_status ptl_set_output(ptl_mechanism *m, const ptl_output_def *output) {
  const struct {
    const char *key;
    int value, last;
  } words[] = {{"contact_rows", (int)output->contact_rows, PTL_CONTACT_ROWS_ENDS},
               {"units.angle", (int)output->angle, PTL_ANGLE_TURN},
               {"units.rate", (int)output->rate, PTL_RATE_RPM},
               {"wrap_angles", output->wrap_angles, 1}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (words[i].value < 0 || words[i].value > words[i].last)
      return ptl_fail_at(m, m->location, PTL_ERR_INPUT,
                         PTL_E(0206) "output: %s is none of the known, %d", words[i].key,
                         words[i].value);
  ptl_mechanism_change(m);
  m->output = *output;
  return PTL_OK;
}
