/* What a contact refuses, and that the message names what is wrong and what would be right. The
 * expected texts are the project's own rules for messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "law_samples.h"

static void refuses(ptl_context *context, const ptl_contact_def *def, const char *const *words) {
  ptl_law *law;
  const ptl_status status = ptl_law_create(context, def, &law);
  if (status != PTL_ERR_INPUT)
    fail_msg("status %d where a refusal with '%s' was due", status, *words);
  assert_null(law);
  for (; *words; words++)
    if (strstr(ptl_context_message(context), *words) == NULL)
      fail_msg("'%s' is not in: %s", *words, ptl_context_message(context));
}

#define REFUSES(def, ...) refuses(context, &(def), (const char *const[]){__VA_ARGS__, NULL})

static ptl_contact_def with(const char *elastic, const ptl_given *given, int n_given,
                            const char *damping, const ptl_given *of_damping, int n_damping) {
  ptl_contact_def def = sample_surroundings();
  def.elastic = (ptl_type_use){elastic, given, n_given};
  def.damping = (ptl_type_use){damping, of_damping, n_damping};
  return def;
}

static void bad_parameters(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_given power[3] = {{.name = "stiffness", .value = {1e9}},
                        {.name = "exponent", .value = {1.5}}};
  ptl_given restitution[2] = {{.name = "restitution", .value = {0.5}}};
  ptl_contact_def def = with("power", power, 2, "exact", restitution, 1);
  (void)state;

  def.elastic.type = "pwoer";
  REFUSES(def, "pwoer", "did you mean 'power'");
  def.elastic.type = "power";
  def.damping.type = "exakt";
  REFUSES(def, "exakt", "did you mean 'exact'");
  def.damping.type = "exact";

  def.elastic.n_given = 1;
  REFUSES(def, "exponent");
  power[2] = (ptl_given){.name = "stifness", .value = {1}};
  def.elastic.n_given = 3;
  REFUSES(def, "stifness", "did you mean 'stiffness'");
  def.elastic.n_given = 2;
  power[1].value[0] = 0;
  REFUSES(def, "'exponent' must be > 0");
  power[1].value[0] = -1.5;
  REFUSES(def, "'exponent' must be > 0");
  power[1].value[0] = 1.5;
  power[0].value[0] = NAN;
  REFUSES(def, "'stiffness' must be > 0", "N/m^");
  power[0].value[0] = 1e9;

  const double outside[] = {0, -0.1, 1.0001, NAN, INFINITY};
  for (int i = 0; i < 5; i++) {
    restitution[0].value[0] = outside[i];
    REFUSES(def, "'restitution' must be > 0 and <= 1");
  }
  ptl_context_destroy(context);
}

static void either_or(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_given power[2] = {{.name = "stiffness", .value = {1e9}},
                        {.name = "exponent", .value = {1.5}}};
  ptl_given both[2] = {{.name = "alpha", .value = {0.3}}, {.name = "restitution", .value = {0.5}}};
  ptl_contact_def def = with("power", power, 2, "hunt_crossley", both, 2);
  (void)state;
  REFUSES(def, "hunt_crossley", "exactly one", "alpha [s/m]", "restitution [1]", "both");
  def.damping.n_given = 0;
  REFUSES(def, "exactly one", "none");

  /* Marhefka and Orin's simplified form is infinite at c = 1/3. */
  ptl_given low = {.name = "restitution", .value = {1.0 / 3}};
  def = with("power", power, 2, "marhefka_orin_simplified", &low, 1);
  REFUSES(def, "'restitution' must be > 0.333");
  ptl_context_destroy(context);
}

static void partners(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  const ptl_given power[2] = {{.name = "stiffness", .value = {1e9}},
                              {.name = "exponent", .value = {1.5}}};
  const ptl_given c = {.name = "restitution", .value = {0.9}};
  const ptl_given luding[3] = {{.name = "stiffness", .value = {1e5}},
                               {.name = "max_stiffness_ratio", .value = {5}},
                               {.name = "plasticity_depth", .value = {0.05}}};
  ptl_contact_def def = with("power", power, 2, "wang_gao", &c, 1);
  (void)state;
  REFUSES(def, "'wang_gao' does not go with", "'power'", "it goes with: wang_gao");
  def = with("luding", luding, 3, "exact", &c, 1);
  REFUSES(def, "'luding' does not go with", "'exact'", "none|luding_viscous");
  ptl_context_destroy(context);
}

