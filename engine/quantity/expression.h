/* expression.h: quantities and expressions as the model file writes them. Internal.
 *
 * `52 mm`, `24*pi rad/s`, `2*crank + 1 mm`, `5 N * sin(2*pi*10 Hz*time)`: a unit may follow a
 * number, a name or a closing bracket and multiplies it. Values are SI inside. Names are
 * the model's parameters, `pi`, functions (reading.c) and, where allowed, variables such as
 * `time`; a name that is a parameter, a function or a variable is never read as a unit.
 *
 * A text is read once (grammar.c) into a program (program.c, compiled.c), which gives the value,
 * exact derivatives (derivative.c), and bounds over intervals (cell.c), from which the times follow
 * at which conditions change (switches.c) and over which nothing narrow hides (span.c). */
#ifndef PTL_EXPRESSION_H
#define PTL_EXPRESSION_H

#include "symbols.h"

/* Value of a constant text in SI. `unit` is what the place wants ("m", "N/m^1.5", "rad"); a
 * dimension that does not fit is PTL_ERR_INPUT, as is a name that is not in `symbols`. A plain
 * number is SI. `rad` is dimensionless, so that rad/s and 1/s fit each other. */
ptl_status ptl_quantity_eval(ptl_context *context, const char *text, const char *unit,
                             const ptl_symbol *symbols, int n_symbols, double *out);

/* The same where those of the definitions that are tables may be called by their names. */
ptl_status ptl_quantity_eval_tables(ptl_context *context, const char *text, const char *unit,
                                    const ptl_symbol *symbols, int n_symbols,
                                    const ptl_definition_list *tables, double *out);

/* The same for a value whose unit is not known beforehand (an entry under `parameters:`): the
 * value in SI and its dimension as a unit of base units ("m s^-1"), written to `unit`. */
ptl_status ptl_quantity_infer(ptl_context *context, const char *text, const ptl_symbol *symbols,
                              int n_symbols, double *out, char *unit, size_t size);

/* An expression of variables, checked for dimension, with every parameter and unit replaced by its
 * SI number: plain text that ptl_expr_create takes without symbols. No dimension checks when `unit`
 * is NULL. */
ptl_status ptl_expr_resolve(ptl_context *context, const char *text, const char *unit,
                            const ptl_symbol *parameters, int n_parameters,
                            const ptl_symbol_list *variables, char **out);

/* The counterpart of ptl_quantity_infer. */
ptl_status ptl_expr_infer(ptl_context *context, const char *text, const ptl_symbol *parameters,
                          int n_parameters, const ptl_symbol_list *variables, char **out,
                          char *unit, size_t size);

/* 1 if an expression reads the name as a function or as pi, whatever else it is. Of functions that
 * are made of others (clamp, mod, step and tables) the names are free. */
int ptl_name_is_function(const char *name);
/* The first name at or after p, dots included; NULL behind the last. */
const char *ptl_next_name(const char *p, size_t *length);

/* ---- compiled expressions ---- */

/* An expression of variables that the caller stores; one instance per thread, since it keeps
 * scratch memory. "Time" below is the variable of that name. */
typedef struct ptl_expr ptl_expr;

/* Variable i stands at values[i], which must outlive the expression if that is evaluated. */
ptl_status ptl_expr_create(ptl_context *context, const char *resolved,
                           const ptl_symbol_list *variables, const double *values, ptl_expr **out);
void ptl_expr_destroy(ptl_expr *expr);
/* The resolved text. */
const char *ptl_expr_text(const ptl_expr *expr);
/* Value with the variables as they stand. */
double ptl_expr_eval(const ptl_expr *expr);
/* 1 if the expression reads the variable. */
int ptl_expr_uses(const ptl_expr *expr, int variable);

/* First and second derivative by a variable where it stands, exact up to rounding: the chain rule,
 * operator by operator. At a kink or a jump they are those of the right side, towards larger values
 * of the variable. NAN or infinite where there is none. */
void ptl_expr_derive(const ptl_expr *expr, int variable, double *first, double *second);
/* The value and both of these. */
void ptl_expr_expand(const ptl_expr *expr, int variable, double out[3]);

/* Bounds of the value while variable i goes from lo[i] to hi[i]; never too narrow, rounding
 * included. -INFINITY and INFINITY where it may be undefined. */
void ptl_expr_range(const ptl_expr *expr, const double *lo, const double *hi, double *least,
                    double *largest);

/* ---- conditions ----
 *
 * A condition is what makes the value or its derivatives jump: a comparison, an operand of &&, ||
 * and ?: that is a number, min, max, abs, sign, floor, ceil, round, rint, fmod, %, and atan2 behind
 * its cut. */

