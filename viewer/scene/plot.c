#include "plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "envelope.h"
#include "format.h"

static const double number_size = 10.5; /* size of the numbers at an axis [points] */

/* ------------------------------------------------------------------ which columns */

static int ends_with(const char *text, const char *ending) {
  size_t n = strlen(text), m = strlen(ending);
  return n >= m && strcmp(text + n - m, ending) == 0;
}

static void add_column(ptl_plot *plot, const char *name) {
  if (plot->n < PTL_PLOT_SERIES) snprintf(plot->y[plot->n++], sizeof plot->y[0], "%s", name);
}

static int starts_with_joint(const char *name, const char *joint) {
  size_t n = strlen(joint);
  return strncmp(name, joint, n) == 0 && name[n] == '.';
}

typedef struct sizes { /* of all columns of a record; NULL when memory is out */
  const ptl_record *record;
  ptl_column *columns;
  double *largest, *rounding;
} sizes;

static int are_known(const sizes *s) {
  return s->columns != NULL && s->largest != NULL && s->rounding != NULL;
}

static sizes find_sizes(const ptl_record *record) {
  const size_t n = (size_t)record->n_columns + 1;
  sizes s = {record, malloc(n * sizeof *s.columns), malloc(n * sizeof *s.largest),
             malloc(n * sizeof *s.rounding)};
  if (!are_known(&s)) return s;
  for (int c = 0; c < record->n_columns; c++) {
    double low, high;
    s.columns[c] = (ptl_column){record->names[c], record->units[c]};
    s.largest[c] =
        ptl_record_range(record, c, 0, record->n, &low, &high) ? fmax(fabs(low), fabs(high)) : 0;
  }
  ptl_trace_rounding(s.columns, s.largest, record->n_columns, s.rounding);
  return s;
}

static int is_rounding(const sizes *s, int column) {
  return are_known(s) && s->largest[column] <= s->rounding[column];
}

static int belongs(const char *name, const char *joint, const char *ending) {
  return ends_with(name, ending) && (joint == NULL || starts_with_joint(name, joint));
}

/* The columns of one joint (NULL: of all) that end so and are more than rounding errors. */
static void collect(const sizes *s, const char *joint, const char *ending, ptl_plot *plot) {
  const ptl_record *record = s->record;
  for (int c = 1; c < record->n_columns; c++) {
    if (!belongs(record->names[c], joint, ending) || is_rounding(s, c)) continue;
    if (plot->n > 0 &&
        strcmp(record->units[c], record->units[ptl_record_find(record, plot->y[0])]) != 0) {
      continue;
    }
    add_column(plot, record->names[c]);
  }
}

/* Normal forces of the first two joints with clearance. */
static int add_normal_forces(const ptl_sketch *sketch, const sizes *s, ptl_plot *plots) {
  int n = 0;
  for (int i = 0; i < sketch->n_joints && n < 2; i++) {
    const ptl_sketch_joint *joint = &sketch->joints[i];
    if (!(joint->clearance > 0)) continue;
    collect(s, joint->name, ".normal_force", &plots[n]);
    if (plots[n].n > 0) n++;
  }
  return n;
}

/* Moments of the drivers, four at most. */
static int add_moments(const sizes *s, ptl_plot *plot) {
  collect(s, NULL, ".moment", plot);
  if (plot->n > 4) plot->n = 4;
  return plot->n > 0;
}

/* The velocity of a body whose range over the run is largest; 1 rad/s counts as 0.05 m/s. 0 where
 * the body has none that changes. */
static int add_velocity(const ptl_record *record, const ptl_sketch_body *body, ptl_plot *plot) {
  static const char *const rates[] = {".vx", ".vy", ".omega"};
  char name[96];
  double low, high, largest = 0;
  int best = 0;
  for (int k = 0; k < 3; k++) {
    snprintf(name, sizeof name, "%s%s", body->name, rates[k]);
    if (!ptl_record_range(record, ptl_record_find(record, name), 0, record->n, &low, &high))
      continue;
    if (high - low > largest * (k == 2 ? 20 : 1)) {
      largest = high - low;
      best = k;
    }
  }
  snprintf(name, sizeof name, "%s%s", body->name, rates[best]);
  if (ptl_record_find(record, name) < 0 || !(largest > 0)) return 0;
  add_column(plot, name);
  return 1;
}

