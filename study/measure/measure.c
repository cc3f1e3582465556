/* measure.c: reads measures and sections. */
#include "measure.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "measure_table.h"
#include "word_list.h"

enum { MOST_ARGUMENTS = 4 };

typedef struct reading {
  ptl_context *context;
  ptl_measures *measures;
  const char *text;
} reading;

static ptl_status fail(const reading *r, const char *why, const char *about) {
  return ptl_fail(r->context, PTL_ERR_INPUT, PTL_E(0804) "the measure '%s': %s%s%s", r->text, why,
                  *about ? ": " : "", about);
}

static char *copy_part(ptl_context *context, const char *from, const char *to) {
  while (from < to && *from == ' ') from++;
  while (to > from && to[-1] == ' ') to--;
  char *copy = ptl_alloc(context, (size_t)(to - from) + 1, 1);
  if (copy != NULL) memcpy(copy, from, (size_t)(to - from));
  return copy;
}

/* ------------------------------------------------------------------ the arguments of a call */

typedef struct arguments {
  char *items[MOST_ARGUMENTS];
  int n;
} arguments;

static void release_arguments(ptl_context *context, arguments *a) {
  for (int i = 0; i < a->n; i++) ptl_free(context, a->items[i]);
}

/* Cuts what stands in the bracket at p; *end is put behind it. PTL_ERR_INPUT when there are too
 * many. */
static ptl_status cut_arguments(const reading *r, const char *p, arguments *a, const char **end) {
  for (const char *from = p + 1;; from = *end) {
    const char *to = ptl_part_end(from, ",)");
    if (*to == '\0') return fail(r, "a bracket is not closed", "");
    if (a->n == MOST_ARGUMENTS) return fail(r, "a call has too many arguments", "");
    a->items[a->n] = copy_part(r->context, from, to);
    if (a->items[a->n] == NULL) return PTL_ERR_MEMORY;
    a->n++;
    *end = to + 1;
    if (*to == ')') return PTL_OK;
  }
}

static const ptl_abscissa *abscissa(const reading *r) {
  static const ptl_abscissa of_runs = {"run", "TIME", "s"};
  return r->measures->abscissa != NULL ? r->measures->abscissa : &of_runs;
}

/* The last argument as a window, if it is one. */
static ptl_status take_window(const reading *r, arguments *a, ptl_call *call) {
  if (a->n < 2 || !ptl_is_window(a->items[a->n - 1])) return PTL_OK;
  ptl_status status =
      ptl_window_read(r->context, a->items[a->n - 1], abscissa(r)->unit, &call->window);
  if (status != PTL_OK) return status;
  ptl_free(r->context, a->items[--a->n]);
  return PTL_OK;
}

static ptl_status need(const reading *r, const ptl_call *call, const arguments *a, int n,
                       const char *form) {
  if (a->n == n && (n == 0 || *a->items[0] != '\0')) return PTL_OK;
  if (n == 0 && a->n == 1 && *a->items[0] == '\0') return PTL_OK;
  char about[128];
  snprintf(about, sizeof about, "%s(%s)", call->type->name, form);
  return fail(r, "a call must have the form", about);
}

static ptl_status read_reduction(const reading *r, arguments *a, ptl_call *call) {
  const ptl_reduction reduction = call->type->reduction;
  ptl_status status;
  if (reduction == PTL_REDUCE_AT) {
    char form[48];
    snprintf(form, sizeof form, "EXPRESSION, %s", abscissa(r)->name);
    status = need(r, call, a, 2, form);
    return status == PTL_OK ? ptl_quantity_eval(r->context, a->items[1], abscissa(r)->unit, NULL, 0,
                                                &call->number)
                            : status;
  }
  status = take_window(r, a, call);
  if (status != PTL_OK) return status;
  if (reduction != PTL_REDUCE_HARMONIC) return need(r, call, a, 1, "EXPRESSION[, WINDOW]");
  status = need(r, call, a, 2, "EXPRESSION, NUMBER, last N turns of JOINT");
  if (status == PTL_OK)
    status = ptl_quantity_eval(r->context, a->items[1], "1", NULL, 0, &call->number);
  if (status != PTL_OK) return status;
  const double turns = call->window.last.amount / (2 * M_PI);
  if (call->window.kind != PTL_WINDOW_LAST || call->window.last.joint[0] == '\0' ||
      fabs(turns - round(turns)) > 1e-9)
    return fail(r, "a harmonic is one of whole turns, as in",
                "harmonic(slider.ax, 2, last 4 turns of shaft)");
  return PTL_OK;
}

