/* Conformance of every registered law and of every allowed elastic x damping pair. A law is tested
 * by being in the registry; nothing here names one, except where it says why.
 *
 * Expected values come from what the interface promises: derivatives are derivatives, the energy is
 * the integral of the force, closed cycles dissipate, and physics does not depend on units. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#include "law.h"
#include "law_samples.h"
#include "registry.h"

enum { MOST_GIVEN = 16, MOST_MEMORY = 16 };

static const double touch_speed = 0.3, kinetic_energy = 0.045;

static const ptl_elastic_law *elastic_at(ptl_context *context, int i) {
  ptl_type_info info;
  return ptl_context_get_type(context, PTL_ELASTIC, i, &info)
             ? ptl_find_type(context, PTL_ELASTIC, info.name)
             : NULL;
}

static const ptl_damping_law *damping_at(ptl_context *context, int i) {
  ptl_type_info info;
  return ptl_context_get_type(context, PTL_DAMPING, i, &info)
             ? ptl_find_type(context, PTL_DAMPING, info.name)
             : NULL;
}

static ptl_law *make(ptl_context *context, const ptl_elastic_law *elastic,
                     const ptl_damping_law *damping, const ptl_contact_def *surroundings) {
  ptl_given of_elastic[MOST_GIVEN], of_damping[MOST_GIVEN];
  ptl_contact_def def = surroundings ? *surroundings : sample_surroundings();
  ptl_law *law;
  def.elastic =
      (ptl_type_use){elastic->name, of_elastic, sample_given(elastic->params, of_elastic)};
  def.damping =
      (ptl_type_use){damping->name, of_damping, sample_given(damping->params, of_damping)};
  if (ptl_law_create(context, &def, &law) != PTL_OK)
    fail_msg("%s x %s: %s", elastic->name, damping->name, ptl_context_message(context));
  return law;
}

/* Calls `check` for every pair that both laws accept; returns the number of them. */
static int for_pairs(void (*check)(ptl_context *, const ptl_law *)) {
  ptl_context *context = ptl_context_create(NULL);
  int n = 0;
  for (int i = 0; elastic_at(context, i); i++) {
    for (int j = 0; damping_at(context, j); j++) {
      if (!sample_allowed(elastic_at(context, i), damping_at(context, j))) continue;
      ptl_law *law = make(context, elastic_at(context, i), damping_at(context, j), NULL);
      check(context, law);
      ptl_law_destroy(context, law);
      n++;
    }
  }
  ptl_context_destroy(context);
  return n;
}

static void report(const ptl_law *law, const char *what, double depth, double rate, double got,
                   double wanted) {
  fail_msg("%s x %s at depth %g, rate %g: %s is %.12g, expected %.12g", law->elastic->name,
           law->damping->name, depth, rate, what, got, wanted);
}

static double force(const ptl_law *law, double depth, double rate, const double *memory) {
  ptl_contact_out out;
  ptl_law_force(law, depth, rate, touch_speed, memory, &out, NULL);
  return out.force;
}

/* ------------------------------------------------------------------ the tables */

/* Every word among `partners` is a law, or a pair could never be made. */
static void partners_exist(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  (void)state;
  for (int i = 0; elastic_at(context, i); i++) {
    const ptl_elastic_law *law = elastic_at(context, i);
    int n = 0;
    for (int j = 0; damping_at(context, j); j++) n += sample_allowed(law, damping_at(context, j));
    assert_true(n > 0);
  }
  for (int j = 0; damping_at(context, j); j++) {
    int n = 0;
    for (int i = 0; elastic_at(context, i); i++)
      n += sample_allowed(elastic_at(context, i), damping_at(context, j));
    assert_true(n > 0);
  }
  ptl_context_destroy(context);
}

/* ------------------------------------------------------------------ one state */

