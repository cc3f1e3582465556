/* pintle_spectrum.h: which frequencies, or orders of a turn, are in values over time or over an
 * angle. Part of pintle.h's library. */
#ifndef PINTLE_SPECTRUM_H
#define PINTLE_SPECTRUM_H

#include <stdint.h>

#include "pintle_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How samples are weighted towards the ends of the range, so that what does not repeat in it
 * spreads over few lines. */
typedef enum ptl_taper {
  PTL_TAPER_HANN, /* fine lines; between two of them a line reads up to 15 % low, a peak does not */
  /* HFT95 of Heinzel, Ruediger and Schilling (2002): a line reads right within 0.06 % anywhere,
   * five lines wide */
  PTL_TAPER_FLAT_TOP,
  PTL_TAPER_NONE /* for ranges of whole periods */
} ptl_taper;

typedef struct ptl_spectrum_options {
  double from, until; /* range of x; NAN: from the first, to the last */
  /* distance of samples, a little less where that makes their number even and quick to transform;
   * 0: half of the range is covered by rows that are no farther apart */
  double step;
  ptl_taper taper;
  double slice;   /* length in x of the slices of a waterfall; 0: one spectrum of the range */
  double overlap; /* of neighbouring slices, from 0 to less than 1 */
} ptl_spectrum_options;
/* NAN, NAN, 0, HANN, 0, 0.5 */
PTL_DEF_DEFAULT(ptl_spectrum_options_default, ptl_spectrum_options)

typedef struct ptl_spectrum {
  int64_t n_lines, n_samples; /* of each slice */
  int n_slices;
  double step;          /* distance of the samples in x */
  double resolution;    /* distance of the lines, from frequency 0 on [1/x] */
  double length;        /* of each slice in x */
  const double *middle; /* n_slices: in x */
  /* n_slices x n_lines: a sine of amplitude A that lies on a line reads A there; the first is
   * |mean|. */
  const double *amplitudes;
  ptl_taper taper;
} ptl_spectrum;

/* Amplitudes of y over x, n values each, x growing or falling throughout (steps of 0 are allowed: y
 * jumps there). y is sampled at equal distances: between rows about evenly spaced by the cubic
 * through four of them, else along the straight line. What is faster than half a sample folds back
 * to slower frequencies. The transform has single precision: lines below 1e-7 of the largest mean
 * nothing. options NULL: the defaults. PTL_ERR_INPUT where x turns back, a value is not finite or
 * the range holds fewer than 8 samples; PTL_ERR_USAGE for options that cannot be. */
PTL_API ptl_status ptl_spectrum_find_sized(ptl_context *context, const double *x, const double *y,
                                           int64_t n, const ptl_spectrum_options *options,
                                           size_t size, ptl_spectrum **out);
static inline ptl_status ptl_spectrum_find(ptl_context *c, const double *x, const double *y,
                                           int64_t n, const ptl_spectrum_options *options,
                                           ptl_spectrum **out) {
  return ptl_spectrum_find_sized(c, x, y, n, options, sizeof *options, out);
}
PTL_API void ptl_spectrum_release(ptl_context *context, ptl_spectrum *spectrum);

typedef struct ptl_spectrum_peak {
  double frequency, amplitude; /* between lines, of one sine alone [1/x] */
} ptl_spectrum_peak;
/* The largest peaks of a slice, the largest first: lines above 1 % of the largest that no line
 * within the taper's width exceeds. Of PTL_TAPER_HANN and _NONE frequency and amplitude follow
 * exactly from two lines, of one sine alone. Returns how many, up to `room`. */
PTL_API int ptl_spectrum_peaks(const ptl_spectrum *spectrum, int slice, ptl_spectrum_peak *peaks,
                               int room);

#ifdef __cplusplus
}
#endif
#endif
