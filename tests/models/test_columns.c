/* test_columns.c: columns of the trace against what follows from others by mechanics: coordinates
 * of joints, accelerations of points, loads, powers of all elements; their units, and which of them
 * a trace has. */
#include "model_run.h"

/* The kinetic energy of a body changes by the power of all that acts on it. */
static double kinetic_power(const result *r, int row, const char *body, double mass,
                            double inertia) {
  static const char *const names[] = {"vx", "ax", "vy", "ay", "omega", "alpha"};
  double x[6];
  for (int i = 0; i < 6; i++) {
    char name[96];
    snprintf(name, sizeof name, "%s.%s", body, names[i]);
    x[i] = value(r, row, name);
  }
  return mass * (x[0] * x[1] + x[2] * x[3]) + inertia * x[4] * x[5];
}

/* Sum of the columns whose name ends so, but for `energy.`. */
static double sum_of(const result *r, int row, const char *ending) {
  const ptl_column *columns;
  const int n = ptl_system_get_columns(r->system, &columns);
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    const char *dot = strrchr(columns[i].name, '.');
    if (dot != NULL && strcmp(dot + 1, ending) == 0) sum += rows_at(&r->trace, row, i);
  }
  return sum;
}

/* A disc in a soft bushing with a motor, a slider on a rough guide with a load, a spring between
 * them, and a driven block that the slider bumps against: every kind of element that has a
 * power. */
static const char *const all_kinds =
    "pintle: 1\n"
    "gravity: [0, -9.81 m/s^2]\n"
    "bodies:\n"
    "  disc: {mass: 2 kg, inertia: 0.02 kg m^2}\n"
    "  slider: {mass: 1 kg, inertia: 1e-3 kg m^2, position: [0.2 m, 0]}\n"
    "  block: {mass: 1.5 kg, inertia: 2e-3 kg m^2, position: [0.3 m, 0]}\n"
    "joints:\n"
    "  shaft: {type: revolute, bodies: [ground, disc], bushing: {stiffness: 1e5 N/m, damping: 50 N "
    "s/m}}\n"
    "  guide: {type: translational, bodies: [ground, slider], axis: [1, 0], friction: {law: "
    "coulomb, coefficient: 0.2}}\n"
    "  rail: {type: translational, bodies: [ground, block], axis: [1, 0]}\n"
    "  bumper: {type: circle_line, circle: {body: slider, at: [0, 0], radius: 50 mm}, line: {body: "
    "block, from: [-0.05 m, -1 m], to: [-0.05 m, 1 m]}, contact: soft}\n"
    "  push: {type: motion, joint: rail, position: 0.1 m*sin(20 rad/s*time)}\n"
    "contacts:\n"
    "  soft: {elastic: {law: power, stiffness: 1e4 N/m, exponent: 1}, damping: {law: "
    "hunt_crossley, alpha: 1 s/m}}\n"
    "forces:\n"
    "  motor: {type: motor, bodies: [ground, disc], stall_torque: 1 N m, no_load_speed: 100 "
    "rad/s}\n"
    "  spring: {type: spring_damper, bodies: [disc, slider], at: [[0.05 m, 0], [0, 0]], stiffness: "
    "200 N/m, damping: 3 N s/m, free_length: 0.1 m}\n"
    "loads:\n"
    "  pull: {body: slider, at: [0, 5 mm], force: [2 N, 1 N], torque: 0.1 N m, frame: body}\n"
    "run: {until: 1 s, every: 1 ms, rtol: 1e-9}\n"
    "output:\n"
    "  columns: [default, powers]\n"
    "  points: {rim: {body: disc, at: [0.05 m, 0.02 m]}}\n";

static result run_all_kinds(const ptl_setting *settings, int n) {
  result r = {0};
  ptl_sink sink = rows_sink(&r.trace);
  ptl_mechanism *m = mechanism_of(context, all_kinds, settings, n);
  must(context, ptl_assemble(m, &r.system));
  ptl_mechanism_destroy(m);
  must(context, ptl_simulate(context, r.system, NULL, &sink, &r.summary));
  return r;
}

typedef struct mass_of {
  const char *body;
  double mass, inertia;
} mass_of;

/* Expected: at every row the powers of all elements and of gravity add up to the change of kinetic
 * energy, which the accelerations give. */
