/* Contacts that are struck while closed, by both integrators. Expected: an integration of this
 * file's own (Runge-Kutta of order 4, fixed steps, written for these cases alone) of point masses
 * on F = K d^1.5 (1 + eps d'/v), where v is the speed at touch or, from then on, the largest |d'|
 * less a quarter of that speed, if that is more; and conservation of energy where nothing is
 * lost. */
#include "support.h"

static const char *const integrators[] = {"auto", "ida"};
static const double floor_speed = 1e-3, K = 1e7;

/* ---------------------------------------------------------------- own integration */

typedef struct law {
  double eps, touch, reference; /* [1], [m/s], [m/s]; touch 0: open */
} law;

typedef struct
    masses { /* at most two of 1 kg in a row, on the floor at 0; depths of both contacts and rates */
  int n;
  double depth[2], rate[2], gravity;
  law laws[2];
  double (*push)(double t);   /* on the first, towards the floor [N] */
  double peak[2], parting[2]; /* of the first contact [N], [m/s] */
} masses;

static double speed_of(const law *l, double rate) {
  return fmax(l->reference, fabs(rate) - 0.25 * l->touch);
}

static double force_of(const law *l, double depth, double rate) {
  if (depth <= 0.0 || l->touch == 0.0) return 0.0;
  return fmax(0.0, K * pow(depth, 1.5) * (1.0 + l->eps * rate / speed_of(l, rate)));
}

/* depth[0] = -y1, depth[1] = y1 - y2: accelerations from both forces. */
static void accelerations(const masses *m, double t, const double *d, const double *v, double *a) {
  double f[2] = {force_of(&m->laws[0], d[0], v[0]), 0.0};
  if (m->n > 1) f[1] = force_of(&m->laws[1], d[1], v[1]);
  double push = m->push != NULL ? m->push(t) : 0.0;
  a[0] = m->gravity + push - f[0] + f[1];
  a[1] = m->gravity - f[1] - a[0];
}

static void advance(masses *m, double t, double h) {
  double d[4][2] = {{0.0}}, v[4][2] = {{0.0}}, a[4][2];
  static const double part[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0};
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < m->n; i++) {
      d[k][i] = m->depth[i] + (k > 0 ? part[k] * h * v[k - 1][i] : 0.0);
      v[k][i] = m->rate[i] + (k > 0 ? part[k] * h * a[k - 1][i] : 0.0);
    }
    accelerations(m, t + part[k] * h, d[k], v[k], a[k]);
  }
  for (int i = 0; i < m->n; i++)
    for (int k = 0; k < 4; k++) {
      m->depth[i] += weight[k] / 6.0 * h * v[k][i];
      m->rate[i] += weight[k] / 6.0 * h * a[k][i];
    }
}

/* What a step has done to a contact. */
static void follow(masses *m, int i) {
  law *l = &m->laws[i];
  if (l->touch == 0.0 && m->depth[i] > 0.0) {
    l->touch = l->reference = fmax(m->rate[i], floor_speed);
  } else if (l->touch > 0.0 && m->depth[i] <= 0.0) {
    if (m->parting[i] == 0.0) m->parting[i] = -m->rate[i];
    l->touch = l->reference = 0.0;
  }
  if (l->touch == 0.0) return;
  l->reference = speed_of(l, m->rate[i]);
  if (m->parting[i] == 0.0) m->peak[i] = fmax(m->peak[i], force_of(l, m->depth[i], m->rate[i]));
}

static void integrate(masses *m, double until) {
  static const double h = 5e-8;
  for (int i = 0; i < m->n; i++) follow(m, i);
  for (int k = 0; k * h < until; k++) {
    advance(m, k * h, h);
    for (int i = 0; i < m->n; i++) follow(m, i);
  }
}

/* Closed form of the exact law: eps (1 + c) = ln((1 + eps)/(1 - eps c)), by bisection. */
static double exact_eps(double c) {
  double low = 1e-12, high = (1.0 - 1e-12) / c;
  for (int i = 0; i < 200; i++) {
    double eps = 0.5 * (low + high);
    if (eps * (1.0 + c) > log((1.0 + eps) / (1.0 - eps * c)))
      low = eps;
    else
      high = eps;
  }
  return low;
}

typedef struct damping {
  const char *law, *restitution;
  double eps;
} damping;

