/* test_plugin.c: plug-ins, and the checks that every type must pass. The plug-ins are built from
 * plugins/, one for each way to be wrong. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "mechanism.h"
#include "registry.h"

static ptl_context *context;

static int setup(void **state) {
  (void)state;
  context = ptl_context_create(NULL);
  return context == NULL;
}

static int teardown(void **state) {
  (void)state;
  ptl_context_destroy(context);
  return 0;
}

static int count_types(void) {
  ptl_type_info info;
  int n = 0;
  for (int kind = 0; kind < PTL_N_KINDS; kind++) {
    for (int i = 0; ptl_context_get_type(context, (ptl_kind)kind, i, &info); i++) n++;
  }
  return n;
}

static void test_good(void **state) {
  const ptl_given given = {.name = "stiffness", .value = {3, 0}};
  ptl_contact_def def = ptl_contact_default();
  (void)state;
  if (ptl_context_load_plugin(context, PINTLE_PLUGINS "/plugin_good.so") != PTL_OK)
    fail_msg("%s", ptl_context_message(context));
  ptl_type_info info;
  for (int i = 0; ptl_context_get_type(context, PTL_ELASTIC, i, &info); i++)
    if (strcmp(info.name, "quadratic") == 0) break;
  assert_string_equal(info.name, "quadratic");
  assert_string_equal(info.origin, "good 1.2");
  ptl_mechanism *m = ptl_mechanism_create(context);
  def.name = "c";
  def.elastic = (ptl_type_use){"quadratic", &given, 1};
  assert_int_equal(ptl_mechanism_add_contact(m, &def), PTL_OK);
  assert_true(m->contacts[0].elastic.c[0] == 3);
  ptl_mechanism_destroy(m);
}

/* A bare name means the file in the present folder, not one in the system's. */
static void test_bare_name(void **state) {
  char old[1024];
  (void)state;
  assert_non_null(getcwd(old, sizeof old));
  assert_int_equal(chdir(PINTLE_PLUGINS), 0);
  assert_int_equal(ptl_context_load_plugin(context, "plugin_good.so"), PTL_OK);
  assert_int_equal(chdir(old), 0);
  assert_int_equal(ptl_context_load_plugin(context, "libm.so.6"), PTL_ERR_INPUT);
}

static void check_refused(const char *name, const char *part) {
  const int before = count_types();
  char path[1024], start[1100];
  snprintf(path, sizeof path, "%s/%s", PINTLE_PLUGINS, name);
  snprintf(start, sizeof start, "plug-in %s: ", path);
  assert_int_equal(ptl_context_load_plugin(context, path), PTL_ERR_INPUT);
  if (strncmp(ptl_context_message(context), start, strlen(start)) != 0 ||
      strstr(ptl_context_message(context), part) == NULL)
    fail_msg("%s gave: %s", name, ptl_context_message(context));
  assert_int_equal(count_types(), before);
}

static void test_refusals(void **state) {
  char part[200];
  (void)state;
  check_refused("nothing.so", "cannot be opened: ");
  check_refused("CMakeFiles", "cannot be opened: ");
  check_refused("plugin_no_symbol.so", "does not export ptl_plugin_types()");
  snprintf(part, sizeof part, "interface version %d, this Pintle (" PTL_VERSION ") has version %d",
           PTL_EXTEND_ABI + 1, PTL_EXTEND_ABI);
  check_refused("plugin_wrong_abi.so", part);
  snprintf(part, sizeof part, "struct ptl_joint_type has %zu bytes, this Pintle's has %zu",
           sizeof(ptl_joint_type) - sizeof(void *), sizeof(ptl_joint_type));
  check_refused("plugin_wrong_size.so", part);
  check_refused("plugin_duplicate.so", "elastic law 'power' exists already (built in)");
  check_refused("plugin_bad_table.so",
                "elastic law 'negative', parameter 'stiffness': its default "
                "lies outside its range");
}

/* A library of which only a part was copied: refused, where the loader would die of what is
 * missing, for every length of which a segment is missing. */
