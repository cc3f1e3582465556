/* Runs against closed forms and conservation laws, and what a run refuses. */
#include "energy.h"
#include "support.h"

static ptl_system *assemble_text(ptl_context *context, const char *text,
                                 const ptl_setting *settings, int n) {
  ptl_mechanism *m = mechanism_of(context, text, settings, n);
  ptl_system *s;
  must(context, ptl_assemble(m, &s));
  ptl_mechanism_destroy(m);
  return s;
}

/* ---------------------------------------------------------------- smooth motion */

/* Mean time between passages of omega through zero upwards, rows every `every` [s]. */
static double period_of(const rows *trace, int omega, double every, int least) {
  int turns = 0;
  double last = 0.0, first = 0.0;
  for (int i = 1; i < trace->n; i++) {
    double a = rows_at(trace, i - 1, omega), b = rows_at(trace, i, omega);
    if (!(a < 0.0 && b >= 0.0)) continue;
    last = rows_at(trace, i - 1, 0) + every * a / (a - b);
    if (turns++ == 0) first = last;
  }
  assert_true(turns > least);
  return (last - first) / (turns - 1);
}

/* Of a rod of 1 m hung at its end, by the complete elliptic integral through the
 * arithmetic-geometric mean: T = 2 pi sqrt(J/(m g h)) / agm(1, cos(amplitude/2)). */
static double period_of_rod(double amplitude) {
  double x = 1.0, y = cos(amplitude / 2.0);
  for (int i = 0; i < 8; i++) {
    double mean = 0.5 * (x + y);
    y = sqrt(x * y);
    x = mean;
  }
  return 2.0 * acos(-1.0) * sqrt((1.0 / 12.0 + 0.25) / (9.81 * 0.5)) / x;
}

/* A rod of 1 m and 1 kg hung at its end, let go from the horizontal, for 100 s at rtol 1e-9: m g h
 * + J w^2 / 2, from its columns, is constant within 1e-6 of the largest energy, which is what it
 * falls through, and so says the run; its period is that of the elliptic integral. */
static void pendulum_keeps_energy_and_period(void **state) {
  ptl_context *context = *state;
  ptl_mechanism *m;
  ptl_setting settings[] = {{"run.until", "100 s"}, {"run.rtol", "1e-9"}, {"run.every", "10 ms"}};
  must(context, ptl_mechanism_load(context, PINTLE_MODELS "/pendulum.yaml", settings, 3, &m));
  ptl_system *s;
  must(context, ptl_assemble(m, &s));
  ptl_mechanism_destroy(m);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary summary;
  must(context, ptl_simulate(context, s, NULL, &sink, &summary));
  print_message("imbalance %.2g of %.3g J\n", summary.largest_imbalance, summary.largest_energy);
  assert_true(summary.largest_imbalance <= 1e-6 * summary.largest_energy);
  const mass_of rod = {"rod", 1.0, 1.0 / 12.0, 0.0, 0.0};
  energy_is_kept(&trace, s, &rod, 1, 9.81, 1e-6 * 9.81 * 0.5);
  assert_near(summary.largest_energy, 9.81 * 0.5, 1e-3 * 9.81 * 0.5);
  assert_near(period_of(&trace, column_of(s, "rod.omega"), 1e-2, 50),
              period_of_rod(0.5 * acos(-1.0)), 1e-6);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(s);
  rows_release(&trace);
}

static const char *const swing =
    "pintle: 1\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  rod: {mass: 1 kg, inertia: 1 kg m^2 / 12, position: [0.5*sin(60 deg), -0.5*cos(60 deg)], "
    "angle: -30 deg}\n"
    "joints:\n"
    "  hinge: {type: revolute, bodies: [ground, rod], at: [[0, 0], [-0.5, 0]]}\n"
    "run: {until: 20 s, every: 1 ms, rtol: 1e-9}\n";

