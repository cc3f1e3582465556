#include "app_show.h"

#include <stdio.h>

int ptl_app_switch_is_on(const ptl_app *app, ptl_switch which) {
  switch (which) {
    case PTL_SWITCH_FORCES:
      return app->appearance.forces;
    case PTL_SWITCH_VELOCITIES:
      return app->appearance.velocities;
    case PTL_SWITCH_LABELS:
      return app->appearance.labels;
    case PTL_SWITCH_GRID:
      return app->appearance.grid;
    case PTL_SWITCH_LENS:
      return app->lens.joint >= 0;
    case PTL_SWITCH_ORBIT:
      return app->orbit;
    case PTL_SWITCH_ANGLE:
      return app->by_angle;
    case PTL_SWITCH_DARK:
      return app->theme == PTL_THEME_DARK;
    case PTL_N_SWITCHES:
      break;
  }
  return 0;
}

/* The joint that the lens shows, else the first with clearance; -1. */
static int joint_for_lens(const ptl_app *app) {
  if (app->lens.joint >= 0) return app->lens.joint;
  if (app->result == NULL || !app->result->has_bodies) return -1;
  ptl_scene scene = ptl_result_scene(app->result);
  for (int i = 0; i < app->result->sketch.n_joints; i++) {
    if (ptl_lens_shows(&scene, i)) return i;
  }
  return -1;
}

static void toggle_orbit(ptl_app *app) {
  int joint = joint_for_lens(app);
  if (app->orbit) {
    app->orbit = 0;
    app->n_plots--;
  } else if (joint >= 0 && app->n_plots < PTL_MAX_PLOTS) {
    const ptl_sketch_joint *j = &app->result->sketch.joints[joint];
    ptl_plot *plot = &app->plots[app->n_plots++];
    *plot = (ptl_plot){.n = 1, .circle = j->clearance, .equal = 1};
    snprintf(plot->x, sizeof plot->x, "%s.ex", j->name);
    snprintf(plot->y[0], sizeof plot->y[0], "%s.ey", j->name);
    app->orbit = 1;
  }
}

/* The angle of the first body that is driven, or of the first there is. */
static void toggle_angle(ptl_app *app) {
  char column[96] = "";
  const ptl_sketch *sketch = &app->result->sketch;
  app->by_angle = !app->by_angle && sketch->n_bodies > 0;
  if (app->by_angle) {
    int body = 0;
    for (int i = 0; i < sketch->n_joints; i++) {
      if (sketch->joints[i].driven && sketch->joints[i].b.body >= 0)
        body = sketch->joints[i].b.body;
    }
    snprintf(column, sizeof column, "%s.angle", sketch->bodies[body].name);
    if (ptl_record_find(&app->result->record, column) < 0) column[0] = 0;
  }
  for (int i = 0; i < app->n_plots; i++) {
    if (!app->plots[i].equal) snprintf(app->plots[i].x, sizeof app->plots[i].x, "%s", column);
  }
}

void ptl_app_choose_lens(ptl_app *app, int joint) {
  app->lens.joint = app->appearance.selected = joint;
  if (!app->moved) app->fitted = 0; /* to be fitted beside the lens */
  if (joint >= 0) {
    ptl_scene scene = ptl_result_scene(app->result);
    app->lens.exaggeration = ptl_lens_exaggeration(&scene, joint);
  }
  ptl_app_stale(app, -1);
}

void ptl_app_toggle(ptl_app *app, ptl_switch which) {
  if (which == PTL_SWITCH_FORCES) app->appearance.forces = !app->appearance.forces;
  if (which == PTL_SWITCH_VELOCITIES) app->appearance.velocities = !app->appearance.velocities;
  if (which == PTL_SWITCH_LABELS) app->appearance.labels = !app->appearance.labels;
  if (which == PTL_SWITCH_GRID) app->appearance.grid = !app->appearance.grid;
  if (which == PTL_SWITCH_DARK) app->theme = (ptl_theme)((app->theme + 1) % PTL_N_THEMES);
  if (which == PTL_SWITCH_LENS) {
    ptl_app_choose_lens(app, app->lens.joint >= 0 ? -1 : joint_for_lens(app));
  }
  if (which == PTL_SWITCH_ORBIT && app->result != NULL) toggle_orbit(app);
  if (which == PTL_SWITCH_ANGLE && app->result != NULL) toggle_angle(app);
  ptl_app_stale(app, -1);
}

void ptl_app_set_parts(ptl_app *app, int plots, int panel, int bar) {
  app->show_plots = plots;
  app->show_panel = panel;
  app->show_bar = bar;
  app->fitted = 0;
  ptl_app_stale(app, -1);
}

void ptl_app_set_beside(ptl_app *app, int on) {
  app->beside = on;
  app->fitted = 0;
  ptl_app_stale(app, -1);
}

int ptl_app_set_lens(ptl_app *app, const char *joint) {
  if (app->result == NULL || !app->result->has_bodies) return 0;
  ptl_scene scene = ptl_result_scene(app->result);
  app->lens.joint = -1;
  int wanted =
      joint[0] != 0 ? ptl_sketch_find_joint(&app->result->sketch, joint) : joint_for_lens(app);
  if (!ptl_lens_shows(&scene, wanted)) return 0;
  ptl_app_choose_lens(app, wanted);
  return 1;
}

int ptl_app_show_column(ptl_app *app, const char *column) {
  ptl_app_stale(app, -1);
  return app->result != NULL &&
         ptl_plots_toggle(&app->result->record, app->plots, &app->n_plots, column);
}

void ptl_app_clear_plots(ptl_app *app) {
  app->n_plots = app->orbit = 0;
  ptl_app_stale(app, -1);
}

void ptl_app_next_lens(ptl_app *app, int step) {
  if (app->result == NULL || !app->result->has_bodies) return;
  ptl_scene scene = ptl_result_scene(app->result);
  int n = app->result->sketch.n_joints;
  for (int k = 1; k <= n; k++) {
    int joint = ((app->lens.joint + step * k) % n + n) % n;
    if (!ptl_lens_shows(&scene, joint)) continue;
    ptl_app_choose_lens(app, joint);
    return;
  }
}

void ptl_app_toggle_part(ptl_app *app, int *part) {
  *part = !*part;
  app->fitted = 0;
  ptl_app_stale(app, -1);
}