static void test_cut_off(void **state) {
  enum { PARTS = 64 };
  static char bytes[1 << 20];
  (void)state;
  FILE *file = fopen(PINTLE_PLUGINS "/plugin_good.so", "rb");
  assert_non_null(file);
  const size_t n = fread(bytes, 1, sizeof bytes, file);
  assert_int_equal(fclose(file), 0);
  assert_true(n > 4096 && n < sizeof bytes);
  int refused = 0;
  for (int i = 0; i < PARTS; i++) {
    char path[] = "/tmp/pintle-cut-XXXXXX";
    const int cut = mkstemp(path);
    const size_t kept = n * (size_t)i / PARTS;
    assert_true(cut >= 0 && write(cut, bytes, kept) == (ssize_t)kept);
    assert_int_equal(close(cut), 0);
    ptl_context *own = ptl_context_create(NULL);
    assert_non_null(own);
    if (ptl_context_load_plugin(own, path) != PTL_OK) {
      assert_non_null(strstr(ptl_context_message(own), path));
      refused += strstr(ptl_context_message(own), "it is cut off") != NULL;
    } else {
      assert_true(i > PARTS / 2); /* what is missing is no part of what is loaded */
    }
    ptl_context_destroy(own);
    unlink(path);
  }
  assert_true(refused > PARTS / 4);
}

static void test_twice(void **state) {
  (void)state;
  assert_int_equal(ptl_context_load_plugin(context, PINTLE_PLUGINS "/plugin_good.so"), PTL_OK);
  check_refused("plugin_good.so", "elastic law 'quadratic' exists already (good 1.2)");
}

/* ------------------------------------------------------------------ tables */

/* What is built in passes the checks that plug-ins must pass. */
static void test_built_in(void **state) {
  const ptl_registry *registry = ptl_registry_of(context);
  (void)state;
  for (int kind = 0; kind < PTL_N_KINDS; kind++) {
    for (int i = 0; i < registry->n_types[kind]; i++) {
      const void *type = registry->types[kind][i].type;
      if (ptl_registry_check(context, (ptl_kind)kind, type) != PTL_OK)
        fail_msg("%s", ptl_context_message(context));
    }
  }
}

static void no_force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  (void)c;
  (void)in;
  *out = (ptl_elastic_out){0, 0, 0};
}

static void check_table(const ptl_param *params, const char *part) {
  const ptl_elastic_law law = {
      .name = "law", .doc = {"t", "f", "s", "v"}, .params = params, .force = no_force};
  assert_int_equal(ptl_registry_check(context, PTL_ELASTIC, &law), PTL_ERR_INPUT);
  if (strstr(ptl_context_message(context), part) == NULL)
    fail_msg("%s is not in: %s", part, ptl_context_message(context));
}

static void test_bad_tables(void **state) {
  static const ptl_param bad_name[] = {{"a b", "1", 0, 0, 1, "d", 0, PTL_NUMBER, NULL}, {0}};
  static const ptl_param twice[] = {{"a", "1", 0, 0, 1, "d", 0, PTL_NUMBER, NULL},
                                    {"a.b", "1", 0, 0, 1, "d", 0, PTL_NUMBER, NULL},
                                    {0}};
  static const ptl_param reserved[] = {{"law", "1", 0, 0, 1, "d", 0, PTL_NUMBER, NULL}, {0}};
  static const ptl_param no_unit[] = {{"a", NULL, 0, 0, 1, "d", 0, PTL_NUMBER, NULL}, {0}};
  static const ptl_param no_doc[] = {{"a", "1", 0, 0, 1, "", 0, PTL_NUMBER, NULL}, {0}};
  static const ptl_param empty[] = {{"a", "1", 0, 1, 0, "d", PTL_REQUIRED, PTL_NUMBER, NULL}, {0}};
  static const ptl_param open[] = {{"a", "1", 0, 0, 1, "d", PTL_OPEN_MIN, PTL_NUMBER, NULL}, {0}};
  static const ptl_param both[] = {
      {"a", "1", 0, 0, 1, "d", PTL_REQUIRED | PTL_OPTIONAL, PTL_NUMBER, NULL}, {0}};
  static const ptl_param choice[] = {{"a", "1", 2, 0, 0, "d", 0, PTL_CHOICE, "x|y"}, {0}};
  static const ptl_param no_words[] = {{"a", "1", 0, 0, 0, "d", 0, PTL_CHOICE, NULL}, {0}};
  (void)state;
  check_table(NULL, "no parameter table");
  check_table(bad_name, "not made of names");
  check_table(twice, "or a part of it, twice");
  check_table(reserved, "the model file keeps for itself");
  check_table(no_unit, "it has no unit");
  check_table(no_doc, "no sentence");
  check_table(empty, "its range is empty");
  check_table(open, "its default lies outside its range");
  check_table(both, "required and optional at once");
  check_table(choice, "not the index of a choice");
  check_table(no_words, "needs its words");
}

