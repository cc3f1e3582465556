/* test_slots.c: pins in slots: what their ends and mouths do, free-form slots in motion against the
 * circular ones they trace, and slots that cannot be. Expected values: the same mechanism with an
 * exact arc, and geometry. */
#include "support.h"

#include "context.h"
#include "instance.h"
#include "mechanism.h"

static const double pi = 3.14159265358979323846;

/* ------------------------------------------------------------------ geometry of one slot */

enum { MOST_GIVEN = 12 };

/* A prepared pin_in_slot; to be freed. */
static double *slot(ptl_context *context, const ptl_given *given, const ptl_joint_type **type) {
  ptl_mechanism *m = ptl_mechanism_create(context);
  ptl_type_use use = {.type = "pin_in_slot", .given = given};
  ptl_reason why = {""};
  while (use.n_given < MOST_GIVEN && given[use.n_given].name != NULL) use.n_given++;
  ptl_instance made;
  must(context, ptl_instance_create(m, (ptl_label){"joint", "slot"}, PTL_JOINT, &use, &made));
  *type = made.type;
  double *c = ptl_instance_copy(context, &made);
  if ((*type)->prepare(c, &why)) fail_msg("%s", why.text);
  ptl_instance_release(m, &made);
  ptl_mechanism_destroy(m);
  return c;
}

/* An arc of radius 60 mm about (10, 20) mm, 18 mm wide, with a pin of 16 mm. */
static const ptl_given arc[MOST_GIVEN] = {{.name = "pin.radius", .value = {0.008}},
                                          {.name = "slot.half_width", .value = {0.009}},
                                          {.name = "slot.arc.center", .value = {0.01, 0.02}},
                                          {.name = "slot.arc.radius", .value = {0.06}},
                                          {.name = "slot.arc.from", .value = {2.0}},
                                          {.name = "slot.arc.to", .value = {4.0}}};

/* Expected: the slot's boundary is smooth where a wall becomes the cap, so a pin pressed against
 * a wall keeps its depth when its centre passes the end. */
static void depth_is_continuous_at_the_end_of_a_slot(void **state) {
  const ptl_joint_type *type;
  double *c = slot(*state, arc, &type);
  for (int side = -1; side <= 1; side += 2) {
    double r = 0.06 + side * 1.2e-3, tiny = 1e-9;
    ptl_pose inside = {0.01 + r * cos(4.0 - tiny), 0.02 + r * sin(4.0 - tiny), 0.0, 0.0};
    ptl_pose beyond = {0.01 + r * cos(4.0 + tiny), 0.02 + r * sin(4.0 + tiny), 0.0, 0.0};
    ptl_gap before[PTL_MAX_GAPS], after[PTL_MAX_GAPS];
    type->gaps(c, &inside, before);
    type->gaps(c, &beyond, after);
    int wall = side < 0 ? 0 : 1;
    assert_true(before[wall].depth > 0.0 && before[2].depth < 0.0);
    assert_true(after[2].depth > 0.0 && after[0].depth < 0.0 && after[1].depth < 0.0);
    assert_near(before[wall].depth, after[2].depth, 1e-9);
    assert_near(before[wall].nx, after[2].nx, 1e-6);
    assert_near(before[wall].ny, after[2].ny, 1e-6);
  }
  ptl_instance_free(*state, c);
}

/* A straight slot 60 mm long, 10.2 mm wide, open at its last end, with a pin of 10 mm. */
static const ptl_given mouth[MOST_GIVEN] = {{.name = "pin.radius", .value = {0.005}},
                                            {.name = "slot.half_width", .value = {0.0051}},
                                            {.name = "slot.line.from", .value = {0.0, 0.0}},
                                            {.name = "slot.line.to", .value = {0.06, 0.0}},
                                            {.name = "slot.mouth", .word = "to"}};

/* Expected: at the mouth the wall goes over into its edge, whose distance from the pin's centre is
 * elementary; outside nothing touches; beside the slot the pin cannot be. */
