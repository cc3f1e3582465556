/* A description and what is made of it: the documentation and the bounds of every table of
 * parameters, the copy that a system keeps, what a joint is in the equations, the columns of a
 * trace. Expected: what the tables, the model and pintle.h say. */
#include <ctype.h>
#include <dirent.h>
#include <math.h>

#include "columns.h"
#include "joint_form.h"
#include "model_write.h"
#include "param.h"
#include "pintle_trace.h"
#include "registry.h"
#include "support.h"

static ptl_context *context;

static int enter(void **state) {
  (void)state;
  context = ptl_context_create(NULL);
  return context == NULL;
}

static int leave(void **state) {
  (void)state;
  ptl_context_destroy(context);
  return 0;
}

/* ------------------------------------------------------------------ documentation */

static void check_sentence(const char *type, const ptl_param *param) {
  const char first = param->doc[0], last = param->doc[strlen(param->doc) - 1];
  if (islower(first) || last != '.')
    fail_msg("%s, %s: '%s' is no sentence", type, param->name, param->doc);
}

/* Every type says what it is, and of every parameter in one sentence. Laws name their family. */
static void every_type_is_documented(void **state) {
  (void)state;
  for (int kind = PTL_ELASTIC; kind <= PTL_FILM; kind++) {
    ptl_type_info info;
    int n = 0;
    for (; ptl_context_get_type(context, (ptl_kind)kind, n, &info); n++) {
      const ptl_doc *doc = info.doc;
      if (ptl_registry_check(context, (ptl_kind)kind, info.type) != PTL_OK)
        fail_msg("%s", ptl_context_message(context));
      if (!(*doc->title && *doc->formula && *doc->source && *doc->validity))
        fail_msg("%s: a part of its documentation is missing", info.name);
      const int is_law = kind == PTL_ELASTIC || kind == PTL_DAMPING || kind == PTL_FRICTION;
      if (is_law && (doc->family == NULL || *doc->family == '\0'))
        fail_msg("%s: its family is missing", info.name);
      for (const ptl_param *param = info.params; param->name != NULL; param++)
        check_sentence(info.name, param);
    }
    assert_true(n > 0);
  }
}

/* ------------------------------------------------------------------ bounds */

/* A bound is taken where it is closed and refused where it is open; beyond it everything is
 * refused. */
static int check_bound(const char *type, const ptl_param *param, double bound, int is_open,
                       double outwards) {
  if (isinf(bound)) {
    assert_int_equal(ptl_param_check(context, param, bound), PTL_ERR_INPUT); /* not a number */
    return 0;
  }
  const double beyond = nextafter(bound, outwards), within = nextafter(bound, -outwards);
  if (ptl_param_check(context, param, bound) != (is_open ? PTL_ERR_INPUT : PTL_OK))
    fail_msg("%s, %s: bound %g, which is %s", type, param->name, bound,
             is_open ? "open" : "closed");
  if (ptl_param_check(context, param, beyond) == PTL_OK)
    fail_msg("%s, %s: %g is taken, beyond %g", type, param->name, beyond, bound);
  if (param->min < param->max && ptl_param_check(context, param, within) != PTL_OK)
    fail_msg("%s, %s: %g is refused, within %g", type, param->name, within, bound);
  return is_open;
}

static void bounds_of_every_table_hold(void **state) {
  int n_open_min = 0, n_open_max = 0;
  (void)state;
  for (int kind = PTL_ELASTIC; kind <= PTL_FILM; kind++) {
    ptl_type_info info;
    for (int i = 0; ptl_context_get_type(context, (ptl_kind)kind, i, &info); i++) {
      for (const ptl_param *param = info.params; param->name != NULL; param++) {
        if (param->kind == PTL_CHOICE) continue;
        const int open_min = (param->flags & PTL_OPEN_MIN) != 0;
        const int open_max = (param->flags & PTL_OPEN_MAX) != 0;
        n_open_min += check_bound(info.name, param, param->min, open_min, -INFINITY);
        n_open_max += check_bound(info.name, param, param->max, open_max, INFINITY);
        assert_int_equal(ptl_param_check(context, param, NAN), PTL_ERR_INPUT);
      }
    }
  }
  assert_true(n_open_min > 20 && n_open_max > 0);
}

/* The same through the model file: stick_slip with an elastic share of 1 has no plastic part left.
 */
static void an_open_upper_bound_is_refused_in_a_model(void **state) {
  static const char *const text =
      "pintle: 1\nbodies:\n  block: {mass: 1, inertia: 1}\njoints:\n  guide: {type: translational, "
      "bodies: [ground, block], friction: {law: stick_slip, kinetic: 0.3, elastic_share: 1}}\n";
  (void)state;
  const char *path = write_file("bound.yaml", text);
  ptl_mechanism *m = (ptl_mechanism *)1;
  assert_int_equal(ptl_mechanism_load(context, path, NULL, 0, &m), PTL_ERR_INPUT);
  assert_null(m); /* as every function that fails */
  assert_non_null(strstr(ptl_context_message(context), "'elastic_share' must be > 0 and < 1"));
  remove(path);
}

