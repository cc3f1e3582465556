/* plot_spectrum.h: curves over a time or an angle as their spectra. */
#ifndef PTL_CLI_PLOT_SPECTRUM_H
#define PTL_CLI_PLOT_SPECTRUM_H

#include "figure.h"
#include "pintle_spectrum.h"
#include "plot_data.h"

/* As the options give them; NULL: not given. */
typedef struct ptl_spectral_options {
  int spectrum, waterfall, log;
  const char *from, *until, *slice, *taper, *up_to;
} ptl_spectral_options;

enum { PTL_SPECTRAL_PEAKS = 6, PTL_SPECTRAL_TEXT = 48 };

/* What belongs to one curve. */
typedef struct ptl_spectral_curve {
  ptl_spectrum *spectrum; /* until it is shown */
  ptl_spectrum_peak peaks[PTL_SPECTRAL_PEAKS];
  char texts[PTL_SPECTRAL_PEAKS][PTL_SPECTRAL_TEXT];
  ptl_figure_note notes[PTL_SPECTRAL_PEAKS];
  int n_peaks;
  ptl_field field; /* of a waterfall, over frequency and the axis */
  double *edges, *values;
  char low[PTL_SPECTRAL_TEXT], high[PTL_SPECTRAL_TEXT];
} ptl_spectral_curve;

typedef struct ptl_spectral {
  int is_waterfall, is_log, is_orders;
  double x_factor; /* from the axis to seconds or turns */
  /* Highest frequency that is shown, INFINITY: as far as is more than nothing, `shown` [1/s],
   * [1/turn]. */
  double up_to, shown;
  ptl_spectrum_options options;
  int64_t n_samples; /* of the last curve */
  double resolution;
} ptl_spectral;

/* PTL_GO_ON, or the exit status after a message: of options that do not go together. */
int ptl_cli_spectral_check(const ptl_spectral_options *o);
/* Settings for the axis. 0, or non-zero after a message. */
int ptl_cli_spectral_begin(ptl_context *context, const ptl_spectral_options *o,
                           const ptl_column *axis, ptl_spectral *out);
/* The curve's spectrum, and how far it reaches, in `s`. 0, or non-zero after a message. */
int ptl_cli_spectral_find(ptl_context *context, ptl_spectral *s, const ptl_column *column,
                          const ptl_plot_curve *curve, ptl_spectral_curve *out);
/* Puts it in the place of the curve's points, or into the field of a waterfall, as far as the
 * farthest reaches. 0, or non-zero after a message. */
int ptl_cli_spectral_show(ptl_context *context, const ptl_spectral *s, const ptl_column *column,
                          ptl_plot_curve *curve, ptl_spectral_curve *out);
void ptl_cli_spectral_free(ptl_context *context, ptl_spectral_curve *curves, int n);
/* Frequency and amplitude of the peaks of n curves, with their columns, as a table on stdout. */
void ptl_cli_spectral_print(const ptl_spectral *s, const ptl_column *columns,
                            const ptl_plot_curve *curves, const ptl_spectral_curve *own, int n);

#endif
