/* collect.c: the measures of one run, computed while it goes on. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "collector.h"
#include "units.h"

/* ------------------------------------------------------------------ making one */

/* The columns of the ideal mechanism, by names with a prefix. */
static ptl_status list_ideal_columns(ptl_collector *c) {
  const ptl_column *columns;
  ptl_status status = ptl_ideal_run_begin(c->context, c->mechanism, &c->ideal);
  if (status == PTL_OK) ptl_system_get_columns(c->ideal.system, &columns);
  for (int i = 0; i < c->ideal.n && status == PTL_OK; i++) {
    char name[256];
    snprintf(name, sizeof name, PTL_IDEAL_PREFIX "%s", columns[i].name);
    status = ptl_symbols_add(c->context, &c->columns, name, columns[i].unit);
  }
  return status;
}

static ptl_status list_columns(ptl_collector *c, const ptl_column *columns, int n) {
  if (columns == NULL) n = ptl_system_get_columns(c->system, &columns);
  c->n_columns = n;
  ptl_status status = PTL_OK;
  for (int i = 0; i < n && status == PTL_OK; i++)
    status = ptl_symbols_add(c->context, &c->columns, columns[i].name, columns[i].unit);
  if (status == PTL_OK && c->measures->abscissa == NULL && ptl_ideal_is_asked(c->measures))
    status = list_ideal_columns(c);
  if (status == PTL_OK) status = ptl_symbols_index(c->context, &c->columns);
  c->row = ptl_alloc(c->context, (size_t)(n + c->ideal.n), sizeof *c->row);
  return c->row != NULL ? status : PTL_ERR_MEMORY;
}

static ptl_status bind_section(ptl_collector *c, int number) {
  ptl_section_watch *w = &c->sections[number];
  const ptl_section *section = w->section = &c->measures->sections[number];
  const size_t n = (size_t)section->n_texts;
  char unit[64];
  w->exprs = ptl_alloc(c->context, n, sizeof *w->exprs);
  w->before = ptl_alloc(c->context, 3 * n, sizeof *w->before);
  if (w->exprs == NULL || w->before == NULL) return PTL_ERR_MEMORY;
  w->now = w->before + n;
  w->values = w->now + n;
  ptl_status status = ptl_collector_coordinate(c, &section->every, &w->coordinate);
  for (size_t i = 0; i < n && status == PTL_OK; i++)
    status = ptl_collector_expression(c, section->texts[i], section->texts[i], unit, sizeof unit,
                                      &w->exprs[i]);
  return status;
}

static ptl_status bind_measure(ptl_collector *c, int number) {
  const ptl_measure *measure = &c->measures->items[number];
  char *resolved = NULL, *unit = c->units[number];
  const size_t size = sizeof c->units[number];
  ptl_status status;
  if (measure->wanted_unit != NULL) {
    status = ptl_expr_resolve(c->context, measure->expression, measure->wanted_unit, NULL, 0,
                              &c->names, &resolved);
    ptl_unit u;
    if (status == PTL_OK) status = ptl_unit_parse(c->context, measure->wanted_unit, &u);
    if (status == PTL_OK) ptl_unit_write(u.power, unit, size);
  } else {
    status =
        ptl_expr_infer(c->context, measure->expression, NULL, 0, &c->names, &resolved, unit, size);
  }
  if (status == PTL_ERR_INPUT)
    ptl_prefix_message(c->context, "the measure '%s' (%s): ", measure->name, measure->text);
  if (status == PTL_OK) ptl_unit_rename(c->context, unit, size);
  int call; /* a call alone keeps its unit */
  char end;
  if (status == PTL_OK && sscanf(measure->expression, "value%d%c", &call, &end) == 1)
    snprintf(unit, size, "%s", c->bounds[call - 1].unit);
  if (status == PTL_OK)
    status = ptl_expr_create(c->context, resolved, &c->names, c->values, &c->expressions[number]);
  ptl_free(c->context, resolved);
  if (status == PTL_OK) status = ptl_symbols_add(c->context, &c->names, measure->name, unit);
  return status == PTL_OK ? ptl_symbols_index(c->context, &c->names) : status;
}

static ptl_status bind_measures(ptl_collector *c) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < c->measures->n_calls && status == PTL_OK; i++) {
    char name[32];
    snprintf(name, sizeof name, "value%d", i + 1);
    status = ptl_symbols_add(c->context, &c->names, name, c->bounds[i].unit);
  }
  if (status == PTL_OK) status = ptl_symbols_index(c->context, &c->names);
  for (int i = 0; i < c->measures->n && status == PTL_OK; i++) status = bind_measure(c, i);
  return status;
}