/* ------------------------------------------------------------------ declarations of joints */

static void hold_point(const double *c, const ptl_pose *rest, const ptl_pose *pose,
                       ptl_scalar *out) {
  (void)c;
  (void)rest;
  out[0] = (ptl_scalar){.value = pose->x, .d = {1.0, 0.0, 0.0}};
  out[1] = (ptl_scalar){.value = sin(pose->angle), .d = {0.0, 0.0, cos(pose->angle)}};
}

static void slide(const double *c, const ptl_pose *pose, const double *reaction, ptl_sliding *out) {
  (void)c;
  (void)pose;
  (void)reaction;
  out->d[0] = 1.0;
}

static const ptl_param size_param[] = {
    {"size", "m", 0, 0, INFINITY, "d", PTL_OPTIONAL, PTL_NUMBER, NULL}, {0}};
static const ptl_joint_type holding = {.name = "holding",
                                       .doc = {"t", "f", "s", "v"},
                                       .part_a = "one",
                                       .part_b = "other",
                                       .params = size_param,
                                       .n_constraints = 2,
                                       .kinds = {PTL_CONSTRAINT_LINE, PTL_CONSTRAINT_GENERAL},
                                       .coordinate = PTL_COORDINATE_NONE,
                                       .constraints = hold_point,
                                       .sliding = slide};

static int straight(const double *c) {
  return c != NULL;
}

static void check_declaration(const ptl_joint_type *type, const char *part) {
  assert_int_equal(ptl_registry_check(context, PTL_JOINT, type), PTL_ERR_INPUT);
  if (!strstr(ptl_context_message(context), part))
    fail_msg("%s is not in: %s", part, ptl_context_message(context));
}

/* Declarations that contradict themselves: a type with one is not loaded. */
static void test_contradictions(void **state) {
  (void)state;
  assert_int_equal(ptl_registry_check(context, PTL_JOINT, &holding), PTL_OK);
  ptl_joint_type t = holding;
  t.kinds[0] = (ptl_constraint_kind)7;
  check_declaration(&t, "the kind of a constraint is not known");
  t = holding;
  t.kinds[2] = PTL_CONSTRAINT_ANGLE;
  check_declaration(&t, "kinds of more constraints than it has");
  t = holding;
  t.kinds[1] = PTL_CONSTRAINT_ANGLE;
  t.coordinate = PTL_COORDINATE_ANGLE;
  check_declaration(&t, "holds the angle");
  t = holding;
  t.is_straight = straight;
  check_declaration(&t, "is_straight()");
  t = holding;
  t.flags = PTL_JOINT_POINT_PAIR;
  check_declaration(&t, "PTL_JOINT_POINT_PAIR is for two constraints");
  t = holding;
  t.flags = 128;
  check_declaration(&t, "a flag that is not known");
  t = holding;
  t.flags = PTL_JOINT_GAPS_EVERYWHERE;
  check_declaration(&t, "PTL_JOINT_GAPS_EVERYWHERE is for a type with gaps");
  t = holding;
  t.friction_needs = "width";
  check_declaration(&t, "names no optional parameter");
  t = holding;
  t.sliding = NULL;
  t.flags = PTL_JOINT_FRICTION_MOMENT;
  check_declaration(&t, "PTL_JOINT_FRICTION_MOMENT is for a type with sliding()");
  t = holding;
  t.sliding = NULL;
  t.friction_needs = "size";
  check_declaration(&t, "friction_needs is for a type with sliding()");
}

static void check_joint_refused(const ptl_joint_type *type, const char *part) {
  ptl_mechanism *m = ptl_mechanism_create(context);
  ptl_body_def body = ptl_body_default();
  ptl_joint_def def = {.name = "j", .use = {type->name, NULL, 0}, .a = {"ground", 0, 0, 0}};
  body.name = "b";
  body.mass = body.inertia = 1.0;
  assert_int_equal(ptl_registry_add(context, PTL_JOINT, type, "test"), PTL_OK);
  assert_int_equal(ptl_mechanism_add_body(m, &body), PTL_OK);
  def.b.body = "b";
  int status = ptl_mechanism_add_joint(m, &def);
  if (part == NULL && status != PTL_OK) fail_msg("%s", ptl_context_message(context));
  if (part != NULL && (status != PTL_ERR_INPUT || !strstr(ptl_context_message(context), part)))
    fail_msg("%s is not in: %s", part, ptl_context_message(context));
  ptl_mechanism_destroy(m);
}

