/* expression.h: quantities and expressions as the model file writes them. Internal.
 *
 * `52 mm`, `24*pi rad/s`, `2*crank + 1 mm`, `5 N * sin(2*pi*10 Hz*time)`: a unit may follow a
 * number, a name or a closing bracket and multiplies it. Values are SI inside. Names are
 * the model's parameters, `pi`, muParser's functions and, where allowed, variables such as
 * `time`; a name that is a parameter, a function or a variable is never read as a unit.
 */
#ifndef PTL_EXPRESSION_H
#define PTL_EXPRESSION_H

#include "context.h"
#include "name_table.h"

/* A name with a value and a unit: a parameter, or a variable at the point of checking. */
typedef struct ptl_symbol {
  const char *name;
  double value; /* SI */
  const char *unit;
} ptl_symbol;

/* Variables. A shorter list is the same with a smaller n. */
typedef struct ptl_symbol_list {
  ptl_symbol *items;
  int n;
  ptl_name_table names; /* of the items, once they are indexed */
} ptl_symbol_list;

/* Adds a copy of the name; the unit is the caller's. */
ptl_status ptl_symbols_add(ptl_context *context, ptl_symbol_list *list, const char *name,
                           const char *unit);
/* Makes the items that have come since the last time known to expressions. */
ptl_status ptl_symbols_index(ptl_context *context, ptl_symbol_list *list);
/* Index of the item of that name, of which `length` characters count; -1 if there is none. */
int ptl_symbols_find(const ptl_symbol_list *list, const char *name, size_t length);
void ptl_symbols_release(ptl_context *context, ptl_symbol_list *list);

/* Value of a constant text in SI. `unit` is what the place wants ("m", "N/m^1.5", "rad"); a
 * dimension that does not fit is PTL_ERR_INPUT, as is a name that is not in `symbols`. A plain
 * number is SI. `rad` is dimensionless, so that rad/s and 1/s fit each other. */
ptl_status ptl_quantity_eval(ptl_context *context, const char *text, const char *unit,
                             const ptl_symbol *symbols, int n_symbols, double *out);

/* The same for a value whose unit is not known beforehand (an entry under `parameters:`): the
 * value in SI and its dimension as a unit of base units ("m s^-1"), written to `unit`. */
ptl_status ptl_quantity_infer(ptl_context *context, const char *text, const ptl_symbol *symbols,
                              int n_symbols, double *out, char *unit, size_t size);

/* An expression of variables, checked for dimension, with every parameter and unit replaced by its
 * SI number: plain muParser text that ptl_expr_create takes without symbols. */
ptl_status ptl_expr_resolve(ptl_context *context, const char *text, const char *unit,
                            const ptl_symbol *parameters, int n_parameters,
                            const ptl_symbol_list *variables, char **out);

/* The same without dimension checks when `unit` is NULL; and the counterpart of ptl_quantity_infer.
 */
ptl_status ptl_expr_infer(ptl_context *context, const char *text, const ptl_symbol *parameters,
                          int n_parameters, const ptl_symbol_list *variables, char **out,
                          char *unit, size_t size);

/* 1 if an expression reads the name as a function or as pi. */
int ptl_name_is_function(const char *name);
/* The first name at or after p, dots included; NULL behind the last. */
const char *ptl_next_name(const char *p, size_t *length);

/* A compiled expression of variables that the caller stores; one instance per thread. */
typedef struct ptl_expr ptl_expr;

/* Variable i stands at values[i]; when that is NULL, in the list itself. */
ptl_status ptl_expr_create(ptl_context *context, const char *resolved,
                           const ptl_symbol_list *variables, double *values, ptl_expr **out);
void ptl_expr_destroy(ptl_expr *expr);
/* Value with the variables as they stand; NAN when muParser cannot give one. */
double ptl_expr_eval(const ptl_expr *expr);
/* First and second derivative by the variable *x (one of the variables) where it stands, by a
 * high-order extrapolated difference that starts at the scale `step`; relative error about
 * 1e-11 and 1e-8 for smooth expressions. *x is restored. */
void ptl_expr_derive(const ptl_expr *expr, double *x, double step, double *first, double *second);
/* 1 if the expression uses the variable. */
int ptl_expr_uses(const ptl_expr *expr, const char *variable);

/* Releases what constants are evaluated with. */
void ptl_constants_close(ptl_context *context);

/* The number at `text` as strtod reads it, whatever the locale; *end stands behind it, or at `text`
 * when there is none. Only digits, a point and an exponent: no hexadecimal, no "inf". */
double ptl_number_read(const char *text, char **end);
/* Shortest text (at most 25 characters) that reads back as the same double; returns its length, no
 * terminating zero. "nan", "inf", "-inf" for those. What stands in the room behind it is lost. */
enum { PTL_NUMBER_ROOM = 32 };
int ptl_number_write(double value, char *text);

#endif
