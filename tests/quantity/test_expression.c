/* test_expression.c: quantities, units and expressions. Expected values are the definitions of the
 * units, or closed forms of the derivatives. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "expression.h"
#include "pintle_trace.h"
#include "udunits.h"
#include "units.h"

#define PI 3.14159265358979323846

static ptl_context *context;

static const ptl_symbol parameters[] = {
    {"crank", 0.045, "m", NULL}, {"speed", 24 * PI, "s^-1", NULL},
    {"ratio", 1.5, "1", NULL},   {"lean", -0.5, "rad", NULL},
    {"gap", -1e-4, "m", NULL},   {"stiffness", 2e5, "kg s^-2", NULL}};
enum { N_PARAMETERS = sizeof parameters / sizeof *parameters };

static ptl_symbol_list variables;

static int setup(void **state) {
  static const char *const listed[][2] = {
      {"time", "s"}, {"yoke.x", "m"}, {"yoke.vx", "m/s"}, {"slot.inner.depth", "m"}};
  int failed = 0;
  (void)state;
  context = ptl_context_create(NULL);
  if (context == NULL) return 1;
  for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
    failed |= ptl_symbols_add(context, &variables, listed[i][0], listed[i][1]) != PTL_OK;
  return failed || ptl_symbols_index(context, &variables) != PTL_OK;
}

static int teardown(void **state) {
  (void)state;
  ptl_symbols_release(context, &variables);
  ptl_context_destroy(context);
  return 0;
}

/* ------------------------------------------------------------------ quantities */

typedef struct quantity_case {
  const char *text, *unit;
  double value;
  double tolerance; /* relative; 0: to the bit */
} quantity_case;

