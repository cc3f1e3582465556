/* test_model_read.c: model files, good ones and their values. Expected values follow from the
 * definition of the format (docs/model_file.md) and plain geometry. Bad files are in
 * test_model_errors.c. */
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

#include "expression.h"
#include "mechanism.h"

#define PI 3.14159265358979323846

static ptl_context *context;
static const char everything[] = PINTLE_DATA "/everything.yaml";
static char folder[] = "/tmp/pintle_model_XXXXXX";
static char model_path[64], saved_path[64], again_path[64];

static int setup(void **state) {
  (void)state;
  context = ptl_context_create(NULL);
  if (context == NULL || !mkdtemp(folder)) return 1;
  snprintf(model_path, sizeof model_path, "%s/model.yaml", folder);
  snprintf(saved_path, sizeof saved_path, "%s/saved.yaml", folder);
  snprintf(again_path, sizeof again_path, "%s/again.yaml", folder);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  remove(model_path);
  remove(saved_path);
  remove(again_path);
  rmdir(folder);
  ptl_context_destroy(context);
  return 0;
}

static ptl_mechanism *load_file(const char *path, const ptl_setting *settings, int n) {
  ptl_mechanism *m = NULL;
  if (ptl_mechanism_load(context, path, settings, n, &m) != PTL_OK)
    fail_msg("%s", ptl_context_message(context));
  return m;
}

static ptl_mechanism *load_text(const char *text, const ptl_setting *settings, int n) {
  FILE *file = fopen(model_path, "wb");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  return load_file(model_path, settings, n);
}

static void assert_near(double value, double expected) {
  if (!(fabs(value - expected) <= 1e-15 * fmax(1, fabs(expected))))
    fail_msg("%.17g is not %.17g", value, expected);
}

static void assert_part(const ptl_part_def *part, const char *body, double x, double y,
                        double angle) {
  assert_string_equal(part->body, body);
  assert_near(part->x, x);
  assert_near(part->y, y);
  assert_near(part->angle, angle);
}

/* ------------------------------------------------------------------ everything at once */

static void check_bodies(const ptl_mechanism *m) {
  const ptl_body_def *arm = &m->bodies[0].def, *block = &m->bodies[1].def;
  assert_int_equal(m->n_bodies, 2);
  assert_near(arm->mass, 2);
  assert_near(arm->inertia, 0.01);
  assert_near(arm->x, 0.05);
  assert_near(arm->angle, PI / 2);
  assert_near(arm->com_y, 0.002);
  assert_near(block->mass, 2);
  assert_near(block->inertia, 5e-4);
  assert_near(block->y, 0.2);
  assert_near(block->vy, 0.2);
  assert_near(block->omega, 2 * PI);
}

static void check_shapes(const ptl_mechanism *m) {
  const double corners[] = {0, 0, 0.05, 0, 0.05, 0.03};
  assert_int_equal(m->n_shapes, 4);
  ptl_shape_def def;
  assert_int_equal(ptl_mechanism_get_shape(m, 0, &def), 1);
  assert_string_equal(def.body, "block");
  assert_int_equal(def.form, PTL_FORM_POLYGON);
  assert_int_equal(def.n_points, 3);
  for (int i = 0; i < 6; i++) assert_near(def.points[i], corners[i]);
  assert_string_equal(def.color, "teal");
  assert_int_equal(ptl_mechanism_get_shape(m, 1, &def), 1);
  assert_int_equal(def.form, PTL_FORM_CIRCLE);
  assert_int_equal(def.hole, 1);
  assert_near(def.points[1], 0.01);
  assert_near(def.size[0], 0.005);
  assert_int_equal(ptl_mechanism_get_shape(m, 2, &def), 1);
  assert_near(def.points[0], 0);
  assert_near(def.size[1], 0.01 / 3);
  assert_near(def.angle, PI / 6);
  assert_null(def.color);
  assert_int_equal(ptl_mechanism_get_shape(m, 3, &def), 1);
  assert_near(def.points[2], 0.1);
  assert_near(def.size[0], 0.1 / 3);
  assert_int_equal(ptl_mechanism_get_shape(m, 4, &def), 0);
}

