/* app.c: what the viewer shows, and its time. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app_state.h"

static const double look_every = 0.4; /* [s] between two looks at the file */

/* ------------------------------------------------------------------ life */

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
                   .look = ptl_look_default(),
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
  ptl_frame_release(&app->frame);
  ptl_frame_release(&app->reference_frame);
  for (int i = 0; i < PTL_N_LAYERS; i++) ptl_shapes_release(&app->shapes[i]);
  free(app);
}

void ptl_app_stale(ptl_app *app, int layer) {
  for (int i = 0; i < PTL_N_LAYERS; i++) {
    if (layer < 0 || layer == i) app->stale[i] = 1;
  }
}

/* ------------------------------------------------------------------ opening */

/* When the model or the trace was last written; zero when there is no such file. */
static struct timespec time_of_file(const ptl_source *source) {
  char path[1280];
  struct stat info;
  snprintf(path, sizeof path, "%s", source->path);
  if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
    snprintf(path, sizeof path, "%s/trace.csv", source->path);
    if (stat(path, &info) != 0) snprintf(path, sizeof path, "%s/trace.h5", source->path);
  }
  return stat(path, &info) == 0 ? info.st_mtim : (struct timespec){0, 0};
}

static void request(ptl_app *app) {
  app->modified = time_of_file(&app->source);
  app->wants_main = 1;
  ptl_worker_request(app->worker, &app->source);
  ptl_app_stale(app, PTL_LAYER_FRONT);
}

void ptl_app_open(ptl_app *app, const ptl_source *source) {
  app->source = *source;
  app->is_new = 1;
  app->message[0] = 0;
  request(app);
}

void ptl_app_open_reference(ptl_app *app, const ptl_source *source) {
  app->reference_source = *source;
  app->wants_reference = 1;
  ptl_worker_request(app->reference_worker, source);
}

void ptl_app_rerun(ptl_app *app) {
  request(app);
}

/* A speed at which the run takes about ten seconds; real time where that is near. */
static double first_speed(const ptl_result *result) {
  double span = ptl_record_end(&result->record) - ptl_record_start(&result->record);
  if (span > 4 && span < 400) return 1;
  return span > 0 ? ptl_nice(span / 12) : 1;
}

static void show_first(ptl_app *app) {
  const ptl_result *result = app->result;
  app->time = app->from = ptl_record_start(&result->record);
  app->to = ptl_record_end(&result->record);
  app->speed = app->speed_now = first_speed(result);
  app->playing = 1;
  app->fitted = 0;
  app->follow = PTL_GROUND;
  app->look.n_trails = 0;
  app->look.selected = -1;
  app->lens.joint = -1;
  app->orbit = app->by_angle = 0;
  app->n_plots =
      ptl_plots_choose(result->has_bodies ? &result->sketch : NULL, &result->record, app->plots);
}

static void forget_frames(ptl_app *app) {
  ptl_frame_release(&app->frame);
}

/* The sliders keep the middle that they had when the model was opened. */
static void keep_homes(const ptl_result *old, ptl_result *new) {
  for (int i = 0; i < new->n_knobs; i++) {
    for (int k = 0; k < old->n_knobs; k++) {
      if (strcmp(old->knobs[k].path, new->knobs[i].path) == 0) {
        new->knobs[i].home = old->knobs[k].home;
      }
    }
  }
}