static void swing_has_the_period_of_the_elliptic_integral(void **state) {
  ptl_context *context = *state;
  ptl_system *s = assemble_text(context, swing, NULL, 0);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary summary;
  must(context, ptl_simulate(context, s, NULL, &sink, &summary));
  assert_near(period_of(&trace, column_of(s, "rod.omega"), 1e-3, 8),
              period_of_rod(acos(-1.0) / 3.0), 1e-7);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* A driven slider x = A sin(w t): position, velocity and force on the driver, -m A w^2 sin(w t), in
 * closed form; the work of the driver is the kinetic energy. */
static void driver_by_expression_has_its_derivatives(void **state) {
  ptl_context *context = *state;
  ptl_system *s =
      assemble_text(context,
                    "pintle: 1\n"
                    "bodies:\n"
                    "  block: {mass: 2 kg, inertia: 0.1 kg m^2}\n"
                    "joints:\n"
                    "  guide: {type: translational, bodies: [ground, block], at: [0, 0]}\n"
                    "  push: {type: motion, joint: guide, position: 0.1 m * sin(7 rad/s * "
                    "time)}\n"
                    "run: {until: 3 s, every: 10 ms, rtol: 1e-9}\n",
                    NULL, 0);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary summary;
  must(context, ptl_simulate(context, s, NULL, &sink, &summary));
  int x = column_of(s, "block.x"), v = column_of(s, "block.vx"), force = column_of(s, "push.force");
  int balance = column_of(s, "energy.balance");
  for (int i = 0; i < trace.n; i++) {
    double t = rows_at(&trace, i, 0);
    assert_near(rows_at(&trace, i, x), 0.1 * sin(7.0 * t), 1e-10);
    assert_near(rows_at(&trace, i, v), 0.7 * cos(7.0 * t), 1e-8);
    assert_near(rows_at(&trace, i, force), -2.0 * 4.9 * sin(7.0 * t), 1e-4);
    assert_near(rows_at(&trace, i, balance), 0.0, 1e-7);
  }
  ptl_summary_release(context, &summary);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* A mass on a spring and damper, pushed by a constant force: x = F/k (1 - e^(-d t)(cos w t + d/w
 * sin w t)), and the damper's loss is the force's work less the energy that is left. */
static void damped_oscillator_follows_its_closed_form(void **state) {
  ptl_context *context = *state;
  ptl_system *s = assemble_text(
      context,
      "pintle: 1\n"
      "bodies:\n"
      "  block: {mass: 2 kg, inertia: 0.1 kg m^2, position: [1, 0]}\n"
      "joints:\n"
      "  guide: {type: translational, bodies: [ground, block], at: [[0, 0], [0, 0]]}\n"
      "forces:\n"
      "  spring: {type: spring_damper, bodies: [ground, block], at: [[0, 0], [0, 0]], stiffness: "
      "200 "
      "N/m, damping: 4 N s/m, free_length: 1 m}\n"
      "loads:\n"
      "  push: {body: block, force: [10 N, 0]}\n"
      "run: {until: 4 s, every: 10 ms, rtol: 1e-9}\n",
      NULL, 0);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary summary;
  must(context, ptl_simulate(context, s, NULL, &sink, &summary));
  int x = column_of(s, "block.x"), force = column_of(s, "spring.force");
  int lost = column_of(s, "energy.dissipated");
  double d = 1.0, w = sqrt(100.0 - 1.0), loss = 0.0, previous = 0.0;
  for (int i = 0; i < trace.n; i++) {
    double t = rows_at(&trace, i, 0);
    double shift = 0.05 * (1.0 - exp(-d * t) * (cos(w * t) + d / w * sin(w * t)));
    double rate = 0.05 * exp(-d * t) * (w + d * d / w) * sin(w * t);
    assert_near(rows_at(&trace, i, x), 1.0 + shift, 1e-9);
    assert_near(rows_at(&trace, i, force), 200.0 * shift + 4.0 * rate, 1e-6);
    loss += 0.5 * 0.01 * (i > 0) * 4.0 * (rate * rate + previous * previous);
    previous = rate;
    assert_near(rows_at(&trace, i, lost), loss, 2e-4); /* trapezoidal rule of the closed form */
  }
  double left =
      0.5 * 200.0 * pow(rows_at(&trace, trace.n - 1, x) - 1.0, 2.0) + summary.energy.kinetic;
  double work = 10.0 * (rows_at(&trace, trace.n - 1, x) - 1.0);
  assert_near(rows_at(&trace, trace.n - 1, lost), work - left, 1e-8);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* ---------------------------------------------------------------- one impact */

/* 1 kg flying at v against the wall of a straight slot across its path. */
static const char *const wall =
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

/* The parting of the first contact. */
static ptl_event first_impact(ptl_context *context, const char *damping, double c,
                              double exponent) {
  char law[96], power[32];
  snprintf(law, sizeof law, "{law: %s, restitution: %.17g}", damping, c);
  snprintf(power, sizeof power, "%.17g", exponent);
  ptl_setting settings[] = {{"contacts.steel.damping", law},
                            {"contacts.steel.elastic.exponent", power}};
  ptl_system *s = assemble_text(context, wall, settings, 2);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary summary;
  must(context, ptl_simulate(context, s, NULL, &sink, &summary));
  int e = 0;
  while (e < trace.n_events && trace.events[e].kind != PTL_EVENT_PART) e++;
  if (e == trace.n_events) fail_msg("%s, c = %g, n = %g: no parting", damping, c, exponent);
  ptl_event parting = trace.events[e];
  ptl_summary_release(context, &summary);
  ptl_system_destroy(s);
  rows_release(&trace);
  return parting;
}

/* Closed form of every law F = K d^n (1 + eps d'/v0): eps (1 + c) = ln((1 + eps)/(1 - eps c)), for
 * any K and n (integral of m v dv/dd); solved for c by bisection. */
static double rebound_of(double eps) {
  double low = 0.0, high = fmin(1.0, 1.0 / eps);
  for (int i = 0; i < 200; i++) {
    double c = 0.5 * (low + high);
    if (log((1.0 + eps) / (1.0 - eps * c)) - eps * (1.0 + c) < 0.0)
      low = c;
    else
      high = c;
  }
  return 0.5 * (low + high);
}

static void impacts_give_each_laws_own_restitution(void **state) {
  ptl_context *context = *state;
  static const double exponents[] = {1.0, 1.2, 1.5, 2.0}, asked[] = {0.05, 0.3, 0.5, 0.8, 0.95};
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 5; j++) {
      double c = asked[j], n = exponents[i];
      ptl_event exact = first_impact(context, "exact", c, n);
      assert_near(-exact.rate / 2.0, c, 1e-6);
      /* what is lost is (1 - c^2) m v^2 / 2, the impulse m v (1 + c) */
      assert_near(exact.energy_lost, (1.0 - c * c) * 2.0, 4e-6);
      assert_near(exact.impulse, 2.0 * (1.0 + c), 4e-6);
      double hunt = -first_impact(context, "hunt_crossley", c, n).rate / 2.0;
      assert_near(hunt, rebound_of(1.5 * (1.0 - c)), 1e-6);
      double lankarani = -first_impact(context, "lankarani_nikravesh", c, n).rate / 2.0;
      assert_near(lankarani, rebound_of(0.75 * (1.0 - c * c)), 1e-6);
    }
}

/* Without damping: peak force and depth from the energy, K d^(n+1)/(n+1) = m v^2/2. */
static void elastic_impact_has_the_depth_of_its_energy(void **state) {
  ptl_context *context = *state;
  ptl_setting settings[] = {{"contacts.steel.damping", "{law: none}"}, {"run.until", "8 ms"}};
  ptl_system *s = assemble_text(context, wall, settings, 2);
  ptl_summary sum;
  must(context, ptl_simulate(context, s, NULL, NULL, &sum));
  double depth = pow(2.0 * 2.5 / 1e8, 0.4), force = 1e8 * pow(depth, 1.5);
  assert_near(sum.gaps[0].deepest, depth, 1e-7 * depth);
  assert_near(sum.gaps[0].peak_force, force, 1e-6 * force);
  assert_near(sum.gaps[0].impulse, 4.0, 1e-7);
  assert_near(sum.gaps[0].energy_lost, 0.0, 1e-7);
  assert_true(sum.gaps[0].force_error > 0.0 && sum.gaps[0].force_error < 1e-3 * force);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
}

/* An oscillator whose free amplitude is the gap, and a hair more or less: at most a touch per
 * swing, and no failure. x = 0.1 m + A cos(10 t) grazes the wall at x = 0.1 m + 1 mm when A = 1
 * mm. */
static void grazing_is_harmless(void **state) {
  ptl_context *context = *state;
  static const char *const at[] = {"0.101 m", "0.101 m + 1e-12 m", "0.101 m - 1e-12 m",
                                   "0.101 m + 1e-9 m"};
  for (int i = 0; i < 4; i++) {
    char place[64];
    snprintf(place, sizeof place, "[%s, 0]", at[i]);
    ptl_setting settings[] = {{"bodies.ball.position", place}};
    ptl_system *s = assemble_text(
        context,
        "pintle: 1\n"
        "bodies:\n"
        "  ball: {mass: 1 kg, inertia: 1e-3 kg m^2, position: [0.101, 0]}\n"
        "joints:\n"
        "  guide: {type: translational, bodies: [ground, ball], at: [[0, 0], [0, 0]]}\n"
        "  wall:\n"
        "    type: pin_in_slot\n"
        "    slot: {body: ground, line: {from: [0.1, 1], to: [0.1, -1]}}\n"
        "    pin: {body: ball, at: [0, 0], radius: 10 mm}\n"
        "    clearance: 1 mm\n"
        "    contact: steel\n"
        "contacts:\n"
        "  steel: {elastic: {law: power, stiffness: 1e8, exponent: 1.5}}\n"
        "forces:\n"
        "  spring: {type: spring_damper, bodies: [ground, ball], at: [[-1, 0], [0, 0]], stiffness: "
        "100, "
        "free_length: 1.1}\n"
        "run: {until: 6.3 s, every: 0.1 s, start: given, rtol: 1e-9}\n",
        settings, 1);
    ptl_summary sum;
    must(context, ptl_simulate(context, s, NULL, NULL, &sum));
    /* ten swings in 6.283 s, two walls */
    int64_t touches = 0;
    for (int g = 0; g < sum.n_gaps; g++) touches += sum.gaps[g].touches;
    assert_true(touches <= 22);
    print_message("%d touches, imbalance %.2g of %.2g J\n", (int)touches, sum.largest_imbalance,
                  sum.largest_energy);
    assert_true(sum.largest_imbalance <= 1e-5 * sum.largest_energy);
    assert_near(sum.largest_energy, 0.5 * 100.0 * 1e-6, 1e-4 * 5e-5); /* k A^2/2 */
    assert_near(sum.energy.dissipated, 0.0, 1e-5 * 5e-5);
    ptl_summary_release(context, &sum);
    ptl_system_destroy(s);
  }
}

/* Statics: K d^1.5 = m g when a ball has come to rest on the wall; what it fell through less what
 * the contact stores was dissipated. No chatter: one lasting contact at the end. */
static void ball_comes_to_rest_at_the_static_depth(void **state) {
  ptl_context *context = *state;
  ptl_setting settings[] = {{"gravity", "[9.81, 0]"},
                            {"bodies.ball.velocity", "[0, 0]"},
                            {"contacts.steel.damping", "{law: hunt_crossley, alpha: 40}"},
                            {"run.until", "2 s"}};
  ptl_system *s = assemble_text(context, wall, settings, 4);
  ptl_summary sum;
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  int inner = column_of(s, "wall.inner.depth"), outer = column_of(s, "wall.outer.depth");
  double depth = fmax(rows_at(&trace, trace.n - 1, inner), rows_at(&trace, trace.n - 1, outer));
  assert_near(depth, pow(9.81 / 1e8, 2.0 / 3.0), 1e-6 * pow(9.81 / 1e8, 2.0 / 3.0));
  double fall = 9.81 * (0.01 + depth), stored = 1e8 * pow(depth, 2.5) / 2.5;
  assert_near(sum.energy.dissipated, fall - stored, 1e-6 * fall);
  assert_true(sum.counters.events < 500);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* ------------------------------------------------------------ redundancy and singular positions */

/* A parallelogram with a third equal crank, one equation too many, in gravity: it moves as a
 * pendulum of three cranks (m L^2/3 each about their pivots) and a translating bar. Compared with
 * that equation of motion, (3 m L^2/3 + M L^2) a'' = -(3 m/2 + M) g L sin a, through several full
 * swings past the flat positions at a = +-90 degrees (a from the downward vertical), integrated
 * here by RK4. */
static void redundant_parallelogram_swings_through_flat_positions(void **state) {
  ptl_context *context = *state;
  ptl_system *s = assemble_text(
      context,
      "pintle: 1\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  left: {mass: 1, inertia: 1/12, position: [0, 0], angle: 0.1, com: [0.5, 0], rate: 6}\n"
      "  right: {mass: 1, inertia: 1/12, position: [2, 0], angle: 0.1, com: [0.5, 0], rate: 6}\n"
      "  third: {mass: 1, inertia: 1/12, position: [1, 0], angle: 0.1, com: [0.5, 0], rate: 6}\n"
      "  bar: {mass: 2, inertia: 1, position: [cos(0.1), sin(0.1)], velocity: [-6*sin(0.1), "
      "6*cos(0.1)], com: [1, 0]}\n"
      "joints:\n"
      "  l0: {type: revolute, bodies: [ground, left], at: [[0, 0], [0, 0]]}\n"
      "  r0: {type: revolute, bodies: [ground, right], at: [[2, 0], [0, 0]]}\n"
      "  t0: {type: revolute, bodies: [ground, third], at: [[1, 0], [0, 0]]}\n"
      "  l1: {type: revolute, bodies: [left, bar], at: [[1, 0], [0, 0]]}\n"
      "  r1: {type: revolute, bodies: [right, bar], at: [[1, 0], [2, 0]]}\n"
      "  t1: {type: revolute, bodies: [third, bar], at: [[1, 0], [1, 0]]}\n"
      "run: {until: 5 s, every: 50 ms, rtol: 1e-8}\n",
      NULL, 0);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  int angle = column_of(s, "left.angle"), flat = 0;
  double a = 0.1, w = 6.0, t = 0.0, h = 1e-4, ratio = (1.5 + 2.0) * 9.81 / 3.0;
  for (int i = 1; i < trace.n; i++) {
    double before = a;
    for (; t < rows_at(&trace, i, 0) - 0.5 * h;
         t += h) { /* a'' = -ratio cos a, a from horizontal */
      double k1 = -ratio * cos(a), k2 = -ratio * cos(a + 0.5 * h * w);
      double k3 = -ratio * cos(a + 0.5 * h * w + 0.25 * h * h * k1);
      double k4 = -ratio * cos(a + h * w + 0.5 * h * h * k2);
      a += h * w + h * h / 6.0 * (k1 + k2 + k3);
      w += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }
    flat += floor(before / acos(-1.0)) != floor(a / acos(-1.0));
    assert_near(rows_at(&trace, i, angle), a, 2e-5);
  }
  assert_true(flat >= 4);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  rows_release(&trace);
}

/* ---------------------------------------------------------------- what is refused, and recovery */

static void refuses(ptl_context *context, const ptl_setting *settings, int n, ptl_status status,
                    const char *reason) {
  ptl_system *s = assemble_text(context, wall, settings, n);
  ptl_summary sum;
  assert_int_equal(ptl_simulate(context, s, NULL, NULL, &sum), status);
  if (strstr(ptl_context_message(context), reason) == NULL)
    fail_msg("'%s' lacks '%s'", ptl_context_message(context), reason);
  assert_int_equal(sum.complete, 0);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
}

/* A limit that cannot be kept ends the run with an error, not with a warning. */
static void results_that_cannot_be_trusted_are_errors(void **state) {
  ptl_setting energy[] = {{"run.energy_limit", "1e-15"}};
  refuses(*state, energy, 1, PTL_ERR_SIMULATION, "energy balance");
}

static ptl_status status_with(ptl_context *context, const char *key, double value,
                              ptl_summary *sum) {
  char text[32];
  snprintf(text, sizeof text, "%.17g", value);
  ptl_setting settings[] = {{"run.integrator", "ida"}, {"run.rtol", "1e-4"}, {key, text}};
  ptl_system *s = assemble_text(context, swing, settings, key != NULL ? 3 : 2);
  ptl_status status = ptl_simulate(context, s, NULL, NULL, sum);
  ptl_system_destroy(s);
  return status;
}

/* The limits are on what the summary reports: twice the largest that a run has had lets it end
 * well, half of that does not. */
static void limits_are_on_what_is_reported(void **state) {
  ptl_context *context = *state;
  ptl_summary sum, other;
  must(context, status_with(context, NULL, 0.0, &sum));
  const struct {
    const char *key, *message;
    double largest;
  } limits[] = {{"run.drift_limit", "is violated by", sum.largest_position_violation},
                {"run.energy_limit", "energy balance", sum.largest_imbalance / sum.largest_energy}};
  for (int i = 0; i < 2; i++) {
    assert_true(limits[i].largest > 0.0);
    assert_int_equal(status_with(context, limits[i].key, 2.0 * limits[i].largest, &other), PTL_OK);
    ptl_summary_release(context, &other);
    assert_int_equal(status_with(context, limits[i].key, 0.5 * limits[i].largest, &other),
                     PTL_ERR_SIMULATION);
    assert_non_null(strstr(ptl_context_message(context), limits[i].message));
    assert_int_equal(other.complete, 0);
    ptl_summary_release(context, &other);
  }
  ptl_summary_release(context, &sum);
}

/* Where a mechanism hardly moves against the speed of its scale, the limit is on the imbalance over
 * 1 % of what its mass has at that speed (docs/numerics.md). Here that is ten times the largest
 * energy. */
static void energies_near_none_count_by_the_scale(void **state) {
  ptl_context *context = *state;
  const double speed = 300.0, least = 0.01 * 0.5 * 1.0 * speed * speed;
  ptl_setting settings[] = {{"run.integrator", "ida"},
                            {"run.rtol", "1e-4"},
                            {"run.speed", "300"},
                            {"run.until", "2 s"},
                            {NULL, NULL}};
  ptl_summary sum;
  ptl_system *s = assemble_text(context, swing, settings, 4);
  must(context, ptl_simulate(context, s, NULL, NULL, &sum));
  ptl_system_destroy(s);
  const double imbalance = sum.largest_imbalance;
  assert_true(imbalance > 0.0 && sum.largest_energy < 0.1 * least);
  ptl_summary_release(context, &sum);
  for (int i = 0; i < 2; i++) {
    char text[32];
    snprintf(text, sizeof text, "%.17g", (i == 0 ? 2.0 : 0.5) * imbalance / least);
    settings[4] = (ptl_setting){"run.energy_limit", text};
    s = assemble_text(context, swing, settings, 5);
    assert_int_equal(ptl_simulate(context, s, NULL, NULL, &sum),
                     i == 0 ? PTL_OK : PTL_ERR_SIMULATION);
    ptl_summary_release(context, &sum);
    ptl_system_destroy(s);
  }
}

/* ---------------------------------------------------------------- what the end leaves */

static ptl_summary summary_with(ptl_context *context, const ptl_setting *settings, int n,
                                rows *trace) {
  ptl_system *s = assemble_text(context, wall, settings, n);
  ptl_sink sink = rows_sink(trace);
  ptl_summary sum;
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  ptl_system_destroy(s);
  return sum;
}

/* The end of the run is a row, also where it is no multiple of the interval. */
static void the_end_is_a_row(void **state) {
  ptl_context *context = *state;
  ptl_setting settings[] = {{"run.until", "105 ms"}};
  rows trace = {0};
  ptl_summary sum = summary_with(context, settings, 1, &trace);
  assert_near(rows_at(&trace, trace.n - 1, 0), 0.105, 0.0);
  ptl_summary_release(context, &sum);
  rows_release(&trace);
}

/* A gap that never touches has flown from start to end. */
static void a_flight_without_touch_is_counted(void **state) {
  ptl_context *context = *state;
  ptl_setting settings[] = {{"bodies.ball.velocity", "[1 cm/s, 0]"}};
  rows trace = {0};
  ptl_summary sum = summary_with(context, settings, 1, &trace);
  for (int g = 0; g < sum.n_gaps; g++) {
    assert_int_equal(sum.gaps[g].touches, 0);
    assert_near(sum.gaps[g].longest_flight, 0.1, 1e-15);
  }
  ptl_summary_release(context, &sum);
  rows_release(&trace);
}

/* What an elastic contact holds at the end is stored and not lost: the ball is stopped from 5 ms
 * on, for 2.94 (5/4 m v^2/k)^(2/5)/v = 1.8 ms. */
static void stored_energy_at_the_end_is_not_lost(void **state) {
  ptl_context *context = *state;
  ptl_setting settings[] = {{"contacts.steel.damping", "{law: none}"}, {"run.until", "5.5 ms"}};
  rows trace = {0};
  ptl_summary sum = summary_with(context, settings, 2, &trace);
  assert_true(sum.energy.elastic > 0.5);
  for (int g = 0; g < sum.n_gaps; g++) assert_near(sum.gaps[g].energy_lost, 0.0, 1e-9);
  ptl_summary_release(context, &sum);
  rows_release(&trace);
}

static int stop_at_once(void *user, double fraction) {
  (void)fraction;
  return ++*(int *)user >= 5;
}

static void a_sink_can_stop_a_run(void **state) {
  ptl_context *context = *state;
  ptl_system *s = assemble_text(context, wall, NULL, 0);
  int calls = 0;
  ptl_sink sink = {.progress = stop_at_once, .user = &calls};
  ptl_summary sum;
  assert_int_equal(ptl_simulate(context, s, NULL, &sink, &sum), PTL_ERR_INTERRUPTED);
  assert_int_equal(calls, 5);
  assert_int_equal(sum.complete, 0);
  assert_true(sum.end_time > 0.0 && sum.end_time < 100e-3);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
}

/* ---------------------------------------------------------------- output */

/* Rows by travel of a joint that is not driven: the swing passes its multiples at the angles
 * themselves. */
static void rows_follow_the_travel_of_a_free_joint(void **state) {
  ptl_context *context = *state;
  ptl_setting settings[] = {{"run.every", "5 deg of hinge"}, {"run.until", "100 deg of hinge"}};
  ptl_system *s = assemble_text(context, swing, settings, 2);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  int angle = column_of(s, "rod.angle");
  assert_int_equal(trace.n, 21);
  for (int i = 0; i < trace.n; i++) {
    double degrees = rows_at(&trace, i, angle) * 180.0 / acos(-1.0);
    assert_near(degrees, -30.0 - 5.0 * i, 1e-9);
  }
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  rows_release(&trace);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pendulum_keeps_energy_and_period),
      cmocka_unit_test(swing_has_the_period_of_the_elliptic_integral),
      cmocka_unit_test(driver_by_expression_has_its_derivatives),
      cmocka_unit_test(damped_oscillator_follows_its_closed_form),
      cmocka_unit_test(impacts_give_each_laws_own_restitution),
      cmocka_unit_test(elastic_impact_has_the_depth_of_its_energy),
      cmocka_unit_test(grazing_is_harmless),
      cmocka_unit_test(ball_comes_to_rest_at_the_static_depth),
      cmocka_unit_test(redundant_parallelogram_swings_through_flat_positions),
      cmocka_unit_test(results_that_cannot_be_trusted_are_errors),
      cmocka_unit_test(limits_are_on_what_is_reported),
      cmocka_unit_test(the_end_is_a_row),
      cmocka_unit_test(a_flight_without_touch_is_counted),
      cmocka_unit_test(stored_energy_at_the_end_is_not_lost),
      cmocka_unit_test(energies_near_none_count_by_the_scale),
      cmocka_unit_test(a_sink_can_stop_a_run),
      cmocka_unit_test(rows_follow_the_travel_of_a_free_joint),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
