/* fuzz_expression.c: a text as a unit, a quantity and an expression: read, evaluated,
 * differentiated, bounded. */
#include "expression.h"
#include "fuzz.h"
#include "symbols.h"
#include "units.h"

static void use(const ptl_expr *e) {
  const double low[] = {-1, 0}, high[] = {2, 3};
  double first, second, least, largest;
  ptl_expr_eval(e);
  ptl_expr_derive(e, 0, &first, &second);
  ptl_expr_derive(e, 1, &first, &second);
  ptl_expr_range(e, low, high, &least, &largest);
  ptl_expr_is_smooth(e, low, high, 1e-9);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ptl_symbol_list variables = {0};
  double values[] = {0.5, 0.25}, value;
  char unit[128], *resolved = NULL, *text = fuzz_text(data, size);
  static ptl_context *context; /* one for all, since a context reads the database of units anew */
  if (context == NULL) context = fuzz_context();
  ptl_unit parsed;
  ptl_expr *e = NULL;
  if (ptl_symbols_add(context, &variables, "x", "m") != PTL_OK ||
      ptl_symbols_add(context, &variables, "time", "s") != PTL_OK ||
      ptl_symbols_index(context, &variables) != PTL_OK)
    abort();
  ptl_unit_parse(context, text, &parsed);
  ptl_quantity_eval(context, text, "m", NULL, 0, &value);
  ptl_quantity_infer(context, text, NULL, 0, &value, unit, sizeof unit);
  if (ptl_expr_resolve(context, text, NULL, NULL, 0, &variables, &resolved) == PTL_OK &&
      ptl_expr_create(context, resolved, &variables, values, &e) == PTL_OK)
    use(e);
  ptl_expr_destroy(e);
  ptl_text_release(context, resolved);
  ptl_symbols_release(context, &variables);
  free(text);
  return 0;
}
