/* model_read_state.c: signals with states: rates, filters, delays, PID controllers, switches with
 * hysteresis. Each becomes one or several states with the expression of a rate, or of what comes
 * next; the output of some is an expression of these. */
#include <math.h>
#include <string.h>

#include "expression.h"
#include "model_reader.h"
#include "model_words.h"

typedef struct signal_reading {
  ptl_reader *r;
  const ptl_node *node;
  const char *name, *what; /* what: "signal 'NAME'" */
  ptl_symbol_list variables;
  const char *unit;   /* of the value */
  const char *output; /* expression of the states that is the value; NULL: the state of that name */
} signal_reading;

/* ------------------------------------------------------------------ states */

static ptl_status declare(const signal_reading *s, const char *name) {
  ptl_signal_def def = ptl_signal_default();
  def.name = name;
  def.unit = s->unit;
  if (name == NULL) return PTL_ERR_MEMORY;
  if (strcmp(name, s->name) != 0 &&
      ptl_definitions_find(&s->r->definitions, name, strlen(name)) != NULL)
    return ptl_read_fail(
        s->r, s->node->key_where,
        PTL_E(0214) "%s has a state '%s'; give the other signal of that name another one", s->what,
        name);
  const ptl_status status = ptl_read_entry(s->r, s->node, "scale", s->unit, &def.scale);
  s->r->m->location = s->node->key_where;
  return status == PTL_OK ? ptl_mechanism_add_signal(s->r->m, &def) : status;
}

/* What has been put together of plain texts becomes one, as reading it again would leave it: what
 * is written of a model is then the same however often it is read and written. NULL stays NULL. */
static ptl_status settle(const signal_reading *s, const char **text) {
  ptl_symbol_list variables;
  char *plain;
  if (*text == NULL) return PTL_OK;
  ptl_status status = ptl_mechanism_variables(s->r->m, s->r->m->n_bodies, &variables);
  if (status == PTL_OK)
    status = ptl_expr_resolve(s->r->context, *text, NULL, NULL, 0, &variables, &plain);
  if (status != PTL_OK) return ptl_read_fail_message(s->r, s->node->where, status);
  *text = plain;
  return ptl_read_keep(s->r, plain);
}

/* Expressions that may be NULL because memory is out. */
static ptl_status complete(const signal_reading *s, const char *name, const char *rate,
                           const char *next, const char *start) {
  if (name == NULL || (rate == NULL && next == NULL) || start == NULL) return PTL_ERR_MEMORY;
  ptl_status status = settle(s, &rate);
  if (status == PTL_OK) status = settle(s, &next);
  if (status == PTL_OK) status = settle(s, &start);
  if (status != PTL_OK) return status;
  const ptl_signal_def def = {.name = name, .rate = rate, .next = next, .start = start};
  s->r->m->location = s->node->key_where;
  return ptl_mechanism_complete_signal(s->r->m, &def);
}

static ptl_status add(const signal_reading *s, const char *name, const char *rate,
                      const char *start) {
  const ptl_status status = declare(s, name);
  return status == PTL_OK ? complete(s, name, rate, NULL, start) : status;
}

/* UNIT s^power */
static const char *times_seconds(const signal_reading *s, const char *unit, int power) {
  return strcmp(unit, "1") == 0 ? ptl_read_print(s->r, "s^%d", power)
                                : ptl_read_print(s->r, "%s s^%d", unit, power);
}

static const ptl_node *entry_of(const signal_reading *s, const char *key) {
  return ptl_node_find(s->node, key);
}

/* The expression under a key that must be there, with its unit. */
static ptl_status read_input(const signal_reading *s, const char *key, const char **text,
                             const char **unit) {
  return ptl_read_inferred(s->r, entry_of(s, key), key, &s->variables, text, unit);
}

/* `start`, or *text as it is. */
static ptl_status read_start(const signal_reading *s, const char **text) {
  const ptl_node *node = entry_of(s, "start");
  if (node == NULL) return PTL_OK;
  return ptl_read_expression(s->r, node, "start", s->unit, &s->variables, text);
}

/* A number that must be there. */
static ptl_status read_number(const signal_reading *s, const char *key, const char *unit,
                              double *out) {
  const ptl_node *node = entry_of(s, key);
  if (node == NULL)
    return ptl_read_fail(s->r, s->node->key_where, PTL_E(0214) "%s needs '%s'", s->what, key);
  return ptl_read_quantity(s->r, node, key, unit, out);
}

