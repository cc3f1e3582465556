/* The two integrators, DOP853 and IDA. Expected values: closed forms of single contacts, and where
 * there is none that two methods which share no code for their steps agree at a tight rtol. */
#include "model_run.h"

#include "constraint.h"
#include "contact.h"
#include "dae.h"
#include "energy.h"
#include "forces.h"
#include "friction.h"

static result run_text(const char *text, const ptl_setting *settings, int n) {
  result r;
  ptl_sink sink = rows_sink(&r.trace);
  memset(&r, 0, sizeof r);
  ptl_mechanism *m = mechanism_of(context, text, settings, n);
  must(context, ptl_assemble(m, &r.system));
  ptl_mechanism_destroy(m);
  must(context, ptl_simulate(context, r.system, NULL, &sink, &r.summary));
  return r;
}

/* ------------------------------------------------------------------ the two against each other */

typedef struct pairing {
  const char *model, *until, *every;
  double columns, times; /* how near they come: of each unit's scale, and [s] */
} pairing;

/* Shipped models without friction and bushings; times short enough that none is chaotic yet.
 * Tolerances: ten times what is measured at rtol 1e-9 or more; accelerations in a contact follow
 * its depth, which is a small part of the mechanism's length. */
static const pairing pairings[] = {
    {"absorber_bifilar", "0.05 s", "0.5 ms", 1e-3, 1e-6},
    {"absorber_circular", "0.1 s", "1 ms", 1e-6, 0},
    {"absorber_epicycloidal", "0.1 s", "1 ms", 1e-6, 0},
    {"andrews_squeezer", "20 ms", "0.4 ms", 1e-6, 0},
    {"backlash", "0.3 s", "3 ms", 2e-5, 1e-7},
    {"backlash_drive", "1 s", "40 ms", 2e-5, 1e-6},
    {"ball_in_socket", "20 ms", "200 us", 3e-4, 1e-8},
    {"bouncing_ball", "1.5 s", "10 ms", 1e-6, 1e-7},
    {"cam_follower", "0.1 s", "10 ms", 3e-4, 2e-5},
    {"double_pendulum", "2 s", "20 ms", 1e-6, 0},
    {"double_scott_russell", "0.4 s", "40 ms", 1e-5, 0},
    {"four_bar_clearance", "0.1 s", "5 ms", 2e-5, 2e-6},
    {"four_bar_ideal", "1 turn of shaft", "5 deg of shaft", 2e-6, 0},
    {"gear_selector", "1 ms", "0.1 ms", 1e-4, 1e-6},
    {"geneva", "20 ms", "1 ms", 1e-4, 1e-7},
    {"n_four_bar", "5 s", "50 ms", 1e-5, 0},
    {"n_pendulum", "1 s", "20 ms", 1e-6, 0},
    {"parallelogram", "2 s", "40 ms", 2e-6, 0},
    {"pendulum", "2 s", "20 ms", 1e-6, 0},
    {"planetary_gear", "1 s", "20 ms", 1e-6, 0},
    {"quick_return", "1 turn of shaft", "5 deg of shaft", 1e-6, 0},
    {"scotch_yoke", "0.5 turns of shaft", "3 deg of shaft", 2e-5, 1e-7},
    {"scotch_yoke_straight", "0.2 turns of shaft", "2 deg of shaft", 4e-5, 1e-6},
    {"slider_crank_clearance", "3 ms", "50 us", 1e-4, 1e-8},
    {"slider_crank_ideal", "1 turn of shaft", "5 deg of shaft", 2e-6, 0},
    {"slider_crank_spring", "10 s", "0.25 s", 1e-6, 0},
    {"slider_crank_two_clearances", "3 ms", "50 us", 1e-4, 1e-7},
};

static result run_as(const pairing *p, const char *integrator) {
  const ptl_setting settings[] = {{"run.until", p->until},
                                  {"run.every", p->every},
                                  {"run.rtol", "1e-9"},
                                  {"run.integrator", integrator}};
  return run_model(p->model, settings, 4);
}

