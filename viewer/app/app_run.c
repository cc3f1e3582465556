#include "app_run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "app_time.h"
#include "format.h"

static const double check_interval = 0.4; /* [s] between two checks of the file */

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

void ptl_app_rerun(ptl_app *app) {
  app->modified = time_of_file(&app->source);
  app->wants_main = 1;
  ptl_worker_request(app->worker, &app->source);
  ptl_app_stale(app, PTL_LAYER_FRONT);
}

int ptl_app_set(ptl_app *app, const char *path, const char *value) {
  ptl_source *source = &app->source;
  if (!app->from_now) {
    ptl_source_set_from_start(source);
    return ptl_source_set(source, path, value);
  }
  if (source->n_later == 0) source->until = ptl_app_end_time(app);
  const double time = app->slider_moves ? app->set_time : app->time;
  return ptl_source_set_later(source, fmin(time, ptl_app_end_time(app)), path, value);
}

void ptl_app_open(ptl_app *app, const ptl_source *source) {
  app->source = *source;
  app->is_new = 1;
  app->message[0] = 0;
  ptl_app_rerun(app);
}

void ptl_app_open_reference(ptl_app *app, const ptl_source *source) {
  app->reference_source = *source;
  app->wants_reference = 1;
  ptl_worker_request(app->reference_worker, source);
}

/* A speed at which the run takes about ten seconds; real time where that is near. */
static double first_speed(const ptl_result *result) {
  double span = ptl_record_end(&result->record) - ptl_record_start(&result->record);
  if (span > 4 && span < 400) return 1;
  return span > 0 ? ptl_round_number(span / 12) : 1;
}

static void show_first(ptl_app *app) {
  const ptl_result *result = app->result;
  app->time = app->from = ptl_record_start(&result->record);
  app->to = ptl_record_end(&result->record);
  app->speed = app->speed_now = first_speed(result);
  app->playing = 1;
  app->fitted = 0;
  app->follow = PTL_GROUND;
  app->appearance.n_trails = 0;
  app->appearance.selected = -1;
  app->lens.joint = -1;
  app->orbit = app->by_angle = 0;
  app->n_plots =
      ptl_plots_choose(result->has_bodies ? &result->sketch : NULL, &result->record, app->plots);
}

/* The ranges of the sliders stay as they were when the model was opened. */
static void keep_initial_values(const ptl_result *old, ptl_result *new) {
  for (int i = 0; i < new->n_controls; i++) {
    for (int k = 0; k < old->n_controls; k++) {
      if (strcmp(old->controls[k].path, new->controls[i].path) == 0) {
        new->controls[i].initial = old->controls[k].initial;
      }
    }
  }
}

/* Keeps the window of time and the time within the new run; a window up to the end of the last run
 * goes up to that of the new one. */
static void keep_times(ptl_app *app, double last_end) {
  double start = ptl_app_start_time(app), end = ptl_app_end_time(app);
  if (app->to >= last_end) app->to = end;
  app->to = fmin(app->to, end);
  app->from = fmin(fmax(app->from, start), app->to);
  app->time = fmin(fmax(app->time, start), end);
}

static void take_main(ptl_app *app, ptl_result *result) {
  app->wants_main = 0;
  ptl_app_stale(app, -1);
  if (result->message[0] != 0 || !app->message_stays) {
    snprintf(app->message, sizeof app->message, "%s", result->message);
    app->message_stays = 0;
  }
  app->status = result->status;
  app->code = result->code;
  if (result->status == PTL_ERR_INTERRUPTED || result->record.n == 0) {
    /* Nothing to show: what is on the screen stays, under the message. */
    ptl_result_destroy(result);
    return;
  }
  int was_new = app->is_new || app->result == NULL;
  double last_end = ptl_app_end_time(app);
  ptl_snapshot_release(&app->snapshot);
  if (was_new) {
    ptl_result_destroy(app->ghost);
    ptl_result_destroy(app->result);
    app->ghost = NULL;
  } else {
    keep_initial_values(app->result, result);
    if (app->keep_ghost) {
      ptl_result_destroy(app->result);
    } else {
      ptl_result_destroy(app->ghost);
      app->ghost = app->result;
    }
    app->keep_ghost = app->slider_moves;
  }
  app->result = result;
  app->is_new = 0;
  const char *name = result->sketch.title[0] != 0 ? result->sketch.title : app->source.path;
  snprintf(app->title, sizeof app->title, "Pintle: %.200s", name);
  if (was_new) {
    show_first(app);
    return;
  }
  keep_times(app, last_end);
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
    app->code = result->code;
    ptl_result_destroy(result);
    return;
  }
  ptl_result_destroy(app->reference);
  ptl_snapshot_release(&app->reference_snapshot);
  app->reference = result;
  if (app->beside) app->fitted = 0;
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

static void check_file(ptl_app *app, double seconds) {
  app->since_check += seconds;
  if (app->since_check < check_interval || app->wants_main || app->source.path[0] == 0) return;
  app->since_check = 0;
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
  ptl_app_rerun(app);
}

void ptl_app_tick(ptl_app *app, double seconds) {
  take_results(app);
  check_file(app, seconds);
  if (app->result != NULL && app->playing) ptl_app_advance(app, seconds);
}

int ptl_app_moves(const ptl_app *app) {
  return (app->playing && app->result != NULL) || app->wants_main || app->wants_reference;
}

void ptl_app_say(ptl_app *app, const char *message) {
  snprintf(app->message, sizeof app->message, "%s", message);
  app->message_stays = 1;
  ptl_app_stale(app, -1);
}
