/* Contacts that pass from one gap of a joint to another, and laws that jump at touch. Expected: an
 * integration of this file's own (Runge-Kutta of order 4, fixed steps) of a point on the boundary
 * of a stadium, which knows no gaps; energy; the closed form of the damped oscillator. */
#include "pintle_trace.h"
#include "support.h"

static const char *const integrators[] = {"auto", "ida"};

typedef struct result {
  ptl_system *system;
  rows trace;
  ptl_summary summary;
} result;

static result run(ptl_context *context, const char *text, const ptl_setting *settings, int n) {
  result r = {.system = system_of(context, text, settings, n)};
  ptl_sink sink = rows_sink(&r.trace);
  must(context, ptl_simulate(context, r.system, NULL, &sink, &r.summary));
  return r;
}

static void drop(ptl_context *context, result *r) {
  rows_release(&r->trace);
  ptl_summary_release(context, &r->summary);
  ptl_system_destroy(r->system);
}

/* ---------------------------------------------------------------- hand-over */

/* A pin rides along the lower wall of a slot, round its end, and back along the upper wall. */
static const char *const slot =
    "pintle: 1\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  pin: {mass: 0.1, inertia: 1e-5, position: [0.0, -0.002004582607605939], velocity: [1.0, "
    "0]}\n"
    "joints:\n"
    "  s:\n"
    "    type: pin_in_slot\n"
    "    slot: {body: ground, half_width: 12 mm, line: {from: [-0.1, 0], to: [0.05, 0]}}\n"
    "    pin: {body: pin, at: [0, 0], radius: 10 mm}\n"
    "    contact: k\n"
    "contacts:\n"
    "  k: {elastic: {law: power, stiffness: 1e8, exponent: 1.5}, damping: {law: none}}\n"
    "run: {until: 56.8 ms, every: 1 ms, rtol: 1e-9, start: given}\n";
static const double mass = 0.1, play = 2e-3, K = 1e8, gravity = 9.81;

typedef struct pin {
  double y[4], eps, touch, reference; /* position and velocity; touch 0: open */
} pin;

static void contact_of(const double *y, double *depth, double *rate, double n[2]) {
  double x = fmin(fmax(y[0], -0.1), 0.05), dx = y[0] - x, dy = y[1], r = hypot(dx, dy);
  n[0] = -dx / r;
  n[1] = -dy / r;
  *depth = r - play;
  *rate = -(y[2] * n[0] + y[3] * n[1]);
}

static double reference_of(const pin *p, double rate) {
  return fmax(p->reference, fabs(rate) - 0.25 * p->touch);
}

static void rates(const pin *p, const double *y, double *out) {
  double depth, rate, n[2], force = 0.0;
  contact_of(y, &depth, &rate, n);
  if (depth > 0.0 && p->touch > 0.0)
    force = fmax(0.0, K * pow(depth, 1.5) * (1.0 + p->eps * rate / reference_of(p, rate)));
  out[0] = y[2];
  out[1] = y[3];
  out[2] = force * n[0] / mass;
  out[3] = force * n[1] / mass - gravity;
}

static void integrate(pin *p, double until) {
  static const double part[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0}, h = 2e-7;
  for (int step = 0; step * h < until - 0.5 * h; step++) {
    double k[4][4], depth, rate, n[2];
    contact_of(p->y, &depth, &rate, n);
    if (p->touch == 0.0 && depth > 0.0) p->touch = p->reference = fmax(rate, 1e-3);
    if (depth <= 0.0) p->touch = p->reference = 0.0;
    if (p->touch > 0.0) p->reference = reference_of(p, rate);
    for (int s = 0; s < 4; s++) {
      double y[4];
      for (int i = 0; i < 4; i++) y[i] = p->y[i] + (s > 0 ? part[s] * h * k[s - 1][i] : 0.0);
      rates(p, y, k[s]);
    }
    for (int i = 0; i < 4; i++)
      for (int s = 0; s < 4; s++) p->y[i] += weight[s] / 6.0 * h * k[s][i];
  }
}

