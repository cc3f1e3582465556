/* test_mechanism.c: descriptions made by a program. What a description must be follows from
 * pintle.h; the messages must name the element and the number. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "mechanism.h"

static ptl_context *context;
static ptl_mechanism *m;

static void add_body(const char *name) {
  ptl_body_def def = ptl_body_default();
  def.name = name;
  def.mass = 1;
  def.inertia = 2;
  assert_int_equal(ptl_mechanism_add_body(m, &def), PTL_OK);
}

static void add_contact(const char *name) {
  const ptl_given given[] = {{.name = "stiffness", .value = {1e8, 0}},
                             {.name = "exponent", .value = {1.5, 0}}};
  ptl_contact_def def = ptl_contact_default();
  def.name = name;
  def.elastic = (ptl_type_use){"power", given, 2};
  if (ptl_mechanism_add_contact(m, &def) != PTL_OK) fail_msg("%s", ptl_context_message(context));
}

static ptl_joint_def joint(const char *name, const char *type, const char *a, const char *b) {
  return (ptl_joint_def){
      .name = name, .use = {type, NULL, 0}, .a = {a, 0, 0, 0}, .b = {b, 0, 0, 0}};
}

static void add_joint(const char *name, const char *type, const char *a, const char *b) {
  const ptl_joint_def def = joint(name, type, a, b);
  if (ptl_mechanism_add_joint(m, &def) != PTL_OK) fail_msg("%s", ptl_context_message(context));
}

static int setup(void **state) {
  (void)state;
  context = ptl_context_create(NULL);
  m = context ? ptl_mechanism_create(context) : NULL;
  if (m == NULL) return 1;
  add_body("arm");
  add_body("bar");
  add_contact("soft");
  add_joint("shaft", "revolute", "ground", "arm");
  return 0;
}

static int teardown(void **state) {
  (void)state;
  ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
  return 0;
}

static void assert_refused(ptl_status status, const char *part) {
  assert_int_equal(status, PTL_ERR_INPUT);
  if (strstr(ptl_context_message(context), part) == NULL)
    fail_msg("%s is not in: %s", part, ptl_context_message(context));
}

/* ------------------------------------------------------------------ bodies */

static void test_bodies(void **state) {
  ptl_body_def def = ptl_body_default();
  (void)state;
  assert_true(isnan(def.mass)); /* no mass is assumed */
  assert_refused(ptl_mechanism_add_body(m, &def), "a body has no name");
  def.name = "b.c";
  assert_refused(ptl_mechanism_add_body(m, &def), "a name is a letter or _");
  def.name = "ground";
  assert_refused(ptl_mechanism_add_body(m, &def), "body 'ground': the name is taken");
  def.name = "arm";
  assert_refused(ptl_mechanism_add_body(m, &def), "the name 'arm' is taken by another body");
  def.name = "new";
  assert_refused(ptl_mechanism_add_body(m, &def), "body 'new': mass [kg] must be >= 0, not nan");
  def.mass = 1;
  def.inertia = -1;
  assert_refused(ptl_mechanism_add_body(m, &def), "inertia [kg m^2] must be >= 0, not -1");
  def.inertia = INFINITY;
  assert_refused(ptl_mechanism_add_body(m, &def), "inertia [kg m^2] must be >= 0, not inf");
  def.inertia = 1;
  def.omega = NAN;
  assert_refused(ptl_mechanism_add_body(m, &def), "omega must be finite");
  assert_int_equal(m->n_bodies, 2);
}

/* The description keeps nothing of its caller's. */
static void test_copies(void **state) {
  char name[] = "own", type[] = "fixed", body[] = "bar";
  ptl_joint_def def = joint(name, type, "ground", body);
  (void)state;
  assert_int_equal(ptl_mechanism_add_joint(m, &def), PTL_OK);
  memset(name, 'x', 3);
  memset(type, 'x', 5);
  memset(body, 'x', 3);
  assert_string_equal(m->joints[1].def.name, "own");
  assert_string_equal(m->joints[1].def.use.type, "fixed");
  assert_string_equal(m->joints[1].def.b.body, "bar");
  assert_int_equal(ptl_find_joint(m, "own"), 1);
  assert_int_equal(ptl_find_joint(m, "shft"), -1);
  assert_int_equal(ptl_find_body(m, "ground"), -1);
  assert_int_equal(ptl_find_body(m, "bra"), -2);
  assert_int_equal(ptl_find_contact(m, "soft"), 0);
}

