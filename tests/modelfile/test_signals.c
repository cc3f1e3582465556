/* test_signals.c: tables, signals, and coordinates of joints and points in loads. Expected values:
 * the trace's own columns, which are measured on the parts; closed forms. */
#include "model_run.h"

static ptl_status load(const char *text, const ptl_setting *settings, int n, ptl_mechanism **out) {
  return ptl_mechanism_parse(context, text, strlen(text), "text", settings, n, out);
}

static result run_text(const char *text, const char *integrator) {
  const ptl_setting setting = {"run.integrator", integrator};
  ptl_mechanism *m;
  result r = {.system = NULL};
  must(context, load(text, &setting, 1, &m));
  must(context, ptl_assemble(m, &r.system));
  ptl_mechanism_destroy(m);
  ptl_sink sink = rows_sink(&r.trace);
  must(context, ptl_simulate(context, r.system, NULL, &sink, &r.summary));
  return r;
}

/* A signal that names a coordinate of a joint or a point is that column of the trace, whatever its
 * parts are on and however they lie. */
static void test_coordinates(void **state) {
  static const char *const names[][2] = {
      {"a", "swing.angle"},    {"b", "swing.rate"},  {"c", "rail.position"}, {"d", "rail.speed"},
      {"e", "floor.position"}, {"f", "floor.speed"}, {"g", "tip.x"},         {"h", "tip.y"},
      {"i", "tip.vx"},         {"j", "tip.vy"}};
  static const char text[] =
      "pintle: 1\n"
      "gravity: [0, -9.81]\n"
      "signals: {a: swing.angle, b: swing.rate, c: rail.position, d: rail.speed, e: "
      "floor.position,\n"
      "  f: floor.speed, g: tip.x, h: tip.y, i: tip.vx, j: tip.vy}\n"
      "bodies:\n"
      "  cart: {mass: 2, inertia: 1, position: [0.3, 0.1], angle: 0.2, com: [0.1, 0.05]}\n"
      "  arm: {mass: 1, inertia: 0.2, position: [0.5, 0.1], angle: 0.5, rate: 2}\n"
      "  ring: {mass: 0.5, inertia: 0.1, position: [0.6, 0.3], angle: -0.4}\n"
      "joints:\n"
      "  floor: {type: translational, bodies: [ground, cart], at: [0.2, 0.1], axis: [1, 0.2]}\n"
      "  swing: {type: revolute, bodies: [cart, arm], at: [0.3, 0.12], axis: [[1, 0], [0, 1]]}\n"
      "  rail: {type: translational, bodies: [arm, ring], at: [0.6, 0.35], axis: [0.3, 1]}\n"
      "loads: {drag: {body: ring, torque: !si -0.1*rail.speed*swing.rate - 0.2*tip.vy}}\n"
      "run: {until: 0.5 s, every: 10 ms}\n"
      "output: {points: {tip: {body: arm, at: [0.4, -0.1]}}}\n";
  (void)state;
  result r = run_text(text, "auto");
  assert_true(r.trace.n > 40);
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    for (int i = 0; i < r.trace.n; i++)
      assert_near(value(&r, i, names[k][0]), value(&r, i, names[k][1]),
                  1e-13 * (1.0 + fabs(value(&r, i, names[k][1]))));
  drop(&r);
}

/* A mass on a spring by table, 100 N/m to one side and 400 N/m to the other: half a period is pi
 * sqrt(m/k) on each side, so that after pi (0.1 + 0.05) s it is where it began; after half of the
 * first, v = -x0 sqrt(k/m). */
static void test_kinked_spring(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "tables: {spring: {points: [[-1 m, 400 N], [0 m, 0 N], [100 cm, -0.1 kN]]}}\n"
      "signals:\n"
      "  pull: {unit: N, expression: spring(rail.position)}\n"
      "  power: pull*rail.speed\n"
      "bodies: {sled: {mass: 1, inertia: 1}}\n"
      "joints: {rail: {type: translational, bodies: [ground, sled]}}\n"
      "start: {rail: {position: 0.5 m, speed: 0}}\n"
      "loads: {elastic: {body: sled, force: [pull, 0 N]}}\n"
      "run: {until: pi*0.15 s, every: pi*0.05 s, rtol: 1e-10}\n";
  static const char *const integrators[] = {"dop853", "ida"};
  (void)state;
  for (int k = 0; k < 2; k++) {
    result r = run_text(text, integrators[k]);
    const int half = plain_row(&r, 1), end = plain_row(&r, 3);
    assert_near(value(&r, half, "sled.x"), 0.0, 2e-8);
    assert_near(value(&r, half, "sled.vx"), -5.0, 2e-7);
    assert_near(value(&r, end, "sled.x"), 0.5, 2e-8);
    assert_near(value(&r, end, "pull"), -50.0, 2e-6);
    assert_near(value(&r, end, "power"), 0.0, 1e-4);
    drop(&r);
  }
}

