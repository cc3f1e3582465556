/* state_signal.c: see state_signal.h. */
#include "state_signal.h"

#include <math.h>

#include "state.h"

int ptl_eval_signals(ptl_data *data) {
  const ptl_system *s = data->system;
  int failed = 0;
  for (int i = 0; i < s->n_signals; i++) {
    if (s->signals[i].is_discrete) continue;
    data->signal_rates[i] = ptl_expr_eval(data->signal_expr[i]);
    failed |= !isfinite(data->signal_rates[i]);
  }
  return failed;
}

ptl_status ptl_signals_start(ptl_data *data, const double *q, const double *v, double *z) {
  const ptl_system *s = data->system;
  ptl_status status = PTL_OK;
  for (int i = 0; i < s->n_signals && status == PTL_OK; i++) {
    const ptl_sys_signal *k = &s->signals[i];
    ptl_expr *expr;
    z[k->state] = 0.0;
    if (k->start == NULL) continue;
    ptl_data_set_state(data, 0.0, q, v);
    status =
        ptl_expr_create(data->context, k->start, &s->mechanism->variables, data->variables, &expr);
    if (status != PTL_OK) break;
    z[k->state] = ptl_expr_eval(expr);
    ptl_expr_destroy(expr);
    if (isfinite(z[k->state])) continue;
    status = ptl_fail(
        data->context, PTL_ERR_UNFIT,
        PTL_E(0304) "signal '%s': its start, '%.200s', is not finite; give it another 'start'",
        k->name, k->start);
    ptl_error_element(data->context, "signal", k->name);
  }
  return status;
}
