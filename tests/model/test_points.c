/* test_points.c: lists of points as a parameter, from the model file to the type and back. Expected
 * values are what the model says, in SI. */
#include "support.h"

#include "context.h"
#include "instance.h"
#include "mechanism.h"
#include "pintle_extend.h"
#include "registry.h"

/* ------------------------------------------------------------------ a type with two lists */

enum { FACTOR, TABLE, TABLE_PLACE, SHAPE, SHAPE_PLACE, N_PARAMS, TOTAL = N_PARAMS };

static const ptl_param params[] = {
    {.name = "factor", .unit = "1", .fallback = 2.0, .min = 0.0, .max = 10.0, .doc = "a number"},
    {.name = "curve.table",
     .unit = "m|N",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .kind = PTL_POINTS,
     .doc = "force against length"},
    {.name = "shape",
     .unit = "m",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .kind = PTL_POINTS,
     .doc = "an outline"},
    {0}};

/* Derived: the sum of the forces; per point the length and the force times the factor. */
static int prepare(double *c, ptl_reason *why) {
  int n;
  const double *points = ptl_points(c, TABLE, &n);
  double *derived = c + (points - c) + 2 * n;
  for (int i = 0; i < n; i++) {
    if (i > 0 && !(points[2 * i] > points[2 * i - 2]))
      return ptl_refuse(why, "point %d of curve.table does not follow the one before it", i + 1);
    c[TOTAL] += points[2 * i + 1];
    derived[2 * i] = c[FACTOR] * points[2 * i];
    derived[2 * i + 1] = c[FACTOR] * points[2 * i + 1];
  }
  return 0;
}

static void coordinate(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  (void)c;
  *out = (ptl_scalar){.value = pose->x, .d = {1.0, 0.0, 0.0}};
}

static void force(const double *c, double s, double rate, ptl_force_out *out) {
  (void)s;
  (void)rate;
  *out = (ptl_force_out){.force = c[TOTAL]};
}

static const ptl_force_type table_type = {
    .name = "table_force",
    .doc = {.title = "t", .formula = "f", .source = "s", .validity = "v"},
    .params = params,
    .n_derived = 1,
    .n_derived_per_point = 2,
    .prepare = prepare,
    .coordinate = coordinate,
    .force = force};

static int make_own_context(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  if (context == NULL) return 1;
  if (ptl_registry_check(context, PTL_FORCE, &table_type) != PTL_OK) return 1;
  if (ptl_registry_add(context, PTL_FORCE, &table_type, "test") != PTL_OK) return 1;
  *state = context;
  return 0;
}

#define MODEL(entries)                                                  \
  "pintle: 1\n"                                                         \
  "parameters: {step: 2 mm}\n"                                          \
  "bodies: {block: {mass: 1, inertia: 1}}\n"                            \
  "forces:\n  pull:\n    type: table_force\n    at: [[0, 0], [1, 0]]\n" \
  "    bodies: [ground, block]\n" entries

static const char two_lists[] = MODEL(
    "    shape: [[0, 1 mm], [step, -1]]\n"
    "    curve: {table: [[0, 1], [10 mm, 2 kN], [3*step + 10 mm, 2.5]]}\n");

/* ------------------------------------------------------------------ tests */

static const double table[] = {0.0, 1.0, 0.01, 2000.0, 0.016, 2.5};
static const double shape[] = {0.0, 0.001, 0.002, -1.0};

static void check_points(const ptl_mechanism *m) {
  const double *points;
  double value[2];
  assert_int_equal(ptl_mechanism_get_force_points(m, 0, "curve.table", &points), 3);
  for (int i = 0; i < 6; i++) assert_near(points[i], table[i], 1e-18);
  assert_int_equal(ptl_mechanism_get_force_points(m, 0, "shape", &points), 2);
  for (int i = 0; i < 4; i++) assert_near(points[i], shape[i], 0.0);
  assert_int_equal(ptl_mechanism_get_force_points(m, 0, "factor", &points), 0);
  assert_null(points);
  assert_int_equal(ptl_mechanism_get_force_points(m, 1, "shape", &points), 0);
  assert_int_equal(ptl_mechanism_get_force_value(m, 0, "shape", value), 1);
  assert_near(value[0], 2.0, 0.0);
}

static void lists_come_from_the_model(void **state) {
  ptl_mechanism *m = mechanism_of(*state, two_lists, NULL, 0);
  check_points(m);
  ptl_mechanism_destroy(m);
}

static void prepare_finds_its_room(void **state) {
  ptl_mechanism *m = mechanism_of(*state, two_lists, NULL, 0);
  const ptl_instance *use = &m->forces[0].use;
  assert_int_equal(use->size, N_PARAMS + 1 + 4 * (3 + 2));
  const double *c =
      use->c; /* prepared once, when the force was added: a second time doubles the total */
  int n;
  const double *points = ptl_points(c, TABLE, &n);
  assert_int_equal(n, 3);
  for (int i = 0; i < 6; i++) assert_near(points[6 + i], 2.0 * table[i], 1e-12);
  assert_near(c[TOTAL], 2003.5, 1e-12);
  points = ptl_points(c, SHAPE, &n);
  for (int i = 0; i < 4; i++) assert_near(points[i], shape[i], 0.0); /* not written over */
  ptl_mechanism_destroy(m);
}