static void pin_goes_round_the_end_of_a_slot(void **state) {
  /* eps as the laws' papers have it: 1.5 (1 - c), 8 (1 - c)/(5 c) */
  static const struct {
    const char *law;
    double eps;
  } cases[] = {{"{law: none}", 0.0},
               {"{law: hunt_crossley, restitution: 0.8}", 0.3},
               {"{law: flores, restitution: 0.8}", 0.4}};
  for (int i = 0; i < 3; i++) {
    pin p = {.y = {0.0, -0.002004582607605939, 1.0, 0.0}, .eps = cases[i].eps};
    integrate(&p, 56.8e-3);
    for (int j = 0; j < 2; j++) {
      const ptl_setting settings[] = {{"contacts.k.damping", cases[i].law},
                                      {"run.integrator", integrators[j]}};
      result r = run(*state, slot, settings, 2);
      int last = r.trace.n - 1;
      static const char *const columns[] = {"pin.x", "pin.y", "pin.vx", "pin.vy"};
      for (int k = 0; k < 4; k++)
        assert_near(rows_at(&r.trace, last, column_of(r.system, columns[k])), p.y[k],
                    k < 2 ? 2e-7 : 2e-5);
      drop(*state, &r);
    }
  }
}

static int count(const result *r, ptl_event_kind kind, int gap) {
  int n = 0;
  for (int e = 0; e < r->trace.n_events; e++)
    n += r->trace.events[e].kind == kind && (gap < 0 || r->trace.events[e].gap == gap);
  return n;
}

/* Nothing is lost at any gap; the contact goes on with its force. The cap takes over from the lower
 * wall and, after one touch of its own, the upper wall from the cap. */
static void energy_and_force_pass_on(void **state) {
  for (int j = 0; j < 2; j++) {
    const ptl_setting settings[] = {{"run.integrator", integrators[j]}};
    result r = run(*state, slot, settings, 1);
    for (int g = 0; g < 3; g++) assert_near(r.summary.gaps[g].energy_lost, 0.0, 5e-9);
    assert_int_equal(count(&r, PTL_EVENT_HAND_OVER, -1), 2);
    assert_int_equal(r.summary.gaps[2].hand_overs, 1);
    assert_int_equal(r.summary.gaps[1].hand_overs, 1);
    assert_int_equal(r.summary.gaps[1].touches, 0);
    assert_int_equal(count(&r, PTL_EVENT_PART, 0), 0);
    for (int e = 0; e < r.trace.n_events; e++) {
      const ptl_event *event = &r.trace.events[e];
      if (event->kind != PTL_EVENT_HAND_OVER) continue;
      assert_true(event->depth > 1e-6);
      assert_near(event->force, K * pow(event->depth, 1.5), 1e-6);
      int first = 0;
      while (rows_at(&r.trace, first, 0) != event->time) first++;
      assert_near(rows_at(&r.trace, first, 1), 1.0, 0.0);
      assert_near(rows_at(&r.trace, first + 1, 1), 2.0, 0.0);
      double before = 0.0, after = 0.0; /* the forces of all gaps before it and after it */
      static const char *const forces[] = {"s.inner.normal_force", "s.outer.normal_force",
                                           "s.cap.normal_force"};
      for (int g = 0; g < 3; g++) {
        before += rows_at(&r.trace, first, column_of(r.system, forces[g]));
        after += rows_at(&r.trace, first + 1, column_of(r.system, forces[g]));
      }
      assert_near(before, event->force, 1e-6);
      assert_near(after, event->force, 1e-6);
      assert_near(rows_at(&r.trace, first, column_of(r.system, forces[event->gap])), 0.0, 0.0);
    }
    drop(*state, &r);
  }
}

/* A law with a memory takes it along: what was pressed in at the wall is not pressed in again at
 * the cap, and the losses of all gaps are those of the run. */
static void memory_passes_on(void **state) {
  for (int j = 0; j < 2; j++) {
    const ptl_setting settings[] = {
        {"contacts.k.damping", "{law: lankarani_nikravesh_1994, restitution: 0.9}"},
        {"run.until", "0.2 s"},
        {"run.integrator", integrators[j]}};
    result r = run(*state, slot, settings, 3);
    double lost = 0.0;
    for (int g = 0; g < 3; g++) {
      lost += r.summary.gaps[g].energy_lost;
      assert_true(r.summary.gaps[g].energy_lost > -1e-9);
    }
    assert_near(lost, r.summary.energy.dissipated, 1e-9);
    assert_int_equal(count(&r, PTL_EVENT_HAND_OVER, -1), 2);
    drop(*state, &r);
  }
}