/* The unit's natural size in the mechanism's own length, speed and mass. */
static double natural(const ptl_system *s, const char *unit) {
  double v = s->speed, l = s->length, mass = 0.0;
  for (int i = 0; i < s->n_bodies; i++) mass += s->mass[3 * i];
  const struct {
    const char *unit;
    double size;
  } sizes[] = {{"m", l},
               {"m/s", v},
               {"m/s^2", v * v / l},
               {"rad", 1.0},
               {"rad/s", v / l},
               {"rad/s^2", v * v / (l * l)},
               {"J", mass * v * v},
               {"N", mass * v * v / l},
               {"N m", mass * v * v}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (strcmp(sizes[i].unit, unit) == 0) return sizes[i].size;
  return 0.0;
}

/* Largest size of anything with this unit. */
static double scale_of(const result *r, const char *unit) {
  const ptl_column *columns;
  int n = ptl_system_get_columns(r->system, &columns);
  double most = natural(r->system, unit);
  for (int c = 2; c < n; c++) {
    if (strcmp(columns[c].unit, unit) != 0) continue;
    for (int i = 0; i < r->trace.n; i++) most = fmax(most, fabs(rows_at(&r->trace, i, c)));
  }
  return most;
}

/* Spins about itself that nothing opposes: a point mass, whose inertia stands for none. */
static int is_idle(const pairing *p, const char *column) {
  int is_spin = strcmp(column, "absorber.alpha") == 0 || strcmp(column, "pivot.acceleration") == 0;
  return is_spin && strncmp(p->model, "absorber", 8) == 0;
}

static void compare_columns(const pairing *p, const result *a, const result *b) {
  const ptl_column *columns;
  int n = ptl_system_get_columns(a->system, &columns);
  for (int c = 2; c < n; c++) {
    double allowed = p->columns * scale_of(b, columns[c].unit);
    if (is_idle(p, columns[c].name)) continue;
    for (int k = 0;; k++) {
      int i = plain_row(a, k), j = plain_row(b, k);
      assert_int_equal(i < 0, j < 0);
      if (i < 0) break;
      double x = rows_at(&a->trace, i, c), y = rows_at(&b->trace, j, c);
      if (!(fabs(x - y) <= allowed))
        fail_msg("%s: %s is %.12g and %.12g at %g s, allowed %.3g", p->model, columns[c].name, x, y,
                 rows_at(&a->trace, i, 0), allowed);
    }
  }
}

/* The next touch or part of this gap after event *at, or NULL. The largest depths of a contact that
 * has come to rest are noise. */
static const ptl_event *next_of(const result *r, int gap, int *at) {
  while (++*at < r->trace.n_events) {
    const ptl_event *e = &r->trace.events[*at];
    if (e->gap == gap && (e->kind == PTL_EVENT_TOUCH || e->kind == PTL_EVENT_PART)) return e;
  }
  return NULL;
}

static int compare_events(const pairing *p, const result *a, const result *b) {
  int count = 0;
  for (int g = 0; g < a->summary.n_gaps; g++) {
    int i = -1, j = -1;
    for (const ptl_event *e; (e = next_of(a, g, &i)) != NULL; count++) {
      const ptl_event *f = next_of(b, g, &j);
      if (f == NULL) fail_msg("%s: gap %d: more events than by IDA", p->model, g);
      assert_int_equal(e->kind, f->kind);
      if (!(fabs(e->time - f->time) <= p->times))
        fail_msg("%s: gap %d: %.12g and %.12g s", p->model, g, e->time, f->time);
    }
    if (next_of(b, g, &j) != NULL) fail_msg("%s: gap %d: fewer events than by IDA", p->model, g);
  }
  return count;
}

/* Touch, part, touch, ...: none of zero length. */
static void check_order_of_contacts(const char *name, const result *r) {
  for (int g = 0; g < r->summary.n_gaps; g++) {
    const ptl_event *last = NULL;
    int i = -1, touches = 0, parts = 0;
    for (const ptl_event *e; (e = next_of(r, g, &i)) != NULL; last = e) {
      touches += e->kind == PTL_EVENT_TOUCH;
      parts += e->kind == PTL_EVENT_PART;
      if (last == NULL) continue;
      if (e->kind == last->kind || !(e->time > last->time))
        fail_msg("%s: gap %d: events out of order at %.17g s", name, g, e->time);
    }
    assert_true(abs(touches - parts) <= 1);
  }
}

static void the_two_agree(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof pairings / sizeof *pairings; k++) {
    const pairing *p = &pairings[k];
    result a = run_as(p, "auto"), b = run_as(p, "ida");
    assert_true(a.summary.counters.dop853_steps > 0);
    assert_int_equal(b.summary.counters.dop853_steps, 0);
    compare_columns(p, &a, &b);
    int events = compare_events(p, &a, &b);
    check_order_of_contacts(p->model, &a);
    print_message("%s: %d and %d steps, %d events\n", p->model, (int)a.summary.counters.steps,
                  (int)b.summary.counters.steps, events);
    drop(&a);
    drop(&b);
  }
}

