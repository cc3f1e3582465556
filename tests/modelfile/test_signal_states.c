/* test_signal_states.c: signals with states: rates, filters, delays, PID controllers, switches with
 * hysteresis. Expected values: closed forms. */
#include "jacobian_check.h"
#include "model_run.h"
#include "state.h"

static const char head[] =
    "pintle: 1\ngravity: [0, 0]\nbodies: {b: {mass: 2, inertia: 1}}\n"
    "joints: {rail: {type: translational, bodies: [ground, b]}}\n";
static const char *const integrators[] = {"dop853", "ida"};

static ptl_status load(const char *text, const ptl_setting *settings, int n, ptl_mechanism **out) {
  char whole[4000];
  snprintf(whole, sizeof whole, "%s%s", head, text);
  return ptl_mechanism_parse(context, whole, strlen(whole), "text", settings, n, out);
}

static ptl_system *system_of_text(const char *text, const char *integrator) {
  const ptl_setting setting = {"run.integrator", integrator};
  ptl_mechanism *m;
  ptl_system *system;
  must(context, load(text, &setting, 1, &m));
  must(context, ptl_assemble(m, &system));
  ptl_mechanism_destroy(m);
  return system;
}

static result run_text(const char *text, const char *integrator) {
  result r = {.system = system_of_text(text, integrator)};
  ptl_sink sink = rows_sink(&r.trace);
  must(context, ptl_simulate(context, r.system, NULL, &sink, &r.summary));
  return r;
}

/* Steps at 0.5 s of first and second order, damping z, time T: 1 - exp(-s/T) and 1 - exp(-z s/T)
 * (cos w s + z/sqrt(1 - z^2) sin w s), w = sqrt(1 - z^2)/T; a rate of its own; an integral of
 * sin. */
static void test_filters(void **state) {
  static const char model[] =
      "signals:\n"
      "  command: 'time < 0.5 s ? 0 mm : 1000 mm'\n"
      "  first: {filter: command, time: 100 ms}\n"
      "  second: {filter: command, time: 100 ms, damping: 0.3}\n"
      "  decay: {rate: -decay/(0.2 s), start: 3 N}\n"
      "  area: {rate: sin(4 rad/s*time), scale: 0.1 s}\n"
      "  both: first + second\n"
      "run: {until: 2 s, every: 20 ms}\n";
  const double T = 0.1, z = 0.3, root = sqrt(1.0 - z * z);
  (void)state;
  for (int k = 0; k < 2; k++) {
    result r = run_text(model, integrators[k]);
    assert_true(r.trace.n > 90);
    for (int i = 0; i < r.trace.n; i++) {
      const double t = value(&r, i, "time"), s = fmax(t - 0.5, 0.0) / T;
      assert_near(value(&r, i, "first"), 1.0 - exp(-s), 2e-7);
      assert_near(value(&r, i, "second"),
                  1.0 - exp(-z * s) * (cos(root * s) + z / root * sin(root * s)), 4e-7);
      assert_near(value(&r, i, "decay"), 3.0 * exp(-t / 0.2), 2e-7);
      assert_near(value(&r, i, "area"), (1.0 - cos(4.0 * t)) / 4.0, 1e-7);
      assert_near(value(&r, i, "both"), value(&r, i, "first") + value(&r, i, "second"), 1e-14);
    }
    drop(&r);
  }
}

/* A delay of order 1 is 1/(1 + T s); one of order 5 follows sin(w (t - T)) as exp(-i w T) and its
 * Pade approximation differ, (w T)^9 4! 5!/(8! 9!) at w T = 1. A value that is constant from the
 * start is there at once. */
static void test_delay(void **state) {
  static const char model[] =
      "signals:\n"
      "  u: sin(5 rad/s*time)\n"
      "  one: {delay: u, time: 0.2 s, order: 1}\n"
      "  same: {filter: u, time: 0.2 s}\n"
      "  five: {delay: u, time: 0.2 s, order: 5}\n"
      "  level: {delay: 3 N + 0*b.x*(1 N/m), time: 1 s}\n"
      "run: {until: 4 s, every: 0.1 s}\n";
  (void)state;
  for (int k = 0; k < 2; k++) {
    result r = run_text(model, integrators[k]);
    for (int i = 0; i < r.trace.n; i++) {
      const double t = value(&r, i, "time");
      assert_near(value(&r, i, "one"), value(&r, i, "same"), 1e-12);
      assert_near(value(&r, i, "level"), 3.0, 1e-7);
      if (t > 2.5) assert_near(value(&r, i, "five"), sin(5.0 * (t - 0.2)), 4e-7);
    }
    drop(&r);
  }
}