/* A cap that is twice as stiff as the walls stores twice as much at the depth: 0.4 K d^2.5 more
 * when the contact comes to it, and so much less when it leaves. The losses of the gaps, which are
 * none but for that, are those of the run, and the run says so. */
static void energy_of_other_laws_is_told(void **state) {
  for (int j = 0; j < 2; j++) {
    const ptl_setting settings[] = {
        {"run.integrator", integrators[j]},
        {"contacts.stiff", "{elastic: {law: power, stiffness: 2e8, exponent: 1.5}}"},
        {"joints.s.contact", "{inner: k, outer: k, cap: stiff}"}};
    result r = run(*state, slot, settings, 3);
    const ptl_gap_summary *gaps = r.summary.gaps;
    double gained[3] = {0.0, 0.0, 0.0}, lost = 0.0;
    for (int e = 0; e < r.trace.n_events; e++) {
      const ptl_event *event = &r.trace.events[e];
      if (event->kind != PTL_EVENT_HAND_OVER) continue;
      gained[event->gap] += (event->gap == 2 ? 0.4 : -0.4) * K * pow(event->depth, 2.5);
    }
    assert_true(gained[2] > 1e-6);
    for (int g = 0; g < 3; g++) {
      assert_near(gaps[g].hand_over_energy, gained[g], 1e-9 * fabs(gained[2]));
      assert_near(gaps[g].energy_lost, -gained[g], 5e-9);
      lost += gaps[g].energy_lost;
    }
    assert_near(lost, r.summary.energy.dissipated, 1e-12);
    char text[600], *told = NULL;
    for (int i = 0; ptl_summary_notice(r.system, &r.summary, i, text, sizeof text); i++)
      if (told == NULL) told = strstr(text, "where contacts passed to s.cap");
    assert_int_equal(told != NULL, gained[2] > 1e-3 * r.summary.largest_energy);
    drop(*state, &r);
  }
}

/* ---------------------------------------------------------------- friction */

/* A pin rolls along the lower wall of a slot into its round end, under a torque that the spring of
 * the friction between them bears. */
static const char *const rolling =
    "pintle: 1\n"
    "gravity: [0, -20]\n"
    "bodies: {pin: {mass: 1.3, inertia: 2e-5, position: [0.0195, -0.00187755], velocity: [0.15, "
    "0], "
    "rate: -30}}\n"
    "loads: {q: {body: pin, torque: -0.02 N m}}\n"
    "contacts:\n"
    "  k:\n"
    "    elastic: {law: power, stiffness: 1e6, exponent: 1.5}\n"
    "    damping: {law: hunt_crossley, alpha: 0.4}\n"
    "    friction: {law: tangential_spring, coefficient: 8, stiffness: 2e4, reference_force: 20, "
    "damping: 5}\n"
    "joints:\n"
    "  s: {type: pin_in_slot, slot: {body: ground, line: {from: [0, 0], to: [0.02, 0]}}, pin: "
    "{body: "
    "pin, at: [0, 0], radius: 5 mm}, clearance: 1 mm, contact: k}\n"
    "run: {until: 10 ms, every: 1 ms, start: given, rtol: 1e-8}\n";

/* Of x, y, angle, their rates and the root u of twice the spring's energy. N = K d^1.5 (1 + 1.5
 * alpha d'); with r = sqrt(k) x/(x + 1e-3), x = N/N_0, which is the law's, F = r u + 5 r^2/k v and
 * u' = r v. */
static void rolling_rates(const double *y, double *out) {
  static const double m = 1.3, J = 2e-5, radius = 5e-3, k = 2e4;
  const double over = fmax(y[0] - 0.02, 0.0), r = hypot(over, y[1]), nx = over / r, ny = y[1] / r;
  const double depth = r - 1e-3, rate = y[3] * nx + y[4] * ny;
  const double normal = 1e6 * pow(depth, 1.5) * (1.0 + 0.6 * rate), x = normal / 20.0;
  const double slip = -ny * y[3] + nx * y[4] + radius * y[5], root = sqrt(k) * x / (x + 1e-3);
  const double friction = root * y[6] + 5.0 * root * root / k * slip;
  for (int i = 0; i < 3; i++) out[i] = y[3 + i];
  out[3] = (-normal * nx + friction * ny) / m;
  out[4] = (-normal * ny - friction * nx) / m - 20.0;
  out[5] = (-radius * friction - 0.02) / J;
  out[6] = root * slip;
}

