/* expression.c: quantities and resolved texts. See expression.h. */
#include "expression.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grammar.h"

/* ------------------------------------------------------------------ quantities */

/* The first name of the text that is a parameter and would be a unit otherwise; its length, 0 when
 * there is none. */
static size_t find_hidden_unit(const ptl_reading *r, const char **name) {
  for (const char *p = r->text; *p != '\0'; p += *p != '\0') {
    char unit[32];
    int variable;
    size_t length = ptl_name_length(p), taken = 0;
    if (length == 0) continue;
    ptl_unit parsed;
    snprintf(unit, sizeof unit, "%.*s", (int)length, p);
    if (length < sizeof unit && ptl_symbol_at(r, p, &taken, &variable) != NULL && taken == length &&
        variable < 0 && ptl_unit_parse(r->context, unit, &parsed) == PTL_OK) {
      *name = p;
      return length;
    }
    p += length;
    if (*p == '\0') break;
  }
  return 0;
}

static ptl_status check_unit(const ptl_reading *r, const ptl_dimension *d, const char *unit) {
  ptl_unit wanted;
  char found[96];
  ptl_status status = ptl_unit_parse(r->context, unit, &wanted);
  if (status != PTL_OK || d->plain || d->zero || ptl_unit_fits(d->power, wanted.power))
    return status;
  ptl_unit_write(d->power, found, sizeof found);
  const char *name = NULL;
  size_t length = find_hidden_unit(r, &name);
  if (length > 0)
    return ptl_fail(r->context, PTL_ERR_INPUT,
                    PTL_E(0102) "'%.200s' is in %s, but %s is wanted here: '%.*s' is a parameter of this model "
                    "and not the unit",
                    r->text, found, unit, (int)length, name);
  return ptl_fail(r->context, PTL_ERR_INPUT, PTL_E(0102) "'%.200s' is in %s, but %s is wanted here",
                  r->text, found, unit);
}

static ptl_status finish_constant(const ptl_reading *r, double *out) {
  *out = ptl_program_value(&r->program, 0, NULL, NULL);
  if (isfinite(*out)) return PTL_OK;
  return ptl_fail(r->context, PTL_ERR_INPUT, PTL_E(0103) "'%.200s' has no finite value", r->text);
}

ptl_status ptl_quantity_eval_tables(ptl_context *context, const char *text, const char *unit,
                                    const ptl_symbol *symbols, int n_symbols,
                                    const ptl_definition_list *tables, double *out) {
  ptl_reading r = {.context = context,
                   .text = text,
                   .parameters = symbols,
                   .n_parameters = n_symbols,
                   .tables = tables,
                   .checked = 1};
  ptl_dimension d;
  ptl_status status = ptl_reading_all(&r, &d);
  if (status == PTL_OK) status = check_unit(&r, &d, unit);
  if (status == PTL_OK) status = finish_constant(&r, out);
  ptl_reading_release(&r);
  return status;
}

ptl_status ptl_quantity_eval(ptl_context *context, const char *text, const char *unit,
                             const ptl_symbol *symbols, int n_symbols, double *out) {
  return ptl_quantity_eval_tables(context, text, unit, symbols, n_symbols, NULL, out);
}

ptl_status ptl_quantity_infer(ptl_context *context, const char *text, const ptl_symbol *symbols,
                              int n_symbols, double *out, char *unit, size_t size) {
  ptl_reading r = {.context = context,
                   .text = text,
                   .parameters = symbols,
                   .n_parameters = n_symbols,
                   .checked = 1};
  ptl_dimension d;
  ptl_status status = ptl_reading_all(&r, &d);
  if (status == PTL_OK) status = finish_constant(&r, out);
  if (status == PTL_OK) {
    ptl_unit_write(d.power, unit, size);
    if (!d.plain && !ptl_has_dimension(&d)) snprintf(unit, size, "rad");
  }
  ptl_reading_release(&r);
  return status;
}

/* ------------------------------------------------------------------ resolved texts */

static ptl_status resolve(ptl_reading *r, ptl_dimension *d, const char *unit, char **out) {
  ptl_status status = ptl_reading_all(r, d);
  if (status == PTL_OK && unit != NULL) status = check_unit(r, d, unit);
  if (status == PTL_OK) {
    *out = r->out;
    r->out = NULL;
  }
  ptl_reading_release(r);
  return status;
}

ptl_status ptl_expr_resolve(ptl_context *context, const char *text, const char *unit,
                            const ptl_symbol *parameters, int n_parameters,
                            const ptl_symbol_list *variables, char **out) {
  ptl_reading r = {.context = context,
                   .text = text,
                   .parameters = parameters,
                   .variables = variables,
                   .n_parameters = n_parameters,
                   .checked = unit != NULL,
                   .written = 1};
  ptl_dimension d;
  return resolve(&r, &d, unit, out);
}

ptl_status ptl_expr_infer(ptl_context *context, const char *text, const ptl_symbol *parameters,
                          int n_parameters, const ptl_symbol_list *variables, char **out,
                          char *unit, size_t size) {
  ptl_reading r = {.context = context,
                   .text = text,
                   .parameters = parameters,
                   .variables = variables,
                   .n_parameters = n_parameters,
                   .checked = 1,
                   .written = 1};
  ptl_dimension d;
  ptl_status status = resolve(&r, &d, NULL, out);
  if (status == PTL_OK) ptl_unit_write(d.power, unit, size);
  return status;
}

/* ------------------------------------------------------------------ names */

int ptl_name_is_function(const char *name) {
  const ptl_function *function = ptl_find_function(name, strlen(name));
  return (function != NULL && function->op <= OP_OR) || strcmp(name, "pi") == 0;
}

const char *ptl_next_name(const char *p, size_t *length) {
  while (*p && !ptl_is_letter(*p)) {
    size_t number = 0; /* no name begins in 2e3 */
    while (isdigit((unsigned char)*p) && (isalnum((unsigned char)p[number]) || p[number] == '.'))
      number++;
    p += number > 0 ? number : 1;
  }
  *length = ptl_dotted_length(p);
  return *p ? p : NULL;
}
