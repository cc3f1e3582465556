/* test_stops.c: limits of revolute and translational joints, beside constraints and beside
 * clearance. Expected values: closed forms of a mass that meets a linear spring, and the
 * impulses that hold a body whose centre of mass stays in its bearing. */
#include "support.h"

static const double pi = 3.14159265358979323846;

#define LINEAR "contacts: {stop: {elastic: {law: power, stiffness: 1e6, exponent: 1}}}\n"

/* A rotor with its centre of mass in the bearing, J = 0.02, turns freely at 2 rad/s between -0.3
 * and 0.5 rad; the stops touch at R = 0.1, so that a mass J/R^2 = 2 meets K = 1e6 at 0.2 m/s. */
static const char rotor[] =
    "pintle: 1\n"
    "bodies: {rotor: {mass: 3, inertia: 0.02, rate: 2}}\n" LINEAR
    "joints:\n"
    "  shaft:\n"
    "    type: revolute\n"
    "    bodies: [ground, rotor]\n"
    "    limits: {from: -0.3, to: 0.5, radius: 0.1, arm: 30 deg}\n"
    "    contact: stop\n"
    "run: {until: 1.4, every: 1 ms, rtol: 1e-9}\n";

static void a_rotor_rebounds_between_its_stops(void **state) {
  ptl_context *context = *state;
  ptl_system *system = system_of(context, rotor, NULL, 0);
  const ptl_assembly *assembly = ptl_system_get_assembly(system);
  assert_int_equal(assembly->n_gaps, 2);
  assert_int_equal(assembly->n_constraints, 2);
  assert_int_equal(assembly->degrees_of_freedom, 1);
  const char *joint, *name;
  must(context, ptl_system_get_gap(system, 0, &joint, &name, NULL));
  assert_string_equal(joint, "shaft");
  assert_string_equal(name, "lower");

  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary summary;
  must(context, ptl_simulate(context, system, NULL, &sink, &summary));
  double contact = pi * sqrt(2.0 / 1e6), deepest = 0.2 * sqrt(2.0 / 1e6), force = 0.2 * sqrt(2e6);
  const double touch[3] = {0.25, 0.25 + contact + 0.4, 0.25 + 2.0 * (contact + 0.4)};
  static const int gap[3] = {1, 0, 1};
  int n = 0;
  for (int i = 0; i < trace.n_events; i++) {
    const ptl_event *e = &trace.events[i];
    if (e->kind == PTL_EVENT_TOUCH) {
      assert_true(n < 3);
      assert_int_equal(e->gap, gap[n]);
      assert_near(e->time, touch[n++], 1e-7);
      assert_near(e->rate, 0.2, 1e-8);
    } else if (e->kind == PTL_EVENT_DEEPEST) {
      assert_near(e->depth, deepest, 1e-6 * deepest);
      assert_near(e->force, force, 1e-6 * force);
    } else {
      assert_near(e->time, touch[n - 1] + contact, 1e-7);
      assert_near(e->impulse, 2.0 * 2.0 * 0.2, 1e-6);
    }
  }
  assert_int_equal(n, 3);
  assert_near(summary.energy.balance, 0.0, 1e-8);

  /* The bearing gives back what the stop pushes with, so that the centre of mass stays. */
  int fx = column_of(system, "shaft.fx"), fy = column_of(system, "shaft.fy");
  int moment = column_of(system, "shaft.moment");
  int push = column_of(system, "shaft.upper.normal_force");
  double t = 0.5 + pi / 6.0, most = 0.0;
  for (int i = 0; i < trace.n; i++) {
    double f = rows_at(&trace, i, push);
    if (rows_at(&trace, i, 0) > 0.3) break;
    most = fmax(most, f);
    assert_near(rows_at(&trace, i, fx), -f * sin(t), 1e-5 * force);
    assert_near(rows_at(&trace, i, fy), f * cos(t), 1e-5 * force);
    assert_near(rows_at(&trace, i, moment), 0.0, 1e-9);
  }
  assert_true(most > 0.9 * force);
  rows_release(&trace);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
}

