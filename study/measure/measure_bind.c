/* measure_bind.c: the calls of measures, found in one system. */
#include <stdio.h>
#include <string.h>

#include "collector.h"
#include "units.h"

static ptl_status fail(ptl_collector *c, const char *what, const char *why) {
  return ptl_fail(c->context, PTL_ERR_INPUT, PTL_E(0804) "the measure '%s': %s", what, why);
}

/* ------------------------------------------------------------------ expressions of columns */

ptl_status ptl_collector_expression(ptl_collector *c, const char *text, const char *what,
                                    char *unit, size_t size, ptl_expr **out) {
  char *resolved = NULL;
  ptl_status status = ptl_expr_infer(c->context, text, NULL, 0, &c->columns, &resolved, unit, size);
  if (status == PTL_OK) status = ptl_expr_create(c->context, resolved, &c->columns, c->row, out);
  ptl_free(c->context, resolved);
  if (status == PTL_ERR_INPUT) ptl_prefix_message(c->context, "the measure '%s': ", what);
  return status;
}

/* The unit of a column as the trace names it, for an expression that is just a column. */
static const char *unit_of_column(const ptl_collector *c, const char *text, const char *inferred) {
  const int column = ptl_symbols_find(&c->columns, text, strlen(text));
  return column >= 0 ? c->columns.items[column].unit : inferred;
}

static int find_joint(const ptl_collector *c, const char *name, ptl_joint_def *out) {
  for (int i = 0; ptl_mechanism_get_joint(c->mechanism, i, out); i++)
    if (strcmp(out->name, name) == 0) return 1;
  return 0;
}

ptl_status ptl_collector_coordinate(ptl_collector *c, const ptl_span_text *span, ptl_expr **out) {
  char text[300], a[130] = "", b[130] = "", unit[64];
  ptl_joint_def joint;
  *out = NULL;
  if (span->joint[0] == '\0') return PTL_OK;
  if (!find_joint(c, span->joint, &joint))
    return fail(c, span->joint, "there is no joint of that name");
  if (strcmp(joint.use.type, "revolute") != 0)
    return fail(c, span->joint, "travels of a joint that is not revolute cannot be measured");
  if (strcmp(joint.a.body, "ground") != 0) snprintf(a, sizeof a, " - %s.angle", joint.a.body);
  if (strcmp(joint.b.body, "ground") != 0) snprintf(b, sizeof b, "%s.angle", joint.b.body);
  snprintf(text, sizeof text, "%s%s", *b ? b : "0", a);
  return ptl_collector_expression(c, text, span->joint, unit, sizeof unit, out);
}

/* ------------------------------------------------------------------ gaps */

/* Whether "JOINT" or "JOINT.GAP" means a gap; gap NULL: the surfaces of an ideal joint. */
static int means(const char *text, const char *joint, const char *gap) {
  const size_t n = strlen(joint);
  if (strncmp(text, joint, n) != 0) return 0;
  return text[n] == '\0' || (gap != NULL && text[n] == '.' && strcmp(text + n + 1, gap) == 0);
}

static ptl_status find_gaps(ptl_collector *c, ptl_bound *b) {
  int found = 0;
  b->gaps = ptl_alloc(c->context, 2 * (size_t)c->n_gaps, 1);
  if (b->gaps == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < c->n_gaps; i++) {
    const char *joint, *gap;
    if (ptl_system_get_gap(c->system, i, &joint, &gap, NULL) != PTL_OK) continue;
    if (means(b->call->argument, joint, gap)) found += b->gaps[i] = 1;
  }
  return found > 0 ? PTL_OK
                   : fail(c, b->call->argument, "the model has no joint with gaps of that name");
}

/* The work of the normal force along the slip: F |v| of all gaps that are meant. */
static ptl_status bind_wear(ptl_collector *c, ptl_bound *b) {
  char text[4096] = "0 W";
  size_t used = strlen(text);
  ptl_status status = find_gaps(c, b);
  for (int i = 0; i < c->n_gaps && status == PTL_OK; i++) {
    const char *joint, *gap;
    if (!b->gaps[i] || ptl_system_get_gap(c->system, i, &joint, &gap, NULL) != PTL_OK) continue;
    used += (size_t)snprintf(text + used, sizeof text - used,
                             " + %s.%s.normal_force*abs(%s.%s.slip_rate)", joint, gap, joint, gap);
    if (used >= sizeof text) status = fail(c, b->call->argument, "the joint has too many gaps");
  }
  return status == PTL_OK ? ptl_collector_expression(c, text, b->call->argument, b->inferred,
                                                     sizeof b->inferred, &b->expr)
                          : status;
}

static int is_of(const char *text, const char *joint) {
  const size_t n = strlen(joint);
  return strncmp(text, joint, n) == 0 && (text[n] == '\0' || text[n] == '.');
}