/* x(t) of x' = A x + c, n unknowns, by the series of the exponential over steps of 1 ms. */
static void propagate(int n, const double *A, const double *c, double t, double *x) {
  const int steps = (int)ceil(t / 1e-3);
  for (int s = 0; s < steps; s++) {
    double term[4], next[4];
    for (int i = 0; i < n; i++) {
      term[i] = c[i];
      for (int j = 0; j < n; j++) term[i] += A[n * i + j] * x[j];
      term[i] *= t / steps;
    }
    for (int order = 2; order < 20; order++) {
      for (int i = 0; i < n; i++) x[i] += term[i];
      for (int i = 0; i < n; i++) {
        next[i] = 0.0;
        for (int j = 0; j < n; j++) next[i] += A[n * i + j] * term[j];
        next[i] *= t / steps / order;
      }
      memcpy(term, next, sizeof next);
    }
  }
}

/* PID on a mass m: x'' = (kp e + I - kd x')/m, I' = ki e, e = 1 - x; by the matrix exponential.
 * With the derivative by a filter there is one more state, the filter's y' = (e - y)/T, and the
 * force kd (e - y)/T. */
static void test_pid(void **state) {
  static const char model[] =
      "signals:\n"
      "  e: 1 m - b.x\n"
      "  exact: {pid: e, kp: 40 N/m, ki: 30 N/m/s, kd: 8 N s/m, derivative: -b.vx}\n"
      "loads: {push: {body: b, force: [exact, 0 N]}}\nrun: {until: 3 s, every: 0.5 s}\n";
  static const char filtered[] =
      "signals:\n"
      "  e: 1 m - b.x\n"
      "  pid: {pid: e, kp: 40 N/m, ki: 30 N/m/s, kd: 8 N s/m, filter_time: 20 ms, start: 2 N}\n"
      "loads: {push: {body: b, force: [pid, 0 N]}}\nrun: {until: 3 s, every: 0.5 s}\n";
  const double m = 2.0, kp = 40.0, ki = 30.0, kd = 8.0, T = 0.02;
  const double A[9] = {0, 1, 0, -kp / m, -kd / m, 1 / m, -ki, 0, 0}, c[3] = {0, kp / m, ki};
  const double B[16] = {
      0, 1, 0, 0, -(kp + kd / T) / m, 0, 1 / m, -kd / T / m, -ki, 0, 0, 0, -1 / T, 0, 0, -1 / T};
  const double d[4] = {0, (kp + kd / T) / m, ki, 1 / T};
  (void)state;
  for (int k = 0; k < 2; k++) {
    result r = run_text(model, integrators[k]), f = run_text(filtered, integrators[k]);
    double x[3] = {0, 0, 0}, y[4] = {0, 0, 2, 1};
    for (int i = 1; i <= 6; i++) {
      propagate(3, A, c, 0.5, x);
      propagate(4, B, d, 0.5, y);
      assert_near(value(&r, plain_row(&r, i), "b.x"), x[0], 1e-6);
      assert_near(value(&r, plain_row(&r, i), "b.vx"), x[1], 2e-6);
      assert_near(value(&r, plain_row(&r, i), "exact_integral"), x[2], 2e-5);
      assert_near(value(&f, plain_row(&f, i), "b.x"), y[0], 1e-6);
      assert_near(value(&f, plain_row(&f, i), "pid_integral"), y[2], 2e-5);
    }
    drop(&r);
    drop(&f);
  }
}

/* A held error of 1: at the limit u = 10 the integral goes by I' = ki + (10 - kp - I)/Tt to 10 - kp
 * + ki Tt and no further, Tt = kp/ki; before, I = ki t until kp + I = 10. */
