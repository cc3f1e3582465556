#include "figure.h"

#include <math.h>
#include <stdio.h>

enum { TITLE_HEIGHT = 52, FOOT_HEIGHT = 46, LEFT = 92, RIGHT = 28, ROW_HEIGHT = 19, GAP = 16 };
static const double text_size = 13, tick_size = 12, title_size = 18, note_size = 11, sample = 22;

/* ------------------------------------------------------------------ ranges */

static void include(double value, int is_log, double *low, double *high) {
  if (!isfinite(value) || (is_log && !(value > 0))) return;
  *low = fmin(*low, value);
  *high = fmax(*high, value);
}

static void range_of_x(const ptl_figure *f, double *low, double *high) {
  *low = f->x_low;
  *high = f->x_high;
  if (f->x_high > f->x_low) return;
  *low = INFINITY;
  *high = -INFINITY;
  for (int i = 0; i < f->n_panels; i++) {
    const ptl_field *field = f->panels[i].field;
    if (field != NULL) {
      include(field->x_first, f->x_log, low, high);
      include(field->x_first + (double)(field->n_x - 1) * field->x_step, f->x_log, low, high);
    }
    for (int k = 0; k < f->panels[i].n_curves; k++)
      for (int64_t j = 0; j < f->panels[i].curves[k].n; j++)
        include(f->panels[i].curves[k].x[j], f->x_log, low, high);
  }
}

static void range_of_y(const ptl_figure_panel *p, double *low, double *high) {
  *low = INFINITY;
  *high = -INFINITY;
  if (p->field != NULL) {
    include(p->field->y_edges[0], p->y_log, low, high);
    include(p->field->y_edges[p->field->n_y], p->y_log, low, high);
  }
  for (int k = 0; k < p->n_curves; k++)
    for (int64_t j = 0; j < p->curves[k].n; j++) include(p->curves[k].y[j], p->y_log, low, high);
}

/* Makes a range that can be shown. */
static void finish_range(int is_log, int pad, double *low, double *high) {
  if (!(*low <= *high)) *low = *high = is_log;
  if (is_log) {
    const double room = pow(*high / *low, 0.05);
    *low /= fmax(room, 1.2);
    *high *= fmax(room, 1.2);
  } else if (pad || !(*high > *low)) {
    ptl_axes_pad(low, high);
  }
}

/* ------------------------------------------------------------------ legend */

static ptl_style style_of(const ptl_figure_curve *c) {
  ptl_style style = ptl_stroked(PTL_INK_SERIES + c->series % PTL_N_SERIES_INKS, 1.5);
  const int round = c->series / PTL_N_SERIES_INKS;
  if (round > 0) style.dash = round % 2 == 1 ? 7 : 2.5;
  if (!c->overlaid) return style;
  style = ptl_stroked(PTL_INK_TEXT, 1.3);
  style.dash = 5;
  return style;
}

static double entry_width(const ptl_figure_curve *c) {
  return sample + 6 + ptl_text_width(c->name, text_size) + 18;
}

/* The entries from `first` on that fit beside each other; their width. */
static int fit_row(const ptl_figure_panel *p, int first, double room, double *width) {
  int k = first;
  *width = 0;
  for (; k < p->n_curves; k++) {
    if (p->curves[k].name == NULL) continue;
    const double more = entry_width(&p->curves[k]);
    if (*width > 0 && *width + more > room) break;
    *width += more;
  }
  return k;
}

static double room_of_row(const ptl_figure *f, const ptl_figure_panel *p, int row) {
  const double all = f->width - LEFT - RIGHT;
  return row > 0 ? all : all - ptl_text_width(p->label, text_size) - 40;
}

static int count_rows(const ptl_figure *f, const ptl_figure_panel *p) {
  int rows = 0;
  double width;
  for (int k = 0; k < p->n_curves || rows == 0; rows++)
    k = fit_row(p, k, room_of_row(f, p, rows), &width);
  return rows;
}

