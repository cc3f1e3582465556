/* Ropes over wheels, and belts that give way. Expected values: Newton's second law with the inertia
 * of the wheels, statics, oscillators in closed form. Each is run by both integrators. */
#include "pintle_analysis.h"
#include "text_run.h"

static const char *const integrators[] = {"auto", "ida"};

static outcome run_of(ptl_context *context, const char *text, const char *path, const char *value,
                      const char *integrator) {
  const ptl_setting settings[] = {
      {"run.integrator", integrator}, {"run.rtol", "1e-9"}, {path, value}};
  return run_text(context, text, settings, path != NULL ? 3 : 2);
}

#define ATWOOD                                                \
  "pintle: 1\ngravity: [0, -10]\n"                            \
  "bodies:\n"                                                 \
  "  heavy: {mass: 3, inertia: 0.01, position: [-0.1, -1]}\n" \
  "  light: {mass: 2, inertia: 0.01, position: [0.1, -1]}\n"  \
  "  pulley: {mass: 1, inertia: 0.02}\n"                      \
  "joints:\n"                                                 \
  "  axle: {type: revolute, bodies: [ground, pulley]}\n"      \
  "  rope:\n"                                                 \
  "    type: rope\n"                                          \
  "    path: [{body: heavy}, {body: pulley, radius: 0.1, side: right}, {body: light}]\n"

/* a = g (m1 - m2)/(m1 + m2 + J/r^2) = 10/7; the pieces pull with m1 (g - a) and m2 (g + a). */
static void a_wheel_with_inertia(void **state) {
  static const char text[] = ATWOOD "run: {until: 0.5 s, every: 0.1 s}\n";
  const double a = 10.0 / 7.0;
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    assert_near(last(&out, "heavy.y"), -1.0 - 0.125 * a, 1e-8);
    assert_near(last(&out, "light.y"), -1.0 + 0.125 * a, 1e-8);
    assert_near(last(&out, "pulley.alpha"), a / 0.1, 1e-6);
    assert_near(last(&out, "rope_1.fy"), -3.0 * (10.0 - a), 1e-5);
    assert_near(last(&out, "rope_2.fy"), 2.0 * (10.0 + a), 1e-5);
    assert_near(last(&out, "axle.fy"), 3.0 * (10.0 - a) + 2.0 * (10.0 + a) + 10.0, 1e-5);
    release(*state, &out);
  }
}

/* The same rope with stiffness, damped until it only pulls: where both sides have crept equally,
 * the acceleration is as before. */
static void a_rope_that_gives_way(void **state) {
  static const char text[] =
      ATWOOD "    bushing: {stiffness: 1e5, damping: 1e3}\nrun: {until: 0.5 s, every: 0.1 s}\n";
  const double a = 10.0 / 7.0;
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    assert_near(last(&out, "pulley.alpha"), a / 0.1, 1e-4);
    assert_near(last(&out, "rope_1.taut.normal_force"), 3.0 * (10.0 - a), 1e-3);
    assert_near(last(&out, "rope_2.taut.normal_force"), 2.0 * (10.0 + a), 1e-3);
    assert_near(last(&out, "rope_1.taut.depth"), 3.0 * (10.0 - a) / 2e5, 1e-8);
    release(*state, &out);
  }
}

/* From a hook down around a pulley that carries the load M, up over a fixed one and down to the
 * counterweight m: that moves twice as far. a = g (M - 2 m)/(M + J1/r1^2 + 4 J2/r2^2 + 4 m). */
