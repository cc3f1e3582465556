/* Spectra against closed forms: sines between and on lines, Fourier coefficients, orders of an
 * angle. */
#include <malloc.h>

#include "one_context.h"
#include "pintle_spectrum.h"

enum { MOST = 40000 };
static double x[MOST], y[MOST];
static const double pi = 3.14159265358979323846;

/* Single precision, relative to the largest. */
#define ROUNDING 2e-6

static ptl_spectrum *spectrum_of(int n, const ptl_spectrum_options *options) {
  ptl_spectrum *s;
  must(context, ptl_spectrum_find(context, x, y, n, options, &s));
  return s;
}

/* n + 1 rows over [0, n h] of a mean of 2 and a sine. */
static void fill(int n, double h, double frequency, double amplitude) {
  for (int i = 0; i <= n; i++) {
    x[i] = i * h;
    y[i] = 2 + amplitude * sin(2 * pi * frequency * x[i] + 0.7);
  }
}

/* On a line every taper reads the amplitude, and the first line the mean. */
static void a_sine_on_a_line_reads_its_amplitude(void **state) {
  (void)state;
  for (int taper = PTL_TAPER_HANN; taper <= PTL_TAPER_NONE; taper++) {
    ptl_spectrum_options o = ptl_spectrum_options_default();
    o.taper = (ptl_taper)taper;
    fill(1000, 1e-3, 50, -3.5);
    ptl_spectrum *s = spectrum_of(1001, &o);
    assert_int_equal(s->n_samples, 1000);
    assert_int_equal(s->n_slices, 1);
    assert_near(s->resolution, 1, 1e-12);
    assert_near(s->middle[0], 0.5, 1e-12);
    assert_near(s->amplitudes[50], 3.5, 3.5 * ROUNDING);
    assert_near(s->amplitudes[0], 2, 1e-6);
    for (int k = 1; k <= 40; k++) assert_near(s->amplitudes[k], 0, 3.5 * ROUNDING); /* no mean */
    for (int k = 70; k <= 500; k++) assert_near(s->amplitudes[k], 0, 3.5 * ROUNDING);
    ptl_spectrum_release(context, s);
  }
}

/* Half way between two: sin(pi/2)/(pi/2 (1 - 1/4)) = 8/(3 pi) of it by Hann, within 0.06 % by
 * HFT95. The peak is where the sine is. Over 100 periods the mirrored frequency does not show. */
static void a_sine_between_lines_is_found(void **state) {
  (void)state;
  static const double read[] = {8 / (3 * 3.14159265358979323846), 1, 2 / 3.14159265358979323846};
  static const double tolerance[] = {1e-5, 6e-4, 5e-3};
  for (int taper = PTL_TAPER_HANN; taper <= PTL_TAPER_NONE; taper++) {
    ptl_spectrum_options o = ptl_spectrum_options_default();
    ptl_spectrum_peak peaks[4];
    o.taper = (ptl_taper)taper;
    fill(1000, 1e-3, 100.5, 4);
    ptl_spectrum *s = spectrum_of(1001, &o);
    assert_near(s->amplitudes[100], 4 * read[taper], 4 * tolerance[taper]);
    assert_true(ptl_spectrum_peaks(s, 0, peaks, 4) >= 1);
    assert_near(peaks[0].frequency, 100.5, taper == PTL_TAPER_FLAT_TOP ? 0.01 : 0.003);
    assert_near(peaks[0].amplitude, 4, 4 * tolerance[taper]);
    ptl_spectrum_release(context, s);
  }
}

/* A square wave of N samples a period has the amplitudes 4/(N sin(pi k/N)) at odd k, 0 at even
 * ones: the sum of its samples. */
static void a_square_wave_has_its_coefficients(void **state) {
  (void)state;
  enum { N = 96, PERIODS = 10 };
  ptl_spectrum_options o = ptl_spectrum_options_default();
  o.taper = PTL_TAPER_NONE;
  for (int i = 0; i <= N * PERIODS; i++) {
    x[i] = 0.25 * i;
    y[i] = i % N < N / 2 ? 1 : -1;
  }
  ptl_spectrum *s = spectrum_of(N * PERIODS + 1, &o);
  assert_int_equal(s->n_samples, N * PERIODS);
  for (int k = 1; k < N / 2; k++)
    assert_near(s->amplitudes[k * PERIODS], k % 2 == 1 ? 4 / (N * sin(pi * k / N)) : 0, ROUNDING);
  ptl_spectrum_peak peaks[3]; /* the largest first */
  assert_int_equal(ptl_spectrum_peaks(s, 0, peaks, 3), 3);
  for (int i = 0; i < 3; i++) {
    assert_near(peaks[i].frequency, (2 * i + 1) / (0.25 * N), 1e-6);
    assert_near(peaks[i].amplitude, 4 / (N * sin(pi * (2 * i + 1) / N)), 3 * ROUNDING);
  }
  ptl_spectrum_release(context, s);
}

