/* app_draw.c: the layers of the viewer's picture. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app_layout.h"
#include "app_parts.h"
#include "app_view.h"
#include "scene_draw.h"

/* ------------------------------------------------------------------ scene */

/* Time of one revolution of the first driven body, or a tenth of the run [s]. */
static double orbit_span(const ptl_app *app) {
  const ptl_result *result = app->result;
  for (int i = 0; i < result->sketch.n_joints; i++) {
    int body = result->sketch.joints[i].b.body;
    if (!result->sketch.joints[i].driven || body < 0) continue;
    double omega = fabs(app->snapshot.bodies[body].omega);
    if (omega > 0) return 2 * M_PI / omega;
  }
  return 0.1 * (ptl_app_end_time(app) - ptl_app_start_time(app));
}

static int eval_snapshot(const ptl_result *result, double time, ptl_snapshot *snapshot) {
  return !ptl_snapshot_eval(&result->sketch, &result->record, &result->binding, time, snapshot);
}

static void draw_empty(const ptl_app *app, const double box[4], ptl_shapes *out) {
  double x = box[0] + box[2] / 2, y = box[1] + box[3] / 2;
  ptl_add_rect(out, ptl_filled(PTL_INK_PAPER), box[0], box[1], box[2], box[3], 0);
  if (app->wants_main) {
    ptl_add_text(out, PTL_INK_DIM, 16, PTL_CENTER, x, y, "computing …");
  } else if (app->result == NULL) {
    ptl_add_title(out, PTL_INK_TEXT, 20, PTL_CENTER, x, y - 12,
                  "Drop a model or a run folder here");
    ptl_add_text(out, PTL_INK_DIM, 13, PTL_CENTER, x, y + 14, "? shows the keys");
  } else {
    ptl_add_text(out, PTL_INK_DIM, 13, PTL_CENTER, x, y,
                 "this trace comes without its model; only the plots can be shown");
  }
}

/* The scene's arrows get the scale that both runs have in common; `geometry` is where the scene's
 * own is changed. */
static void share_scales(const ptl_app *app, ptl_scene *scene, ptl_geometry *geometry) {
  const ptl_extent *a = &app->result->geometry.extent, *b = &app->reference->geometry.extent;
  *geometry = *scene->geometry;
  geometry->extent.largest_force = fmax(a->largest_force, b->largest_force);
  geometry->extent.largest_load = fmax(a->largest_load, b->largest_load);
  geometry->extent.largest_speed = fmax(a->largest_speed, b->largest_speed);
  scene->geometry = geometry;
}

static void draw_scene(ptl_app *app, const double box[4], ptl_shapes *out) {
  const ptl_result *result = app->result;
  if (result == NULL || !result->has_bodies || !eval_snapshot(result, app->time, &app->snapshot)) {
    draw_empty(app, box, out);
    return;
  }
  if (!app->fitted) ptl_app_fit(app);
  app->view.x = box[0];
  app->view.y = box[1];
  app->view.w = box[2];
  app->view.h = box[3];
  if (app->follow >= 0 && app->follow < result->sketch.n_bodies) {
    const ptl_sketch_body *body = &result->sketch.bodies[app->follow];
    ptl_point p = ptl_snapshot_point(&app->snapshot, app->follow, body->com_x, body->com_y);
    app->view.cx = p.x;
    app->view.cy = p.y;
  }
  app->lens.orbit_span = app->appearance.trail_span = orbit_span(app);
  app->appearance.flash_span = 0.35 * (app->playing || app->slow ? app->speed_now : app->speed);
  ptl_scene scene = ptl_result_scene(result);
  ptl_scene other;
  ptl_geometry geometry;
  if (ptl_app_shows_two(app)) share_scales(app, &scene, &geometry);
  app->appearance.other = NULL;
  if (app->reference != NULL && app->reference->has_bodies && !app->beside &&
      eval_snapshot(app->reference, app->time, &app->reference_snapshot)) {
    other = ptl_result_scene(app->reference);
    app->appearance.other = &other;
    app->appearance.other_snapshot = &app->reference_snapshot;
  }
  ptl_app_layout_lens(box, &app->lens);
  ptl_lens_covers(&app->lens, app->appearance.covered);
  ptl_scene_draw(&scene, &app->snapshot, &app->view, &app->appearance, out);
  app->appearance.other = NULL;
  ptl_add_clip(out, box[0], box[1], box[2], box[3], 0);
  if (app->lens.joint >= 0) {
    ptl_lens_draw(&scene, &app->snapshot, &app->lens, out);
    ptl_app_hit(app, app->lens.x, app->lens.y, app->lens.size, app->lens.size, PTL_DO_LENS, 0);
  }
  ptl_add_unclip(out);
}