static void check_contacts(const ptl_mechanism *m) {
  const ptl_contact_def *full = &m->contacts[1].def;
  assert_int_equal(m->n_contacts, 5);
  assert_near(m->contacts[0].elastic.c[0], 1e8);
  assert_string_equal(m->contacts[0].def.damping.type, "none");
  assert_true(isnan(m->contacts[0].def.young_a) && isnan(m->contacts[0].def.length));
  assert_near(full->touch_speed_floor, 0.002);
  assert_near(full->young_b, 70e9);
  assert_near(full->poisson_b, 0.33);
  assert_true(full->young_a > 190e9 && full->young_a < 220e9); /* steel */
  assert_near(full->radius_a, -0.01);
  assert_true(isinf(full->radius_b));
  assert_near(full->length, 0.012);
  assert_near(full->effective_mass, 0.3);
  assert_string_equal(m->contacts[2].def.name, "pair.inner");
  assert_near(m->contacts[2].elastic.c[0], pow(1000, 1.5));
  assert_near(m->contacts[4].elastic.c[0], 3e8);
}

static void check_joints(const ptl_mechanism *m) {
  const ptl_joint_def *slot = &m->joints[3].def, *slot2 = &m->joints[4].def;
  assert_int_equal(m->n_joints, 5);
  assert_part(&m->joints[0].def.a, "ground", 0.05, 0.05, 0);
  assert_part(&m->joints[0].def.b, "arm", 0.05, 0, -PI / 2); /* the arm stands upright */
  assert_part(&m->joints[1].def.a, "ground", 0.1, 0, PI / 2);
  assert_part(&m->joints[1].def.b, "block", 0, -0.2, PI / 2);
  assert_part(&m->joints[2].def.a, "arm", 0.001, 0.002, PI / 2);
  assert_part(&m->joints[2].def.b, "block", 0.003, 0.004, 0);
  assert_int_equal(m->joints[2].def.n_contacts, 1);
  assert_string_equal(m->joints[2].def.contacts[0].gap, "bearing");
  assert_string_equal(m->joints[2].def.contacts[0].contact, "plain");
  assert_part(&slot->a, "block", 0, 0, PI / 6);
  assert_part(&slot->b, "arm", 0.005, 0, 0);
  assert_int_equal(slot->n_contacts, 3);
  assert_string_equal(slot->contacts[0].contact, "pair.inner");
  assert_string_equal(slot->contacts[2].contact, "pair.cap");
  assert_part(&slot2->a, "block", -0.05, -0.2, 0); /* one point in the ground */
  assert_part(&slot2->b, "arm", 0, 0, -PI / 2);
  assert_string_equal(slot2->contacts[0].contact, "pair.inner");
  assert_string_equal(slot2->contacts[1].contact, "full");
  assert_string_equal(slot2->contacts[2].contact, "plain");
}

static void check_rest(const ptl_mechanism *m) {
  assert_int_equal(m->n_motions, 2);
  assert_string_equal(m->motions[0].def.position, "0.5*sin(2*pi*3*time)");
  assert_true(isnan(m->motions[0].def.rate));
  assert_near(m->motions[1].def.rate, 0.005);
  assert_null(m->motions[1].def.position);
  assert_part(&m->forces[0].def.b, "arm", 0.05, 0, -PI / 2);
  assert_near(m->forces[0].use.c[0], 3000);
  assert_string_equal(m->loads[0].def.fx, "5*sin(2*pi*time/1)");
  assert_null(m->loads[0].def.fy);
  assert_string_equal(m->loads[0].def.torque, "-0.1*arm.omega");
  assert_string_equal(m->loads[1].def.fx, "3*time");
  assert_int_equal(m->loads[0].def.follows, 0);
  assert_int_equal(m->loads[1].def.follows, 1);
  assert_near(m->loads[1].def.at.x, 0.05);
  assert_near(m->gy, -9.81);
  assert_near(m->run.until.amount, 4 * PI);
  assert_string_equal(m->run.until.joint, "shaft");
  assert_near(m->run.every.amount, PI / 360);
  assert_int_equal(m->run.start, PTL_START_GIVEN);
  assert_near(m->run.max_step, 1e-3);
  assert_near(m->run.energy_limit, 0.01);
  assert_int_equal(m->n_patterns, 2);
  assert_string_equal(m->points[0].def.name, "tip");
  assert_string_equal(m->columns[0].def.unit, "m");
  assert_string_equal(m->columns[0].def.expression, "sqrt(tip.x^2 + tip.y^2)");
  assert_string_equal(m->columns[1].def.unit, "N");
  assert_int_equal(m->n_parameters, 4);
  assert_string_equal(m->parameters[0].unit, "m");
  assert_string_equal(m->title, "All that a model can hold");
  assert_string_equal(m->source, "quotes: \"and\" colons");
}

