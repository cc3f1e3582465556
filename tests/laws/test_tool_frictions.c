/* The friction laws of other programs and those with hysteresis: peaks and creep of their curves,
 * drift under a load that swings, energy while the normal force changes. */
#include "support.h"

#include "context.h"
#include "registry.h"

enum { MOST = 32 };

typedef struct instance {
  const ptl_friction_law *law;
  double c[MOST];
} instance;

/* The law with numbers by its parameters' names; the others have their defaults. */
typedef struct named {
  const char *name;
  double value;
} named;

static instance make(const char *name, const named *given, int n) {
  ptl_context *context = ptl_context_create(NULL);
  instance k = {.law = ptl_find_type(context, PTL_FRICTION, name)};
  ptl_reason why = {""};
  assert_non_null(k.law);
  int at = 0, used = 0;
  for (const ptl_param *row = k.law->params; row->name; row++, at++) {
    k.c[at] = row->flags & (PTL_OPTIONAL | PTL_REQUIRED) ? NAN : row->fallback;
    for (int i = 0; i < n; i++) {
      if (strcmp(given[i].name, row->name) != 0) continue;
      k.c[at] = given[i].value;
      used++;
    }
  }
  assert_int_equal(used, n);
  if (k.law->prepare && k.law->prepare(k.c, &why)) fail_msg("%s: %s", name, why.text);
  ptl_context_destroy(context);
  return k;
}

static ptl_friction_out ask(const instance *k, double slip, double normal, const double *state) {
  const ptl_friction_in in = {slip, normal, state};
  ptl_friction_out out;
  memset(&out, 0, sizeof out);
  k->law->force(k->c, &in, &out);
  return out;
}

/* ------------------------------------------------------------------ curves */

/* mu_s = 0.3 at 1 mm/s, mu_k = 0.2. */
static instance curve(const char *name) {
  static const struct {
    const char *name, *speed;
  } speeds[] = {{"adams_friction", "stiction_speed"},
                {"brown_mcphee", "stribeck_speed"},
                {"simscape_friction", "breakaway_speed"},
                {"hollars", "transition_speed"}};
  named given[] = {{"kinetic", 0.2}, {"static", 0.3}, {NULL, 1e-3}};
  for (int i = 0; i < 4; i++)
    if (strcmp(speeds[i].name, name) == 0) given[2].name = speeds[i].speed;
  return make(name, given, 3);
}

/* Expected: the peak and the creep under half of mu_s N as independent computations gave them; far
 * past the peak mu_k. */
static void peaks_and_creep(void **unused) {
  static const struct {
    const char *name;
    double peak_at, creep;
  } laws[] = {{"adams_friction", 1.0, 0.347},
              {"brown_mcphee", 1.01, 0.173},
              {"simscape_friction", 1.0, 0.083},
              {"hollars", 1.0, 0.403}};
  (void)unused;
  for (int i = 0; i < 4; i++) {
    const instance k = curve(laws[i].name);
    double best = 0, at = 0, creep = NAN;
    for (double w = 1e-7; w < 5e-3; w += 1e-7) {
      const double f = ask(&k, w, 1, NULL).force;
      if (isnan(creep) && f >= 0.15) creep = w;
      if (f > best) {
        best = f;
        at = w;
      }
    }
    assert_near(best / 0.3, 1, 1e-3);
    assert_near(at, laws[i].peak_at * 1e-3, 1e-5);
    assert_near(creep, laws[i].creep * 1e-3, 1e-6);
    assert_near(ask(&k, 1, 7, NULL).force, 7 * 0.2, 7e-5);
  }
}

/* Expected: the formula's own value at ten times the peak's slip rate. */
static void brown_mcphee_falls(void **unused) {
  (void)unused;
  const instance k = curve("brown_mcphee");
  assert_near(ask(&k, 1e-2, 1, NULL).force, 0.2015, 1e-4);
}