static void a_pin_leaves_through_the_mouth(void **state) {
  const ptl_joint_type *type;
  double *c = slot(*state, mouth, &type);
  ptl_gap g[PTL_MAX_GAPS], h[PTL_MAX_GAPS];
  ptl_pose inside = {0.06 - 1e-9, 0.0002, 0.0, 0.0}, beyond = {0.06 + 1e-9, 0.0002, 0.0, 0.0};
  assert_true(isinf(type->clearance(c)));
  assert_int_equal(type->has_gap(c, 2), 1);
  type->gaps(c, &inside, g);
  type->gaps(c, &beyond, h);
  assert_near(g[1].depth, 0.0001, 1e-12);
  assert_near(h[1].depth, 0.0001, 1e-9);
  assert_near(h[1].ny, -1.0, 1e-6);
  assert_near(h[1].radius_a, 0.0, 0.0);
  assert_true(h[0].depth < 0.0 && h[2].depth < 0.0);

  ptl_pose leaving = {0.063, 0.0012, 0.0, 0.0}, away = {0.2, 0.1, 0.0, 0.0};
  type->gaps(c, &leaving, g);
  assert_near(g[1].depth, 0.005 - hypot(0.003, 0.0051 - 0.0012), 1e-15);
  assert_near(g[0].depth, 0.005 - hypot(0.003, 0.0051 + 0.0012), 1e-15);
  type->gaps(c, &away, g);
  for (int i = 0; i < 3; i++) assert_true(g[i].depth < 0.0);

  ptl_pose cap = {-0.0002, 0.0, 0.0, 0.0}, material = {0.03, 0.007, 0.0, 0.0},
           behind = {-0.008, 0.0, 0.0, 0.0};
  ptl_pose far = {0.03, 0.02, 0.0, 0.0};
  type->gaps(c, &cap, g);
  assert_near(g[2].depth, 0.0001, 1e-12);
  type->gaps(c, &material, g);
  assert_true(isnan(g[0].depth) && isnan(g[1].depth));
  type->gaps(c, &behind, g);
  assert_true(isnan(g[2].depth));
  type->gaps(c, &far, g);
  for (int i = 0; i < 3; i++) assert_true(g[i].depth < 0.0);
  ptl_instance_free(*state, c);
}

/* ------------------------------------------------------------------ in motion */

static void run(ptl_context *context, const ptl_system *system, rows *trace, ptl_summary *summary) {
  ptl_sink sink = rows_sink(trace);
  memset(trace, 0, sizeof *trace);
  must(context, ptl_simulate(context, system, NULL, &sink, summary));
}

#define BEAD                                                                  \
  "pintle: 1\n"                                                               \
  "gravity: [0, -9.81]\n"                                                     \
  "bodies: {bead: {mass: 0.2, inertia: 1e-6, position: [0.1, 0]}}\n"          \
  "contacts: {wall: {elastic: {law: power, stiffness: 1e9, exponent: 1.5},\n" \
  "                  damping: {law: hunt_crossley, alpha: 0.3}}}\n"           \
  "joints:\n"                                                                 \
  "  track:\n"                                                                \
  "    type: pin_in_slot\n"                                                   \
  "    pin: {body: bead, radius: 5 mm}\n"

#define LAST_LINES "    contact: wall\nrun: {until: 0.4, every: 1 ms, rtol: 1e-9}\n"

/* The same track as an arc, and as a closed curve through `n` points of the circle. */
static void ring_model(char *model, size_t size, int n, const char *extra) {
  size_t used = (size_t)snprintf(model, size, BEAD "    slot:\n      body: ground\n%s", extra);
  if (n == 0) {
    static const char exact[] = "{center: [0, 0], radius: 0.1, from: -230 deg, to: 50 deg}";
    used += (size_t)snprintf(model + used, size - used, "      arc: %s\n", exact);
  } else {
    used += (size_t)snprintf(model + used, size - used,
                             "      curve:\n        closed: true\n        points:\n");
    for (int i = 0; i < n; i++)
      used += (size_t)snprintf(model + used, size - used, "          - [%.17g, %.17g]\n",
                               0.1 * cos(2.0 * pi * i / n), 0.1 * sin(2.0 * pi * i / n));
  }
  snprintf(model + used, size - used, LAST_LINES);
}

static double largest_difference(const rows *a, const rows *b, int column, double until) {
  double most = 0.0;
  for (int i = 0; i < a->n && i < b->n && rows_at(a, i, 0) <= until; i++)
    most = fmax(most, fabs(rows_at(a, i, column) - rows_at(b, i, column)));
  return most;
}