static void test_windup(void **state) {
  static const char model[] =
      "signals:\n"
      "  u: {pid: 1 + 0*time/(1 s), kp: 4 N, ki: 8 N/s, limits: [-10 N, 10 N]}\n"
      "run: {until: 3 s, every: 0.25 s}\n";
  const double kp = 4.0, ki = 8.0, Tt = 0.5, limited = 0.75;
  (void)state;
  for (int k = 0; k < 2; k++) {
    result r = run_text(model, integrators[k]);
    for (int i = 0; i < r.trace.n; i++) {
      const double t = value(&r, i, "time"), end = 10.0 - kp + ki * Tt;
      const double I = t < limited ? ki * t : end + (6.0 - end) * exp(-(t - limited) / Tt);
      assert_near(value(&r, i, "u_integral"), I, 3e-6);
      assert_near(value(&r, i, "u"), fmin(kp + I, 10.0), 3e-6);
    }
    drop(&r);
  }
}

/* A room heated to 1 with the time constant 1 s while the switch is on: from 0 it goes off at
 * ln(10/3) s, where it is 0.7, on again ln(7/3) s later at 0.3, off as long after that, and so on;
 * also with the two levels of a heater that goes off above. */
static void test_hysteresis(void **state) {
  static const char model[] =
      "signals:\n"
      "  on: {switch: room, on: 0.3 K, off: 0.7 K}\n"
      "  room: {unit: K, rate: (on*(1 K) - room)/(1 s)}\n"
      "  cooler: {switch: room, on: 0.6 K, off: 0.4 K, start: off}\n"
      "loads: {push: {body: b, force: [2 N*on, 0 N]}}\n"
      "run: {until: 8 s, every: 10 ms}\n";
  const double first = log(1.0 / 0.3), half = log(7.0 / 3.0);
  (void)state;
  for (int k = 0; k < 2; k++) {
    result r = run_text(model, integrators[k]);
    double heated = 0.0;
    for (int i = 0; i < r.trace.n; i++) {
      const double t = value(&r, i, "time"), n = floor((t - first) / half);
      const double since = t < first ? t : t - first - n * half;
      const int on = t < first || fmod(n, 2.0) == 1.0;
      const double from = t < first ? 0.0 : on ? 0.3 : 0.7;
      const double room = on ? 1.0 - (1.0 - from) * exp(-since) : from * exp(-since);
      heated = fmin(t, first) + (t < first ? 0.0 : floor(n / 2.0) * half + (on ? since : 0.0));
      assert_near(value(&r, i, "on"), on, 0.0);
      assert_near(value(&r, i, "room"), room, 1e-6);
      assert_near(value(&r, i, "b.vx"), heated, 2e-6); /* 2 N over 2 kg while it is on */
      if (t > first && fabs(room - 0.4) > 1e-5 && fabs(room - 0.6) > 1e-5)
        assert_near(value(&r, i, "cooler"), room > 0.6 || (room > 0.4 && !on), 0.0);
    }
    drop(&r);
  }
}

/* `next` counts the times at which sin(2 pi t) rises above a half, holds a sample of it, and
 * latches by time alone. */
static void test_next(void **state) {
  static const char model[] =
      "signals:\n"
      "  wave: sin(2*pi*time/(1 s))\n"
      "  above: {next: wave + 0*b.x/(1 m) > 0.5, start: 0}\n"
      "  count: {next: 'above > 0.5 ? count + 1 : count', start: 0}\n"
      "  held: {unit: m, next: 'above > 0.5 ? b.x : held'}\n"
      "  late: {next: time >= 2 s, start: 0}\n"
      "start: {rail: {speed: 3}}\n"
      "run: {until: 4 s, every: 50 ms}\n";
  (void)state;
  for (int k = 0; k < 2; k++) {
    result r = run_text(model, integrators[k]);
    for (int i = 0; i < r.trace.n; i++) {
      const double t = value(&r, i, "time"), part = t - floor(t), up = 1.0 / 12.0,
                   down = 5.0 / 12.0;
      if (fabs(part - up) < 1e-6 || fabs(part - down) < 1e-6 || fabs(t - 2.0) < 1e-9) continue;
      assert_near(value(&r, i, "above"), part > up && part < down, 0.0);
      assert_near(value(&r, i, "count"), floor(t - up) + 1.0, 0.0);
      assert_near(value(&r, i, "held"), t > up ? 3.0 * (floor(t - up) + up) : 0.0, 1e-6);
      assert_near(value(&r, i, "late"), t > 2.0, 0.0);
    }
    drop(&r);
  }
}

