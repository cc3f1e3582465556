/* render.c: pictures, contact sheets and films without a display; ptl_render of viewer.h. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "film.h"
#include "format.h"
#include "printable.h"
#include "scene_draw.h"
#include "viewer.h"

ptl_render_options ptl_render_options_default(void) {
  return (ptl_render_options){.width = 1200,
                              .height = 800,
                              .scale = 1,
                              .time = NAN,
                              .from = NAN,
                              .to = NAN,
                              .fps = 30,
                              .seconds = NAN,
                              .forces = 1,
                              .labels = 1,
                              .grid = 1};
}

enum { DONE = 0, CANNOT = 1, WRONG_INPUT = 2, SIMULATION_FAILED = 3 };

/* What the functions of one call share. */
typedef struct job {
  const ptl_render_options *options;
  ptl_app *app;
  char *why;
  size_t size;
  const char **code;
} job;

static int fail(const job *j, int status, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static int fail(const job *j, int status, const char *code, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(j->why, j->size, format, list);
  va_end(list);
  ptl_make_one_line(j->why);
  *j->code = code;
  return status;
}

/* Of what writes the file, which has told the reason. */
static int fail_file(const job *j) {
  ptl_make_one_line(j->why);
  *j->code = "E0903";
  return WRONG_INPUT;
}

static int fail_memory(const job *j) {
  return fail(j, SIMULATION_FAILED, "E0001", "out of memory");
}

static int write_picture(const job *j, const ptl_shapes *const *lists, int n) {
  const ptl_render_options *o = j->options;
  ptl_picture picture = {lists, n, ptl_app_theme(j->app), o->width, o->height, o->scale};
  return ptl_draw_file(o->output, &picture, j->why, j->size) ? fail_file(j) : DONE;
}

/* ------------------------------------------------------------------ one picture */

static int render_picture(const job *j) {
  const ptl_record *record = &ptl_app_result(j->app)->record;
  double middle = 0.5 * (ptl_record_start(record) + ptl_record_end(record));
  const ptl_shapes *lists[PTL_N_LAYERS];
  ptl_layer layers[PTL_N_LAYERS];
  ptl_app_set_time(j->app, isnan(j->options->time) ? middle : j->options->time);
  ptl_app_draw(j->app, layers);
  for (int i = 0; i < PTL_N_LAYERS; i++) lists[i] = layers[i].shapes;
  return write_picture(j, lists, PTL_N_LAYERS);
}

/* ------------------------------------------------------------------ contact sheet */

/* Columns that make the cells as nearly 4 : 3 as can be. */
static int sheet_columns(int n, double width, double height) {
  int best = 1;
  double nearest = INFINITY;
  for (int columns = 1; columns <= n; columns++) {
    int rows = (n + columns - 1) / columns;
    double shape = (width / columns) / (height / rows);
    double off = fabs(log(shape / (4.0 / 3.0))) + 0.3 * (columns * rows - n) / n;
    if (off >= nearest) continue;
    nearest = off;
    best = columns;
  }
  return best;
}

static int render_sheet(const job *j, double from, double to) {
  const ptl_render_options *o = j->options;
  const ptl_result *result = ptl_app_result(j->app);
  ptl_scene scene = ptl_result_scene(result);
  ptl_snapshot snapshot = {0};
  ptl_shapes shapes = {0};
  int n = o->sheet, columns = sheet_columns(n, o->width, o->height);
  int rows = (n + columns - 1) / columns, failed = 0;
  double w = o->width / columns, h = o->height / rows;
  ptl_appearance appearance = *ptl_app_appearance(j->app);
  appearance.labels = appearance.grid = 0;
  ptl_add_rect(&shapes, ptl_filled(PTL_INK_PAPER), 0, 0, o->width, o->height, 0);
  for (int i = 0; i < n && !failed; i++) {
    double time = from + (to - from) * i / (n > 1 ? n - 1 : 1);
    char text[32];
    ptl_viewport view = {.x = (i % columns) * w, .y = h * (double)(i / columns), .w = w, .h = h};
    ptl_viewport_fit(&view, result->geometry.extent.box);
    failed = ptl_snapshot_eval(scene.sketch, scene.record, scene.binding, time, &snapshot);
    if (failed) break;
    ptl_scene_draw(&scene, &snapshot, &view, &appearance, &shapes);
    ptl_format_si(time, "s", text, sizeof text);
    ptl_add_title(&shapes, PTL_INK_TEXT, 12, PTL_LEFT, view.x + 12, view.y + 22, "%s", text);
    ptl_add_rect(&shapes, ptl_stroked(PTL_INK_LINE, 1), view.x, view.y, w, h, 0);
  }
  const ptl_shapes *list = &shapes;
  int status = failed ? fail_memory(j) : write_picture(j, &list, 1);
  ptl_shapes_release(&shapes);
  ptl_snapshot_release(&snapshot);
  return status;
}

/* ------------------------------------------------------------------ film */

/* Plays the viewer at a fixed rate from `from` until the run has reached `to`. */
static int add_frames(const job *j, ptl_film *film, ptl_pixels *pixels, double from, double to) {
  const ptl_render_options *o = j->options;
  enum { MAX_FRAMES = 200000 };
  ptl_compose compose = {0};
  int failed = 0;
  ptl_app_set_time(j->app, from);
  ptl_input play = {.kind = PTL_INPUT_KEY, .key = ' '}, loop = {.kind = PTL_INPUT_KEY, .key = 'r'};
  ptl_app_input(j->app, &loop); /* once through is enough */
  if (!ptl_app_playing(j->app)) ptl_app_input(j->app, &play);
  for (int i = 0; i < MAX_FRAMES && !failed; i++) {
    ptl_layer layers[PTL_N_LAYERS];
    ptl_app_draw(j->app, layers);
    failed = ptl_compose_draw(&compose, layers, ptl_app_theme(j->app), pixels, o->scale) ||
             ptl_film_add(film, pixels);
    if (ptl_app_time(j->app) >= to || !ptl_app_playing(j->app)) break;
    ptl_app_tick(j->app, 1 / o->fps);
  }
  ptl_compose_release(&compose);
  return failed;
}

static int render_film(const job *j, double from, double to) {
  const ptl_render_options *o = j->options;
  ptl_pixels pixels;
  int width = (int)lround(o->width * o->scale) & ~1,
      height = (int)lround(o->height * o->scale) & ~1;
  if (ptl_pixels_create(&pixels, width, height)) return fail_memory(j);
  if (!isnan(o->seconds)) ptl_app_set_speed(j->app, (to - from) / o->seconds);
  ptl_app_set_slow(j->app, o->slow);
  ptl_film *film = ptl_film_open(o->output, width, height, o->fps, j->why, j->size);
  int failed = film == NULL;
  if (film != NULL) {
    int stopped = add_frames(j, film, &pixels, from, to);
    failed = ptl_film_close(film, !stopped, j->why, j->size);
  }
  free(pixels.data);
  return failed ? fail_file(j) : DONE;
}

/* ------------------------------------------------------------------ all of it */

static int add_trail(const job *j, const ptl_result *result) {
  int joint = ptl_sketch_find_joint(&result->sketch, j->options->trail);
  if (joint < 0 || result->sketch.joints[joint].b.body < 0) {
    return fail(j, WRONG_INPUT, "E0952", "there is no joint '%s' that could leave a trail",
                j->options->trail);
  }
  ptl_appearance *appearance = ptl_app_appearance(j->app);
  appearance->trails[appearance->n_trails++] = result->sketch.joints[joint].b;
  return DONE;
}

static int prepare(const job *j) {
  const ptl_render_options *o = j->options;
  const ptl_result *result = ptl_app_result(j->app);
  ptl_appearance *appearance = ptl_app_appearance(j->app);
  appearance->forces = o->forces;
  appearance->velocities = o->velocities;
  appearance->labels = o->labels;
  appearance->grid = o->grid;
  ptl_app_set_beside(j->app, o->beside);
  if (!o->window) ptl_app_set_parts(j->app, o->n_plots > 0, 0, 0);
  if (o->n_plots > 0) ptl_app_clear_plots(j->app);
  for (int i = 0; i < o->n_plots; i++) {
    if (ptl_app_show_column(j->app, o->plots[i])) continue;
    return fail(j, WRONG_INPUT, "E0952", "the trace has no column '%s'", o->plots[i]);
  }
  if (o->lens != NULL && !ptl_app_set_lens(j->app, o->lens)) {
    return fail(
        j, WRONG_INPUT, "E0952",
        o->lens[0] != 0 ? "there is no joint '%s' with clearance" : "no joint%s has clearance",
        o->lens);
  }
  return o->trail != NULL ? add_trail(j, result) : DONE;
}

/* A time that was asked for, NAN: none, lies in the run, but for rounding. */
static int check_time(const job *j, const char *option, double time, double start, double end) {
  const double rounding = 1e-9 * fmax(end - start, fmax(fabs(start), fabs(end)));
  if (!(time < start - rounding || time > end + rounding)) return DONE;
  return fail(j, WRONG_INPUT, "E0951", "--%s %g s: the run goes from %g s to %g s", option, time,
              start, end);
}

static int render(const job *j) {
  const ptl_render_options *o = j->options;
  const ptl_result *result = ptl_app_result(j->app);
  double start = ptl_record_start(&result->record), end = ptl_record_end(&result->record);
  if (check_time(j, "time", o->time, start, end) || check_time(j, "from", o->from, start, end) ||
      check_time(j, "to", o->to, start, end))
    return WRONG_INPUT;
  double from = isnan(o->from) ? start : fmax(o->from, start);
  double to = isnan(o->to) ? end : fmin(o->to, end);
  if (!(to > from) && (o->sheet > 0 || ptl_film_knows(o->output)))
    return fail(j, WRONG_INPUT, "E0951",
                "nothing lies between %g s and %g s; the run goes from %g s to %g s", from, to,
                start, end);
  if (ptl_film_knows(o->output)) return render_film(j, from, to);
  if (o->sheet == 0) return render_picture(j);
  if (result->has_bodies) return render_sheet(j, from, to);
  return fail(j, WRONG_INPUT, "E0903",
              "a sheet shows the mechanism; this trace comes without its model");
}

static int status_of(ptl_status status) {
  if (status == PTL_ERR_SIMULATION || status == PTL_ERR_INTERRUPTED || status == PTL_ERR_MEMORY) {
    return SIMULATION_FAILED;
  }
  return status == PTL_ERR_UNFIT ? CANNOT : WRONG_INPUT;
}

int ptl_render_makes_film(const char *output) {
  return ptl_film_knows(output);
}

/* The message may have lines of the model below it. */
static int fail_as_app(const job *j, ptl_status status) {
  snprintf(j->why, j->size, "%s", ptl_app_message(j->app));
  *j->code = ptl_app_code(j->app);
  return status_of(status);
}

/* One after the other, so that the message is that of the one which has failed. */
static int open_both(const job *j, const ptl_source *source, const ptl_source *reference) {
  ptl_app_open(j->app, source);
  ptl_app_wait(j->app);
  const ptl_result *result = ptl_app_result(j->app);
  if (result == NULL) return fail_as_app(j, ptl_app_status(j->app));
  if (result->status != PTL_OK) return fail_as_app(j, result->status);
  if (reference == NULL) return DONE;
  ptl_app_open_reference(j->app, reference);
  ptl_app_wait(j->app);
  return ptl_app_status(j->app) == PTL_OK ? DONE : fail_as_app(j, ptl_app_status(j->app));
}

int ptl_render(const ptl_source *source, const ptl_source *reference,
               const ptl_render_options *options, char *why, size_t size, const char **code) {
  job j = {options, NULL, why, size, code};
  *code = NULL;
  snprintf(why, size, "%s", ptl_draw_has_font() ? "" : PTL_NO_FONT);
  if (ptl_picture_kind(options->output) == NULL && !ptl_film_knows(options->output))
    return fail(&j, WRONG_INPUT, "E0951",
                "%s: unknown kind of file; expected .png, .svg, .pdf, .mp4 or .gif",
                options->output);
  j.app = ptl_app_create(options->width, options->height,
                         options->dark ? PTL_THEME_DARK : PTL_THEME_LIGHT);
  if (j.app == NULL) return fail_memory(&j);
  int status = open_both(&j, source, reference);
  if (status == DONE) status = prepare(&j);
  if (status == DONE) status = render(&j);
  ptl_app_destroy(j.app);
  return status;
}