/* Surfaces of gaps that a joint's `wear` counts. */
static ptl_status find_worn(ptl_collector *c, ptl_bound *b) {
  ptl_joint_def joint;
  ptl_status status = find_gaps(c, b);
  for (int i = 0; status == PTL_OK && ptl_mechanism_get_joint(c->mechanism, i, &joint); i++)
    if (joint.wear == NULL && is_of(b->call->argument, joint.name))
      status =
          fail(c, b->call->argument,
               "the joint has no 'wear', as in wear: {coefficient: 1e-15 m^2/N, length: 20 mm}");
  return status;
}

static ptl_status check_friction(ptl_collector *c, const ptl_call *call) {
  const char *joint, *gap;
  for (int i = 0; ptl_system_get_friction(c->system, i, &joint, &gap, NULL) == PTL_OK; i++)
    if (means(call->argument, joint, gap)) return PTL_OK;
  return fail(c, call->argument, "the model has no joint with friction of that name");
}

/* ------------------------------------------------------------------ reductions */

static const char *unit_of_abscissa(const ptl_collector *c) {
  return c->measures->abscissa != NULL ? c->measures->abscissa->unit : "s";
}

/* The unit of an integral over the abscissa, of an expression with this unit. */
static ptl_status integral_unit(ptl_collector *c, ptl_bound *b) {
  ptl_unit unit, step;
  ptl_status status = ptl_unit_parse(c->context, b->unit, &unit);
  if (status == PTL_OK) status = ptl_unit_parse(c->context, unit_of_abscissa(c), &step);
  if (status != PTL_OK) return status;
  for (int i = 0; i < PTL_N_BASE; i++) unit.power[i] += step.power[i];
  ptl_unit_write(unit.power, b->inferred, sizeof b->inferred);
  b->unit = b->inferred;
  return PTL_OK;
}

static ptl_status bind_reduction(ptl_collector *c, ptl_bound *b) {
  const ptl_call *call = b->call;
  ptl_status status = ptl_collector_expression(c, call->argument, call->argument, b->inferred,
                                               sizeof b->inferred, &b->expr);
  if (status != PTL_OK) return status;
  b->unit = call->type->unit == NULL ? unit_of_column(c, call->argument, b->inferred)
                                     : unit_of_abscissa(c);
  return call->type->reduction == PTL_REDUCE_INTEGRAL ? integral_unit(c, b) : PTL_OK;
}

/* ------------------------------------------------------------------ statistics of the model */

/* NAME.NUMBER */
static ptl_status bind_statistic(ptl_collector *c, ptl_bound *b) {
  const char *text = b->call->argument, *dot = strchr(text, '.');
  const size_t n = dot != NULL ? (size_t)(dot - text) : strlen(text);
  ptl_statistic_def def;
  for (int i = 0; ptl_mechanism_get_statistic(c->mechanism, i, &def); i++) {
    if (strlen(def.name) != n || strncmp(def.name, text, n) != 0) continue;
    b->statistic = i;
    b->offset = dot != NULL ? ptl_statistic_offset(dot + 1) : -1;
    snprintf(b->inferred, sizeof b->inferred, "%s", def.unit);
    b->unit = b->inferred;
    if (b->offset >= 0) return PTL_OK;
    return fail(c, text,
                "behind the statistic's name stands mean, rms, min, max, peak, peak_to_peak, or "
                "cycle_mean, cycle_rms, cycle_min, cycle_max, cycle_peak_to_peak with .mean, .min, "
                ".max or .last");
  }
  return fail(c, text, "the model's output has no statistic of that name");
}

static ptl_status bind(ptl_collector *c, ptl_bound *b) {
  const ptl_call_kind kind = b->call->type->kind;
  ptl_status status = PTL_OK;
  b->unit = b->call->type->unit;
  if (kind == PTL_CALL_REDUCE) status = bind_reduction(c, b);
  if (kind == PTL_CALL_WEAR) status = bind_wear(c, b);
  if (kind == PTL_CALL_STATISTIC) status = bind_statistic(c, b);
  if (kind == PTL_CALL_WORN) status = find_worn(c, b);
  if (kind == PTL_CALL_FRICTION ||
      (kind == PTL_CALL_COUNT && b->call->event_kind >= PTL_EVENT_STICK &&
       b->call->event_kind <= PTL_EVENT_SLIP))
    return check_friction(c, b->call);
  if (kind == PTL_CALL_GAP || kind == PTL_CALL_COUNT || kind == PTL_CALL_CONTACT_TIME)
    status = find_gaps(c, b);
  if (status == PTL_OK && kind == PTL_CALL_CONTACT_TIME)
    ptl_contact_time_begin(&b->contact, c->system, c->n_gaps, b->gaps, b->gaps + c->n_gaps);
  if (status != PTL_OK || b->expr == NULL) return status;
  if (b->call->window.kind == PTL_WINDOW_LAST)
    status = ptl_collector_coordinate(c, &b->call->window.last, &b->coordinate);
  ptl_reduce_begin(c->context, &b->reduce, b->call->type->reduction, &b->call->window,
                   b->call->number);
  return status;
}

ptl_status ptl_collector_bind(ptl_collector *c) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < c->measures->n_calls && status == PTL_OK; i++) {
    c->bounds[i].call = &c->measures->calls[i];
    status = bind(c, &c->bounds[i]);
  }
  return status;
}