/* By signals alone. The freewheel of a wheel of 1 kg m^2 lets it turn forth, 0.5 rad in 1 s under 1
 * N m and as far again in the next under -1 N m; then it holds 1 N m with 1e4 N m/rad. The brake
 * holds another one under 1 N m, but for bristles of 1e-4 rad that ring, lets it go for 1 s, and
 * stops it with 4 rad/s^2. */
static void test_freewheel_and_brake(void **state) {
  static const char model[] =
      "signals:\n"
      "  back: {unit: rad, rate: 'back > 0 || shaft.rate < 0 ? -shaft.rate : 0', start: 0}\n"
      "  hold: 'back > 0 ? max(0, 1e4 N m*back - 60 N m s*shaft.rate) : 0 N m'\n"
      "  pressed: 'time < 1 s || time > 2 s ? 5 N m : 0 N m'\n"
      "  bristle: {unit: 1, rate: (disc.rate - bristle*sqrt(disc.rate^2 + (1e-6 rad/s)^2))/(1e-4 "
      "rad)}\n"
      "bodies: {wheel: {mass: 1, inertia: 1}, braked: {mass: 1, inertia: 1}}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, wheel]}\n"
      "  disc: {type: revolute, bodies: [ground, braked]}\n"
      "loads:\n"
      "  drive: {body: wheel, torque: '(time < 1 s ? 1 N m : -1 N m) + hold'}\n"
      "  brake: {body: braked, torque: 1 N m - pressed*bristle}\n"
      "run: {until: 4 s, every: 0.5 s}\n";
  (void)state;
  for (int k = 0; k < 2; k++) {
    const ptl_setting setting = {"run.integrator", integrators[k]};
    char text[2000];
    ptl_mechanism *m;
    result r = {.system = NULL};
    snprintf(text, sizeof text, "pintle: 1\ngravity: [0, 0]\n%s", model);
    must(context, ptl_mechanism_parse(context, text, strlen(text), "text", &setting, 1, &m));
    must(context, ptl_assemble(m, &r.system));
    ptl_mechanism_destroy(m);
    ptl_sink sink = rows_sink(&r.trace);
    must(context, ptl_simulate(context, r.system, NULL, &sink, &r.summary));
    assert_near(value(&r, plain_row(&r, 2), "shaft.angle"), 0.5, 1e-6);
    assert_near(value(&r, plain_row(&r, 4), "shaft.angle"), 1.0, 1e-5);
    assert_near(value(&r, plain_row(&r, 8), "shaft.angle"), 1.0 - 1e-4, 2e-6);
    assert_near(value(&r, plain_row(&r, 8), "hold"), 1.0, 1e-3);
    assert_near(value(&r, plain_row(&r, 2), "disc.angle"), 0.0, 5e-4);
    assert_near(value(&r, plain_row(&r, 2), "disc.rate"), 0.0, 1e-2);
    assert_near(value(&r, plain_row(&r, 3), "disc.rate"), 0.5, 1e-2);
    assert_near(value(&r, plain_row(&r, 8), "disc.rate"), 0.0, 1e-2);
    assert_near(value(&r, plain_row(&r, 8), "disc.angle"), 0.5 + 0.125, 1e-2);
    drop(&r);
  }
}

/* No step goes over what is narrow: a body at 1 m/s over a bell 1 mm wide, whose integral is
 * sqrt(pi) 1 mm/(1 m/s), and a bell in time. */
