/* Linearised mechanisms against closed forms. */
#include "model_run.h"
#include "pintle_analysis.h"

#define HEAD "pintle: 1\ngravity: [0, -9.81 m/s^2]\n"

typedef struct found {
  ptl_system *system;
  ptl_modes *modes;
} found;

static found modes_with(const char *text, const ptl_setting *settings, int n,
                        const ptl_modes_options *options) {
  found f = {.system = system_of(context, text, settings, n)};
  must(context, ptl_modes_find(context, f.system, options, &f.modes));
  return f;
}

static found modes_of(const char *text) {
  return modes_with(text, NULL, 0, NULL);
}

static void found_release(found *f) {
  ptl_modes_release(context, f->modes);
  ptl_system_destroy(f->system);
}

static ptl_modes_options start(void) {
  ptl_modes_options options = ptl_modes_options_default();
  options.at = PTL_MODES_START;
  return options;
}

/* ---------------------------------------------------------------- pendulums */

#define PENDULUM                                                                          \
  "bodies: {rod: {mass: 2 kg, inertia: 0.1 kg m^2, position: [x0, y0], com: [0.5 m, 0], " \
  "angle: lean}}\n"                                                                       \
  "joints: {pivot: {type: revolute, bodies: [ground, rod], at: [x0, y0]}}\n"

/* omega^2 = m g l/(J + m l^2), wherever the origin, whichever way gravity points and whatever
 * length angles count at. */
static void pendulum_swings(void **state) {
  (void)state;
  static const char *const places[] = {
      "pintle: 1\ngravity: [0, -9.81 m/s^2]\nparameters: {x0: 0, y0: 0, lean: -80 deg}\n" PENDULUM,
      "pintle: 1\ngravity: [0, -9.81 m/s^2]\nparameters: {x0: 30 m, y0: -70 m, lean: -80 "
      "deg}\n" PENDULUM,
      "pintle: 1\ngravity: [9.81 m/s^2, 0]\nparameters: {x0: 0, y0: 0, lean: 10 deg}\n" PENDULUM,
      "pintle: 1\ngravity: [0, -9.81 m/s^2]\nparameters: {x0: 0, y0: 0, lean: -80 deg}\nrun: "
      "{length: 40 m}\n" PENDULUM};
  const double expected = sqrt(2 * 9.81 * 0.5 / (0.1 + 2 * 0.25));
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    found f = modes_of(places[i]);
    assert_int_equal(f.modes->n_modes, 1);
    assert_near(f.modes->modes[0].imaginary, expected, 1e-9);
    assert_near(f.modes->modes[0].real, 0.0, 0.0);
    assert_near(f.modes->modes[0].frequency, expected / (2.0 * pi), 1e-9);
    assert_int_equal(f.modes->n_growing, 0);
    found_release(&f);
  }
}

/* Standing it diverges with the same rate; a torsion spring k < m g l makes it (m g l - k)/(J + m
 * l^2). */
static void negative_stiffness_diverges(void **state) {
  (void)state;
  static const double springs[] = {0.0, 6.0, 9.0};
  for (size_t i = 0; i < sizeof springs / sizeof *springs; i++) {
    char text[1000];
    snprintf(text, sizeof text,
             HEAD
             "parameters: {x0: 0, y0: 0, lean: 90 deg}\n" PENDULUM
             "forces: {spring: {type: rotational_spring_damper, bodies: [ground, rod], stiffness: "
             "%g N m/rad, free_angle: 0}}\n",
             springs[i]);
    found f = modes_of(text);
    const double rate = sqrt((2 * 9.81 * 0.5 - springs[i]) / 0.6);
    assert_int_equal(f.modes->n_modes, 2);
    assert_int_equal(f.modes->n_growing, 1);
    assert_near(f.modes->modes[0].real, -rate, 1e-9);
    assert_near(f.modes->modes[1].real, rate, 1e-9);
    assert_near(f.modes->modes[1].imaginary, 0.0, 0.0);
    found_release(&f);
  }
}

/* A chain of n equal point masses on links of length l: omega^2 l/g are the zeros of the Laguerre
 * polynomial L_n (2 -+ sqrt 2 for n = 2; Abramowitz, Stegun, table 25.9, for n = 5), which go to
 * those of the Bessel function J0 (j0/2)^2/n for large n. */
