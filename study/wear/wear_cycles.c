/* wear_cycles.c: cycles simulated with the losses that there are. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "context.h"
#include "number.h"
#include "wear_parts.h"
#include "worn_wall.h"

static const double turn = 6.283185307179586;

/* ---------------------------------------------------------------- the geometry */

ptl_status ptl_wear_points(const ptl_wear *w, int bearing, int side, char **out) {
  const ptl_wear_bearing *b = &w->bearings[bearing];
  const ptl_wear_side *s = &b->sides[side];
  char *at = *out = ptl_alloc(w->context, (size_t)s->n * (2 * PTL_NUMBER_ROOM + 8) + 8, 1);
  if (at == NULL) return PTL_ERR_MEMORY;
  *at++ = '[';
  for (int i = 0; i < s->n; i++) {
    const double angle = turn * i / s->n;
    const double r = s->radius + (s->shape.radius < 0.0 ? s->loss[i] : -s->loss[i]);
    double x = r * cos(angle), y = r * sin(angle);
    if (s->shape.radius == 0.0)
      ptl_worn_wall_point(&s->shape, s->first + i * s->step, s->loss[i], &x, &y);
    *at++ = '[';
    at += ptl_number_write(x, at);
    *at++ = ',';
    *at++ = ' ';
    at += ptl_number_write(y, at);
    *at++ = ']';
    *at++ = i + 1 < s->n ? ',' : ']';
  }
  *at = '\0';
  return PTL_OK;
}

void ptl_wear_settings_release(const ptl_wear *w, ptl_setting *settings, int n) {
  for (int i = 0; i < n; i++) {
    ptl_free(w->context, (void *)settings[i].path);
    ptl_free(w->context, (void *)settings[i].value);
  }
  ptl_free(w->context, settings);
}

static int has_lost(const ptl_wear_side *s) {
  for (int i = 0; i < s->n; i++)
    if (s->loss[i] != 0.0) return 1;
  return 0;
}

/* Appends the setting of one surface. */
static ptl_status add_setting(const ptl_wear *w, int bearing, int side, ptl_setting *list, int *n) {
  const ptl_wear_bearing *b = &w->bearings[bearing];
  const char *points_key = b->sides[side].shape.points;
  const size_t room = strlen(b->joint) + strlen(points_key) + 16;
  char *path = ptl_alloc(w->context, room, 1), *points = NULL;
  const ptl_status status =
      path != NULL ? ptl_wear_points(w, bearing, side, &points) : PTL_ERR_MEMORY;
  if (path != NULL) snprintf(path, room, "joints.%s.%s", b->joint, points_key);
  list[(*n)++] = (ptl_setting){path, points};
  return status;
}

ptl_status ptl_wear_settings(const ptl_wear *w, ptl_setting **out, int *n) {
  const size_t most = PTL_WEAR_MOST_SIDES * (size_t)w->n_bearings + 1;
  ptl_status status = PTL_OK;
  *n = 0;
  ptl_setting *list = *out = ptl_alloc(w->context, most, sizeof *list);
  if (list == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < w->n_bearings; i++)
    for (int side = 0; side < w->bearings[i].n_sides && status == PTL_OK; side++)
      if (has_lost(&w->bearings[i].sides[side])) status = add_setting(w, i, side, list, n);
  if (status == PTL_OK) return PTL_OK;
  ptl_wear_settings_release(w, list, *n);
  *out = NULL;
  return status;
}

ptl_status ptl_wear_worn_model(const ptl_wear *w, ptl_mechanism **out) {
  ptl_setting *settings;
  int n;
  ptl_status status = ptl_wear_settings(w, &settings, &n);
  if (status != PTL_OK) return status;
  status = ptl_mechanism_vary(w->context, w->model, settings, n, out);
  ptl_wear_settings_release(w, settings, n);
  return status;
}

/* The model with the present losses, to be run for a number of cycles. */
static ptl_status assemble(const ptl_wear *w, double cycles, ptl_system **out) {
  const double amount = cycles * w->cycle.amount;
  ptl_setting *settings;
  char until[300];
  int n;
  ptl_status status = ptl_wear_settings(w, &settings, &n);
  if (status != PTL_OK) return status;
  ptl_joint_def joint = {0};
  int is_angle = 0;
  for (int i = 0; w->cycle.joint != NULL && ptl_mechanism_get_joint(w->model, i, &joint); i++)
    if (strcmp(joint.name, w->cycle.joint) == 0) is_angle = strcmp(joint.use.type, "revolute") == 0;
  char number[PTL_NUMBER_ROOM + 1];
  number[ptl_number_write(amount, number)] = '\0';
  if (w->cycle.joint == NULL)
    snprintf(until, sizeof until, "%s s", number);
  else
    snprintf(until, sizeof until, "%s %s of %s", number, is_angle ? "rad" : "m", w->cycle.joint);
  ptl_setting *all = settings;
  all[n] = (ptl_setting){"run.until", until}; /* there is room for it */
  status = ptl_system_vary(w->context, w->system, all, n + 1, out);
  ptl_wear_settings_release(w, settings, n);
  return status;
}

/* ---------------------------------------------------------------- the cycles */

