/* symbols.c: lists of names with units. */
#include "symbols.h"

#include <stdio.h>

ptl_status ptl_symbols_add(ptl_context *context, ptl_symbol_list *list, const char *name,
                           const char *unit) {
  ptl_symbol *grown = ptl_grow(context, list->items, (size_t)list->n, sizeof *grown);
  char *copy = grown ? ptl_copy_text(context, name) : NULL;
  if (grown) list->items = grown;
  if (copy == NULL) return PTL_ERR_MEMORY;
  list->items[list->n++] = (ptl_symbol){copy, 0, unit, NULL};
  return PTL_OK;
}

ptl_status ptl_symbols_add_pair(ptl_context *context, ptl_symbol_list *list, const char *prefix,
                                const char *name, const char *unit) {
  char text[256];
  snprintf(text, sizeof text, "%s.%s", prefix, name);
  return ptl_symbols_add(context, list, text, unit);
}

ptl_status ptl_symbols_index(ptl_context *context, ptl_symbol_list *list) {
  ptl_status status = PTL_OK;
  for (int i = list->names.n; i < list->n && status == PTL_OK; i++)
    status = ptl_name_enter(context, &list->names, 0, list->items[i].name, i);
  return status;
}

int ptl_symbols_find(const ptl_symbol_list *list, const char *name, size_t length) {
  const int i = ptl_name_find(&list->names, 0, name, length);
  return i < list->n ? i : -1;
}

void ptl_symbols_release(ptl_context *context, ptl_symbol_list *list) {
  for (int i = 0; i < list->n; i++) ptl_free(context, (void *)list->items[i].name);
  ptl_free(context, list->items);
  ptl_name_release(context, &list->names);
  list->items = NULL;
  list->n = 0;
}

ptl_status ptl_definitions_add(ptl_context *context, ptl_definition_list *list,
                               const ptl_definition *definition) {
  ptl_definition *grown = ptl_grow(context, list->items, (size_t)list->n, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  list->items = grown;
  grown[list->n] = *definition;
  ptl_status status = ptl_name_enter(context, &list->names, 0, definition->name, list->n);
  if (status == PTL_OK) list->n++;
  return status;
}

ptl_definition *ptl_definitions_find(const ptl_definition_list *list, const char *name,
                                     size_t length) {
  const int i = list != NULL ? ptl_name_find(&list->names, 0, name, length) : -1;
  return i >= 0 ? &list->items[i] : NULL;
}

void ptl_definitions_release(ptl_context *context, ptl_definition_list *list) {
  ptl_free(context, list->items);
  ptl_name_release(context, &list->names);
  *list = (ptl_definition_list){0};
}