static void an_absent_list_has_no_points(void **state) {
  ptl_mechanism *m = mechanism_of(*state, MODEL("    curve: {table: [[0, 1]]}\n"), NULL, 0);
  const double *points;
  assert_int_equal(ptl_mechanism_get_force_points(m, 0, "shape", &points), 0);
  int n;
  ptl_points(m->forces[0].use.c, SHAPE, &n);
  assert_int_equal(n, 0);
  ptl_mechanism_destroy(m);
}

/* Expected: the model as written is read as the same lists. */
static void lists_are_written_and_read_back(void **state) {
  ptl_context *context = *state;
  ptl_mechanism *m = mechanism_of(context, two_lists, NULL, 0), *again = NULL;
  const char *path = write_file("saved.yaml", "");
  must(context, ptl_mechanism_save(m, path));
  ptl_status status = ptl_mechanism_load(context, path, NULL, 0, &again);
  remove(path);
  must(context, status);
  check_points(again);
  ptl_mechanism_destroy(again);
  ptl_mechanism_destroy(m);
}

/* ------------------------------------------------------------------ what is refused */

static void refuse(ptl_context *context, const char *model, const char *what) {
  ptl_mechanism *m = NULL;
  const char *path = write_file("wrong.yaml", model);
  ptl_status status = ptl_mechanism_load(context, path, NULL, 0, &m);
  remove(path);
  assert_int_equal(status, PTL_ERR_INPUT);
  if (strstr(ptl_context_message(context), what) == NULL)
    fail_msg("'%s' is not in: %s", what, ptl_context_message(context));
}

static void wrong_lists_are_refused(void **state) {
  ptl_context *context = *state;
  refuse(context, MODEL("    factor: 1\n"), "'curve.table' [m|N] is missing");
  refuse(context, MODEL("    curve: {table: []}\n"), "must be a list of points");
  refuse(context, MODEL("    curve: {table: 5}\n"), ":9:20: error: curve.table must be a list");
  refuse(context, MODEL("    curve: {table: [[0, 1], [2]]}\n"), ":9:29: error: a point of");
  refuse(context, MODEL("    curve: {table: [[0, 1], 2]}\n"), "must be a list of two values");
  refuse(context, MODEL("    curve: {table: [[0, 1 m]]}\n"), ":9:25: error: curve.table: ");
  refuse(context, MODEL("    curve: {table: [[0, -1]]}\n"), "must be >= 0 N, not -1");
  refuse(context, MODEL("    curve: {table: [[-2, 1]]}\n"), "must be >= 0 m, not -2");
  refuse(context, MODEL("    curve: {table: [[0, 1], [0, 2]]}\n"), "point 2 of curve.table");
}

static void wrong_lists_of_a_program_are_refused(void **state) {
  ptl_context *context = *state;
  static const double bad[] = {0.0, 1.0, 1.0, NAN};
  ptl_given given = {.name = "curve.table", .points = bad, .n_points = 2};
  ptl_body_def body = ptl_body_default();
  ptl_force_def def = {.name = "pull",
                       .use = {"table_force", &given, 1},
                       .a = {.body = "ground"},
                       .b = {.body = "block"}};
  ptl_mechanism *m = ptl_mechanism_create(context);
  body.name = "block";
  body.mass = body.inertia = 1.0;
  must(context, ptl_mechanism_add_body(m, &body));
  assert_int_equal(ptl_mechanism_add_force(m, &def), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "point 2: 'curve.table' must be >= 0 N"));
  given.n_points = -3;
  assert_int_equal(ptl_mechanism_add_force(m, &def), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "at least one point"));
  given.n_points = 100001;
  assert_int_equal(ptl_mechanism_add_force(m, &def), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "more than 100000 points"));
  given.n_points = 1;
  must(context, ptl_mechanism_add_force(m, &def));
  ptl_mechanism_destroy(m);
}

/* A list has no default. */
static void a_table_with_a_default_list_is_refused(void **state) {
  ptl_param listed[] = {params[1], {0}};
  ptl_force_type type = table_type;
  listed[0].flags = 0;
  type.params = listed;
  assert_int_equal(ptl_registry_check(*state, PTL_FORCE, &type), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(*state), "required or optional"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_come_from_the_model),
      cmocka_unit_test(prepare_finds_its_room),
      cmocka_unit_test(an_absent_list_has_no_points),
      cmocka_unit_test(lists_are_written_and_read_back),
      cmocka_unit_test(wrong_lists_are_refused),
      cmocka_unit_test(wrong_lists_of_a_program_are_refused),
      cmocka_unit_test(a_table_with_a_default_list_is_refused),
  };
  return cmocka_run_group_tests(tests, make_own_context, drop_context);
}