/* Rows that contacts add, and two at one time, change neither the distance of the samples nor what
 * they read. */
static void rows_between_change_nothing(void **state) {
  (void)state;
  int n = 0;
  for (int i = 0; i <= 2000; i++) {
    const int dense = i % 40 == 7 && i < 2000 ? 30 : 1;
    for (int k = 0; k < dense; k++, n++) x[n] = (i + k / 30.0) * 1e-3;
    if (i % 100 == 3) {
      x[n] = x[n - 1];
      n++;
    }
  }
  for (int i = 0; i < n; i++) y[i] = 5 * cos(2 * pi * 20 * x[i]);
  ptl_spectrum *s = spectrum_of(n, NULL);
  assert_int_equal(s->n_samples, 2000);
  assert_near(s->amplitudes[40], 5, 5 * ROUNDING);
  ptl_spectrum_release(context, s);
}

/* Samples between rows: the cubic through four rows, which at 20 rows a period is off by less than
 * 3/128 (2 pi/20)^4. */
static void samples_between_rows_are_cubic(void **state) {
  (void)state;
  ptl_spectrum_options o = ptl_spectrum_options_default();
  fill(2000, 1e-3, 50, 1);
  o.from = 0.2503;
  o.until = 1.2503;
  ptl_spectrum *s = spectrum_of(2001, &o);
  assert_near(s->amplitudes[50], 1, 3.0 / 128 * pow(2 * pi / 20, 4));
  assert_near(s->middle[0], 0.7503, 1e-9);
  ptl_spectrum_release(context, s);
}

/* A shaft that runs up from rest, x its angle in turns: what happens three times a turn is one line
 * of order 3, whichever way it turns; over time it is none. */
static void orders_follow_a_run_up(void **state) {
  (void)state;
  enum { N = 20000 };
  for (int sign = -1; sign <= 1; sign += 2) {
    for (int i = 0; i <= N; i++) {
      const double t = (double)i / N;
      x[i] = sign * 50 * (0.2 * t + 0.8 * t * t);
      y[i] = 0.25 * sin(2 * pi * 3 * x[i]);
    }
    ptl_spectrum *s = spectrum_of(N + 1, NULL);
    ptl_spectrum_peak peak;
    assert_near(s->resolution, 1.0 / 50, 1e-12);
    assert_near(s->amplitudes[150], 0.25, 1e-5);
    assert_true(ptl_spectrum_peaks(s, 0, &peak, 1) == 1);
    assert_near(peak.frequency, 3, 1e-5);
    assert_near(peak.amplitude, 0.25, 1e-5);
    ptl_spectrum_release(context, s);
  }
  for (int i = 0; i <= N; i++) x[i] = (double)i / N;
  ptl_spectrum *s = spectrum_of(N + 1, NULL);
  for (int k = 1; k < s->n_lines; k++) assert_true(s->amplitudes[k] < 0.1);
  ptl_spectrum_release(context, s);
}

/* 40 Hz for a second, then 90 Hz: slices of 0.1 s every 0.05 s, whose lines are 10 Hz apart. */
static void slices_tell_when(void **state) {
  (void)state;
  ptl_spectrum_options o = ptl_spectrum_options_default();
  for (int i = 0; i <= 2000; i++) {
    x[i] = i * 1e-3;
    y[i] = x[i] < 1 ? 2 * sin(2 * pi * 40 * x[i]) : 0.5 * sin(2 * pi * 90 * x[i]);
  }
  o.slice = 0.1;
  ptl_spectrum *s = spectrum_of(2001, &o);
  assert_int_equal(s->n_slices, 39);
  assert_int_equal(s->n_samples, 100);
  for (int i = 0; i < s->n_slices; i++) {
    const double *lines = s->amplitudes + i * s->n_lines;
    assert_near(s->middle[i], 0.05 + 0.05 * i, 1e-9);
    if (fabs(s->middle[i] - 1) < 0.06) continue; /* across the change */
    assert_near(lines[4], s->middle[i] < 1 ? 2 : 0, 1e-5);
    assert_near(lines[9], s->middle[i] < 1 ? 0 : 0.5, 1e-5);
  }
  ptl_spectrum_release(context, s);
}

