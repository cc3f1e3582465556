/* Runs with friction against closed forms, conservation laws and an independent integration. */
#include "support.h"

static const double g = 9.81;

typedef struct outcome {
  ptl_system *system;
  rows trace;
  ptl_summary sum;
} outcome;

static outcome run_of(ptl_context *context, const char *text, const ptl_setting *settings, int n) {
  outcome out = {0};
  ptl_mechanism *m = mechanism_of(context, text, settings, n);
  must(context, ptl_assemble(m, &out.system));
  ptl_mechanism_destroy(m);
  ptl_sink sink = rows_sink(&out.trace);
  must(context, ptl_simulate(context, out.system, NULL, &sink, &out.sum));
  /* what every run here must show: the ledger closes with friction in it */
  if (!(out.sum.largest_imbalance <= 1e-6 * out.sum.largest_energy + 1e-9))
    fail_msg("imbalance %g of %g J", out.sum.largest_imbalance, out.sum.largest_energy);
  return out;
}

static void drop(ptl_context *context, outcome *out) {
  ptl_summary_release(context, &out->sum);
  ptl_system_destroy(out->system);
  rows_release(&out->trace);
}

static double at(const outcome *out, int row, const char *column) {
  return rows_at(&out->trace, row < 0 ? out->trace.n - 1 : row, column_of(out->system, column));
}

static int count_events(const outcome *out, ptl_event_kind kind) {
  int n = 0;
  for (int i = 0; i < out->trace.n_events; i++) n += out->trace.events[i].kind == kind;
  return n;
}

static double time_of(const outcome *out, ptl_event_kind kind, int number) {
  for (int i = 0; i < out->trace.n_events; i++)
    if (out->trace.events[i].kind == kind && number-- == 0) return out->trace.events[i].time;
  return NAN;
}

/* ---------------------------------------------------------------- a block on a guide */

static const char *const block =
    "pintle: 1\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  block: {mass: 2 kg, inertia: 0.02 kg m^2, velocity: [3 m/s, 0]}\n"
    "joints:\n"
    "  guide: {type: translational, bodies: [ground, block], friction: {law: coulomb, coefficient: "
    "0.3}}\n"
    "run: {until: 2 s, every: 10 ms, rtol: 1e-9, start: given}\n";

/* v' = -mu g tanh(v/v_r) gives sinh(v/v_r) = sinh(v0/v_r) e^(-mu g t/v_r): the speed passes v_r at
 * (v0 - v_r ln(2 sinh 1))/(mu g), and the way is (v0^2/2 + v_r^2 pi^2/12)/(mu g) (the integral of
 * x (coth x - 1) is pi^2/12), which is Coulomb's v0^2/(2 mu g) within v_r^2 pi^2/(12 mu g). */
static void block_stops_where_coulomb_says(void **state) {
  ptl_context *context = *state;
  outcome out = run_of(context, block, NULL, 0);
  double a = 0.3 * g, vr = 1e-3, pi = acos(-1.0);
  assert_near(at(&out, -1, "block.x"), (4.5 + vr * vr * pi * pi / 12.0) / a, 1e-8);
  assert_int_equal(out.trace.n_events, 1);
  assert_near(time_of(&out, PTL_EVENT_STICK, 0), (3.0 - vr * log(2.0 * sinh(1.0))) / a, 1e-8);
  assert_near(out.trace.events[0].force, 0.6 * g * tanh(1.0), 1e-6);
  assert_near(at(&out, 50, "guide.friction"), 0.3 * 2.0 * g, 1e-10);
  assert_near(at(&out, 50, "guide.fx"), -0.3 * 2.0 * g,
              1e-10); /* the reaction holds the friction */
  assert_near(at(&out, 50, "guide.fy"), 2.0 * g, 1e-10);
  assert_near(at(&out, -1, "energy.dissipated"), 9.0, 1e-7);
  assert_near(out.sum.frictions[0].work, 9.0, 1e-7);
  assert_near(out.sum.frictions[0].peak_force, 0.6 * g, 1e-9);
  assert_near(out.sum.frictions[0].stick_speed, vr, 0.0);
  assert_string_equal(out.sum.frictions[0].law, "coulomb");
  assert_null(out.sum.frictions[0].gap);
  print_message("%lld steps, %lld Newton failures\n", (long long)out.sum.counters.steps,
                (long long)out.sum.counters.newton_failures);
  assert_true(out.sum.counters.newton_failures <= 20);
  drop(context, &out);
}