static void chain_has_zeros_of_laguerre(void **state) {
  (void)state;
  static const double zeros2[] = {0.585786437626905, 3.414213562373095};
  static const double zeros5[] = {0.263560319718, 1.413403059107, 3.596425771041, 7.085810005859,
                                  12.640800844276};
  for (int n = 2; n <= 5; n += 3) {
    char text[4000];
    int at = snprintf(text, sizeof text, HEAD "bodies:\n");
    for (int i = 0; i < n;
         i++) /* each frame in its mass, so that a link's other end is at [0, l] */
      at += snprintf(text + at, sizeof text - (size_t)at,
                     "  b%d: {mass: 1 kg, inertia: 1e-9 kg m^2, position: [0, %g m]}\n", i,
                     -0.1 * (i + 1));
    at += snprintf(text + at, sizeof text - (size_t)at, "joints:\n");
    for (int i = 0; i < n; i++) {
      char above[16] = "ground";
      if (i > 0) snprintf(above, sizeof above, "b%d", i - 1);
      at += snprintf(text + at, sizeof text - (size_t)at,
                     "  j%d: {type: revolute, bodies: [%s, b%d], at: [0, %g m]}\n", i, above, i,
                     -0.1 * i);
    }
    found f = modes_of(text);
    assert_int_equal(f.modes->n_modes, n);
    for (int i = 0; i < n; i++) {
      const double expected = sqrt((n == 2 ? zeros2[i] : zeros5[i]) * 9.81 / 0.1);
      assert_near(f.modes->modes[i].imaginary, expected, 1e-5 * expected);
    }
    found_release(&f);
  }
}

/* ---------------------------------------------------------------- damping, inputs, outputs */

#define BLOCK                                                                                 \
  "pintle: 1\n"                                                                               \
  "inputs: {push: {unit: N, default: 0}}\n"                                                   \
  "bodies: {block: {mass: 2 kg, inertia: 1 kg m^2, position: [0.3 m, 0]}}\n"                  \
  "joints: {rail: {type: translational, bodies: [ground, block], axis: [1, 0]}}\n"            \
  "forces: {spring: {type: spring_damper, bodies: [ground, block], at: [[-1 m, 0], [0, 0]], " \
  "stiffness: 800 "                                                                           \
  "N/m, damping: %g N s/m, free_length: 1.3 m}}\n"                                            \
  "loads: {push: {body: block, force: [push, 0]}}\n"

/* lambda = -d/(2 m) -+ sqrt(d^2/(4 m^2) - k/m); B = 1/m; the columns of place, speed and spring
 * force follow. */
static void damped_mass_and_its_matrices(void **state) {
  (void)state;
  static const double dampings[] = {0.0, 16.0, 200.0};
  for (size_t i = 0; i < sizeof dampings / sizeof *dampings; i++) {
    char text[1500];
    const double d = dampings[i], half = d / 4.0, below = half * half - 400.0;
    snprintf(text, sizeof text, BLOCK, d);
    found f = modes_of(text);
    const ptl_modes *m = f.modes;
    if (below < 0.0) {
      assert_int_equal(m->n_modes, 1);
      assert_near(m->modes[0].real, -half, 1e-10);
      assert_near(m->modes[0].imaginary, sqrt(-below), 1e-9);
      assert_near(m->modes[0].damping, half / 20.0, 1e-12);
      assert_near(m->modes[0].natural, 20.0 / (2.0 * pi), 1e-9);
    } else {
      assert_int_equal(m->n_modes, 2);
      assert_near(m->modes[0].real, -half + sqrt(below), 1e-9);
      assert_near(m->modes[1].real, -half - sqrt(below), 1e-9);
    }
    const double x = m->basis[0]; /* of the block's x by the state x1: 1 or -1 */
    assert_near(fabs(x), 1.0, 1e-12);
    assert_near(m->a[0], 0.0, 1e-12);
    assert_near(m->a[1], 1.0, 1e-12);
    assert_near(m->a[2], -400.0, 1e-9);
    assert_near(m->a[3], -d / 2.0, 1e-10);
    assert_near(m->b[0], 0.0, 1e-12);
    assert_near(m->b[1] * x, 0.5, 1e-9);
    const int place = ptl_system_find_column(f.system, "block.x");
    const int speed = ptl_system_find_column(f.system, "block.vx");
    const int force = ptl_system_find_column(f.system, "spring.force");
    const int acceleration = ptl_system_find_column(f.system, "block.ax");
    assert_near(m->c[2 * place] * x, 1.0, 1e-9);
    assert_near(m->c[2 * speed + 1] * x, 1.0, 1e-9);
    assert_near(m->c[2 * force] * x, 800.0, 1e-5);
    assert_near(m->c[2 * force + 1] * x, d, 1e-5);
    assert_near(m->c[2 * acceleration] * x, -400.0, 1e-4);
    assert_near(m->d[acceleration], 0.5, 1e-9);
    assert_near(m->d[place], 0.0, 0.0);
    found_release(&f);
  }
}

