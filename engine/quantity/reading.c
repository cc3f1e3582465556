/* reading.c: names in expressions, and the text that is written of them. See reading.h. */
#include "reading.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "number.h"
#include "word_list.h"

/* ------------------------------------------------------------------ output and failures */

ptl_status ptl_reading_emit(ptl_reading *r, const char *text, size_t n) {
  if (!r->written) return PTL_OK;
  if (r->length + n + 1 > r->room) {
    const size_t room = 2 * (r->length + n) + 64;
    char *grown = ptl_alloc(r->context, room, 1);
    if (grown == NULL) return PTL_ERR_MEMORY;
    if (r->out != NULL) memcpy(grown, r->out, r->length);
    ptl_free(r->context, r->out);
    r->out = grown;
    r->room = room;
  }
  memcpy(r->out + r->length, text, n);
  r->length += n;
  r->out[r->length] = '\0';
  return PTL_OK;
}

ptl_status ptl_reading_emit_text(ptl_reading *r, const char *text) {
  return ptl_reading_emit(r, text, strlen(text));
}

ptl_status ptl_reading_emit_number(ptl_reading *r, double value) {
  char text[PTL_NUMBER_ROOM];
  return ptl_reading_emit(r, text, (size_t)ptl_number_write(value, text));
}

/* Puts an opening bracket at a place that was written already. */
ptl_status ptl_reading_emit_bracket(ptl_reading *r, size_t at) {
  const ptl_status status = ptl_reading_emit_text(r, " ");
  if (status != PTL_OK || !r->written) return status;
  memmove(r->out + at + 1, r->out + at, r->length - at - 1);
  r->out[at] = '(';
  return PTL_OK;
}

ptl_status ptl_reading_fail(const ptl_reading *r, const char *at, const char *format, ...) {
  char what[600];
  va_list list;
  va_start(list, format);
  vsnprintf(what, sizeof what, format, list);
  va_end(list);
  return ptl_fail(r->context, PTL_ERR_INPUT, PTL_E(0103) "'%.200s', character %d: %s", r->text,
                  (int)(at - r->text) + 1, what);
}

void ptl_reading_skip(ptl_reading *r) {
  while (isspace((unsigned char)*r->p)) r->p++;
}

/* ------------------------------------------------------------------ names */

static const ptl_symbol *find_symbol(const ptl_symbol *list, int n, const char *name,
                                     size_t length) {
  for (int i = 0; i < n; i++)
    if (strncmp(list[i].name, name, length) == 0 && list[i].name[length] == '\0') return &list[i];
  return NULL;
}

size_t ptl_name_length(const char *p) {
  size_t n = 0;
  if (!ptl_is_letter(*p)) return 0;
  while (ptl_is_letter(p[n]) || isdigit((unsigned char)p[n])) n++;
  return n;
}

size_t ptl_dotted_length(const char *p) {
  size_t n = ptl_name_length(p);
  while (n > 0 && p[n] == '.' && ptl_name_length(p + n + 1) > 0)
    n += 1 + ptl_name_length(p + n + 1);
  return n;
}

const ptl_symbol *ptl_symbol_at(const ptl_reading *r, const char *p, size_t *length,
                                int *variable) {
  const ptl_symbol *found = NULL;
  size_t n = ptl_name_length(p);
  while (n > 0) {
    const int index = r->variables != NULL ? ptl_symbols_find(r->variables, p, n) : -1;
    const ptl_symbol *parameter = find_symbol(r->parameters, r->n_parameters, p, n);
    if (index >= 0 || parameter != NULL) {
      found = index >= 0 ? &r->variables->items[index] : parameter;
      *variable = index;
      *length = n;
    }
    if (p[n] != '.' || ptl_name_length(p + n + 1) == 0) break;
    n += 1 + ptl_name_length(p + n + 1);
  }
  return found;
}

/* A table that is called; what is not called is a unit or a parameter. */
static const ptl_definition *table_at(const ptl_reading *r, const char *p, size_t *length) {
  const size_t n = ptl_name_length(p);
  const ptl_definition *found = n > 0 ? ptl_definitions_find(r->tables, p, n) : NULL;
  *length = n;
  return found != NULL && found->function != NULL && p[n + strspn(p + n, " ")] == '(' ? found
                                                                                      : NULL;
}