/* Signals of time go into motions; a pulse that is a table moves a mass by its integral twice
 * over. */
static void test_motion(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "tables: {ramp: {points: [[0 s, 0], [1 s, 2 m/s], [2 s, 0]]}}\n"
      "signals: {speed: {expression: ramp(time)}, double: {unit: m/s, expression: 2*speed}}\n"
      "bodies: {a: {mass: 1, inertia: 1}, b: {mass: 1, inertia: 1}}\n"
      "joints:\n"
      "  first: {type: translational, bodies: [ground, a]}\n"
      "  second: {type: translational, bodies: [ground, b]}\n"
      "  move: {type: motion, joint: first, rate: speed}\n"
      "  more: {type: motion, joint: second, rate: double}\n"
      "run: {until: 2 s, every: 1 s}\n";
  (void)state;
  result r = run_text(text, "auto");
  assert_near(value(&r, plain_row(&r, 1), "a.x"), 1.0, 1e-9);
  assert_near(value(&r, plain_row(&r, 2), "a.x"), 2.0, 1e-9);
  assert_near(value(&r, plain_row(&r, 2), "b.x"), 4.0, 1e-9);
  drop(&r);
}

/* Of two variables: 2 + 3 x - y + 4 x y in each cell is itself, also beyond the edges; a kink of
 * slopes 1 and 3 by x, held by a body that moves at 1 m/s over it. */
static void test_two_variables(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "tables:\n"
      "  plane: {x: [0 m, 1 m, 3 m], y: [0 s, 2 s],\n"
      "    values: [[2 N, 0 N], [5 N, 11 N], [11 N, 33 N]]}\n"
      "  kink: {x: [0 m, 1 m, 2 m], y: [0, 1], values: [[0, 0], [1, 2], [4, 8]]}\n"
      "bodies: {b: {mass: 1, inertia: 1, velocity: [1, 0]}}\n"
      "signals: {p: 'plane(b.x - 0.5 m, time)', k: 'kink(b.x, 0.5)'}\n"
      "loads: {none: {body: b, torque: 0*k*(1 N m)}}\n"
      "run: {until: 4 s, every: 0.1 s}\n";
  (void)state;
  result r = run_text(text, "auto");
  assert_true(r.trace.n > 30);
  for (int i = 0; i < r.trace.n; i++) {
    const double t = value(&r, i, "time"), x = t - 0.5;
    assert_near(value(&r, i, "p"), 2.0 + 3.0 * x - t + 4.0 * x * t, 1e-9);
    assert_near(value(&r, i, "k"), 1.5 * (t < 1.0 ? t : 1.0 + 3.0 * (t - 1.0)), 1e-9);
  }
  drop(&r);
}