static void test_narrow(void **state) {
  static const char model[] =
      "signals:\n"
      "  passed: {rate: 'exp(-((b.x - 0.5 m)/(1 mm))^2)', start: 0 s}\n"
      "  rung: {rate: 'exp(-((time - 0.7 s)/(1 ms))^2)', start: 0 s}\n"
      "start: {rail: {speed: 1}}\nrun: {until: 1 s, every: 0.5 s}\n";
  (void)state;
  for (int k = 0; k < 2; k++) {
    result r = run_text(model, integrators[k]);
    assert_near(value(&r, r.trace.n - 1, "passed"), 1e-3 * sqrt(acos(-1.0)), 3e-7);
    assert_near(value(&r, r.trace.n - 1, "rung"), 1e-3 * sqrt(acos(-1.0)), 3e-7);
    drop(&r);
  }
}

static const char everything[] =
    "signals:\n"
    "  slow: {filter: b.x*b.vx, time: 0.1 s, damping: 0.5}\n"
    "  cubed: {unit: m, rate: 'slow*cubed^2/(1 m^3) - b.vy*rail.position/(1 m) + 2*b.angle*b.vx'}\n"
    "  drive: {pid: 1 m - b.x, kp: 5 N/m, ki: 2 N/m/s, kd: 3 N s/m, filter_time: 50 ms, limits: "
    "[-1 kN, 1 kN]}\n"
    "  on: {switch: b.x, on: 0.4 m, off: 0.2 m}\n"
    "loads:\n"
    "  push: {body: b, at: [0.1 m, 0.2 m], force: [drive + 2 N*on, 3 N/m*cubed], torque: slow*(1 "
    "kg/s), frame: body}\n"
    "start: {rail: {speed: 0.5}}\n"
    "run: {until: 2 s, every: 10 ms, stop: ['drive_integral > 0.3 N']}\n";

/* Expected: central differences of the residual. */
static void test_jacobian(void **state) {
  ptl_system *s = system_of_text(everything, "ida");
  ptl_data *data;
  must(context, ptl_data_create(context, s, &data));
  const int n = s->pattern.n;
  assert_int_equal(s->n_signals, 6);
  assert_int_equal(n - s->first_state, 6);
  double *y = calloc((size_t)(2 * n), sizeof(double)), *yp = y + n;
  (void)state;
  for (int sample = 0; sample < 3; sample++) {
    for (int i = 0; i < n; i++) y[i] = 0.5 * cos(2.0 * i + sample);
    for (int i = 0; i < n; i++) yp[i] = 0.3 * sin(3.0 * i);
    check_jacobian_at(data, 0.2, y, yp, 3e-6);
  }
  free(y);
  ptl_data_destroy(data);
  ptl_system_destroy(s);
}

/* The file that is written says the same, so that its text is its own; a restored run goes on to
 * the bit; a stop is located where the signal passes it. */
static void test_kept(void **state) {
  ptl_mechanism *m, *again;
  char *text, *same;
  (void)state;
  must(context, load(everything, NULL, 0, &m));
  must(context, ptl_mechanism_text(m, &text));
  must(context, ptl_mechanism_parse(context, text, strlen(text), "text", NULL, 0, &again));
  must(context, ptl_mechanism_text(again, &same));
  assert_string_equal(text, same);
  ptl_text_release(context, text);
  ptl_text_release(context, same);
  ptl_mechanism_destroy(m);
  ptl_mechanism_destroy(again);
  for (int k = 0; k < 2; k++) {
    ptl_system *s = system_of_text(everything, integrators[k]);
    ptl_run *run, *other;
    ptl_run_reason reason;
    void *bytes;
    size_t size;
    double end, integral, set[8] = {0};
    const int column = ptl_system_find_column(s, "drive_integral");
    must(context, ptl_run_create(context, s, NULL, NULL, &run));
    must(context, ptl_run_advance(run, 0.1, NULL));
    must(context, ptl_run_save(run, &bytes, &size));
    must(context, ptl_run_restore(context, s, NULL, NULL, bytes, size, &other));
    must(context, ptl_run_advance(run, INFINITY, &reason));
    must(context, ptl_run_get_column(run, column, &integral));
    assert_near(integral, 0.3, 1e-9);
    end = ptl_run_get_time(run);
    must(context, ptl_run_advance(other, INFINITY, &reason));
    assert_near(ptl_run_get_time(other), end, 0.0);
    ptl_run_destroy(run);
    ptl_run_destroy(other);
    must(context, ptl_run_create(context, s, NULL, NULL, &run));
    assert_int_equal(ptl_system_get_sizes(s).n_friction_states, 6);
    must(context, ptl_run_get_law_states(run, NULL, set));
    set[s->signals[column - 2].state] = 1.25;
    must(context, ptl_run_set_law_states(run, NULL, set));
    must(context, ptl_run_get_column(run, column, &integral));
    assert_near(integral, 1.25, 0.0);
    ptl_run_destroy(run);
    ptl_text_release(context, bytes);
    ptl_system_destroy(s);
  }
}