/* Declarations that the functions do not keep: no joint of the type is made. */
static void test_false_declarations(void **state) {
  ptl_joint_type types[6] = {holding, holding, holding, holding, holding, holding};
  static const char *const names[6] = {"h0", "h1", "h2", "h3", "h4", "h5"};
  (void)state;
  for (int i = 0; i < 6; i++) types[i].name = names[i];
  check_joint_refused(&types[0], NULL);
  types[1].kinds[0] = PTL_CONSTRAINT_ANGLE;
  check_joint_refused(&types[1],
                      "joint type 'h1' is wrong: constraint 1 is declared "
                      "PTL_CONSTRAINT_ANGLE, but is not the angle");
  types[2].kinds[1] = PTL_CONSTRAINT_LINE;
  check_joint_refused(&types[2], "constraint 2 is declared PTL_CONSTRAINT_LINE, but depends on");
  types[3].kinds[1] = PTL_CONSTRAINT_POINT;
  check_joint_refused(&types[3], "constraint 2 is declared PTL_CONSTRAINT_POINT, but depends on");
  types[4].flags = PTL_JOINT_FRICTION_MOMENT;
  check_joint_refused(&types[4], "its friction is a force, but is declared");
  types[5].kinds[1] = PTL_CONSTRAINT_ANGLE;
  check_joint_refused(&types[5], "constraint 2 is declared PTL_CONSTRAINT_ANGLE, but is not");
}

/* ------------------------------------------------------------------ names */

static void test_nearest(void **state) {
  static const char *const words[] = {"mass", "inertia", "position", "angle", "rate"};
  static const char *const longer[] = {"restitution", "stiffness"};
  (void)state;
  assert_string_equal(ptl_nearest("mas", words, 5), "mass");
  assert_string_equal(ptl_nearest("masss", words, 5), "mass");
  assert_string_equal(ptl_nearest("amss", words, 5), "mass"); /* a swap counts once */
  assert_string_equal(ptl_nearest("Mass", words, 5), "mass");
  assert_string_equal(ptl_nearest("angel", words, 5), "angle");
  assert_string_equal(ptl_nearest("postion", words, 5), "position");
  assert_string_equal(ptl_nearest("restituton", longer, 2), "restitution");
  assert_null(ptl_nearest("velocity", words, 5));
  assert_null(ptl_nearest("x", words, 5));
  assert_null(ptl_nearest("", words, 5));
  assert_null(ptl_nearest("mass", words, 0));
  assert_string_equal(ptl_context_suggest(context, PTL_ELASTIC, "hertzz"), "hertz");
  assert_null(ptl_context_suggest(context, PTL_ELASTIC, "nothing_like_it"));
}

static void test_kinds(void **state) {
  (void)state;
  ptl_type_info info;
  assert_int_equal(ptl_context_get_type(context, PTL_JOINT, -1, &info), 0);
  assert_int_equal(ptl_context_get_type(context, PTL_JOINT, 10000, &info), 0);
  assert_int_equal(ptl_context_get_type(context, (ptl_kind)9, 0, &info), 0);
  assert_int_equal(ptl_context_get_type(context, PTL_JOINT, 0, &info), 1);
  assert_string_equal(info.origin, "built in");
  assert_non_null(info.doc->title);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_good, setup, teardown),
      cmocka_unit_test_setup_teardown(test_bare_name, setup, teardown),
      cmocka_unit_test_setup_teardown(test_refusals, setup, teardown),
      cmocka_unit_test(test_cut_off),
      cmocka_unit_test_setup_teardown(test_twice, setup, teardown),
      cmocka_unit_test_setup_teardown(test_built_in, setup, teardown),
      cmocka_unit_test_setup_teardown(test_bad_tables, setup, teardown),
      cmocka_unit_test_setup_teardown(test_contradictions, setup, teardown),
      cmocka_unit_test_setup_teardown(test_false_declarations, setup, teardown),
      cmocka_unit_test_setup_teardown(test_nearest, setup, teardown),
      cmocka_unit_test_setup_teardown(test_kinds, setup, teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
