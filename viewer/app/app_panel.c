#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app_parts.h"
#include "app_run.h"
#include "app_show.h"
#include "format.h"

/* ------------------------------------------------------------------ controls */

/* A slider goes from 0 to twice the initial value, or from -1 to 1 when that is 0. */
static void control_range(const ptl_control *control, double *low, double *high) {
  double value = control->initial;
  *low = value < 0 ? 2 * value : value > 0 ? 0 : -1;
  *high = value > 0 ? 2 * value : value < 0 ? 0 : 1;
}

double ptl_app_control_share(const ptl_app *app, int index) {
  const ptl_control *control = &app->result->controls[index];
  double low, high;
  control_range(control, &low, &high);
  return fmin(fmax((control->value - low) / (high - low), 0), 1);
}

void ptl_app_set_control(ptl_app *app, int index, double share) {
  ptl_control *control = &app->result->controls[index];
  double low, high;
  char text[PTL_SETTING_TEXT];
  control_range(control, &low, &high);
  control->value = low + fmin(fmax(share, 0), 1) * (high - low);
  snprintf(text, sizeof text, "%.6g", control->value); /* as exact as a slider can be set */
  control->value = strtod(text, NULL);
  if (strcmp(control->unit, "1") != 0) {
    snprintf(text, sizeof text, "%.6g %s", control->value, control->unit);
  }
  if (ptl_app_set(app, control->path, text)) ptl_app_rerun(app);
  ptl_app_stale(app, -1);
}

/* ------------------------------------------------------------------ drawing */

static double draw_heading(ptl_shapes *out, double x, double y, const char *text) {
  ptl_shapes_tag(out, PTL_TAG_NONE, 0);
  ptl_add_title(out, PTL_INK_DIM, 11, PTL_LEFT, x, y + 12, "%s", text);
  return y + 24;
}

static double draw_slider(ptl_app *app, double x, double y, double w, int index, ptl_shapes *out) {
  const ptl_control *control = &app->result->controls[index];
  double share = ptl_app_control_share(app, index), at = x + share * w, track = y + 27;
  char value[48];
  if (control->is_given)
    snprintf(value, sizeof value, "%.6g %s", control->value, control->unit);
  else
    ptl_format_si(control->value, ptl_pretty_unit(control->unit), value, sizeof value);
  ptl_shapes_tag(out, PTL_TAG_WIDGET, PTL_DO_SLIDER);
  ptl_add_text(out, PTL_INK_TEXT, 12.5, PTL_LEFT, x, y + 13, "%s", control->name);
  ptl_add_text(out, PTL_INK_DIM, 12.5, PTL_RIGHT, x + w, y + 13, "%s", value);
  ptl_add_rect(out, ptl_filled(PTL_INK_FIELD), x, track - 2, w, 4, 2);
  ptl_add_rect(out, ptl_filled(PTL_INK_ACCENT), x, track - 2, fmax(at - x, 2), 4, 2);
  ptl_add_circle(out, ptl_outlined(PTL_INK_ACCENT, PTL_INK_PANEL, 2), at, track, 7);
  ptl_app_hit(app, x - 6, y, w + 12, 38, PTL_DO_SLIDER, index);
  return y + 42;
}

static double draw_menu(ptl_app *app, double x, double y, double w, int index, ptl_shapes *out) {
  const ptl_control *control = &app->result->controls[index];
  const char *word = control->chosen >= 0 ? control->choices[control->chosen] : "–";
  ptl_shapes_tag(out, PTL_TAG_WIDGET, PTL_DO_CHOICE);
  ptl_add_text(out, PTL_INK_TEXT, 12.5, PTL_LEFT, x, y + 13, "%s", control->name);
  ptl_add_rect(out, ptl_filled(PTL_INK_FIELD), x, y + 19, w, 25, 6);
  ptl_add_text(out, PTL_INK_TEXT, 12.5, PTL_LEFT, x + 9, y + 36, "%s", word);
  ptl_path_begin(out, ptl_stroked(PTL_INK_DIM, 1.6));
  ptl_path_move(out, x + w - 18, y + 29);
  ptl_path_line(out, x + w - 13, y + 34);
  ptl_path_line(out, x + w - 8, y + 29);
  ptl_app_hit(app, x, y + 19, w, 25, PTL_DO_CHOICE, index);
  return y + 52;
}