/* The name of a run over its scene. */
static void draw_name(const ptl_result *result, const double box[4], ptl_shapes *out) {
  ptl_shapes_tag(out, PTL_TAG_NONE, 0);
  enum { MOST = 48 };
  const size_t n = strlen(result->source.path);
  const char *end = result->source.path + (n > MOST ? n - MOST : 0);
  ptl_add_title(out, PTL_INK_TEXT, 13, PTL_LEFT, box[0] + 16, box[1] + 26, "%s%s",
                n > MOST ? "…" : "", end);
  ptl_halo(out, PTL_INK_PAPER, 3);
}

/* The reference beside the main run: the same part of the plane, the same time, arrows of the same
 * scale. */
static void draw_other(ptl_app *app, const ptl_layout *l, ptl_shapes *out) {
  const ptl_result *result = app->reference;
  if (!eval_snapshot(result, app->time, &app->reference_snapshot)) return;
  ptl_scene scene = ptl_result_scene(result);
  ptl_geometry geometry;
  share_scales(app, &scene, &geometry);
  ptl_viewport view = app->view;
  view.x = l->other[0];
  view.w = l->other[2];
  ptl_lens lens = app->lens;
  ptl_appearance appearance = app->appearance;
  appearance.n_trails = 0; /* they are of bodies of the main run */
  appearance.selected = -1;
  if (lens.joint >= 0)
    lens.joint =
        ptl_sketch_find_joint(&result->sketch, app->result->sketch.joints[lens.joint].name);
  ptl_app_layout_lens(l->other, &lens);
  ptl_lens_covers(&lens, appearance.covered);
  ptl_scene_draw(&scene, &app->reference_snapshot, &view, &appearance, out);
  ptl_add_clip(out, l->other[0], l->other[1], l->other[2], l->other[3], 0);
  ptl_lens_draw(&scene, &app->reference_snapshot, &lens, out);
  draw_name(result, l->other, out);
  ptl_add_unclip(out);
  ptl_add_line(out, ptl_stroked(PTL_INK_LINE, 1), l->other[0] + 0.5, l->other[1], l->other[0] + 0.5,
               l->other[1] + l->other[3]);
}

static void draw_scenes(ptl_app *app, const ptl_layout *l, ptl_shapes *out) {
  draw_scene(app, l->scene, out);
  if (!ptl_app_shows_two(app)) return;
  draw_name(app->result, l->scene, out);
  draw_other(app, l, out);
}

/* ------------------------------------------------------------------ plots */

static int is_last_wide(const ptl_app *app, int plot) {
  for (int i = plot + 1; i < app->n_plots; i++) {
    if (!app->plots[i].equal) return 0;
  }
  return 1;
}

static void draw_plots(ptl_app *app, const double box[4], ptl_shapes *out) {
  double boxes[PTL_MAX_PLOTS][4];
  ptl_add_rect(out, ptl_filled(PTL_INK_PANEL), box[0], box[1], box[2], box[3], 0);
  ptl_add_line(out, ptl_stroked(PTL_INK_LINE, 1), box[0], box[1] + 0.5, box[0] + box[2],
               box[1] + 0.5);
  if (app->result == NULL) return;
  ptl_app_layout_plots(app, box, boxes);
  for (int i = 0; i < app->n_plots; i++) {
    const ptl_plot *plot = &app->plots[i];
    int labels = plot->equal || is_last_wide(app, i);
    app->plot_axes[i] =
        ptl_plot_layout(plot, &app->result->record, app->from, app->to, boxes[i], labels);
    const ptl_axes *axes = &app->plot_axes[i];
    ptl_shapes_tag(out, PTL_TAG_PLOT, i);
    ptl_add_rect(out, ptl_filled(PTL_INK_PAPER), axes->x, axes->y, axes->w, axes->h, 0);
    const ptl_result *others[] = {app->reference, app->ghost};
    for (int k = 0; k < 2; k++) {
      if (others[k] == NULL) continue;
      ptl_plot_draw_ghost(plot, axes, &others[k]->record, app->from, app->to, out);
    }
    ptl_shapes_tag(out, PTL_TAG_PLOT, i);
    ptl_plot_draw(plot, axes, &app->result->record, app->from, app->to, labels, out);
  }
}