/* A block of 2 kg at 1 m/s between stops 0.3 m apart. */
static void a_block_rebounds_between_its_stops(void **state) {
  ptl_context *context = *state;
  ptl_system *system =
      system_of(context,
                "pintle: 1\n"
                "gravity: [0, -9.81]\n"
                "bodies: {block: {mass: 2, inertia: 1, velocity: [1, 0]}}\n" LINEAR
                "joints: {guide: {type: translational, bodies: [ground, block], contact: stop,\n"
                "                 limits: {from: -100 mm, to: 200 mm}}}\n"
                "run: {until: 1.5, every: 0.1, rtol: 1e-9}\n",
                NULL, 0);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary summary;
  must(context, ptl_simulate(context, system, NULL, &sink, &summary));
  double contact = pi * sqrt(2.0 / 1e6);
  assert_int_equal(summary.gaps[0].touches, 2);
  assert_int_equal(summary.gaps[1].touches, 3);
  assert_near(summary.gaps[0].peak_force, sqrt(2e6), 1e-6 * sqrt(2e6));
  int x = column_of(system, "block.x"), fy = column_of(system, "guide.fy");
  /* 0.2 to the first stop, then 0.3 between stops: five rebounds until 1.4 + 5 contact; the last is
   * at the upper stop, from which the block comes back. */
  double back = 1.5 - (0.2 + 4.0 * 0.3 + 5.0 * contact);
  assert_near(rows_at(&trace, trace.n - 1, x), 0.2 - back, 1e-7);
  assert_near(rows_at(&trace, trace.n - 1, fy), 2.0 * 9.81, 1e-6);
  rows_release(&trace);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
}

/* With clearance the joint has its bearing and its stop as gaps, and no constraint. */
static void clearance_and_stops_stand_side_by_side(void **state) {
  ptl_context *context = *state;
  ptl_system *system = system_of(
      context,
      "pintle: 1\n"
      "bodies: {rotor: {mass: 3, inertia: 0.02, rate: 2}}\n" LINEAR
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, rotor], clearance: 0.1 mm, contact: stop,\n"
      "          limits: {to: 0.5, radius: 0.1}}\n"
      "run: {until: 1, every: 1 ms, rtol: 1e-8, start: given}\n",
      NULL, 0);
  assert_int_equal(ptl_system_get_assembly(system)->n_gaps, 2);
  assert_int_equal(ptl_system_get_assembly(system)->n_constraints, 0);
  const char *name[2];
  must(context, ptl_system_get_gap(system, 0, NULL, &name[0], NULL));
  must(context, ptl_system_get_gap(system, 1, NULL, &name[1], NULL));
  assert_string_equal(name[0], "bearing");
  assert_string_equal(name[1], "upper");
  column_of(system, "shaft.ex");
  column_of(system, "shaft.upper.depth");

  /* The stop stops a rotor that nothing else holds; the bearing then catches what the stop has
   * given to its centre of mass. Energy is kept. */
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary summary;
  must(context, ptl_simulate(context, system, NULL, &sink, &summary));
  assert_true(trace.n_events >= 4);
  assert_int_equal(trace.events[0].gap, 1);
  assert_near(trace.events[0].time, 0.25, 1e-8);
  assert_true(summary.gaps[0].touches > 0);
  assert_near(summary.energy.kinetic + summary.energy.elastic, 0.5 * 0.02 * 4.0, 1e-6);
  rows_release(&trace);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
}

/* ------------------------------------------------------------------ what is refused */

static void refuse(ptl_context *context, const char *joint, const char *what) {
  static const char head[] =
      "pintle: 1\nbodies: {b: {mass: 1, inertia: 1}}\n" LINEAR "joints:\n  j: ";
  char model[1024];
  ptl_mechanism *m = NULL;
  snprintf(model, sizeof model, "%s%s\n", head, joint);
  const char *path = write_file("wrong.yaml", model);
  ptl_status status = ptl_mechanism_load(context, path, NULL, 0, &m);
  remove(path);
  assert_int_equal(status, PTL_ERR_INPUT);
  if (strstr(ptl_context_message(context), what) == NULL)
    fail_msg("'%s' is not in: %s", what, ptl_context_message(context));
}