static ptl_status prepare(ptl_collector *c, const ptl_column *columns, int n_columns) {
  const ptl_measures *m = c->measures;
  const size_t n = (size_t)m->n, n_calls = (size_t)m->n_calls;
  c->n_gaps = ptl_system_get_assembly(c->system)->n_gaps;
  c->bounds = ptl_alloc(c->context, n_calls, sizeof *c->bounds);
  c->values = ptl_alloc(c->context, n_calls + n, sizeof *c->values);
  c->units = ptl_alloc(c->context, n, sizeof *c->units);
  c->expressions = ptl_alloc(c->context, n, sizeof *c->expressions);
  c->sections = ptl_alloc(c->context, (size_t)m->n_sections, sizeof *c->sections);
  if (c->bounds == NULL || c->values == NULL || c->units == NULL || c->expressions == NULL ||
      c->sections == NULL)
    return PTL_ERR_MEMORY;
  ptl_status status = list_columns(c, columns, n_columns);
  if (status == PTL_OK) status = ptl_collector_bind(c);
  for (int i = 0; i < m->n_sections && status == PTL_OK; i++) status = bind_section(c, i);
  return status == PTL_OK ? bind_measures(c) : status;
}

ptl_status ptl_collector_create(ptl_context *context, const ptl_measures *measures,
                                const ptl_mechanism *m, const ptl_system *system,
                                const ptl_column *columns, int n_columns, ptl_collector **out) {
  *out = NULL;
  ptl_collector *c = ptl_alloc(context, 1, sizeof *c);
  if (c == NULL) return PTL_ERR_MEMORY;
  c->context = context;
  c->measures = measures;
  c->mechanism = m;
  c->system = system;
  const ptl_status status = prepare(c, columns, n_columns);
  if (status == PTL_OK)
    *out = c;
  else
    ptl_collector_destroy(c);
  return status;
}

static void release_calls(ptl_collector *c) {
  for (int i = 0; c->bounds != NULL && i < c->measures->n_calls; i++) {
    ptl_bound *b = &c->bounds[i];
    ptl_expr_destroy(b->expr);
    ptl_expr_destroy(b->coordinate);
    if (b->reduce.context != NULL) ptl_reduce_release(&b->reduce);
    ptl_free(c->context, b->gaps);
  }
}

static void release_sections(ptl_collector *c) {
  for (int i = 0; c->sections != NULL && i < c->measures->n_sections; i++) {
    ptl_section_watch *w = &c->sections[i];
    for (int k = 0; w->exprs != NULL && k < w->section->n_texts; k++) ptl_expr_destroy(w->exprs[k]);
    ptl_expr_destroy(w->coordinate);
    ptl_free(c->context, w->exprs);
    ptl_free(c->context, w->before);
  }
}

void ptl_collector_destroy(ptl_collector *c) {
  if (c == NULL) return;
  release_calls(c);
  release_sections(c);
  for (int i = 0; c->expressions != NULL && i < c->measures->n; i++)
    ptl_expr_destroy(c->expressions[i]);
  ptl_ideal_run_release(&c->ideal);
  ptl_symbols_release(c->context, &c->columns);
  ptl_symbols_release(c->context, &c->names);
  ptl_free(c->context, c->row);
  ptl_free(c->context, c->bounds);
  ptl_free(c->context, c->values);
  ptl_free(c->context, c->units);
  ptl_free(c->context, c->expressions);
  ptl_free(c->context, c->sections);
  ptl_free(c->context, c);
}

/* ------------------------------------------------------------------ while the run goes on */

void ptl_collector_on_section(ptl_collector *c, ptl_section_row row, void *user) {
  c->on_section = row;
  c->section_user = user;
}

const char *ptl_collector_unit(const ptl_collector *c, int measure) {
  return c->units[measure];
}

int ptl_collector_needs_rows(const ptl_collector *c) {
  for (int i = 0; i < c->measures->n_calls; i++)
    if (c->bounds[i].expr != NULL || c->bounds[i].call->type->kind == PTL_CALL_STATISTIC) return 1;
  return c->measures->n_sections > 0;
}

static int take_row(void *user, const double *values, int n) {
  ptl_collector *c = user;
  memcpy(c->row, values, (size_t)n * sizeof *values);
  const double time = values[0];
  if (c->ideal.system != NULL)
    c->status = ptl_ideal_run_columns(&c->ideal, time, c->row + c->n_columns);
  if (c->status != PTL_OK)
    snprintf(c->message, sizeof c->message, "%s", ptl_context_message(c->context));
  for (int i = 0; i < c->measures->n_calls && c->status == PTL_OK; i++) {
    ptl_bound *b = &c->bounds[i];
    if (b->expr == NULL) continue;
    const double coordinate = b->coordinate != NULL ? ptl_expr_eval(b->coordinate) : time;
    c->status =
        ptl_reduce_add(&b->reduce, (ptl_reduce_point){time, coordinate, ptl_expr_eval(b->expr)});
  }
  for (int i = 0; i < c->measures->n_sections && c->status == PTL_OK; i++) {
    if (!ptl_section_watch_row(&c->sections[i], i, time, c->on_section, c->section_user)) continue;
    c->status = PTL_ERR_INPUT;
    snprintf(c->message, sizeof c->message,
             "the section '%.200s' has more than %d passages in a run; take a larger `every`",
             c->measures->sections[i].name, PTL_MOST_PASSAGES);
  }
  return c->status != PTL_OK;
}

