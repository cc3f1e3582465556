/* run_figures.c: force over depth of the gaps, and the orbits of pins in their clearances. */
#include <math.h>
#include <string.h>

#include "figure.h"
#include "format.h"
#include "page_shapes.h"
#include "page_text.h"
#include "plot.h"
#include "run_parts.h"

static const double figure_width = 460, figure_height = 330, orbit_size = 330;

enum { MOST_FIGURES = 8 };

typedef struct list { /* of figures, being written */
  FILE *out;
  int n, failed;
} list;

static void put_figure(list *l, const char *title, double w, double h, const ptl_shapes *shapes) {
  fputs(l->n++ > 0 ? ",\n{\"title\":" : "{\"title\":", l->out);
  ptl_page_string(l->out, title);
  fprintf(l->out, ",\"w\":%g,\"h\":%g,\"shapes\":", w, h);
  ptl_page_shapes(l->out, shapes);
  fputc('}', l->out);
  l->failed |= shapes->failed;
}

static void put_loop(list *l, const ptl_record *record, const char *gap, int depth, int force) {
  double low, high, x_scale, y_scale;
  char unit[40], title[160], x_label[80], y_label[80];
  if (!ptl_record_range(record, depth, 0, record->n, &low, &high) || !(high > 0)) return;
  ptl_choose_prefix(high, "m", &x_scale, unit, sizeof unit);
  snprintf(x_label, sizeof x_label, "depth [%s]", unit);
  const double deepest = high;
  if (!ptl_record_range(record, force, 0, record->n, &low, &high)) return;
  ptl_choose_prefix(fmax(fabs(low), fabs(high)), "N", &y_scale, unit, sizeof unit);
  snprintf(y_label, sizeof y_label, "normal force [%s]", unit);
  snprintf(title, sizeof title, "%s: force over depth", gap);
  ptl_figure_curve curve = {.x = record->first[depth], .y = record->first[force], .n = record->n};
  ptl_figure_panel panel = {.label = y_label, .curves = &curve, .n_curves = 1, .y_scale = y_scale};
  const ptl_figure figure = {.title = title,
                             .x_label = x_label,
                             .x_low = 0,
                             .x_high = 1.05 * deepest,
                             .x_scale = x_scale,
                             .panels = &panel,
                             .n_panels = 1,
                             .width = figure_width,
                             .panel_height = figure_height - 100};
  ptl_shapes shapes = {0};
  const double used = ptl_figure_draw(&figure, &shapes);
  put_figure(l, title, figure_width, used, &shapes);
  ptl_shapes_release(&shapes);
}

static void put_orbit(list *l, const ptl_record *record, const ptl_sketch_joint *joint) {
  ptl_plot plot = {.n = 1, .circle = joint->clearance, .equal = 1};
  char title[160];
  snprintf(plot.x, sizeof plot.x, "%s.ex", joint->name);
  snprintf(plot.y[0], sizeof plot.y[0], "%s.ey", joint->name);
  if (ptl_record_find(record, plot.x) < 0 || ptl_record_find(record, plot.y[0]) < 0) return;
  const double from = ptl_record_start(record), to = ptl_record_end(record);
  const double box[4] = {0, 16, orbit_size, orbit_size - 16};
  const ptl_axes axes = ptl_plot_layout(&plot, record, from, to, box, 1);
  ptl_shapes shapes = {0};
  snprintf(title, sizeof title, "%s: orbit of the pin in its clearance", joint->name);
  ptl_add_rect(&shapes, ptl_filled(PTL_INK_PAPER), 0, 0, orbit_size, orbit_size, 0);
  ptl_plot_draw(&plot, &axes, record, from, to, 1, &shapes);
  put_figure(l, title, orbit_size, orbit_size, &shapes);
  ptl_shapes_release(&shapes);
}

int ptl_run_page_figures(const ptl_result *result, FILE *out) {
  const ptl_record *record = &result->record;
  list l = {out, 0, 0};
  fputc('[', out);
  for (int g = 0; g < record->n_gaps && l.n < MOST_FIGURES; g++) {
    char gap[112], depth[128], force[128];
    snprintf(gap, sizeof gap, "%s.%s", record->gaps[g].joint, record->gaps[g].gap);
    snprintf(depth, sizeof depth, "%s.depth", gap);
    snprintf(force, sizeof force, "%s.normal_force", gap);
    const int d = ptl_record_find(record, depth), f = ptl_record_find(record, force);
    if (d >= 0 && f >= 0) put_loop(&l, record, gap, d, f);
  }
  const int loops = l.n;
  for (int i = 0; result->has_bodies && i < result->sketch.n_joints; i++)
    if (result->sketch.joints[i].clearance > 0 &&
        result->sketch.joints[i].kind == PTL_SKETCH_REVOLUTE && l.n < loops + MOST_FIGURES)
      put_orbit(&l, record, &result->sketch.joints[i]);
  fputc(']', out);
  return l.failed;
}