static void test_quantities(void **state) {
  static const quantity_case cases[] = {
      {"0.25", "m", 0.25, 0},
      {" -3e-2 ", "kg", -0.03, 0},
      {"52 mm", "m", 0.052, 0},
      {"45mm", "m", 0.045, 0},
      {"30.40 kg mm^2", "kg m^2", 30.40 / 1e6, 0},
      {"90 g", "kg", 0.09, 0},
      {"4.914e4 N/mm^1.10", "N/m^1.1", 98047190.157570809, 1e-12}, /* 4.914 10^7.3 */
      {"1 N/mm^1.5", "N/m^1.5", 31622.776601683792, 1e-15},
      {"1 N/mm^1.5", "N/m^1.5000000000000", 31622.776601683792, 1e-15},
      {"0.32 s/m", "s/m", 0.32, 0},
      {"3 N s/m", "kg/s", 3, 0},
      {"3 N*s/m", "kg/s", 3, 0},
      {"3 N.s/m", "kg/s", 3, 0},
      {"207 GPa", "Pa", 207e9, 0},
      {"-31 deg", "rad", -31 * PI / 180, 0},
      {"180 \xc2\xb0", "rad", PI, 0},
      {"2 turns", "rad", 4 * PI, 0},
      {"1 turn", "1", 2 * PI, 0},
      {"5000 rpm", "rad/s", 5000 * 2 * PI / 60, 1e-15},
      {"5000 rev/min", "rad/s", 5000 * 2 * PI / 60, 1e-15},
      {"24*pi rad/s", "rad/s", 24 * PI, 1e-15},
      {"24*pi rad/s", "1/s", 24 * PI, 1e-15},
      {"5/s", "rad/s", 5, 0},
      {"120/min", "1/s", 2, 1e-15},
      {"2*crank + 1 mm", "m", 0.091, 1e-15},
      {"crank", "m", 0.045, 0},
      {"-gap", "m", 1e-4, 0},
      {"2*gap", "m", -2e-4, 0},
      {"(crank + 5 mm)*2", "m", 0.1, 1e-15},
      {"(1 + 2) mm", "m", 0.003, 1e-15},
      {"speed*crank", "m/s", 24 * PI * 0.045, 1e-15},
      {"sqrt(stiffness/(2 kg))", "rad/s", 316.22776601683795, 1e-15},
      {"crank^2", "m^2", 0.045 * 0.045, 1e-15},
      {"(4 mm^2)^(1/2)", "m", 0.002, 1e-15},
      {"2^3^2", "1", 512, 0},
      {"-2^2", "1", -4, 0},
      {"2^-1", "1", 0.5, 0},
      {"2^3 mm", "m", 0.008, 1e-15},
      {"atan2(crank, 45 mm)", "rad", PI / 4, 1e-15},
      {"max(0, crank)", "m", 0.045, 0},
      {"crank > 40 mm ? 2 : 3", "1", 2, 0},
      {"abs(gap)", "m", 1e-4, 0},
      {"-31*pi/180", "rad", -31 * PI / 180, 1e-15},
      {"2*1.5", "kg", 3, 0},   /* made of numbers only: SI as a whole */
      {"ratio*2", "kg", 3, 0}, /* so is a parameter without unit */
      {"0 kg", "kg", 0, 0},
      {"1 millimeter", "m", 0.001, 1e-15}, /* by UDUNITS */
      {"2 hours", "s", 7200, 1e-15},
      {"3 psi", "Pa", 3 * 6894.757293168361, 1e-9},
      {"1 K", "K", 1, 0},
      {"1 \xc2\xb5m", "m", 1e-6, 0},
      {"3 mm\xc2\xb2", "m^2", 3e-6, 1e-15},
      {"2 kg m\xc2\xb2", "kg m^2", 2, 0},
      {"2 kg\xc2\xb7m\xc2\xb7s\xe2\x81\xbb\xc2\xb2", "N", 2, 0}, /* kg·m·s⁻² */
      {"5 s\xe2\x81\xbb\xc2\xb9", "1/s", 5, 0},
      {"1 m\xc2\xb9\xe2\x81\xb0/m\xe2\x81\xb9", "m", 1, 0}, /* m¹⁰/m⁹ */
      {"7 mm % 2 mm", "m", 0.001, 1e-14},
      {"log(exp(2))", "1", 2, 1e-15}, /* natural, as ln */
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const quantity_case *k = &cases[i];
    double value = NAN;
    if (ptl_quantity_eval(context, k->text, k->unit, parameters, N_PARAMETERS, &value) != PTL_OK)
      fail_msg("%s: %s", k->text, ptl_context_message(context));
    if (!(fabs(value - k->value) <= k->tolerance * fabs(k->value)))
      fail_msg("%s gave %.17g, not %.17g", k->text, value, k->value);
  }
}

typedef struct bad_case {
  const char *text, *unit, *message; /* a part of the message */
} bad_case;