/* eps as the laws' papers have it. */
static const damping *dampings(int *n) {
  static damping list[6];
  *n = 6;
  list[0] = (damping){"exact", "0.9", exact_eps(0.9)};
  list[1] = (damping){"exact", "0.5", exact_eps(0.5)};
  list[2] = (damping){"hunt_crossley", "0.9", 1.5 * 0.1};
  list[3] = (damping){"lankarani_nikravesh", "0.5", 0.75 * (1.0 - 0.25)};
  list[4] = (damping){"flores", "0.5", 8.0 * 0.5 / (5.0 * 0.5)};
  list[5] = (damping){"exact", "1", 0.0};
  return list;
}

/* ---------------------------------------------------------------- models */

static const char *const ball =
    "pintle: 1\n"
    "gravity: [0, GRAVITY]\n"
    "bodies:\n"
    "  a: {mass: 1, inertia: 1e-3, position: [0, HEIGHT], velocity: [0, SPEED]}\n"
    "joints:\n"
    "  f: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0], solid: right}, "
    "circle: {body: a, "
    "radius: 0.05}, contact: k}\n"
    "contacts:\n"
    "  k: {elastic: {law: power, stiffness: 1e7, exponent: 1.5}, damping: {law: exact, "
    "restitution: 0.5}}\n"
    "loads:\n"
    "  p: {body: a, force: [0, 'LOAD']}\n"
    "run: {until: 10 ms, every: 1 ms, start: given, speed: 1, length: 0.05, rtol: 1e-9, max_step: "
    "20 us}\n";

/* A load that does not act within a run. */
static const char *const never = "time > 1 s ? 1 N : 0 N";

/* Replaces the words of a template, "NAME", "value", ..., NULL. */
static const char *fill(const char *template, ...) {
  static char text[4096];
  snprintf(text, sizeof text, "%s", template);
  va_list words;
  va_start(words, template);
  for (const char *word; (word = va_arg(words, const char *)) != NULL;) {
    const char *value = va_arg(words, const char *);
    for (char *at; (at = strstr(text, word)) != NULL;) {
      memmove(at + strlen(value), at + strlen(word), strlen(at + strlen(word)) + 1);
      memcpy(at, value, strlen(value));
    }
  }
  va_end(words);
  return text;
}

typedef struct outcome {
  double parting[2], peak[2], ratio[2]; /* of the first contact; of the gap */
} outcome;

static outcome run(ptl_context *context, const char *text, const damping *d,
                   const char *integrator) {
  const ptl_setting settings[] = {{"contacts.k.damping.law", d->law},
                                  {"contacts.k.damping.restitution", d->restitution},
                                  {"run.integrator", integrator}};
  ptl_system *s = system_of(context, text, settings, 3);
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  outcome out = {{0.0}, {0.0}, {0.0}};
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  for (int e = trace.n_events - 1; e >= 0; e--) {
    const ptl_event *event = &trace.events[e];
    if (event->kind != PTL_EVENT_PART) continue;
    out.parting[event->gap] = -event->rate;
    out.peak[event->gap] = event->peak_force;
  }
  for (int g = 0; g < sum.n_gaps; g++) out.ratio[g] = sum.gaps[g].largest_speed_ratio;
  rows_release(&trace);
  ptl_summary_release(context, &sum);
  ptl_system_destroy(s);
  return out;
}

/* ---------------------------------------------------------------- one ball */

static double half_sine(double t, double begins, double impulse) {
  static const double length = 2e-4;
  double x = (t - begins) / length;
  return x > 0.0 && x < 1.0 ? impulse * acos(-1.0) / (2.0 * length) * sin(acos(-1.0) * x) : 0.0;
}

static double blow_at_start(double t) {
  return half_sine(t, 0.0, 1.0);
}

/* A ball that rests on the floor, its weight on it, takes 1 N s. With restitution 0.9 it used to
 * leave at 0.005 m/s. */
static void resting_ball_rebounds(void **state) {
  const char *text =
      fill(ball, "GRAVITY", "-9.81", "HEIGHT", "0.04990127071202962", "SPEED", "0", "LOAD",
           "time < 0.2 ms ? -7853.981633974483 N*sin(15707.963267948966 rad/s*time) : 0 N", NULL);
  int n;
  const damping *list = dampings(&n);
  for (int k = 0; k < n; k++) {
    masses m = {.n = 1, .gravity = 9.81, .push = blow_at_start, .laws = {{.eps = list[k].eps}}};
    m.depth[0] = pow(9.81 / K, 1.0 / 1.5);
    integrate(&m, 1e-2);
    for (int i = 0; i < 2; i++) {
      outcome o = run(*state, text, &list[k], integrators[i]);
      assert_near(o.parting[0], m.parting[0], 2e-5);
      assert_near(o.peak[0], m.peak[0], 2e-5 * m.peak[0]);
      if (list[k].eps > 0.0) assert_true(o.ratio[0] > 500.0);
    }
    double asked = atof(list[k].restitution);
    if (strcmp(list[k].law, "exact") == 0) assert_near(m.parting[0], asked, 0.02);
  }
}

