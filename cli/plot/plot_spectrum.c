/* plot_spectrum.c: curves over a time or an angle as their spectra. */
#include "plot_spectrum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "envelope.h"
#include "message.h"
#include "options.h"
#include "plot_panels.h"
#include "printable.h"
#include "quantity.h"
#include "table.h"

enum { BINS = 2000 };
/* Of the largest line, down to which is shown: of a logarithmic axis, of colours, of a linear
 * axis. */
static const double log_range = 1e-5, field_range = 1e-3, linear_range = 1e-2;

/* ------------------------------------------------------------------ options */

int ptl_cli_spectral_check(const ptl_spectral_options *o) {
  const struct {
    const char *name, *value;
  } texts[] = {{"--from", o->from},
               {"--until", o->until},
               {"--taper", o->taper},
               {"--up-to", o->up_to},
               {"--log", o->log ? "" : NULL}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (texts[i].value != NULL && !o->spectrum && !o->waterfall) {
      ptl_cli_say(PTL_E(0950) "%s is an option of --spectrum and --waterfall", texts[i].name);
      return PTL_EXIT_USAGE;
    }
  if (o->spectrum && o->waterfall) {
    ptl_cli_say(PTL_E(0950) "--spectrum and --waterfall are different pictures: choose one");
    return PTL_EXIT_USAGE;
  }
  if (o->slice != NULL && !o->waterfall) {
    ptl_cli_say(PTL_E(0950) "--slice is an option of --waterfall");
    return PTL_EXIT_USAGE;
  }
  if (o->log && o->waterfall) {
    ptl_cli_say(
        PTL_E(0950) "--log is an option of --spectrum: the colours of --waterfall are logarithmic");
    return PTL_EXIT_USAGE;
  }
  return PTL_GO_ON;
}

static int read_taper(const char *name, ptl_taper *out) {
  static const char *const names[] = {
      [PTL_TAPER_HANN] = "hann", [PTL_TAPER_FLAT_TOP] = "flat_top", [PTL_TAPER_NONE] = "none"};
  for (size_t i = 0; name != NULL && i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0) *out = (ptl_taper)i;
  if (name == NULL || strcmp(name, names[*out]) == 0) return 0;
  ptl_cli_say(PTL_E(0951) "--taper %s: there are hann, flat_top and none", name);
  return 1;
}

/* A place on the axis, as it counts in a spectrum. */
static int read_place(ptl_context *context, const ptl_spectral *s, const char *option,
                      const char *text, double *out) {
  if (text == NULL) return 0;
  if (ptl_cli_option_quantity(context, option, text, s->is_orders ? "rad" : "s", out) != PTL_GO_ON)
    return 1;
  if (s->is_orders) *out /= 2 * M_PI;
  return 0;
}

int ptl_cli_spectral_begin(ptl_context *context, const ptl_spectral_options *o,
                           const ptl_column *axis, ptl_spectral *out) {
  *out = (ptl_spectral){.is_waterfall = o->waterfall,
                        .is_log = o->log,
                        .up_to = INFINITY,
                        .options = ptl_spectrum_options_default()};
  if (ptl_unit_convert(context, axis->unit, "s", &out->x_factor) != PTL_OK) {
    out->is_orders = 1;
    if (ptl_unit_convert(context, axis->unit, "turn", &out->x_factor) != PTL_OK ||
        strcmp(axis->unit, "1") == 0) {
      ptl_cli_say(PTL_E(0950) "a spectrum is taken over a time or an angle, not over %s [%s]",
                  axis->name, axis->unit);
      return 1;
    }
  }
  if (read_taper(o->taper, &out->options.taper) ||
      read_place(context, out, "from", o->from, &out->options.from) ||
      read_place(context, out, "until", o->until, &out->options.until) ||
      read_place(context, out, "slice", o->slice, &out->options.slice))
    return 1;
  if (o->slice != NULL && !(out->options.slice > 0)) {
    ptl_cli_say(PTL_E(0951) "--slice %s: must be > 0", o->slice);
    return 1;
  }
  if (o->up_to == NULL) return 0;
  if (ptl_cli_option_quantity(context, "up-to", o->up_to, out->is_orders ? "1" : "Hz",
                              &out->up_to) != PTL_GO_ON)
    return 1;
  if (out->up_to > 0) return 0;
  ptl_cli_say(PTL_E(0951) "--up-to %s: must be > 0", o->up_to);
  return 1;
}

/* ------------------------------------------------------------------ lines and peaks */

static void write_frequency(const ptl_spectral *s, double frequency, char text[PTL_SPECTRAL_TEXT]) {
  if (s->is_orders)
    snprintf(text, PTL_SPECTRAL_TEXT, "%.4g", frequency);
  else
    ptl_cli_quantity(text, PTL_SPECTRAL_TEXT, frequency, "Hz", 4);
}

static void find_peaks(const ptl_spectral *s, const ptl_spectrum *spectrum, double up_to,
                       ptl_spectral_curve *out) {
  enum { ROOM = 64 };
  ptl_spectrum_peak peaks[ROOM];
  const int n = ptl_spectrum_peaks(spectrum, 0, peaks, ROOM);
  for (int i = 0; i < n && out->n_peaks < PTL_SPECTRAL_PEAKS; i++) {
    if (peaks[i].frequency > up_to) continue;
    const int k = out->n_peaks++;
    out->peaks[k] = peaks[i];
    write_frequency(s, peaks[i].frequency, out->texts[k]);
    out->notes[k] = (ptl_figure_note){peaks[i].frequency, peaks[i].amplitude, out->texts[k]};
  }
}

/* Lines 1 to n as the curve's points, so many as can be seen. */
static int put_lines(const ptl_spectrum *spectrum, int64_t n, double least, ptl_plot_curve *c) {
  ptl_envelope *envelope =
      ptl_envelope_create(0, (double)(n > 1 ? n : 2) * spectrum->resolution, BINS);
  if (envelope == NULL) {
    ptl_cli_say(PTL_E(0001) "out of memory");
    return 1;
  }
  for (int64_t k = 1; k <= n; k++) {
    const double x = (double)k * spectrum->resolution, y = fmax(spectrum->amplitudes[k], least);
    ptl_envelope_add(envelope, &x, &y, 1);
  }
  c->n = ptl_envelope_count(envelope);
  c->x = ptl_cli_alloc((size_t)c->n + 1, sizeof *c->x);
  c->y = ptl_cli_alloc((size_t)c->n + 1, sizeof *c->y);
  ptl_envelope_points(envelope, c->x, c->y);
  ptl_envelope_destroy(envelope);
  return 0;
}

/* ------------------------------------------------------------------ waterfalls */

static void put_field(const ptl_spectrum *spectrum, int64_t n, double largest, const char *unit,
                      ptl_spectral_curve *out) {
  const int slices = spectrum->n_slices;
  const double hop = slices > 1 ? spectrum->middle[1] - spectrum->middle[0] : spectrum->length;
  out->edges = ptl_cli_alloc((size_t)slices + 1, sizeof *out->edges);
  out->values = ptl_cli_alloc((size_t)slices * (size_t)n, sizeof *out->values);
  for (int j = 0; j <= slices; j++) out->edges[j] = spectrum->middle[0] + (j - 0.5) * hop;
  for (int j = 0; j < slices; j++)
    memcpy(out->values + (int64_t)j * n, spectrum->amplitudes + j * spectrum->n_lines + 1,
           (size_t)n * sizeof *out->values);
  const double high = largest > 0 ? largest : 1;
  char raised[PTL_SPECTRAL_TEXT];
  ptl_cli_raised_unit(raised, sizeof raised, unit);
  ptl_cli_quantity(out->low, sizeof out->low, field_range * high, raised, 3);
  ptl_cli_quantity(out->high, sizeof out->high, high, raised, 3);
  out->field = (ptl_field){.n_x = n,
                           .n_y = slices,
                           .x_first = spectrum->resolution,
                           .x_step = spectrum->resolution,
                           .y_edges = out->edges,
                           .values = out->values,
                           .low = field_range * high,
                           .high = high,
                           .low_text = out->low,
                           .high_text = out->high};
}

/* ------------------------------------------------------------------ a curve */

/* A slice that is not given: a twentieth of the range. */
static void choose_slice(const ptl_spectral *s, const ptl_plot_curve *c, ptl_spectrum_options *o) {
  if (!s->is_waterfall || o->slice > 0 || c->n == 0) return;
  const double first = fmin(c->x[0], c->x[c->n - 1]), last = fmax(c->x[0], c->x[c->n - 1]);
  o->slice = ((isnan(o->until) ? last : o->until) - (isnan(o->from) ? first : o->from)) / 20;
}

/* The last line that may be shown. */
static int64_t end_of(const ptl_spectrum *spectrum, double up_to) {
  const int64_t n = spectrum->n_lines - 1;
  return up_to < (double)n * spectrum->resolution ? (int64_t)ceil(up_to / spectrum->resolution) : n;
}

/* The largest line up to the end, or what exceeds `least` last. */
static double largest_line(const ptl_spectrum *spectrum, double up_to) {
  double largest = 0;
  for (int j = 0; j < spectrum->n_slices; j++)
    for (int64_t k = 1; k <= end_of(spectrum, up_to); k++)
      largest = fmax(largest, spectrum->amplitudes[j * spectrum->n_lines + k]);
  return largest;
}

static int64_t last_above(const ptl_spectrum *spectrum, double least) {
  int64_t last = 1;
  for (int j = 0; j < spectrum->n_slices; j++)
    for (int64_t k = last + 1; k < spectrum->n_lines; k++)
      if (spectrum->amplitudes[j * spectrum->n_lines + k] > least) last = k;
  return last;
}

int ptl_cli_spectral_find(ptl_context *context, ptl_spectral *s, const ptl_column *column,
                          const ptl_plot_curve *c, ptl_spectral_curve *out) {
  ptl_spectrum_options options = s->options;
  choose_slice(s, c, &options);
  if (ptl_spectrum_find(context, c->x, c->y, c->n, &options, &out->spectrum) != PTL_OK) {
    char text[1200];
    snprintf(text, sizeof text, "%s: %s", column->name, ptl_context_message(context));
    ptl_make_one_line(text);
    ptl_cli_say_text(text, ptl_context_get_error(context)->code);
    return 1;
  }
  const double share = s->is_log ? log_range : s->is_waterfall ? field_range : linear_range;
  const int64_t last = last_above(out->spectrum, share * largest_line(out->spectrum, INFINITY));
  s->n_samples = out->spectrum->n_samples;
  s->resolution = out->spectrum->resolution;
  s->shown = fmax(s->shown, (double)last * s->resolution);
  return 0;
}

int ptl_cli_spectral_show(ptl_context *context, const ptl_spectral *s, const ptl_column *column,
                          ptl_plot_curve *c, ptl_spectral_curve *out) {
  const double up_to = s->up_to < INFINITY ? s->up_to : s->shown;
  const int64_t n = end_of(out->spectrum, up_to);
  const double largest = largest_line(out->spectrum, up_to);
  int failed = 0;
  ptl_cli_plot_free(c, 1);
  c->x = c->y = NULL;
  c->n = 0;
  c->low = 0;
  c->high = largest;
  if (s->is_waterfall)
    put_field(out->spectrum, n, largest, column->unit, out);
  else
    failed = put_lines(out->spectrum, n, s->is_log ? fmax(log_range * largest, 1e-300) : 0, c);
  if (!s->is_waterfall) find_peaks(s, out->spectrum, up_to, out);
  ptl_spectrum_release(context, out->spectrum);
  out->spectrum = NULL;
  return failed;
}

void ptl_cli_spectral_free(ptl_context *context, ptl_spectral_curve *curves, int n) {
  for (int k = 0; k < n; k++) {
    ptl_spectrum_release(context, curves[k].spectrum);
    free(curves[k].edges);
    free(curves[k].values);
  }
}

void ptl_cli_spectral_print(const ptl_spectral *s, const ptl_column *columns,
                            const ptl_plot_curve *curves, const ptl_spectral_curve *own, int n) {
  ptl_table *table = ptl_cli_table_create("lrr");
  ptl_cli_table_cell(table, "peaks");
  ptl_cli_table_cell(table, s->is_orders ? "order" : "frequency");
  ptl_cli_table_cell(table, "amplitude");
  for (int k = 0; k < n; k++)
    for (int i = 0; i < own[k].n_peaks; i++) {
      const ptl_column *column = &columns[curves[k].column];
      char amplitude[PTL_SPECTRAL_TEXT];
      ptl_cli_quantity(amplitude, sizeof amplitude, own[k].peaks[i].amplitude, column->unit, 5);
      ptl_cli_table_cell(table, "%s", i == 0 ? column->name : "");
      ptl_cli_table_cell(table, "%s", own[k].texts[i]);
      ptl_cli_table_cell(table, "%s", amplitude);
    }
  ptl_cli_table_print(table, stdout, 2);
}