static void test_everything(void **state) {
  ptl_mechanism *m = load_file(everything, NULL, 0);
  (void)state;
  check_bodies(m);
  check_shapes(m);
  check_contacts(m);
  check_joints(m);
  check_rest(m);
  assert_int_equal(m->bodies[0].where.line, 12);
  assert_int_equal(m->bodies[0].where.column, 3);
  ptl_mechanism_destroy(m);
}

/* ------------------------------------------------------------------ writing */

static char *read_all(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, 1 << 18);
  assert_non_null(file);
  assert_non_null(text);
  assert_true(fread(text, 1, (1 << 18) - 1, file) > 0);
  fclose(file);
  return text;
}

static void assert_same_numbers(const ptl_instance *a, const ptl_instance *b) {
  assert_int_equal(a->n_given, b->n_given);
  assert_memory_equal(a->c, b->c, (size_t)a->n_given * sizeof(double));
}

/* Saving, loading and saving again gives the same text and the same numbers, to the bit. */
static void check_round_trip(ptl_mechanism *m) {
  if (ptl_mechanism_save(m, saved_path) != PTL_OK) fail_msg("%s", ptl_context_message(context));
  ptl_mechanism *back = load_file(saved_path, NULL, 0);
  assert_int_equal(ptl_mechanism_save(back, again_path), PTL_OK);
  char *first = read_all(saved_path);
  char *second = read_all(again_path);
  assert_string_equal(first, second);
  free(first);
  free(second);
  for (int i = 0; i < m->n_bodies; i++)
    assert_memory_equal(&m->bodies[i].def.mass, &back->bodies[i].def.mass, 10 * sizeof(double));
  for (int i = 0; i < m->n_joints; i++) {
    assert_same_numbers(&m->joints[i].use, &back->joints[i].use);
    assert_memory_equal(&m->joints[i].def.a.x, &back->joints[i].def.a.x, 3 * sizeof(double));
    assert_memory_equal(&m->joints[i].def.b.x, &back->joints[i].def.b.x, 3 * sizeof(double));
  }
  for (int i = 0; i < m->n_contacts; i++) {
    assert_same_numbers(&m->contacts[i].elastic, &back->contacts[i].elastic);
    assert_same_numbers(&m->contacts[i].damping, &back->contacts[i].damping);
  }
  for (int i = 0; i < m->n_forces; i++) {
    assert_same_numbers(&m->forces[i].use, &back->forces[i].use);
    assert_memory_equal(&m->forces[i].def.b.x, &back->forces[i].def.b.x, 3 * sizeof(double));
  }
  assert_int_equal(m->n_shapes, back->n_shapes);
  for (int i = 0; i < m->n_shapes; i++) {
    const ptl_shape_def *a = &m->shapes[i].def, *b = &back->shapes[i].def;
    assert_int_equal(a->form, b->form);
    assert_int_equal(a->hole, b->hole);
    assert_int_equal(a->n_points, b->n_points);
    assert_memory_equal(a->points, b->points, 2 * (size_t)a->n_points * sizeof(double));
    assert_memory_equal(a->size, b->size, sizeof a->size);
    assert_true(a->angle == b->angle);
    assert_int_equal(a->color != NULL, b->color != NULL);
  }
  assert_true(m->run.until.amount == back->run.until.amount);
  assert_true(m->run.every.amount == back->run.every.amount);
  ptl_mechanism_destroy(back);
}

static void test_round_trip(void **state) {
  ptl_mechanism *m = load_file(everything, NULL, 0);
  (void)state;
  check_round_trip(m);
  ptl_mechanism_destroy(m);
}

static void test_models_round_trip(void **state) {
  static const char *const names[] = {"pendulum", "slider_crank_ideal", "slider_crank_clearance",
                                      "scotch_yoke"};
  (void)state;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s.yaml", PINTLE_MODELS, names[i]);
    ptl_mechanism *m = load_file(path, NULL, 0);
    check_round_trip(m);
    ptl_mechanism_destroy(m);
  }
}

/* Parameters are written in the units of the model file, and read again to the bit, whatever the
 * digits; what ends with no unit of its dimension is written in base units. */