static void bad_surroundings(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_contact_def def = with("johnson", NULL, 0, NULL, NULL, 0);
  (void)state;
  def.radius_a = -0.049;
  REFUSES(def, "the hole (radius 0.049 m) must be larger than its pin (radius 0.05 m)");
  def.radius_a = -0.05;
  REFUSES(def, "must be larger than its pin");
  def.radius_a = INFINITY;
  REFUSES(def, "flat", "two finite radii");
  def.radius_a = NAN;
  REFUSES(def, "needs", "radii");
  def = with("johnson", NULL, 0, NULL, NULL, 0);
  def.length = NAN;
  REFUSES(def, "johnson", "length");
  def.length = -1;
  REFUSES(def, "length");
  def = with("hertz", NULL, 0, NULL, NULL, 0);
  def.young_b = NAN;
  REFUSES(def, "hertz", "Young's modulus");
  def = with("pereira_2011", NULL, 0, NULL, NULL, 0);
  def.radius_a = -0.061;
  REFUSES(def, "pereira_2011", "0.005 to 10 mm");
  def.radius_a = 0.1;
  REFUSES(def, "pereira_2011", "pin in a hole");
  def = with("wang_gao", NULL, 0, NULL, NULL, 0);
  def.radius_a = 0.1;
  REFUSES(def, "wang_gao", "ball in a socket");
  const ptl_given index = {.name = "index", .value = {2}};
  def = with("steuermann", &index, 1, NULL, NULL, 0);
  REFUSES(def, "rise [m]", "rise_radius [m]");
  ptl_context_destroy(context);
}

/* ------------------------------------------------------------------ memory */

/* An allocator that fails at the n-th request, counting what is out. */
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
  scarce *s = user;
  s->out -= memory != NULL;
  free(memory);
}

/* Reading a law and following an impact when memory runs out at any point: a status, no crash, and
 * nothing kept. Everything succeeds once there is enough. */
static void memory_runs_out(void **state) {
  const ptl_setting settings[] = {{"materials", "steel"},
                                  {"radii", "[-10.5 mm, 10 mm]"},
                                  {"length", "20 mm"},
                                  {"damping.restitution", "0.5"}};
  int done = 0;
  (void)state;
  for (int n = 0; n < 1000 && !done; n++) {
    scarce s = {n, 0};
    const ptl_allocator allocator = {scarce_alloc, scarce_resize, scarce_release, &s};
    ptl_context *context = ptl_context_create(&allocator);
    ptl_impact_def def = ptl_impact_default();
    ptl_law *law = NULL;
    ptl_status status = PTL_ERR_MEMORY;
    def.mass = def.speed = 1;
    if (context)
      status = ptl_law_read(context, "johnson", "lankarani_nikravesh_1994", settings, 4, &law);
    ptl_impact impact;
    if (status == PTL_OK) status = ptl_law_impact(context, law, &def, NULL, NULL, &impact);
    done = status == PTL_OK;
    if (!done) assert_int_equal(status, PTL_ERR_MEMORY);
    if (context) ptl_law_destroy(context, law);
    ptl_context_destroy(context);
    assert_int_equal(s.out, 0);
  }
  assert_true(done);
}

static const void *type_named(const ptl_context *context, ptl_kind kind, const char *name) {
  ptl_type_info info;
  for (int i = 0; ptl_context_get_type(context, kind, i, &info); i++)
    if (strcmp(info.name, name) == 0) return info.type;
  fail_msg("there is no '%s'", name);
  return NULL;
}

/* By the lists `partners` in contact/: luding takes none|luding_viscous, wang_gao only itself. */
static void which_laws_go_together(void **state) {
  static const struct {
    const char *elastic, *damping; /* damping NULL: none */
    ptl_status expected;
  } rows[] = {{"power", "exact", PTL_OK},
              {"power", NULL, PTL_OK},
              {"power", "wang_gao", PTL_ERR_INPUT},
              {"wang_gao", "wang_gao", PTL_OK},
              {"luding", NULL, PTL_OK},
              {"luding", "none", PTL_OK},
              {"luding", "luding_viscous", PTL_OK},
              {"luding", "exact", PTL_ERR_INPUT},
              {"johnson", "luding_viscous", PTL_ERR_INPUT}};
  ptl_context *context = ptl_context_create(NULL);
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *damping = rows[i].damping;
    const ptl_status status =
        ptl_contact_match(context, type_named(context, PTL_ELASTIC, rows[i].elastic),
                          damping == NULL ? NULL : type_named(context, PTL_DAMPING, damping));
    assert_int_equal(status, rows[i].expected);
    if (status != PTL_OK) assert_non_null(strstr(ptl_context_message(context), "it goes with: "));
  }
  ptl_context_destroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bad_parameters),  cmocka_unit_test(either_or),
      cmocka_unit_test(partners),        cmocka_unit_test(bad_surroundings),
      cmocka_unit_test(memory_runs_out), cmocka_unit_test(which_laws_go_together),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
