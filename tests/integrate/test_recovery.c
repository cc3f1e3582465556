/* What a run does when the integrator cannot go on: the recovery ladder, and errors that name time
 * and place. The failures are made by contact laws that are wrong on purpose. */
#include "support.h"

#include "accelerations.h"
#include "registry.h"
#include "switch.h"

static int calls, fail_from, fail_until;

/* A linear spring that gives no number in a window of its calls. */
static void faulty_force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  (void)c;
  calls++;
  out->force = calls >= fail_from && calls < fail_until ? NAN : 1e6 * in->depth;
  out->stiffness = 1e6;
  out->energy = 0.5e6 * in->depth * in->depth;
}

static double shallow(const double *c) {
  (void)c;
  return 1e-4;
}

static void plain_force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  (void)c;
  *out = (ptl_elastic_out){1e6 * in->depth, 1e6, 0.5e6 * in->depth * in->depth};
}

static const ptl_param none[] = {{0}};
static const ptl_elastic_law faulty = {.name = "faulty",
                                       .doc = {"Faulty", "F = 1e6 d", "this test", "not for use"},
                                       .params = none,
                                       .force = faulty_force};
static const ptl_elastic_law bounded = {.name = "bounded",
                                        .doc = {"Bounded", "F = 1e6 d", "this test", "d < 0.1 mm"},
                                        .params = none,
                                        .force = plain_force,
                                        .max_depth = shallow};

static const char *const wall =
    "pintle: 1\n"
    "bodies:\n"
    "  ball: {mass: 1 kg, inertia: 1e-3 kg m^2, velocity: [1 m/s, 0]}\n"
    "joints:\n"
    "  wall:\n"
    "    type: pin_in_slot\n"
    "    slot: {body: ground, line: {from: [0, -1], to: [0, 1]}}\n"
    "    pin: {body: ball, at: [0, 0], radius: 10 mm}\n"
    "    clearance: 1 mm\n"
    "    contact: law\n"
    "contacts:\n"
    "  law: {elastic: {law: LAW}}\n"
    "run: {length: 1 m, until: 8 ms, every: 1 ms, rtol: 1e-8, start: given}\n"
    "output: {contact_rows: ends}\n"; /* rows in the contact would call the law, too */

static ptl_system *assemble_wall(ptl_context *context, const char *law, const char *integrator) {
  ptl_setting settings[] = {{"contacts.law.elastic.law", law}, {"run.integrator", integrator}};
  ptl_mechanism *m = mechanism_of(context, wall, settings, 2);
  ptl_system *s;
  must(context, ptl_assemble(m, &s));
  ptl_mechanism_destroy(m);
  return s;
}

static void fault(int length) {
  calls = 0;
  fail_from = 72; /* some way into the contact, where a step of IDA begins */
  fail_until = fail_from + length;
}

/* Expected: the ball leaves as fast as it came, and the contact lasts pi sqrt(m/k), whatever
 * happened to the integrator in between. */
static ptl_counters bounces(ptl_context *context, const ptl_system *s, double slack) {
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  double touch = NAN, part = NAN, speed = NAN;
  for (int e = 0; e < trace.n_events; e++) {
    if (trace.events[e].kind == PTL_EVENT_TOUCH && isnan(touch)) touch = trace.events[e].time;
    if (trace.events[e].kind == PTL_EVENT_PART && isnan(part)) {
      part = trace.events[e].time;
      speed = trace.events[e].rate;
    }
  }
  assert_near(speed, -1.0, 1e2 * slack);
  assert_near(part - touch, acos(-1.0) * 1e-3, slack);
  ptl_counters counters = sum.counters;
  ptl_summary_release(context, &sum);
  rows_release(&trace);
  return counters;
}

static void fails_with(ptl_context *context, ptl_system *s, const char *const *words, int n) {
  ptl_summary sum;
  assert_int_equal(ptl_simulate(context, s, NULL, NULL, &sum), PTL_ERR_SIMULATION);
  for (int i = 0; i < n; i++)
    if (strstr(ptl_context_message(context), words[i]) == NULL)
      fail_msg("'%s' lacks '%s'", ptl_context_message(context), words[i]);
  assert_int_equal(sum.complete, 0);
  assert_true(sum.end_time > 0.0 && sum.end_time < 8e-3);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
}

/* IDA tries a step ten times before it gives up (its documented default), and each restart meets
 * the law once more. Expected: a fault of 10 + n calls takes n restarts, which the summary owns up
 * to, and does not show in the result; there are three, and a longer fault ends the run. */
static void ladder_recovers_from_a_passing_fault(void **state) {
  static const char *const words[] = {"at t = 0.00", "cannot go on"};
  ptl_system *s = assemble_wall(*state, "faulty", "ida");
  for (int restarts = 0; restarts <= 3; restarts++) {
    fault(10 + restarts);
    ptl_counters counters = bounces(*state, s, 1e-8);
    assert_int_equal(counters.restarts, restarts);
    assert_int_equal(counters.dop853_steps, 0);
  }
  fault(14);
  fails_with(*state, s, words, 2);
}

/* What the ladder has done, and the regularisation relative to that at the start: in force now, and
 * largest so far. */
typedef struct climb {
  int restarts;
  double now, largest;
} climb;