static int add_energies(const ptl_record *record, ptl_plot *plot) {
  static const char *const energies[] = {"energy.kinetic", "energy.potential"};
  for (int k = 0; k < 2; k++) {
    if (ptl_record_find(record, energies[k]) >= 0) add_column(plot, energies[k]);
  }
  return plot->n > 0;
}

/* Whether all velocities are rounding: a kinetic energy of 1e-18 of the largest energy are 1e-9 of
 * the velocities that it would make. */
static int is_at_rest(const sizes *s) {
  const int kinetic = ptl_record_find(s->record, "energy.kinetic");
  double largest = 0;
  if (kinetic < 0 || !are_known(s)) return 0;
  for (int c = 0; c < s->record->n_columns; c++)
    if (strncmp(s->record->names[c], "energy.", 7) == 0) largest = fmax(largest, s->largest[c]);
  return s->largest[kinetic] <= 1e-18 * largest;
}

int ptl_plots_choose(const ptl_sketch *sketch, const ptl_record *record,
                     ptl_plot plots[PTL_MAX_PLOTS]) {
  memset(plots, 0, PTL_MAX_PLOTS * sizeof *plots);
  sizes s = find_sizes(record);
  int n = sketch != NULL ? add_normal_forces(sketch, &s, plots) : 0;
  if (n == 0) n += add_moments(&s, &plots[n]);
  int body =
      sketch != NULL && !is_at_rest(&s) ? sketch->n_bodies - 1 : -1; /* the last that moves */
  while (body >= 0 && !add_velocity(record, &sketch->bodies[body], &plots[n])) body--;
  if (body >= 0) n++;
  if (n < 2) n += add_energies(record, &plots[n]);
  for (int c = 1; c < record->n_columns && n == 0; c++) {
    if (strcmp(record->names[c], "event") == 0) continue;
    add_column(&plots[0], record->names[c]);
    n = 1;
  }
  free(s.columns);
  free(s.largest);
  free(s.rounding);
  return n;
}

static void remove_at(ptl_plot *plots, int *n, int plot, int series) {
  ptl_plot *p = &plots[plot];
  memmove(p->y[series], p->y[series + 1], (size_t)(p->n - series - 1) * sizeof p->y[0]);
  if (--p->n > 0) return;
  memmove(p, p + 1, (size_t)(*n - plot - 1) * sizeof *p);
  --*n;
}

int ptl_plots_toggle(const ptl_record *record, ptl_plot *plots, int *n, const char *column) {
  int c = ptl_record_find(record, column);
  if (c < 0) return 0;
  for (int i = 0; i < *n; i++) {
    for (int k = 0; k < plots[i].n; k++) {
      if (strcmp(plots[i].y[k], column) != 0) continue;
      remove_at(plots, n, i, k);
      return 1;
    }
  }
  for (int i = 0; i < *n; i++) {
    int first = ptl_record_find(record, plots[i].y[0]);
    if (plots[i].equal || plots[i].n == PTL_PLOT_SERIES || first < 0) continue;
    if (strcmp(record->units[first], record->units[c]) != 0) continue;
    add_column(&plots[i], column);
    return 1;
  }
  if (*n == PTL_MAX_PLOTS) return 0;
  plots[*n] = (ptl_plot){.n = 0};
  add_column(&plots[(*n)++], column);
  return 1;
}

/* ------------------------------------------------------------------ layout */

/* Rows [i0, i1) within the times and the next one on each side. */
static void rows_between(const ptl_record *record, double from, double to, int64_t *i0,
                         int64_t *i1) {
  *i0 = ptl_record_bracket(record, from).i;
  *i1 = ptl_record_bracket(record, to).i + 2;
  if (*i1 > record->n) *i1 = record->n;
}

static void range_of(const ptl_record *record, int column, int64_t i0, int64_t i1, double *low,
                     double *high) {
  double a, b;
  if (!ptl_record_range(record, column, i0, i1, &a, &b)) return;
  *low = fmin(*low, a);
  *high = fmax(*high, b);
}

