/* expressions.c: what expressions of motions, loads and signals fail to give. See expressions.h. */
#include "expressions.h"

#include <math.h>

ptl_status ptl_expressions_integrals(const ptl_data *data, double t) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_motions; i++) {
    if (data->rate_integrals[i] == NULL) continue;
    ptl_status status = ptl_integral_status(data->rate_integrals[i], t);
    if (status == PTL_OK) continue;
    ptl_prefix_message(data->context,
                       "motion '%s': ", s->constraints[s->motions[i].constraint].name);
    return status;
  }
  return PTL_OK;
}

static ptl_status fail_expression(const ptl_data *data, const char *kind, const char *name,
                                  const ptl_expr *expr, const char *what) {
  const ptl_status status = ptl_fail(
      data->context, PTL_ERR_SIMULATION,
      PTL_E(
          0502) "at t = %.9g s: %s '%s': %s'%.200s' is not finite; change it, or end the run "
                "before",
      data->variables[0], kind, name, what, ptl_expr_text(expr));
  ptl_error_element(data->context, kind, name);
  return status;
}

static ptl_status check_finite(const ptl_data *data) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_motions; i++) {
    const ptl_expr *expr = data->motion_expr[i];
    if (expr == NULL) continue;
    const char *name = s->constraints[s->motions[i].constraint].name;
    double first, second;
    ptl_expr_derive(expr, 0, &first, &second);
    if (!isfinite(ptl_expr_eval(expr))) return fail_expression(data, "motion", name, expr, "");
    if (!isfinite(first) || (data->rate_integrals[i] == NULL && !isfinite(second)))
      return fail_expression(data, "motion", name, expr, "a derivative of ");
  }
  for (int i = 0; i < PTL_LOAD_PARTS * s->n_loads; i++) {
    const ptl_expr *expr = data->load_expr[i];
    if (expr != NULL && !isfinite(ptl_expr_eval(expr)))
      return fail_expression(data, "load", s->loads[i / PTL_LOAD_PARTS].name, expr, "");
  }
  for (int i = 0; i < s->n_pressed; i++)
    if (!isfinite(ptl_expr_eval(data->pressed_expr[i])))
      return fail_expression(data, "joint", s->pressed[i].name, data->pressed_expr[i], "pressed ");
  for (int i = 0; i < s->n_signals; i++)
    if (!isfinite(ptl_expr_eval(data->signal_expr[i])))
      return fail_expression(data, "signal", s->signals[i].name, data->signal_expr[i], "");
  return PTL_OK;
}

ptl_status ptl_expressions_finite(const ptl_data *data, double t) {
  double kept = data->variables[0];
  data->variables[0] = t;
  ptl_status status = check_finite(data);
  data->variables[0] = kept;
  return status;
}