static void check_continuity(ptl_context *context, const ptl_law *law) {
  const double deep = sample_depth(law, kinetic_energy, touch_speed);
  const double zero[MOST_MEMORY] = {0};
  (void)context;
  assert_true(deep > 1e-8 && deep < 1e-2);
  if ((law->elastic->flags | law->damping->flags) & PTL_LAW_JUMPS) return;
  for (int sign = -1; sign <= 1; sign++) {
    const double first = force(law, 1e-12 * deep, sign * touch_speed, zero);
    const double full = force(law, deep, 0, zero);
    if (!(fabs(first) < 1e-9 * full)) report(law, "force", 1e-12 * deep, sign, first, 0);
    assert_true(force(law, 0, sign * touch_speed, zero) == 0);
    assert_true(force(law, -deep, sign * touch_speed, zero) == 0);
  }
}

static void continuity(void **state) {
  (void)state;
  assert_true(for_pairs(check_continuity) > 250);
}

static void check_push(ptl_context *context, const ptl_law *law) {
  const double deep = sample_depth(law, kinetic_energy, touch_speed);
  const double zero[MOST_MEMORY] = {0};
  (void)context;
  if ((law->elastic->flags | law->damping->flags) & PTL_LAW_PULLS) return;
  for (int i = 1; i <= 20; i++)
    for (int j = -20; j <= 20; j++) {
      const double f = force(law, deep * i / 20, j * touch_speed, zero);
      if (!(f >= 0)) report(law, "force", deep * i / 20, j * touch_speed, f, 0);
    }
}

static void no_pull(void **state) {
  (void)state;
  for_pairs(check_push);
}

/* States with the memory of a fresh contact, and of one that has been to the deepest point. */
static int remembered(const ptl_law *law, double deep, int which, double *memory) {
  memset(memory, 0, MOST_MEMORY * sizeof *memory);
  if (which == 0) return 1;
  if (law->n_memory == 0) return 0;
  ptl_law_update(law, 0, touch_speed, touch_speed, PTL_TOUCH, memory);
  ptl_law_update(law, deep, 0, touch_speed, PTL_DEEPEST, memory);
  return 1;
}

/* The stated derivatives against central differences; a state whose neighbours lie on another
 * branch (clamped, or beyond a kink) shows a one-sided slope on one side and is left out. */
static void check_partials(ptl_context *context, const ptl_law *law) {
  const double deep = sample_depth(law, kinetic_energy, touch_speed);
  double memory[MOST_MEMORY];
  (void)context;
  for (int which = 0; which < 2; which++) {
    if (!remembered(law, deep, which, memory)) continue;
    for (int i = 1; i <= 9; i++) {
      for (int j = -3; j <= 3; j++) {
        const double d = deep * (0.137 + 0.1 * i), v = 0.2931 * j * touch_speed;
        const double h = 1e-5 * deep, k = 1e-5 * touch_speed;
        ptl_contact_out out;
        ptl_law_force(law, d, v, touch_speed, memory, &out, NULL);
        const double up = force(law, d + h, v, memory), down = force(law, d - h, v, memory);
        const double fast = force(law, d, v + k, memory), slow = force(law, d, v - k, memory);
        const double scale = fabs(out.force) + fabs(out.d_depth) * d + fabs(out.d_rate * v);
        const double bend = fabs(up - 2 * out.force + down) / h;
        const int kink = bend * d > 1e-3 * scale;
        if (!kink && !(fabs((up - down) / (2 * h) - out.d_depth) * d <= 1e-7 * scale))
          report(law, "d_depth", d, v, out.d_depth, (up - down) / (2 * h));
        const double slope = (fast - slow) / (2 * k);
        if (out.force != 0 && v != 0 && !(fabs(slope - out.d_rate) * touch_speed < 1e-7 * scale))
          report(law, "d_rate", d, v, out.d_rate, slope);
      }
    }
  }
}

static void partials(void **state) {
  (void)state;
  for_pairs(check_partials);
}