/* ------------------------------------------------------------------ one contact in closed form */

/* A ball of 1 kg flies at 1 m/s against a wall 1 mm away. */
#define WALL(law, rest)                                                \
  "pintle: 1\n"                                                        \
  "bodies:\n"                                                          \
  "  ball: {mass: 1 kg, inertia: 1e-3 kg m^2, velocity: [1 m/s, 0]}\n" \
  "joints:\n"                                                          \
  "  wall:\n"                                                          \
  "    type: pin_in_slot\n"                                            \
  "    slot: {body: ground, line: {from: [0, -1], to: [0, 1]}}\n"      \
  "    pin: {body: ball, at: [0, 0], radius: 10 mm}\n"                 \
  "    clearance: 1 mm\n"                                              \
  "    contact: law\n"                                                 \
  "contacts:\n"                                                        \
  "  law: {" law                                                       \
  "}\n"                                                                \
  "run: {until: 6 ms, every: 1 ms, rtol: 1e-10, start: given" rest "}\n"

typedef struct contact {
  double touch, part, speed; /* [s], [s], [m/s] on leaving */
} contact;

static contact first_contact(const result *r) {
  contact c = {NAN, NAN, NAN};
  for (int e = 0; e < r->trace.n_events; e++) {
    const ptl_event *event = &r->trace.events[e];
    if (event->kind == PTL_EVENT_TOUCH && isnan(c.touch)) c.touch = event->time;
    if (event->kind != PTL_EVENT_PART || !isnan(c.part)) continue;
    c.part = event->time;
    c.speed = -event->rate;
  }
  return c;
}

/* F = K d^n. Expected: energy is kept, so that d_m^(n+1) = (n + 1) m v^2/(2 K) and
 * the time is 2 d_m/v times the integral of dx/sqrt(1 - x^(n+1)) from 0 to 1, a beta function. */
static void elastic_impacts_take_their_time(void **state) {
  static const char *const exponents[] = {"1", "1.08", "1.5", "2"};
  (void)state;
  for (int i = 0; i < 4; i++) {
    double n = atof(exponents[i]), k = 1e6 * pow(1e3, n - 1.0), p = 1.0 / (n + 1.0);
    char stiffness[32];
    snprintf(stiffness, sizeof stiffness, "%.17g", k);
    ptl_setting settings[] = {{"contacts.law.elastic.exponent", exponents[i]},
                              {"contacts.law.elastic.stiffness", stiffness}};
    result r = run_text(WALL("elastic: {law: power, stiffness: 1, exponent: 1}", ""), settings, 2);
    double deepest = pow((n + 1.0) / (2.0 * k), p);
    double time = 2.0 * deepest * sqrt(pi) * p * tgamma(p) / tgamma(p + 0.5);
    contact c = first_contact(&r);
    assert_near(c.touch, 1e-3, 1e-13);
    assert_near(c.part - c.touch, time, 1e-8 * time);
    assert_near(c.speed, 1.0, 1e-8);
    assert_near(r.summary.gaps[0].deepest + r.summary.gaps[1].deepest, deepest, 1e-8 * deepest);
    check_order_of_contacts(exponents[i], &r);
    assert_int_equal(r.summary.counters.dop853_steps, r.summary.counters.steps);
    print_message("exponent %s: %d steps\n", exponents[i], (int)r.summary.counters.steps);
    drop(&r);
  }
}