static void test_many(void **state) {
  ptl_body_def def = ptl_body_default();
  (void)state;
  for (int i = 0; i < 300; i++) {
    char name[16];
    snprintf(name, sizeof name, "b%d", i);
    add_body(name);
  }
  assert_int_equal(m->n_bodies, 302);
  for (int i = 0; i < 300; i++) {
    char name[16];
    snprintf(name, sizeof name, "b%d", i);
    assert_int_equal(ptl_find_body(m, name), i + 2);
    assert_int_equal(ptl_find_joint(m, name), -1); /* a name of another kind */
  }
  assert_int_equal(ptl_find_body(m, "b300"), -2);
  assert_int_equal(ptl_find_body(m, "b"), -2);
  def.name = "b150";
  assert_refused(ptl_mechanism_add_body(m, &def), "the name 'b150' is taken by another body");
  assert_int_equal(m->n_bodies, 302);
}

/* ------------------------------------------------------------------ joints */

static ptl_status try_joint(const char *type, const ptl_given *given, int n,
                            const ptl_gap_contact *contacts, int n_contacts) {
  ptl_joint_def def = joint("new", type, "arm", "bar");

  def.use.given = given;
  def.use.n_given = n;
  def.contacts = contacts;
  def.n_contacts = n_contacts;
  return ptl_mechanism_add_joint(m, &def);
}

static void test_joints(void **state) {
  const ptl_given clearance = {.name = "clearance", .value = {1e-4, 0}};
  const ptl_given twice[] = {clearance, clearance};
  const ptl_given bad = {.name = "clearance", .value = {NAN, 0}};
  const ptl_given unknown = {.name = "clearence", .value = {1, 0}};
  const ptl_gap_contact all = {NULL, "soft"}, one = {"bearing", "soft"}, other = {"cap", "soft"};
  const ptl_gap_contact nothing = {NULL, "sfot"};
  const ptl_gap_contact both[] = {one, all};
  const ptl_gap_contact twice_one[] = {one, one};
  (void)state;
  ptl_joint_def def = joint("shaft", "revolute", "ground", "bar");
  assert_refused(ptl_mechanism_add_joint(m, &def), "the name 'shaft' is taken by another joint");
  def = joint("new", "revolute", "arm", "arm");
  assert_refused(ptl_mechanism_add_joint(m, &def), "it connects 'arm' to itself");
  def = joint("new", "revolute", "arm", "bra");
  assert_refused(ptl_mechanism_add_joint(m, &def), "there is no body 'bra' (did you mean 'bar'?)");
  def = joint("new", "revolut", "arm", "bar");
  assert_refused(ptl_mechanism_add_joint(m, &def), "did you mean 'revolute'?");
  def = joint("new", "revolute", "arm", "bar");
  def.a.angle = INFINITY;
  assert_refused(ptl_mechanism_add_joint(m, &def), "angle of a part must be finite");
  assert_refused(try_joint("revolute", &unknown, 1, NULL, 0), "did you mean 'clearance'?");
  assert_refused(try_joint("revolute", &bad, 1, NULL, 0), "must be >= 0 m, not nan");
  assert_refused(try_joint("revolute", twice, 2, &all, 1), "given twice");
  assert_refused(try_joint("revolute", &clearance, 1, NULL, 0), "gap 'bearing' needs a contact");
  assert_refused(try_joint("revolute", &clearance, 1, &other, 1), "has no gap 'cap'");
  assert_refused(try_joint("revolute", &clearance, 1, &nothing, 1), "did you mean 'soft'?");
  assert_refused(try_joint("revolute", &clearance, 1, twice_one, 2), "has two contacts");
  assert_refused(try_joint("fixed", NULL, 0, &all, 1), "takes no contact");
  assert_int_equal(m->n_joints, 1);
  assert_int_equal(try_joint("revolute", &clearance, 1, both, 2), PTL_OK);
  assert_int_equal(m->joints[1].def.n_contacts, 1);
  assert_string_equal(m->joints[1].def.contacts[0].gap, "bearing");
}

