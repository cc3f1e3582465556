/* spectrum_peaks.c: the peaks of a spectrum.
 *
 * A sine between lines k and k + 1, at k + d, reads in them by the transform of its weights; two
 * lines tell d and the amplitude. Without weights the ratio r = |k + 1|/|k| is d/(1 - d) and the
 * line k reads sin(pi d)/(pi d) of the amplitude; with those of Hann r = (1 + d)/(2 - d), and the
 * line reads sin(pi d)/(pi d (1 - d^2)) (T. Grandke: Interpolation algorithms for discrete Fourier
 * transforms of weighted signals, IEEE Trans. Instrum. Meas. 32, 1983). */
#include <math.h>

#include "pintle_spectrum.h"

static const double least_share =
    0.01; /* of the largest line: above the side lobes of the weights */

static int width_of(ptl_taper taper) {
  return taper == PTL_TAPER_FLAT_TOP ? 6 : 4;
}

static int is_peak(const ptl_spectrum *s, const double *lines, int64_t k) {
  const int width = width_of(s->taper);
  const int64_t first = k > width ? k - width : 1;
  for (int64_t i = first; i <= k + width && i < s->n_lines; i++)
    if (i < k ? lines[i] >= lines[k] : lines[i] > lines[k]) return 0;
  return 1;
}

static ptl_spectrum_peak between_lines(const ptl_spectrum *s, const double *lines, int64_t k) {
  const double own = lines[k], below = k > 1 ? lines[k - 1] : 0,
               above = k + 1 < s->n_lines ? lines[k + 1] : 0;
  const int side = above >= below ? 1 : -1;
  const double r = fmax(above, below) / own;
  double d = 0, share = 1;
  if (s->taper == PTL_TAPER_HANN) d = fmax(0, (2 * r - 1) / (r + 1));
  if (s->taper == PTL_TAPER_NONE) d = r / (1 + r);
  if (s->taper == PTL_TAPER_FLAT_TOP && below > 0 && above > 0) {
    const double a = log(below), b = log(own), c = log(above); /* the vertex of a parabola */
    const double bend = a - 2 * b + c;
    return (ptl_spectrum_peak){((double)k + (bend < 0 ? 0.5 * (a - c) / bend : 0)) * s->resolution,
                               own};
  }
  if (d > 1e-9) share = sin(M_PI * d) / (M_PI * d);
  if (s->taper == PTL_TAPER_HANN) share /= 1 - d * d;
  return (ptl_spectrum_peak){((double)k + side * d) * s->resolution, own / share};
}

int ptl_spectrum_peaks(const ptl_spectrum *s, int slice, ptl_spectrum_peak *peaks, int room) {
  if (slice < 0 || slice >= s->n_slices) return 0;
  const double *lines = s->amplitudes + (int64_t)slice * s->n_lines;
  double largest = 0;
  int n = 0;
  for (int64_t k = 1; k < s->n_lines; k++) largest = fmax(largest, lines[k]);
  for (int64_t k = 1; k < s->n_lines && largest > 0; k++) {
    if (!(lines[k] >= least_share * largest) || !is_peak(s, lines, k)) continue;
    const ptl_spectrum_peak peak = between_lines(s, lines, k);
    int at = n;
    while (at > 0 && peaks[at - 1].amplitude < peak.amplitude) at--;
    if (at >= room) continue;
    n += n < room;
    for (int i = n - 1; i > at; i--) peaks[i] = peaks[i - 1];
    peaks[at] = peak;
  }
  return n;
}