/* F = K d + C d', which jumps at the touch and pulls before the parts separate. Expected: half a
 * period of the damped oscillator. */
static void a_force_that_jumps(void **state) {
  static const char *const text = WALL(
      "elastic: {law: power, stiffness: 1e6, exponent: 1}, "
      "damping: {law: kelvin_voigt, coefficient: 400}",
      "");
  (void)state;
  result r = run_text(text, NULL, 0);
  double decay = 200.0, omega = sqrt(1e6 - decay * decay);
  contact c = first_contact(&r);
  assert_near(c.part - c.touch, pi / omega, 1e-8 * pi / omega);
  assert_near(c.speed, exp(-decay * pi / omega), 1e-8);
  check_order_of_contacts("kelvin_voigt", &r);
  drop(&r);
}

/* The same without the pull, where the force ends before the depth does. Expected: as by IDA. */
static void a_force_that_is_cut_off(void **state) {
  static const char *const text = WALL(
      "elastic: {law: power, stiffness: 1e6, exponent: 1}, "
      "damping: {law: kelvin_voigt_clamped, coefficient: 400}",
      "");
  static const ptl_setting ida = {"run.integrator", "ida"};
  (void)state;
  result a = run_text(text, NULL, 0), b = run_text(text, &ida, 1);
  contact c = first_contact(&a), d = first_contact(&b);
  assert_near(c.part, d.part, 1e-7);
  assert_near(c.speed, d.speed, 1e-7);
  check_order_of_contacts("kelvin_voigt_clamped", &a);
  drop(&a);
  drop(&b);
}

/* Luding's hysteresis. Expected: e = sqrt(k1/k2), k2 = k1 + (k2max - k1) d_m/d* at d_m = v
 * sqrt(m/k1), d* = k2max/(k2max - k1) phi 2 R. */
static void a_law_with_a_memory(void **state) {
  static const char *const text = WALL(
      "elastic: {law: luding, stiffness: 1e6, max_stiffness_ratio: 5, plasticity_depth: 0.5}, "
      "radii: [10 mm, 15 mm]",
      "");
  (void)state;
  result r = run_text(text, NULL, 0);
  double limit = 1.25 * 0.5 * 2.0 * 0.006;
  contact c = first_contact(&r);
  assert_near(c.speed, sqrt(1.0 / (1.0 + 4.0 * 1e-3 / limit)), 1e-7);
  check_order_of_contacts("luding", &r);
  drop(&r);
}

/* ------------------------------------------------------------------ special contacts */

#define FLOOR(from, to)                                             \
  "type: circle_line, line: {body: ground, from: " from ", to: " to \
  "}, "                                                             \
  "circle: {body: ball, radius: 10 mm}, contact: law"

/* A ball falls into a groove of two walls at 45 degrees. Expected: both are touched at once, and
 * along the symmetry a linear spring of 2 K cos^2(45 deg) = K acts: half a period pi sqrt(m/K),
 * without gravity. */