/* Grows the narrower axis until a metre is as long on both. */
static void make_equal(ptl_axes *axes) {
  double kx = axes->w / (axes->x_high - axes->x_low), ky = axes->h / (axes->y_high - axes->y_low);
  double k = fmin(kx, ky), cx = 0.5 * (axes->x_low + axes->x_high),
         cy = 0.5 * (axes->y_low + axes->y_high);
  axes->x_low = cx - 0.5 * axes->w / k;
  axes->x_high = cx + 0.5 * axes->w / k;
  axes->y_low = cy - 0.5 * axes->h / k;
  axes->y_high = cy + 0.5 * axes->h / k;
}

ptl_axes ptl_plot_layout(const ptl_plot *plot, const ptl_record *record, double from, double to,
                         const double box[4], int x_labels) {
  ptl_axes f = {.x = box[0] + 62,
                .y = box[1] + 20,
                .x_low = from,
                .x_high = to,
                .y_low = INFINITY,
                .y_high = -INFINITY,
                .x_scale = 1,
                .y_scale = 1};
  f.w = fmax(box[0] + box[2] - 16 - f.x, 10);
  f.h = fmax(box[1] + box[3] - (x_labels ? 24 : 5) - f.y, 10);
  int64_t i0, i1;
  rows_between(record, from, to, &i0, &i1);
  for (int k = 0; k < plot->n; k++) {
    range_of(record, ptl_record_find(record, plot->y[k]), i0, i1, &f.y_low, &f.y_high);
  }
  if (plot->circle > 0) {
    f.y_low = fmin(f.y_low, -plot->circle);
    f.y_high = fmax(f.y_high, plot->circle);
  }
  if (!(f.y_low <= f.y_high)) f.y_low = f.y_high = 0;
  ptl_axes_pad(&f.y_low, &f.y_high);
  const char *x_unit = "s";
  if (plot->x[0] != 0) {
    int c = ptl_record_find(record, plot->x);
    f.x_low = INFINITY;
    f.x_high = -INFINITY;
    range_of(record, c, i0, i1, &f.x_low, &f.x_high);
    if (plot->circle > 0) {
      f.x_low = fmin(f.x_low, -plot->circle);
      f.x_high = fmax(f.x_high, plot->circle);
    }
    if (!(f.x_low <= f.x_high)) f.x_low = f.x_high = 0;
    if (plot->equal || f.x_low == f.x_high) ptl_axes_pad(&f.x_low, &f.x_high);
    x_unit = c >= 0 ? record->units[c] : "1";
  }
  if (plot->equal) make_equal(&f);
  if (!(f.x_high > f.x_low)) f.x_high = f.x_low + 1;
  int first = plot->n > 0 ? ptl_record_find(record, plot->y[0]) : -1;
  ptl_choose_prefix(fmax(fabs(f.y_low), fabs(f.y_high)), first >= 0 ? record->units[first] : "1",
                    &f.y_scale, f.y_unit, sizeof f.y_unit);
  ptl_choose_prefix(fmax(fabs(f.x_low), fabs(f.x_high)), x_unit, &f.x_scale, f.x_unit,
                    sizeof f.x_unit);
  if (strcmp(x_unit, "rad") == 0) { /* an angle along the axis reads better in degrees */
    f.x_scale = 180 / M_PI;
    snprintf(f.x_unit, sizeof f.x_unit, "°");
  }
  return f;
}

/* ------------------------------------------------------------------ drawing */

/* An orbit: every row up to MAX_POINTS, else every second, third ... */
static void draw_path(const ptl_axes *axes, const ptl_record *record, int cx, int cy, int64_t i0,
                      int64_t i1, ptl_style style, ptl_shapes *out) {
  enum { MAX_POINTS = 12000 };
  int64_t step = (i1 - i0) / MAX_POINTS + 1;
  int pen = 0;
  ptl_path_begin(out, style);
  for (int64_t i = i0; i < i1; i += step) {
    double x = ptl_axes_screen_x(axes, record->first[cx][i]),
           y = ptl_axes_screen_y(axes, record->first[cy][i]);
    if (!isfinite(x) || !isfinite(y)) {
      pen = 0;
    } else if (pen) {
      ptl_path_line(out, x, y);
    } else {
      ptl_path_move(out, x, y);
      pen = 1;
    }
  }
}