/* Pulled from rest, v' = a - b tanh(v/v_r) with a = F/m and b = mu g: |v| = x v_r is reached at v_r
 * (a x + b ln(cosh x - b/a sinh x))/(a^2 - b^2), and the block slips from x = 3 on. The force of
 * the event is that against the slip, mu N tanh 3, positive where the slip rate is. */
static void pulled_block_slips_at_three_times_the_stick_speed(void **state) {
  ptl_context *context = *state;
  static const char *const pulls[] = {"{pull: {body: block, force: [7 N, 0]}}",
                                      "{pull: {body: block, force: [-7 N, 0]}}"};
  double a = 3.5, b = 0.3 * g, x = 3.0, vr = 1e-3;
  double slips = vr * (a * x + b * log(cosh(x) - b / a * sinh(x))) / (a * a - b * b);
  for (int i = 0; i < 2; i++) {
    ptl_setting settings[] = {{"bodies.block.velocity", "[0, 0]"},
                              {"loads", pulls[i]},
                              {"run.until", "20 ms"},
                              {"run.every", "1 ms"}};
    outcome out = run_of(context, block, settings, 4);
    assert_int_equal(out.trace.n_events, 1);
    assert_int_equal(out.sum.frictions[0].sticks, 1);
    assert_near(time_of(&out, PTL_EVENT_SLIP, 0), slips, 1e-9);
    double sign = i == 0 ? 1.0 : -1.0, force = sign * 0.6 * g * tanh(3.0);
    assert_near(out.trace.events[0].force, force, 1e-6);
    assert_true(sign * at(&out, -1, "block.vx") > 3.0 * vr);
    drop(context, &out);
  }
}

/* Every law dissipates the whole kinetic energy and stops within what its own curve allows: between
 * v0^2/(2 mu g) with the largest and the smallest coefficient it has while sliding, and the way
 * that it creeps below its stick speed. */
static void every_law_stops_the_block(void **state) {
  ptl_context *context = *state;
  static const struct {
    const char *law;
    double largest, smallest;
  } laws[] = {{"{law: coulomb, coefficient: 0.3}", 0.3, 0.3},
              {"{law: threlfall, coefficient: 0.3}", 0.2851, 0.2850},
              {"{law: bengisu_akay, kinetic: 0.3, static: 0.5}", 0.302, 0.3},
              {"{law: ambrosio, coefficient: 0.3}", 0.3, 0.3},
              {"{law: stribeck, kinetic: 0.3, static: 0.5}", 0.302, 0.3},
              {"{law: lugre, kinetic: 0.3, static: 0.5}", 0.302, 0.3},
              {"{law: stick_slip, kinetic: 0.3, static: 0.5}", 0.302, 0.3}};
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
    ptl_setting settings[] = {{"joints.guide.friction", laws[i].law}};
    outcome out = run_of(context, block, settings, 1);
    double way = at(&out, -1, "block.x");
    assert_true(way >= 4.5 / (laws[i].largest * g) && way <= 4.5 / (laws[i].smallest * g) + 2e-4);
    assert_true(fabs(at(&out, -1, "block.vx")) <= 1.0001e-4); /* ambrosio leaves its lower speed */
    assert_near(at(&out, -1, "energy.dissipated"), 9.0, 1e-6);
    assert_int_equal(count_events(&out, PTL_EVENT_STICK), 1);
    drop(context, &out);
  }
}