static void two_gaps_touch_at_once(void **state) {
  static const char *const text =
      "pintle: 1\n"
      "bodies:\n"
      "  ball: {mass: 1, inertia: 1e-4, position: [0, 0.1], velocity: [0, -1]}\n"
      "joints:\n"
      "  left: {" FLOOR("[-1, 1]", "[0, 0]") "}\n"
      "  right: {" FLOOR("[0, 0]", "[1, 1]") "}\n"
      "contacts: {law: {elastic: {law: power, stiffness: 1e6, exponent: 1}}}\n"
      "run: {until: 0.2, every: 0.01, rtol: 1e-10, start: given}\n";
  (void)state;
  result r = run_text(text, NULL, 0);
  int touches = 0, parts = 0;
  double touch = 0.1 - 0.01 * sqrt(2.0), part = touch + pi * 1e-3;
  for (int i = 0; i < r.trace.n_events; i++) {
    const ptl_event *e = &r.trace.events[i];
    touches += e->kind == PTL_EVENT_TOUCH;
    parts += e->kind == PTL_EVENT_PART;
    if (e->kind == PTL_EVENT_TOUCH) assert_near(e->time, touch, 1e-12);
    if (e->kind == PTL_EVENT_PART) assert_near(e->time, part, 1e-10);
  }
  assert_int_equal(touches, 2);
  assert_int_equal(parts, 2);
  check_order_of_contacts("groove", &r);
  assert_near(value(&r, r.trace.n - 1, "ball.vy"), 1.0, 1e-8);
  assert_near(value(&r, r.trace.n - 1, "ball.x"), 0.0, 1e-12);
  drop(&r);
}

#define RESTING                                                     \
  "pintle: 1\n"                                                     \
  "gravity: [0, -10]\n"                                             \
  "bodies: {ball: {mass: 1, inertia: 1e-4, position: [0, 0.01]}}\n" \
  "joints: {floor: {" FLOOR("[-1, 0]", "[1, 0]") "}}\n"

/* A ball lies on a floor, just touching, when gravity begins to act. Expected: the depth is the
 * response of a damped oscillator to a step, g/w^2 (1 - exp(-a t)(cos w1 t + a/w1 sin w1 t)); it
 * never parts. */
static void a_ball_that_rests_from_the_start(void **state) {
  static const char *const text = RESTING
      "contacts: {law: {elastic: {law: power, stiffness: 1e4, exponent: 1}, "
      "damping: {law: kelvin_voigt, coefficient: 20}}}\n"
      "run: {until: 0.3, every: 5 ms, rtol: 1e-9, start: given}\n";
  (void)state;
  result r = run_text(text, NULL, 0);
  double a = 10.0, w = sqrt(1e4 - a * a);
  for (int i = 0; i < r.trace.n; i++) {
    double t = rows_at(&r.trace, i, 0);
    double depth = 10.0 / 1e4 * (1.0 - exp(-a * t) * (cos(w * t) + a / w * sin(w * t)));
    assert_near(value(&r, i, "ball.y"), 0.01 - depth, 1e-9);
  }
  assert_int_equal(r.summary.gaps[0].touches, 1);
  for (int i = 0; i < r.trace.n_events; i++) assert_true(r.trace.events[i].kind != PTL_EVENT_PART);
  drop(&r);
}

/* The yoke's pin grazes a wall within one flight. Expected: the number of contacts that IDA finds.
 */
static void a_grazing_contact_is_found(void **state) {
  static const ptl_setting settings[] = {
      {"joints.slot.contact", "goldsmith"}, {"run.rtol", "1e-9"}, {"run.integrator", "auto"}};
  ptl_setting by_ida[] = {settings[0], settings[1], {"run.integrator", "ida"}};
  int64_t touches[2] = {0, 0};
  (void)state;
  for (int i = 0; i < 2; i++) {
    result r = run_model("scotch_yoke", i == 0 ? settings : by_ida, 3);
    for (int g = 0; g < r.summary.n_gaps; g++) touches[i] += r.summary.gaps[g].touches;
    check_order_of_contacts("scotch_yoke", &r);
    drop(&r);
  }
  assert_int_equal(touches[0], touches[1]);
  assert_int_equal(touches[0], 28);
}

/* ------------------------------------------------------------------ choice of the method */

