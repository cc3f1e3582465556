/* field.c: values over two coordinates. */
#include "field.h"

#include <math.h>
#include <stdlib.h>

enum { CELL = 2, LEVELS = 32, LEGEND_STEPS = 16 };

static int level_of(const ptl_field *f, double value) {
  if (!(value > f->low)) return 0;
  const double share = log(value / f->low) / log(f->high / f->low);
  return share >= 1 ? LEVELS : (int)ceil(share * LEVELS);
}

static ptl_style style_of(int level, int levels) {
  return ptl_faded(ptl_filled(PTL_INK_ACCENT), (double)level / levels);
}

/* The largest value of row j between two places, or the one around them. */
static double largest_between(const ptl_field *f, int j, double from, double to) {
  const double *row = f->values + (int64_t)j * f->n_x;
  int64_t first = (int64_t)floor((from - f->x_first) / f->x_step + 0.5);
  int64_t last = (int64_t)ceil((to - f->x_first) / f->x_step + 0.5) - 1;
  double largest = 0;
  if (first < 0) first = 0;
  if (last >= f->n_x) last = f->n_x - 1;
  for (int64_t i = first; i <= last; i++) largest = fmax(largest, row[i]);
  return largest;
}

/* Levels of the cells of one line of them, from the places `low` to `high` upwards. */
static void fill_line(const ptl_field *f, const ptl_axes *a, double low, double high, int n,
                      unsigned char *levels) {
  for (int k = 0; k < n; k++) levels[k] = 0;
  for (int j = 0; j < f->n_y; j++) {
    if (f->y_edges[j + 1] <= low || f->y_edges[j] >= high) continue;
    for (int k = 0; k < n; k++) {
      const double width = (a->x_high - a->x_low) / a->w, from = a->x_low + k * CELL * width;
      const int level = level_of(f, largest_between(f, j, from, from + CELL * width));
      if (level > levels[k]) levels[k] = (unsigned char)level;
    }
  }
}

/* The cells of one level as one path, neighbours in a line as one rectangle. */
static void draw_level(const ptl_axes *a, const unsigned char *levels, int columns, int lines,
                       int level, ptl_shapes *out) {
  int begun = 0;
  for (int line = 0; line < lines; line++) {
    const unsigned char *cells = levels + (size_t)line * (size_t)columns;
    const double bottom = a->y + a->h - line * CELL, top = fmax(a->y, bottom - CELL);
    for (int from = 0, to; from < columns; from = to) {
      for (to = from + 1; to < columns && cells[to] == cells[from]; to++) continue;
      if (cells[from] != level) continue;
      if (!begun++) ptl_path_begin(out, style_of(level, LEVELS));
      const double left = a->x + from * CELL, right = fmin(a->x + a->w, a->x + to * CELL);
      ptl_path_move(out, left, top);
      ptl_path_line(out, right, top);
      ptl_path_line(out, right, bottom);
      ptl_path_line(out, left, bottom);
      ptl_path_close(out);
    }
  }
}

void ptl_field_draw(const ptl_field *f, const ptl_axes *a, ptl_shapes *out) {
  const int columns = (int)ceil(a->w / CELL), lines = (int)ceil(a->h / CELL);
  unsigned char *levels = malloc((size_t)columns * (size_t)lines);
  if (levels == NULL) {
    out->failed = 1;
    return;
  }
  const double height = (a->y_high - a->y_low) / a->h * CELL;
  for (int line = 0; line < lines; line++)
    fill_line(f, a, a->y_low + line * height, a->y_low + (line + 1) * height, columns,
              levels + (size_t)line * (size_t)columns);
  for (int level = 1; level <= LEVELS; level++) draw_level(a, levels, columns, lines, level, out);
  free(levels);
}

void ptl_field_legend(const ptl_field *f, double x, double base, double size, ptl_shapes *out) {
  const double step = 7, width = LEGEND_STEPS * step;
  const double left = x - ptl_text_width(f->high_text, size) - 6 - width;
  ptl_add_text(out, PTL_INK_TEXT, size, PTL_RIGHT, x, base, "%s", f->high_text);
  for (int i = 0; i < LEGEND_STEPS; i++)
    ptl_add_rect(out, style_of(i + 1, LEGEND_STEPS), left + i * step, base - size + 2, step, size,
                 0);
  ptl_add_rect(out, ptl_stroked(PTL_INK_LINE, 1), left, base - size + 2, width, size, 0);
  ptl_add_text(out, PTL_INK_TEXT, size, PTL_RIGHT, left - 6, base, "%s", f->low_text);
}