/* INTERVAL[, from TIME [to TIME]] */
static ptl_status read_lyapunov(const reading *r, arguments *a, ptl_call *call) {
  ptl_status status = take_window(r, a, call);
  if (status == PTL_OK) status = need(r, call, a, 1, "INTERVAL[, from TIME]");
  if (status == PTL_OK)
    status = ptl_quantity_eval(r->context, a->items[0], "s", NULL, 0, &call->number);
  if (status == PTL_OK && (!(call->number > 0) || call->window.kind == PTL_WINDOW_LAST))
    status = fail(r, "an exponent has the form", "lyapunov(INTERVAL[, from TIME])");
  return status;
}

static ptl_status read_call(const reading *r, arguments *a, ptl_call *call) {
  ptl_status status;
  int kind;
  switch (call->type->kind) {
    case PTL_CALL_REDUCE:
      return read_reduction(r, a, call);
    case PTL_CALL_RUN:
      return need(r, call, a, 0, "");
    case PTL_CALL_LYAPUNOV:
      return read_lyapunov(r, a, call);
    case PTL_CALL_WEAR:
      status = take_window(r, a, call);
      return status == PTL_OK ? need(r, call, a, 1, "JOINT[.GAP][, WINDOW]") : status;
    case PTL_CALL_COUNT:
      status = need(r, call, a, 2, "EVENT, JOINT[.GAP]");
      if (status != PTL_OK) return status;
      kind = ptl_event_kind_find(a->items[0]);
      if (kind >= 0) call->event_kind = (ptl_event_kind)kind;
      return kind >= 0 ? PTL_OK
                       : fail(r, "an event is touch, deepest, part, stick, slip or hand_over, not",
                              a->items[0]);
    case PTL_CALL_STATISTIC:
      return need(r, call, a, 1, "NAME.NUMBER");
    default:
      return need(r, call, a, 1, "JOINT[.GAP]");
  }
}

/* What is of a run alone is no measure of another analysis. */
static ptl_status check_analysis(const reading *r, const ptl_call_type *type) {
  char about[160];
  if (r->measures->abscissa == NULL || ptl_call_type_takes_rows(type)) return PTL_OK;
  snprintf(about, sizeof about,
           "an analysis of '%s' has max, min, mean, final, at(EXPRESSION, %s), crossing, ... of "
           "its columns",
           abscissa(r)->analysis, abscissa(r)->name);
  char why[80];
  snprintf(why, sizeof why, "%s() is of a run", type->name);
  return fail(r, why, about);
}

/* The call with the bracket at p. */
static ptl_status add_call(const reading *r, const ptl_call_type *type, const char *p,
                           const char **end) {
  arguments a = {0};
  ptl_call call = {.type = type};
  ptl_status status = cut_arguments(r, p, &a, end);
  if (status == PTL_OK) status = check_analysis(r, type);
  if (status == PTL_OK) status = read_call(r, &a, &call);
  if (status == PTL_OK && r->measures->abscissa != NULL && call.window.kind == PTL_WINDOW_LAST)
    status = fail(r, "`last` is of runs; this analysis has windows", "from A, from A to B");
  if (status == PTL_OK) {
    const int which = type->kind == PTL_CALL_COUNT ? 1 : 0;
    call.argument = ptl_copy_text(r->context, a.n > 0 ? a.items[which] : "");
    ptl_call *grown =
        ptl_grow(r->context, r->measures->calls, (size_t)r->measures->n_calls, sizeof *grown);
    if (grown != NULL) r->measures->calls = grown;
    if (call.argument == NULL || grown == NULL) {
      ptl_free(r->context, call.argument);
      status = PTL_ERR_MEMORY;
    } else {
      grown[r->measures->n_calls++] = call;
    }
  }
  release_arguments(r->context, &a);
  return status;
}

