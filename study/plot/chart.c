/* chart.c: a field with axes, and marks in it. */
#include "chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format.h"

enum { MOST_TICKS = 100 };

void ptl_chart_include(double *low, double *high, double value) {
  if (!isfinite(value)) return;
  if (!(value >= *low)) *low = value;
  if (!(value <= *high)) *high = value;
}

static void pad(double *low, double *high, int logarithmic) {
  if (isnan(*low)) {
    *low = 0;
    *high = 1;
  }
  if (logarithmic) {
    const double ratio = pow(*high / *low, 0.04);
    *low /= ratio;
    *high *= ratio;
    return;
  }
  double room = 0.04 * (*high - *low);
  if (!(room > 1e-12 * fabs(*high))) room = *high != 0 ? 0.05 * fabs(*high) : 1;
  *low -= room;
  *high += room;
}

void ptl_chart_pad(ptl_chart *c) {
  c->x_log = c->x_log && c->x_low > 0;
  c->y_log = c->y_log && c->y_low > 0;
  pad(&c->x_low, &c->x_high, c->x_log);
  pad(&c->y_low, &c->y_high, c->y_log);
}

static double share(double value, double low, double high, int logarithmic) {
  return logarithmic ? log(value / low) / log(high / low) : (value - low) / (high - low);
}

double ptl_chart_x(const ptl_chart *c, double x) {
  return c->x + c->w * share(x, c->x_low, c->x_high, c->x_log);
}

double ptl_chart_y(const ptl_chart *c, double y) {
  return c->y + c->h * (1 - share(y, c->y_low, c->y_high, c->y_log));
}

/* ------------------------------------------------------------------ axes */

static int list_ticks(double low, double high, int logarithmic, double count, double *ticks) {
  int n = 0;
  if (logarithmic) {
    const double step = high / low > 100 ? 10 : high / low > 8 ? 2 : 1.2;
    double at = step == 10 ? pow(10, ceil(log10(low))) : low;
    for (; at <= high && n < MOST_TICKS; at *= step) ticks[n++] = at;
    return n;
  }
  const double step = ptl_round_number((high - low) / count);
  for (double k = ceil(low / step); k * step <= high && n < MOST_TICKS; k++) ticks[n++] = k * step;
  return n;
}

/* "NAME [PREFIX UNIT]" and the scale of the numbers. */
static double name_axis(const char *name, const char *unit, double largest, char *text,
                        size_t size) {
  static const struct {
    double factor;
    const char *prefix;
  } prefixes[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "\xC2\xB5"}};
  if (unit == NULL || *unit == '\0' || strcmp(unit, "1") == 0) {
    snprintf(text, size, "%s", name);
    return 1;
  }
  if (strpbrk(unit, "^ ") == NULL && largest > 0)
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
      if (largest < 2 * prefixes[i].factor && i + 1 < sizeof prefixes / sizeof *prefixes) continue;
      snprintf(text, size, "%s [%s%s]", name, prefixes[i].prefix, unit);
      return 1 / prefixes[i].factor;
    }
  snprintf(text, size, "%s [%s]", name, unit);
  return 1;
}

static void draw_x(const ptl_chart *c, int small, ptl_shapes *out) {
  double ticks[MOST_TICKS];
  char name[300];
  const int n = list_ticks(c->x_low, c->x_high, c->x_log, fmax(c->w / 90, 1.5), ticks);
  const double largest = fmax(fabs(c->x_low), fabs(c->x_high)),
               scale = name_axis(c->x_name, c->x_unit, largest, name, sizeof name);
  ptl_path_begin(out, ptl_stroked(PTL_INK_LINE, 0.8));
  for (int i = 0; i < n; i++) {
    const double at = floor(ptl_chart_x(c, ticks[i])) + 0.5;
    ptl_path_move(out, at, c->y);
    ptl_path_line(out, at, c->y + c->h);
  }
  if (small) return;
  for (int i = 0; i < n; i++)
    ptl_add_text(out, PTL_INK_DIM, 10.5, PTL_CENTER, ptl_chart_x(c, ticks[i]), c->y + c->h + 14,
                 "%.5g", fabs(ticks[i]) < 1e-9 * largest ? 0 : ticks[i] * scale);
  ptl_add_text(out, PTL_INK_TEXT, 12, PTL_CENTER, c->x + c->w / 2, c->y + c->h + 32, "%s", name);
}

static void draw_y(const ptl_chart *c, int small, ptl_shapes *out) {
  double ticks[MOST_TICKS];
  char name[300];
  const int n = list_ticks(c->y_low, c->y_high, c->y_log, fmax(c->h / 40, 1.5), ticks);
  const double largest = fmax(fabs(c->y_low), fabs(c->y_high)),
               scale = name_axis(c->y_name, c->y_unit, largest, name, sizeof name);
  ptl_path_begin(out, ptl_stroked(PTL_INK_LINE, 0.8));
  for (int i = 0; i < n; i++) {
    const double at = floor(ptl_chart_y(c, ticks[i])) + 0.5;
    ptl_path_move(out, c->x, at);
    ptl_path_line(out, c->x + c->w, at);
  }
  if (small) return;
  for (int i = 0; i < n; i++)
    ptl_add_text(out, PTL_INK_DIM, 10.5, PTL_RIGHT, c->x - 6, ptl_chart_y(c, ticks[i]) + 3.5,
                 "%.5g", fabs(ticks[i]) < 1e-9 * largest ? 0 : ticks[i] * scale);
  ptl_add_text(out, PTL_INK_TEXT, 12, PTL_LEFT, c->x - 40, c->y - 8, "%s", name);
}

void ptl_chart_axes(const ptl_chart *c, int small, ptl_shapes *out) {
  ptl_shapes_tag(out, PTL_TAG_PLOT, 0);
  ptl_add_rect(out, ptl_filled(PTL_INK_PANEL), c->x, c->y, c->w, c->h, 0);
  draw_x(c, small, out);
  if (c->y_name != NULL) draw_y(c, small, out);
  ptl_add_rect(out, ptl_stroked(PTL_INK_DIM, 1), c->x, c->y, c->w, c->h, 0);
}

/* ------------------------------------------------------------------ marks */

void ptl_chart_dot(const ptl_chart *c, int series, double x, double y, double radius, double alpha,
                   ptl_shapes *out) {
  if (!(x >= c->x_low && x <= c->x_high && y >= c->y_low && y <= c->y_high)) return;
  const ptl_ink ink = (ptl_ink)(PTL_INK_SERIES + series % PTL_N_SERIES_INKS);
  ptl_add_circle(out, ptl_faded(ptl_filled(ink), alpha), ptl_chart_x(c, x), ptl_chart_y(c, y),
                 radius);
}

void ptl_chart_failed(const ptl_chart *c, double x, ptl_shapes *out) {
  const double at = ptl_chart_x(c, x), y = c->y + c->h - 7, r = 3.5;
  if (!(x >= c->x_low && x <= c->x_high)) return;
  ptl_shapes_tag(out, PTL_TAG_MESSAGE, 0);
  ptl_path_begin(out, ptl_stroked(PTL_INK_ERROR, 1.4));
  ptl_path_move(out, at - r, y - r);
  ptl_path_line(out, at + r, y + r);
  ptl_path_move(out, at - r, y + r);
  ptl_path_line(out, at + r, y - r);
}