static void test_refused(void **state) {
  static const char *const cases[][2] = {
      {"signals: {a: {rate: 1/(1 s), next: 1}}", "unknown key 'next' in signal 'a'"},
      {"signals: {a: {unit: m, rate: b.x}}", "rate: 'b.x' is in m, but m s^-1 is wanted here"},
      {"signals: {a: {unit: mm, rate: b.vx}}", "'mm' is not one"},
      {"signals: {a: {rate: a/(1 s)}}", "signal 'a' is not known here"},
      {"signals: {a: {unit: m, rate: b.vx, start: c}, c: {unit: m, rate: b.vx}}",
       "signal 'a': its start reads 'c', whose start is found later"},
      {"signals: {a: {filter: b.x}}", "signal 'a' needs 'time'"},
      {"signals: {a: {filter: b.x, time: 0 s}}", "signal 'a': 'time' must be > 0, not 0 s"},
      {"signals: {a: {filter: b.x, time: 1 s, damping: -1}}", "'damping' must not be negative"},
      {"signals: {a: {delay: b.x, time: 1 s, order: 9}}",
       "'order' must be a whole number from 1 to 8"},
      {"signals: {a: {pid: b.x, ki: 1}}", "signal 'a' needs 'kp'"},
      {"signals: {a: {pid: b.x, kp: 1 N/m, ki: 1 N/m}}", "ki: '1 N/m' is in"},
      {"signals: {a: {pid: b.x, kp: 1 N/m, kd: 1 N s/m}}", "'kd' needs 'derivative'"},
      {"signals: {a: {pid: b.x, kp: 1 N/m, limits: [1 N, -1 N]}}",
       "the second of its 'limits' must be larger"},
      {"signals: {a: {switch: b.x, on: 1 m, off: 1 m}}",
       "needs 'on' and 'off' at different values"},
      {"signals: {a: {switch: b.x, on: 1 m}}", "signal 'a' needs 'off'"},
      {"signals: {a: {switch: b.x, on: 1 N, off: 0 m}}",
       "on: '1 N' is in kg m s^-2, but m is wanted"},
      {"signals: {a: {unit: m, rate: b.vx, scale: 0 m}}", "its scale must be > 0"},
      {"signals: {a: {filter: b.x, time: 1 s, damping: 1}, a_slope: b.x}",
       "signal 'a' has a state 'a_slope'; give the other signal of that name another one"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ptl_mechanism *m = NULL;
    if (load(cases[i][0], NULL, 0, &m) != PTL_ERR_INPUT) fail_msg("not refused: %s", cases[i][0]);
    if (strstr(ptl_context_message(context), cases[i][1]) == NULL)
      fail_msg("%s: %s", cases[i][0], ptl_context_message(context));
  }
}

/* A motion needs the second derivative of what it follows, which a switch has not. A rate that is
 * not finite, and two switches that never settle, end the run with what and when. */
static void test_failing(void **state) {
  static const char *const cases[][2] = {
      {"signals: {a: {unit: s, rate: 1 - sqrt(1 - time/(1 s)), start: 0}}\nrun: {until: 2 s}\n",
       "signal 'a'"},
      {"signals: {a: {unit: 1, next: 'c + 0*b.x/(1 m) > 0.5 ? 0 : 1', start: 1},\n"
       "  c: {unit: 1, next: 'b.x > 1 m ? (a > 0.5 ? 1 : 0) : 0', start: 0}}\nstart: {rail: "
       "{speed: 1}}\n"
       "run: {until: 2 s}\n",
       "a condition that changes again and again"}};
  ptl_mechanism *m;
  (void)state;
  const char *motion =
      "pintle: 1\nbodies: {b: {mass: 1, inertia: 1}}\n"
      "signals: {a: {switch: sin(time*(1 rad/s)), 'on': 0.5, 'off': 0.1}}\n"
      "joints: {j: {type: revolute, bodies: [ground, b]}, "
      "m: {type: motion, joint: j, angle: 1 rad*a}}\n";
  assert_int_equal(ptl_mechanism_parse(context, motion, strlen(motion), "text", NULL, 0, &m),
                   PTL_ERR_INPUT);
  assert_non_null(
      strstr(ptl_context_message(context), "follows signal 'a', which changes in steps"));
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ptl_system *s = system_of_text(cases[i][0], "auto");
    ptl_summary summary;
    const ptl_status status = ptl_simulate(context, s, NULL, NULL, &summary);
    if (status != PTL_ERR_SIMULATION || strstr(ptl_context_message(context), cases[i][1]) == NULL)
      fail_msg("%s: %s", cases[i][0], ptl_context_message(context));
    ptl_summary_release(context, &summary);
    ptl_system_destroy(s);
  }
}

