#include "axes.h"

#include <math.h>
#include <stdio.h>

#include "format.h"

static double fraction(double value, double low, double high, int is_log) {
  if (is_log) return log(value / low) / log(high / low);
  return (value - low) / (high - low);
}

double ptl_axes_screen_x(const ptl_axes *a, double x) {
  return a->x + fraction(x, a->x_low, a->x_high, a->x_log) * a->w;
}

double ptl_axes_screen_y(const ptl_axes *a, double y) {
  return a->y + a->h - fraction(y, a->y_low, a->y_high, a->y_log) * a->h;
}

void ptl_axes_pad(double *low, double *high) {
  double span = *high - *low, size = fmax(fabs(*low), fabs(*high));
  if (!(span > 1e-9 * size)) span = size > 0 ? size : 1; /* a constant, but for rounding errors */
  *low -= 0.06 * span;
  *high += 0.08 * span;
}

/* ------------------------------------------------------------------ ticks */

enum { MAX_TICKS = 64 };

/* Round numbers in the range, about `wanted`; of a logarithmic one powers of ten, where these are
 * fewer than three also their multiples by 2 and 5. */
static int find_ticks(double low, double high, double scale, int is_log, double wanted,
                      double ticks[MAX_TICKS]) {
  int n = 0;
  if (is_log) {
    const int first = (int)ceil(log10(low * scale) - 1e-9),
              last = (int)floor(log10(high * scale) + 1e-9);
    static const double multiples[] = {1, 2, 5};
    const int step = 1 + (int)((last - first) / fmax(wanted, 1)), is_narrow = last - first < 2;
    for (int e = first - is_narrow; e <= last && n < MAX_TICKS - 2; e += step)
      for (int k = 0; k < (is_narrow ? 3 : 1); k++) {
        const double tick = multiples[k] * pow(10, e) / scale;
        if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)) ticks[n++] = tick;
      }
    return n;
  }
  const double step = ptl_round_number((high - low) * scale / wanted) / scale;
  double first;
  const int count = ptl_ticks(low, high, step, &first);
  for (int i = 0; i < count && n < MAX_TICKS; i++) {
    const double tick = first + i * step;
    ticks[n++] = fabs(tick) < 1e-9 * step ? 0 : tick;
  }
  return n;
}

/* The numbers at the ticks: as many decimals as their distance needs; very large and very small
 * ones with a power of ten. */
static void put_number(double value, double step, double largest, int is_log, char *text,
                       size_t size) {
  const int decimals = (int)ceil(-log10(step) - 1e-6);
  const int digits = 1 + (int)fmax(0, floor(log10(largest / step) + 1e-6) + 1);
  if (is_log)
    snprintf(text, size, "%g", value);
  else if (largest >= 1e6 || largest < 1e-4)
    snprintf(text, size, "%.*g", digits, value);
  else
    snprintf(text, size, "%.*f", decimals > 0 ? decimals : 0, value);
}

static void label(const double *ticks, int n, int i, double scale, int is_log, char *text,
                  size_t size) {
  const double largest = fmax(fabs(ticks[0]), fabs(ticks[n - 1])) * scale;
  const double step = n > 1 ? fabs(ticks[1] - ticks[0]) * scale : largest / 10;
  put_number(ticks[i] * scale, step > 0 ? step : 1, largest, is_log, text, size);
}

void ptl_axes_draw_y(const ptl_axes *a, double size, double top, ptl_shapes *out) {
  double ticks[MAX_TICKS];
  char text[32];
  const int n = find_ticks(a->y_low, a->y_high, a->y_scale, a->y_log,
                           fmin(fmax(a->h / (2.4 * size), 1.5), 12), ticks);
  ptl_path_begin(out, ptl_stroked(PTL_INK_LINE, 0.8));
  for (int i = 0; i < n; i++) {
    const double at = floor(ptl_axes_screen_y(a, ticks[i])) + 0.5;
    ptl_path_move(out, a->x, at);
    ptl_path_line(out, a->x + a->w, at);
  }
  for (int i = 0; i < n; i++) {
    const double at = ptl_axes_screen_y(a, ticks[i]);
    if (at < top) continue;
    label(ticks, n, i, a->y_scale, a->y_log, text, sizeof text);
    ptl_add_text(out, PTL_INK_DIM, size, PTL_RIGHT, a->x - 6, at + size / 3, "%s", text);
  }
}

void ptl_axes_draw_x(const ptl_axes *a, double size, int labels, ptl_shapes *out) {
  double ticks[MAX_TICKS];
  char text[32];
  const int n =
      find_ticks(a->x_low, a->x_high, a->x_scale, a->x_log, fmax(a->w / (8.5 * size), 1.5), ticks);
  ptl_path_begin(out, ptl_stroked(PTL_INK_LINE, 0.8));
  for (int i = 0; i < n; i++) {
    const double at = floor(ptl_axes_screen_x(a, ticks[i])) + 0.5;
    ptl_path_move(out, at, a->y);
    ptl_path_line(out, at, a->y + a->h);
  }
  for (int i = 0; i < n && labels; i++) {
    label(ticks, n, i, a->x_scale, a->x_log, text, sizeof text);
    ptl_add_text(out, PTL_INK_DIM, size, PTL_CENTER, ptl_axes_screen_x(a, ticks[i]),
                 a->y + a->h + 1.3 * size, "%s", text);
  }
}

/* ------------------------------------------------------------------ curves */

/* Points that are nearer to the one drawn last than can be seen are left out. */
void ptl_axes_draw_curve(const ptl_axes *a, const double *x, const double *y, int64_t n,
                         ptl_style style, ptl_shapes *out) {
  const double least = 0.05;
  double last_x = 0, last_y = 0;
  int pen = 0;
  ptl_path_begin(out, style);
  for (int64_t i = 0; i < n; i++) {
    const double px = ptl_axes_screen_x(a, x[i]), py = ptl_axes_screen_y(a, y[i]);
    if (!isfinite(px) || !isfinite(py)) {
      pen = 0;
      continue;
    }
    if (pen && fabs(px - last_x) < least && fabs(py - last_y) < least) continue;
    if (pen)
      ptl_path_line(out, px, py);
    else
      ptl_path_move(out, px, py);
    pen = 1;
    last_x = px;
    last_y = py;
  }
}