/* Without damping the recoverable energy is the integral of the force: its slope is the force. */
static void check_energy(ptl_context *context, const ptl_law *law) {
  const double deep = sample_depth(law, kinetic_energy, touch_speed);
  double memory[MOST_MEMORY] = {0};
  (void)context;
  if (strcmp(law->damping->name, "none") != 0 || law->elastic->n_memory > 0) return;
  for (int i = 1; i <= 20; i++) {
    const double d = deep * pow(2, 2 - i), h = 1e-4 * d;
    ptl_contact_out out[3];
    if (d + h > law->max_depth) continue;
    for (int k = 0; k < 3; k++)
      ptl_law_force(law, d + (k - 1) * h, 0, touch_speed, memory, &out[k], NULL);
    const double slope = (out[2].energy - out[0].energy) / (2 * h);
    if (!(fabs(slope - out[1].force) < 1e-7 * out[1].force))
      report(law, "slope of the energy", d, 0, slope, out[1].force);
  }
}

static void energy(void **state) {
  (void)state;
  for_pairs(check_energy);
}

/* ------------------------------------------------------------------ cycles */

/* Along depth(t): in to `deep`, out to half, in to 0.8, out to the end, as a simulation would,
 * with the events. Returns the work done on the contact, and the largest energy it held. */
static double cycle(const ptl_law *law, double deep, double speed, double *largest) {
  static const double turn[] = {0, 1, 0.5, 0.8, 0};
  enum { N = 4000, LEGS = 4 };
  double memory[MOST_MEMORY] = {0}, work = 0, before = 0, f_before = 0;
  ptl_law_update(law, 0, speed, touch_speed, PTL_TOUCH, memory);
  *largest = 0;
  for (int leg = 0; leg < LEGS; leg++) {
    const double from = turn[leg], by = turn[leg + 1] - turn[leg];
    for (int i = 1; i <= N; i++) {
      const double s = (double)i / N, d = deep * (from + by * (1 - cos(s * 3.14159265358979)) / 2);
      const double v = speed * (by > 0 ? 1 : -1) * sin(s * 3.14159265358979);
      ptl_contact_out out;
      ptl_law_force(law, d, v, touch_speed, memory, &out, NULL);
      work += (out.force + f_before) / 2 * (d - before);
      *largest = fmax(*largest, out.energy);
      before = d;
      f_before = out.force;
      if (d > 0)
        ptl_law_update(law, d, v, touch_speed, i == N && by > 0 ? PTL_DEEPEST : PTL_STEP, memory);
    }
    f_before = force(law, before, 0, memory);
  }
  ptl_law_update(law, 0, -speed, touch_speed, PTL_PART, memory);
  for (int i = 0; i < MOST_MEMORY; i++) assert_true(memory[i] == 0);
  return work;
}

static void check_passivity(ptl_context *context, const ptl_law *law) {
  const double deep = sample_depth(law, kinetic_energy, touch_speed);
  (void)context;
  for (int i = 0; i < 3; i++) {
    const double speed = touch_speed * pow(10, i - 1);
    double largest;
    const double work = cycle(law, deep, speed, &largest);
    if (!(work >= -1e-5 * largest)) report(law, "work of a closed cycle", deep, speed, work, 0);
  }
}

static void passivity(void **state) {
  (void)state;
  for_pairs(check_passivity);
}

/* ------------------------------------------------------------------ units */

/* Powers of mass, length and time in the units that the tables use; `exponent` is the value of the
 * parameter of that name. */
static void dimension(const char *unit, double exponent, double power[3]) {
  static const struct {
    const char *unit;
    double power[3], per_exponent;
  } known[] = {{"1", {0, 0, 0}, 0},      {"m", {0, 1, 0}, 0},
               {"m/s", {0, 1, -1}, 0},   {"s/m", {0, -1, 1}, 0},
               {"rad/s", {0, 0, -1}, 0}, {"N", {1, 1, -2}, 0},
               {"N/m", {1, 0, -2}, 0},   {"N s/m", {1, 0, -1}, 0},
               {"Pa s", {1, -1, -1}, 0}, {"kg", {1, 0, 0}, 0},
               {"s", {0, 0, 1}, 0},      {"Pa", {1, -1, -2}, 0},
               {"1/m^2", {0, -2, 0}, 0}, {"N/m^exponent", {1, 1, -2}, -1}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strcmp(known[i].unit, unit) != 0) continue;
    memcpy(power, known[i].power, sizeof known[i].power);
    power[1] += known[i].per_exponent * exponent;
    return;
  }
  fail_msg("unit '%s' is not in the table of this test", unit);
}