static int is_of_joint(const ptl_collector *c, const ptl_call *call, int friction) {
  const char *joint, *gap;
  if (ptl_system_get_friction(c->system, friction, &joint, &gap, NULL) != PTL_OK) return 0;
  const size_t n = strlen(joint);
  if (strncmp(call->argument, joint, n) != 0) return 0;
  return call->argument[n] == '\0' ||
         (gap != NULL && call->argument[n] == '.' && strcmp(call->argument + n + 1, gap) == 0);
}

static int take_event(void *user, const ptl_event *event) {
  ptl_collector *c = user;
  for (int i = 0; i < c->measures->n_calls; i++) {
    ptl_bound *b = &c->bounds[i];
    if (b->call->type->kind == PTL_CALL_CONTACT_TIME) ptl_contact_time_event(&b->contact, event);
    if (b->call->type->kind != PTL_CALL_COUNT || event->kind != b->call->event_kind) continue;
    b->count += b->gaps == NULL ? is_of_joint(c, b->call, event->friction)
                                : event->gap >= 0 && b->gaps[event->gap];
  }
  return 0;
}

ptl_status ptl_collector_failure(const ptl_collector *c) {
  return c->status != PTL_OK ? ptl_fail(c->context, c->status, PTL_E(0804) "%s", c->message)
                             : PTL_OK;
}

ptl_sink ptl_collector_sink(ptl_collector *c) {
  return (ptl_sink){.row = take_row, .event = take_event, .user = c};
}

/* ------------------------------------------------------------------ at its end */

static double join(const ptl_call_type *type, double sum, double value) {
  return type->is_largest ? fmax(sum, value) : sum + value;
}

static double of_gaps(const ptl_bound *b, const ptl_summary *s) {
  double sum = 0;
  for (int i = 0; i < s->n_gaps; i++)
    if (b->gaps[i]) sum = join(b->call->type, sum, ptl_call_type_value(b->call->type, &s->gaps[i]));
  return sum;
}

static double of_frictions(const ptl_collector *c, const ptl_bound *b, const ptl_summary *s) {
  double sum = 0;
  for (int i = 0; i < s->n_frictions; i++)
    if (is_of_joint(c, b->call, i))
      sum = join(b->call->type, sum, ptl_call_type_value(b->call->type, &s->frictions[i]));
  return sum;
}

/* Whether the call means this gap, by its number among those of the system. */
static int is_meant(const ptl_collector *c, const ptl_bound *b, const char *joint,
                    const char *gap) {
  for (int i = 0; i < c->n_gaps; i++) {
    const char *joint_i, *gap_i;
    if (!b->gaps[i] || ptl_system_get_gap(c->system, i, &joint_i, &gap_i, NULL) != PTL_OK) continue;
    if (strcmp(joint, joint_i) == 0 && strcmp(gap, gap_i) == 0) return 1;
  }
  return 0;
}

/* A surface that is not divided has no depth. */
static double of_worn(const ptl_collector *c, const ptl_bound *b, const ptl_summary *s) {
  double sum = 0;
  for (int i = 0; i < s->n_wears; i++)
    for (int part = 0; part < 2 && is_meant(c, b, s->wears[i].joint, s->wears[i].gap); part++) {
      const double value = ptl_call_type_value(b->call->type, &s->wears[i].surfaces[part]);
      if (!isnan(value)) sum = join(b->call->type, sum, value);
    }
  return sum;
}

static double value_of(const ptl_collector *c, ptl_bound *b, const ptl_summary *summary) {
  switch (b->call->type->kind) {
    case PTL_CALL_GAP:
      return of_gaps(b, summary);
    case PTL_CALL_FRICTION:
      return of_frictions(c, b, summary);
    case PTL_CALL_WORN:
      return of_worn(c, b, summary);
    case PTL_CALL_RUN:
      return ptl_call_type_value(b->call->type, summary);
    case PTL_CALL_REDUCE:
    case PTL_CALL_WEAR:
      return ptl_reduce_end(&b->reduce);
    case PTL_CALL_COUNT:
      return (double)b->count;
    case PTL_CALL_STATISTIC:
      return *(const double *)((const char *)&summary->statistics[b->statistic] + b->offset);
    case PTL_CALL_LYAPUNOV:
      return b->value;
    case PTL_CALL_CONTACT_TIME:
      return ptl_contact_time_end(&b->contact, summary->end_time);
  }
  return NAN;
}

void ptl_collector_set(ptl_collector *c, int call, double value) {
  c->bounds[call].value = value;
}

ptl_status ptl_collector_finish(ptl_collector *c, const ptl_summary *summary, double *values) {
  if (c->status != PTL_OK) return c->status;
  const int n_calls = c->measures->n_calls;
  for (int i = 0; i < n_calls; i++) c->values[i] = value_of(c, &c->bounds[i], summary);
  for (int i = 0; i < c->measures->n; i++)
    values[i] = c->values[n_calls + i] = ptl_expr_eval(c->expressions[i]);
  return PTL_OK;
}
