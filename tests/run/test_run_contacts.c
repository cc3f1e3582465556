/* test_run_contacts.c: contacts and flights that begin and end within one step, and what the
 * summary says of those that the run's end cuts off. Expected values: free fall and the linear
 * oscillator in closed form. */
#include "support.h"

typedef struct outcome {
  rows trace;
  ptl_summary sum;
} outcome;

static outcome run_of(ptl_context *context, const char *text, const ptl_setting *settings, int n) {
  outcome out = {0};
  ptl_system *s = system_of(context, text, settings, n);
  ptl_sink sink = rows_sink(&out.trace);
  must(context, ptl_simulate(context, s, NULL, &sink, &out.sum));
  ptl_system_destroy(s);
  return out;
}

static void drop(ptl_context *context, outcome *out) {
  ptl_summary_release(context, &out->sum);
  rows_release(&out->trace);
}

/* The first event of a kind. */
static const ptl_event *first_of(const outcome *out, ptl_event_kind kind) {
  for (int i = 0; i < out->trace.n_events; i++)
    if (out->trace.events[i].kind == kind) return &out->trace.events[i];
  fail_msg("no event of kind %d", (int)kind);
  return NULL;
}

/* 1 kg flying at 2 m/s between two walls, 10 mm off to both sides. */
static const char *const walls =
    "pintle: 1\n"
    "bodies:\n"
    "  ball: {mass: 1 kg, inertia: 1e-3 kg m^2, velocity: [2 m/s, 0]}\n"
    "joints:\n"
    "  wall:\n"
    "    type: pin_in_slot\n"
    "    slot: {body: ground, line: {from: [0, -1], to: [0, 1]}}\n"
    "    pin: {body: ball, at: [0, 0], radius: 10 mm}\n"
    "    clearance: 10 mm\n"
    "    contact: steel\n"
    "contacts:\n"
    "  steel: {elastic: {law: power, stiffness: 1e8, exponent: 1.5}, damping: {law: exact, "
    "restitution: 0.5}}\n"
    "run: {until: 100 ms, every: 10 ms, rtol: 1e-9, start: given}\n";

/* ---------------------------------------------------------------- cut off by the end of the run */

/* The wall is 5 ms away, the other is not touched at all. Expected: until 4 ms both gaps have been
 * open for 4 ms; until 14 ms the one has been since it parted, at the event's time, the other for
 * 14 ms. */
static void the_last_flight_counts(void **state) {
  ptl_context *context = *state;
  const ptl_setting before[] = {{"run.until", "4 ms"}}, after[] = {{"run.until", "14 ms"}};
  outcome out = run_of(context, walls, before, 1);
  for (int g = 0; g < 2; g++) {
    assert_int_equal(out.sum.gaps[g].touches, 0);
    assert_near(out.sum.gaps[g].longest_flight, 4e-3, 1e-12);
  }
  drop(context, &out);
  out = run_of(context, walls, after, 1);
  const ptl_event *part = first_of(&out, PTL_EVENT_PART);
  assert_true(part->time > 5e-3 && part->time < 9e-3);
  assert_near(out.sum.gaps[part->gap].longest_flight, 14e-3 - part->time, 1e-12);
  assert_near(out.sum.gaps[1 - part->gap].longest_flight, 14e-3, 1e-12);
  drop(context, &out);
}

/* Each impact is half as fast as the one before. Expected: the largest error of the force that a
 * run reports does not become smaller when it goes on. The walls are touched at 5, 26, 68 and 152
 * ms. */
static void the_largest_force_error_is_kept(void **state) {
  ptl_context *context = *state;
  static const char *const until[] = {"15 ms", "50 ms", "110 ms", "170 ms"};
  double last[2] = {0.0, 0.0};
  for (int i = 0; i < 4; i++) {
    const ptl_setting settings[] = {{"run.until", until[i]}};
    outcome out = run_of(context, walls, settings, 1);
    assert_int_equal(out.sum.gaps[0].touches + out.sum.gaps[1].touches, i + 1);
    for (int g = 0; g < 2; g++) {
      assert_true(out.sum.gaps[g].force_error >= last[g]);
      last[g] = out.sum.gaps[g].force_error;
    }
    drop(context, &out);
  }
  assert_true(last[0] > 0.0 && last[1] > 0.0);
}

/* ---------------------------------------------------------------- within one step */

static const char *const integrators[] = {"ida", "dop853"};

/* A ball is thrown up so that it would rise 10 mm + h, and the wall is 10 mm above. Free flight
 * lets steps become long: the contact begins and ends within one. Expected: one contact, at (v -
 * sqrt(2 g h))/g. */
