#include "app_time.h"

#include <math.h>

#include "format.h"

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

void ptl_app_advance(ptl_app *app, double seconds) {
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
  ptl_bracket bracket = ptl_record_bracket(record, app->time);
  int64_t i = bracket.i + rows;
  if (bracket.weight >= 1 && rows > 0) i++;
  if (bracket.weight > 0 && rows < 0) i++;
  if (i < 0) i = 0;
  if (i >= record->n) i = record->n - 1;
  app->playing = 0;
  ptl_app_set_time(app, record->first[0][i]);
}

void ptl_app_set_speed(ptl_app *app, double speed) {
  app->speed = app->speed_now = speed;
  ptl_app_stale(app, PTL_LAYER_FRONT);
}

void ptl_app_set_slow(ptl_app *app, int on) {
  app->slow = on;
  ptl_app_stale(app, PTL_LAYER_FRONT);
}

void ptl_app_change_speed(ptl_app *app, double factor) {
  double span = fmax(ptl_app_end_time(app) - ptl_app_start_time(app), 1e-12);
  double speed = ptl_round_number(app->speed * factor);
  ptl_app_set_speed(app, fmin(fmax(speed, 1e-8 * span), 10 * span));
}

void ptl_app_set_window(ptl_app *app, double from, double to) {
  double start = ptl_app_start_time(app), end = ptl_app_end_time(app);
  double span = fmin(fmax(to - from, 1e-9 * (end - start)), end - start);
  app->from = fmin(fmax(from, start), end - span);
  app->to = app->from + span;
  ptl_app_stale(app, PTL_LAYER_PLOTS);
  ptl_app_stale(app, PTL_LAYER_FRONT);
}

void ptl_app_scrub(ptl_app *app, double x) {
  double start = ptl_app_start_time(app), end = ptl_app_end_time(app);
  double left = 20, width = app->width - 40;
  ptl_app_set_time(app, start + (x - left) / width * (end - start));
}