/* A law that needs radii is refused where the joint has none. */
static void test_radii(void **state) {
  const ptl_given given[] = {{.name = "clearance", .value = {1e-4, 0}},
                             {.name = "radius", .value = {0.01, 0}}};
  const ptl_gap_contact contact = {NULL, "hard"};
  ptl_contact_def def = ptl_contact_default();
  (void)state;
  def.name = "hard";
  def.elastic.type = "hertz";
  assert_refused(ptl_mechanism_add_contact(m, &def), "law 'hertz' needs 'materials'");
  def.young_a = def.young_b = 2e11;
  def.poisson_a = def.poisson_b = 0.3;
  assert_int_equal(ptl_mechanism_add_contact(m, &def), PTL_OK);
  assert_refused(try_joint("revolute", given, 1, &contact, 1), "needs radii of curvature");
  assert_int_equal(try_joint("revolute", given, 2, &contact, 1), PTL_OK);
}

static void test_contacts(void **state) {
  ptl_contact_def def = ptl_contact_default();
  (void)state;
  def.name = "new";
  assert_refused(ptl_mechanism_add_contact(m, &def), "contact 'new': the elastic law is missing");
  def.elastic.type = "power";
  assert_refused(ptl_mechanism_add_contact(m, &def),
                 "parameter 'stiffness' [N/m^exponent] is missing");
  def.damping.type = "nothing";
  def.poisson_a = 0.6;
  assert_refused(ptl_mechanism_add_contact(m, &def), "Poisson's ratio must be > -1 and <= 0.5");
  def.poisson_a = NAN;
  def.radius_b = 0;
  assert_refused(ptl_mechanism_add_contact(m, &def), "must not be 0");
  def.radius_b = NAN;
  def.touch_speed_floor = -1;
  assert_refused(ptl_mechanism_add_contact(m, &def), "touch_speed_floor [m/s] must be >= 0");
  assert_int_equal(m->n_contacts, 1);
}

/* ------------------------------------------------------------------ motions, loads, output */

static void test_motions(void **state) {
  ptl_motion_def def = {.name = "drive", .of.joint = "shaft", .rate = 3};
  (void)state;
  def.position = "time";
  assert_refused(ptl_mechanism_add_motion(m, &def), "either a finite rate or a position");
  def.rate = NAN;
  def.position = NULL;
  assert_refused(ptl_mechanism_add_motion(m, &def), "either a finite rate or a position");
  def.position = "2*tme";
  assert_refused(ptl_mechanism_add_motion(m, &def), "did you mean 'time'?");
  def.position = "2*time";
  def.of.joint = "shft";
  assert_refused(ptl_mechanism_add_motion(m, &def), "did you mean 'shaft'?");
  def.of.joint = "shaft";
  assert_int_equal(ptl_mechanism_add_motion(m, &def), PTL_OK);
  def.name = "again";
  assert_refused(ptl_mechanism_add_motion(m, &def), "joint 'shaft' is driven by 'drive' already");
  def.name = "shaft";
  assert_refused(ptl_mechanism_add_motion(m, &def), "the name 'shaft' is taken by another joint");
}