/* ------------------------------------------------------------------ the copy of a system */

static const char pendulum[] =
    "pintle: 1\ntitle: a pendulum\ngravity: [0, -9.81]\nbodies:\n  bob: {mass: 1, inertia: 0.1, "
    "position: [1, 0]}\njoints:\n  hinge: {type: revolute, bodies: [ground, bob], at: [0, 0]}\n"
    "run: {until: 0.01}\n";

static char *read_text(const char *path) {
  static char text[2][1 << 18];
  static int next;
  char *out = text[next = !next];
  FILE *f = fopen(path, "r");
  if (f == NULL) fail_msg("no file %s", path);
  out[fread(out, 1, sizeof text[0] - 1, f)] = '\0';
  fclose(f);
  return out;
}

/* What is added after assembling did not run, so that neither the summary nor the model in the
 * folder names it. */
static void what_is_added_later_did_not_run(void **state) {
  static char place[] = "/tmp/pintle-description-XXXXXX";
  char path[200];
  (void)state;
  ptl_mechanism *m = mechanism_of(context, pendulum, NULL, 0);
  ptl_system *compiled;
  must(context, ptl_assemble(m, &compiled));
  const ptl_joint_def late = {.name = "late_joint",
                              .use = {.type = "fixed"},
                              .a = {.body = "ground"},
                              .b = {.body = "bob", .x = -1.0}};
  must(context, ptl_mechanism_add_joint(m, &late));
  must(context, ptl_mechanism_set_title(m, "another title", NULL));
  assert_non_null(mkdtemp(place));
  snprintf(path, sizeof path, "%s/x.run", place);
  ptl_folder *folder;
  must(context, ptl_folder_open(context, compiled, path, &folder));
  const ptl_sink sink = ptl_folder_sink(folder);
  ptl_summary summary;
  must(context, ptl_simulate(context, compiled, NULL, &sink, &summary));
  must(context, ptl_folder_close(folder, &summary, NULL));
  ptl_summary_release(context, &summary);
  static const char *const files[] = {"summary.json", "model.yaml"};
  for (int i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "%s/x.run/%s", place, files[i]);
    const char *text = read_text(path);
    assert_non_null(strstr(text, "hinge"));
    assert_non_null(strstr(text, "a pendulum"));
    assert_null(strstr(text, "late_joint"));
    assert_null(strstr(text, "another title"));
  }
  assert_int_equal(ptl_system_get_assembly(compiled)->degrees_of_freedom, 1);
  ptl_mechanism_destroy(m);
  ptl_system_destroy(compiled);
  snprintf(path, sizeof path, "rm -rf %s", place);
  assert_int_equal(system(path), 0);
}

static int is_model(const struct dirent *entry) {
  const size_t n = strlen(entry->d_name);
  return n > 5 && strcmp(entry->d_name + n - 5, ".yaml") == 0;
}

/* The copy outlives its original and says the same to the byte. */
static void a_copy_is_complete(void **state) {
  struct dirent **models;
  (void)state;
  const int n = scandir(PINTLE_MODELS, &models, is_model, alphasort);
  assert_true(n > 20);
  for (int i = 0; i < n; i++) {
    char path[600], files[2][600];
    ptl_mechanism *m, *copy;
    snprintf(path, sizeof path, "%s/%s", PINTLE_MODELS, models[i]->d_name);
    must(context, ptl_mechanism_load(context, path, NULL, 0, &m));
    must(context, ptl_mechanism_copy(context, m, &copy));
    snprintf(files[0], sizeof files[0], "%s", write_file("original.yaml", ""));
    snprintf(files[1], sizeof files[1], "%s", write_file("copy.yaml", ""));
    must(context, ptl_mechanism_save(m, files[0]));
    assert_int_equal(copy->hash, m->hash);
    assert_string_equal(copy->file, m->file);
    ptl_mechanism_destroy(m);
    must(context, ptl_mechanism_save(copy, files[1]));
    assert_string_equal(read_text(files[0]), read_text(files[1]));
    ptl_mechanism_destroy(copy);
    remove(files[0]);
    remove(files[1]);
    free(models[i]);
  }
  free(models);
}

/* ------------------------------------------------------------------ what a joint is */