static void test_refused(void **state) {
  static const char *const cases[][2] = {
      {"signals: {a: b, b: a}", "signal 'b' is not known here: a signal uses those above it"},
      {"signals: {a: 1 + a}", "signal 'a' is not known here"},
      {"signals: {time: 1}", "signal 'time': expressions know that name already"},
      {"parameters: {p: 1}\nsignals: {p: 1}", "signal 'p': expressions know that name already"},
      {"signals: {sin: 1}", "signal 'sin': expressions know that name already"},
      {"signals: {a: {unit: N}}", "signal 'a' needs 'expression'"},
      {"signals: {a: {unit: mm, expression: 1}}", "'mm' is not one"},
      {"signals: {a: {unit: N, expression: 1 mm}}", "is in m, but N is wanted here"},
      {"signals: [1]", "signals must be a mapping"},
      {"tables: {t: {points: [[0, 1], [0, 2]]}}", "the points of linear must grow: 0 follows 0"},
      {"tables: {t: {points: [[0, 1]]}}", "linear takes at least 5 arguments"},
      {"tables: {t: {points: [[0, 1, 2]]}}", "a point is a list of two values, [x, y]"},
      {"tables: {t: {points: [[0, 1], [1, 2]], periodic: true}}",
       "must end with the value it begins with"},
      {"tables: {t: {points: [[1 m, 1], [2 s, 2]]}}", "does not fit the numbers above"},
      {"tables: {t: {points: [[0, 1], [1, 2]], interpolation: spline}}",
       "interpolation must be linear, monotone or cubic, not 'spline'"},
      {"tables: {t: {x: [0, 1], y: [0, 1]}}", "table 't' needs 'values' beside 'x' and 'y'"},
      {"tables: {t: {x: [0, 1], values: [[0, 1], [0, 1]]}}", "table 't' needs 'x' and 'y'"},
      {"tables: {t: {x: [0, 1], y: [0, 1], values: [[0, 1]]}}",
       "'values' must have a list for each of the 2 of 'x'"},
      {"tables: {t: {x: [0, 1], y: [0, 1], values: [[0, 1], [1]]}}",
       "each list of 'values' has one for each of the 2 of 'y'"},
      {"tables: {t: {x: [1, 0], y: [0, 1], values: [[0, 1], [1, 2]]}}",
       "the lines of bilinear must grow: 0 follows 1"},
      {"tables: {t: {x: [1], y: [0, 1], values: [[0, 1]]}}", "bilinear"},
      {"tables: {t: {x: [0, 1], y: [0, 1], values: [[0, 1], [1, 2]], periodic: true}}",
       "'periodic' is of a table of one variable"},
      {"tables: {t: {x: [0, 1], y: [0, 1], values: [[0, 1], [1, 2]]}}\nsignals: {a: t(time)}",
       "the table t takes two arguments in brackets"},
      {"tables: {t: {x: [0, 1], y: [0, 1], values: [[0, 1], [1, 2]]}}\nsignals: {a: 't(1, 2, 3)'}",
       "the table t takes two arguments in brackets"},
      {"tables: {t: {x: [0 m, 1 m], y: [0, 1], values: [[0, 1], [1, 2]]}}\nsignals: {a: 't(1 s, "
       "2)'}",
       "t needs both sides in one dimension"},
      {"signals: {a: 'bilinear(1, 2, 2, 2, 0, 1, 0, 1, 1, 2, 3, 4, 5)'}",
       "bilinear takes 4 values for 2 and 2 lines, not 5"},
      {"tables: {t: {interpolation: linear}}", "table 't' needs 'points'"},
      {"tables: {t: {points: [[0, 1], [1, 2]], point: 1}}", "point"},
      {"tables: {t: {points: [[0, 1], [1 m, 2]]}}\nsignals: {a: t(time)}",
       "t needs both sides in one dimension, not s and m"},
      {"tables: {t: {points: [[0, 1], [1, 2]]}}\nsignals: {a: t}",
       "the table t takes one argument in brackets"},
      {"tables: {t: {points: [[0, 1], [1, 2]]}}\nsignals: {a: 't(1, 2)'}",
       "the table t takes one argument in brackets"},
      {"bodies: {b: {mass: 1, inertia: 1}}\nsignals: {a: b.x}\n"
       "joints: {j: {type: translational, bodies: [ground, b]}, "
       "m: {type: motion, joint: j, position: a}}",
       "signal 'a' is of things that cannot be used here: b.x"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[600];
    ptl_mechanism *m = NULL;
    snprintf(text, sizeof text, "pintle: 1\n%s\n", cases[i][0]);
    if (load(text, NULL, 0, &m) != PTL_ERR_INPUT) fail_msg("not refused: %s", text);
    if (strstr(ptl_context_message(context), cases[i][1]) == NULL)
      fail_msg("%s: %s", cases[i][0], ptl_context_message(context));
  }
}

/* Signals of one another: each is evaluated once, so that 100 of them cost 100 times one, where
 * copies would be 2^100. Expected: the same recurrence, computed here; a load of the last moves a
 * free mass by its integral. */
static void test_nested(void **state) {
  enum { N = 100 };
  char text[N * 120], *at = text;
  (void)state;
  at += sprintf(at,
                "pintle: 1\nbodies: {b: {mass: 1, inertia: 1, velocity: [1, 0]}}\nsignals:\n"
                "  s0: sin(b.x/(1 m))*cos(b.x/(1 m))\n  s1: exp(-time/(1 s))\n");
  for (int i = 2; i < N; i++)
    at +=
        sprintf(at, "  s%d: 0.5*s%d + 0.4*s%d + 0.1*cos(s%d)*s%d\n", i, i - 1, i - 2, i - 1, i - 1);
  sprintf(at,
          "loads: {f: {body: b, force: [0, '1 N*s%d + 1 N*abs(s%d - 0.2)']}}\nrun: {until: 1 s, "
          "every: 10 ms}\n",
          N - 1, N - 1);
  ptl_mechanism *m, *again;
  char *written, *same;
  must(context, load(text, NULL, 0, &m));
  must(context, ptl_mechanism_text(m, &written));
  must(context, ptl_mechanism_parse(context, written, strlen(written), "written", NULL, 0, &again));
  must(context, ptl_mechanism_text(again, &same));
  assert_string_equal(written, same);
  for (int k = 0; k < 2; k++) {
    result r = run_text(k == 0 ? text : written, "auto");
    double speed = 0.0, last = 0.0;
    for (int i = 0; i < r.trace.n; i++) {
      double s[N] = {sin(value(&r, i, "b.x")) * cos(value(&r, i, "b.x")),
                     exp(-value(&r, i, "time"))};
      for (int j = 2; j < N; j++)
        s[j] = 0.5 * s[j - 1] + 0.4 * s[j - 2] + 0.1 * cos(s[j - 1]) * s[j - 1];
      assert_near(value(&r, i, "s99"), s[N - 1], 1e-13);
      const double force = s[N - 1] + fabs(s[N - 1] - 0.2);
      assert_near(value(&r, i, "f.fy"), force, 1e-13);
      if (i > 0) speed += (value(&r, i, "time") - value(&r, i - 1, "time")) * (force + last) / 2.0;
      last = force;
    }
    assert_near(value(&r, r.trace.n - 1, "b.vy"), speed, 1e-4); /* the trapezoidal rule */
    drop(&r);
  }
  ptl_text_release(context, written);
  ptl_text_release(context, same);
  ptl_mechanism_destroy(m);
  ptl_mechanism_destroy(again);
}

/* A load that is narrow in a coordinate, by itself and through a signal that it uses twice: its
 * work is the integral of force over path, F w sqrt(pi) = 500 N 0.1 mm sqrt(pi); at rest before it
 * 1 m/s, at all steps of the run. */
static void test_narrow_in_the_state(void **state) {
  static const char *const loads[] = {
      "loads: {f: {body: b, force: ['500 N*exp(-((b.x - 0.5 m)/(0.1 mm))^2)', 0]}}",
      "signals: {u: (rail.position - 0.5 m)/(0.1 mm), bell: exp(-u*u)}\n"
      "loads: {f: {body: b, force: [250 N*bell + 250 N*bell, 0]}}"};
  (void)state;
  for (int k = 0; k < 4; k++) {
    char text[600];
    snprintf(text, sizeof text,
             "pintle: 1\nbodies: {b: {mass: 2, inertia: 1, velocity: [1, 0]}}\n"
             "joints: {rail: {type: translational, bodies: [ground, b]}}\n%s\nrun: {until: 1 s, "
             "every: 0.5 s}\n",
             loads[k / 2]);
    result r = run_text(text, k % 2 == 0 ? "auto" : "ida");
    const double work = 500.0 * 1e-4 * sqrt(acos(-1.0));
    assert_near(value(&r, r.trace.n - 1, "b.vx"), sqrt(1.0 + 2.0 * work / 2.0), 2e-6);
    drop(&r);
  }
}

/* A switch in a signal that is used twice is one condition: the force 1 N changes its sign where
 * b.x passes 0.1 m, so that v^2 = 1 - 2 (0.1) and then 1 - 0.2 + 2 (x - 0.1) with m = 1,
 * exactly. */
static void test_shared_condition(void **state) {
  (void)state;
  result r = run_text(
      "pintle: 1\nbodies: {b: {mass: 1, inertia: 1, velocity: [1, 0]}}\n"
      "signals: {side: 'b.x > 0.1 m ? 1 : -1', more: 'side*side*side'}\n"
      "loads: {f: {body: b, force: ['0.5 N*side + 0.5 N*more', 0]}}\nrun: {until: 1 s, every: 0.25 "
      "s}\n",
      "auto");
  const double x = value(&r, r.trace.n - 1, "b.x"), v = value(&r, r.trace.n - 1, "b.vx");
  assert_near(v * v, 0.8 + 2.0 * (x - 0.1), 1e-12);
  drop(&r);
}

static void test_definitions_refused(void **state) {
  static const char *const cases[][2] = {
      {"'$1 = 2; $1'", "'$' does not belong here"},
      {"!si '$2 = 2; $2'", "'$2' is not the next number"},
      {"!si '$1 = 2; $2'", "'$' does not belong here"},
      {"!si '$1 = $1; $1'", "'$' does not belong here"},
      {"!si '$1 = 2 3; $1'", "does not belong here"},
      {"!si '$1 = 2; $2 = ; $1'", "does not belong here"},
      {"!si '$1 = 2;'", "something is missing at the end"},
      {"!si '$999999999999 = 2; 1'", "'$' does not belong here"}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[300];
    ptl_mechanism *m = NULL;
    snprintf(text, sizeof text,
             "pintle: 1\nbodies: {b: {mass: 1, inertia: 1}}\nloads: {f: {body: b, torque: %s}}\n",
             cases[i][0]);
    if (load(text, NULL, 0, &m) != PTL_ERR_INPUT) fail_msg("not refused: %s", text);
    if (strstr(ptl_context_message(context), cases[i][1]) == NULL)
      fail_msg("%s: %s", cases[i][0], ptl_context_message(context));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_coordinates),
                                     cmocka_unit_test(test_kinked_spring),
                                     cmocka_unit_test(test_motion),
                                     cmocka_unit_test(test_two_variables),
                                     cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_nested),
                                     cmocka_unit_test(test_narrow_in_the_state),
                                     cmocka_unit_test(test_shared_condition),
                                     cmocka_unit_test(test_definitions_refused)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