/* A time above 0 that must be there. */
static ptl_status read_time(const signal_reading *s, const char *key, double *out) {
  const ptl_status status = read_number(s, key, "s", out);
  if (status != PTL_OK || *out > 0.0) return status;
  return ptl_read_fail(s->r, entry_of(s, key)->where,
                       PTL_E(0214) "%s: '%s' must be > 0, not %.12g s", s->what, key, *out);
}

/* ------------------------------------------------------------------ rates, and what comes next */

static ptl_status find_unit(signal_reading *s) {
  const ptl_node *unit = entry_of(s, "unit"), *start = entry_of(s, "start");
  const char *text, *rate_unit;
  if (unit != NULL) return ptl_read_si_unit(s->r, unit, &s->unit);
  if (start != NULL) return ptl_read_inferred(s->r, start, "start", &s->variables, &text, &s->unit);
  ptl_status status =
      read_input(s, entry_of(s, "rate") != NULL ? "rate" : "next", &text, &rate_unit);
  if (status != PTL_OK) return status;
  s->unit = entry_of(s, "rate") != NULL ? times_seconds(s, rate_unit, 1) : rate_unit;
  return s->unit != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

static ptl_status read_plain(signal_reading *s) {
  const ptl_node *rate = entry_of(s, "rate");
  const char *text = NULL, *start = "0", *unit;
  ptl_status status = PTL_OK;
  if (ptl_find_element(s->r->m, PTL_ELEMENT_SIGNAL, s->name) < 0) {
    status = find_unit(s);
    if (status == PTL_OK) status = declare(s, s->name);
  } else {
    status = ptl_read_si_unit(s->r, entry_of(s, "unit"), &s->unit);
  }
  if (status == PTL_OK)
    status = ptl_mechanism_variables(s->r->m, s->r->m->n_bodies, &s->variables); /* itself, too */
  if (status != PTL_OK) return status;
  unit = rate != NULL ? times_seconds(s, s->unit, -1) : s->unit;
  if (unit == NULL) return PTL_ERR_MEMORY;
  status = ptl_read_expression(s->r, rate != NULL ? rate : entry_of(s, "next"),
                               rate != NULL ? "rate" : "next", unit, &s->variables, &text);
  if (status == PTL_OK) status = read_start(s, &start);
  return status == PTL_OK
             ? complete(s, s->name, rate != NULL ? text : NULL, rate != NULL ? NULL : text, start)
             : status;
}

/* ------------------------------------------------------------------ filters and delays */

/* T x' + x = u, or T^2 x'' + 2 damping T x' + x = u. */
static ptl_status read_filter(signal_reading *s) {
  const char *input, *start;
  double time = 0.0, damping = NAN;
  ptl_status status = read_input(s, "filter", &input, &s->unit);
  start = input;
  if (status == PTL_OK) status = read_time(s, "time", &time);
  if (status == PTL_OK) status = ptl_read_entry(s->r, s->node, "damping", "1", &damping);
  if (status == PTL_OK) status = read_start(s, &start);
  if (status != PTL_OK) return status;
  if (isnan(damping))
    return add(s, s->name, ptl_read_print(s->r, "((%s) - %s)/%.17g", input, s->name, time), start);
  if (damping < 0.0)
    return ptl_read_fail(s->r, entry_of(s, "damping")->where,
                         PTL_E(0214) "%s: 'damping' must not be negative, not %.12g", s->what,
                         damping);
  /* two states of one unit: x, and T x' */
  const char *slope = ptl_read_print(s->r, "%s_slope", s->name);
  status = declare(s, s->name);
  if (status == PTL_OK) status = declare(s, slope);
  if (status == PTL_OK)
    status = complete(s, s->name, ptl_read_print(s->r, "%s/%.17g", slope, time), NULL, start);
  return status == PTL_OK ? complete(s, slope,
                                     ptl_read_print(s->r, "((%s) - %s - %.17g*%s)/%.17g", input,
                                                    s->name, 2.0 * damping, slope, time),
                                     NULL, "0")
                          : status;
}

enum { DELAY_ORDER = 4, MOST_DELAY_ORDER = 8 };

/* Coefficients of the Pade approximation of exp(-s) with numerator of degree n - 1 and denominator
 * of degree n, by powers of s: G. A. Baker, P. Graves-Morris: Pade Approximants (1996), 1.2. */
static void find_delay(int n, double *numerator, double *denominator) {
  const int m = n - 1;
  numerator[0] = denominator[0] = 1.0;
  for (int k = 1; k <= n; k++) {
    const double both = (double)(m + n - k + 1) * k;
    denominator[k] = denominator[k - 1] * (n - k + 1) / both;
    if (k <= m) numerator[k] = -numerator[k - 1] * (m - k + 1) / both;
  }
}

/* With the denominator's coefficients d and the numerator's c, in states that are all of the size
 * of the input u: T z_k' = d_k/d_(k+1) z_(k+1), the last T z' = d_(n-1)/d_n (u - sum z_k); output
 * sum c_k/d_k z_k. */
static ptl_status read_delay(signal_reading *s) {
  const char *input, *start, *names[MOST_DELAY_ORDER], *sum = "", *output = "";
  double time = 0.0, order = DELAY_ORDER, c[MOST_DELAY_ORDER], d[MOST_DELAY_ORDER + 1];
  ptl_status status = read_input(s, "delay", &input, &s->unit);
  start = input;
  if (status == PTL_OK) status = read_time(s, "time", &time);
  if (status == PTL_OK) status = ptl_read_entry(s->r, s->node, "order", "1", &order);
  if (status == PTL_OK && !(order >= 1 && order <= MOST_DELAY_ORDER && order == floor(order)))
    status = ptl_read_fail(s->r, entry_of(s, "order")->where,
                           PTL_E(0214) "%s: 'order' must be a whole number from 1 to %d, not %.12g",
                           s->what, MOST_DELAY_ORDER, order);
  if (status == PTL_OK) status = read_start(s, &start);
  const int n = (int)order;
  for (int k = 0; k < n && status == PTL_OK; k++) {
    names[k] = ptl_read_print(s->r, "%s_%d", s->name, k + 1);
    status = declare(s, names[k]);
  }
  if (status != PTL_OK) return status;
  find_delay(n, c, d);
  for (int k = 0; k < n; k++) {
    sum = ptl_read_print(s->r, "%s - %s", sum, names[k]);
    output = ptl_read_print(s->r, "%s + %.17g*%s", output, c[k] / d[k], names[k]);
    if (sum == NULL || output == NULL) return PTL_ERR_MEMORY;
  }
  for (int k = 0; k < n && status == PTL_OK; k++) {
    const double pace = d[k] / (d[k + 1] * time);
    const char *rate = k + 1 < n ? ptl_read_print(s->r, "%.17g*%s", pace, names[k + 1])
                                 : ptl_read_print(s->r, "%.17g*((%s)%s)", pace, input, sum);
    status = complete(s, names[k], rate, NULL, k == 0 ? start : "0");
  }
  s->output = output + strlen(" + ");
  return status;
}

/* ------------------------------------------------------------------ PID */

typedef struct pid {
  const char *error, *error_unit, *gain_unit;
  double kp, ki, kd, limits[2], tracking;
  const char *raw; /* kp e + I + D, before the limits */
} pid;

static ptl_status read_gains(signal_reading *s, pid *c) {
  const ptl_node *kp = entry_of(s, "kp");
  const char *text, *per_second = NULL, *seconds = NULL;
  char unit[96];
  double one;
  ptl_status status = read_input(s, "pid", &c->error, &c->error_unit);
  if (status == PTL_OK && kp == NULL)
    status = ptl_read_fail(s->r, s->node->key_where, PTL_E(0214) "%s needs 'kp'", s->what);
  if (status == PTL_OK) status = ptl_read_text(s->r, kp, "kp", &text);
  if (status == PTL_OK)
    status = ptl_quantity_infer(s->r->context, text, s->r->parameters, s->r->n_parameters, &c->kp,
                                unit, sizeof unit);
  if (status != PTL_OK) return ptl_read_fail_message(s->r, s->node->key_where, status);
  c->gain_unit = ptl_read_print(s->r, "%s", unit);
  if (c->gain_unit == NULL) return PTL_ERR_MEMORY;
  /* the unit of the output */
  text = ptl_read_print(s->r, "(1 %s)*(1 %s)", strcmp(unit, "1") == 0 ? "" : unit,
                        strcmp(c->error_unit, "1") == 0 ? "" : c->error_unit);
  if (text == NULL) return PTL_ERR_MEMORY;
  status = ptl_quantity_infer(s->r->context, text, NULL, 0, &one, unit, sizeof unit);
  s->unit = ptl_read_print(s->r, "%s", unit);
  per_second = times_seconds(s, c->gain_unit, -1);
  seconds = times_seconds(s, c->gain_unit, 1);
  if (s->unit == NULL || per_second == NULL || seconds == NULL) return PTL_ERR_MEMORY;
  if (status == PTL_OK) status = ptl_read_entry(s->r, s->node, "ki", per_second, &c->ki);
  return status == PTL_OK ? ptl_read_entry(s->r, s->node, "kd", seconds, &c->kd) : status;
}

/* The part of the error's rate: as it is given, or of the error by a filter. */
static ptl_status add_derivative(signal_reading *s, pid *c) {
  const ptl_node *given = entry_of(s, "derivative");
  const char *text;
  double time = 0.0;
  if (c->kd == 0.0) return PTL_OK;
  if (given != NULL) {
    const char *unit = times_seconds(s, c->error_unit, -1);
    if (unit == NULL) return PTL_ERR_MEMORY;
    ptl_status status = ptl_read_expression(s->r, given, "derivative", unit, &s->variables, &text);
    if (status != PTL_OK) return status;
    c->raw = ptl_read_print(s->r, "%s + %.17g*(%s)", c->raw, c->kd, text);
    return PTL_OK;
  }
  if (entry_of(s, "filter_time") == NULL)
    return ptl_read_fail(s->r, s->node->key_where,
                         PTL_E(0214) "%s: 'kd' needs 'derivative', the rate of the error, or 'filter_time', "
                         "with which it follows from the error",
                         s->what);
  ptl_status status = read_time(s, "filter_time", &time);
  signal_reading lag = *s;
  lag.unit = c->error_unit;
  const char *name = ptl_read_print(s->r, "%s_lag", s->name);
  if (status == PTL_OK)
    status =
        add(&lag, name, ptl_read_print(s->r, "((%s) - %s)/%.17g", c->error, name, time), c->error);
  if (status == PTL_OK)
    c->raw = ptl_read_print(s->r, "%s + %.17g*((%s) - %s)", c->raw, c->kd / time, c->error, name);
  return status;
}

static ptl_status read_limits(signal_reading *s, pid *c) {
  const ptl_node *node = entry_of(s, "limits");
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_pair(s->r, node, "limits", s->unit, c->limits);
  if (status == PTL_OK && !(c->limits[0] < c->limits[1]))
    status = ptl_read_fail(s->r, node->where,
                           PTL_E(0214) "%s: the second of its 'limits' must be larger", s->what);
  c->tracking = sqrt(fabs(c->kd / c->ki));
  if (!(c->tracking > 0.0)) c->tracking = fabs(c->kp / c->ki);
  if (status == PTL_OK && entry_of(s, "tracking") != NULL)
    status = read_time(s, "tracking", &c->tracking);
  if (status == PTL_OK && c->ki != 0.0 && !(c->tracking > 0.0))
    status = ptl_read_fail(
        s->r, s->node->key_where,
        PTL_E(0214) "%s has 'limits' and an integral alone, and needs 'tracking'", s->what);
  return status;
}

/* Anti-windup by back-calculation, I' = ki e + (output - raw)/tracking: K. J. Astrom, T. Hagglund:
 * PID Controllers (1995), 3.5. */
static ptl_status read_pid(signal_reading *s) {
  pid c = {.limits = {-INFINITY, INFINITY}};
  const char *start = "0", *integral = ptl_read_print(s->r, "%s_integral", s->name);
  if (integral == NULL) return PTL_ERR_MEMORY;
  ptl_status status = read_gains(s, &c);
  if (status != PTL_OK) return status;
  c.raw = ptl_read_print(s->r, "%.17g*(%s)", c.kp, c.error);
  status = add_derivative(s, &c);
  if (status == PTL_OK) status = read_limits(s, &c);
  if (status == PTL_OK) status = read_start(s, &start);
  if (status != PTL_OK) return status;
  if (c.ki != 0.0) c.raw = ptl_read_print(s->r, "%s + %s", c.raw, integral);
  s->output = isfinite(c.limits[0]) ? ptl_read_print(s->r, "min(max(%s, %.17g), %.17g)", c.raw,
                                                     c.limits[0], c.limits[1])
                                    : c.raw;
  if (c.raw == NULL || s->output == NULL) return PTL_ERR_MEMORY;
  if (c.ki == 0.0) return PTL_OK;
  const char *rate = ptl_read_print(s->r, "%.17g*(%s)", c.ki, c.error);
  if (isfinite(c.limits[0]))
    rate = ptl_read_print(s->r, "%s + (%s - (%s))/%.17g", rate, s->output, c.raw, c.tracking);
  return add(s, integral, rate, start);
}

/* ------------------------------------------------------------------ switches */

static ptl_status read_switch(signal_reading *s) {
  const char *input, *unit, *start;
  double on = 0.0, off = 0.0;
  int begins = 0;
  ptl_status status = read_input(s, "switch", &input, &unit);
  if (status == PTL_OK) status = read_number(s, "on", unit, &on);
  if (status == PTL_OK) status = read_number(s, "off", unit, &off);
  if (status == PTL_OK) status = ptl_read_word_entry(s->r, s->node, "start", "off|on", &begins);
  if (status == PTL_OK && on == off)
    status = ptl_read_fail(
        s->r, s->node->key_where,
        PTL_E(0214) "%s needs 'on' and 'off' at different values, between which it stays", s->what);
  if (status != PTL_OK) return status;
  const char *above = on > off ? ">" : "<";
  const char *turns_on = ptl_read_print(s->r, "(%s) %s= %.17g", input, above, on);
  const char *stays_on = ptl_read_print(s->r, "(%s) %s %.17g", input, above, off);
  if (turns_on == NULL || stays_on == NULL) return PTL_ERR_MEMORY;
  start = begins ? stays_on : turns_on;
  s->unit = "1";
  status = declare(s, s->name);
  return status == PTL_OK
             ? complete(s, s->name, NULL,
                        ptl_read_print(s->r, "%s > 0.5 ? %s : %s", s->name, stays_on, turns_on),
                        start)
             : status;
}

/* ------------------------------------------------------------------ the section */

/* What kind of signal it is; PTL_SIGNAL_EXPRESSION without a state. */
static int kind_of(const ptl_node *node) {
  for (int i = PTL_SIGNAL_EXPRESSION + 1; i < PTL_N_SIGNALS; i++)
    if (node->kind == PTL_NODE_MAPPING && ptl_node_find(node, ptl_signal_tables[i].name) != NULL)
      return i;
  return PTL_SIGNAL_EXPRESSION;
}

int ptl_is_state(const ptl_node *node) {
  return kind_of(node) != PTL_SIGNAL_EXPRESSION;
}

static const char *name_in_messages(ptl_reader *r, const ptl_node *node) {
  return ptl_read_print(r, "signal '%s'", node->key);
}

ptl_status ptl_declare_state(ptl_reader *r, const ptl_node *node) {
  const int kind = kind_of(node);
  signal_reading s = {.r = r, .node = node, .name = node->key};
  s.what = name_in_messages(r, node);
  if (s.what == NULL) return PTL_ERR_MEMORY;
  ptl_status status = ptl_read_known(r, node, s.what, ptl_signal_tables[kind].keys);
  if (status != PTL_OK || (kind != PTL_SIGNAL_RATE && kind != PTL_SIGNAL_NEXT) ||
      ptl_node_find(node, "unit") == NULL)
    return status;
  status = find_unit(&s);
  return status == PTL_OK ? declare(&s, s.name) : status;
}

ptl_status ptl_read_state(ptl_reader *r, const ptl_node *node, const char **text,
                          const char **unit) {
  static ptl_status (*const readers[PTL_N_SIGNALS])(signal_reading *) = {
      [PTL_SIGNAL_RATE] = read_plain,    [PTL_SIGNAL_NEXT] = read_plain,
      [PTL_SIGNAL_FILTER] = read_filter, [PTL_SIGNAL_DELAY] = read_delay,
      [PTL_SIGNAL_PID] = read_pid,       [PTL_SIGNAL_SWITCH] = read_switch};
  signal_reading s = {.r = r, .node = node, .name = node->key};
  ptl_status status = ptl_mechanism_variables(r->m, r->m->n_bodies, &s.variables);
  s.what = name_in_messages(r, node);
  if (s.what == NULL) return PTL_ERR_MEMORY;
  if (status == PTL_OK) status = readers[kind_of(node)](&s);
  if (status == PTL_OK) status = settle(&s, &s.output);
  *text = s.output != NULL ? s.output : s.name;
  *unit = s.unit;
  return status;
}