/* Adds a part of what the summary counts to the loads of one cycle. */
static ptl_status add_loads(ptl_wear *w, const ptl_summary *summary, double factor) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < w->n_bearings; i++) {
    ptl_wear_bearing *b = &w->bearings[i];
    for (int k = 0; k < b->n_contacts; k++) {
      ptl_wear_contact *c = &b->contacts[k];
      const ptl_wear_surface *surfaces = summary->wears[c->wear].surfaces;
      for (int n = 0; n < surfaces[0].n_sectors; n++) {
        c->work += factor * surfaces[0].works[n];
        c->force_work += factor * surfaces[0].force_works[n];
      }
      for (int part = 0; part < 2 && status == PTL_OK; part++)
        status = ptl_wear_add_loads(w, b, c, part, &surfaces[part], factor);
    }
  }
  return status;
}

static ptl_status to_end(ptl_run *run) {
  ptl_run_reason reason = PTL_RUN_AT_TIME;
  ptl_status status = PTL_OK;
  while (status == PTL_OK && reason != PTL_RUN_AT_END && reason != PTL_RUN_AT_STOP)
    status = ptl_run_advance(run, INFINITY, &reason);
  return status;
}

static int pass_progress(void *user, double fraction) {
  const ptl_wear *w = user;
  (void)fraction; /* of one simulation */
  return w->options.progress != NULL &&
         w->options.progress(w->options.user, w->cycles / w->options.cycles);
}

static ptl_status create_run(ptl_wear *w, const ptl_system *system, ptl_run **out) {
  const ptl_sink sink = {.progress = pass_progress, .user = w};
  ptl_run_options options = ptl_run_options_default();
  options.no_output = 1;
  return ptl_run_create(w->context, system, &options, &sink, out);
}

/* When the cycles end that do not count. */
static ptl_status find_settled(ptl_wear *w, double *time) {
  ptl_system *system = NULL;
  ptl_run *run = NULL;
  *time = w->options.settle * w->cycle.amount;
  if (w->cycle.joint == NULL || *time == 0.0) return PTL_OK;
  ptl_status status = assemble(w, w->options.settle, &system);
  if (status == PTL_OK) status = create_run(w, system, &run);
  if (status == PTL_OK) status = to_end(run);
  if (status == PTL_OK) *time = ptl_run_get_time(run);
  ptl_run_destroy(run);
  ptl_system_destroy(system);
  return status;
}

static void forget_loads(ptl_wear *w) {
  for (int i = 0; i < w->n_bearings; i++) {
    ptl_wear_bearing *b = &w->bearings[i];
    for (int side = 0; side < b->n_sides; side++) {
      const size_t size = sizeof(double) * (size_t)b->n_sectors;
      memset(b->sides[side].works, 0, size);
      memset(b->sides[side].force_works, 0, size);
      memset(b->sides[side].bends, 0, size);
    }
    for (int k = 0; k < b->n_contacts; k++) b->contacts[k].work = b->contacts[k].force_work = 0.0;
  }
}

static ptl_status take_peaks(ptl_wear *w, ptl_run *run) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < w->n_bearings && status == PTL_OK; i++) {
    ptl_wear_bearing *b = &w->bearings[i];
    b->peak_force = 0.0;
    for (int k = 0; k < b->n_contacts && status == PTL_OK; k++) {
      ptl_gap_interval interval = {.peak_force = 0.0};
      status = ptl_run_take_gap(run, b->contacts[k].gap_index, &interval);
      b->peak_force = fmax(b->peak_force, interval.peak_force);
    }
  }
  return status;
}

/* What is counted up to `settled` is taken off. */
static ptl_status measure(ptl_wear *w, double settled) {
  const double factor = 1.0 / w->options.measured;
  ptl_summary before = {.n_wears = 0}, after = {.n_wears = 0};
  ptl_system *system = NULL;
  ptl_run *run = NULL;
  ptl_status status = assemble(w, w->options.settle + w->options.measured, &system);
  if (status == PTL_OK) status = create_run(w, system, &run);
  if (status == PTL_OK) status = ptl_run_advance(run, settled, NULL);
  if (status == PTL_OK) status = ptl_run_get_summary(run, &before);
  if (status == PTL_OK) status = take_peaks(w, run);
  if (status == PTL_OK) status = to_end(run);
  if (status == PTL_OK) status = ptl_run_get_summary(run, &after);
  if (status == PTL_OK) status = take_peaks(w, run);
  if (status == PTL_OK) status = ptl_wear_place_walls(w, &after);
  if (status == PTL_OK) status = add_loads(w, &before, -factor);
  if (status == PTL_OK) status = add_loads(w, &after, factor);
  ptl_summary_release(w->context, &before);
  ptl_summary_release(w->context, &after);
  ptl_run_destroy(run);
  ptl_system_destroy(system);
  return status;
}

ptl_status ptl_wear_simulate(ptl_wear *w) {
  double settled;
  forget_loads(w);
  ptl_status status = find_settled(w, &settled);
  if (status == PTL_OK) status = measure(w, settled);
  if (status == PTL_ERR_INTERRUPTED)
    ptl_fail(w->context, status, PTL_E(0002) "interrupted on request");
  else if (status != PTL_OK)
    ptl_prefix_message(w->context, "after %.9g cycles of wear: ", w->cycles);
  w->simulations++;
  return status;
}