/* `max` and `min` of several arguments are functions of an expression, not calls. */
static int is_function(const reading *r, const ptl_call_type *type, const char *p) {
  if (type->kind != PTL_CALL_REDUCE ||
      (type->reduction != PTL_REDUCE_MAX && type->reduction != PTL_REDUCE_MIN))
    return 0;
  arguments a = {0};
  const char *end;
  const ptl_status status = cut_arguments(r, p, &a, &end);
  const int plain = status == PTL_OK && (a.n > 1 && !ptl_is_window(a.items[a.n - 1]));
  release_arguments(r->context, &a);
  return plain;
}

/* ------------------------------------------------------------------ a measure */

static size_t name_length(const char *p) {
  size_t n = 0;
  if (!isalpha((unsigned char)*p) && *p != '_') return 0;
  while (isalnum((unsigned char)p[n]) || p[n] == '_' || p[n] == '.') n++;
  return n;
}

/* What `pintle` knows neither as a call nor as a function. */
static ptl_status fail_name(const reading *r, const char *p, size_t length) {
  char about[160], name[64];
  snprintf(name, sizeof name, "%.*s", (int)length, p);
  const char *near = ptl_call_type_suggest(name);
  snprintf(about, sizeof about, "%s%s%s%s", name, near != NULL ? ", did you mean '" : "",
           near != NULL ? near : "", near != NULL ? "'?" : "");
  return fail(r, "there is no call", about);
}

static int is_function_name(const char *p, size_t length) {
  char name[32];
  if (length >= sizeof name) return 0;
  memcpy(name, p, length);
  name[length] = '\0';
  return ptl_name_is_function(name);
}

/* Puts value1, value2, ... in the places of the calls; the expression is never longer than the text
 * and these. */
static ptl_status read_expression(const reading *r, char *out) {
  size_t used = 0;
  for (const char *p = r->text; *p != '\0';) {
    const size_t length = name_length(p), n = length > 0 ? length : 1;
    const int is_call = length > 0 && p[length] == '(';
    const ptl_call_type *type = is_call ? ptl_call_type_find(p, length) : NULL;
    if (type != NULL && !is_function(r, type, p + length)) {
      ptl_status status = add_call(r, type, p + length, &p);
      if (status != PTL_OK) return status;
      used += (size_t)sprintf(out + used, "value%d", r->measures->n_calls);
      continue;
    }
    if (is_call && !is_function_name(p, length)) return fail_name(r, p, length);
    memcpy(out + used, p, n);
    used += n;
    p += n;
  }
  out[used] = '\0';
  return PTL_OK;
}

/* Letters, digits and dots of the text, everything else a single underscore; m_ before what begins
 * with a digit. */
static char *name_of_text(ptl_context *context, const char *text) {
  char *name = ptl_alloc(context, strlen(text) + 3, 1);
  size_t n = 0;
  if (name != NULL && !isalpha((unsigned char)*text)) {
    name[n++] = 'm';
    name[n++] = '_';
  }
  for (; name != NULL && *text != '\0'; text++) {
    if (isalnum((unsigned char)*text) || *text == '.')
      name[n++] = *text;
    else if (n > 0 && name[n - 1] != '_')
      name[n++] = '_';
  }
  while (n > 0 && name[n - 1] == '_') name[--n] = '\0';
  return name;
}

static ptl_status check_name(const reading *r, const char *name) {
  if (name_length(name) == 0 || name[name_length(name)] != '\0')
    return fail(r, "a name is made of letters, digits, _ and dots, not", name);
  if (ptl_name_is_function(name)) return fail(r, "a function has the name", name);
  if (ptl_measures_find(r->measures, name) >= 0) return fail(r, "two measures have the name", name);
  return PTL_OK;
}

static void release_measure(ptl_context *context, ptl_measure *m) {
  ptl_free(context, m->name);
  ptl_free(context, m->text);
  ptl_free(context, m->expression);
  ptl_free(context, m->wanted_unit);
}