/* By the functions of the library: names first, since both read each other; x'' = -x is cos t. */
static void test_library(void **state) {
  ptl_mechanism *m = ptl_mechanism_create(context);
  ptl_body_def body = ptl_body_default();
  ptl_signal_def x = ptl_signal_default(), v = x, wrong = x;
  ptl_system *s;
  ptl_run *run;
  double now;
  (void)state;
  body.name = "b";
  body.mass = body.inertia = 1.0;
  must(context, ptl_mechanism_add_body(m, &body));
  x.name = "x";
  x.unit = v.unit = wrong.unit = "1";
  v.name = "v";
  must(context, ptl_mechanism_add_signal(m, &x));
  v.rate = "-x";
  must(context, ptl_mechanism_add_signal(m, &v));
  assert_int_equal(ptl_assemble(m, &s), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "has neither a rate nor what comes next"));
  x.rate = "v";
  x.start = "1";
  must(context, ptl_mechanism_complete_signal(m, &x));
  assert_int_equal(ptl_mechanism_complete_signal(m, &x), PTL_ERR_INPUT);
  wrong.name = "time";
  assert_int_equal(ptl_mechanism_add_signal(m, &wrong), PTL_ERR_INPUT);
  wrong.name = "w";
  wrong.rate = "y";
  assert_int_equal(ptl_mechanism_add_signal(m, &wrong), PTL_ERR_INPUT);
  body.name = "late";
  assert_int_equal(ptl_mechanism_add_body(m, &body), PTL_ERR_INPUT);
  ptl_mechanism_destroy(m);
  m = ptl_mechanism_create(context);
  body.name = "b";
  must(context, ptl_mechanism_add_body(m, &body));
  x.rate = x.start = v.rate = NULL;
  must(context, ptl_mechanism_add_signal(m, &x));
  must(context, ptl_mechanism_add_signal(m, &v));
  x.rate = "v";
  x.start = "1";
  v.rate = "-x";
  must(context, ptl_mechanism_complete_signal(m, &x));
  must(context, ptl_mechanism_complete_signal(m, &v));
  must(context, ptl_assemble(m, &s));
  must(context, ptl_run_create(context, s, NULL, NULL, &run));
  must(context, ptl_run_advance(run, 0.75, NULL));
  must(context, ptl_run_get_column(run, ptl_system_find_column(s, "x"), &now));
  assert_near(now, cos(0.75), 1e-8);
  ptl_run_destroy(run);
  ptl_system_destroy(s);
  ptl_mechanism_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_filters),
                                     cmocka_unit_test(test_delay),
                                     cmocka_unit_test(test_pid),
                                     cmocka_unit_test(test_windup),
                                     cmocka_unit_test(test_hysteresis),
                                     cmocka_unit_test(test_next),
                                     cmocka_unit_test(test_freewheel_and_brake),
                                     cmocka_unit_test(test_narrow),
                                     cmocka_unit_test(test_jacobian),
                                     cmocka_unit_test(test_kept),
                                     cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_failing),
                                     cmocka_unit_test(test_library)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