/* It is one contact, and one spring, which is as bent behind the hand-over as before it. */
static void bent_friction_passes_on(void **state) {
  static const double part[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0}, h = 5e-7;
  double y[7] = {0.0195, -0.00187755, 0.0, 0.15, 0.0, -30.0, 0.0};
  for (int step = 0; step < 20000; step++) {
    double k[4][7], at[7];
    for (int s = 0; s < 4; s++) {
      for (int i = 0; i < 7; i++) at[i] = y[i] + (s > 0 ? part[s] * h * k[s - 1][i] : 0.0);
      rolling_rates(at, k[s]);
    }
    for (int i = 0; i < 7; i++)
      for (int s = 0; s < 4; s++) y[i] += weight[s] / 6.0 * h * k[s][i];
  }
  static const char *const columns[] = {"pin.x",  "pin.y",  "pin.angle",
                                        "pin.vx", "pin.vy", "pin.omega"};
  for (int j = 0; j < 2; j++) {
    const ptl_setting settings[] = {{"run.integrator", integrators[j]}};
    result r = run(*state, rolling, settings, 1);
    assert_int_equal(count(&r, PTL_EVENT_HAND_OVER, 2), 1);
    for (int k = 0; k < 6; k++)
      assert_near(rows_at(&r.trace, r.trace.n - 1, column_of(r.system, columns[k])), y[k],
                  2e-6 * fabs(y[k]));
    int first = 0;
    while (rows_at(&r.trace, first, 1) != 1.0) first++;
    const double before = rows_at(&r.trace, first, column_of(r.system, "s.inner.friction_force"));
    const double after = rows_at(&r.trace, first + 1, column_of(r.system, "s.cap.friction_force"));
    assert_true(fabs(before) > 0.1);
    assert_near(after, before, 1e-9);
    drop(*state, &r);
  }
}

/* ---------------------------------------------------------------- peaks */

static const char *const ball =
    "pintle: 1\n"
    "bodies:\n"
    "  a: {mass: 1, inertia: 1e-3, position: [0, 0.051], velocity: [0, -1]}\n"
    "joints:\n"
    "  floor: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0], solid: right}, "
    "circle: {body: a, "
    "radius: 0.05}, contact: k}\n"
    "contacts:\n"
    "  k: {elastic: {law: power, stiffness: 1e6, exponent: 1}, damping: {law: kelvin_voigt, "
    "restitution: 0.1}}\n"
    "run: {until: 20 ms, every: 1 ms, start: given}\n";

/* m = 1, K = 1e6: w = 1000 rad/s, z = -ln c/sqrt(pi^2 + ln^2 c), F = w^2 x + 2 z w v of x = exp(-z
 * w t) sin(q w t)/(q w), q = sqrt(1 - z^2). F is 2 z w at touch, and has its largest value at tan(q
 * w t) = q (1 - 4 z^2)/(z (3 - 4 z^2)). */
static double largest_force(double c) {
  double z = -log(c) / hypot(acos(-1.0), log(c)), q = sqrt(1.0 - z * z), w = 1e3;
  double angle = atan2(q * (1.0 - 4.0 * z * z), z * (3.0 - 4.0 * z * z));
  if (!(angle > 0.0)) return 2.0 * z * w;
  double e = exp(-z / q * angle);
  double x = e * sin(angle) / (q * w), v = e * (cos(angle) - z / q * sin(angle));
  return w * w * x + 2.0 * z * w * v;
}