/* A tilting moment M presses the ends of a slider of length L with M/L each: N = 2 M/L where that
 * is more than the weight. The load of 6 N 1 m above the guide has M = 6 N m against L = 0.2 m, N =
 * 60 N. With acceleration: a = (F - mu N)/m. */
static void tilting_moment_presses_the_slider(void **state) {
  ptl_context *context = *state;
  outcome out = run_of(
      context,
      "pintle: 1\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  block: {mass: 2 kg, inertia: 0.02 kg m^2, velocity: [1 m/s, 0]}\n"
      "joints:\n"
      "  guide: {type: translational, bodies: [ground, block], slider: {length: 0.2}, friction: "
      "{law: coulomb, coefficient: 0.05}}\n"
      "loads:\n"
      "  push: {body: block, at: [0, 1], force: [6 N, 0]}\n"
      "run: {until: 1 s, rtol: 1e-9}\n",
      NULL, 0);
  double a = (6.0 - 0.05 * 60.0) / 2.0;
  assert_near(at(&out, -1, "block.x"), 1.0 + 0.5 * a, 1e-8);
  assert_near(at(&out, -1, "guide.friction"), 3.0, 1e-8);
  drop(context, &out);
}

/* ---------------------------------------------------------------- a block on a belt */

static const char *const belt =
    "pintle: 1\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  belt: {mass: 5 kg, inertia: 1 kg m^2, velocity: [2 m/s, 0]}\n"
    "  block: {mass: 2 kg, inertia: 0.02 kg m^2}\n"
    "joints:\n"
    "  frame: {type: translational, bodies: [ground, belt], at: [0, 0]}\n"
    "  top: {type: translational, bodies: [belt, block], at: [0, 0], friction: {law: coulomb, "
    "coefficient: "
    "0.3}}\n"
    "  drive: {type: motion, joint: frame, rate: 2 m/s}\n"
    "run: {until: 1.5 s, every: 10 ms, rtol: 1e-9, start: given}\n";

/* The block is carried along by mu g until it has the belt's speed w at w/(mu g); the slip rate is
 * that of the stopping block above. The belt's drive works m w^2, half of which is lost. */
static void belt_carries_the_block_along(void **state) {
  ptl_context *context = *state;
  outcome out = run_of(context, belt, NULL, 0);
  double a = 0.3 * g, w = 2.0, vr = 1e-3;
  double sticks = (w - vr * log(2.0 * sinh(1.0))) / a;
  assert_near(time_of(&out, PTL_EVENT_STICK, 0), sticks, 1e-8);
  assert_near(at(&out, 30, "block.vx"), a * 0.3, 1e-8);
  assert_near(at(&out, 30, "top.friction"), -0.6 * g, 1e-8); /* the block slips backwards */
  assert_near(at(&out, 30, "block.x"), 0.5 * a * 0.09, 1e-8);
  assert_near(at(&out, -1, "block.vx"), w, 1e-8);
  assert_near(at(&out, -1, "top.friction"), 0.0, 1e-5);
  assert_near(at(&out, -1, "energy.supplied"), 2.0 * w * w, 1e-5);
  assert_near(at(&out, -1, "energy.dissipated"), w * w, 1e-5);
  assert_int_equal(out.trace.n_events, 1);
  drop(context, &out);
}

/* A block held by a spring on a slow belt sticks until the spring pulls mu_s N, then slips back,
 * and sticks again: a limit cycle. While it sticks, the spring's force grows by k w; the largest
 * force is the break-away force, and the rising part lasts between two slips as the force needs for
 * the rise. */