static void block_and_tackle(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -10]\n"
      "bodies:\n"
      "  load: {mass: 6, inertia: 0.03, position: [0, -1]}\n"
      "  pulley: {mass: 1, inertia: 0.02, position: [0.25, 0]}\n"
      "  weight: {mass: 2, inertia: 0.01, position: [0.45, -0.6]}\n"
      "joints:\n"
      "  axle: {type: revolute, bodies: [ground, pulley]}\n"
      "  rope:\n"
      "    type: rope\n"
      "    path:\n"
      "      - {body: ground, at: [-0.05, 0.2]}\n"
      "      - {body: load, radius: 0.05, side: left}\n"
      "      - {body: pulley, radius: 0.2, side: right}\n"
      "      - {body: weight}\n"
      "run: {until: 0.4 s, every: 0.1 s}\n";
  const double a = 10.0 * (6.0 - 4.0) / (6.0 + 0.03 / 0.0025 + 4.0 * 0.02 / 0.04 + 8.0);
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    assert_near(last(&out, "load.y"), -1.0 - 0.08 * a, 1e-8);
    assert_near(last(&out, "weight.y"), -0.6 + 0.16 * a, 1e-8);
    assert_near(last(&out, "load.angle"), -0.08 * a / 0.05, 1e-7);
    assert_near(last(&out, "pulley.angle"), 0.16 * a / 0.2, 1e-7);
    release(*state, &out);
  }
}

/* A drum winds up a rope of ten turns: the load rises by the radius times its angle. */
static void a_drum_winds_up(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -10]\n"
      "bodies:\n"
      "  drum: {mass: 1, inertia: 0.01}\n"
      "  load: {mass: 2, inertia: 0.01, position: [0.1, -8]}\n"
      "joints:\n"
      "  axle: {type: revolute, bodies: [ground, drum]}\n"
      "  rope: {type: rope, path: [{body: drum, radius: 0.1, side: right}, {body: load}]}\n"
      "  drive: {type: motion, joint: axle, rises: [{rise: 10 turn, duration: 4 s}]}\n"
      "run: {until: 4.5 s, every: 0.5 s}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    assert_near(last(&out, "load.y"), -8.0 + 2.0 * acos(-1.0), 1e-7);
    assert_near(last(&out, "drive.moment"), 2.0, 1e-5);
    release(*state, &out);
  }
}

/* ------------------------------------------------------------------ slack */

/* A weight on a spring that only pulls: from rest at m g/k it is thrown up by v. It is slack from
 * asin(d w/v)/w on, when it has sqrt(v^2 - d^2 w^2), and taut again after twice this over g. */
static void a_rope_goes_slack(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -10]\n"
      "bodies: {load: {mass: 2, inertia: 0.01, position: [0, -1], velocity: [0, 1.5]}}\n"
      "joints:\n"
      "  rope: {type: rope, path: [{body: ground}, {body: load}],\n"
      "    bushing: {stiffness: 2000}, pretension: 20}\n"
      "run: {until: 0.5 s, every: 5 ms, start: given}\n";
  const double w = sqrt(1000.0), d = 0.01, up = sqrt(2.25 - d * d * w * w);
  const double slack = asin(d * w / 1.5) / w;
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    const ptl_event *part = &out.trace.events[0], *touch = &out.trace.events[1];
    assert_int_equal(part->kind, PTL_EVENT_PART);
    assert_int_equal(touch->kind, PTL_EVENT_TOUCH);
    assert_near(part->time, slack, 1e-7);
    assert_near(touch->time, slack + 2.0 * up / 10.0, 1e-6);
    for (int row = 0; row < out.trace.n; row++)
      assert_true(at_row(&out, row, "rope.taut.normal_force") >= 0.0);
    release(*state, &out);
  }
}

/* A slack rope of 0.1 m too much lets the weight fall through it: sqrt(2 0.1/g). */
static void a_rope_that_hangs(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -10]\n"
      "bodies: {load: {mass: 2, inertia: 0.01, position: [0, -1]}}\n"
      "joints:\n"
      "  rope: {type: rope, path: [{body: ground}, {body: load}],\n"
      "    bushing: {stiffness: 2000, damping: 10}, slack: 0.1}\n"
      "run: {until: 0.2 s, every: 5 ms}\n";
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, NULL, NULL, integrators[i]);
    assert_near(out.trace.events[0].time, sqrt(0.02), 1e-7);
    release(*state, &out);
  }
}