/* A LuGre friction at rest is a bristle: m x'' + (s1 + s2) x' + s0 x = 0, and one state that
 * creeps. */
static void bristle_holds(void **state) {
  (void)state;
  found f = modes_of(
      HEAD
      "bodies: {block: {mass: 2 kg, inertia: 1 kg m^2}}\n"
      "joints: {rail: {type: translational, bodies: [ground, block], axis: [1, 0], friction: {law: "
      "lugre, kinetic: 0.2, static: 0.3, stribeck_speed: 1 mm/s, stiffness: 1e4, "
      "damping: 10}}}\n");
  const ptl_modes *m = f.modes;
  assert_int_equal(m->n_inner, 1);
  assert_int_equal(m->n_states, 3);
  const double normal = 2 * 9.81, s0 = 1e4 * normal, s1 = 10 * normal;
  double natural = 0.0;
  for (int i = 0; i < m->n_modes; i++) natural = fmax(natural, m->modes[i].natural);
  assert_near(natural, sqrt(s0 / 2.0) / (2.0 * pi), 1e-6 * natural);
  const ptl_mode *last = &m->modes[m->n_modes - 1];
  assert_near(last->real, -s1 / 4.0, 1e-6 * s1);
  assert_near(m->modes[0].natural, 0.0, 0.0);
  assert_int_equal(m->n_growing, 0);
  found_release(&f);
}

/* ---------------------------------------------------------------- bushings and contacts */

/* On a bushing: k/m along x and y, kr/J of the angle. */
static void bushing_has_three_frequencies(void **state) {
  (void)state;
  found f = modes_of(
      "pintle: 1\n"
      "bodies: {engine: {mass: 5 kg, inertia: 0.2 kg m^2}}\n"
      "joints: {mount: {type: fixed, bodies: [ground, engine], bushing: {stiffness: 20 kN/m, "
      "rotational_stiffness: 500 N m/rad}}}\n");
  assert_int_equal(f.modes->n_modes, 3);
  assert_near(f.modes->modes[0].imaginary, sqrt(500 / 0.2), 1e-8);
  assert_int_equal(f.modes->modes[0].most, 2);
  for (int i = 1; i < 3; i++) assert_near(f.modes->modes[i].imaginary, sqrt(2e4 / 5), 1e-8);
  found_release(&f);
}

/* A pin at the bottom of its bearing: along the normal n K d^(n-1)/m, across m g/(c + d) of a
 * pendulum of that length. */
static void resting_pin_has_contact_stiffness(void **state) {
  (void)state;
  found f = modes_of(
      HEAD
      "bodies: {pin: {mass: 2 kg, inertia: 1e-3 kg m^2}}\n"
      "joints: {bearing: {type: revolute, bodies: [ground, pin], radius: 10 mm, clearance: 0.2 mm, "
      "contact: steel}}\n"
      "contacts: {steel: {elastic: {law: power, stiffness: 6.6e10 N/m^1.5, exponent: 1.5}}}\n");
  const double depth = pow(2 * 9.81 / 6.6e10, 1.0 / 1.5);
  const double normal = sqrt(1.5 * 6.6e10 * sqrt(depth) / 2.0);
  const double across = sqrt(9.81 / (0.2e-3 + depth));
  const ptl_modes *m = f.modes;
  assert_int_equal(m->n_modes, 4); /* it may turn: twice 0 */
  assert_near(m->modes[0].natural + m->modes[1].natural, 0.0, 0.0);
  assert_near(m->modes[2].imaginary, across, 1e-4 * across);
  assert_near(m->modes[3].imaginary, normal, 1e-6 * normal);
  assert_int_equal(m->modes[3].most % 3, 1);
  found_release(&f);
}