static const char all_forms[] =
    "pintle: 1\n"
    "bodies:\n"
    "  a: {mass: 1, inertia: 1}\n"
    "  b: {mass: 1, inertia: 1}\n"
    "contacts:\n"
    "  hard: {elastic: {law: power, stiffness: 1e9, exponent: 1.5}}\n"
    "joints:\n"
    "  plain: {type: revolute, bodies: [ground, a]}\n"
    "  loose: {type: revolute, bodies: [ground, a], clearance: 1 mm, contact: hard}\n"
    "  stopped: {type: revolute, bodies: [ground, a], contact: hard,\n"
    "            limits: {from: -1, to: 1, radius: 50 mm}}\n"
    "  rubber: {type: revolute, bodies: [ground, a], bushing: {stiffness: 1e6}}\n"
    "  rubber_and_stops: {type: revolute, bodies: [ground, a], bushing: {stiffness: 1e6},\n"
    "                     contact: hard, limits: {from: -1, to: 1, radius: 50 mm}}\n"
    "  disks: {type: circle_circle, bodies: [a, b], a: {radius: 10 mm}, b: {radius: 10 mm},\n"
    "          contact: hard, at: [[0, 0], [1, 0]]}\n"
    "  oiled: {type: revolute, bodies: [ground, a], clearance: 1 mm, radius: 9 mm,\n"
    "          film: {law: short, viscosity: 1, length: 4 mm}}\n"
    "  oiled_and_stops: {type: revolute, bodies: [ground, a], clearance: 1 mm, radius: 9 mm,\n"
    "                    film: {law: short, viscosity: 1, length: 4 mm}, contact: hard,\n"
    "                    limits: {from: -1, to: 1, radius: 50 mm}}\n";

static void a_joint_is_one_thing_everywhere(void **state) {
  static const struct {
    const char *word;
    ptl_hold hold;
    int has_clearance, n_gaps;
  } expected[] = {{"ideal", PTL_HELD_BY_CONSTRAINTS, 0, 0},
                  {"clearance", PTL_HELD_BY_NOTHING, 1, 1},
                  {"ideal with stops", PTL_HELD_BY_CONSTRAINTS, 0, 2},
                  {"bushing", PTL_HELD_BY_BUSHING, 0, 0},
                  {"bushing", PTL_HELD_BY_BUSHING, 0, 2},
                  {"contact", PTL_HELD_BY_NOTHING, 1, 1},
                  {"film", PTL_HELD_BY_NOTHING, 1, 0},
                  {"film", PTL_HELD_BY_NOTHING, 1, 3}};
  (void)state;
  ptl_mechanism *m = mechanism_of(context, all_forms, NULL, 0);
  assert_int_equal(m->n_joints, 8);
  for (int i = 0; i < m->n_joints; i++) {
    const ptl_mech_joint *joint = &m->joints[i];
    assert_string_equal(ptl_joint_form_word(joint), expected[i].word);
    assert_int_equal(joint->form.hold, expected[i].hold);
    assert_int_equal(joint->form.has_clearance, expected[i].has_clearance);
    assert_int_equal(joint->form.n_gaps, expected[i].n_gaps);
    const ptl_joint_form rigid = ptl_joint_form_ideal(joint->use.type, joint->use.c);
    assert_int_equal(rigid.hold, i != 5 ? PTL_HELD_BY_CONSTRAINTS : PTL_HELD_BY_NOTHING);
    assert_int_equal(rigid.n_gaps, 0);
  }
  ptl_mechanism_destroy(m);
}

/* ------------------------------------------------------------------ columns */

static const char *unit_of(const ptl_columns *columns, const char *name) {
  for (int i = 0; i < columns->list.n; i++)
    if (strcmp(columns->list.items[i].name, name) == 0) return columns->list.items[i].unit;
  fail_msg("no column '%s'", name);
  return NULL;
}

/* Friction of surfaces that turn against each other is a moment, of those that slide a force. */
static void friction_has_the_unit_of_what_it_resists(void **state) {
  static const char *const text =
      "pintle: 1\nbodies:\n  a: {mass: 1, inertia: 1}\n  b: {mass: 1, inertia: 1}\njoints:\n"
      "  pin: {type: revolute, bodies: [ground, a], radius: 10 mm, friction: {law: coulomb, "
      "coefficient: 0.1}}\n"
      "  guide: {type: translational, bodies: [ground, b], friction: {law: coulomb, "
      "coefficient: 0.1}}\n"
      "forces:\n"
      "  coil: {type: rotational_spring_damper, bodies: [ground, a], stiffness: 1}\n"
      "  spring: {type: spring_damper, bodies: [ground, b], at: [[1, 0], [0, 0]], stiffness: 1}\n";
  (void)state;
  ptl_mechanism *m = mechanism_of(context, text, NULL, 0);
  ptl_columns columns;
  must(context, ptl_columns_create(context, m, &columns));
  assert_string_equal(unit_of(&columns, "pin.friction"), "N m");
  assert_string_equal(unit_of(&columns, "guide.friction"), "N");
  assert_string_equal(unit_of(&columns, "pin.moment"), "N m");
  assert_string_equal(unit_of(&columns, "coil.angle"), "rad");
  assert_string_equal(unit_of(&columns, "coil.moment"), "N m");
  assert_string_equal(unit_of(&columns, "spring.length"), "m");
  assert_string_equal(unit_of(&columns, "spring.force"), "N");
  ptl_columns_release(context, &columns);
  ptl_mechanism_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_type_is_documented),
      cmocka_unit_test(bounds_of_every_table_hold),
      cmocka_unit_test(an_open_upper_bound_is_refused_in_a_model),
      cmocka_unit_test(what_is_added_later_did_not_run),
      cmocka_unit_test(a_copy_is_complete),
      cmocka_unit_test(a_joint_is_one_thing_everywhere),
      cmocka_unit_test(friction_has_the_unit_of_what_it_resists),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