/* The Atwood machine that is pulled up by more than the heavy weight has: its rope, which does not
 * give way, would push. */
static void a_rope_does_not_push(void **state) {
  static const char text[] =
      ATWOOD "loads: {up: {body: heavy, force: [0, '40 N*time/(1 s)']}}\nrun: {until: 2 s}\n";
  ptl_system *system = system_of(*state, text, NULL, 0);
  rows trace = {NULL};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary summary;
  assert_int_equal(ptl_simulate(*state, system, NULL, &sink, &summary), PTL_ERR_SIMULATION);
  assert_non_null(strstr(ptl_context_message(*state), "'rope_1' goes slack"));
  /* without gravity of the heavy one: (m2 + J/r^2) a2 = m2 g holds the rope from 30 N - 3 a2, a2 =
   * 5: 45 N up, 1.125 s */
  assert_non_null(strstr(ptl_context_message(*state), "at t = 1.125 s"));
  assert_near(rows_at(&trace, trace.n - 1, 0), 1.125, 0.003);
  ptl_summary_release(*state, &summary);
  rows_release(&trace);
  ptl_system_destroy(system);
  /* hung up by 30 N where it weighs 20 N, it rests nowhere */
  ptl_equilibrium *none;
  system = system_of(*state,
                     "pintle: 1\ngravity: [0, -10]\n"
                     "bodies: {load: {mass: 2, inertia: 0.01, position: [0, -1]}}\n"
                     "joints: {rope: {type: rope, path: [{body: ground}, {body: load}]}}\n"
                     "loads: {up: {body: load, force: [0, 30]}}\n",
                     NULL, 0);
  const ptl_static_options nearest = {.nearest = 1, .tolerance = 1e-12};
  assert_int_equal(ptl_static(*state, system, &nearest, &none), PTL_ERR_UNFIT);
  assert_non_null(strstr(ptl_context_message(*state), "would have to push with 10 N"));
  ptl_system_destroy(system);
}

/* The shipped model: half of the rope's speed, 10 rad/s 0.12 m/2, while the drum turns; free fall
 * while both parts are slack, but for what the sheave's turning gives them; at the end half of the
 * weight, 41.5 kg 9.81 m/s^2, in each part. */
static void the_hoist(void **state) {
  ptl_mechanism *m;
  outcome out = {NULL};
  int slack = 0;
  must(*state, ptl_mechanism_load(*state, PINTLE_MODELS "/hoist.yaml", NULL, 0, &m));
  must(*state, ptl_assemble(m, &out.system));
  ptl_mechanism_destroy(m);
  ptl_sink sink = rows_sink(&out.trace);
  must(*state, ptl_simulate(*state, out.system, NULL, &sink, &out.summary));
  for (int row = 0; row < out.trace.n; row++) {
    const double t = at_row(&out, row, "time");
    if (fabs(t - 0.9) < 1e-9) assert_near(at_row(&out, row, "load.vy"), 0.6, 2e-3);
    if (t < 1.0 || at_row(&out, row, "rope_1.taut.normal_force") > 0.0 ||
        at_row(&out, row, "rope_2.taut.normal_force") > 0.0)
      continue;
    assert_near(at_row(&out, row, "load.ay"), -9.81, 1e-6);
    slack++;
  }
  assert_true(slack > 10);
  assert_near(last(&out, "rope_1.taut.normal_force"), 0.5 * 41.5 * 9.81, 0.5);
  assert_near(last(&out, "rope_2.taut.normal_force"), 0.5 * 41.5 * 9.81, 0.5);
  release(*state, &out);
}

/* ------------------------------------------------------------------ belts */