/* Rows [i0, i1) with every peak. Of merged rows the lowest and the highest values are drawn. */
static void draw_curve(const ptl_axes *axes, const ptl_record *record, int cx, int cy, int64_t i0,
                       int64_t i1, ptl_style style, ptl_shapes *out) {
  const double *x = record->first[cx] + i0;
  ptl_envelope *envelope =
      ptl_envelope_create(axes->x_low, axes->x_high, (int)fmax(1.5 * axes->w, 16));
  if (envelope == NULL) {
    out->failed = 1;
    return;
  }
  if (record->low[cy] == record->high[cy])
    ptl_envelope_add(envelope, x, record->low[cy] + i0, i1 - i0);
  for (int64_t i = i0; i < i1 && record->low[cy] != record->high[cy]; i++) {
    ptl_envelope_add(envelope, &record->first[cx][i], &record->low[cy][i], 1);
    ptl_envelope_add(envelope, &record->first[cx][i], &record->high[cy][i], 1);
  }
  const int64_t n = ptl_envelope_count(envelope);
  double *points = malloc((2 * (size_t)n + 1) * sizeof *points);
  if (points != NULL) {
    ptl_envelope_points(envelope, points, points + n);
    ptl_axes_draw_curve(axes, points, points + n, n, style, out);
  } else {
    out->failed = 1;
  }
  free(points);
  ptl_envelope_destroy(envelope);
}

typedef void (*curve_drawer)(const ptl_axes *axes, const ptl_record *record, int cx, int cy,
                             int64_t i0, int64_t i1, ptl_style style, ptl_shapes *out);

static curve_drawer drawer_of(const ptl_plot *plot) {
  return plot->equal ? draw_path : draw_curve;
}

/* The background is tinted over the contacts of the gaps whose columns are shown. */
static void draw_spans(const ptl_plot *plot, const ptl_axes *axes, const ptl_record *record,
                       ptl_shapes *out) {
  if (plot->x[0] != 0 || plot->n == 0) return;
  for (int i = 0; i < record->n_spans; i++) {
    const ptl_contact_span *span = &record->spans[i];
    const ptl_record_gap *gap = &record->gaps[span->gap];
    char prefix[112];
    snprintf(prefix, sizeof prefix, "%s.%s.", gap->joint, gap->gap);
    int k = 0;
    while (k < plot->n && strncmp(plot->y[k], prefix, strlen(prefix)) != 0) k++;
    if (k == plot->n || span->to < axes->x_low || span->from > axes->x_high) continue;
    double x0 = fmax(ptl_axes_screen_x(axes, span->from), axes->x);
    double x1 = fmin(ptl_axes_screen_x(axes, span->to), axes->x + axes->w);
    if (x1 - x0 < 1.5) continue;
    ptl_style tint = ptl_faded(ptl_filled(PTL_INK_SERIES + k), 0.09);
    ptl_add_rect(out, tint, x0, axes->y, x1 - x0, axes->h, 0);
  }
}

void ptl_plot_draw_ghost(const ptl_plot *plot, const ptl_axes *axes, const ptl_record *record,
                         double from, double to, ptl_shapes *out) {
  int64_t i0, i1;
  int cx = plot->x[0] != 0 ? ptl_record_find(record, plot->x) : 0;
  curve_drawer draw = drawer_of(plot);
  rows_between(record, from, to, &i0, &i1);
  ptl_add_clip(out, axes->x, axes->y, axes->w, axes->h, 0);
  for (int k = 0; k < plot->n; k++) {
    int cy = ptl_record_find(record, plot->y[k]);
    ptl_shapes_tag(out, PTL_TAG_GHOST, k);
    if (cx >= 0 && cy >= 0) {
      draw(axes, record, cx, cy, i0, i1, ptl_stroked(PTL_INK_GHOST, 1.6), out);
    }
  }
  ptl_add_unclip(out);
}