/* ------------------------------------------------------------------ front */

static void draw_front(ptl_app *app, const ptl_layout *l, ptl_shapes *out) {
  ptl_app_draw_cursors(app, l, out);
  if (app->show_bar) ptl_app_draw_bar(app, l->bar, out);
  if (app->message[0] != 0) ptl_app_draw_message(app, l->scene, out);
  if (app->list != PTL_LIST_NONE) ptl_app_draw_list(app, l->scene, out);
  if (app->help) ptl_app_draw_help(app, out);
}

static void collect_hits(ptl_app *app, const ptl_layout *l) {
  app->n_hits = 0;
  ptl_app_hit(app, l->scene[0], l->scene[1], l->scene[2], l->scene[3], PTL_DO_SCENE, 0);
  ptl_app_hit(app, l->other[0], l->other[1], l->other[2], l->other[3], PTL_DO_SCENE, 1);
  for (int i = 0; l->plots[3] > 0 && i < app->n_plots; i++) {
    const ptl_axes *axes = &app->plot_axes[i];
    ptl_app_hit(app, axes->x, axes->y, axes->w, axes->h, PTL_DO_PLOT, i);
  }
  if (l->plots[3] > 0) ptl_app_hit(app, 0, l->plots[1] - 4, l->plots[2], 8, PTL_DO_SPLIT, 0);
}

void ptl_app_draw(ptl_app *app, ptl_layer layers[PTL_N_LAYERS]) {
  ptl_layout l = ptl_app_layout(app);
  const double all[4] = {0, 0, app->width, app->height};
  const double scenes[4] = {l.scene[0], l.scene[1], l.scene[2] + l.other[2], l.scene[3]};
  const double *boxes[PTL_N_LAYERS] = {scenes, l.plots, l.panel, all};
  if (app->list != PTL_LIST_NONE || app->help) app->stale[PTL_LAYER_SCENE] = 1;
  app->stale[PTL_LAYER_FRONT] = 1;
  if (app->stale[PTL_LAYER_PLOTS]) {
    ptl_shapes_clear(&app->shapes[PTL_LAYER_PLOTS]);
    if (l.plots[3] > 0) draw_plots(app, l.plots, &app->shapes[PTL_LAYER_PLOTS]);
  }
  collect_hits(app, &l);
  for (int i = 0; i < PTL_N_LAYERS; i++) {
    ptl_shapes *shapes = &app->shapes[i];
    if (app->stale[i]) app->version[i]++;
    if (i == PTL_LAYER_SCENE && app->stale[i]) {
      ptl_shapes_clear(shapes);
      draw_scenes(app, &l, shapes);
    } else if (i == PTL_LAYER_SCENE && app->lens.joint >= 0) {
      ptl_app_hit(app, app->lens.x, app->lens.y, app->lens.size, app->lens.size, PTL_DO_LENS, 0);
    } else if (i == PTL_LAYER_PANEL) { /* always: it adds its hit areas */
      ptl_shapes_clear(shapes);
      if (l.panel[2] > 0) ptl_app_draw_panel(app, l.panel, shapes);
    } else if (i == PTL_LAYER_FRONT) {
      ptl_shapes_clear(shapes);
      draw_front(app, &l, shapes);
    }
    app->stale[i] = 0;
    layers[i] = (ptl_layer){.shapes = shapes, .version = app->version[i]};
    memcpy(layers[i].box, boxes[i], sizeof layers[i].box);
  }
}