/* Length of the bead's way, in intervals between neighbouring points of the curve. */
static double points_passed(const ptl_system *system, const rows *trace, int n) {
  int x = column_of(system, "bead.x"), y = column_of(system, "bead.y");
  double way = 0.0;
  for (int i = 1; i < trace->n; i++)
    way += hypot(rows_at(trace, i, x) - rows_at(trace, i - 1, x),
                 rows_at(trace, i, y) - rows_at(trace, i - 1, y));
  return n * way / (2.0 * pi * 0.1);
}

/* A bead falls along a ring in an upright plane. Expected: as along the exact arc, the curve
 * through 72 points being 1e-8 of its radius away from it, and its curvature 6e-4 of itself.
 * Where two pieces of the curve meet a derivative of the force jumps; a method of order 8 has to
 * shorten its step there and to grow it again by at most a factor of 3, some ten steps a point
 * (8 are measured; on the smooth arc the whole run takes 31). */
static void an_ideal_bead_follows_the_curve(void **state) {
  char model[2][8192];
  rows trace[2];
  ptl_summary summary[2];
  ptl_system *system[2];
  for (int i = 0; i < 2; i++) {
    ring_model(model[i], sizeof model[i], i == 0 ? 0 : 72, "");
    system[i] = system_of(*state, model[i], NULL, 0);
    run(*state, system[i], &trace[i], &summary[i]);
  }
  assert_near(largest_difference(&trace[0], &trace[1], column_of(system[0], "bead.y"), 1.0), 0.0,
              2e-8);
  assert_near(largest_difference(&trace[0], &trace[1], column_of(system[0], "track.fy"), 1.0), 0.0,
              6e-4 * 0.2 * 3.0 * 9.81);
  assert_true(summary[1].largest_position_violation < 1e-9);
  double more = (double)(summary[1].counters.steps - summary[0].counters.steps);
  assert_true(more < 12.0 * points_passed(system[1], &trace[1], 72));
  for (int i = 0; i < 2; i++) {
    rows_release(&trace[i]);
    ptl_summary_release(*state, &summary[i]);
    ptl_system_destroy(system[i]);
  }
}

/* The same with clearance. Expected: the walls are hit at the same times, to the accuracy of the
 * curve, and the bead keeps within the play. */
static void a_bead_with_play_follows_the_curve(void **state) {
  char model[2][8192];
  rows trace[2];
  ptl_summary summary[2];
  ptl_system *system[2];
  for (int i = 0; i < 2; i++) {
    ring_model(model[i], sizeof model[i], i == 0 ? 0 : 120, "      half_width: 5.2 mm\n");
    system[i] = system_of(*state, model[i], NULL, 0);
    run(*state, system[i], &trace[i], &summary[i]);
  }
  assert_int_equal(ptl_system_get_assembly(system[0])->n_gaps, 3);
  assert_int_equal(ptl_system_get_assembly(system[1])->n_gaps, 2); /* a ring has no cap */
  assert_true(trace[0].n_events > 10 && trace[1].n_events > 10);
  for (int i = 0; i < 10; i++) {
    assert_int_equal(trace[0].events[i].kind, trace[1].events[i].kind);
    assert_near(trace[0].events[i].time, trace[1].events[i].time, 1e-6);
  }
  for (int i = 0; i < trace[1].n; i++) {
    double x = rows_at(&trace[1], i, column_of(system[1], "bead.x"));
    double y = rows_at(&trace[1], i, column_of(system[1], "bead.y"));
    assert_near(hypot(x, y), 0.1, 2e-4 + 2e-5);
  }
  for (int i = 0; i < 2; i++) {
    rows_release(&trace[i]);
    ptl_summary_release(*state, &summary[i]);
    ptl_system_destroy(system[i]);
  }
}

/* A driven pin that comes down beside the mouth. Expected: the run ends with an error that names
 * the time, about when the pin reaches the rim, and the joint. */