static void wrong_limits_are_refused(void **state) {
  ptl_context *context = *state;
#define REVOLUTE "{type: revolute, bodies: [ground, b], contact: stop, limits: "
  refuse(context, REVOLUTE "{from: 1, to: 0.5, radius: 1}}", "must be less than limits.to");
  refuse(context, REVOLUTE "{from: 1}}", "limits need a radius");
  refuse(context, REVOLUTE "{radius: 1}}", "limits need 'from'");
  refuse(context, "{type: revolute, bodies: [ground, b], limits: {to: 1, radius: 1}}",
         "gap 'upper' needs a contact");
#define SLIDER "{type: translational, bodies: [ground, b], contact: stop, "
  refuse(context, SLIDER "limits: {from: 1, to: 1}}", "must be less than limits.to");
  refuse(context, SLIDER "clearance: 1 mm}", "the slider needs length and width");
  refuse(context, SLIDER "clearance: 1 mm, slider: {length: 2 mm, width: 40 mm}}", "turn over");
  refuse(context, SLIDER "clearance: 1 mm, slider: {length: 6, width: 4, corner_radius: 3}}",
         "more than half of the slider");
}

/* A body of 2 kg flies at 0.2 m/s to and fro between the ends of a cylinder, from 0.3 m to 0.5 m,
 * and bounces there in half a period of 1e6 N/m; of a tether it meets the far end alone. */
static void a_cylinder_has_end_stops(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "bodies: {body: {mass: 2, inertia: 0.02, position: [0.4, 0], velocity: [0.2, 0]}}\n" LINEAR
      "joints: {ram: {type: distance, bodies: [ground, body], at: [[0, 0], [0, 0]],\n"
      "  limits: {from: 0.3, to: 0.5}, contact: stop}}\n"
      "run: {until: 2, every: 0.1, rtol: 1e-9, start: given}\n";
  static const char *const refused[][3] = {
      {"joints.ram.length", "0.4 m", "it needs a length or limits"},
      {"joints.ram.limits", "", "it needs a length or limits"},
      {"joints.ram.limits.from", "0.6 m", "must be less than limits.to"},
      {"joints.ram.clearance", "1 mm", "clearance belongs to a length"},
      {"joints.ram.contact", "", "gap 'long' needs a contact"}};
  ptl_context *context = *state;
  const double contact = pi * sqrt(2.0 / 1e6);
  for (int tether = 0; tether < 2; tether++) {
    const ptl_setting setting = {"joints.ram.limits.from", ""};
    ptl_system *system = system_of(context, text, &setting, tether);
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    ptl_summary summary;
    must(context, ptl_simulate(context, system, NULL, &sink, &summary));
    assert_int_equal(ptl_system_get_assembly(system)->n_gaps, 2 - tether);
    assert_near(trace.events[0].time, 0.5, 1e-8);
    const double back = 2.0 - 1.5 - 2.0 * contact; /* since the second end, if there is one */
    const double x = rows_at(&trace, trace.n - 1, column_of(system, "body.x"));
    assert_near(x, tether ? 0.5 - 0.2 * (1.5 - contact) : 0.3 + 0.2 * back, 1e-7);
    ptl_summary_release(context, &summary);
    rows_release(&trace);
    ptl_system_destroy(system);
  }
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    const ptl_setting setting = {refused[i][0], refused[i][1]};
    ptl_mechanism *m;
    assert_int_equal(ptl_mechanism_parse(context, text, strlen(text), "text", &setting, 1, &m),
                     PTL_ERR_INPUT);
    if (strstr(ptl_context_message(context), refused[i][2]) == NULL)
      fail_msg("%s", ptl_context_message(context));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_rotor_rebounds_between_its_stops),
      cmocka_unit_test(a_cylinder_has_end_stops),
      cmocka_unit_test(a_block_rebounds_between_its_stops),
      cmocka_unit_test(clearance_and_stops_stand_side_by_side),
      cmocka_unit_test(wrong_limits_are_refused),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