static void test_units_of_parameters(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "parameters: {a: 20 mm, b: 3000 rpm, c: 1.1 deg, d: 2*3 mm, e: 293.15 K, f: 0.3 kN/mm^1.5, "
      "g: 7, h: 24*pi rad/s, i: a*b/(1 s^-1)}\n"
      "bodies: {b: {mass: h*i/(1 m/s)*a/(1 m)*b*c/(1 rad/s)*1 kg + d/(1 m)*f*g*e/(1 kN/mm^1.5)/(1 "
      "K)*1 kg, "
      "inertia: 1}}\n"
      "run: {until: 1 s}\n";
  ptl_mechanism *m, *again;
  char *written;
  (void)state;
  assert_int_equal(ptl_mechanism_parse(context, text, sizeof text - 1, "given.yaml", NULL, 0, &m),
                   PTL_OK);
  assert_int_equal(ptl_mechanism_text(m, &written), PTL_OK);
  assert_int_equal(
      ptl_mechanism_parse(context, written, strlen(written), "written.yaml", NULL, 0, &again),
      PTL_OK);
  assert_non_null(
      strstr(written, "\n  a: 20 mm\n  b: 3000 rpm\n  c: 1.1 deg\n  d: 6 mm\n  e: 293.15 K\n"));
  assert_non_null(strstr(written, "\n  f: 0.3 kN/mm^1.5\n  g: 7\n  h: 75.398223686155"));
  assert_non_null(strstr(written, " rad/s\n  i: "));
  for (int i = 0; i < 9; i++) {
    ptl_parameter_def one, other;
    assert_true(ptl_mechanism_get_parameter(m, i, &one) &&
                ptl_mechanism_get_parameter(again, i, &other));
    assert_true(one.value == other.value);
  }
  ptl_text_release(context, written);
  ptl_mechanism_destroy(m);
  ptl_mechanism_destroy(again);
}

static void test_save_fails(void **state) {
  ptl_mechanism *m = load_file(everything, NULL, 0);
  (void)state;
  assert_int_equal(ptl_mechanism_save(m, "/nowhere/at/all.yaml"), PTL_ERR_IO);
  assert_non_null(strstr(ptl_context_message(context), "/nowhere/at/all.yaml: error: cannot be"));
  assert_int_equal(ptl_mechanism_save(m, folder), PTL_ERR_IO); /* nothing is left behind it */
  ptl_mechanism_destroy(m);
}

/* ------------------------------------------------------------------ settings */

static void test_settings(void **state) {
  const ptl_setting settings[] = {
      {"parameters.length", "0.2 m"},
      {"bodies.block.mass", "7"},
      {"joints.slot.contact", "plain"},
      {"joints.own.clearance", ""}, /* takes the key away: the joint is ideal */
      {"gravity.1", "-1"},
      {"run.until", "0.5"},
      {"output", "null"},
      {"loads", "{pull: {body: arm, torque: 1}}"},
      {"bodies.extra", "{mass: 1, inertia: 1}"},
  };
  ptl_mechanism *m = load_file(everything, settings, sizeof settings / sizeof *settings);
  uint64_t hash = m->hash;
  (void)state;
  assert_near(m->bodies[0].def.x, 0.1); /* half the new length */
  assert_near(m->bodies[1].def.mass, 7);
  assert_string_equal(m->joints[3].def.contacts[2].contact, "plain");
  assert_near(m->joints[2].use.c[0], 0);
  assert_near(m->gy, -1);
  assert_near(m->run.until.amount, 0.5);
  assert_null(m->run.until.joint);
  assert_int_equal(m->n_columns, 0);
  assert_int_equal(m->n_loads, 1);
  assert_int_equal(m->n_bodies, 3);
  ptl_mechanism_destroy(m);
  const ptl_setting stiffer = {"contacts.pair.outer.elastic.stiffness", "2 N/mm^1.5"};
  m = load_file(everything, &stiffer, 1);
  assert_near(m->contacts[3].elastic.c[0], 2 * pow(1000, 1.5));
  ptl_mechanism_destroy(m);
  m = load_file(everything, settings, 2);
  assert_true(m->hash != hash);
  hash = m->hash;
  ptl_mechanism_destroy(m);
  m = load_file(everything, settings, 2);
  assert_true(m->hash == hash);
  ptl_mechanism_destroy(m);
}

/* Runs that differ in the value of one setting have different models; so have those whose settings
 * differ in where the path ends and the value begins. */
static void test_hash_of_settings(void **state) {
  static const ptl_setting settings[] = {
      {"run.rtol", "1e-6"}, {"run.rtol", "1e-8"}, {"run.speed", "1"}, {"run.speed", "11"}};
  uint64_t hashes[4];
  (void)state;
  for (int i = 0; i < 4; i++) {
    ptl_mechanism *m = load_file(everything, &settings[i], 1);
    hashes[i] = m->hash;
    ptl_mechanism_destroy(m);
    for (int k = 0; k < i; k++) assert_true(hashes[i] != hashes[k]);
  }
}