/* A ball falls on a stiff, strongly damped floor, comes to rest on it, and is drawn up again at 1.2
 * s. Expected: while it lies there stability would decide about explicit steps, so IDA takes over;
 * when it has parted the steps are explicit again. In the end it flies at 20 m/s^2 * 0.8 s, but for
 * what the floor gives back when it is let off: less than g/w, where w = 1.8e3/s is that of the
 * ball on the floor. */
static void a_stiff_contact_comes_and_goes(void **state) {
  static const char *const text = RESTING
      "loads: {crane: {body: ball, force: [0, 'time < 1.2 s ? 0 N : 30 N']}}\n"
      "contacts: {law: {elastic: {law: power, stiffness: 1e9, exponent: 1.5}, "
      "damping: {law: lankarani_nikravesh, restitution: 0.2}}}\n"
      "run: {until: 2, every: 20 ms, rtol: 1e-7, start: given}\n";
  static const ptl_setting before = {"run.until", "1.1 s"};
  (void)state;
  result part = run_text(text, &before, 1), whole = run_text(text, NULL, 0);
  ptl_counters a = part.summary.counters, b = whole.summary.counters;
  print_message("until 1.1 s %d of %d steps are explicit, until 2 s %d of %d\n",
                (int)a.dop853_steps, (int)a.steps, (int)b.dop853_steps, (int)b.steps);
  assert_true(a.dop853_steps > 0 && a.dop853_steps < a.steps);
  assert_true(b.dop853_steps > a.dop853_steps && b.dop853_steps < b.steps);
  assert_near(value(&whole, whole.trace.n - 1, "ball.vy"), 20.0 * 0.8, 10.0 / 1.8e3);
  drop(&part);
  drop(&whole);
}

/* A ball falls by 10 um onto a hard floor and jumps until it rests, picometres deep, 1e-4 of the
 * tolerance of positions. Expected: energies balance to a part of m g h. */
static void a_ball_comes_to_rest_on_a_hard_floor(void **state) {
  static const double balance[] = {2e-3, 1e-4}, energy = 4e-3 * 9.81 * 1e-5;
  (void)state;
  for (int i = 0; i < 2; i++) {
    const ptl_setting rtol = {"run.rtol", i == 0 ? "1e-5" : "1e-6"};
    result r = run_text(
        "pintle: 1\ngravity: [0, -9.81]\n"
        "bodies: {ball: {mass: 4e-3, inertia: 1e-3, position: [0, 5.00001]}}\n"
        "joints: {floor: {type: circle_line, line: {body: ground, from: [-10, 0], to: [10, 0]}, "
        "circle: {body: ball, radius: 5}, contact: hard}}\n"
        "contacts: {hard: {elastic: {law: power, stiffness: 6e9, exponent: 1}, "
        "damping: {law: hunt_crossley, restitution: 0.75}}}\n"
        "run: {until: 0.03, every: 1e-3, integrator: dop853}\n",
        &rtol, 1);
    assert_true(r.summary.largest_imbalance < balance[i] * energy);
    drop(&r);
  }
}

static void runs_repeat_to_the_bit(void **state) {
  static const char *const models[] = {"slider_crank_clearance", "bouncing_ball", "cam_follower"};
  static const ptl_setting settings[] = {{"run.until", "5 ms"}, {"run.every", "0.1 ms"}};
  (void)state;
  for (int i = 0; i < 3; i++) {
    result a = run_model(models[i], settings, i == 1 ? 0 : 2);
    result b = run_model(models[i], settings, i == 1 ? 0 : 2);
    assert_int_equal(a.trace.n, b.trace.n);
    assert_int_equal(a.trace.n_events, b.trace.n_events);
    assert_memory_equal(a.trace.values, b.trace.values,
                        sizeof(double) * (size_t)a.trace.n * (size_t)a.trace.width);
    for (int e = 0; e < a.trace.n_events; e++)
      assert_true(a.trace.events[e].time == b.trace.events[e].time &&
                  a.trace.events[e].impulse == b.trace.events[e].impulse);
    assert_int_equal(a.summary.counters.residuals, b.summary.counters.residuals);
    drop(&a);
    drop(&b);
  }
}