static void test_bad_quantities(void **state) {
  static const bad_case cases[] = {
      {"3 mm", "kg", "is in m, but kg is wanted"},
      {"3 rad", "kg", "is in 1, but kg is wanted"},
      {"0 mm", "kg", "is in m, but kg is wanted"},
      {"lean", "kg", "is in 1, but kg is wanted"},
      {"5 N/mm^1.1", "N/m^1.5", "but N/m^1.5 is wanted"},
      {"3 mm + 2 kg", "m", "character 6: + needs both sides in one dimension, not m and kg"},
      {"3 mm + 2", "m", "not m and 1"},
      {"sin(3 mm)", "1", "sin needs a number without dimension, not m"},
      {"2^crank", "1", "an exponent needs a number without dimension"},
      {"max(crank, speed)", "m", "max needs both sides in one dimension"},
      {"crank ? 1 : 2", "1", "a condition needs a number"},
      {"1 ? crank : speed", "m", "'?' needs both sides"},
      {"crank && 1", "1", "&& needs a number without dimension"},
      {"3 mmm", "m", "character 3: 'mmm' is no unit, parameter, variable or function here"},
      {"3 Newton_metre", "N m", "'Newton_metre' is no unit"},
      {"3 m2", "m^2", "a power is written with ^: 'm^2'"},
      {"3 m^x", "m", "the power of a unit must be a number"},
      {"3 m\xe2\x81\xbb", "1/m", "must be a whole number up to 100"},
      {"3 m\xc2\xb2\xe2\x81\xbb", "m^2", "must be a whole number up to 100"},
      {"3 \xc2\xb2", "1", "a unit is missing"},
      {"3 mm % 2 kg", "m", "% needs both sides in one dimension"},
      {"crnak", "m", "did you mean 'crank'?"},
      {"3*crnak", "m", "did you mean 'crank'?"},
      {"if(1, 2, 3)", "1",
       "'if' is no parameter, variable or function here (here it is written "
       "condition ? a : b)"},
      {"2 crank", "m",
       "an operator is missing before 'crank', which is a name of this model and so no unit"},
      {"(3", "m", "character 1: the bracket is not closed"},
      {"max(3", "m", "character 6: the bracket of max is not closed (with a comma in it the"},
      {"3)", "m", "closed that was never opened"},
      {"", "m", "something is missing at the end"},
      {"3 +", "m", "something is missing at the end"},
      {"3 4", "m", "an operator is missing before '4'"},
      {"1.2.3", "m", "two points"},
      {"--3", "m", "two signs"},
      {"sin", "1", "needs its argument in brackets"},
      {"sin(1,2)", "1", "the function sin takes 1 argument, not 2"},
      {"sin()", "1", "does not belong here"},
      {"atan2(1)", "1", "the function atan2 takes 2 arguments, not 1"},
      {"crank = 3", "m", "'=' does not belong here"},
      {"3 # 4", "m", "'#' does not belong here"},
      {"\"a\"", "m", "does not belong here"},
      {"1/0", "m", "has no finite value"},
      {"1e999", "m", "too large"},
      {"sqrt(-1)", "1", "has no finite value"},
      {"20 degC", "K", "shifted zero"},
      {"20 degC/m", "K/m", "shifted zero"},
      {"20 m/degC", "m/K", "shifted zero"},
      {"mm", "m", "is no parameter"}, /* a unit alone is no quantity */
      {"time", "s", "is no parameter"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const bad_case *k = &cases[i];
    double value = NAN;
    const ptl_status status =
        ptl_quantity_eval(context, k->text, k->unit, parameters, N_PARAMETERS, &value);
    if (status != PTL_ERR_INPUT) fail_msg("%s gave %.17g", k->text, value);
    if (strstr(ptl_context_message(context), k->message) == NULL)
      fail_msg("%s: message is: %s", k->text, ptl_context_message(context));
  }
}

static void test_hostile_texts(void **state) {
  char text[9000];
  (void)state;
  memset(text, '(', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  double value;
  assert_int_equal(ptl_quantity_eval(context, text, "m", NULL, 0, &value), PTL_ERR_INPUT);
  text[3000] = '\0';
  assert_int_equal(ptl_quantity_eval(context, text, "m", NULL, 0, &value), PTL_ERR_INPUT);
  memset(text, '-', 3000);
  assert_int_equal(ptl_quantity_eval(context, text, "m", NULL, 0, &value), PTL_ERR_INPUT);
  memset(text, 'x', 3000);
  assert_int_equal(ptl_quantity_eval(context, text, "m", NULL, 0, &value), PTL_ERR_INPUT);
  memcpy(text, "1 ", 2);
  assert_int_equal(ptl_quantity_eval(context, text, "m", NULL, 0, &value), PTL_ERR_INPUT);
  memset(text, '2', 3000);
  assert_int_equal(ptl_quantity_eval(context, text, "m", NULL, 0, &value), PTL_ERR_INPUT);
  {
    for (int i = 0; i < 3000; i += 2) memcpy(text + i, "2^", 2);
  }
  assert_int_equal(ptl_quantity_eval(context, text, "m", NULL, 0, &value), PTL_ERR_INPUT);
  assert_int_equal(ptl_quantity_eval(context, "\xff\xfe", "m", NULL, 0, &value), PTL_ERR_INPUT);
}

static void check_infer(const char *text, double value, const char *unit) {
  char found[64];
  double got = NAN;
  if (ptl_quantity_infer(context, text, parameters, N_PARAMETERS, &got, found, sizeof found))
    fail_msg("%s: %s", text, ptl_context_message(context));
  assert_true(fabs(got - value) <= 1e-15 * fabs(value));
  assert_string_equal(found, unit);
}

static void test_infer(void **state) {
  (void)state;
  check_infer("45 mm", 0.045, "m");
  check_infer("24*pi rad/s", 24 * PI, "s^-1");
  check_infer("3", 3, "1");
  check_infer("30 deg", PI / 6, "rad"); /* not a plain number: no mass can be made of it */
  check_infer("2 N/m^1.5", 2, "kg m^-0.5 s^-2");
  check_infer("2*crank", 0.09, "m");
}

/* ------------------------------------------------------------------ units */

/* UDUNITS knows times and logarithms too, which are no quantities: they are no units here. */
static void test_udunits_without_times_and_logarithms(void **state) {
  ptl_unit unit;
  (void)state;
  assert_int_equal(ptl_udunits_find(context, "furlong", &unit), 1);
  assert_true(fabs(unit.mul / unit.div - 201.168) < 1e-3); /* 220 yards */
  assert_int_equal(ptl_udunits_find(context, "seconds since 2000-01-01", &unit), 0);
  assert_int_equal(ptl_udunits_find(context, "lg(re 1 mW)", &unit), 0);
  assert_int_equal(ptl_udunits_find(context, "no_such_unit", &unit), 0);
}

/* Every name of the plain table means what UDUNITS says: SI or the same factor to 1e-9, by asking
 * for spellings that only UDUNITS knows. */
static void test_units_agree_with_udunits(void **state) {
  static const char *const pairs[][2] = {{"rad", "arc_degree"}, {"deg", "arc_degree"},
                                         {"turn", "circle"},    {"s", "second"},
                                         {"min", "minutes"},    {"h", "hours"},
                                         {"m", "meter"},        {"in", "inches"},
                                         {"ft", "feet"},        {"g", "gram"},
                                         {"t", "metric_ton"},   {"lb", "pounds"},
                                         {"N", "newton"},       {"kgf", "kilogram_force"},
                                         {"Pa", "pascal"},      {"bar", "bars"},
                                         {"J", "joule"},        {"W", "watt"},
                                         {"Hz", "hertz"},       {"km", "kilometer"},
                                         {"MPa", "megapascal"}, {"cm", "centimeter"},
                                         {"um", "micrometer"},  {"mg", "milligram"}};
  (void)state;
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    double factor = NAN;
    const double expected = i == 0 ? 180 / PI : 1;
    if (ptl_unit_convert(context, pairs[i][0], pairs[i][1], &factor) != PTL_OK)
      fail_msg("%s", ptl_context_message(context));
    if (!(fabs(factor - expected) < 1e-9 * expected))
      fail_msg("%s is %.17g %s", pairs[i][0], factor, pairs[i][1]);
  }
}

static void test_unit_functions(void **state) {
  char text[64];
  (void)state;
  double factor, offset;
  assert_int_equal(ptl_unit_to_si(context, "degC", &factor, &offset), PTL_OK);
  assert_true(factor == 1 && fabs(offset - 273.15) < 1e-12);
  assert_int_equal(ptl_unit_to_si(context, "mm", &factor, &offset), PTL_OK);
  assert_true(factor == 0.001 && offset == 0);
  assert_int_equal(ptl_unit_convert(context, "mm/s", "m/s", &factor), PTL_OK);
  assert_true(factor == 0.001);
  assert_int_equal(ptl_unit_convert(context, "N", "m", &factor), PTL_ERR_INPUT);
  assert_int_equal(ptl_unit_convert(context, "degC", "K", &factor), PTL_ERR_INPUT);
  ptl_unit unit;
  assert_int_equal(ptl_unit_parse(context, "1/s", &unit), PTL_OK);
  assert_true(unit.power[2] == -1);
  assert_int_equal(ptl_unit_parse(context, "kg/m s", &unit), PTL_OK); /* (kg/m) s */
  ptl_unit_write(unit.power, text, sizeof text);
  assert_string_equal(text, "kg m^-1 s");
  assert_int_equal(ptl_unit_parse(context, "", &unit), PTL_ERR_INPUT);
  assert_int_equal(ptl_unit_parse(context, "m)", &unit), PTL_ERR_INPUT);
  assert_int_equal(ptl_unit_parse(context, "2", &unit), PTL_ERR_INPUT);
  assert_int_equal(ptl_unit_parse(context, "m/", &unit), PTL_ERR_INPUT);
}

/* ------------------------------------------------------------------ expressions of variables */

static void check_resolve(const char *text, const char *unit, const char *expected) {
  char *out = NULL;
  if (ptl_expr_resolve(context, text, unit, parameters, N_PARAMETERS, &variables, &out))
    fail_msg("%s: %s", text, ptl_context_message(context));
  assert_string_equal(out, expected);
  ptl_free(context, out);
}

static void test_resolve(void **state) {
  (void)state;
  check_resolve("5 N * sin(2*pi*10 Hz*time)", "N", "5*sin(2*pi*10*time)");
  check_resolve("crank + yoke.x", "m", "0.045 + yoke.x");
  check_resolve("-stiffness*(yoke.x - 2 mm)", "N", "-200000*(yoke.x - 0.002)");
  check_resolve("gap*yoke.vx", "m^2/s", "(-0.0001)*yoke.vx");
  check_resolve("(time + 1 s) mm/s", "m", "((time + 1)/1000)");
  check_resolve("time > 1 s ? 2 N : 0", "N", "time > 1 ? 2 : 0");
  check_resolve("slot.inner.depth/time", "m/s", "slot.inner.depth/time");
  check_resolve("5*sin(3*time)", NULL, "5*sin(3*time)"); /* unchecked */
  check_resolve("5", "N", "5");
}

static void check_bad_resolve(const char *text, const char *unit, const char *message) {
  char *out = NULL;
  assert_int_equal(
      ptl_expr_resolve(context, text, unit, parameters, N_PARAMETERS, &variables, &out),
      PTL_ERR_INPUT);
  if (strstr(ptl_context_message(context), message) == NULL)
    fail_msg("%s: message is: %s", text, ptl_context_message(context));
}

static void test_bad_resolve(void **state) {
  (void)state;
  check_bad_resolve("5*sin(3*time)", "N", "sin needs a number without dimension, not s");
  check_bad_resolve("5*time", "N", "is in s, but N is wanted");
  check_bad_resolve("yoke.y", "m", "did you mean 'yoke.x'?");
  check_bad_resolve("slot.depth", "m", "'slot.depth' is no parameter");
  check_bad_resolve("crank^yoke.x", "m", "an exponent needs a number");
  check_bad_resolve("crank^(time/1 s)", "m", "needs a constant exponent");
  check_bad_resolve("time = 3", NULL, "'=' does not belong here");
}

static void test_create(void **state) {
  double values[] = {0.5, 2, 0, 0};
  ptl_symbol_list fewer = variables;
  ptl_expr *expr = NULL;
  (void)state;
  assert_int_equal(ptl_expr_create(context, "2*yoke.x + time", &variables, values, &expr), PTL_OK);
  assert_true(ptl_expr_eval(expr) == 4.5);
  values[1] = 3;
  assert_true(ptl_expr_eval(expr) == 6.5);
  assert_true(ptl_expr_uses(expr, 0) && ptl_expr_uses(expr, 1));
  assert_false(ptl_expr_uses(expr, 2)); /* yoke.vx */
  assert_false(ptl_expr_uses(expr, 3));
  ptl_expr_destroy(expr);
  assert_int_equal(ptl_expr_create(context, "3", &variables, values, &expr), PTL_OK);
  assert_true(ptl_expr_eval(expr) == 3);
  ptl_expr_destroy(expr);
  assert_int_equal(ptl_expr_create(context, "time = 3", &variables, values, &expr), PTL_ERR_INPUT);
  assert_int_equal(ptl_expr_create(context, "2*", &variables, values, &expr), PTL_ERR_INPUT);
  assert_int_equal(ptl_expr_create(context, "yoke.y", &variables, values, &expr), PTL_ERR_INPUT);
  assert_true(values[0] == 0.5);
  fewer.n = 1; /* what stands further on in the list is not known */
  assert_int_equal(ptl_expr_create(context, "time", &fewer, values, &expr), PTL_OK);
  assert_true(ptl_expr_eval(expr) == 0.5);
  ptl_expr_destroy(expr);
  assert_int_equal(ptl_expr_create(context, "yoke.x", &fewer, values, &expr), PTL_ERR_INPUT);
}

/* Names are found where they begin, and not in numbers. */
static void test_names(void **state) {
  static const char text[] = "-2.5e3*yoke.x + sin(time)^_a1.b2.c/1e5 - .5E2";
  static const char *const names[] = {"yoke.x", "sin", "time", "_a1.b2.c"};
  const char *p = text;
  size_t length = 0;
  (void)state;
  for (size_t i = 0; i < 4; i++, p += length) {
    p = ptl_next_name(p, &length);
    assert_non_null(p);
    assert_int_equal(length, strlen(names[i]));
    assert_memory_equal(p, names[i], length);
  }
  assert_null(ptl_next_name(p, &length));
}

/* ------------------------------------------------------------------ values */

typedef struct value_case {
  const char *text;
  double value; /* by the functions' definitions, at time 0.6, yoke.x 2 */
} value_case;

static void test_values(void **state) {
  const value_case cases[] = {
      {"sin(time)", sin(0.6)},
      {"cos(time)", cos(0.6)},
      {"tan(time)", tan(0.6)},
      {"asin(time)", asin(0.6)},
      {"acos(time)", acos(0.6)},
      {"atan(time)", atan(0.6)},
      {"atan2(time, yoke.x)", atan2(0.6, 2)},
      {"sinh(time)", sinh(0.6)},
      {"cosh(time)", cosh(0.6)},
      {"tanh(time)", tanh(0.6)},
      {"asinh(time)", asinh(0.6)},
      {"acosh(yoke.x)", acosh(2)},
      {"atanh(time)", atanh(0.6)},
      {"exp(time)", exp(0.6)},
      {"ln(time)", log(0.6)},
      {"log(time)", log(0.6)},
      {"log2(yoke.x*4)", 3},
      {"log10(yoke.x*50)", 2},
      {"sqrt(yoke.x*8)", 4},
      {"abs(-yoke.x)", 2},
      {"sign(-yoke.x) + sign(0*yoke.x) + sign(yoke.x)", 0},
      {"floor(-time)", -1},
      {"ceil(time)", 1},
      {"rint(-yoke.x/4)", 0},   /* halves upwards */
      {"round(-yoke.x/4)", -1}, /* halves away from 0 */
      {"fmod(-yoke.x, time)", fmod(-2, 0.6)},
      {"yoke.x % time", fmod(2, 0.6)},
      {"yoke.x*5 % 3*yoke.x", 2},
      {"min(3, yoke.x, 4)", 2},
      {"max(3, yoke.x, 4)", 4},
      {"sum(yoke.x)", 2},
      {"sum(1, yoke.x, 4)", 7},
      {"avg(1, yoke.x, 6)", 3},
      {"yoke.x^2 + yoke.x^3 + yoke.x^4", 28},
      {"2^yoke.x^3", 256},
      {"-yoke.x^2", -4},
      {"yoke.x^-2", 0.25},
      {"-yoke.x*-3", 6},
      {"yoke.x - 1 - 1", 0},
      {"8/yoke.x/2", 2},
      {"1 + yoke.x*3 < 8 == 1", 1},
      {"time < 1 && yoke.x > 3 || yoke.x == 2", 1},
      {"yoke.x && 0.5", 1},
      {"0*yoke.x || 0", 0},
      {"yoke.x != 2", 0},
      {"time >= 0.6 && time <= 0.6", 1},
      {"time > 1 ? 5 : yoke.x > 1 ? 6 : 7", 6},
      {"time > 1 ? 5 : yoke.x > 3 ? 6 : 7", 7},
      {"(time < 1 ? yoke.x : 3)*2", 4},
      {"1 ? 2 : 3", 2},
      {"pi*yoke.x", 2 * PI},
  };
  double values[] = {0.6, 2, 0, 0};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ptl_expr *expr = NULL;
    assert_int_equal(ptl_expr_create(context, cases[i].text, &variables, values, &expr), PTL_OK);
    double value = ptl_expr_eval(expr);
    if (!(fabs(value - cases[i].value) <= 3e-16 * fabs(cases[i].value)))
      fail_msg("%s is %.17g, not %.17g", cases[i].text, value, cases[i].value);
    assert_string_equal(ptl_expr_text(expr), cases[i].text);
    ptl_expr_destroy(expr);
  }
}

