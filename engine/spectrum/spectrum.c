/* spectrum.c: amplitudes of values over time or over an angle.
 *
 * Of n samples y_j = A cos(2 pi k j/n + phi) with weights w_j, whose own transform is narrow, the
 * transform's size at line k is A/2 sum(w): twice its size over that sum reads A. The mean,
 * weighted like the rest, is taken out before. */
#include "pintle_spectrum.h"

#include <math.h>
#include <string.h>

#include "fft.h"
#include "samples.h"

enum { LEAST_SAMPLES = 8, MOST_SAMPLES = 1 << 26, MOST_VALUES = 1 << 28 };

typedef struct held {
  ptl_spectrum public;
  double *middle, *amplitudes;
} held;

static ptl_spectrum_options usual_options(void) {
  return (ptl_spectrum_options){.from = NAN, .until = NAN, .overlap = 0.5};
}

void ptl_spectrum_options_default_sized(ptl_spectrum_options *out, size_t size) {
  const ptl_spectrum_options options = usual_options();
  ptl_give_def(out, size, &options, sizeof options);
}

void ptl_spectrum_release(ptl_context *context, ptl_spectrum *spectrum) {
  held *h = (held *)spectrum;
  if (h == NULL) return;
  ptl_free(context, h->middle);
  ptl_free(context, h->amplitudes);
  ptl_free(context, h);
}

/* ------------------------------------------------------------------ input */

/* Growing x: of values that fall a copy of both, the other way round. */
static ptl_status take(ptl_context *context, const double *x, const double *y, int64_t n,
                       double **copy, ptl_series *out) {
  *copy = NULL;
  *out = (ptl_series){x, y, n};
  for (int64_t i = 0; i < n; i++)
    if (!isfinite(x[i]) || !isfinite(y[i]))
      return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0830) "value %lld of a spectrum is not finite",
                      (long long)i + 1);
  const int falls = n > 0 && x[n - 1] < x[0];
  if (falls) {
    double *turned = *copy = ptl_alloc(context, 2 * (size_t)n, sizeof *turned);
    if (turned == NULL) return PTL_ERR_MEMORY;
    for (int64_t i = 0; i < n; i++) {
      turned[i] = x[n - 1 - i];
      turned[n + i] = y[n - 1 - i];
    }
    *out = (ptl_series){turned, turned + n, n};
  }
  for (int64_t i = 1; i < n; i++)
    if (out->x[i] < out->x[i - 1])
      return ptl_fail(
          context, PTL_ERR_INPUT,
          PTL_E(0830) "a spectrum needs places that only grow or only fall: they turn back at %.9g",
          out->x[i]);
  return PTL_OK;
}

/* The range of the samples, which the rows must cover. */
static ptl_status set_range(ptl_context *context, const ptl_series *s, ptl_spectrum_options *o) {
  if (s->n < 2)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0830) "a spectrum needs rows: there are %lld",
                    (long long)s->n);
  const double first = s->x[0], last = s->x[s->n - 1];
  if (isnan(o->from)) o->from = first;
  if (isnan(o->until)) o->until = last;
  const double rounding = 1e-9 * (last - first);
  if (!(o->from < o->until) || o->from < first - rounding || o->until > last + rounding)
    return ptl_fail(context, PTL_ERR_USAGE,
                    PTL_E(0006) "a spectrum from %.9g to %.9g: the rows go from %.9g to %.9g",
                    o->from, o->until, first, last);
  o->from = fmax(o->from, first);
  o->until = fmin(o->until, last);
  return PTL_OK;
}

/* Rows within the range, and one beyond either end. */
static ptl_series within(const ptl_series *s, double from, double until) {
  int64_t first = 0, end = s->n;
  while (first + 2 < end && s->x[first + 1] <= from) first++;
  while (end - 2 > first && s->x[end - 2] >= until) end--;
  return (ptl_series){s->x + first, s->y + first, end - first};
}

static ptl_status check(ptl_context *context, const ptl_spectrum_options *o) {
  if (o->taper < PTL_TAPER_HANN || o->taper > PTL_TAPER_NONE)
    return ptl_fail(context, PTL_ERR_USAGE, PTL_E(0006) "there is no taper %d", (int)o->taper);
  if (!(o->step >= 0) || !isfinite(o->step) || !(o->slice >= 0) ||
      !(o->overlap >= 0 && o->overlap < 1))
    return ptl_fail(context, PTL_ERR_USAGE,
                    PTL_E(0006) "a spectrum with samples every %g, slices of %g and an overlap of %g: the "
                    "first two are >= 0, the last from 0 to less than 1",
                    o->step, o->slice, o->overlap);
  return PTL_OK;
}

/* ------------------------------------------------------------------ weights */

/* Of n samples, periodic; their sum is n times the first coefficient. */
static void weigh(ptl_taper taper, double *weights, int n) {
  static const double hann[] = {0.5, -0.5, 0, 0, 0},
                      hft95[] = {1, -1.9383379, 1.3045202, -0.4028270, 0.0350665},
                      none[] = {1, 0, 0, 0, 0};
  const double *c = taper == PTL_TAPER_HANN ? hann : taper == PTL_TAPER_FLAT_TOP ? hft95 : none;
  for (int i = 0; i < n; i++) {
    const double angle = 2 * M_PI * i / n;
    weights[i] = c[0];
    for (int k = 1; k < 5 && c[k] != 0; k++) weights[i] += c[k] * cos(k * angle);
  }
}

/* ------------------------------------------------------------------ slices */

typedef struct making {
  ptl_context *context;
  const ptl_series *series;
  held *h;
  ptl_fft *fft;
  double *samples, *weights;
  double sum; /* of the weights */
} making;