static void powers_add_up(const result *r, const mass_of *masses, double gravity) {
  double largest_power = 0.0, worst = 0.0;
  for (int i = 0; i < r->trace.n; i++) {
    double gained = 0.0, given = sum_of(r, i, "power") + sum_of(r, i, "friction_power");
    for (const mass_of *k = masses; k->body != NULL; k++) {
      char name[96];
      gained += kinetic_power(r, i, k->body, k->mass, k->inertia);
      snprintf(name, sizeof name, "%s.vy", k->body);
      given -= k->mass * gravity * value(r, i, name);
    }
    largest_power = fmax(largest_power, fabs(given));
    worst = fmax(worst, fabs(given - gained));
  }
  print_message("powers up to %.3g W add up within %.2g W\n", largest_power, worst);
  assert_true(largest_power > 0.0);
  assert_true(worst < 1e-9 * largest_power);
}

static void powers_of_all_elements_add_up(void **state) {
  const mass_of masses[] = {
      {"disc", 2.0, 0.02}, {"slider", 1.0, 1e-3}, {"block", 1.5, 2e-3}, {NULL, 0.0, 0.0}};
  const mass_of crank[] = {{"crank", 1.0, 1.0}, {"rod", 1.0, 2.0}, {NULL, 0.0, 0.0}};
  const ptl_setting all = {"output.columns", "['*']"};
  (void)state;
  result r = run_all_kinds(NULL, 0), spring = run_model("slider_crank_spring", &all, 1);
  powers_add_up(&r, masses, 9.81);
  powers_add_up(&spring, crank, 0.0);
  drop(&r);
  drop(&spring);
}

/* Expected: what a linear damper takes, d times the square of its rate: of the spring between the
 * points, whose rate follows from the positions and velocities of its ends; of the bushing, from
 * its deflection's rate; of a motor nothing. Friction and its slip: against each other. */
static void dissipation_is_that_of_dampers(void **state) {
  (void)state;
  result r = run_all_kinds(NULL, 0);
  double most = 0.0;
  for (int i = 0; i < r.trace.n; i++) {
    double angle = value(&r, i, "disc.angle"), w = value(&r, i, "disc.omega");
    double ax = value(&r, i, "disc.x") + 0.05 * cos(angle),
           ay = value(&r, i, "disc.y") + 0.05 * sin(angle);
    double vx = value(&r, i, "disc.vx") - 0.05 * w * sin(angle);
    double vy = value(&r, i, "disc.vy") + 0.05 * w * cos(angle);
    double dx = value(&r, i, "slider.x") - ax, dy = value(&r, i, "slider.y") - ay,
           length = hypot(dx, dy);
    double rate =
        (dx * (value(&r, i, "slider.vx") - vx) + dy * (value(&r, i, "slider.vy") - vy)) / length;
    assert_near(value(&r, i, "spring.dissipation"), 3.0 * rate * rate, 1e-9 * (1.0 + rate * rate));
    assert_near(value(&r, i, "spring.force"), 200.0 * (length - 0.1) + 3.0 * rate, 1e-9);
    double speed = hypot(value(&r, i, "disc.vx"), value(&r, i, "disc.vy"));
    assert_near(value(&r, i, "shaft.dissipation"), 50.0 * speed * speed,
                1e-9 * (1.0 + speed * speed));
    assert_near(value(&r, i, "motor.dissipation"), 0.0, 0.0);
    assert_near(value(&r, i, "motor.moment"), -(1.0 - w / 100.0), 1e-9);
    assert_true(value(&r, i, "guide.friction_power") <= 0.0);
    assert_near(value(&r, i, "guide.slip_rate"), value(&r, i, "slider.vx"), 1e-9);
    most = fmax(most, value(&r, i, "spring.dissipation"));
  }
  assert_true(most > 0.1);
  drop(&r);
}

/* Expected: of a pin at the ground what the body does; of a guide along x what x does; of a driven
 * one, the driver's function x = 0.1 m sin(20 t) and its derivatives. */