/* ---------------------------------------------------------------- in motion */

/* A disc on a shaft that turns at Omega, held by a bushing of the shaft with stiffness k and
 * damping d: along the ground's axes
 *   m z'' + d (z' - i Omega z) + k z = 0,   z = x + i y,
 * whirls forward and grows once Omega is above sqrt(k/m) (Jeffcott's rotor with internal damping).
 * Without damping, along the axes of the disc the two frequencies are |omega -+ Omega|. */
static void rotor_whirls(void **state) {
  (void)state;
  static const double speeds[] = {60.0, 140.0}; /* below and above sqrt(k/m) = 100 rad/s */
  for (int i = 0; i < 2; i++) {
    char text[2000];
    snprintf(text, sizeof text,
             "pintle: 1\n"
             "bodies:\n"
             "  shaft: {mass: 1 kg, inertia: 1 kg m^2, rate: %g rad/s}\n"
             "  disc: {mass: 4 kg, inertia: 0.5 kg m^2, rate: %g rad/s}\n"
             "joints:\n"
             "  journal: {type: revolute, bodies: [ground, shaft]}\n"
             "  drive: {type: motion, joint: journal, rate: %g rad/s}\n"
             "  seat: {type: fixed, bodies: [shaft, disc], bushing: {stiffness: 40 kN/m, damping: "
             "8 N s/m, "
             "rotational_stiffness: 1e4 N m/rad}}\n",
             speeds[i], speeds[i], speeds[i]);
    const ptl_modes_options options = start();
    found f = modes_with(text, NULL, 0, &options);
    const ptl_modes *m = f.modes;
    /* lambda^2 + c (lambda - i Omega) + w^2 = 0 for z, and the conjugates for z*: here by Newton's
     * method from -+ i w */
    const double c = 2.0, w = 100.0, omega = speeds[i];
    for (int sign = -1; sign <= 1; sign += 2) {
      double re = 0.0, im = sign * w;
      for (int k = 0; k < 50; k++) {
        const double fr = re * re - im * im + c * re + w * w;
        const double fi = 2 * re * im + c * (im - omega), dr = 2 * re + c, di = 2 * im;
        const double size = dr * dr + di * di;
        re -= (fr * dr + fi * di) / size;
        im -= (fi * dr - fr * di) / size;
      }
      double nearest = INFINITY;
      for (int k = 0; k < m->n_modes; k++) {
        const ptl_mode *mode = &m->modes[k];
        const double distance = hypot(mode->real - re, mode->imaginary - fabs(im));
        if (distance < nearest && mode->most % 3 != 2) {
          nearest = distance;
          if (distance < 1e-6) assert_near(mode->whirl, sign, 1e-6);
        }
      }
      assert_near(nearest, 0.0, 1e-7);
    }
    assert_int_equal(m->n_growing, omega > w);
    found_release(&f);
  }
  found f;
  ptl_modes_options options = start();
  options.frame = PTL_FRAME_BODIES;
  f = modes_with(
      "pintle: 1\n"
      "bodies: {disc: {mass: 4 kg, inertia: 0.5 kg m^2, rate: 30 rad/s}}\n"
      "joints: {seat: {type: revolute, bodies: [ground, disc], bushing: {stiffness: 40 kN/m}}}\n",
      NULL, 0, &options);
  assert_int_equal(f.modes->n_modes, 4);
  assert_near(f.modes->modes[2].imaginary, 70.0, 1e-8);
  assert_near(f.modes->modes[3].imaginary, 130.0, 1e-8);
  found_release(&f);
}

/* A pendulum of length l on a rotor at the radius R swings at Omega sqrt(R/l), along the axes of
 * the bodies. */