/* Expected: the two cubic steps of the manual at their ends and midpoints. */
static void adams_friction_is_two_steps(void **unused) {
  const named given[] = {
      {"kinetic", 0.2}, {"static", 0.3}, {"stiction_speed", 0.1}, {"friction_speed", 1}};
  (void)unused;
  const instance k = make("adams_friction", given, 4);
  assert_near(ask(&k, 0.1, 1, NULL).force, 0.3, 1e-15);
  assert_near(ask(&k, -0.05, 1, NULL).force, -0.3 * (2 * 27.0 / 32 - 1), 1e-15);
  assert_near(ask(&k, 0.55, 1, NULL).force, 0.25, 1e-15);
  assert_near(ask(&k, 1, 1, NULL).force, 0.2, 1e-15);
  assert_near(ask(&k, 1, 1, NULL).d_slip, 0, 1e-12);
}

/* ------------------------------------------------------------------ table */

static instance table(const double *points, int n, double speed, ptl_reason *why, int *refused) {
  ptl_context *context = ptl_context_create(NULL);
  instance k = {.law = ptl_find_type(context, PTL_FRICTION, "table")};
  const int places = 3 + k.law->n_derived;
  k.c[0] = n;
  k.c[1] = places;
  k.c[2] = speed;
  memcpy(k.c + places, points, sizeof(double) * 2 * (size_t)n);
  *refused = k.law->prepare(k.c, why);
  ptl_context_destroy(context);
  return k;
}

/* Expected: the points themselves, nothing outside the range of two neighbours between them, and a
 * straight line through points on one. */
static void table_goes_through_its_points(void **unused) {
  static const double points[] = {0, 0, 0.01, 0.3, 0.05, 0.31, 0.2, 0.2, 1, 0.2};
  static const double line[] = {0, 0, 0.1, 0.1, 0.3, 0.3, 0.6, 0.6};
  ptl_reason why;
  int refused;
  (void)unused;
  instance k = table(points, 5, NAN, &why, &refused);
  assert_int_equal(refused, 0);
  for (int i = 0; i < 5; i++) {
    assert_near(ask(&k, points[2 * i], 2, NULL).force, 2 * points[2 * i + 1], 1e-14);
    assert_near(ask(&k, -points[2 * i], 2, NULL).force, -2 * points[2 * i + 1], 1e-14);
  }
  for (int i = 0; i < 4; i++)
    for (double t = 0; t <= 1; t += 0.01) {
      const double x = points[2 * i] + t * (points[2 * i + 2] - points[2 * i]);
      const double f = ask(&k, x, 1, NULL).force;
      const double a = points[2 * i + 1], b = points[2 * i + 3];
      assert_true(f >= fmin(a, b) - 1e-14 && f <= fmax(a, b) + 1e-14);
    }
  assert_near(ask(&k, 50, 1, NULL).force, 0.2, 1e-15);
  k = table(line, 4, NAN, &why, &refused);
  for (double x = 0; x <= 0.3; x += 0.01) assert_near(ask(&k, x, 1, NULL).force, x, 1e-14);
}

/* Expected: mu tanh(v/v_r) where the table does not begin with (0, 0). */
static void table_is_switched_on(void **unused) {
  static const double points[] = {0, 0.3, 0.1, 0.2};
  ptl_reason why;
  int refused;
  (void)unused;
  const instance k = table(points, 2, 2e-3, &why, &refused);
  assert_int_equal(refused, 0);
  const double v = 1e-5;
  assert_near(ask(&k, v, 5, NULL).force, 5 * 0.3 * tanh(v / 2e-3), 1e-8);
  assert_near(k.law->stick_speed(k.c), 2e-3, 0);
}

static void table_refuses(void **unused) {
  static const double back[] = {0, 0.3, 0.1, 0.2, 0.1, 0.1}, whole[] = {0, 0, 0.1, 0.2};
  ptl_reason why;
  int refused;
  (void)unused;
  table(back, 3, NAN, &why, &refused);
  assert_true(refused && strstr(why.text, "must grow") != NULL);
  table(whole, 2, 1e-3, &why, &refused);
  assert_true(refused && strstr(why.text, "leave out regularisation_speed") != NULL);
}

/* ------------------------------------------------------------------ drift */

/* One step of the inner states along dx at a slow slip rate, by the classical Runge-Kutta
 * method. */