static double blow_later(double t) {
  return half_sine(t, 1e-4, 1.0);
}

/* A gap that closes slower than the floor, and is then struck. */
static void slowly_closed_gap_rebounds(void **state) {
  const char *text =
      fill(ball, "GRAVITY", "0", "HEIGHT", "0.050000001", "SPEED", "-1e-4", "LOAD",
           "time > 0.1 ms && time < 0.3 ms ? -7853.981633974483 N*sin(15707.963267948966 "
           "rad/s*(time - 0.1 ms)) : 0 N",
           NULL);
  int n;
  const damping *list = dampings(&n);
  for (int k = 0; k < n; k++) {
    masses m = {.n = 1, .push = blow_later, .laws = {{.eps = list[k].eps}}};
    m.depth[0] = -1e-9;
    m.rate[0] = 1e-4;
    integrate(&m, 1e-2);
    for (int i = 0; i < 2; i++) {
      outcome o = run(*state, text, &list[k], integrators[i]);
      assert_near(o.parting[0], m.parting[0], 3e-5);
      assert_near(o.peak[0], m.peak[0], 3e-5 * m.peak[0]);
    }
  }
}

static double strong_then_weak(double t) {
  return 500.0 + half_sine(t, 0.0, 0.3) + half_sine(t, 8e-3, 0.03);
}

/* Pressed with 500 N, struck with 0.3 N s and, without having parted, with a tenth of that: the
 * reference speed of the strong blow stays, so that the weak one comes back as the strong one
 * has. */
static void weak_blow_after_a_strong_one_comes_back(void **state) {
  const char *text = fill(
      ball, "GRAVITY", "0", "HEIGHT", "0.0486427911797", "SPEED", "0", "LOAD",
      "(time < 0.2 ms ? -2356.194490192345 N*sin(15707.963267948966 rad/s*time) : 0 N) + (time "
      "> 8 ms && time < 8.2 ms ? -235.6194490192345 N*sin(15707.963267948966 rad/s*(time - 8 "
      "ms)) : 0 N) - 500 N",
      NULL);
  const damping list = {"exact", "0.9", exact_eps(0.9)};
  for (int i = 0; i < 2; i++) {
    const ptl_setting settings[] = {{"contacts.k.damping.restitution", "0.9"},
                                    {"run.until", "12 ms"},
                                    {"run.every", "50 us"},
                                    {"run.integrator", integrators[i]}};
    ptl_system *s = system_of(*state, text, settings, 4);
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    ptl_summary sum;
    must(*state, ptl_simulate(*state, s, NULL, &sink, &sum));
    assert_int_equal(sum.gaps[0].touches, 1);
    masses m = {.n = 1, .push = strong_then_weak, .laws = {{.eps = list.eps}}};
    m.depth[0] = pow(500.0 / K, 1.0 / 1.5);
    double in = 0.0, back = 0.0;
    int column = column_of(s, "f.contact.depth_rate");
    double before = 0.0, now = 0.0;
    for (int r = 1; r < trace.n; r++, before = now) {
      if (rows_at(&trace, r, 1) != 0.0) continue; /* rows of the contact are at other times */
      now = rows_at(&trace, r, 0);
      long first = lround(before / 5e-8), last = lround(now / 5e-8);
      for (long k = first; k < last; k++) {
        if (k == 0) follow(&m, 0);
        advance(&m, (double)k * 5e-8, 5e-8);
        follow(&m, 0);
      }
      double rate = rows_at(&trace, r, column);
      assert_near(rate, m.rate[0], 2e-5);
      if (now < 8e-3) continue;
      in = fmax(in, rate);
      back = fmin(back, rate);
    }
    assert_near(-back / in, 0.52, 0.03); /* 0 where each turn of the depth begins anew */
    rows_release(&trace);
    ptl_summary_release(*state, &sum);
    ptl_system_destroy(s);
  }
}

/* Free impacts are those of the papers: the restitution is the one asked for, and the reference
 * speed that at touch. Where a weight of a seventh of the peak pushes on, the rate exceeds it by
 * less than a quarter, which changes nothing: expected is the law with the speed at touch
 * throughout. */