static void coordinates_are_those_of_the_joints(void **state) {
  (void)state;
  result r = run_all_kinds(NULL, 0);
  for (int i = 0; i < r.trace.n; i++) {
    const double phase = 20.0 * value(&r, i, "time");
    assert_near(value(&r, i, "shaft.angle"), value(&r, i, "disc.angle"), 1e-12);
    assert_near(value(&r, i, "shaft.rate"), value(&r, i, "disc.omega"), 1e-12);
    assert_near(value(&r, i, "shaft.acceleration"), value(&r, i, "disc.alpha"), 1e-9);
    assert_near(value(&r, i, "guide.position"), value(&r, i, "slider.x") - 0.2, 1e-9);
    assert_near(value(&r, i, "guide.speed"), value(&r, i, "slider.vx"), 1e-9);
    assert_near(value(&r, i, "guide.acceleration"), value(&r, i, "slider.ax"), 1e-6);
    assert_near(value(&r, i, "rail.position"), 0.1 * sin(phase), 1e-9);
    assert_near(value(&r, i, "rail.speed"), 2.0 * cos(phase), 1e-9);
    assert_near(value(&r, i, "rail.acceleration"), -40.0 * sin(phase), 1e-6);
  }
  drop(&r);
}

/* Expected: of a pin between two bodies the difference of theirs, also with a centre of mass apart
 * from the frame. */
static void coordinates_between_bodies(void **state) {
  (void)state;
  result r = run_model("double_pendulum", NULL, 0);
  for (int i = 0; i < r.trace.n; i += 7) {
    const double angle = value(&r, i, "lower.angle") - value(&r, i, "upper.angle");
    const double alpha = value(&r, i, "lower.alpha") - value(&r, i, "upper.alpha");
    assert_near(remainder(value(&r, i, "elbow.angle") - angle, pi / 180.0), 0.0, 1.0);
    assert_near(value(&r, i, "elbow.rate"),
                value(&r, i, "lower.omega") - value(&r, i, "upper.omega"), 1e-9);
    assert_near(value(&r, i, "elbow.acceleration"), alpha, 1e-9 * (1.0 + fabs(alpha)));
  }
  drop(&r);
}

/* Expected: a point of a rigid body, a + alpha x d - w^2 d with d from the body's frame to it. */
static void points_accelerate_with_their_body(void **state) {
  (void)state;
  result r = run_all_kinds(NULL, 0);
  for (int i = 0; i < r.trace.n; i++) {
    double dx = value(&r, i, "rim.x") - value(&r, i, "disc.x"), w = value(&r, i, "disc.omega");
    double dy = value(&r, i, "rim.y") - value(&r, i, "disc.y"), alpha = value(&r, i, "disc.alpha");
    assert_near(value(&r, i, "rim.ax"), value(&r, i, "disc.ax") - alpha * dy - w * w * dx, 1e-9);
    assert_near(value(&r, i, "rim.ay"), value(&r, i, "disc.ay") + alpha * dx - w * w * dy, 1e-9);
  }
  drop(&r);
}

/* Expected: what the model says; the slider does not turn, so that the body's axes are those of the
 * ground. */
static void loads_are_those_of_the_model(void **state) {
  (void)state;
  result r = run_all_kinds(NULL, 0);
  for (int i = 0; i < r.trace.n; i++) {
    assert_near(value(&r, i, "pull.fx"), 2.0, 1e-9);
    assert_near(value(&r, i, "pull.fy"), 1.0, 1e-9);
    assert_near(value(&r, i, "pull.moment"), 0.1, 1e-12);
    assert_near(value(&r, i, "pull.power"), 2.0 * value(&r, i, "slider.vx"), 1e-9);
  }
  drop(&r);
}

static int has_column(const ptl_system *s, const char *name) {
  const ptl_column *columns;
  const int n = ptl_system_get_columns(s, &columns);
  for (int i = 0; i < n; i++)
    if (strcmp(columns[i].name, name) == 0) return 1;
  return 0;
}

/* Expected: groups and patterns add up; without them there is the default. */
static void groups_choose_columns(void **state) {
  const ptl_setting contacts = {"output.columns", "[contacts, 'disc.*']"},
                    none = {"output.columns", "[default]"}, all = {"output.columns", "['*']"};
  (void)state;
  result r = run_all_kinds(&contacts, 1), d = run_all_kinds(&none, 1), a = run_all_kinds(&all, 1);
  assert_true(has_column(r.system, "bumper.contact.reference_speed"));
  assert_true(has_column(r.system, "disc.x") && has_column(r.system, "time"));
  assert_false(has_column(r.system, "slider.x") || has_column(r.system, "motor.power"));
  assert_true(has_column(d.system, "slider.x") && has_column(d.system, "pull.fx"));
  assert_false(has_column(d.system, "motor.power"));
  assert_true(has_column(a.system, "bumper.contact.effective_mass") &&
              has_column(a.system, "motor.power"));
  drop(&r);
  drop(&d);
  drop(&a);
}