static double draw_switch(ptl_app *app, double x, double y, double w, ptl_switch which,
                          const char *word, const char *key, ptl_shapes *out) {
  int on = ptl_app_switch_is_on(app, which);
  ptl_shapes_tag(out, PTL_TAG_WIDGET, PTL_DO_SWITCH);
  ptl_add_rect(out, ptl_filled(on ? PTL_INK_ACCENT : PTL_INK_FIELD), x, y + 3, 26, 14, 7);
  ptl_add_circle(out, ptl_filled(PTL_INK_PIN), on ? x + 19 : x + 7, y + 10, 5);
  ptl_add_text(out, PTL_INK_TEXT, 12.5, PTL_LEFT, x + 36, y + 14.5, "%s", word);
  ptl_add_text(out, PTL_INK_DIM, 11, PTL_RIGHT, x + w, y + 14.5, "%s", key);
  ptl_app_hit(app, x, y, w, 20, PTL_DO_SWITCH, which);
  return y + 23;
}

/* The controls in the box; where it is too small for all of them the wheel scrolls them. */
static void draw_controls(ptl_app *app, const double box[4], ptl_shapes *out) {
  const ptl_result *result = app->result;
  double x = box[0] + 18, w = box[2] - 36, total = 0;
  double top = draw_heading(out, x, box[1], app->from_now ? "MODEL, FROM NOW ON" : "MODEL"),
         end = box[1] + box[3];
  for (int i = 0; i < result->n_controls; i++)
    total += result->controls[i].choices != NULL ? 52 : 42;
  app->panel_scroll = fmin(fmax(app->panel_scroll, 0), fmax(total - (end - top), 0));
  ptl_app_hit(app, box[0], box[1], box[2], box[3], PTL_DO_PANEL, 0);
  ptl_add_clip(out, box[0], top, box[2], fmax(end - top, 0), 0);
  double y = top - app->panel_scroll;
  for (int i = 0; i < result->n_controls; i++) {
    int menu = result->controls[i].choices != NULL, first_hit = app->n_hits;
    double next = menu ? draw_menu(app, x, y, w, i, out) : draw_slider(app, x, y, w, i, out);
    if (y + 10 < top || next - 6 > end) app->n_hits = first_hit; /* hidden: no hit area */
    y = next;
  }
  ptl_add_unclip(out);
  if (total > end - top) { /* a scroll bar */
    double bar = (end - top) * (end - top) / total;
    double at = top + (end - top - bar) * app->panel_scroll / (total - (end - top));
    ptl_add_rect(out, ptl_filled(PTL_INK_LINE), box[0] + box[2] - 7, at, 3, bar, 1.5);
  }
}

void ptl_app_draw_panel(ptl_app *app, const double box[4], ptl_shapes *out) {
  static const struct {
    ptl_switch which;
    const char *word, *key;
  } switches[] = {{PTL_SWITCH_FORCES, "Forces", "f"},
                  {PTL_SWITCH_VELOCITIES, "Velocities", "v"},
                  {PTL_SWITCH_LABELS, "Names", "n"},
                  {PTL_SWITCH_GRID, "Grid", "g"},
                  {PTL_SWITCH_LENS, "Clearance lens", "l"},
                  {PTL_SWITCH_ORBIT, "Orbit", "o"},
                  {PTL_SWITCH_ANGLE, "Plot against angle", "a"},
                  {PTL_SWITCH_DARK, "Dark", "d"}};
  double x = box[0] + 18, y = box[1] + 14, w = box[2] - 36, end = box[1] + box[3];
  ptl_shapes_tag(out, PTL_TAG_NONE, 0);
  ptl_add_rect(out, ptl_filled(PTL_INK_PANEL), box[0], box[1], box[2], box[3], 0);
  ptl_add_line(out, ptl_stroked(PTL_INK_LINE, 1), box[0] + 0.5, box[1], box[0] + 0.5, end);
  ptl_add_clip(out, box[0], box[1], box[2], box[3], 0);
  const int n = sizeof switches / sizeof switches[0];
  double bottom = end - 23 * n - 24 - 12;
  int has_controls = app->result != NULL && app->result->n_controls > 0;
  if (has_controls)
    draw_controls(app, (double[4]){box[0], box[1] + 14, box[2], bottom - box[1] - 24}, out);
  y = draw_heading(out, x, has_controls ? fmax(bottom, box[1] + 14) : y, "SHOW");
  for (int i = 0; i < n; i++) {
    y = draw_switch(app, x, y, w, switches[i].which, switches[i].word, switches[i].key, out);
  }
  ptl_add_unclip(out);
}