static void draw_entry(const ptl_figure_curve *c, double x, double base, ptl_shapes *out) {
  const double middle = base - text_size / 3;
  ptl_style style = style_of(c);
  style.width *= 1.4;
  ptl_add_line(out, style, x, middle, x + sample, middle);
  if (c->marked) ptl_add_circle(out, ptl_filled(style.stroke), x + sample / 2, middle, 3);
  ptl_add_text(out, PTL_INK_TEXT, text_size, PTL_LEFT, x + sample + 6, base, "%s", c->name);
}

static void draw_legend(const ptl_figure *f, const ptl_figure_panel *p, double top,
                        ptl_shapes *out) {
  ptl_add_title(out, PTL_INK_TEXT, text_size, PTL_LEFT, LEFT, top + ROW_HEIGHT - 5, "%s", p->label);
  if (p->field != NULL)
    ptl_field_legend(p->field, f->width - RIGHT, top + ROW_HEIGHT - 5, text_size, out);
  for (int row = 0, k = 0; k < p->n_curves; row++) {
    double width;
    const int end = fit_row(p, k, room_of_row(f, p, row), &width);
    double x = f->width - RIGHT - width + 18;
    for (; k < end; k++) {
      if (p->curves[k].name == NULL) continue;
      draw_entry(&p->curves[k], x, top + (row + 1) * ROW_HEIGHT - 5, out);
      x += entry_width(&p->curves[k]);
    }
  }
}

/* ------------------------------------------------------------------ panels */

static void draw_marks(const ptl_figure *f, const ptl_axes *a, ptl_shapes *out) {
  ptl_path_begin(out, ptl_faded(ptl_stroked(PTL_INK_TOUCH, 0.8), 0.6));
  for (int i = 0; i < f->n_marks; i++) {
    const double at = ptl_axes_screen_x(a, f->marks[i]);
    if (at < a->x || at > a->x + a->w) continue;
    ptl_path_move(out, at, a->y);
    ptl_path_line(out, at, a->y + a->h);
  }
}

static void draw_zero(const ptl_axes *a, ptl_shapes *out) {
  const double at = floor(ptl_axes_screen_y(a, 0)) + 0.5;
  if (a->y_log || a->y_low > 0 || a->y_high < 0) return;
  ptl_add_line(out, ptl_stroked(PTL_INK_DIM, 0.8), a->x, at, a->x + a->w, at);
}

static void draw_diagonal(const ptl_axes *a, ptl_shapes *out) {
  ptl_style style = ptl_stroked(PTL_INK_DIM, 1);
  style.dash = 3;
  const double x[] = {a->x_low, a->x_high};
  ptl_axes_draw_curve(a, x, x, 2, style, out);
}

static void draw_curves(const ptl_figure_panel *p, const ptl_axes *a, ptl_shapes *out) {
  for (int k = 0; k < p->n_curves; k++) {
    const ptl_figure_curve *c = &p->curves[k];
    const ptl_style style = style_of(c);
    ptl_shapes_tag(out, PTL_TAG_CURVE, k);
    ptl_axes_draw_curve(a, c->x, c->y, c->n, style, out);
    for (int64_t i = 0; c->marked && i < c->n; i++)
      ptl_add_circle(out, ptl_filled(style.stroke), ptl_axes_screen_x(a, c->x[i]),
                     ptl_axes_screen_y(a, c->y[i]), 3);
  }
  ptl_shapes_tag(out, PTL_TAG_NONE, 0);
}