static void slip_by(const instance *k, double normal, double dx, double *state) {
  static const double places[] = {0, 0.5, 0.5, 1}, weights[] = {1, 2, 2, 1};
  const double v = dx > 0 ? 1e-6 : -1e-6, h = dx / v;
  double rates[4][PTL_MAX_FRICTION_STATES], at[PTL_MAX_FRICTION_STATES];
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < k->law->n_states; i++)
      at[i] = state[i] + (s > 0 ? places[s] * h * rates[s - 1][i] : 0);
    const ptl_friction_out out = ask(k, v, normal, at);
    memcpy(rates[s], out.rate, sizeof rates[s]);
  }
  for (int s = 0; s < 4; s++)
    for (int i = 0; i < k->law->n_states; i++) state[i] += h / 6 * weights[s] * rates[s][i];
}

/* Slides until the force is `load` (per normal force 1), in steps of at most `step`; the way. */
static double slide_to(const instance *k, double load, double step, double *state) {
  double way = 0;
  const double sign = ask(k, 0, 1, state).force < load ? 1 : -1;
  while (step > 1e-16) {
    double at[PTL_MAX_FRICTION_STATES];
    memcpy(at, state, sizeof at);
    slip_by(k, 1, sign * step, at);
    if (sign * (ask(k, 0, 1, at).force - load) > 0) {
      step /= 2;
      continue;
    }
    memcpy(state, at, sizeof at);
    way += sign * step;
  }
  return way;
}

/* Way per cycle of a load 0.5 +- 0.2 of mu N, the last of some, in mu/s0; that of all but the first
 * goes to *total. */
static double drift(const instance *k, double mu, double stiffness, int cycles, double *total) {
  double state[PTL_MAX_FRICTION_STATES] = {0}, way = 0;
  const double unit = mu / stiffness;
  *total = 0;
  for (int cycle = 0; cycle < cycles; cycle++) {
    way = slide_to(k, 0.7 * mu, unit / 200, state);
    way += slide_to(k, 0.3 * mu, unit / 200, state);
    if (cycle > 0) *total += way / unit;
  }
  return way / unit;
}

/* Expected: Dahl's law, which `lugre` is with equal coefficients and no damping, creeps by
 * ln(0.7/0.3) - ln(1.7/1.3) in every cycle. Sliders do not: the last hundredth before their limits
 * gives way in the first cycles, and less of it in each. */
static void drift_per_cycle(void **unused) {
  const named dahl[] = {{"kinetic", 0.3}, {"static", 0.3}, {"damping", 0}};
  const named sliders[] = {{"kinetic", 0.3}, {"static", 0.3}};
  const named spring[] = {{"coefficient", 0.3}, {"stiffness", 1e5}, {"reference_force", 1}};
  double total;
  (void)unused;
  const instance lugre = make("lugre", dahl, 3), maxwell = make("maxwell_slip", sliders, 2);
  const instance one = make("tangential_spring", spring, 3);
  assert_near(log(0.7 / 0.3) - log(1.7 / 1.3), 0.5790, 5e-5);
  assert_near(drift(&lugre, 0.3, 1e5, 6, &total), 0.5790, 1e-3);
  assert_near(drift(&maxwell, 0.3, 1e5, 6, &total), 0, 5e-4);
  assert_near(drift(&maxwell, 0.3, 1e5, 60, &total), 0, 1e-5);
  assert_near(total, 0, 0.01);
  assert_near(drift(&one, 0.3, 1e5, 6, &total), 0, 1e-9);
}

/* Deflection of a spring over its limit after a way x over its limit from 0: x up to 0.99, then z'
 * = 100 (1 - z). */
static double bent(double x) {
  return x < 0.99 ? x : 1 - 0.01 * exp(-100 * (x - 0.99));
}

/* Expected: with the way x in mu/s0 the force is the sum of four springs in the ratio 12 : 6 : 4 :
 * 3, each with a quarter of mu N at most; after a turn each goes on from where it was bent to. */
