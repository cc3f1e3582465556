/* test_definitions.c: structures of programs that were compiled with other versions of the headers
 * (pintle_base.h). The layouts of the first version stand here: members come at the end only, and
 * structures within others keep theirs. */
#include "pintle_law.h"
#include "pintle_spectrum.h"
#include "pintle_trace.h"
#include "support.h"

/* Per structure its last member in the first version, and where that ended. */
#if UINTPTR_MAX > 0xffffffff /* pointers of 8 bytes */

#define LAYOUT(STRUCT, LAST, END) \
  { #STRUCT, #LAST, offsetof(STRUCT, LAST) + sizeof(((STRUCT *)0)->LAST), sizeof(STRUCT), END }

typedef struct layout {
  const char *name, *last;
  size_t end, size, first;
} layout;

static const layout growing[] = {LAYOUT(ptl_body_def, free, 92),
                                 LAYOUT(ptl_joint_def, film, 168),
                                 LAYOUT(ptl_contact_def, effective_mass, 168),
                                 LAYOUT(ptl_force_def, b, 96),
                                 LAYOUT(ptl_load_def, follows, 68),
                                 LAYOUT(ptl_run_def, limits, 144),
                                 LAYOUT(ptl_stop_def, settled_for, 24),
                                 LAYOUT(ptl_statistic_def, cycle, 56),
                                 LAYOUT(ptl_input_def, value, 24),
                                 LAYOUT(ptl_output_def, wrap_angles, 16),
                                 LAYOUT(ptl_point_def, at, 40),
                                 LAYOUT(ptl_column_def, expression, 24),
                                 LAYOUT(ptl_parameter_def, given_unit, 32),
                                 LAYOUT(ptl_signal_def, scale, 48),
                                 LAYOUT(ptl_motion_def, monotone, 156),
                                 LAYOUT(ptl_coupling_def, points, 256),
                                 LAYOUT(ptl_start_def, rate, 80),
                                 LAYOUT(ptl_shape_def, color, 72),
                                 LAYOUT(ptl_impact_def, tolerance, 32),
                                 LAYOUT(ptl_run_options, contact_rows, 40),
                                 LAYOUT(ptl_sink, after_step, 48),
                                 LAYOUT(ptl_spectrum_options, overlap, 48)};

static const layout staying[] = {
    LAYOUT(ptl_part_def, angle, 32),       LAYOUT(ptl_measure_def, coordinate, 76),
    LAYOUT(ptl_rise_def, rise, 32),        LAYOUT(ptl_bushing_def, axial_damping, 72),
    LAYOUT(ptl_span, joint, 16),           LAYOUT(ptl_given, n_points, 44),
    LAYOUT(ptl_type_use, n_given, 20),     LAYOUT(ptl_gap_contact, contact, 16),
    LAYOUT(ptl_setting, value, 16),        LAYOUT(ptl_column, unit, 16),
    LAYOUT(ptl_run_limits, wall_time, 48), LAYOUT(ptl_wear_def, sectors, 40)};

static size_t to_word(size_t size) {
  return (size + 7) / 8 * 8;
}

static void test_layouts(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof growing / sizeof *growing; i++) {
    const layout *k = &growing[i];
    if (k->end != k->first || k->size < to_word(k->end))
      fail_msg("%s.%s ends at %zu, at first at %zu", k->name, k->last, k->end, k->first);
  }
  for (size_t i = 0; i < sizeof staying / sizeof *staying; i++) {
    const layout *k = &staying[i];
    if (k->end != k->first || k->size != to_word(k->end))
      fail_msg("%s: %zu bytes, at first up to %zu", k->name, k->size, k->first);
  }
}

#endif

/* A structure with two more words, as a later version may have it. */
#define LATER(DEF)                \
  union {                         \
    DEF def;                      \
    char bytes[sizeof(DEF) + 16]; \
  }