void ptl_plot_draw(const ptl_plot *plot, const ptl_axes *axes, const ptl_record *record,
                   double from, double to, int x_labels, ptl_shapes *out) {
  int64_t i0, i1;
  int cx = plot->x[0] != 0 ? ptl_record_find(record, plot->x) : 0;
  curve_drawer draw = drawer_of(plot);
  rows_between(record, from, to, &i0, &i1);
  draw_spans(plot, axes, record, out);
  ptl_axes_draw_y(axes, number_size, axes->y + 7, out); /* the unit stands above */
  ptl_axes_draw_x(axes, number_size, x_labels, out);
  if (x_labels)
    ptl_add_text(out, PTL_INK_DIM, number_size, PTL_RIGHT, axes->x + axes->w, axes->y + axes->h - 5,
                 "%s", axes->x_unit);
  ptl_add_clip(out, axes->x, axes->y, axes->w, axes->h, 0);
  if (plot->circle > 0) {
    double r = plot->circle / (axes->x_high - axes->x_low) * axes->w;
    ptl_add_circle(out, ptl_stroked(PTL_INK_DIM, 1.2), ptl_axes_screen_x(axes, 0),
                   ptl_axes_screen_y(axes, 0), r);
  }
  for (int k = 0; k < plot->n; k++) {
    int cy = ptl_record_find(record, plot->y[k]);
    ptl_tag tag = out->tag;
    ptl_shapes_tag(out, PTL_TAG_CURVE, k);
    if (cx >= 0 && cy >= 0) {
      draw(axes, record, cx, cy, i0, i1, ptl_stroked(PTL_INK_SERIES + k, plot->equal ? 1 : 1.5),
           out);
    }
    out->tag = tag;
  }
  ptl_add_unclip(out);
  ptl_add_rect(out, ptl_stroked(PTL_INK_LINE, 1), axes->x, axes->y, axes->w, axes->h, 0);
  ptl_add_text(out, PTL_INK_DIM, 10.5, PTL_RIGHT, axes->x - 6, axes->y - 6, "%s", axes->y_unit);
}

void ptl_plot_draw_cursor(const ptl_plot *plot, const ptl_axes *axes, const ptl_record *record,
                          double time, ptl_shapes *out) {
  ptl_bracket bracket = ptl_record_bracket(record, time);
  int cx = plot->x[0] != 0 ? ptl_record_find(record, plot->x) : 0;
  double x = cx == 0 ? time : ptl_record_value(record, cx, bracket);
  double at = ptl_axes_screen_x(axes, x), label_x = axes->x;
  ptl_shapes_tag(out, PTL_TAG_CURSOR, 0);
  int inside = at >= axes->x - 0.5 && at <= axes->x + axes->w + 0.5;
  if (inside && !plot->equal) {
    ptl_add_line(out, ptl_faded(ptl_stroked(PTL_INK_TEXT, 1), 0.55), at, axes->y, at,
                 axes->y + axes->h);
  }
  for (int k = 0; k < plot->n; k++) {
    int cy = ptl_record_find(record, plot->y[k]);
    double y = ptl_record_value(record, cy, bracket);
    char value[40], label[160];
    if (cy < 0) continue;
    ptl_format_si(y, record->units[cy], value, sizeof value);
    if (inside && isfinite(y) && ptl_axes_screen_y(axes, y) >= axes->y &&
        ptl_axes_screen_y(axes, y) <= axes->y + axes->h) {
      ptl_add_circle(out, ptl_outlined(PTL_INK_SERIES + k, PTL_INK_PANEL, 1.5), at,
                     ptl_axes_screen_y(axes, y), 4);
    }
    snprintf(label, sizeof label, "%s  %s", plot->y[k], value);
    double width = fmax(ptl_text_width(label, 11), ptl_text_width(plot->y[k], 11) + 62);
    if (k > 0 && label_x + width > axes->x + axes->w) continue; /* no room beside the others */
    ptl_add_text(out, PTL_INK_SERIES + k, 11, PTL_LEFT, label_x, axes->y - 6, "%s", label);
    label_x += width + 22;
  }
}