static void spring_and_belt_stick_and_slip(void **state) {
  ptl_context *context = *state;
  static const char *const laws[] = {
      "{law: stick_slip, kinetic: 0.3, static: 0.5, stribeck_speed: 1 mm/s}",
      "{law: lugre, kinetic: 0.3, static: 0.5, stribeck_speed: 1 mm/s}"};
  for (int i = 0; i < 2; i++) {
    ptl_setting settings[] = {
        {"joints.top.friction", laws[i]},
        {"joints.drive.rate", "0.2 mm/s"},
        {"bodies.belt.velocity", "[0.2 mm/s, 0]"},
        {"bodies.block.position", "[1, 0]"},
        {"forces",
         "{spring: {type: spring_damper, bodies: [ground, block], at: [[0, 0], [0, 0]], "
         "stiffness: 1000, free_length: 1}}"},
        {"run.until", "95 s"},
        {"run.every", "20 ms"},
        {"run.speed", "1 cm/s"},
        {"run.rtol", "1e-7"}};
    outcome out = run_of(context, belt, settings, 9);
    double N = 2.0 * g, largest = 0.0, least = INFINITY, begins = time_of(&out, PTL_EVENT_SLIP, 0);
    int force = column_of(out.system, "spring.force");
    for (int r = 0; r < out.trace.n; r++) {
      double f = rows_at(&out.trace, r, force);
      largest = fmax(largest, f);
      if (rows_at(&out.trace, r, 0) > begins) least = fmin(least, f);
    }
    /* break-away within 1 % of mu_s N, from rest after mu_s N/(k w) */
    assert_near(largest, 0.5 * N, 0.01 * 0.5 * N);
    assert_near(begins, 0.5 * N / (1000.0 * 0.2e-3), 0.5);
    /* the slip overshoots the kinetic force by as much as it began above it, less what is lost */
    assert_true(least > 0.1 * N && least < 0.2 * N);
    int slips = count_events(&out, PTL_EVENT_SLIP), sticks = count_events(&out, PTL_EVENT_STICK);
    assert_true(slips >= 2 && sticks >= slips - 1 && sticks <= slips);
    double period = time_of(&out, PTL_EVENT_SLIP, 1) - begins;
    assert_near(period, (largest - least) / (1000.0 * 0.2e-3), 1.0);
    drop(context, &out);
  }
}

/* LuGre at a constant slip rate: after the bristles have bent, the force is N (g(v) sgn v + s2 v)
 * with g = mu_k + (mu_s - mu_k) e^-(v/v_s)^2 (Canudas de Wit et al. 1995, eq. 4). */
static void lugre_has_its_steady_curve(void **state) {
  ptl_context *context = *state;
  static const char *const rates[] = {"0.001", "-0.003", "0.01", "0.02", "-0.1", "0.5"};
  for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
    char velocity[64];
    snprintf(velocity, sizeof velocity, "[%s m/s, 0]", rates[i]);
    ptl_setting settings[] = {
        {"joints.guide.friction", "{law: lugre, kinetic: 0.3, static: 0.5, viscous: 0.04}"},
        {"joints.drive", "{type: motion, joint: guide, position: 0 m}"},
        {"joints.drive.position", NULL},
        {"bodies.block.velocity", velocity},
        {"run.speed", "1 m/s"},
        {"run.until", "0.1 s"}};
    char position[64];
    snprintf(position, sizeof position, "%s m/s * time", rates[i]);
    settings[2].value = position;
    outcome out = run_of(context, block, settings, 6);
    double v = strtod(rates[i], NULL), curve = 0.3 + 0.2 * exp(-pow(v / 0.01, 2.0));
    assert_near(at(&out, -1, "guide.friction"), 2.0 * g * (copysign(curve, v) + 0.04 * v), 1e-6);
    drop(context, &out);
  }
}

/* ---------------------------------------------------------------- a block on an incline */

static outcome incline(ptl_context *context, double slope, const char *law) {
  char gravity[96];
  snprintf(gravity, sizeof gravity, "[%.17g, %.17g]", g * sin(atan(slope)), -g * cos(atan(slope)));
  ptl_setting settings[] = {
      {"gravity", gravity}, {"bodies.block.velocity", "[0, 0]"}, {"joints.guide.friction", law}};
  return run_of(context, block, settings, 3);
}

/* Below the friction angle: smoothed Coulomb creeps at v_r artanh(tan a/mu), the elasto-plastic law
 * holds for good at the deflection tan a/s0. Above: both slide with g (sin a - mu cos a). */
