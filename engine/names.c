/* names.c: the names that expressions over a mechanism may use. */
#include <stdio.h>
#include <string.h>

#include "mechanism.h"

enum { N_STATE = 6 };

ptl_status ptl_mechanism_variables(const ptl_mechanism *m, ptl_symbol_list *out) {
  static const char *const names[N_STATE] = {"x", "y", "angle", "vx", "vy", "omega"};
  static const char *const units[N_STATE] = {"m", "m", "rad", "m/s", "m/s", "rad/s"};
  const size_t n = 1 + (size_t)m->n_bodies * N_STATE;
  ptl_symbol_list list = {NULL, 0, NULL};
  size_t size = 1, used = 0;
  int i, k;

  for (i = 0; i < m->n_bodies; i++) size += N_STATE * (strlen(m->bodies[i].def.name) + 8);
  list.items = ptl_alloc(m->context, n, sizeof *list.items);
  list.text = ptl_alloc(m->context, size, 1);
  if (!list.items || !list.text) {
    ptl_symbols_release(m->context, &list);
    return PTL_ERR_MEMORY;
  }
  list.items[list.n++] = (ptl_symbol){"time", 0, "s"};
  for (i = 0; i < m->n_bodies; i++) {
    for (k = 0; k < N_STATE; k++) {
      char *name = list.text + used;
      used += 1 + (size_t)snprintf(name, size - used, "%s.%s", m->bodies[i].def.name, names[k]);
      list.items[list.n++] = (ptl_symbol){name, 0, units[k]};
    }
  }
  *out = list;
  return PTL_OK;
}

void ptl_symbols_release(ptl_context *context, ptl_symbol_list *list) {
  ptl_free(context, list->items);
  ptl_free(context, list->text);
  list->items = NULL;
  list->text = NULL;
  list->n = 0;
}

ptl_status ptl_expression_check(ptl_context *context, const char *text,
                                const ptl_symbol_list *variables) {
  double value = 0;
  ptl_variable *list = ptl_alloc(context, (size_t)variables->n, sizeof *list);
  ptl_expr *expr = NULL;
  ptl_status status;
  int i;

  if (!list) return PTL_ERR_MEMORY;
  for (i = 0; i < variables->n; i++) list[i] = (ptl_variable){variables->items[i].name, &value};
  status = ptl_expr_create(context, text, list, variables->n, &expr);
  if (status == PTL_OK) ptl_expr_destroy(expr);
  ptl_free(context, list);
  return status;
}