/* ---------------------------------------------------------------- wrong input */

static void refuse(int n, const ptl_spectrum_options *o, ptl_status status, const char *why) {
  ptl_spectrum *s = (ptl_spectrum *)x;
  assert_int_equal(ptl_spectrum_find(context, x, y, n, o, &s), status);
  assert_null(s);
  if (strstr(ptl_context_message(context), why) == NULL)
    fail_msg("\"%s\" does not say \"%s\"", ptl_context_message(context), why);
}

static void wrong_input_is_refused(void **state) {
  (void)state;
  ptl_spectrum_options o = ptl_spectrum_options_default();
  fill(100, 0.1, 1, 1);
  refuse(0, NULL, PTL_ERR_INPUT, "needs rows: there are 0");
  refuse(6, NULL, PTL_ERR_INPUT, "8 samples or more");
  o.from = -1;
  refuse(101, &o, PTL_ERR_USAGE, "from -1 to 10: the rows go from 0 to 10");
  o = ptl_spectrum_options_default();
  o.slice = 11;
  refuse(101, &o, PTL_ERR_USAGE, "longer than the range");
  o.slice = 1;
  o.overlap = 1;
  refuse(101, &o, PTL_ERR_USAGE, "an overlap of 1");
  o.overlap = 0;
  o.step = -1;
  refuse(101, &o, PTL_ERR_USAGE, "samples every -1");
  o.step = 1e-9;
  o.slice = 0;
  refuse(101, &o, PTL_ERR_USAGE, "at most");
  o.step = 0;
  o.taper = (ptl_taper)7;
  refuse(101, &o, PTL_ERR_USAGE, "no taper 7");
  x[50] = 7;
  refuse(101, NULL, PTL_ERR_INPUT, "turn back at 5.1");
  y[3] = NAN;
  refuse(101, NULL, PTL_ERR_INPUT, "value 4 of a spectrum is not finite");
  for (int i = 0; i < 20; i++) x[i] = y[i] = 1;
  refuse(20, NULL, PTL_ERR_USAGE, "from 1 to 1");
}

/* ---------------------------------------------------------------- memory */

typedef struct failing {
  long calls, fail_at; /* 0: none fails */
  size_t held;
} failing;

static void *fail_resize(void *old, size_t size, void *user) {
  failing *f = user;
  if (++f->calls == f->fail_at) return NULL;
  const size_t before = old != NULL ? malloc_usable_size(old) : 0;
  void *memory = realloc(old, size);
  if (memory != NULL) f->held += malloc_usable_size(memory) - before;
  return memory;
}

static void *fail_alloc(size_t size, void *user) {
  return fail_resize(NULL, size, user);
}

static void fail_release(void *memory, void *user) {
  ((failing *)user)->held -= memory != NULL ? malloc_usable_size(memory) : 0;
  free(memory);
}

/* Every allocation fails in turn: it is said, and nothing is left behind. */
static void memory_may_end(void **state) {
  (void)state;
  failing f = {0};
  const ptl_allocator allocator = {fail_alloc, fail_resize, fail_release, &f};
  ptl_context *own = ptl_context_create(&allocator);
  const size_t before = f.held;
  long calls = 0;
  fill(100, -0.1, 1, 1); /* falls, so that there is a copy */
  for (long at = 1; calls == 0; at++) {
    ptl_spectrum *s;
    f.calls = 0;
    f.fail_at = at;
    const ptl_status status = ptl_spectrum_find(own, x, y, 101, NULL, &s);
    if (status == PTL_OK) calls = at;
    if (status != PTL_OK) assert_int_equal(status, PTL_ERR_MEMORY);
    ptl_spectrum_release(own, s);
    assert_int_equal(f.held, before);
  }
  assert_true(calls > 8);
  f.fail_at = 0;
  ptl_context_destroy(own);
  assert_int_equal(f.held, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sine_on_a_line_reads_its_amplitude),
      cmocka_unit_test(a_sine_between_lines_is_found),
      cmocka_unit_test(a_square_wave_has_its_coefficients),
      cmocka_unit_test(rows_between_change_nothing),
      cmocka_unit_test(samples_between_rows_are_cubic),
      cmocka_unit_test(orders_follow_a_run_up),
      cmocka_unit_test(slices_tell_when),
      cmocka_unit_test(wrong_input_is_refused),
      cmocka_unit_test(memory_may_end),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