static void maxwell_slip_is_a_sum_of_springs(void **unused) {
  const named given[] = {{"kinetic", 0.3}, {"static", 0.3}};
  static const double shares[] = {12, 6, 4, 3};
  const double mu = 0.3, unit = mu / 1e5;
  double state[PTL_MAX_FRICTION_STATES] = {0}, turned[4];
  (void)unused;
  const instance k = make("maxwell_slip", given, 2);
  enum { STEPS = 15000 };
  const double dx = 1.5 * unit / STEPS;
  for (int i = 1; i <= STEPS; i++) {
    double wanted = 0;
    slip_by(&k, 1, dx, state);
    for (int j = 0; j < 4; j++) {
      turned[j] = bent(4 * shares[j] / 25 * i * dx / unit);
      wanted += turned[j] / 4;
    }
    assert_near(ask(&k, 0, 1, state).force, mu * wanted, 1e-5 * mu);
  }
  for (int i = 1; i <= STEPS; i++) {
    double wanted = 0;
    slip_by(&k, 1, -dx, state);
    for (int j = 0; j < 4; j++) {
      const double back = 4 * shares[j] / 25 * i * dx / unit - turned[j];
      wanted -= (back < 0 ? back : bent(back)) / 4;
    }
    assert_near(ask(&k, 0, 1, state).force, mu * wanted, 1e-5 * mu);
  }
}

/* Expected: an inner loop of the slip closes on itself, and the curve goes on after it as if it had
 * not been (memory that is not local): the same force as without the loop, to the hundredth over
 * which a slider gives way. */
static void maxwell_slip_remembers(void **unused) {
  const named given[] = {{"kinetic", 0.3}, {"static", 0.3}};
  const double unit = 0.3 / 1e5;
  (void)unused;
  const instance k = make("maxwell_slip", given, 2);
  double plain[PTL_MAX_FRICTION_STATES] = {0}, looped[PTL_MAX_FRICTION_STATES] = {0};
  enum { N = 4000 };
  const double dx = unit / N;
  for (int i = 0; i < N; i++) slip_by(&k, 1, dx, plain);
  memcpy(looped, plain, sizeof plain);
  const double before = ask(&k, 0, 1, looped).force;
  for (int i = 0; i < N / 3; i++) slip_by(&k, 1, -dx, looped);
  for (int i = 0; i < N / 3; i++) slip_by(&k, 1, dx, looped);
  assert_near(ask(&k, 0, 1, looped).force, before, 1e-3);
  for (int i = 0; i < N / 2; i++) {
    slip_by(&k, 1, dx, plain);
    slip_by(&k, 1, dx, looped);
  }
  assert_near(ask(&k, 0, 1, looped).force, ask(&k, 0, 1, plain).force, 1e-4);
}

/* ------------------------------------------------------------------ tangential spring */

static instance spring(double exponent, double damping) {
  const named given[] = {{"coefficient", 0.3},
                         {"stiffness", 1e6},
                         {"reference_force", 20},
                         {"exponent", exponent},
                         {"damping", damping}};
  return make("tangential_spring", given, 5);
}

/* Second law: no history of slip and of the normal force gets work out of the surfaces. Both are
 * sums of sines; the load also vanishes for a while. */
static void makes_no_energy_while_the_load_changes(void **unused) {
  static const double exponents[] = {0, 1.0 / 3, 1}, phases[] = {0, 0.7, 1.6, 2.4, 3.1, 4.0, 5.2};
  (void)unused;
  for (int e = 0; e < 3; e++)
    for (int p = 0; p < 7; p++) {
      const instance k = spring(exponents[e], p % 2 ? 5 : 0);
      double state = 0, work = 0, least = 0, gross = 0;
      const double h = 1e-6, w = 400;
      for (int i = 0; i < 100000; i++) {
        const double t = (i + 0.5) * h;
        const double slip =
            1e-3 * (sin(w * t) + 0.6 * sin(3.7 * w * t + phases[p]) - 0.6 * sin(phases[p]));
        const double normal = fmax(0, 20 * (0.6 + sin(1.3 * w * t + phases[p])));
        ptl_friction_out out = ask(&k, slip, normal, &state);
        const double middle = state + 0.5 * h * out.rate[0];
        out = ask(&k, slip, normal, &middle);
        state += h * out.rate[0];
        work += h * out.force * slip;
        gross += h * fabs(out.force * slip);
        least = fmin(least, work);
        assert_true(fabs(out.force) <= 0.3 * normal * (1 + 1e-12));
      }
      assert_true(gross > 0);
      assert_true(least > -1e-4 * gross && work > 0);
    }
}