static void free_impacts_keep_the_touch_speed(void **state) {
  const damping list = {"exact", "0.5", exact_eps(0.5)};
  static const char *const gravity[] = {"0", "-100"};
  for (int j = 0; j < 2; j++) {
    masses m = {.n = 1, .gravity = -atof(gravity[j]), .laws = {{.eps = list.eps}}};
    m.laws[0].touch = m.laws[0].reference = m.rate[0] = 1.0;
    m.depth[0] = 1e-12;
    integrate(&m, 1e-2);
    for (int i = 0; i < 2; i++) {
      const char *text =
          fill(ball, "GRAVITY", gravity[j], "HEIGHT", "0.05", "SPEED", "-1", "LOAD", never, NULL);
      outcome o = run(*state, text, &list, integrators[i]);
      assert_near(o.parting[0], m.parting[0], 1e-5);
      if (j == 0) assert_near(o.parting[0], 0.5, 1e-7);
      assert_near(o.ratio[0], 1.0, j == 0 ? 1e-12 : 0.1);
    }
  }
}

/* Expected: half of a free impact, from the deepest point on, gives back (1 - eps 2/3) of the
 * energy or less; what was pressed slowly and is let go must not stick. */
static void contact_that_is_let_go_opens(void **state) {
  const char *text =
      fill(ball, "GRAVITY", "0", "HEIGHT", "0.04824483", "SPEED", "0", "LOAD", never, NULL);
  const damping list = {"exact", "0.9", exact_eps(0.9)};
  masses m = {.n = 1, .laws = {{.eps = list.eps}}};
  m.depth[0] = 0.05 - 0.04824483;
  integrate(&m, 1e-2);
  assert_true(m.parting[0] > 0.9);
  for (int i = 0; i < 2; i++) {
    outcome o = run(*state, text, &list, integrators[i]);
    assert_near(o.parting[0], m.parting[0], 2e-5);
    assert_true(o.ratio[0] > 900.0);
  }
}

/* ---------------------------------------------------------------- two balls */

static const char *const stack =
    "pintle: 1\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  a: {mass: 1, inertia: 1e-3, position: [0, 0.05]}\n"
    "  b: {mass: 1, inertia: 1e-3, position: [0, 0.15001], velocity: [0, -1]}\n"
    "joints:\n"
    "  f: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0], solid: right}, "
    "circle: {body: a, "
    "radius: 0.05}, contact: k}\n"
    "  c: {type: circle_circle, a: {body: a, radius: 0.05}, b: {body: b, radius: 0.05}, contact: "
    "k}\n"
    "contacts:\n"
    "  k: {elastic: {law: power, stiffness: 1e7, exponent: 1.5}, damping: {law: exact, "
    "restitution: 0.5}}\n"
    "run: {until: 12 ms, every: 1 ms, start: given, speed: 1, length: 0.05, rtol: 1e-9}\n";

/* A ball rests below another that falls on it at 1 m/s: the floor is struck while closed. */
static void ball_below_another_passes_the_blow_on(void **state) {
  int n;
  const damping *list = dampings(&n);
  for (int k = 0; k < n; k++) {
    masses m = {.n = 2, .gravity = 9.81, .laws = {{.eps = list[k].eps}, {.eps = list[k].eps}}};
    m.depth[1] = -1e-5;
    m.rate[1] = 1.0;
    integrate(&m, 1.2e-2);
    for (int i = 0; i < 2; i++) {
      outcome o = run(*state, stack, &list[k], integrators[i]);
      for (int g = 0; g < 2; g++) {
        assert_near(o.parting[g], m.parting[g], 1e-4);
        assert_near(o.peak[g], m.peak[g], 1e-4 * m.peak[g]);
      }
    }
  }
}

/* ---------------------------------------------------------------- speeds that hardly change */

/* A ball that is driven into a floor is fastest where its drive's rate has a corner, and as good as
 * so for a while. Expected: one largest speed there, which is no cause to end the run, and the
 * integral of the rate in closed form. */
