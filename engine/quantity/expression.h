/* expression.h: quantities and expressions as the model file writes them. Internal.
 *
 * `52 mm`, `24*pi rad/s`, `2*crank + 1 mm`, `5 N * sin(2*pi*10 Hz*time)`: a unit may follow a
 * number, a name or a closing bracket and multiplies it. Values are SI inside. Names are
 * the model's parameters, `pi`, muParser's functions and, where allowed, variables such as
 * `time`; a name that is a parameter, a function or a variable is never read as a unit.
 */
#ifndef PTL_EXPRESSION_H
#define PTL_EXPRESSION_H

#include "symbols.h"

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

#endif