/* Expected: no slip, no change of the energy u^2/2 = F^2/(2 k): the stuck force goes with sqrt(k).
 * With a constant stiffness it stays. */
static void stuck_force_follows_the_load(void **unused) {
  static const double exponents[] = {0, 1.0 / 3, 1};
  (void)unused;
  for (int e = 0; e < 3; e++) {
    const instance k = spring(exponents[e], 0);
    const double state = 0.2 * 0.3 * 20 / 1e3;
    const ptl_friction_out full = ask(&k, 0, 20, &state), half = ask(&k, 0, 10, &state);
    assert_near(full.rate[0], 0, 0);
    assert_near(half.rate[0], 0, 0);
    assert_near(half.force / full.force, pow(0.5, exponents[e] / 2), 2e-3);
    assert_near(full.force, 0.2 * 0.3 * 20, 2e-3);
  }
}

/* Expected: without load what was bent is forgotten within some reset times, to the thousandth that
 * the stiffness keeps. */
static void every_contact_begins_unbent(void **unused) {
  (void)unused;
  const instance k = spring(0, 0);
  double state = 0.9 * 0.3 * 20 / 1e3;
  for (int i = 0; i < 20000; i++) state += 1e-7 * ask(&k, 0.01, 0, &state).rate[0];
  assert_near(ask(&k, 0, 20, &state).force, 0, 2e-3 * 0.3 * 20);
}

/* Expected: central differences, on both sides of the limit and for little and much load. */
static void spring_partials(void **unused) {
  static const double loads[] = {0.01, 3, 37}, slips[] = {-2e-3, 3e-4},
                      shares[] = {-1.3, -0.4, 0.7, 1.2};
  (void)unused;
  const instance k = spring(1.0 / 3, 5);
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 2; b++)
      for (int s = 0; s < 4; s++) {
        const double N = loads[a], v = slips[b], u = shares[s] * 6e-3;
        const ptl_friction_out at = ask(&k, v, N, &u);
        const double h = 1e-6, up_u = u * (1 + h), down_u = u * (1 - h);
        const ptl_friction_out up = ask(&k, v * (1 + h), N, &u), down = ask(&k, v * (1 - h), N, &u);
        const ptl_friction_out more = ask(&k, v, N * (1 + h), &u),
                               less = ask(&k, v, N * (1 - h), &u);
        const ptl_friction_out bent = ask(&k, v, N, &up_u), back = ask(&k, v, N, &down_u);
        const double f = fabs(at.force) + 1e-9, r = fabs(at.rate[0]) + 1e-9;
        assert_near(at.d_slip * v, (up.force - down.force) / (2 * h), 1e-6 * f);
        assert_near(at.d_normal * N, (more.force - less.force) / (2 * h), 1e-6 * f);
        assert_near(at.d_state[0] * u, (bent.force - back.force) / (2 * h), 1e-6 * f);
        assert_near(at.rate_d_slip[0] * v, (up.rate[0] - down.rate[0]) / (2 * h), 1e-5 * r);
        assert_near(at.rate_d_normal[0] * N, (more.rate[0] - less.rate[0]) / (2 * h), 1e-5 * r);
        assert_near(at.rate_d_state[0][0] * u, (bent.rate[0] - back.rate[0]) / (2 * h), 1e-5 * r);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(peaks_and_creep),
      cmocka_unit_test(brown_mcphee_falls),
      cmocka_unit_test(adams_friction_is_two_steps),
      cmocka_unit_test(table_goes_through_its_points),
      cmocka_unit_test(table_is_switched_on),
      cmocka_unit_test(table_refuses),
      cmocka_unit_test(drift_per_cycle),
      cmocka_unit_test(maxwell_slip_is_a_sum_of_springs),
      cmocka_unit_test(maxwell_slip_remembers),
      cmocka_unit_test(makes_no_energy_while_the_load_changes),
      cmocka_unit_test(stuck_force_follows_the_load),
      cmocka_unit_test(every_contact_begins_unbent),
      cmocka_unit_test(spring_partials),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