/* The five laws of the scotch yoke are one setting away. */
static void test_yoke_laws(void **state) {
  static const struct {
    const char *law;
    double inner, outer, exponent; /* Table 11 of the source */
  } laws[] = {{"lankarani", 1.220e5, 1.424e5, 1.50},
              {"radzimovsky", 4.321e4, 4.315e4, 1.09},
              {"johnson", 4.914e4, 4.907e4, 1.10},
              {"goldsmith", 1.717e4, 1.743e4, 1.04},
              {"esdu", 1.300e4, 1.254e4, 1.09}};

  (void)state;
  for (size_t i = 0; i < 5; i++) {
    const ptl_setting setting = {"joints.slot.contact", laws[i].law};
    ptl_mechanism *m = load_file(PINTLE_MODELS "/scotch_yoke.yaml", &setting, 1);
    const ptl_gap_contact *contacts = m->joints[2].def.contacts;
    const double *inner = m->contacts[ptl_find_contact(m, contacts[0].contact)].elastic.c;
    const double *outer = m->contacts[ptl_find_contact(m, contacts[1].contact)].elastic.c;
    assert_string_equal(contacts[0].gap, "inner");
    assert_string_equal(contacts[1].gap, "outer");
    assert_near(inner[0] / (laws[i].inner * pow(1000, laws[i].exponent)), 1);
    assert_near(outer[0] / (laws[i].outer * pow(1000, laws[i].exponent)), 1);
    assert_near(inner[1], laws[i].exponent);
    ptl_mechanism_destroy(m);
  }
}

/* ------------------------------------------------------------------ forms of YAML */

static void test_forms(void **state) {
  static const char *const texts[] = {
      "\xef\xbb\xbfpintle: 1\r\nbodies:\r\n  a: {mass: 1, inertia: 1}\r\n", /* BOM, CRLF */
      "%YAML 1.2\n---\npintle: 1\nbodies: {a: {mass: '1', inertia: \"1 kg m^2\"}}\n...\n",
      "{\"pintle\": 1, \"bodies\": {\"a\": {\"mass\": 1, \"inertia\": 1}}}", /* JSON */
      "# comment\npintle: 1\nbodies:\n  a:\n    mass: >-\n      1\n      kg\n    inertia: 1\n"};
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    ptl_mechanism *m = load_text(texts[i], NULL, 0);
    assert_int_equal(m->n_bodies, 1);
    assert_near(m->bodies[0].def.mass, 1);
    ptl_mechanism_destroy(m);
  }
}

static void test_defaults(void **state) {
  ptl_mechanism *m = load_text("pintle: 1\n", NULL, 0);
  const ptl_run_def run = ptl_run_default();
  (void)state;
  assert_near(m->run.until.amount, run.until.amount);
  assert_near(m->run.rtol, 1e-7);
  assert_int_equal(m->run.start, PTL_START_IDEAL);
  assert_null(m->title);
  assert_near(m->gy, 0);
  ptl_mechanism_destroy(m);
}

/* The choice of the integrator comes back as it was given. */
static void test_integrator(void **state) {
  static const char *const texts[] = {"pintle: 1\nrun: {integrator: bdf}\n",
                                      "pintle: 1\nrun: {integrator: ida}\n",
                                      "pintle: 1\nrun: {integrator: dop853}\n",
                                      "pintle: 1\nrun: {integrator: auto}\n", "pintle: 1\n"};
  static const ptl_integrator wanted[] = {PTL_INTEGRATOR_IDA, PTL_INTEGRATOR_IDA,
                                          PTL_INTEGRATOR_DOP853, PTL_INTEGRATOR_AUTO,
                                          PTL_INTEGRATOR_AUTO};
  (void)state;
  for (int i = 0; i < (int)(sizeof wanted / sizeof *wanted); i++) {
    ptl_mechanism *m = load_text(texts[i], NULL, 0);
    assert_int_equal(m->run.integrator, wanted[i]);
    check_round_trip(m);
    ptl_mechanism *back = load_file(saved_path, NULL, 0);
    assert_int_equal(back->run.integrator, wanted[i]);
    ptl_mechanism_destroy(back);
    ptl_mechanism_destroy(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_everything),
                                     cmocka_unit_test(test_round_trip),
                                     cmocka_unit_test(test_models_round_trip),
                                     cmocka_unit_test(test_units_of_parameters),
                                     cmocka_unit_test(test_save_fails),
                                     cmocka_unit_test(test_settings),
                                     cmocka_unit_test(test_hash_of_settings),
                                     cmocka_unit_test(test_yoke_laws),
                                     cmocka_unit_test(test_forms),
                                     cmocka_unit_test(test_defaults),
                                     cmocka_unit_test(test_integrator)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