static void incline_holds_below_the_friction_angle(void **state) {
  ptl_context *context = *state;
  static const char *const smooth = "{law: coulomb, coefficient: 0.3}";
  static const char *const plastic = "{law: stick_slip, kinetic: 0.3, static: 0.3}";
  outcome out = incline(context, 0.2, smooth);
  assert_near(at(&out, -1, "block.vx"), 1e-3 * atanh(0.2 / 0.3), 1e-9);
  drop(context, &out);
  out = incline(context, 0.1, plastic); /* also while it swings to twice the load */
  assert_near(at(&out, -1, "block.x"), 0.1 / 1e5, 1e-11);
  assert_near(at(&out, -1, "block.vx"), 0.0, 1e-8);
  assert_near(out.sum.frictions[0].stuck_time, 2.0, 1e-9);
  assert_int_equal(out.trace.n_events, 0);
  drop(context, &out);
  double a = g * (sin(atan(0.4)) - 0.3 * cos(atan(0.4)));
  out = incline(context, 0.4, smooth);
  assert_near(at(&out, -1, "block.vx"), 2.0 * a, 2e-3); /* rises within a few v_r */
  assert_near(at(&out, -1, "block.ax"), a, 1e-9);
  drop(context, &out);
  out = incline(context, 0.4, plastic);
  assert_near(at(&out, -1, "block.vx"), 2.0 * a, 2e-2);
  assert_near(at(&out, -1, "block.ax"), a, 1e-6);
  drop(context, &out);
}

/* ---------------------------------------------------------------- a spinning ball */

static const char *const ball =
    "pintle: 1\n"
    "bodies:\n"
    "  ball: {mass: 1 kg, inertia: 4e-5 kg m^2, velocity: [2 m/s, 0], rate: 200 rad/s}\n"
    "joints:\n"
    "  wall:\n"
    "    type: pin_in_slot\n"
    "    slot: {body: ground, line: {from: [0, 1], to: [0, -1]}}\n"
    "    pin: {body: ball, at: [0, 0], radius: 10 mm}\n"
    "    clearance: 1 mm\n"
    "    contact: steel\n"
    "contacts:\n"
    "  steel: {elastic: {law: power, stiffness: 1e8, exponent: 1.5}, damping: {law: exact, "
    "restitution: "
    "0.5}, friction: {law: coulomb, coefficient: 0.1}}\n"
    "run: {until: 3 ms, every: 0.1 ms, rtol: 1e-9, start: given}\n";

/* Normal impulse J = m v (1 + c). While the touching point slides all through the impact, the
 * tangential impulse is mu J, and the spin changes by r mu J/I (Routh). The normal points from the
 * wall to the ball, -x; the tangent, a quarter turn on, is -y. The ball's surface slips along
 * +y. */
static void spinning_ball_slides_off_the_wall(void **state) {
  ptl_context *context = *state;
  outcome out = run_of(context, ball, NULL, 0);
  double J = 3.0, mu = 0.1, r = 0.01;
  assert_near(at(&out, -1, "ball.vx"), -1.0, 1e-6);
  assert_near(at(&out, -1, "ball.vy"), -mu * J, 1e-7);
  assert_near(at(&out, -1, "ball.omega"), 200.0 - r * mu * J / 4e-5, 2e-5);
  assert_near(out.sum.gaps[1].impulse, J, 1e-6);
  assert_int_equal(count_events(&out, PTL_EVENT_STICK), 0);
  for (int i = 0; i < out.trace.n; i++) {
    double normal = at(&out, i, "wall.outer.normal_force");
    assert_near(at(&out, i, "wall.outer.friction_force"), -mu * normal, 1e-9 * (1.0 + normal));
    assert_true(at(&out, i, "wall.outer.slip_rate") < 0.0);
    assert_near(at(&out, i, "wall.fy"), -mu * normal, 1e-9 * (1.0 + normal));
  }
  /* lost by friction: what the normal direction, with its restitution, does not explain */
  double spin = 200.0 - r * mu * J / 4e-5;
  double kinetic = 0.5 * 4e-5 * (4e4 - spin * spin) - 0.5 * mu * mu * J * J;
  assert_near(out.sum.frictions[1].work, kinetic, 1e-6);
  drop(context, &out);
}

