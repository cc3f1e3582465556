/* expression_fixture.h: a context, the variables `time` and `x`, and expressions of them. */
#ifndef EXPRESSION_FIXTURE_H
#define EXPRESSION_FIXTURE_H

#include "expression.h"
#include "support.h"

#define PI 3.14159265358979323846

static ptl_context *context;
static ptl_symbol_list variables;
static double at[2]; /* time, x */

static int setup(void **state) {
  (void)state;
  context = ptl_context_create(NULL);
  return context == NULL || ptl_symbols_add(context, &variables, "time", "s") != PTL_OK ||
         ptl_symbols_add(context, &variables, "x", "m") != PTL_OK ||
         ptl_symbols_index(context, &variables) != PTL_OK;
}

static int teardown(void **state) {
  (void)state;
  ptl_symbols_release(context, &variables);
  ptl_context_destroy(context);
  return 0;
}

static ptl_expr *compile(const char *text) {
  ptl_expr *expr = NULL;
  must(context, ptl_expr_create(context, text, &variables, at, &expr));
  return expr;
}

#endif