/* An allocator that refuses request number `left`. */
typedef struct scarce {
  int left, out;
} scarce;

static void *scarce_resize(void *old, size_t size, void *user) {
  scarce *s = user;
  if (s->left-- <= 0) return NULL;
  s->out += old == NULL;
  return realloc(old, size);
}

static void *scarce_alloc(size_t size, void *user) {
  return scarce_resize(NULL, size, user);
}

static void scarce_release(void *memory, void *user) {
  ((scarce *)user)->out -= memory != NULL;
  free(memory);
}

/* Memory that runs out anywhere is told as such and leaves nothing behind. */
static void test_memory(void **state) {
  static const char text[] = "time > 1 ? sin(2*pi*yoke.x/(3 + time))^2 : max(time, 3, yoke.x)";
  scarce s = {1 << 30, 0};
  const ptl_allocator allocator = {scarce_alloc, scarce_resize, scarce_release, &s};
  ptl_context *own = ptl_context_create(&allocator);
  ptl_status status = PTL_ERR_MEMORY;
  int refused = 0, kept = s.out;
  (void)state;
  assert_non_null(own);
  for (int n = 0; status == PTL_ERR_MEMORY; n++) {
    double values[4] = {0};
    ptl_expr *expr = NULL;
    char *out = NULL;
    s.left = n;
    status = ptl_expr_resolve(own, text, NULL, NULL, 0, &variables, &out);
    ptl_free(own, out);
    if (status == PTL_OK) status = ptl_expr_create(own, text, &variables, values, &expr);
    if (status == PTL_ERR_MEMORY) {
      refused++;
      assert_null(expr);
      assert_non_null(strstr(ptl_context_message(own), "out of memory"));
    }
    ptl_expr_destroy(expr);
    assert_int_equal(s.out, kept);
  }
  assert_int_equal(status, PTL_OK);
  assert_true(refused > 10);
  ptl_context_destroy(own);
  assert_int_equal(s.out, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_quantities),
                                     cmocka_unit_test(test_bad_quantities),
                                     cmocka_unit_test(test_hostile_texts),
                                     cmocka_unit_test(test_infer),
                                     cmocka_unit_test(test_unit_functions),
                                     cmocka_unit_test(test_units_agree_with_udunits),
                                     cmocka_unit_test(test_udunits_without_times_and_logarithms),
                                     cmocka_unit_test(test_resolve),
                                     cmocka_unit_test(test_bad_resolve),
                                     cmocka_unit_test(test_create),
                                     cmocka_unit_test(test_names),
                                     cmocka_unit_test(test_values),
                                     cmocka_unit_test(test_memory)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