static void take_main(ptl_app *app, ptl_result *result) {
  app->wants_main = 0;
  ptl_app_stale(app, -1);
  if (result->message[0] != 0 || !app->said) {
    snprintf(app->message, sizeof app->message, "%s", result->message);
    app->said = 0;
  }
  app->status = result->status;
  if (result->status == PTL_ERR_INTERRUPTED || result->record.n == 0) {
    /* Nothing to show: what is on the screen stays, under the message. */
    ptl_result_destroy(result);
    return;
  }
  int was_new = app->is_new || app->result == NULL;
  forget_frames(app);
  if (was_new) {
    ptl_result_destroy(app->ghost);
    ptl_result_destroy(app->result);
    app->ghost = NULL;
  } else {
    keep_homes(app->result, result);
    if (app->keep_ghost) {
      ptl_result_destroy(app->result);
    } else {
      ptl_result_destroy(app->ghost);
      app->ghost = app->result;
    }
    app->keep_ghost = app->turning;
  }
  app->result = result;
  app->is_new = 0;
  const char *name = result->sketch.title[0] != 0 ? result->sketch.title : app->source.path;
  snprintf(app->title, sizeof app->title, "Pintle: %.200s", name);
  if (was_new) {
    show_first(app);
    return;
  }
  double end = ptl_record_end(&result->record), start = ptl_record_start(&result->record);
  if (app->to >= ptl_record_end(&app->ghost->record)) app->to = end;
  app->to = fmin(app->to, end);
  app->from = fmin(fmax(app->from, start), app->to);
  app->time = fmin(fmax(app->time, start), end);
}

static void take_results(ptl_app *app) {
  ptl_result *result = ptl_worker_take(app->worker);
  if (result != NULL) take_main(app, result);
  result = ptl_worker_take(app->reference_worker);
  if (result == NULL) return;
  app->wants_reference = 0;
  ptl_app_stale(app, -1);
  if (result->status != PTL_OK || result->record.n == 0) {
    snprintf(app->message, sizeof app->message, "%s", result->message);
    app->status = result->status;
    ptl_result_destroy(result);
    return;
  }
  ptl_result_destroy(app->reference);
  ptl_frame_release(&app->reference_frame);
  app->reference = result;
}

int ptl_app_wait(ptl_app *app) {
  const struct timespec pause = {0, 500000};
  do {
    int busy = ptl_worker_busy(app->worker) || ptl_worker_busy(app->reference_worker);
    take_results(app);
    if (!busy) break;
    nanosleep(&pause, NULL);
  } while (1);
  return app->result == NULL || app->result->status != PTL_OK;
}

static void look_at_file(ptl_app *app, double seconds) {
  app->since_look += seconds;
  if (app->since_look < look_every || app->wants_main || app->source.path[0] == 0) return;
  app->since_look = 0;
  struct timespec now = time_of_file(&app->source);
  if (now.tv_sec == app->modified.tv_sec && now.tv_nsec == app->modified.tv_nsec) return;
  app->modified = now;
  if (now.tv_sec == 0) {
    snprintf(app->message, sizeof app->message,
             "%s is gone; the last run stays on the screen until the file is back",
             app->source.path);
    ptl_app_stale(app, -1);
    return;
  }
  request(app);
}

/* ------------------------------------------------------------------ time */

double ptl_app_start_time(const ptl_app *app) {
  return app->result != NULL ? ptl_record_start(&app->result->record) : 0;
}

double ptl_app_end_time(const ptl_app *app) {
  return app->result != NULL ? ptl_record_end(&app->result->record) : 0;
}

void ptl_app_set_time(ptl_app *app, double time) {
  app->time = fmin(fmax(time, ptl_app_start_time(app)), ptl_app_end_time(app));
  ptl_app_stale(app, PTL_LAYER_SCENE);
  ptl_app_stale(app, PTL_LAYER_FRONT);
}

/* Speed at `time` so that each contact is watched for about two seconds: on the way to a contact
 * that lasts d the speed falls in proportion to what is left, down to d / 2 a second within it,
 * and rises again in the same way. */
static double local_speed(const ptl_app *app, double time) {
  const double watch = 2.0;
  const ptl_record *record = &app->result->record;
  double speed = app->speed;
  for (int i = 0; i < record->n_spans; i++) {
    const ptl_contact_span *span = &record->spans[i];
    double duration = fmax(span->to - span->from, 1e-9);
    double away = fmax(fmax(span->from - time, time - span->to), 0);
    speed = fmin(speed, (duration + 3 * away) / watch);
    if (span->from - time > watch * app->speed) break;
  }
  return speed;
}