static void make_slice(making *m, double from, double *out) {
  const int n = (int)m->h->public.n_samples;
  double mean = 0;
  ptl_series_sample(m->series, from, m->h->public.step, n, m->samples);
  for (int i = 0; i < n; i++) mean += m->weights[i] * m->samples[i] / m->sum;
  for (int i = 0; i < n; i++) m->samples[i] = m->weights[i] * (m->samples[i] - mean);
  ptl_fft_sizes(m->fft, m->samples, out);
  for (int k = 1; k < n / 2; k++) out[k] *= 2 / m->sum;
  out[n / 2] /= m->sum;
  out[0] = fabs(mean);
}

static ptl_status make_slices(making *m, double from, double hop) {
  ptl_spectrum *p = &m->h->public;
  const size_t n = (size_t)p->n_samples;
  ptl_status status = ptl_fft_create(m->context, (int)p->n_samples, &m->fft);
  m->samples = ptl_alloc(m->context, n, sizeof(double));
  m->weights = ptl_alloc(m->context, n, sizeof(double));
  if (m->samples == NULL || m->weights == NULL) status = PTL_ERR_MEMORY;
  if (status == PTL_OK) {
    weigh(p->taper, m->weights, (int)n);
    m->sum = 0;
    for (size_t i = 0; i < n; i++) m->sum += m->weights[i];
    for (int i = 0; i < p->n_slices; i++) {
      m->h->middle[i] = from + i * hop + 0.5 * p->length;
      make_slice(m, from + i * hop, m->h->amplitudes + (size_t)i * (size_t)p->n_lines);
    }
  }
  ptl_fft_destroy(m->context, m->fft);
  ptl_free(m->context, m->samples);
  ptl_free(m->context, m->weights);
  return status;
}

/* Number and length of slices and samples; the range and the step are known. */
static ptl_status set_sizes(ptl_context *context, const ptl_spectrum_options *o, double step,
                            ptl_spectrum *p, double *hop) {
  const double range = o->until - o->from;
  p->taper = o->taper;
  p->length = o->slice > 0 ? o->slice : range;
  if (p->length > range * (1 + 1e-9))
    return ptl_fail(context, PTL_ERR_USAGE,
                    PTL_E(0006) "slices of %.9g are longer than the range, %.9g", p->length, range);
  const double samples = p->length / step;
  if (!(samples <= MOST_SAMPLES))
    return ptl_fail(context, PTL_ERR_USAGE, PTL_E(0006) "a spectrum of %.3g samples: at most %d",
                    samples, MOST_SAMPLES);
  if (!(samples >= LEAST_SAMPLES * (1 - 1e-9)))
    return ptl_fail(context, PTL_ERR_INPUT,
                    PTL_E(0830) "a spectrum needs %d samples or more; a length of %.9g has "
                    "%.2f at a distance of %.9g",
                    LEAST_SAMPLES, p->length, samples, step);
  p->n_samples = ptl_fft_size((int)ceil(samples * (1 - 1e-9)));
  p->n_lines = p->n_samples / 2 + 1;
  p->step = p->length / (double)p->n_samples;
  p->resolution = 1 / p->length;
  *hop = p->length * (1 - o->overlap);
  const double slices = floor((range - p->length) / *hop * (1 + 1e-9) + 1e-9) + 1;
  if (!(slices * (double)p->n_lines <= MOST_VALUES))
    return ptl_fail(context, PTL_ERR_USAGE,
                    PTL_E(0006) "%.3g slices are too many: take longer ones", slices);
  p->n_slices = (int)slices;
  return PTL_OK;
}

static ptl_status make(making *m, ptl_spectrum_options *o) {
  ptl_spectrum *p = &m->h->public;
  double step = o->step, hop = 0;
  ptl_status status = check(m->context, o);
  if (status == PTL_OK) status = set_range(m->context, m->series, o);
  if (status == PTL_OK && !(step > 0)) {
    const ptl_series rows = within(m->series, o->from, o->until);
    status = ptl_series_step(m->context, &rows, &step);
  }
  if (status == PTL_OK) status = set_sizes(m->context, o, step, p, &hop);
  if (status != PTL_OK) return status;
  m->h->middle = ptl_alloc(m->context, (size_t)p->n_slices, sizeof(double));
  m->h->amplitudes =
      ptl_alloc(m->context, (size_t)p->n_slices * (size_t)p->n_lines, sizeof(double));
  if (m->h->middle == NULL || m->h->amplitudes == NULL) return PTL_ERR_MEMORY;
  p->middle = m->h->middle;
  p->amplitudes = m->h->amplitudes;
  return make_slices(m, o->from, hop);
}

ptl_status ptl_spectrum_find_sized(ptl_context *context, const double *x, const double *y,
                                   int64_t n, const ptl_spectrum_options *options, size_t size,
                                   ptl_spectrum **out) {
  ptl_spectrum_options given = usual_options();
  ptl_series series;
  double *copy = NULL;
  *out = NULL;
  if (options != NULL) {
    const ptl_status taken =
        ptl_take_def(context, &given, sizeof given, options, size, "ptl_spectrum_options");
    if (taken != PTL_OK) return taken;
  }
  making m = {.context = context, .series = &series, .h = ptl_alloc(context, 1, sizeof *m.h)};
  if (m.h == NULL) return PTL_ERR_MEMORY;
  ptl_status status = take(context, x, y, n, &copy, &series);
  if (status == PTL_OK) status = make(&m, &given);
  ptl_free(context, copy);
  if (status == PTL_OK)
    *out = &m.h->public;
  else
    ptl_spectrum_release(context, &m.h->public);
  return status;
}