static void test_loads(void **state) {
  ptl_load_def def = {.name = "pull", .at = {"arm", 0, 0, 0}};
  (void)state;
  assert_refused(ptl_mechanism_add_load(m, &def), "it needs a force or a torque");
  def.fx = "3*arm.w";
  assert_refused(ptl_mechanism_add_load(m, &def), "load 'pull': force along x: ");
  def.fx = "time = 3";
  assert_refused(ptl_mechanism_add_load(m, &def), "'=' does not belong here");
  def.fx = "3*bar.omega + sin(time)";
  def.at.body = "ground";
  assert_refused(ptl_mechanism_add_load(m, &def), "acts on the ground");
  def.at.body = "arm";
  assert_int_equal(ptl_mechanism_add_load(m, &def), PTL_OK);
  assert_refused(ptl_mechanism_add_load(m, &def), "the name 'pull' is taken by another load");
}

static void test_forces(void **state) {
  ptl_force_def def = {.name = "spring",
                       .use = {"spring_damper", NULL, 0},
                       .a = {"arm", 0, 0, 0},
                       .b = {"bar", 0, 0, 0}};
  (void)state;
  assert_int_equal(ptl_mechanism_add_force(m, &def), PTL_OK);
  assert_refused(ptl_mechanism_add_force(m, &def), "the name 'spring' is taken by another force");
  def.name = "other";
  def.use.type = "sprong";
  assert_refused(ptl_mechanism_add_force(m, &def), "there is no force type 'sprong'");
  def.use.type = NULL;
  assert_refused(ptl_mechanism_add_force(m, &def), "the force type is missing");
}

static void test_output(void **state) {
  ptl_point_def point = {"arm", {"bar", 0, 0, 0}};
  ptl_column_def column = {"time", "s", "2*time"};
  ptl_body_def body = ptl_body_default();
  (void)state;
  assert_refused(ptl_mechanism_add_point(m, &point), "a body has that name");
  point.name = "tip";
  assert_int_equal(ptl_mechanism_add_point(m, &point), PTL_OK);
  body.name = "tip";
  body.mass = body.inertia = 1;
  assert_refused(ptl_mechanism_add_body(m, &body), "a point has that name");
  assert_refused(ptl_mechanism_add_column(m, &column), "has a column of that name");
  column.name = "twice";
  column.unit = NULL;
  assert_refused(ptl_mechanism_add_column(m, &column), "it has no unit");
  assert_refused(ptl_mechanism_keep_columns(m, ""), "a pattern of columns is empty");
  assert_refused(ptl_mechanism_set_gravity(m, 0, NAN), "gravity must be finite");
}

/* What was set is read back, and the defaults before. */
static void test_reading_back(void **state) {
  ptl_output_def output = ptl_output_default();
  double at = 0.0;
  (void)state;
  assert_int_equal(ptl_mechanism_get_output(m)->contact_rows, PTL_CONTACT_ROWS_ALL);
  output.contact_rows = PTL_CONTACT_ROWS_ENDS;
  output.angle = PTL_ANGLE_DEG;
  output.wrap_angles = 1;
  assert_int_equal(ptl_mechanism_set_output(m, &output), PTL_OK);
  assert_int_equal(ptl_mechanism_get_output(m)->contact_rows, PTL_CONTACT_ROWS_ENDS);
  assert_int_equal(ptl_mechanism_get_output(m)->angle, PTL_ANGLE_DEG);
  assert_int_equal(ptl_mechanism_get_output(m)->wrap_angles, 1);
  assert_null(ptl_mechanism_get_start_from(m, NULL));
  assert_refused(ptl_mechanism_set_start_from(m, "", 0.0), "the name of a run folder");
  assert_refused(ptl_mechanism_set_start_from(m, "x.run", -1.0), "from 0 s on");
  assert_int_equal(ptl_mechanism_set_start_from(m, "x.run", 1.5), PTL_OK);
  assert_string_equal(ptl_mechanism_get_start_from(m, &at), "x.run");
  assert_true(at == 1.5);
  assert_int_equal(ptl_mechanism_set_start_from(m, NULL, NAN), PTL_OK);
  assert_null(ptl_mechanism_get_start_from(m, NULL));
}