static void advance(ptl_app *app, double seconds) {
  enum { PIECES = 8 };
  double start = ptl_app_start_time(app), end = ptl_app_end_time(app), time = app->time;
  if (!(end > start)) return;
  for (int i = 0; i < PIECES; i++) {
    app->speed_now = app->slow ? local_speed(app, time) : app->speed;
    time += app->speed_now * seconds / PIECES;
  }
  if (time >= end && !app->loop) {
    time = end;
    app->playing = 0;
  } else if (time >= end) {
    time = start + fmod(time - end, end - start);
  }
  ptl_app_set_time(app, time);
}

void ptl_app_tick(ptl_app *app, double seconds) {
  take_results(app);
  look_at_file(app, seconds);
  if (app->result != NULL && app->playing) advance(app, seconds);
}

int ptl_app_moves(const ptl_app *app) {
  return (app->playing && app->result != NULL) || app->wants_main || app->wants_reference;
}

int ptl_app_changed(const ptl_app *app) {
  for (int i = 0; i < PTL_N_LAYERS; i++) {
    if (app->stale[i]) return 1;
  }
  return 0;
}

void ptl_app_jump(ptl_app *app, int step) {
  if (app->result == NULL) return;
  const ptl_record *record = &app->result->record;
  double grain = 1e-9 * (ptl_app_end_time(app) - ptl_app_start_time(app));
  int i =
      ptl_record_next_event(record, app->time + (step > 0 ? grain : -grain), step, PTL_EVENT_TOUCH);
  app->playing = 0;
  if (i >= 0) ptl_app_set_time(app, record->events[i].time);
}

void ptl_app_step(ptl_app *app, int rows) {
  if (app->result == NULL) return;
  const ptl_record *record = &app->result->record;
  ptl_moment moment = ptl_record_moment(record, app->time);
  int64_t i = moment.i + rows;
  if (moment.weight >= 1 && rows > 0) i++;
  if (moment.weight > 0 && rows < 0) i++;
  if (i < 0) i = 0;
  if (i >= record->n) i = record->n - 1;
  app->playing = 0;
  ptl_app_set_time(app, record->first[0][i]);
}

/* ------------------------------------------------------------------ view */

/* To the left of the lens in the corner, or below it, whichever is larger. */
static void fit_beside(ptl_view *view, const double box[4], double lens) {
  ptl_view left = *view, below = *view;
  left.w -= lens;
  below.y += lens;
  below.h -= lens;
  ptl_view_fit(&left, box);
  ptl_view_fit(&below, box);
  int is_left = left.scale >= below.scale;
  const ptl_view *best = is_left ? &left : &below;
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
  double foot = fmin(32, 0.1 * app->view.h); /* the scales stand there */
  app->view.h -= foot;
  fit_beside(&app->view, app->result->plan.box, lens);
  app->view.h += foot;
  app->view.cy -= 0.5 * foot / app->view.scale;
  app->fitted = 1;
  app->moved = 0;
  ptl_app_stale(app, PTL_LAYER_SCENE);
}

/* ------------------------------------------------------------------ switches */