static void jumping_laws_have_exact_peaks(void **state) {
  static const char *const laws[] = {"kelvin_voigt", "kelvin_voigt_clamped", "tsuji",
                                     "tsuji_clamped"};
  static const char *const restitutions[] = {"0.02", "0.1", "0.15", "0.3", "0.6"};
  assert_near(largest_force(0.1), 1182.310, 1e-3);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 5; k++)
      for (int j = 0; j < 2; j++) {
        const ptl_setting settings[] = {{"contacts.k.damping.law", laws[i]},
                                        {"contacts.k.damping.restitution", restitutions[k]},
                                        {"run.integrator", integrators[j]}};
        result r = run(*state, ball, settings, 3);
        double c = atof(restitutions[k]), peak = largest_force(c);
        double jump = 2e3 * -log(c) / hypot(acos(-1.0), log(c));
        const ptl_event *e = r.trace.events;
        assert_near(r.summary.gaps[0].peak_force, peak, 2e-7 * peak);
        assert_int_equal(e[0].kind, PTL_EVENT_TOUCH);
        assert_near(e[0].force, jump, 2e-7 * jump);
        while (e->kind != PTL_EVENT_PART) e++;
        assert_near(e->peak_force, peak, 2e-7 * peak);
        /* it parts at depth 0, or, clamped, where nothing acts any more */
        assert_near(e->force, i % 2 == 0 ? -jump * c : 0.0, 1e-6 * jump);
        int row = 0, force = column_of(r.system, "floor.contact.normal_force");
        while (rows_at(&r.trace, row, 1) != 1.0) row++;
        assert_near(rows_at(&r.trace, row, force), 0.0, 0.0);
        assert_near(rows_at(&r.trace, row + 1, force), jump, 2e-7 * jump);
        drop(*state, &r);
      }
}

/* Tsuji's dashpot on K d^1.5 rises like d^0.25: no jump, and nothing near it. */
static void steep_law_does_not_jump(void **state) {
  const ptl_setting settings[] = {{"contacts.k.damping.law", "tsuji"},
                                  {"contacts.k.elastic.exponent", "1.5"}};
  result r = run(*state, ball, settings, 2);
  assert_near(r.trace.events[0].force, 0.0, 0.0);
  drop(*state, &r);
}

/* ---------------------------------------------------------------- endless contacts */

/* A pin that leaves one wall of its slot and is in the other at the end of the same step, where it
 * already turns: it used to touch and part at one instant without end. Expected: it ends, and loses
 * nothing but what the drag takes. */
static void geneva_without_damping_ends(void **state) {
  const ptl_setting settings[] = {{"contacts.steel.damping", "{law: none}"},
                                  {"run.until", "2.2 s"}};
  ptl_mechanism *m;
  ptl_system *s;
  ptl_summary sum;
  must(*state, ptl_mechanism_load(*state, PINTLE_MODELS "/geneva.yaml", settings, 2, &m));
  must(*state, ptl_assemble(m, &s));
  ptl_mechanism_destroy(m);
  must(*state, ptl_simulate(*state, s, NULL, NULL, &sum));
  assert_near(sum.end_time, 2.2, 0.0);
  assert_true(sum.largest_imbalance < 1e-6 * sum.largest_energy);
  for (int g = 0; g < sum.n_gaps; g++) assert_near(sum.gaps[g].energy_lost, 0.0, 1e-6);
  ptl_summary_release(*state, &sum);
  ptl_system_destroy(s);
}

/* The summary has the points of a law's table as the model gives them. */
static void summary_has_points(void **state) {
  static const ptl_setting settings[] = {
      {"contacts.k.friction",
       "{law: table, points: [[0, 0.1], [1 m/s, 0.2]], regularisation_speed: 0.01 mm/s}"},
      {"run.until", "1 ms"}};
  result r = run(*state, slot, settings, 2);
  char *text;
  must(*state, ptl_summary_json(*state, r.system, &r.summary, &text));
  if (strstr(text, "\"points\": [[0, 0.1], [1, 0.2]]") == NULL) fail_msg("%s", text);
  ptl_text_release(*state, text);
  drop(*state, &r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pin_goes_round_the_end_of_a_slot),
                                     cmocka_unit_test(energy_and_force_pass_on),
                                     cmocka_unit_test(summary_has_points),
                                     cmocka_unit_test(memory_passes_on),
                                     cmocka_unit_test(energy_of_other_laws_is_told),
                                     cmocka_unit_test(bent_friction_passes_on),
                                     cmocka_unit_test(jumping_laws_have_exact_peaks),
                                     cmocka_unit_test(steep_law_does_not_jump),
                                     cmocka_unit_test(geneva_without_damping_ends)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
