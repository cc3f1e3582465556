/* variables.c: what expressions of a model may use. */
#include "mechanism.h"
#include "names.h"

const char *const ptl_body_variables[PTL_BODY_COLUMNS][2] = {
    {"x", "m"},         {"y", "m"},      {"angle", "rad"}, {"vx", "m/s"},       {"vy", "m/s"},
    {"omega", "rad/s"}, {"ax", "m/s^2"}, {"ay", "m/s^2"},  {"alpha", "rad/s^2"}};

ptl_status ptl_mechanism_variables(ptl_mechanism *m, int n_bodies, ptl_symbol_list *out) {
  ptl_symbol_list *list = &m->variables;
  const int n = 1 + PTL_BODY_VARIABLES * n_bodies;
  ptl_status status = PTL_OK;
  if (list->n == 0) status = ptl_symbols_add(m->context, list, "time", "s");
  while (list->n < n && status == PTL_OK) {
    const int i = list->n - 1;
    const char *const *variable = ptl_body_variables[i % PTL_BODY_VARIABLES];
    status = ptl_symbols_add_pair(m->context, list, m->bodies[i / PTL_BODY_VARIABLES].def.name,
                                  variable[0], variable[1]);
  }
  if (status == PTL_OK) status = ptl_symbols_index(m->context, list);
  *out = *list;
  out->n = n;
  return status;
}

ptl_status ptl_expression_check(ptl_context *context, const char *text,
                                const ptl_symbol_list *variables) {
  ptl_expr *expr = NULL;
  const ptl_status status = ptl_expr_create(context, text, variables, NULL, &expr);
  ptl_expr_destroy(expr);
  return status;
}