const ptl_definition *ptl_definition_at(const ptl_reading *r, const char *p, size_t *length) {
  if (r->tables != NULL) return table_at(r, p, length);
  const ptl_definition_list *list = r->variables != NULL ? r->variables->definitions : NULL;
  const ptl_definition *found = NULL;
  size_t n = list != NULL ? ptl_name_length(p) : 0;
  while (n > 0) {
    const ptl_definition *definition = ptl_definitions_find(list, p, n);
    if (definition != NULL) {
      found = definition;
      *length = n;
    }
    if (p[n] != '.' || ptl_name_length(p + n + 1) == 0) break;
    n += 1 + ptl_name_length(p + n + 1);
  }
  return found;
}

enum { MOST = 2 * PTL_TABLE_POINTS + 1 }; /* arguments */
static const ptl_function functions[] = {
    {"sin", RULE_PURE, 1, 1, OP_SIN},
    {"cos", RULE_PURE, 1, 1, OP_COS},
    {"tan", RULE_PURE, 1, 1, OP_TAN},
    {"asin", RULE_PURE, 1, 1, OP_ASIN},
    {"acos", RULE_PURE, 1, 1, OP_ACOS},
    {"atan", RULE_PURE, 1, 1, OP_ATAN},
    {"sinh", RULE_PURE, 1, 1, OP_SINH},
    {"cosh", RULE_PURE, 1, 1, OP_COSH},
    {"tanh", RULE_PURE, 1, 1, OP_TANH},
    {"asinh", RULE_PURE, 1, 1, OP_ASINH},
    {"acosh", RULE_PURE, 1, 1, OP_ACOSH},
    {"atanh", RULE_PURE, 1, 1, OP_ATANH},
    {"exp", RULE_PURE, 1, 1, OP_EXP},
    {"ln", RULE_PURE, 1, 1, OP_LOG},
    {"log", RULE_PURE, 1, 1, OP_LOG},
    {"log2", RULE_PURE, 1, 1, OP_LOG2},
    {"log10", RULE_PURE, 1, 1, OP_LOG10},
    {"floor", RULE_PURE, 1, 1, OP_FLOOR},
    {"ceil", RULE_PURE, 1, 1, OP_CEIL},
    {"round", RULE_PURE, 1, 1, OP_ROUND},
    {"rint", RULE_PURE, 1, 1, OP_RINT},
    {"sqrt", RULE_ROOT, 1, 1, OP_SQRT},
    {"abs", RULE_KEEP, 1, 1, OP_ABS},
    {"sign", RULE_SIGN, 1, 1, OP_SIGN},
    {"min", RULE_SAME, 1, 20, OP_MIN},
    {"max", RULE_SAME, 1, 20, OP_MAX},
    {"sum", RULE_SAME, 1, 20, OP_ADD},
    {"avg", RULE_SAME, 1, 20, OP_ADD},
    {"fmod", RULE_SAME, 2, 2, OP_MOD},
    {"atan2", RULE_RATIO, 2, 2, OP_ATAN2},
    {"mod", RULE_SAME, 2, 2, MAKE_MOD},
    {"clamp", RULE_SAME, 3, 3, MAKE_CLAMP},
    {"step", RULE_TABLE, 5, 5, MAKE_STEP},
    {"step5", RULE_TABLE, 5, 5, MAKE_STEP5},
    {"linear", RULE_TABLE, 5, MOST, MAKE_LINEAR},
    {"monotone", RULE_TABLE, 5, MOST, MAKE_MONOTONE},
    {"cubic", RULE_TABLE, 5, MOST, MAKE_CUBIC},
    {"bilinear", RULE_GRID, 12, MOST, MAKE_GRID},
    {"periodic_linear", RULE_TABLE, 5, MOST, MAKE_PERIODIC_LINEAR},
    {"periodic_monotone", RULE_TABLE, 5, MOST, MAKE_PERIODIC_MONOTONE},
    {"periodic_cubic", RULE_TABLE, 7, MOST, MAKE_PERIODIC_CUBIC}};
enum { N_FUNCTIONS = sizeof functions / sizeof *functions };

const ptl_function *ptl_find_function(const char *name, size_t length) {
  for (int i = 0; i < N_FUNCTIONS; i++) {
    if (strncmp(functions[i].name, name, length) == 0 && functions[i].name[length] == '\0')
      return &functions[i];
  }
  return NULL;
}

int ptl_is_pi(const char *p, size_t length) {
  return length == 2 && memcmp(p, "pi", 2) == 0;
}