#define BELT(crossed)                                                      \
  "pintle: 1\ngravity: [0, 0]\n"                                           \
  "bodies:\n"                                                              \
  "  a: {mass: 1, inertia: 2e-3, rate: 150}\n"                             \
  "  b: {mass: 1, inertia: 6e-3, position: [0.3, 0.1], angle: 1}\n"        \
  "joints:\n"                                                              \
  "  sa: {type: revolute, bodies: [ground, a]}\n"                          \
  "  sb: {type: revolute, bodies: [ground, b]}\n"                          \
  "  belt: {type: belt, pulleys: [a, b], radii: [40 mm, 100 mm], " crossed \
  "pretension: 500 N, bushing: {stiffness: 5e4}}\n"

/* Relative oscillation of two wheels: e = r1 angle1 - r2 angle2 has e'' = -2 k (r1^2/J1 + r2^2/J2)
 * e; a strand stretches by e, the other gives way by it. Meanwhile both wheels turn round many
 * times. */
static void a_belt_is_a_spring(void **state) {
  static const char text[] = BELT("") "run: {until: 1 s, every: 1 ms, start: given}\n";
  static const char crossed[] =
      BELT("crossed: true, ") "run: {until: 1 s, every: 1 ms, start: given}\n";
  const double w = sqrt(2.0 * 5e4 * (0.0016 / 2e-3 + 0.01 / 6e-3));
  for (int i = 0; i < 4; i++) {
    const double side = i < 2 ? 1.0 : -1.0;
    outcome out = run_of(*state, i < 2 ? text : crossed, "bodies.b.rate", i < 2 ? "58" : "-58",
                         integrators[i % 2]);
    for (int row = 0; row < out.trace.n; row += 37) {
      const double e = 0.2 / w * sin(w * rows_at(&out.trace, row, 0));
      assert_near(at_row(&out, row, "belt_left.taut.depth"), 0.01 + e, 4e-6 * 0.01);
      assert_near(at_row(&out, row, "belt_right.taut.depth"), 0.01 - e, 4e-6 * 0.01);
    }
    assert_true(side * last(&out, "b.angle") > 50.0);
    release(*state, &out);
  }
}

/* Statics: T on the small wheel, the large one held. T1 - T2 = T/r1, T1 + T2 = 2 T0, along the
 * tangents, which make asin((r1 -+ r2)/d) with the line of centres. */
static void strands_load_their_bearings(void **state) {
  static const char text[] =
      BELT("") "  hold: {type: motion, joint: sb, rate: 0}\nloads: {t: {body: a, torque: 8}}\n"
               "forces: {d: {type: rotational_spring_damper, bodies: [ground, a], damping: 1}}\n"
               "run: {until: 0.5 s, every: 10 ms}\n";
  const double d = hypot(0.3, 0.1), beta = asin(-0.06 / d), line = atan2(0.1, 0.3);
  const double left = 500.0 + 100.0, right = 500.0 - 100.0;
  const double fx = left * cos(line - beta) + right * cos(line + beta);
  const double fy = left * sin(line - beta) + right * sin(line + beta);
  for (int i = 0; i < 2; i++) {
    outcome out = run_of(*state, text, "bodies.a.rate", "0", integrators[i]);
    assert_near(last(&out, "belt_left.taut.normal_force"), left, 1e-3);
    assert_near(last(&out, "belt_right.taut.normal_force"), right, 1e-3);
    assert_near(last(&out, "sa.fx"), -fx, 2e-3);
    assert_near(last(&out, "sa.fy"), -fy, 2e-3);
    assert_near(last(&out, "sb.fx"), fx, 2e-3);
    assert_near(last(&out, "hold.moment"), -20.0, 1e-3);
    release(*state, &out);
  }
}

/* ------------------------------------------------------------------ what is refused */