/* Expected: the reference speed is that of the touch or more while the gap touches; the effective
 * mass that of the slider, 1 kg, since the driven block does not give way; the elastic energy k
 * d^2/2. */
static void contacts_show_what_laws_take(void **state) {
  const ptl_setting contacts = {"output.columns", "['*']"};
  (void)state;
  result r = run_all_kinds(&contacts, 1);
  double touch_speed = 0.0;
  int e = 0, touching = 0;
  for (int i = 0; i < r.trace.n; i++) {
    const double depth = value(&r, i, "bumper.contact.depth");
    assert_near(value(&r, i, "bumper.contact.effective_mass"), 1.0, 1e-9);
    for (; e < r.trace.n_events && r.trace.events[e].time <= value(&r, i, "time"); e++) {
      if (r.trace.events[e].kind == PTL_EVENT_TOUCH) touch_speed = r.trace.events[e].rate;
    }
    if (rows_at(&r.trace, i, 1) != 3.0) continue; /* surely touching */
    touching++;
    assert_true(value(&r, i, "bumper.contact.reference_speed") >= touch_speed);
    assert_near(value(&r, i, "bumper.contact.elastic_energy"), 0.5e4 * depth * depth,
                1e-9 * (1.0 + 0.5e4 * depth * depth));
  }
  assert_true(touching > 10);
  drop(&r);
}

/* Expected: degrees and revolutions per minute of the same run, and units in the header; wrapped
 * angles differ by whole turns and stay within half a turn. */
static void units_are_written_as_asked_for(void **state) {
  const ptl_setting degrees[] = {{"output.units", "{angle: deg, rate: rpm}"},
                                 {"output.wrap_angles", "true"}};
  (void)state;
  result r = run_all_kinds(NULL, 0), d = run_all_kinds(degrees, 2);
  const ptl_column *columns;
  const int n = ptl_system_get_columns(d.system, &columns);
  const int angle = column_of(d.system, "disc.angle"), rate = column_of(d.system, "disc.omega");
  const int alpha = column_of(d.system, "disc.alpha"), x = column_of(d.system, "disc.x");
  assert_int_equal(d.trace.n, r.trace.n);
  assert_true(n == d.trace.width);
  assert_string_equal(columns[angle].unit, "deg");
  assert_string_equal(columns[rate].unit, "rpm");
  assert_string_equal(columns[alpha].unit, "deg/s^2");
  assert_string_equal(columns[x].unit, "m");
  double furthest = 0.0;
  for (int i = 0; i < r.trace.n; i++) {
    const double turned = rows_at(&r.trace, i, angle) * 180.0 / pi;
    furthest = fmax(furthest, fabs(turned));
    assert_near(remainder(rows_at(&d.trace, i, angle) - turned, 360.0), 0.0, 1e-9);
    assert_true(fabs(rows_at(&d.trace, i, angle)) <= 180.0);
    assert_near(rows_at(&d.trace, i, rate), rows_at(&r.trace, i, rate) * 30.0 / pi, 1e-9);
    assert_near(rows_at(&d.trace, i, alpha), rows_at(&r.trace, i, alpha) * 180.0 / pi, 1e-6);
    assert_true(rows_at(&d.trace, i, x) == rows_at(&r.trace, i, x));
  }
  assert_true(furthest > 180.0);
  drop(&r);
  drop(&d);
}

static void unknown_units_are_refused(void **state) {
  const ptl_setting bad[] = {{"output.units", "{angle: grad}"},
                             {"output.units", "{rate: Hz}"},
                             {"output.units", "{length: mm}"},
                             {"output.wrap_angles", "maybe"}};
  const char *const words[] = {"rad, deg or turn", "rad/s, deg/s or rpm", "unknown key 'length'",
                               "false or true"};
  (void)state;
  for (int i = 0; i < 4; i++) {
    ptl_mechanism *m;
    assert_int_equal(ptl_mechanism_load(context, PINTLE_MODELS "/scotch_yoke.yaml", &bad[i], 1, &m),
                     PTL_ERR_INPUT);
    if (strstr(ptl_context_message(context), words[i]) == NULL)
      fail_msg("'%s' lacks '%s'", ptl_context_message(context), words[i]);
  }
}