static void a_pin_that_misses_its_slot_is_an_error(void **state) {
  ptl_context *context = *state;
  ptl_system *system = system_of(
      context,
      "pintle: 1\n"
      "bodies: {tool: {mass: 1, inertia: 1, position: [5.5 mm, 80 mm]}}\n"
      "contacts: {wall: {elastic: {law: power, stiffness: 1e3, exponent: 1}}}\n"
      "joints:\n"
      "  rail: {type: translational, bodies: [ground, tool], axis: [0, -1]}\n"
      "  feed: {type: motion, joint: rail, rate: 0.1}\n"
      "  notch:\n"
      "    type: pin_in_slot\n"
      "    pin: {body: tool, radius: 5 mm}\n"
      "    slot: {body: ground, half_width: 5.1 mm, line: {from: [0, 0], to: [0, 60 mm]},\n"
      "           mouth: to}\n"
      "    contact: wall\n"
      "run: {until: 1, start: given, energy_limit: 0.5}\n",
      NULL, 0);
  ptl_summary summary;
  ptl_status status = ptl_simulate(context, system, NULL, NULL, &summary);
  assert_int_equal(status, PTL_ERR_SIMULATION);
  const char *message = ptl_context_message(context);
  if (strstr(message, "joint 'notch': the pin is where it cannot be, inside the slot") == NULL)
    fail_msg("%s", message);
  assert_near(summary.end_time, 0.2, 0.01);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
}

/* A pin that is led out of the mouth, to the side and back comes into the wall beside the slot
 * where its centre passes the end of the line, x = 50 mm: at 250 ms + 10 ms artanh(1/9). */
static void a_pin_that_comes_from_beside_is_an_error(void **state) {
  ptl_context *context = *state;
  ptl_system *system = system_of(
      context,
      "pintle: 1\n"
      "bodies: {pin: {mass: 0.1, inertia: 1e-5}}\n"
      "joints:\n"
      "  s: {type: pin_in_slot, slot: {body: ground, half_width: 12 mm, mouth: to, line: {from: "
      "[-0.1, 0], to: [0.05, 0]}}, pin: {body: pin, at: [0, 0], radius: 10 mm}, contact: k}\n"
      "  dx: {type: motion, bodies: [ground, pin], along: x, position: '50 mm*(1 + tanh((time - 50 "
      "ms)/(10 ms))) - 45 mm*(1 + tanh((time - 250 ms)/(10 ms)))'}\n"
      "  dy: {type: motion, bodies: [ground, pin], along: y, position: '8 mm*(1 + tanh((time - 150 "
      "ms)/(10 ms)))'}\n"
      "contacts: {k: {elastic: {law: power, stiffness: 1e6, exponent: 1.5}, damping: {law: "
      "none}}}\n"
      "run: {until: 0.3 s, every: 1 ms, start: given}\n",
      NULL, 0);
  ptl_summary summary;
  assert_int_equal(ptl_simulate(context, system, NULL, NULL, &summary), PTL_ERR_SIMULATION);
  if (strstr(ptl_context_message(context), "the pin is where it cannot be, inside the slot") ==
      NULL)
    fail_msg("%s", ptl_context_message(context));
  assert_near(summary.end_time, 0.25 + 0.01 * atanh(1.0 / 9), 1e-6);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
}

/* ------------------------------------------------------------------ what is refused */

static void refuse(ptl_context *context, const char *slot_keys, const char *what) {
  char model[2048];
  ptl_mechanism *m = NULL;
  snprintf(model, sizeof model, BEAD "    slot: {body: ground, %s}\n" LAST_LINES, slot_keys);
  const char *path = write_file("wrong.yaml", model);
  ptl_status status = ptl_mechanism_load(context, path, NULL, 0, &m);
  remove(path);
  assert_int_equal(status, PTL_ERR_INPUT);
  if (strstr(ptl_context_message(context), what) == NULL)
    fail_msg("'%s' is not in: %s", what, ptl_context_message(context));
  if (strstr(ptl_context_message(context), ":7:3: error: joint 'track'") == NULL)
    fail_msg("no place in: %s", ptl_context_message(context));
}

static void impossible_slots_are_refused(void **state) {
  ptl_context *context = *state;
#define LOOP "curve: {points: [[-1, 0], [1, 0.2], [1.2, 1], [0, 1.2], [-0.2, 0], [0, -1]]}"
#define TIGHT "curve: {points: [[0, 0], [0.02, 0], [0.024, 0.004], [0.02, 0.008], [0, 0.008]]}"
  refuse(context, LOOP, "slot.curve crosses itself, behind points 1 and 5");
  refuse(context, "half_width: 6 mm, " TIGHT, "bends with a radius of ");
  refuse(context, "half_width: 4 mm, " TIGHT, "the pin (radius 0.005 m) is larger than its slot");
  refuse(context, TIGHT ", arc: {center: [0, 0], radius: 1, from: 0, to: 1}", "an arc or a curve");
  refuse(context, TIGHT ", line: {from: [0, 0], to: [1, 0]}", "one of line, arc and curve");
  refuse(context, "curve: {points: [[0, 0]]}", "at least 2 points");
  refuse(context,
         "mouth: to, half_width: 5.1 mm, curve: {closed: true, points: [[0, 0], [1, 0], [0, 1]]}",
         "a closed slot has no end that could be a mouth");
  refuse(context, "mouth: none", "the slot needs line {from, to}, arc");
}