/* With less spin the slip ends within the impact and the ball rolls on: the tangential impulse that
 * takes the slip s away is s/(1/m + r^2/I) < mu J. */
static void slow_spin_ends_in_rolling(void **state) {
  ptl_context *context = *state;
  ptl_setting settings[] = {{"bodies.ball.rate", "50 rad/s"}};
  outcome out = run_of(context, ball, settings, 1);
  double s = 0.5, r = 0.01, P = s / (1.0 + r * r / 4e-5);
  assert_true(P < 0.3);
  assert_near(at(&out, -1, "ball.vy"), -P, 1e-6);
  assert_near(at(&out, -1, "ball.omega"), 50.0 - r * P / 4e-5, 1e-4);
  assert_near(at(&out, -1, "wall.outer.slip_rate"), 0.0, 1e-6);
  assert_int_equal(count_events(&out, PTL_EVENT_STICK), 1);
  assert_int_equal(count_events(&out, PTL_EVENT_SLIP), 0);
  drop(context, &out);
}

/* Dropped on a floor while moving sideways, without spin: the ball bounces ever lower, its slip
 * dies out into rolling, and in the end it rolls: v_x = v0/(1 + I/(m r^2)) from the conserved
 * moment about the floor (here 3 m/s and I = 0.4 m r^2: 5/7). One stick, no storm: the bounces are
 * the only other events. */
static void bounces_die_out_into_rolling(void **state) {
  ptl_context *context = *state;
  static const char *const laws[] = {"{law: coulomb, coefficient: 0.4}",
                                     "{law: lugre, kinetic: 0.4, static: 0.5}",
                                     "{law: stick_slip, kinetic: 0.4, static: 0.5}"};
  for (int i = 0; i < 3; i++) {
    ptl_setting settings[] = {{"gravity", "[9.81, 0]"},
                              {"bodies.ball.velocity", "[0, 3 m/s]"},
                              {"bodies.ball.rate", "0"},
                              {"bodies.ball.position", "[-0.05, -0.5]"},
                              {"joints.wall.clearance", "60 mm"},
                              {"joints.wall.slot.line", "{from: [0, 9], to: [0, -9]}"},
                              {"contacts.steel.friction", laws[i]},
                              {"contacts.steel.damping", "{law: hunt_crossley, alpha: 0.6}"},
                              {"run.until", "2.5 s"},
                              {"run.every", "10 ms"},
                              {"run.rtol", "1e-8"}};
    outcome out = run_of(context, ball, settings, 11);
    assert_near(at(&out, -1, "ball.vy"), 3.0 / 1.4, 2e-4);
    assert_near(at(&out, -1, "ball.omega"), -3.0 / 1.4 / 0.01, 2e-2);
    int sticks = count_events(&out, PTL_EVENT_STICK), slips = count_events(&out, PTL_EVENT_SLIP);
    print_message("law %d: %lld touches, %d sticks, %d slips; %lld steps, %lld Newton failures\n",
                  i, (long long)out.sum.gaps[1].touches, sticks, slips,
                  (long long)out.sum.counters.steps, (long long)out.sum.counters.newton_failures);
    /* the elastic bristles of stick_slip swing back at a bounce, so each may slip once more */
    assert_true(slips == sticks - 1 && sticks >= 1 && sticks <= (i < 2 ? 1 : 1 + 56 / 2));
    drop(context, &out);
  }
}

/* ---------------------------------------------------------------- a pendulum in its bearing */

/* The rod's angle a from the downward vertical: J a'' = -m g l sin a - mu r |R| tanh(r a'/v_r),
 * where the bearing's reaction R = m (acceleration of the centre - gravity) itself depends on
 * a''. */