static const double unit_scale[3] = {7.3, 0.0123, 0.31}; /* of mass, length, time */

static double scaled(double value, const double power[3]) {
  for (int i = 0; i < 3; i++) value *= pow(unit_scale[i], power[i]);
  return value;
}

static int scaled_given(const ptl_param *table, ptl_given *given) {
  const int n = sample_given(table, given);
  double exponent = 0;
  for (int i = 0; i < n; i++)
    if (strcmp(given[i].name, "exponent") == 0) exponent = given[i].value[0];
  for (int i = 0; i < n; i++) {
    const ptl_param *row = table;
    double power[3];
    while (strcmp(row->name, given[i].name) != 0) row++;
    dimension(row->unit, exponent, power);
    given[i].value[0] = scaled(given[i].value[0], power);
  }
  return n;
}

/* The same physics in other units of mass, length and time: every parameter and every surrounding
 * changes by its stated unit, and so must the force. Empirical laws whose formula holds in mm and N
 * only are left out by name. */
static void check_units(ptl_context *context, const ptl_law *law) {
  static const double kg[3] = {1, 0, 0}, m[3] = {0, 1, 0}, m_s[3] = {0, 1, -1}, pa[3] = {1, -1, -2},
                      newton[3] = {1, 1, -2};
  ptl_given of_elastic[MOST_GIVEN], of_damping[MOST_GIVEN];
  ptl_contact_def def = sample_surroundings();
  const double zero[MOST_MEMORY] = {0};
  if (strncmp(law->elastic->name, "pereira", 7) == 0) return;
  def.young_a = def.young_b = scaled(def.young_a, pa);
  def.radius_a = scaled(def.radius_a, m);
  def.radius_b = scaled(def.radius_b, m);
  def.length = scaled(def.length, m);
  def.effective_mass = scaled(def.effective_mass, kg);
  def.elastic.type = law->elastic->name;
  def.elastic.given = of_elastic;
  def.elastic.n_given = scaled_given(law->elastic->params, of_elastic);
  def.damping.type = law->damping->name;
  def.damping.given = of_damping;
  def.damping.n_given = scaled_given(law->damping->params, of_damping);
  ptl_law *other;
  if (ptl_law_create(context, &def, &other) != PTL_OK) fail_msg("%s", ptl_context_message(context));
  const double d = sample_depth(law, kinetic_energy, touch_speed) / 2, v = touch_speed / 2;
  ptl_contact_out out;
  ptl_law_force(law, d, v, touch_speed, zero, &out, NULL);
  ptl_contact_out in_units;
  ptl_law_force(other, scaled(d, m), scaled(v, m_s), scaled(touch_speed, m_s), zero, &in_units,
                NULL);
  const double wanted = scaled(out.force, newton);
  if (!(fabs(in_units.force - wanted) < 1e-10 * wanted))
    report(law, "force in other units", d, v, in_units.force, wanted);
  ptl_law_destroy(context, other);
}

static void units(void **state) {
  (void)state;
  for_pairs(check_units);
}

/* ------------------------------------------------------------------ hostile numbers */

/* Finite or not a number, but neither a crash nor, under the sanitizers, undefined. */
static void check_hostile(ptl_context *context, const ptl_law *law) {
  static const double hostile[] = {NAN,   INFINITY, -INFINITY, 0,      -0.0,
                                   -1,    DBL_MIN,  4e-324,    1e-300, 1e-30,
                                   1e300, DBL_MAX,  -1e300,    0.5,    1e-6};
  enum { N = sizeof hostile / sizeof hostile[0] };
  (void)context;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      for (int k = 0; k < N; k++) {
        double memory[MOST_MEMORY] = {0}, elastic;
        ptl_contact_out out;
        ptl_law_force(law, hostile[i], hostile[j], hostile[k], memory, &out, &elastic);
        ptl_law_update(law, hostile[i], hostile[j], hostile[k], PTL_DEEPEST, memory);
        ptl_law_force(law, hostile[j], hostile[i], hostile[k], memory, &out, &elastic);
        ptl_law_update(law, 0, hostile[j], hostile[k], PTL_PART, memory);
      }
    }
  }
}