typedef struct course {
  double last, longest;
} course;

static int note_step(void *user, double fraction) {
  course *c = user;
  c->longest = fmax(c->longest, fraction - c->last);
  c->last = fraction;
  return 0;
}

/* Parts of a second are the times themselves. */
static void no_step_is_longer_than_allowed(void **state) {
  static const char *const integrators[] = {"auto", "ida"};
  (void)state;
  for (int i = 0; i < 2; i++) {
    const ptl_setting settings[] = {
        {"run.until", "1 s"}, {"run.max_step", "3 ms"}, {"run.integrator", integrators[i]}};
    char path[512];
    course c = {0};
    ptl_sink sink = {.progress = note_step, .user = &c};
    snprintf(path, sizeof path, PINTLE_MODELS "/bouncing_ball.yaml");
    ptl_mechanism *m;
    must(context, ptl_mechanism_load(context, path, settings, 3, &m));
    ptl_system *s;
    must(context, ptl_assemble(m, &s));
    ptl_summary sum;
    must(context, ptl_simulate(context, s, NULL, &sink, &sum));
    assert_true(c.last == 1.0);
    assert_true(c.longest <= 3e-3 * (1.0 + 1e-9));
    assert_true(c.longest > 2e-3); /* the flight would allow for more */
    ptl_summary_release(context, &sum);
    ptl_system_destroy(s);
    ptl_mechanism_destroy(m);
  }
}

/* Angle of the chain's first post after 20 s: as one pendulum, a'' = c sin a from the upright at 1
 * rad/s, by the classical Runge-Kutta method. */
static double post_of_chain(double c) {
  const double h = 1e-4;
  double a = 0.0, v = 1.0;
  for (int i = 0; i < 200000; i++) {
    double k1 = c * sin(a), k2 = c * sin(a + 0.5 * h * v);
    double k3 = c * sin(a + 0.5 * h * v + 0.25 * h * h * k1);
    double k4 = c * sin(a + h * v + 0.5 * h * h * k2);
    a += h * v + h * h / 6.0 * (k1 + k2 + k3);
    v += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  return 0.5 * pi - a;
}

/* The chain passes flat positions, in which its equations depend on each other, four times in 20 s.
 * Expected: explicit steps that go over them, to where the pendulum is that the chain of N = 5 is,
 * c = g ((N + 1)/2 + N)/((N + 1)/3 + N). The energy is conserved. */
static void steps_go_over_flat_positions(void **state) {
  static const char *const tolerances[] = {"1e-5", "1e-6", "3e-7", "1e-7", "1e-8"};
  const double expected = post_of_chain(9.81 * 8.0 / 7.0);
  (void)state;
  for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
    const ptl_setting settings[] = {{"run.rtol", tolerances[i]}, {"run.every", "1 s"}};
    result r = run_model("n_four_bar", settings, 2);
    const ptl_summary *sum = &r.summary;
    assert_int_equal(sum->counters.dop853_steps, sum->counters.steps);
    assert_true(sum->largest_imbalance < 1e-6 * sum->largest_energy);
    double rtol = strtod(tolerances[i], NULL);
    print_message("rtol %s: off by %.2g rad\n", tolerances[i],
                  value(&r, r.trace.n - 1, "post0.angle") - expected);
    assert_near(value(&r, r.trace.n - 1, "post0.angle"), expected, 10.0 * rtol);
    drop(&r);
  }
}

#define DISC                                                                               \
  "pintle: 1\ngravity: [0, -10]\n"                                                         \
  "bodies:\n"                                                                              \
  "  arm: {mass: 2, inertia: 0.1, position: [1, 1]}\n"                                     \
  "  disc: {mass: 1, inertia: 0.05, position: [2, 1.3], rate: 20}\n"                       \
  "run: {until: 0.5 s, every: 0.1 s}\n"                                                    \
  "joints:\n"                                                                              \
  "  shaft: {type: revolute, bodies: [ground, arm], at: [0.3, 0.7]}\n"                     \
  "  rubs: {type: revolute, bodies: [arm, disc], at: [1.7, 1.2], radius: 0.02, friction: " \
  "{law: coulomb, coefficient: 0.2}}\n"