static void pendulum_rate(const double y[2], double out[2]) {
  double m = 1.0, l = 0.5, J = 1.0 / 12.0 + 0.25, mu = 0.4, r = 0.01, vr = 1e-3;
  double a2 = -m * g * l * sin(y[0]) / J;
  for (int i = 0; i < 60; i++) {
    double along = m * (l * y[1] * y[1] + g * cos(y[0])), across = m * (l * a2 + g * sin(y[0]));
    double moment = mu * r * hypot(along, across) * tanh(r * y[1] / vr);
    a2 = (-m * g * l * sin(y[0]) - moment) / J;
  }
  out[0] = y[1];
  out[1] = a2;
}

/* Expected: the same swing by an independent classical Runge-Kutta integration, and, roughly,
 * amplitudes that fall linearly: by 4 mu r/l each swing for small angles, as Coulomb damping
 * does. */
static void pendulum_in_a_rough_bearing(void **state) {
  ptl_context *context = *state;
  outcome out = run_of(
      context,
      "pintle: 1\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  rod: {mass: 1 kg, inertia: 1/12, position: [0.5*sin(0.3), -0.5*cos(0.3)], angle: 0.3 - "
      "pi/2}\n"
      "joints:\n"
      "  hinge: {type: revolute, bodies: [ground, rod], at: [[0, 0], [-0.5, 0]], radius: 10 mm, "
      "friction: {law: coulomb, coefficient: 0.4}}\n"
      "run: {until: 10 s, every: 10 ms, rtol: 1e-10}\n",
      NULL, 0);
  double y[2] = {0.3, 0.0}, h = 1e-5, pi = acos(-1.0), peak[32];
  int angle = column_of(out.system, "rod.angle"), n_peaks = 0, row = 0;
  for (int step = 0; step <= 1000000; step++) {
    if (step % 1000 == 0) assert_near(rows_at(&out.trace, row++, angle) + pi / 2.0, y[0], 1e-7);
    double k[4][2], x[2], before = y[1];
    pendulum_rate(y, k[0]);
    for (int s = 1; s < 4; s++) {
      for (int i = 0; i < 2; i++) x[i] = y[i] + (s < 3 ? 0.5 : 1.0) * h * k[s - 1][i];
      pendulum_rate(x, k[s]);
    }
    for (int i = 0; i < 2; i++) y[i] += h / 6.0 * (k[0][i] + 2.0 * (k[1][i] + k[2][i]) + k[3][i]);
    if (before > 0.0 && y[1] <= 0.0 && n_peaks < 32) peak[n_peaks++] = y[0];
  }
  assert_true(n_peaks >= 5);
  for (int i = 1; i < n_peaks; i++)
    assert_near(peak[i - 1] - peak[i], 4.0 * 0.4 * 0.01 / 0.5, 2e-3);
  /* the reaction's moment about the pin is the friction alone */
  assert_near(at(&out, 40, "hinge.moment"), -at(&out, 40, "hinge.friction"), 1e-15);
  drop(context, &out);
}

/* A chain of 30 rough pins, whose reactions are found by iteration (reactions_many.c). Coulomb's
 * law holds in each of them with its own reaction and slip, and the ledger closes (run_of). */