/* A free pin flies at 100 m/s towards a slot with a mouth at 0.5 m, whose walls and end are 1 mm,
 * 2 mm or 80 mm thick, and nothing but that makes its steps short: it is stopped where its centre
 * comes to the material, from beside a wall, towards the face of one, towards the round end and
 * from outside an arc. Behind a one-sided face it is where its centre passes the end. */
static void a_pin_that_flies_into_a_wall_is_an_error(void **state) {
  ptl_context *context = *state;
  static const struct {
    const char *start, *joint;
    double expected; /* [s] */
  } cases[] = {
#define SLOT(wall, line)                                                                         \
  "{type: pin_in_slot, slot: {body: ground, half_width: 21 mm, mouth: to, wall: " wall ", " line \
  "}, pin: {body: pin, at: [0, 0], radius: 20 mm}, contact: k}"
#define LINE "line: {from: [0, 0], to: [0.5 m, 0]}"
      {"position: [0.2 m, -1 m], velocity: [0, 100 m/s]", SLOT("1 mm", LINE), (1.0 - 0.022) / 100},
      {"position: [1 m, 61 mm], velocity: [-100 m/s, 0]", SLOT("80 mm", LINE), 0.5 / 100},
      {"position: [-1 m, 10 mm], velocity: [100 m/s, 0]", SLOT("2 mm", LINE),
       (1.0 - 0.02071231517720798) / 100}, /* root(23^2 - 10^2) mm */
      {"position: [0.2 m, -1 m], velocity: [0, 100 m/s]",
       SLOT("1 mm", "arc: {center: [0.2 m, 0], radius: 0.3 m, from: 180 deg, to: 360 deg}"),
       (1.0 - 0.322) / 100},
      {"position: [1 m, -100 mm], velocity: [-100 m/s, 0]",
       "{type: circle_line, line: {body: ground, from: [0, 0], to: [0.5 m, 0]}, circle: {body: "
       "pin, radius: 20 mm}, contact: k}",
       0.5 / 100}};
  for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
    char text[2000];
    snprintf(text, sizeof text,
             "pintle: 1\n"
             "bodies: {pin: {mass: 0.5, inertia: 1e-4, %s}}\n"
             "joints: {s: %s}\n"
             "contacts: {k: {elastic: {law: power, stiffness: 1e8, exponent: 1}, damping: {law: "
             "none}}}\n"
             "run: {until: 15 ms, every: 1 ms, start: given, integrator: %s}\n",
             cases[i / 2].start, cases[i / 2].joint, i % 2 == 0 ? "dop853" : "ida");
    ptl_system *system = system_of(context, text, NULL, 0);
    ptl_summary summary;
    assert_int_equal(ptl_simulate(context, system, NULL, NULL, &summary), PTL_ERR_SIMULATION);
    const char *message = ptl_context_message(context), *time = strstr(message, "t = ");
    if (strstr(message, "is where it cannot be, inside the") == NULL || time == NULL)
      fail_msg("%s", message);
    assert_near(strtod(time + 4, NULL), cases[i / 2].expected, 1e-9);
    ptl_summary_release(context, &summary);
    ptl_system_destroy(system);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(depth_is_continuous_at_the_end_of_a_slot),
      cmocka_unit_test(a_pin_leaves_through_the_mouth),
      cmocka_unit_test(an_ideal_bead_follows_the_curve),
      cmocka_unit_test(a_bead_with_play_follows_the_curve),
      cmocka_unit_test(a_pin_that_misses_its_slot_is_an_error),
      cmocka_unit_test(a_pin_that_comes_from_beside_is_an_error),
      cmocka_unit_test(a_pin_that_flies_into_a_wall_is_an_error),
      cmocka_unit_test(impossible_slots_are_refused),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