/* A bar whose angle, a block whose height above a cart that moves itself, and a puck whose distance
 * from a nail are driven. Expected: what the model prescribes, with its derivatives by hand; a
 * motion of a joint has no columns beside the joint's. */
static void coordinates_of_motions_between_bodies(void **state) {
  static const char *const driven =
      "pintle: 1\n"
      "bodies:\n"
      "  bar: {mass: 1 kg, inertia: 0.1 kg m^2, angle: 0.3 rad}\n"
      "  cart: {mass: 3 kg, inertia: 0.1 kg m^2}\n"
      "  block: {mass: 2 kg, inertia: 0.1 kg m^2, position: [0.1 m, 0.2 m]}\n"
      "  puck: {mass: 1 kg, inertia: 0.1 kg m^2, position: [0.3 m, 0.4 m], velocity: [0.4 m/s, "
      "0]}\n"
      "joints:\n"
      "  turn: {type: motion, bodies: [ground, bar], along: angle, zero: bodies, angle: 0.3 rad + "
      "0.2 rad*sin(4 rad/s*time)}\n"
      "  rail: {type: translational, bodies: [ground, cart], axis: [1, 0]}\n"
      "  go: {type: motion, joint: rail, position: 0.05 m*sin(2 rad/s*time)}\n"
      "  lift: {type: motion, bodies: [cart, block], at: [[0, 0], [0, 0]], along: y, position: 0.2 "
      "m "
      "+ 0.1 m/s^2*time^2}\n"
      "  reach: {type: motion, bodies: [ground, puck], at: [[0, 0], [0, 0]], along: distance, "
      "position: 0.5 m + 0.24 m/s*time}\n"
      "run: {until: 1 s, every: 10 ms, rtol: 1e-9}\n";
  (void)state;
  result r = {0};
  ptl_sink sink = rows_sink(&r.trace);
  ptl_mechanism *m = mechanism_of(context, driven, NULL, 0);
  must(context, ptl_assemble(m, &r.system));
  ptl_mechanism_destroy(m);
  must(context, ptl_simulate(context, r.system, NULL, &sink, &r.summary));
  for (int i = 0; i < r.trace.n; i++) {
    const double t = value(&r, i, "time");
    assert_near(value(&r, i, "turn.angle"), 0.3 + 0.2 * sin(4 * t), 1e-9);
    assert_near(value(&r, i, "turn.rate"), 0.8 * cos(4 * t), 1e-8);
    assert_near(value(&r, i, "turn.acceleration"), -3.2 * sin(4 * t), 1e-7);
    assert_near(value(&r, i, "lift.position"), 0.2 + 0.1 * t * t, 1e-9);
    assert_near(value(&r, i, "lift.speed"), 0.2 * t, 1e-8);
    assert_near(value(&r, i, "lift.acceleration"), 0.2, 1e-7);
    assert_near(value(&r, i, "reach.position"), 0.5 + 0.24 * t, 1e-9);
    assert_near(value(&r, i, "reach.speed"), 0.24, 1e-8);
    assert_near(value(&r, i, "reach.acceleration"), 0, 1e-7);
  }
  const ptl_column *columns;
  const int n = ptl_system_get_columns(r.system, &columns);
  for (int i = 0; i < n; i++) assert_string_not_equal(columns[i].name, "go.position");
  drop(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(coordinates_of_motions_between_bodies),
      cmocka_unit_test(powers_of_all_elements_add_up),
      cmocka_unit_test(dissipation_is_that_of_dampers),
      cmocka_unit_test(coordinates_are_those_of_the_joints),
      cmocka_unit_test(coordinates_between_bodies),
      cmocka_unit_test(points_accelerate_with_their_body),
      cmocka_unit_test(loads_are_those_of_the_model),
      cmocka_unit_test(groups_choose_columns),
      cmocka_unit_test(contacts_show_what_laws_take),
      cmocka_unit_test(units_are_written_as_asked_for),
      cmocka_unit_test(unknown_units_are_refused),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