static void corner_of_the_speed_is_passed(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "bodies: {ball: {mass: 1, inertia: 1, position: [0, 0.505]}}\n"
      "joints:\n"
      "  guide: {type: translational, bodies: [ground, ball], axis: [0, 1]}\n"
      "  drive: {type: motion, joint: guide,\n"
      "    rate: \"-0.35 m/s * min(1, time/64.906 ms) * (1 - (time/1 s)^2)\"}\n"
      "  floor: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0]},\n"
      "    circle: {body: ball, radius: 0.5}, contact: c}\n"
      "contacts:\n"
      "  c: {elastic: {law: power, stiffness: 1e6, exponent: 1.5}, damping: {law: "
      "khulief_shabana,\n"
      "    restitution: 0.7}}\n"
      "run: {until: 0.4 s, every: 1 s, start: given}\n";
  static const char *const tolerances[] = {"1e-9", "3e-10", "1e-10", "3e-11", "1e-11"};
  const double corner = 64.906e-3, end = 0.4;
  const double way = 0.35 * (corner / 2.0 - pow(corner, 3.0) / 4.0 + end - corner -
                             (pow(end, 3.0) - pow(corner, 3.0)) / 3.0);
  for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
    const ptl_setting settings[] = {{"run.rtol", tolerances[i]}, {"run.integrator", "ida"}};
    ptl_system *s = system_of(*state, text, settings, 2);
    ptl_summary sum;
    must(*state, ptl_simulate(*state, s, NULL, NULL, &sum));
    assert_near(sum.gaps[0].deepest, way - 0.005, 1e-8);
    ptl_summary_release(*state, &sum);
    ptl_system_destroy(s);
  }
}

/* ---------------------------------------------------------------- starts */

/* 1 mm deep in K d^1.5: 0.4 K d^2.5 = 0.1265 J. */
static void closed_start_is_told(void **state) {
  const char *text =
      fill(ball, "GRAVITY", "0", "HEIGHT", "0.049", "SPEED", "0", "LOAD", never, NULL);
  ptl_system *s = system_of(*state, text, NULL, 0);
  ptl_gap_start start;
  ptl_summary sum;
  must(*state, ptl_system_get_gap_start(s, 0, &start));
  assert_near(start.depth, 1e-3, 1e-15);
  assert_near(start.energy, 0.4 * K * pow(1e-3, 2.5), 1e-12);
  must(*state, ptl_simulate(*state, s, NULL, NULL, &sum));
  assert_near(sum.gaps[0].start_depth, 1e-3, 1e-15);
  assert_near(sum.gaps[0].start_energy, start.energy, 0.0);
  ptl_summary_release(*state, &sum);
  assert_int_equal(ptl_system_get_gap_start(s, 1, &start), PTL_ERR_USAGE);
  ptl_system_destroy(s);
}

/* A law that goes out on another path gives back e^2 = 1/4 of what was pressed in. A gap that is
 * closed at the start and does not deepen has been pressed in as far as it is: the ball, pressed in
 * by 1 mm, leaves with 0.4 K d^2.5/4 beside what it has, from rest as where it parts already. */
static void closed_start_goes_out_as_the_law_does(void **state) {
  static const char *const laws[] = {"{law: lankarani_nikravesh_1994, restitution: 0.5}",
                                     "{law: gharib_hurmuzlu_2, energetic_restitution: 0.5}"};
  static const char *const speeds[] = {"0", "0.3"};
  const double stored = 0.25 * 0.4 * K * pow(1e-3, 2.5);
  for (int k = 0; k < 8; k++) {
    const double speed = atof(speeds[k / 4]);
    const char *text =
        fill(ball, "GRAVITY", "0", "HEIGHT", "0.049", "SPEED", speeds[k / 4], "LOAD", never, NULL);
    const ptl_setting settings[] = {{"run.integrator", integrators[k % 2]},
                                    {"contacts.k.damping", laws[k / 2 % 2]}};
    ptl_system *s = system_of(*state, text, settings, 2);
    ptl_summary sum;
    must(*state, ptl_simulate(*state, s, NULL, NULL, &sum));
    assert_near(sum.gaps[0].start_energy, stored, 1e-12);
    assert_near(sum.energy.kinetic, 0.5 * speed * speed + stored, 1e-6 * stored);
    assert_near(sum.energy.dissipated, 0.0, 1e-6 * stored);
    assert_near(sum.gaps[0].energy_lost, 0.0, 1e-6 * stored);
    ptl_summary_release(*state, &sum);
    ptl_system_destroy(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(resting_ball_rebounds),
                                     cmocka_unit_test(slowly_closed_gap_rebounds),
                                     cmocka_unit_test(weak_blow_after_a_strong_one_comes_back),
                                     cmocka_unit_test(free_impacts_keep_the_touch_speed),
                                     cmocka_unit_test(contact_that_is_let_go_opens),
                                     cmocka_unit_test(ball_below_another_passes_the_blow_on),
                                     cmocka_unit_test(corner_of_the_speed_is_passed),
                                     cmocka_unit_test(closed_start_is_told),
                                     cmocka_unit_test(closed_start_goes_out_as_the_law_does)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