static void test_run(void **state) {
  ptl_run_def run = ptl_run_default();
  (void)state;
  assert_int_equal(ptl_mechanism_set_run(m, &run), PTL_OK);
  run.until.amount = 0;
  assert_refused(ptl_mechanism_set_run(m, &run), "must be > 0, not 0");
  run.until = (ptl_span){1, "shft"};
  assert_refused(ptl_mechanism_set_run(m, &run), "did you mean 'shaft'?");
  run.until.joint = "shaft";
  assert_int_equal(ptl_mechanism_set_run(m, &run), PTL_OK);
  run.rtol = 1;
  assert_refused(ptl_mechanism_set_run(m, &run), "it must be >= 1e-14 and <= 0.1, not 1");
  run.rtol = 1e-6;
  run.speed = 0;
  assert_refused(ptl_mechanism_set_run(m, &run), "run 'speed': it must be > 0");
  assert_string_equal(ptl_mechanism_get_run(m)->until.joint, "shaft");
}

/* ------------------------------------------------------------------ tables */

static void test_params(void **state) {
  static const ptl_param table[] = {
      {"a", "m", 1, 0, 2, "A length.", PTL_OPEN_MIN, PTL_NUMBER, NULL},
      {"p.q", "m", 0, -1, 1, "A point.", 0, PTL_POINT, NULL},
      {"way", "1", 1, 0, 0, "A way.", 0, PTL_CHOICE, "left|right"},
      {0}};
  const ptl_param *row = NULL;
  char word[16];
  (void)state;
  assert_int_equal(ptl_table_size(table), 4);
  assert_int_equal(ptl_param_find(table, "p.q", &row), 1);
  assert_int_equal(ptl_param_find(table, "way", &row), 3);
  assert_int_equal(ptl_param_find(table, "p", &row), -1);
  assert_int_equal(ptl_param_choice_index(row, "right"), 1);
  assert_int_equal(ptl_param_choice_index(row, "rig"), -1);
  assert_int_equal(ptl_param_choice_index(row, "left|right"), -1);
  assert_true(ptl_param_choice_word(row, 0, word, sizeof word));
  assert_string_equal(word, "left");
  assert_false(ptl_param_choice_word(row, 2, word, sizeof word));
  assert_false(ptl_param_choice_word(row, -1, word, sizeof word));
  assert_false(ptl_param_choice_word(row, 1, word, 3));
  assert_int_equal(ptl_param_check(context, &table[0], 2), PTL_OK);
  assert_refused(ptl_param_check(context, &table[0], 0),
                 "'a' must be > 0 and <= 2 m, not 0: A length.");
  assert_refused(ptl_param_check(context, &table[0], 3), "not 3");
  assert_refused(ptl_param_check(context, row, 2), "'way' must be one of left|right");
  assert_refused(ptl_param_check(context, row, 0.5), "'way' must be one of left|right");
  assert_refused(ptl_param_check(context, row, INFINITY), "'way' must be one of left|right");
  assert_refused(ptl_param_check(context, row, NAN), "'way' must be one of left|right");
}

/* Messages have no control characters from names in them, and are cut where they are too long. */
static void test_messages(void **state) {
  char name[5000];
  ptl_body_def def = ptl_body_default();
  (void)state;
  def.name = "a\033[31m";
  assert_refused(ptl_mechanism_add_body(m, &def), "body 'a?[31m'");
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  def.name = name;
  assert_refused(ptl_mechanism_add_body(m, &def), "at most 63 in all");
  def = ptl_body_default();
  ptl_fail(context, PTL_ERR_INPUT, "%s", name);
  ptl_prefix_message(context, "%s: ", "short");
  assert_true(strncmp(ptl_context_message(context), "short: nnn", 10) == 0);
}

#define with_mechanism(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      with_mechanism(test_bodies),       with_mechanism(test_copies),
      with_mechanism(test_many),         with_mechanism(test_joints),
      with_mechanism(test_radii),        with_mechanism(test_contacts),
      with_mechanism(test_motions),      with_mechanism(test_loads),
      with_mechanism(test_forces),       with_mechanism(test_output),
      with_mechanism(test_reading_back), with_mechanism(test_run),
      with_mechanism(test_params),       with_mechanism(test_messages)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