/* Two pins in one place share what one carries alone, half each, so that friction in one of them is
 * that of one pin with half the coefficient, which DOP853 solves. What rounding makes of their
 * shares must not keep IDA's steps short. */
static void redundant_pins_share_their_friction(void **state) {
  static const char one[] = DISC,
                    two[] = DISC "  plain: {type: revolute, bodies: [arm, disc], at: [1.7, 1.2]}\n";
  static const char *const tolerances[] = {"1e-8", "1e-9", "1e-10"};
  const ptl_setting halved[] = {{"run.rtol", "1e-10"}, {"joints.rubs.friction.coefficient", "0.1"}};
  result expected = run_text(one, halved, 2);
  const int end = expected.trace.n - 1;
  (void)state;
  for (int i = 0; i < 3; i++) {
    const ptl_setting settings[] = {{"run.rtol", tolerances[i]}, {"run.limits.steps", "10000"}};
    result r = run_text(two, settings, 2);
    assert_near(value(&r, end, "disc.angle"), value(&expected, end, "disc.angle"), 1e-6);
    assert_near(value(&r, end, "shaft.angle"), value(&expected, end, "shaft.angle"), 1e-6);
    drop(&r);
  }
  drop(&expected);
}

/* A pin at rest in the middle of its bearing, where no direction leads from centre to centre; the
 * bristles of its friction follow the slip from there. Expected: it falls freely, by g t^2/2 until
 * it touches. */
static void pins_leave_the_middle_of_their_bearings(void **state) {
  static const char text[] =
      "pintle: 1\ngravity: [0, -9.81]\n"
      "bodies:\n  disc: {mass: 47.5054, inertia: 0.004037, position: [-0.00595847, -0.016281], "
      "angle: -2.35338}\n"
      "joints:\n  pin: {type: revolute, bodies: [ground, disc], at: [-0.00595847, -0.016281], "
      "radius: 0.00165025, "
      "clearance: 1.6292e-05, "
      "contact: c, friction: {law: lugre, kinetic: 0.02, static: 0.03}}\n"
      "contacts:\n  c: {elastic: {law: power, stiffness: 8e11, exponent: 1}, damping: {law: "
      "hunt_crossley, alpha: 0.1}}\n"
      "run: {until: 1.8 ms, every: 0.2 ms}\n";
  static const char *const integrators[] = {"ida", "dop853"};
  (void)state;
  for (int i = 0; i < 2; i++) {
    const ptl_setting settings[] = {{"run.integrator", integrators[i]}};
    result r = run_text(text, settings, 1);
    assert_near(value(&r, r.trace.n - 1, "disc.y"), -0.016281 - 0.5 * 9.81 * 1.8e-3 * 1.8e-3,
                1e-11);
    drop(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_two_agree),
      cmocka_unit_test(elastic_impacts_take_their_time),
      cmocka_unit_test(a_force_that_jumps),
      cmocka_unit_test(a_force_that_is_cut_off),
      cmocka_unit_test(a_law_with_a_memory),
      cmocka_unit_test(two_gaps_touch_at_once),
      cmocka_unit_test(a_ball_that_rests_from_the_start),
      cmocka_unit_test(a_grazing_contact_is_found),
      cmocka_unit_test(a_stiff_contact_comes_and_goes),
      cmocka_unit_test(a_ball_comes_to_rest_on_a_hard_floor),
      cmocka_unit_test(runs_repeat_to_the_bit),
      cmocka_unit_test(no_step_is_longer_than_allowed),
      cmocka_unit_test(steps_go_over_flat_positions),
      cmocka_unit_test(redundant_pins_share_their_friction),
      cmocka_unit_test(pins_leave_the_middle_of_their_bearings),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