int ptl_app_switch_is_on(const ptl_app *app, ptl_switch which) {
  switch (which) {
    case PTL_SWITCH_FORCES:
      return app->look.forces;
    case PTL_SWITCH_VELOCITIES:
      return app->look.velocities;
    case PTL_SWITCH_LABELS:
      return app->look.labels;
    case PTL_SWITCH_GRID:
      return app->look.grid;
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

/* The joint that a lens shows, else the first with play; -1. */
static int joint_of_interest(const ptl_app *app) {
  if (app->lens.joint >= 0) return app->lens.joint;
  if (app->result == NULL || !app->result->has_bodies) return -1;
  ptl_scene scene = ptl_result_scene(app->result);
  for (int i = 0; i < app->result->sketch.n_joints; i++) {
    if (ptl_lens_shows(&scene, i)) return i;
  }
  return -1;
}

static void toggle_orbit(ptl_app *app) {
  int joint = joint_of_interest(app);
  if (app->orbit) {
    app->orbit = 0;
    app->n_plots--;
  } else if (joint >= 0 && app->n_plots < PTL_MAX_PLOTS) {
    const ptl_sketch_joint *j = &app->result->sketch.joints[joint];
    ptl_plot *plot = &app->plots[app->n_plots++];
    *plot = (ptl_plot){.n = 1, .circle = j->play, .equal = 1};
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
  app->lens.joint = app->look.selected = joint;
  if (!app->moved) app->fitted = 0; /* beside the lens */
  if (joint >= 0) {
    ptl_scene scene = ptl_result_scene(app->result);
    app->lens.exaggeration = ptl_lens_exaggeration(&scene, joint);
  }
  ptl_app_stale(app, -1);
}

void ptl_app_toggle(ptl_app *app, ptl_switch which) {
  if (which == PTL_SWITCH_FORCES) app->look.forces = !app->look.forces;
  if (which == PTL_SWITCH_VELOCITIES) app->look.velocities = !app->look.velocities;
  if (which == PTL_SWITCH_LABELS) app->look.labels = !app->look.labels;
  if (which == PTL_SWITCH_GRID) app->look.grid = !app->look.grid;
  if (which == PTL_SWITCH_DARK) app->theme = (ptl_theme)((app->theme + 1) % PTL_N_THEMES);
  if (which == PTL_SWITCH_LENS) {
    ptl_app_choose_lens(app, app->lens.joint >= 0 ? -1 : joint_of_interest(app));
  }
  if (which == PTL_SWITCH_ORBIT && app->result != NULL) toggle_orbit(app);
  if (which == PTL_SWITCH_ANGLE && app->result != NULL) toggle_angle(app);
  ptl_app_stale(app, -1);
}

/* ------------------------------------------------------------------ for render and tests */

const char *ptl_app_message(const ptl_app *app) {
  return app->message;
}
void ptl_app_say(ptl_app *app, const char *message) {
  snprintf(app->message, sizeof app->message, "%s", message);
  app->said = 1;
  ptl_app_stale(app, -1);
}

ptl_status ptl_app_status(const ptl_app *app) {
  return app->status;
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
int ptl_app_lens(const ptl_app *app) {
  return app->lens.joint;
}
int ptl_app_done(const ptl_app *app) {
  return app->done;
}
ptl_look *ptl_app_look(ptl_app *app) {
  return &app->look;
}
ptl_view ptl_app_view(const ptl_app *app) {
  return app->view;
}
ptl_theme ptl_app_theme(const ptl_app *app) {
  return app->theme;
}
const char *ptl_app_title(const ptl_app *app) {
  return app->title;
}

void ptl_app_set_speed(ptl_app *app, double speed) {
  app->speed = app->speed_now = speed;
  ptl_app_stale(app, PTL_LAYER_FRONT);
}

void ptl_app_set_slow(ptl_app *app, int on) {
  app->slow = on;
  ptl_app_stale(app, PTL_LAYER_FRONT);
}

void ptl_app_set_parts(ptl_app *app, int plots, int panel, int bar) {
  app->show_plots = plots;
  app->show_panel = panel;
  app->show_bar = bar;
  app->fitted = 0;
  ptl_app_stale(app, -1);
}

int ptl_app_set_lens(ptl_app *app, const char *joint) {
  if (app->result == NULL || !app->result->has_bodies) return 0;
  ptl_scene scene = ptl_result_scene(app->result);
  app->lens.joint = -1;
  int wanted =
      joint[0] != 0 ? ptl_sketch_find_joint(&app->result->sketch, joint) : joint_of_interest(app);
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