static void centrifugal_pendulum_has_its_order(void **state) {
  (void)state;
  ptl_modes_options options = start();
  options.frame = PTL_FRAME_BODIES;
  found f = modes_with(
      "pintle: 1\n"
      "bodies:\n"
      "  rotor: {mass: 1 kg, inertia: 1 kg m^2, rate: 50 rad/s}\n"
      "  bob: {mass: 0.5 kg, inertia: 1e-12 kg m^2, position: [0.12 m, 0], rate: 50 rad/s, "
      "velocity: [0, 6 m/s]}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, rotor]}\n"
      "  drive: {type: motion, joint: shaft, rate: 50 rad/s}\n"
      "  hinge: {type: revolute, bodies: [rotor, bob], at: [0.09 m, 0]}\n",
      NULL, 0, &options);
  assert_int_equal(f.modes->n_modes, 1);
  assert_near(f.modes->modes[0].imaginary, 50 * sqrt(0.09 / 0.03), 1e-5);
  assert_near(f.modes->modes[0].real, 0.0, 1e-5);
  found_release(&f);
}

/* A ring on a rod that turns freely at Omega, held by a spring with k (r - l) = m Omega^2 r: two
 * eigenvalues 0 of the rotation, and with the angular momentum kept
 *   omega^2 = k/m - Omega^2 + 4 m r^2 Omega^2/(J + m r^2). */
static void a_free_rotation_is_free(void **state) {
  (void)state;
  static const double rates[] = {10, 100, 150, 300};
  ptl_modes_options options = start();
  options.frame = PTL_FRAME_BODIES;
  for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
    char text[900];
    const double rate = rates[i], momentum = 0.1 * 0.01 / (0.0101 + 0.1 * 0.01);
    snprintf(text, sizeof text,
             "pintle: 1\n"
             "bodies:\n"
             "  rod: {mass: 1 kg, inertia: 0.01 kg m^2, rate: %g rad/s}\n"
             "  ring: {mass: 0.1 kg, inertia: 1e-4 kg m^2, position: [0.1 m, 0], "
             "velocity: [0, %.17g m/s], rate: %g rad/s}\n"
             "joints:\n"
             "  shaft: {type: revolute, bodies: [ground, rod]}\n"
             "  rail: {type: translational, bodies: [rod, ring], axis: [1, 0]}\n"
             "forces:\n"
             "  spring: {type: spring_damper, a: {body: rod}, b: {body: ring}, stiffness: 1e4 N/m, "
             "free_length: %.17g m}\n",
             rate, 0.1 * rate, rate, 0.1 - 1e-6 * rate * rate);
    found f = modes_with(text, NULL, 0, &options);
    assert_int_equal(f.modes->n_modes, 3);
    assert_true(f.modes->modes[0].natural == 0.0 && f.modes->modes[1].natural == 0.0);
    assert_near(f.modes->modes[2].imaginary, sqrt(1e5 + (4.0 * momentum - 1.0) * rate * rate),
                1e-6);
    found_release(&f);
  }
}

/* ---------------------------------------------------------------- refusals */

/* Every root s of m s^3 + kd s^2 + kp s + ki = 0: a mass that a PID controller holds. */
static void signals_have_their_part(void **state) {
  (void)state;
  const double m = 2.0, kp = 40.0, ki = 30.0, kd = 8.0;
  found f = modes_of(
      "pintle: 1\ngravity: [0, 0]\n"
      "signals: {u: {pid: 0 m - b.x, kp: 40 N/m, ki: 30 N/m/s, kd: 8 N s/m, derivative: -b.vx}}\n"
      "bodies: {b: {mass: 2, inertia: 1}}\n"
      "joints: {rail: {type: translational, bodies: [ground, b]}}\n"
      "loads: {push: {body: b, force: [u, 0 N]}}\n");
  assert_int_equal(f.modes->n_modes, 2);
  for (int i = 0; i < f.modes->n_modes; i++) {
    const double re = f.modes->modes[i].real, im = f.modes->modes[i].imaginary;
    const double re2 = re * re - im * im, im2 = 2.0 * re * im;
    assert_near(m * (re2 * re - im2 * im) + kd * re2 + kp * re + ki, 0.0, 1e-8);
    assert_near(m * (re2 * im + im2 * re) + kd * im2 + kp * im, 0.0, 1e-8);
  }
  found_release(&f);
}

