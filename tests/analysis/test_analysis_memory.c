/* Analyses without memory: every allocation fails in turn; they say so, and leave nothing
 * behind. */
#include <malloc.h>

#include "pintle_analysis.h"
#include "support.h"

typedef struct failing {
  long calls, fail_at; /* 0: none fails */
  size_t held;
} failing;

static void *fail_resize(void *old, size_t size, void *user) {
  failing *f = user;
  if (++f->calls == f->fail_at) return NULL;
  const size_t before = old != NULL ? malloc_usable_size(old) : 0;
  void *memory = realloc(old, size);
  if (memory != NULL) f->held += malloc_usable_size(memory) - before;
  return memory;
}

static void *fail_alloc(size_t size, void *user) {
  return fail_resize(NULL, size, user);
}

static void fail_release(void *memory, void *user) {
  ((failing *)user)->held -= memory != NULL ? malloc_usable_size(memory) : 0;
  free(memory);
}

static const char text[] =
    "pintle: 1\n"
    "gravity: [0, -9.81 m/s^2]\n"
    "inputs: {push: {unit: N, default: 1}}\n"
    "bodies:\n"
    "  crank: {mass: 1 kg, inertia: 1 kg m^2}\n"
    "  rod: {mass: 1 kg, inertia: 1 kg m^2, position: [0.1 m, 0], com: [0.1 m, 0]}\n"
    "  slider: {mass: 1 kg, inertia: 1 kg m^2, position: [0.3 m, 0]}\n"
    "joints:\n"
    "  shaft: {type: revolute, bodies: [ground, crank]}\n"
    "  pin: {type: revolute, bodies: [crank, rod], at: [0.1 m, 0], radius: 10 mm, clearance: 0.2 "
    "mm, contact: steel}\n"
    "  wrist: {type: revolute, bodies: [rod, slider], at: [0.3 m, 0]}\n"
    "  guide: {type: translational, bodies: [ground, slider], axis: [1, 0]}\n"
    "  drive: {type: motion, joint: shaft, rate: 1 rad/s}\n"
    "contacts: {steel: {elastic: {law: power, stiffness: 1e9 N/m^1.5, exponent: 1.5}}}\n"
    "loads: {push: {body: slider, force: [push, 0]}}\n"
    "run: {until: 4 s, every: 1 s}\n";

typedef ptl_status (*analysis)(ptl_context *context, const ptl_system *system);

static ptl_status find_rest(ptl_context *context, const ptl_system *system) {
  ptl_equilibrium *e;
  const ptl_status status = ptl_static(context, system, NULL, &e);
  assert_true((status == PTL_OK) == (e != NULL));
  ptl_equilibrium_release(context, e);
  return status;
}

static ptl_status find_modes(ptl_context *context, const ptl_system *system) {
  ptl_modes *m;
  const ptl_status status = ptl_modes_find(context, system, NULL, &m);
  assert_true((status == PTL_OK) == (m != NULL));
  ptl_modes_release(context, m);
  return status;
}

static ptl_status find_modes_of_start(ptl_context *context, const ptl_system *system) {
  ptl_modes *m;
  ptl_modes_options options = ptl_modes_options_default();
  options.at = PTL_MODES_START;
  const ptl_status status = ptl_modes_find(context, system, &options, &m);
  ptl_modes_release(context, m);
  return status;
}

static ptl_status find_kinematics(ptl_context *context, const ptl_system *system) {
  ptl_kinematics *k;
  const ptl_status status = ptl_kinematics_find(context, system, NULL, &k);
  assert_true((status == PTL_OK) == (k != NULL));
  ptl_kinematics_release(context, k);
  return status;
}

static void try_all(analysis find, int ideal) {
  failing f = {0};
  const ptl_allocator allocator = {fail_alloc, fail_resize, fail_release, &f};
  ptl_context *context = ptl_context_create(&allocator);
  ptl_mechanism *m = mechanism_of(context, text, NULL, 0);
  ptl_system *system;
  must(context, ideal ? ptl_assemble_ideal(context, m, &system) : ptl_assemble(m, &system));
  must(context, find(context, system));
  const size_t held = f.held;
  long done = 0;
  for (long k = 1; !done; k += 1 + k / 50) {
    f.calls = 0;
    f.fail_at = k;
    const ptl_status status = find(context, system);
    done = f.calls < k;
    f.fail_at = 0;
    if (status != (done ? PTL_OK : PTL_ERR_MEMORY))
      fail_msg("allocation %ld: status %d, %s", k, status, ptl_context_message(context));
    assert_int_equal(f.held, held);
  }
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
  assert_int_equal(f.held, 0);
}

static void nothing_is_left_behind(void **state) {
  (void)state;
  try_all(find_rest, 0);
  try_all(find_modes, 0);
  try_all(find_modes_of_start, 0);
  try_all(find_kinematics, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_left_behind)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