typedef enum ptl_condition_kind {
  PTL_CONDITION_CONSTANT,
  PTL_CONDITION_TIME, /* depends on time alone */
  PTL_CONDITION_STATE /* on other variables, too */
} ptl_condition_kind;

int ptl_expr_n_conditions(const ptl_expr *expr);
/* 1 if some condition may make the value jump, and not its derivatives alone as min, max and
 * abs. */
int ptl_expr_may_jump(const ptl_expr *expr);
ptl_condition_kind ptl_expr_condition_kind(const ptl_expr *expr, int condition);
/* With the variables as they stand, per condition: a number that stays the same as long as the
 * condition does (true or false, a sign, a rounded number), and a function that passes 0 where it
 * changes (the difference of both sides, an argument). NAN for a condition in the part of a choice
 * that is not taken, as held conditions have it. */
void ptl_expr_conditions(const ptl_expr *expr, double *branch, double *switching);

/* From here on the value and its derivatives follow these branches, per condition: as if it had not
 * changed. NAN leaves a condition free; so does a value that is not finite beyond the change. NULL
 * frees all. The numbers must stay where they are. */
void ptl_expr_hold(ptl_expr *expr, const double *branch);

/* 1 if a condition that depends on other variables than time may leave its held branch while
 * variable i goes from lo[i] to hi[i]; 0 if none does. */
int ptl_expr_may_leave(const ptl_expr *expr, const double *lo, const double *hi);

/* Degree of the value as a polynomial in the variables other than time, with conditions held; not
 * above 1000, which stands for no polynomial, too. */
int ptl_expr_degree(const ptl_expr *expr);
/* While variable i goes from lo[i] to hi[i], with held conditions as they are: 1 if along each
 * variable alone the value is a polynomial of degree 7 but for `tolerance`, as bounds show. */
int ptl_expr_is_smooth(const ptl_expr *expr, const double *lo, const double *hi, double tolerance);
/* 1 if bounds show the value within [least, largest], widened by their difference and the
 * tolerance. */
int ptl_expr_is_between(const ptl_expr *expr, const double *lo, const double *hi, double tolerance,
                        double least, double largest);

typedef enum ptl_switch_result {
  PTL_SWITCH_NONE,
  PTL_SWITCH_FOUND,
  PTL_SWITCH_UNRESOLVED /* conditions change again and again near *t */
} ptl_switch_result;

/* The first time in (t0, t1] at which a condition that depends on time alone changes. FOUND: it is
 * as it is at t0 up to the double before *t, and another from *t on. NONE: it does not change up to
 * *t, which is t1, or less when looking further takes long; ask again from there. No change is
 * missed: the search bisects [t0, t1] until bounds of the switching functions and their derivatives
 * settle every part. A function that only touches 0 changes nothing, nor does an equality that
 * holds at one instant. */
ptl_switch_result ptl_expr_next_switch(const ptl_expr *expr, double t0, double t1, double *t);

/* In [t0, *t_end], at most up to t1, steps of a length up to *longest, INFINITY for any, follow the
 * expression: over each it is a polynomial in time of degree 7 but for `tolerance`, which bounds of
 * the Taylor coefficient of order 8 prove; or it changes in the whole by no more. *t_end is before
 * a pulse that is narrow against its distance from t0. A longer one is not looked for where
 * `enough` is proved; INFINITY for the longest that can be. With the other variables where they
 * stand; conditions of time are taken to stay as they are. */
void ptl_expr_resolve_span(const ptl_expr *expr, double t0, double t1, double enough,
                           double tolerance, double *longest, double *t_end);

/* With the same assumptions, bounds over [t0, t1] of the value and of the Taylor coefficient
 * f^(order)/order! by time; order is at most 17. */
void ptl_expr_taylor_bounds(const ptl_expr *expr, double t0, double t1, int order, double value[2],
                            double coefficient[2]);

/* About how far rounding puts the value, order 0, or the slope by time, order 1, from what it is at
 * t, whose own rounding counts: from bounds over the doubles next to t. 0 where there are no
 * bounds, as at a pole. */
double ptl_expr_rounding(const ptl_expr *expr, double t, int order);

/* Largest size in [t0, t1] of the value, order 0, or of the slope by time, order 1, to a quarter of
 * it, as far as a limited number of enclosures finds it; not less than `known`. */
double ptl_expr_largest(const ptl_expr *expr, double t0, double t1, int order, double known);

#endif
