#include "app_state.h"

#include <stdio.h>
#include <stdlib.h>

ptl_app *ptl_app_create(double width, double height, ptl_theme theme) {
  ptl_app *app = calloc(1, sizeof *app);
  if (app == NULL) return NULL;
  *app = (ptl_app){.width = width,
                   .height = height,
                   .theme = theme,
                   .loop = 1,
                   .slow = 0,
                   .speed = 1,
                   .follow = PTL_GROUND,
                   .appearance = ptl_appearance_default(),
                   .show_plots = 1,
                   .show_panel = 1,
                   .show_bar = 1,
                   .plot_share = 0.36};
  app->lens = (ptl_lens){.joint = -1, .exaggeration = 4};
  app->worker = ptl_worker_create();
  app->reference_worker = ptl_worker_create();
  if (app->worker == NULL || app->reference_worker == NULL) {
    ptl_app_destroy(app);
    return NULL;
  }
  snprintf(app->title, sizeof app->title, "Pintle");
  ptl_app_stale(app, -1);
  return app;
}

void ptl_app_destroy(ptl_app *app) {
  if (app == NULL) return;
  ptl_worker_destroy(app->worker);
  ptl_worker_destroy(app->reference_worker);
  ptl_result_destroy(app->result);
  ptl_result_destroy(app->ghost);
  ptl_result_destroy(app->reference);
  ptl_snapshot_release(&app->snapshot);
  ptl_snapshot_release(&app->reference_snapshot);
  for (int i = 0; i < PTL_N_LAYERS; i++) ptl_shapes_release(&app->shapes[i]);
  free(app);
}

void ptl_app_stale(ptl_app *app, int layer) {
  for (int i = 0; i < PTL_N_LAYERS; i++) {
    if (layer < 0 || layer == i) app->stale[i] = 1;
  }
}

double ptl_app_start_time(const ptl_app *app) {
  return app->result != NULL ? ptl_record_start(&app->result->record) : 0;
}

double ptl_app_end_time(const ptl_app *app) {
  return app->result != NULL ? ptl_record_end(&app->result->record) : 0;
}

void ptl_app_hit(ptl_app *app, double x, double y, double w, double h, ptl_action action,
                 int index) {
  if (app->n_hits < PTL_MAX_HITS) {
    app->hits[app->n_hits++] = (ptl_hit){x, y, w, h, action, index};
  }
}

ptl_hit ptl_app_find_hit(const ptl_app *app, double x, double y) {
  for (int i = app->n_hits - 1; i >= 0; i--) {
    const ptl_hit *hit = &app->hits[i];
    if (x >= hit->x && x < hit->x + hit->w && y >= hit->y && y < hit->y + hit->h) return *hit;
  }
  return (ptl_hit){.action = PTL_DO_NOTHING};
}

int ptl_app_shows_two(const ptl_app *app) {
  return app->beside && app->result != NULL && app->result->has_bodies && app->reference != NULL &&
         app->reference->has_bodies;
}

/* ------------------------------------------------------------- for render.c, window.c and tests */

int ptl_app_changed(const ptl_app *app) {
  for (int i = 0; i < PTL_N_LAYERS; i++) {
    if (app->stale[i]) return 1;
  }
  return 0;
}

const char *ptl_app_message(const ptl_app *app) {
  return app->message;
}
ptl_status ptl_app_status(const ptl_app *app) {
  return app->status;
}
const char *ptl_app_code(const ptl_app *app) {
  return app->code;
}
const ptl_result *ptl_app_result(const ptl_app *app) {
  return app->result;
}
double ptl_app_time(const ptl_app *app) {
  return app->time;
}
double ptl_app_speed(const ptl_app *app) {
  return app->slow ? app->speed_now : app->speed;
}
int ptl_app_playing(const ptl_app *app) {
  return app->playing;
}
int ptl_app_done(const ptl_app *app) {
  return app->done;
}
ptl_appearance *ptl_app_appearance(ptl_app *app) {
  return &app->appearance;
}
ptl_theme ptl_app_theme(const ptl_app *app) {
  return app->theme;
}
const char *ptl_app_title(const ptl_app *app) {
  return app->title;
}