static void a_graze_within_a_step(void **state) {
  ptl_context *context = *state;
  static const double g = 9.81;
  for (int k = 0; k < 2; k++)
    for (double h = 1e-4; h > 1e-6; h *= 0.6) {
      char velocity[64], until[32];
      double v = sqrt(2.0 * g * (0.01 + h));
      snprintf(velocity, sizeof velocity, "[%.17g, 0]", v);
      snprintf(until, sizeof until, "%.9g", 1.5 * v / g);
      const ptl_setting settings[] = {{"gravity", "[-9.81, 0]"},
                                      {"bodies.ball.velocity", velocity},
                                      {"run.until", until},
                                      {"run.rtol", "1e-6"},
                                      {"contacts.steel.damping", "{law: none}"},
                                      {"run.integrator", integrators[k]}};
      outcome out = run_of(context, walls, settings, 6);
      assert_int_equal(out.sum.gaps[0].touches + out.sum.gaps[1].touches, 1);
      assert_near(first_of(&out, PTL_EVENT_TOUCH)->time, (v - sqrt(2.0 * g * h)) / g, 1e-5);
      drop(context, &out);
    }
}

/* A ball of 1 kg on a linear spring of w = 100/s, dropped so that it meets it at v = w d sqrt(2 e),
 * d = g/w^2: at each return it leaves for 2 v/g only, a share sqrt(2 e)/pi of the oscillation's
 * period. Expected: contacts of 2 (pi - atan(sqrt(2 e)))/w between flights of 2 v/g, from v/g
 * on. */
static void a_flight_within_a_step(void **state) {
  ptl_context *context = *state;
  static const double g = 9.81, w = 100.0;
  enum { CONTACTS = 10 };
  for (int k = 0; k < 2; k++)
    for (double e = 1e-2; e > 1e-5; e *= 0.25) {
      double v = g / w * sqrt(2.0 * e), flight = 2.0 * v / g;
      double contact = 2.0 * (acos(-1.0) - atan(sqrt(2.0 * e))) / w;
      char position[64], until[32];
      snprintf(until, sizeof until, "%.9g", CONTACTS * (flight + contact));
      snprintf(position, sizeof position, "[%.17g, 0]", 0.01 - 0.5 * v * v / g);
      const ptl_setting settings[] = {
          {"gravity", "[9.81, 0]"},
          {"bodies.ball.velocity", "[0, 0]"},
          {"bodies.ball.position", position},
          {"contacts.steel", "{elastic: {law: power, stiffness: 1e4, exponent: 1}}"},
          {"run.until", until},
          {"run.rtol", "1e-8"},
          {"run.integrator", integrators[k]}};
      outcome out = run_of(context, walls, settings, 7);
      int n = 0;
      for (int i = 0; i < out.trace.n_events; i++) {
        const ptl_event *event = &out.trace.events[i];
        if (event->kind == PTL_EVENT_TOUCH)
          assert_near(event->time, v / g + n++ * (contact + flight), 0.05 * flight);
      }
      assert_int_equal(n, CONTACTS);
      drop(context, &out);
    }
}

/* Three balls fall side by side, bounce and come to rest. Expected: each touches as often and goes
 * as deep as the others, by symmetry. */
static void what_is_deepest_together_is_so_once(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: 1e-3, position: [0, 0.1]}\n"
      "  b: {mass: 1, inertia: 1e-3, position: [0.3, 0.1]}\n"
      "  c: {mass: 1, inertia: 1e-3, position: [0.6, 0.1]}\n"
      "joints:\n"
      "  fa: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0]}, circle: {body: "
      "a, radius: 0.05}, contact: s}\n"
      "  fb: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0]}, circle: {body: "
      "b, radius: 0.05}, contact: s}\n"
      "  fc: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0]}, circle: {body: "
      "c, radius: 0.05}, contact: s}\n"
      "contacts: {s: {elastic: {law: power, stiffness: 1e6, exponent: 1}, damping: {law: "
      "kelvin_voigt, coefficient: 300}}}\n"
      "run: {until: 1, every: 0.01}\n";
  static const char *const rtols[] = {"1e-6", "1e-7", "1e-8"};
  for (int i = 0; i < 3; i++) {
    const ptl_setting settings[] = {{"run.rtol", rtols[i]}, {"run.integrator", "dop853"}};
    outcome out = run_of(*state, text, settings, 2);
    for (int g = 0; g < 3; g++) {
      assert_int_equal(out.sum.gaps[g].touches, out.sum.gaps[0].touches);
      assert_near(out.sum.gaps[g].deepest, out.sum.gaps[0].deepest, 1e-10);
    }
    assert_true(out.trace.n_events < 300);
    drop(*state, &out);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_last_flight_counts),
      cmocka_unit_test(the_largest_force_error_is_kept),
      cmocka_unit_test(a_graze_within_a_step),
      cmocka_unit_test(a_flight_within_a_step),
      cmocka_unit_test(what_is_deepest_together_is_so_once),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