/* A pendulum's mode as rows: its bearing stays where it is however far it swings, its angle goes as
 * a cosine (by the projection, to second order), rates are those of the angle over time, and what
 * masses and loads would tell is left out. */
static void a_mode_moves(void **state) {
  (void)state;
  enum { N = 65 };
  found f = modes_of(HEAD "parameters: {x0: 2 m, y0: 1 m, lean: -80 deg}\n" PENDULUM);
  const ptl_column *columns;
  const int width = ptl_system_get_columns(f.system, &columns);
  double *values = malloc(sizeof(double) * N * (size_t)width);
  const int x = ptl_system_find_column(f.system, "rod.x"),
            y = ptl_system_find_column(f.system, "rod.y"),
            angle = ptl_system_find_column(f.system, "rod.angle"),
            rate = ptl_system_find_column(f.system, "rod.omega"),
            force = ptl_system_find_column(f.system, "pivot.fx");
  const double amplitude = 0.02, omega = f.modes->modes[0].imaginary;
  /* of the angle, counted as a length, or of the centre of mass half a metre away */
  const double swing = amplitude * fabs(f.modes->modes[0].shape_real[2]);
  must(context, ptl_modes_motion(context, f.system, f.modes, 0, amplitude, N, values));
  const double sign = f.modes->modes[0].shape_real[2] > 0 ? 1 : -1;
  for (int i = 0; i < N; i++) {
    const double *row = values + i * width, phase = 2 * pi * i / (N - 1);
    assert_near(row[0], phase / omega, 1e-12);
    assert_near(hypot(row[x] - 2, row[y] - 1), 0, 1e-12);
    assert_near(row[angle], -pi / 2 + sign * swing * cos(phase), swing * swing);
    assert_near(row[rate], -sign * swing * omega * sin(phase), 1e-9);
    assert_true(isnan(row[force]));
  }
  assert_true(swing > 0.001);
  assert_int_equal(ptl_modes_motion(context, f.system, f.modes, 1, amplitude, N, values),
                   PTL_ERR_USAGE);
  assert_int_equal(ptl_modes_motion(context, f.system, f.modes, 0, -1, N, values), PTL_ERR_USAGE);
  assert_int_equal(ptl_modes_motion(context, f.system, f.modes, 0, amplitude, 1, values),
                   PTL_ERR_USAGE);
  free(values);
  found_release(&f);
}

static void bad_input(void **state) {
  (void)state;
  ptl_system *system =
      system_of(context, HEAD "bodies: {stone: {mass: 3 kg, inertia: 1e-2 kg m^2}}\n", NULL, 0);
  ptl_modes *modes = (ptl_modes *)&system;
  assert_int_equal(ptl_modes_find(context, system, NULL, &modes), PTL_ERR_UNFIT);
  assert_null(modes);
  assert_non_null(strstr(ptl_context_message(context), "'stone'"));
  ptl_modes_options options = ptl_modes_options_default();
  options.at = PTL_MODES_STATE;
  assert_int_equal(ptl_modes_find(context, system, &options, &modes), PTL_ERR_USAGE);
  options = start();
  options.time = NAN;
  assert_int_equal(ptl_modes_find(context, system, &options, &modes), PTL_ERR_USAGE);
  ptl_system_destroy(system);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pendulum_swings),
      cmocka_unit_test(negative_stiffness_diverges),
      cmocka_unit_test(chain_has_zeros_of_laguerre),
      cmocka_unit_test(damped_mass_and_its_matrices),
      cmocka_unit_test(bristle_holds),
      cmocka_unit_test(bushing_has_three_frequencies),
      cmocka_unit_test(resting_pin_has_contact_stiffness),
      cmocka_unit_test(rotor_whirls),
      cmocka_unit_test(centrifugal_pendulum_has_its_order),
      cmocka_unit_test(a_free_rotation_is_free),
      cmocka_unit_test(signals_have_their_part),
      cmocka_unit_test(a_mode_moves),
      cmocka_unit_test(bad_input),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