/* Texts above points, those that lie over none before them. */
static void draw_notes(const ptl_figure_panel *p, const ptl_axes *a, ptl_shapes *out) {
  enum { MOST = 64 };
  double boxes[MOST][3]; /* left, right, base */
  int n = 0;
  for (int k = 0; k < p->n_curves; k++)
    for (int i = 0; i < p->curves[k].n_notes && n < MOST; i++) {
      const ptl_figure_note *note = &p->curves[k].notes[i];
      const double half = 0.5 * ptl_text_width(note->text, note_size) + 3,
                   at = ptl_axes_screen_x(a, note->x);
      const double x = fmin(fmax(at, a->x + half), a->x + a->w - half);
      const double base = fmax(ptl_axes_screen_y(a, note->y) - 5, a->y + note_size);
      int lies_over = at < a->x || at > a->x + a->w;
      for (int j = 0; j < n; j++)
        lies_over |= x + half > boxes[j][0] && x - half < boxes[j][1] &&
                     fabs(base - boxes[j][2]) < note_size + 2;
      if (lies_over) continue;
      boxes[n][0] = x - half;
      boxes[n][1] = x + half;
      boxes[n++][2] = base;
      ptl_add_text(out, PTL_INK_TEXT, note_size, PTL_CENTER, x, base, "%s", note->text);
      ptl_halo(out, PTL_INK_PANEL, 3);
    }
}

static void draw_panel(const ptl_figure *f, int index, ptl_axes a, ptl_shapes *out) {
  const ptl_figure_panel *p = &f->panels[index];
  ptl_shapes_tag(out, PTL_TAG_PLOT, index);
  ptl_add_rect(out, ptl_filled(PTL_INK_PANEL), a.x, a.y, a.w, a.h, 0);
  ptl_shapes_tag(out, PTL_TAG_NONE, 0);
  if (p->field != NULL) ptl_field_draw(p->field, &a, out);
  ptl_axes_draw_y(&a, tick_size, a.y - 4, out);
  ptl_axes_draw_x(&a, tick_size, index == f->n_panels - 1, out);
  draw_zero(&a, out);
  ptl_add_clip(out, a.x, a.y, a.w, a.h, 0);
  draw_marks(f, &a, out);
  if (p->diagonal) draw_diagonal(&a, out);
  draw_curves(p, &a, out);
  draw_notes(p, &a, out);
  ptl_add_unclip(out);
  ptl_add_rect(out, ptl_stroked(PTL_INK_LINE, 1), a.x, a.y, a.w, a.h, 0);
}

double ptl_figure_draw(const ptl_figure *f, ptl_shapes *out) {
  double height = TITLE_HEIGHT + FOOT_HEIGHT + f->n_panels * f->panel_height;
  for (int i = 0; i < f->n_panels; i++) height += (count_rows(f, &f->panels[i]) - 1) * ROW_HEIGHT;
  ptl_axes a = {.x = LEFT, .w = f->width - LEFT - RIGHT, .x_scale = f->x_scale, .x_log = f->x_log};
  range_of_x(f, &a.x_low, &a.x_high);
  finish_range(f->x_log, !(f->x_high > f->x_low), &a.x_low, &a.x_high);
  ptl_add_rect(out, ptl_filled(PTL_INK_PAPER), 0, 0, f->width, height, 0);
  ptl_add_title(out, PTL_INK_TEXT, title_size, PTL_LEFT, LEFT, 32, "%s", f->title);
  double top = TITLE_HEIGHT;
  for (int i = 0; i < f->n_panels; i++) {
    const ptl_figure_panel *p = &f->panels[i];
    a.y = top + count_rows(f, p) * ROW_HEIGHT + 3;
    a.h = f->panel_height - ROW_HEIGHT - 3 - GAP;
    a.y_scale = p->y_scale;
    a.y_log = p->y_log;
    range_of_y(p, &a.y_low, &a.y_high);
    finish_range(p->y_log, p->field == NULL, &a.y_low, &a.y_high);
    draw_legend(f, p, top, out);
    draw_panel(f, i, a, out);
    top = a.y + a.h + GAP;
  }
  ptl_add_text(out, PTL_INK_TEXT, text_size, PTL_RIGHT, f->width - RIGHT, top + 24, "%s",
               f->x_label);
  return height;
}