/* ptl_unit_taken: what is a parameter, a variable or a function is no unit. */
int ptl_name_is_taken(void *user, const char *p) {
  const size_t n = ptl_name_length(p);
  size_t length;
  int variable;
  if (ptl_is_pi(p, n) || ptl_symbol_at(user, p, &length, &variable) != NULL) return 1;
  if (ptl_definition_at(user, p, &length) != NULL) return 1;
  return ptl_find_function(p, n) != NULL &&
         p[n + strspn(p + n, " ")] == '('; /* min is a unit, too */
}

/* How what other languages have is written here; NULL for a name that none of these is. */
static const char *written_here(const char *name) {
  static const char *const others[][2] = {
      {"if", "condition ? a : b"},
      {"pow", "a^b"},
      {"fabs", "abs(x)"},
      {"heaviside", "x < 0 ? 0 : 1"},
      {"arcsin", "asin(x)"},
      {"arccos", "acos(x)"},
      {"arctan", "atan(x)"},
      {"arctan2", "atan2(y, x)"},
      {"t", "time"},
      {"and", "a && b"},
      {"or", "a || b"},
      {"not", "x == 0"},
      {"e", "exp(1)"},
      {"mean", "avg(a, b)"},
      {"Nm", "N m"},
      {"Nmm", "N mm"},
      {"kNm", "kN m"},
      {"Ns", "N s"},
      {"Nms", "N m s"},
      {"kgm2", "kg m^2"},
      {"interp", "NAME(x) with a table under 'tables'"},
      {"lookup", "NAME(x) with a table under 'tables'"},
      {"spline", "cubic(x, x0, y0, ...), or a table under 'tables'"}};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (ptl_word_is_alike(name, others[i][0])) return others[i][1];
  return NULL;
}

ptl_status ptl_reading_fail_name(const ptl_reading *r, int or_unit) {
  enum { MOST_NAMES = 400 };
  const char *names[MOST_NAMES];
  char name[80];
  const int n_variables = r->variables != NULL ? r->variables->n : 0;
  int n = 0;
  snprintf(name, sizeof name, "%.*s", (int)ptl_dotted_length(r->p), r->p);
  for (int i = 0; i < r->n_parameters && n < MOST_NAMES; i++) names[n++] = r->parameters[i].name;
  for (int i = 0; i < n_variables && n < MOST_NAMES; i++) names[n++] = r->variables->items[i].name;
  const ptl_definition_list *list = r->variables != NULL ? r->variables->definitions : NULL;
  for (int i = 0; list != NULL && i < list->n && n < MOST_NAMES; i++)
    names[n++] = list->items[i].name;
  for (int i = 0; i < N_FUNCTIONS && n < MOST_NAMES; i++) names[n++] = functions[i].name;
  for (int i = 0; or_unit && n < MOST && ptl_unit_name(i); i++) names[n++] = ptl_unit_name(i);
  char hint[128] = "";
  const char *here = written_here(name), *near = ptl_nearest(name, names, n);
  if (here != NULL)
    snprintf(hint, sizeof hint, " (here it is written %s)", here);
  else if (near != NULL)
    snprintf(hint, sizeof hint, " (did you mean '%s'?)", near);
  return ptl_reading_fail(r, r->p,
                          PTL_E(0103) "'%s' is no %sparameter, variable or function here%s", name,
                          or_unit ? "unit, " : "", hint);
}

ptl_status ptl_reading_fail_arguments(const ptl_reading *r, const ptl_function *f, const char *at,
                                      int n) {
  if (n < f->fewest && f->most > f->fewest)
    return ptl_reading_fail(r, at,
                            PTL_E(0103) "the function %s takes at least %d argument%s, not %d",
                            f->name, f->fewest, f->fewest == 1 ? "" : "s", n);
  return ptl_reading_fail(r, at, PTL_E(0103) "the function %s takes %d argument%s, not %d", f->name,
                          f->most, f->most == 1 ? "" : "s", n);
}

ptl_status ptl_reading_fail_signal(const ptl_reading *r, const ptl_definition *signal) {
  if (signal->text != NULL)
    return ptl_reading_fail(r, r->p,
                            PTL_E(0103) "signal '%s' is of things that cannot be used here: %s",
                            signal->name, signal->text);
  return ptl_reading_fail(r, r->p,
                          PTL_E(0103) "signal '%s' is not known here: a signal uses those above it, and "
                                      "of those below it 'rate' and 'next' with a 'unit'",
                          signal->name);
}
