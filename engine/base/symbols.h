/* symbols.h: lists of names with units: parameters, variables of expressions, columns. Internal. */
#ifndef PTL_SYMBOLS_H
#define PTL_SYMBOLS_H

#include "context.h"
#include "name_table.h"

/* A name with a value and a unit: a parameter, or a variable at the point of checking. */
typedef struct ptl_symbol {
  const char *name;
  double value; /* SI */
  const char *unit;
  int *uses; /* counts the expressions' uses of a parameter; NULL: not counted */
} ptl_symbol;

/* What stands for an expression: a signal, or a table by its name. The texts are the caller's. */
typedef struct ptl_definition {
  const char *name;
  /* of a signal in SI; of a table what follows its arguments; NULL: not known yet */
  const char *text;
  const char *unit;              /* of its value */
  const char *function;          /* that a table calls; NULL: a signal */
  const char *argument, *second; /* of a table: the units of its arguments; NULL: it has one */
  int *uses;                     /* of a table: how often expressions call it; NULL: not counted */
} ptl_definition;

typedef struct ptl_definition_list {
  ptl_definition *items;
  int n;
  ptl_name_table names;
} ptl_definition_list;

/* Variables. A shorter list is the same with a smaller n. */
typedef struct ptl_symbol_list {
  ptl_symbol *items;
  int n;
  ptl_name_table names;                   /* of the items, once they are indexed */
  const ptl_definition_list *definitions; /* that may be used beside them; NULL: none */
} ptl_symbol_list;

ptl_status ptl_definitions_add(ptl_context *context, ptl_definition_list *list,
                               const ptl_definition *definition);
/* NULL when there is none of that name. */
ptl_definition *ptl_definitions_find(const ptl_definition_list *list, const char *name,
                                     size_t length);
void ptl_definitions_release(ptl_context *context, ptl_definition_list *list);

/* Adds a copy of the name; the unit is the caller's. */
ptl_status ptl_symbols_add(ptl_context *context, ptl_symbol_list *list, const char *name,
                           const char *unit);
/* Adds PREFIX.NAME. */
ptl_status ptl_symbols_add_pair(ptl_context *context, ptl_symbol_list *list, const char *prefix,
                                const char *name, const char *unit);
/* Makes the items that have come since the last time known to expressions. */
ptl_status ptl_symbols_index(ptl_context *context, ptl_symbol_list *list);
/* Index of the item of that name, of which `length` characters count; -1 if there is none. */
int ptl_symbols_find(const ptl_symbol_list *list, const char *name, size_t length);
void ptl_symbols_release(ptl_context *context, ptl_symbol_list *list);

#endif