ptl_status ptl_measures_add(ptl_context *context, ptl_measures *measures, const char *name,
                            const char *text, const char *unit) {
  const reading r = {context, measures, text};
  /* A call has four characters or more, "min(", its place at most 15. */
  ptl_measure m = {name != NULL ? ptl_copy_text(context, name) : name_of_text(context, text),
                   ptl_copy_text(context, text), ptl_alloc(context, 4 * strlen(text) + 16, 1),
                   ptl_copy_text(context, unit)};
  ptl_measure *grown = ptl_grow(context, measures->items, (size_t)measures->n, sizeof *grown);
  if (grown != NULL) measures->items = grown;
  ptl_status status = m.name != NULL && m.text != NULL && m.expression != NULL && grown != NULL &&
                              (m.wanted_unit != NULL || unit == NULL)
                          ? PTL_OK
                          : PTL_ERR_MEMORY;
  if (status == PTL_OK) status = check_name(&r, m.name);
  if (status == PTL_OK) status = read_expression(&r, m.expression);
  if (status == PTL_OK)
    grown[measures->n++] = m;
  else
    release_measure(context, &m);
  return status;
}

int ptl_measures_find(const ptl_measures *measures, const char *name) {
  for (int i = 0; i < measures->n; i++)
    if (strcmp(measures->items[i].name, name) == 0) return i;
  return -1;
}

/* ------------------------------------------------------------------ a section */

static void release_section(ptl_context *context, ptl_section *section) {
  for (int i = 0; i < section->n_texts; i++) ptl_free(context, section->texts[i]);
  ptl_free(context, section->texts);
  ptl_free(context, section->name);
}

static ptl_status read_section(ptl_context *context, ptl_section *section, const char *every,
                               const char *phase) {
  if (section->n_texts == 0)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0804) "the section '%s' has no values",
                    section->name);
  ptl_status status = ptl_span_text_read(context, every, &section->every);
  if (status == PTL_OK && phase != NULL)
    status = ptl_quantity_eval(context, phase, *section->every.joint ? "rad" : "s", NULL, 0,
                               &section->phase);
  if (status == PTL_OK && (section->skip < 0 || !(section->phase >= 0)))
    status =
        ptl_fail(context, PTL_ERR_INPUT,
                 PTL_E(0804) "the section '%s': skip and phase are not below 0", section->name);
  return status;
}

ptl_status ptl_measures_add_section(ptl_context *context, ptl_measures *measures, const char *name,
                                    const char *const *texts, int n_texts, const char *every,
                                    const char *phase, int64_t skip) {
  ptl_section section = {.name = ptl_copy_text(context, name), .skip = skip};
  section.texts = ptl_alloc(context, (size_t)n_texts, sizeof *section.texts);
  ptl_section *grown =
      ptl_grow(context, measures->sections, (size_t)measures->n_sections, sizeof *grown);
  if (grown != NULL) measures->sections = grown;
  ptl_status status =
      section.name != NULL && section.texts != NULL && grown != NULL ? PTL_OK : PTL_ERR_MEMORY;
  for (int i = 0; i < n_texts && status == PTL_OK; i++) {
    section.texts[i] = ptl_copy_text(context, texts[i]);
    if (section.texts[i] == NULL) status = PTL_ERR_MEMORY;
    if (status == PTL_OK) section.n_texts++;
  }
  if (status == PTL_OK) status = read_section(context, &section, every, phase);
  if (status == PTL_OK)
    grown[measures->n_sections++] = section;
  else
    release_section(context, &section);
  return status;
}

void ptl_measures_release(ptl_context *context, ptl_measures *measures) {
  for (int i = 0; i < measures->n; i++) release_measure(context, &measures->items[i]);
  for (int i = 0; i < measures->n_calls; i++) ptl_free(context, measures->calls[i].argument);
  for (int i = 0; i < measures->n_sections; i++) release_section(context, &measures->sections[i]);
  ptl_free(context, measures->items);
  ptl_free(context, measures->calls);
  ptl_free(context, measures->sections);
  *measures = (ptl_measures){0};
}