static void hostile(void **state) {
  (void)state;
  for_pairs(check_hostile);
}

/* ------------------------------------------------------------------ what the host does */

/* Beyond its largest depth a law has no value, and an impact that needs it is refused. */
static void beyond_the_domain(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_contact_def def = sample_surroundings();
  ptl_impact_def impact = ptl_impact_default();
  const double e = exp(1), deepest = 4 * 0.0005 / (e * e); /* 4 dR/e^2 */
  (void)state;
  def.elastic.type = "johnson";
  ptl_law *law;
  assert_int_equal(ptl_law_create(context, &def, &law), PTL_OK);
  assert_true(fabs(ptl_law_get_max_depth(law) / deepest - 1) < 1e-12);
  ptl_contact_out out;
  ptl_law_force(law, deepest * 1.0001, 0, 1, NULL, &out, NULL);
  assert_true(isnan(out.force));
  impact.mass = 1;
  impact.speed = 1000;
  ptl_impact result;
  assert_int_equal(ptl_law_impact(context, law, &impact, NULL, NULL, &result), PTL_ERR_SIMULATION);
  assert_non_null(strstr(ptl_context_message(context), "johnson"));
  assert_false(result.parted);
  ptl_law_destroy(context, law);
  ptl_context_destroy(context);
}

/* A law that leaves its derivatives to the engine. */
static void lazy_elastic(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  (void)c;
  *out = (ptl_elastic_out){1e8 * pow(in->depth, 1.2), NAN, 0};
}

static void lazy_damping(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                         ptl_contact_out *out) {
  (void)c;
  *out = (ptl_contact_out){elastic->force * (1 + 0.3 * tanh(in->depth_rate)), NAN, NAN, 0};
}

/* Expected: the closed derivatives of the two functions above. */
static void differenced_partials(void **state) {
  static const ptl_param none[] = {{0}};
  const ptl_elastic_law elastic = {.name = "lazy", .params = none, .force = lazy_elastic};
  const ptl_damping_law damping = {.name = "lazy", .params = none, .force = lazy_damping};
  const ptl_law law = {.elastic = &elastic, .damping = &damping, .max_depth = INFINITY};
  const double d = 1e-4, v = 0.4, share = 1 + 0.3 * tanh(v), sech = 1 / cosh(v);
  (void)state;
  ptl_contact_out out;
  ptl_law_force(&law, d, v, 0.3, NULL, &out, NULL);
  assert_true(fabs(out.d_depth / (1.2e8 * pow(d, 0.2) * share) - 1) < 1e-8);
  assert_true(fabs(out.d_rate / (1e8 * pow(d, 1.2) * 0.3 * sech * sech) - 1) < 1e-8);
}

/* Materials by name: the two of Autiero et al. 2022, and that a name is found in any case. */
static void materials(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  int n = 0, found = 0;
  (void)state;
  ptl_material material;
  for (; ptl_context_get_material(context, n, &material); n++) {
    assert_true(material.young > 0 && material.poisson > 0 && material.poisson < 0.5);
    assert_true(material.density > 500 && strlen(material.source) > 0);
    if (strcmp(material.name, "steel") == 0) {
      assert_true(material.young == 207e9 && material.poisson == 0.3);
      found++;
    }
    if (strcmp(material.name, "aluminium") == 0) {
      assert_true(material.young == 70e9 && material.poisson == 0.33);
      found++;
    }
  }
  assert_true(n >= 9 && found == 2);
  assert_false(ptl_context_get_material(context, -1, &material));
  ptl_context_destroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(partners_exist),
      cmocka_unit_test(continuity),
      cmocka_unit_test(no_pull),
      cmocka_unit_test(partials),
      cmocka_unit_test(energy),
      cmocka_unit_test(passivity),
      cmocka_unit_test(units),
      cmocka_unit_test(hostile),
      cmocka_unit_test(beyond_the_domain),
      cmocka_unit_test(differenced_partials),
      cmocka_unit_test(materials),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