static void what_is_no_rope(void **state) {
  static const char *const cases[][3] = {
      {"joints.rope.path", "null", "needs 'path', a list of two or more"},
      {"joints.rope.path", "[{body: heavy}]", "needs 'path', a list of two or more"},
      {"joints.rope.path.1.side", "null", "'radius' and 'side'"},
      {"joints.rope.path.1.side", "up", "'up'"},
      {"joints.rope.path.1.radius", "0", "radius of a wheel must be > 0"},
      {"joints.rope.path.1.body", "ground", "must turn, on a body of its own"},
      {"joints.rope.path.1.bod", "pulley", "unknown key 'bod'"},
      {"joints.rope.path.2", "{body: lihgt}", "did you mean 'light'?"},
      {"joints.rope.path.2.radius", "20 mm", "belong together"},
      {"joints.rope.path.1.radius", "1.2", "are placed within each other"},
      {"joints.rope.slack", "10 mm", "'slack' belongs to 'bushing'"},
      {"joints.rope.pretension", "10 N", "'pretension' belongs to 'bushing'"},
      {"joints.rope.bushing", "{damping: 3}", "its bushing needs 'stiffness' > 0"},
      {"joints.rope",
       "{type: rope, path: [{body: heavy}, {body: light}], bushing: {stiffness: 1}, slack: 1, "
       "pretension: 1}",
       "exclude each other"},
      {"joints.rope",
       "{type: rope, path: [{body: heavy}, {body: light}], bushing: {stiffness: 1}, slack: -1}",
       "slack must be 0 or above"},
      {"joints.rope", "{type: rope, path: [{body: heavy}, {body: heavy}], bushing: {stiffness: 1}}",
       "are placed within each other"}};
  static const char text[] = ATWOOD;
  ptl_context *context = *state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const ptl_setting setting = {cases[i][0], cases[i][1]};
    ptl_mechanism *m;
    if (ptl_mechanism_parse(context, text, strlen(text), "text", &setting, 1, &m) != PTL_ERR_INPUT)
      fail_msg("%s: %s is accepted", cases[i][0], cases[i][1]);
    if (strstr(ptl_context_message(context), cases[i][2]) == NULL)
      fail_msg("%s: %s", cases[i][1], ptl_context_message(context));
  }
}

/* The hoist at tolerances at which depths and rates are near rounding. Both ropes carry the same
 * and part, touch and are deepest together; at rest under the load nothing happens. Expected: as
 * many events as at looser tolerances, 6 touches of a rope and 25 largest depths; rounding alone
 * made hundreds. */
static void events_are_not_those_of_rounding(void **state) {
  static const struct {
    const char *integrator, *rtol;
  } runs[] = {{"dop853", "1e-11"}, {"dop853", "1e-12"}, {"ida", "1e-10"}};
  enum { MOST_EVENTS = 80 };
  for (int i = 0; i < 3; i++) {
    const ptl_setting settings[] = {{"run.integrator", runs[i].integrator},
                                    {"run.rtol", runs[i].rtol}};
    ptl_mechanism *m;
    ptl_system *s;
    ptl_summary sum;
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    must(*state, ptl_mechanism_load(*state, PINTLE_MODELS "/hoist.yaml", settings, 2, &m));
    must(*state, ptl_assemble(m, &s));
    must(*state, ptl_simulate(*state, s, NULL, &sink, &sum));
    assert_true(trace.n_events > 10 && trace.n_events < MOST_EVENTS);
    for (int g = 0; g < 2; g++) assert_true(sum.gaps[g].touches <= 8);
    ptl_summary_release(*state, &sum);
    rows_release(&trace);
    ptl_system_destroy(s);
    ptl_mechanism_destroy(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_wheel_with_inertia),
                                     cmocka_unit_test(a_rope_that_gives_way),
                                     cmocka_unit_test(block_and_tackle),
                                     cmocka_unit_test(a_drum_winds_up),
                                     cmocka_unit_test(a_rope_goes_slack),
                                     cmocka_unit_test(a_rope_that_hangs),
                                     cmocka_unit_test(a_rope_does_not_push),
                                     cmocka_unit_test(the_hoist),
                                     cmocka_unit_test(events_are_not_those_of_rounding),
                                     cmocka_unit_test(a_belt_is_a_spring),
                                     cmocka_unit_test(strands_load_their_bearings),
                                     cmocka_unit_test(what_is_no_rope)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
