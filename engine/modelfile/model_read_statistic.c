/* model_read_statistic.c: `output: statistics:`. */
#include <stdio.h>
#include <string.h>

#include "columns.h"
#include "model_reader.h"
#include "units.h"

/* An expression that is just a column has the column's unit, else the one that follows from its
 * parts, by its common name. */
static ptl_status read_expression(ptl_reader *r, const ptl_node *node, const char *name,
                                  const ptl_symbol_list *columns, ptl_statistic_def *def) {
  const ptl_status status = ptl_read_inferred(r, node, name, columns, &def->expression, &def->unit);
  if (status != PTL_OK) return status;
  const int column = ptl_symbols_find(columns, def->expression, strlen(def->expression));
  if (column >= 0) {
    def->unit = columns->items[column].unit;
    return PTL_OK;
  }
  char unit[96];
  snprintf(unit, sizeof unit, "%s", def->unit);
  ptl_unit_rename(r->context, unit, sizeof unit);
  def->unit = ptl_read_print(r, "%s", unit);
  return def->unit != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

static ptl_status read_mapping(ptl_reader *r, const ptl_node *node, const ptl_symbol_list *columns,
                               ptl_statistic_def *def) {
  static const ptl_number_field numbers[] = {{"from", "s", offsetof(ptl_statistic_def, from)},
                                             {"until", "s", offsetof(ptl_statistic_def, until)},
                                             {NULL, NULL, 0}};
  const char *what = ptl_read_print(r, "statistic '%s'", node->key);
  if (what == NULL) return PTL_ERR_MEMORY;
  const ptl_node *unit = ptl_node_find(node, "unit"), *of = ptl_node_find(node, "of");
  ptl_status status = ptl_read_known(r, node, what, ptl_keys_statistic);
  if (status == PTL_OK && of == NULL)
    status = ptl_read_fail(r, node->key_where,
                           PTL_E(0205) "%s needs 'of', an expression of columns", what);
  if (status == PTL_OK && unit == NULL) status = read_expression(r, of, node->key, columns, def);
  if (status == PTL_OK && unit != NULL) status = ptl_read_si_unit(r, unit, &def->unit);
  if (status == PTL_OK && unit != NULL)
    status = ptl_read_expression(r, of, node->key, def->unit, columns, &def->expression);
  if (status == PTL_OK) status = ptl_read_entries(r, node, numbers, def);
  const ptl_node *cycle = ptl_node_find(node, "cycle");
  if (status == PTL_OK) status = ptl_read_span(r, cycle, "cycle", &def->cycle);
  if (status == PTL_OK && cycle != NULL && !(def->cycle.amount > 0.0))
    status = ptl_read_fail(r, cycle->where, PTL_E(0206) "%s: a cycle must be longer than 0", what);
  return status;
}

ptl_status ptl_read_statistics(ptl_reader *r, const ptl_node *output) {
  const ptl_node *node = output != NULL ? ptl_node_find(output, "statistics") : NULL;
  ptl_columns columns;
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_MAPPING, "statistics");
  if (status == PTL_OK) status = ptl_columns_create(r->context, r->m, &columns);
  if (status != PTL_OK) return status;
  status = ptl_symbols_index(r->context, &columns.list);
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK;
       entry = entry->next) {
    ptl_statistic_def def = ptl_statistic_default();
    def.name = entry->key;
    status = entry->kind == PTL_NODE_MAPPING
                 ? read_mapping(r, entry, &columns.list, &def)
                 : read_expression(r, entry, entry->key, &columns.list, &def);
    r->m->location = entry->key_where;
    if (status == PTL_OK) status = ptl_mechanism_add_statistic(r->m, &def);
  }
  ptl_columns_release(r->context, &columns);
  return status;
}