/* Steps the ball to its contact, through a fault of that length, and `more` steps on. */
static climb climb_through(ptl_context *context, int length, int more) {
  ptl_system *s = assemble_wall(context, "faulty", "ida");
  ptl_data *data;
  ptl_accelerations *reduced;
  ptl_switch *sw;
  ptl_step step;
  ptl_counters counters = {0};
  int n = s->n_coordinates, left = more;
  double t = 0.0, *y = calloc((size_t)s->pattern.n, sizeof *y);
  must(context, ptl_data_create(context, s, &data));
  must(context, ptl_accelerations_create(data, &reduced));
  must(context, ptl_switch_create(data, reduced, s->run.rtol, s->run.integrator, &sw));
  double begins = data->relative_compliance;
  memcpy(y, s->q0, sizeof *y * (size_t)n);
  memcpy(y + n, s->v0, sizeof *y * (size_t)n);
  fault(length);
  must(context, ptl_switch_start(sw, y));
  for (int i = 0; i < 1000 && left > 0; i++) {
    must(context, ptl_switch_step(sw, t, y, INFINITY, 1e-4, &step));
    t = step.end;
    ptl_stepper_interpolate(ptl_switch_stepper(sw), t, y);
    left -= calls > fail_until;
  }
  assert_int_equal(left, 0);
  ptl_switch_count(sw, &counters);
  climb out = {(int)counters.restarts, data->relative_compliance / begins,
               ptl_switch_largest_compliance(sw) / begins};
  ptl_switch_destroy(sw);
  ptl_accelerations_destroy(reduced);
  ptl_data_destroy(data);
  ptl_system_destroy(s);
  free(y);
  return out;
}

/* docs/numerics.md: the third restart is with ten times the compliances, which come back after 50
 * good steps; those before leave them as they are. */
static void last_level_regularises_ten_times_as_much(void **state) {
  climb c = {0};
  int length = 9;
  do {
    c = climb_through(*state, ++length, 5);
    double factor = c.restarts == 3 ? 10.0 : 1.0;
    assert_near(c.now, factor, 1e-12);
    assert_near(c.largest, factor, 1e-12);
  } while (c.restarts < 3 && length < 30);
  assert_int_equal(c.restarts, 3);
  c = climb_through(*state, length, 60);
  assert_near(c.now, 1.0, 1e-12);
  assert_near(c.largest, 10.0, 1e-12);
}

/* Expected: as above. DOP853 shortens its step at every fault, and so gets over twelve. */
static void dop853_gets_over_a_short_fault(void **state) {
  ptl_system *s = assemble_wall(*state, "faulty", "auto");
  fault(12);
  ptl_counters counters = bounces(*state, s, 1e-8);
  assert_int_equal(counters.restarts, 0);
  assert_int_equal(counters.dop853_steps, counters.steps);
  ptl_system_destroy(s);
}

/* Expected: as above. The shortest fault that DOP853 does not get over, whatever its length,
 * has IDA take over. */
static void ida_takes_over_at_a_longer_fault(void **state) {
  ptl_system *s = assemble_wall(*state, "faulty", "auto");
  int length = 12;
  ptl_counters counters;
  do {
    fault(++length);
    counters = bounces(*state, s, 1e-8);
  } while (counters.dop853_steps == counters.steps && length < 100);
  print_message("%d faults: %d steps, %d of them of DOP853, %d restarts\n", length,
                (int)counters.steps, (int)counters.dop853_steps, (int)counters.restarts);
  assert_true(counters.dop853_steps > 0 && counters.dop853_steps < counters.steps);
  ptl_system_destroy(s);
}

static void lasting_fault_ends_the_run_with_its_time(void **state) {
  static const char *const words[] = {"at t = 0.00", "cannot go on"};
  static const char *const integrators[] = {"ida", "auto"};
  for (int i = 0; i < 2; i++) {
    fault(1 << 30);
    fails_with(*state, assemble_wall(*state, "faulty", integrators[i]), words, 2);
  }
}

/* The ball would go 1 mm deep; the law ends at 0.1 mm. */
static void depth_beyond_a_laws_domain_names_gap_and_law(void **state) {
  static const char *const words[] = {"at t = 0.00", "gap 'inner' of joint 'wall'", "'bounded'",
                                      "0.0001 m"};
  fails_with(*state, assemble_wall(*state, "bounded", "ida"), words, 4);
  fails_with(*state, assemble_wall(*state, "bounded", "auto"), words, 4);
}

static int make_own_context(void **state) {
  ptl_context *context = ptl_context_create(NULL);
  *state = context;
  return context == NULL || ptl_registry_add(context, PTL_ELASTIC, &faulty, "test") != PTL_OK ||
         ptl_registry_add(context, PTL_ELASTIC, &bounded, "test") != PTL_OK;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ladder_recovers_from_a_passing_fault),
      cmocka_unit_test(last_level_regularises_ten_times_as_much),
      cmocka_unit_test(dop853_gets_over_a_short_fault),
      cmocka_unit_test(ida_takes_over_at_a_longer_fault),
      cmocka_unit_test(lasting_fault_ends_the_run_with_its_time),
      cmocka_unit_test(depth_beyond_a_laws_domain_names_gap_and_law),
  };
  return cmocka_run_group_tests(tests, make_own_context, drop_context);
}
