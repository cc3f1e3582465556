#include "app_view.h"

#include <math.h>
#include <string.h>

#include "app_layout.h"
#include "scene_pick.h"

/* What the scenes that are shown cover over their runs. */
static void box_of_scenes(const ptl_app *app, double box[4]) {
  memcpy(box, app->result->geometry.extent.box, 4 * sizeof *box);
  if (!ptl_app_shows_two(app)) return;
  const double *other = app->reference->geometry.extent.box;
  for (int i = 0; i < 2; i++) {
    box[i] = fmin(box[i], other[i]);
    box[i + 2] = fmax(box[i + 2], other[i + 2]);
  }
}

/* Fits the box left of the lens in the corner or below it, whichever gives the larger picture. */
static void fit_beside(ptl_viewport *view, const double box[4], double lens) {
  ptl_viewport left = *view, below = *view;
  left.w -= lens;
  below.y += lens;
  below.h -= lens;
  ptl_viewport_fit(&left, box);
  ptl_viewport_fit(&below, box);
  int is_left = left.scale >= below.scale;
  const ptl_viewport *best = is_left ? &left : &below;
  view->scale = best->scale;
  view->cx = best->cx + (is_left ? 0.5 * lens / best->scale : 0);
  view->cy = best->cy + (is_left ? 0 : 0.5 * lens / best->scale);
}

void ptl_app_fit(ptl_app *app) {
  if (app->result == NULL || !app->result->has_bodies) return;
  ptl_layout layout = ptl_app_layout(app);
  app->view.x = layout.scene[0];
  app->view.y = layout.scene[1];
  app->view.w = layout.scene[2];
  app->view.h = layout.scene[3];
  double lens = app->lens.joint >= 0 ? ptl_app_lens_size(layout.scene) + 18 : 0;
  double margin = fmin(32, 0.1 * app->view.h); /* below, for the scales */
  app->view.h -= margin;
  double box[4];
  box_of_scenes(app, box);
  fit_beside(&app->view, box, lens);
  app->view.h += margin;
  app->view.cy -= 0.5 * margin / app->view.scale;
  app->fitted = 1;
  app->moved = 0;
  ptl_app_stale(app, PTL_LAYER_SCENE);
}

void ptl_app_zoom(ptl_app *app, double x, double y, double factor) {
  ptl_point before = ptl_viewport_world(&app->view, (ptl_point){x, y});
  const double min_scale = 1e-3, max_scale = 1e9;
  app->view.scale = fmin(fmax(app->view.scale * factor, min_scale), max_scale);
  ptl_point after = ptl_viewport_world(&app->view, (ptl_point){x, y});
  app->view.cx += before.x - after.x;
  app->view.cy += before.y - after.y;
  app->moved = 1;
  ptl_app_stale(app, PTL_LAYER_SCENE);
}

int ptl_app_has_picture(const ptl_app *app) {
  return app->result != NULL && app->result->has_bodies && app->snapshot.bodies != NULL;
}

void ptl_app_follow(ptl_app *app, double x, double y) {
  if (!ptl_app_has_picture(app)) return;
  ptl_scene scene = ptl_result_scene(app->result);
  int body = ptl_scene_pick_body(&scene, &app->snapshot, &app->view, (ptl_point){x, y});
  app->follow = app->follow == body ? PTL_GROUND : body;
  ptl_app_stale(app, PTL_LAYER_SCENE);
}

void ptl_app_toggle_trail(ptl_app *app, double x, double y) {
  if (!ptl_app_has_picture(app)) return;
  ptl_scene scene = ptl_result_scene(app->result);
  ptl_point at = {x, y};
  int joint = ptl_scene_pick_joint(&scene, &app->snapshot, &app->view, at, 3);
  int body = ptl_scene_pick_body(&scene, &app->snapshot, &app->view, at);
  ptl_marker marker = {PTL_GROUND, 0, 0, 0};
  if (joint >= 0 && app->result->sketch.joints[joint].b.body >= 0) {
    marker = app->result->sketch.joints[joint].b;
  } else if (body >= 0) {
    const ptl_body_state *b = &app->snapshot.bodies[body];
    ptl_point world = ptl_viewport_world(&app->view, at);
    double c = cos(b->angle), s = sin(b->angle), dx = world.x - b->x, dy = world.y - b->y;
    marker = (ptl_marker){body, c * dx + s * dy, -s * dx + c * dy, 0};
  }
  if (marker.body == PTL_GROUND) {
    app->appearance.n_trails = 0;
  } else if (app->appearance.n_trails < PTL_MAX_TRAILS) {
    app->appearance.trails[app->appearance.n_trails++] = marker;
  }
  ptl_app_stale(app, PTL_LAYER_SCENE);
}