static void pins_of_a_long_chain_rub_as_their_reactions_say(void **state) {
  ptl_context *context = *state;
  enum { N = 30 };
  static char text[16000];
  char name[32];
  int length = snprintf(text, sizeof text, "pintle: 1\ngravity: [0, -9.81]\nbodies:\n");
  for (int i = 0; i < N; i++)
    length += snprintf(text + length, sizeof text - (size_t)length,
                       "  r%d: {mass: 1, inertia: 1/12, position: [%g, 0]}\n", i, i + 0.5);
  length += snprintf(text + length, sizeof text - (size_t)length, "joints:\n");
  for (int i = 0; i < N; i++) {
    snprintf(name, sizeof name, i == 0 ? "ground" : "r%d", i - 1);
    length += snprintf(text + length, sizeof text - (size_t)length,
                       "  p%d: {type: revolute, bodies: [%s, r%d], at: [%d, 0], radius: 0.01, "
                       "friction: {law: coulomb, coefficient: 0.1}}\n",
                       i, name, i, i);
  }
  snprintf(text + length, sizeof text - (size_t)length,
           "run: {until: 0.5, every: 0.1, rtol: 1e-7, start: given}\n");
  outcome out = run_of(context, text, NULL, 0);
  double most = 0.0;
  for (int row = 0; row < out.trace.n; row++)
    for (int i = 0; i < N; i++) {
      static const char *const parts[] = {"fx", "fy", "slip_rate", "friction"};
      double value[4];
      for (int k = 0; k < 4; k++) {
        snprintf(name, sizeof name, "p%d.%s", i, parts[k]);
        value[k] = at(&out, row, name);
      }
      double bound = 0.1 * 0.01 * hypot(value[0], value[1]);
      assert_near(value[3], bound * tanh(0.01 * value[2] / 1e-3), 1e-9 * (1.0 + bound));
      most = fmax(most, fabs(value[3]));
    }
  assert_true(most > 0.1);
  drop(context, &out);
}

/* Three cranks carry one bar, with friction in all six pins, so that equations which depend on each
 * other share a load and friction follows their shares. Expected: steps that grow by usual factors
 * of a method of order five for ten times the accuracy, and the same place, to the error of the
 * coarser run; they grew a hundredfold. */
static void shares_of_dependent_pins_are_not_noise(void **state) {
  static const char *const tolerances[] = {"1e-8", "1e-10", "1e-11"};
  static const double allowed[] = {2e-7, 2e-9, 2e-10};
  ptl_context *context = *state;
  char text[2048] =
      "pintle: 1\ngravity: [0, -9.81]\nbodies:\n"
      "  bar: {mass: 2, inertia: 0.3, position: [0.5, 0.4]}\n";
  double angle[3];
  for (int i = 0; i < 3; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text),
             "  c%d: {mass: 1, inertia: 0.02, position: [%g, 0.2]}\n", i, 0.5 * i);
  strcat(text, "joints:\n");
  for (int i = 0; i < 6; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text),
             "  p%d: {type: revolute, bodies: [%s, c%d], at: [%g, %g], radius: 0.02,\n"
             "       friction: {law: coulomb, coefficient: 0.2}}\n",
             i, i < 3 ? "ground" : "bar", i % 3, 0.5 * (i % 3), i < 3 ? 0.0 : 0.4);
  strcat(text, "loads: {l: {body: bar, force: [5, 0]}}\nrun: {until: 0.5, every: 0.01}\n");
  for (int i = 2; i >= 0; i--) {
    const ptl_setting settings[] = {{"run.rtol", tolerances[i]}, {"run.limits.steps", "3000"}};
    outcome out = run_of(context, text, settings, 2);
    angle[i] = at(&out, -1, "c0.angle");
    assert_near(angle[i], angle[2], allowed[i]);
    drop(context, &out);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(block_stops_where_coulomb_says),
      cmocka_unit_test(pulled_block_slips_at_three_times_the_stick_speed),
      cmocka_unit_test(every_law_stops_the_block),
      cmocka_unit_test(tilting_moment_presses_the_slider),
      cmocka_unit_test(belt_carries_the_block_along),
      cmocka_unit_test(spring_and_belt_stick_and_slip),
      cmocka_unit_test(lugre_has_its_steady_curve),
      cmocka_unit_test(incline_holds_below_the_friction_angle),
      cmocka_unit_test(spinning_ball_slides_off_the_wall),
      cmocka_unit_test(slow_spin_ends_in_rolling),
      cmocka_unit_test(bounces_die_out_into_rolling),
      cmocka_unit_test(pendulum_in_a_rough_bearing),
      cmocka_unit_test(pins_of_a_long_chain_rub_as_their_reactions_say),
      cmocka_unit_test(shares_of_dependent_pins_are_not_noise),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