/* What is longer is refused when more of it is set, and is otherwise what it would be without. */
#define CHECK_ADD(FUNCTION, DEF)                                                     \
  do {                                                                               \
    LATER(DEF) later;                                                                \
    char plain[512];                                                                 \
    DEF def = {0};                                                                   \
    memset(&later, 0, sizeof later);                                                 \
    const ptl_status status = FUNCTION(m, &def);                                     \
    snprintf(plain, sizeof plain, "%s", ptl_context_message(context));               \
    assert_int_equal(FUNCTION##_sized(m, &later.def, sizeof later), status);         \
    if (status != PTL_OK) assert_string_equal(ptl_context_message(context), plain);  \
    later.bytes[sizeof(DEF) + 3] = 1;                                                \
    assert_int_equal(FUNCTION##_sized(m, &later.def, sizeof later), PTL_ERR_USAGE);  \
    assert_non_null(strstr(ptl_context_message(context), #DEF ": a member is set")); \
  } while (0)

static void test_longer(void **state) {
  ptl_context *context = *state;
  ptl_mechanism *m = ptl_mechanism_create(context);
  CHECK_ADD(ptl_mechanism_set_run, ptl_run_def);
  CHECK_ADD(ptl_mechanism_set_output, ptl_output_def);
  CHECK_ADD(ptl_mechanism_add_body, ptl_body_def);
  CHECK_ADD(ptl_mechanism_add_joint, ptl_joint_def);
  CHECK_ADD(ptl_mechanism_add_contact, ptl_contact_def);
  CHECK_ADD(ptl_mechanism_add_force, ptl_force_def);
  CHECK_ADD(ptl_mechanism_add_load, ptl_load_def);
  CHECK_ADD(ptl_mechanism_add_stop, ptl_stop_def);
  CHECK_ADD(ptl_mechanism_add_statistic, ptl_statistic_def);
  CHECK_ADD(ptl_mechanism_add_input, ptl_input_def);
  CHECK_ADD(ptl_mechanism_add_point, ptl_point_def);
  CHECK_ADD(ptl_mechanism_add_column, ptl_column_def);
  CHECK_ADD(ptl_mechanism_add_parameter, ptl_parameter_def);
  CHECK_ADD(ptl_mechanism_add_motion, ptl_motion_def);
  CHECK_ADD(ptl_mechanism_add_coupling, ptl_coupling_def);
  CHECK_ADD(ptl_mechanism_add_start, ptl_start_def);
  CHECK_ADD(ptl_mechanism_add_shape, ptl_shape_def);
  ptl_mechanism_destroy(m);
}

/* A body of a version that had no `free` yet: it is 0 in the library, and is not written when the
 * body is read back. */
static void test_shorter(void **state) {
  ptl_context *context = *state;
  const size_t size = offsetof(ptl_body_def, free);
  ptl_mechanism *m = ptl_mechanism_create(context);
  ptl_body_def def = ptl_body_default(), back;
  def.name = "rod", def.mass = 2, def.inertia = 3;
  def.free = ~0u; /* what stands behind the shorter structure */
  must(context, ptl_mechanism_add_body_sized(m, &def, size));
  back.free = 77;
  assert_int_equal(ptl_mechanism_get_body_sized(m, 0, &back, size), 1);
  assert_true(back.mass == 2 && back.inertia == 3 && back.free == 77);
  assert_int_equal(ptl_mechanism_get_body(m, 0, &back), 1);
  assert_int_equal(back.free, 0);

  LATER(ptl_body_def) later;
  memset(&later, 1, sizeof later);
  assert_int_equal(ptl_mechanism_get_body_sized(m, 0, &later.def, sizeof later), 1);
  for (size_t i = 0; i < 16; i++) assert_int_equal(later.bytes[sizeof(ptl_body_def) + i], 0);
  memset(&later, 1, sizeof later);
  ptl_body_default_sized(&later.def, sizeof later);
  for (size_t i = 0; i < 16; i++) assert_int_equal(later.bytes[sizeof(ptl_body_def) + i], 0);
  assert_int_equal(ptl_mechanism_get_body(m, 1, &back), 0);
  ptl_mechanism_destroy(m);
}

/* Options and sinks of runs, and what laws are given. */
static void test_others(void **state) {
  ptl_context *context = *state;
  static const char text[] = "pintle: 1\nbodies: {a: {mass: 1, inertia: 1}}\nrun: {until: 1 ms}\n";
  LATER(ptl_run_options) options;
  LATER(ptl_sink) sink;
  LATER(ptl_contact_def) contact;
  ptl_mechanism *m;
  ptl_system *system;
  ptl_summary summary;
  ptl_run *run = NULL;
  ptl_law *law = NULL;
  memset(&options, 0, sizeof options);
  memset(&sink, 0, sizeof sink);
  memset(&contact, 0, sizeof contact);
  options.def = ptl_run_options_default();
  must(context, ptl_mechanism_parse(context, text, strlen(text), "text", NULL, 0, &m));
  must(context, ptl_assemble(m, &system));
  must(context, ptl_simulate_sized(context, system, &options.def, sizeof options, &sink.def,
                                   sizeof sink, &summary));
  ptl_summary_release(context, &summary);
  sink.bytes[sizeof(ptl_sink)] = 1;
  assert_int_equal(ptl_run_create_sized(context, system, &options.def, sizeof options, &sink.def,
                                        sizeof sink, &run),
                   PTL_ERR_USAGE);
  assert_null(run);
  assert_non_null(strstr(ptl_context_message(context), "ptl_sink"));
  options.bytes[sizeof(ptl_run_options)] = 1;
  assert_int_equal(
      ptl_simulate_sized(context, system, &options.def, sizeof options, NULL, 0, &summary),
      PTL_ERR_USAGE);
  assert_non_null(strstr(ptl_context_message(context), "ptl_run_options"));
  contact.bytes[sizeof(ptl_contact_def)] = 1;
  assert_int_equal(ptl_law_create_sized(context, &contact.def, sizeof contact, &law),
                   PTL_ERR_USAGE);
  assert_null(law);
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
}

/* Indices by name: those of the getters. */
static void test_find(void **state) {
  ptl_context *context = *state;
  ptl_mechanism *m;
  ptl_system *system;
  int n = -1;
  must(context,
       ptl_mechanism_load(context, PINTLE_MODELS "/slider_crank_friction.yaml", NULL, 0, &m));
  must(context, ptl_assemble(m, &system));
  ptl_joint_def joint;
  for (int i = 0; ptl_mechanism_get_joint(m, i, &joint); i++) {
    assert_int_equal(ptl_mechanism_find(m, "joint", joint.name), i);
    assert_int_equal(ptl_mechanism_find(m, "body", joint.name), -1);
  }
  ptl_body_def body;
  for (int i = 0; ptl_mechanism_get_body(m, i, &body); i++)
    assert_int_equal(ptl_mechanism_find(m, "body", body.name),
                     ptl_system_find_body(system, body.name));
  assert_int_equal(ptl_mechanism_find(m, "planet", "crank"), -1);
  assert_int_equal(ptl_system_find_body(system, "no such"), -1);
  for (int i = 0; i < ptl_system_get_sizes(system).n_frictions; i++) {
    const char *name, *gap;
    must(context, ptl_system_get_friction(system, i, &name, &gap, NULL));
    assert_int_equal(ptl_system_find_friction(system, name, gap), i);
  }
  assert_int_equal(ptl_system_find_friction(system, "no such", NULL), -1);
  /* the rows of all elements together are those of the system, and each bears its element's name */
  int total = 0;
  for (int i = 0; ptl_mechanism_get_joint(m, i, &joint); i++) {
    const int first = ptl_system_find_rows(system, joint.name, &n);
    for (int k = 0; k < n; k++) {
      char text[128], wanted[128];
      must(context, ptl_system_get_row_name(system, first + k, text, sizeof text));
      snprintf(wanted, sizeof wanted, "%s, equation %d", joint.name, k + 1);
      assert_string_equal(text, wanted);
    }
    total += n;
  }
  ptl_motion_def motion;
  for (int i = 0; ptl_mechanism_get_motion(m, i, &motion); i++)
    if (ptl_system_find_rows(system, motion.name, &n) >= 0) total += n;
  assert_int_equal(total, ptl_system_get_sizes(system).n_rows);
  assert_int_equal(ptl_system_find_rows(system, "no such", &n), -1);
  assert_int_equal(n, 0);
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
#if UINTPTR_MAX > 0xffffffff
    cmocka_unit_test(test_layouts),
#endif
    cmocka_unit_test(test_longer),
    cmocka_unit_test(test_shorter),
    cmocka_unit_test(test_others),
    cmocka_unit_test(test_find)
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
