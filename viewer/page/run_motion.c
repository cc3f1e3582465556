/* run_motion.c: the mechanism and its lenses at many times. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lens.h"
#include "page_text.h"
#include "reel.h"
#include "run_parts.h"
#include "scene_draw.h"

static const double width = 760, height = 480, lens_size = 300;
static const double foot = 32; /* below the mechanism, for the scales */

enum { LEAST_FRAMES = 400, MOST_FRAMES = 1200, MOST_EVENT_FRAMES = 240, MOST_LENSES = 6 };
/* Of bodies in all frames, beyond which there are fewer frames, down to so many. */
enum { MOST_PLACES = 480000, LEAST_FRAMES_OF_MANY = 50 };

/* ------------------------------------------------------------------ times */

/* The way of the body that turns most over the run [rad]. */
static double largest_turn(const ptl_result *result) {
  double largest = 0;
  for (int b = 0; b < result->sketch.n_bodies; b++) {
    const int c = result->binding.bodies[b].angle;
    double turn = 0;
    for (int64_t i = 1; c >= 0 && i < result->record.n; i++)
      turn += fabs(result->record.first[c][i] - result->record.first[c][i - 1]);
    if (isfinite(turn)) largest = fmax(largest, turn);
  }
  return largest;
}

static int compare(const void *a, const void *b) {
  const double *p = a, *q = b;
  return (*p > *q) - (*p < *q);
}

/* How many frames are enough for nothing to turn by more than 0.08 rad in between, within what a
 * page can hold. */
static int count_frames(const ptl_result *result) {
  const double most = fmax(LEAST_FRAMES_OF_MANY, MOST_PLACES / fmax(1, result->sketch.n_bodies));
  const double wanted = fmax(largest_turn(result) / 0.08, LEAST_FRAMES);
  return (int)fmin(fmin(wanted, MOST_FRAMES), most);
}

/* Even steps, and the times of the first events. Returns how many, 0 when memory is out. */
static int choose_times(const ptl_result *result, double **out) {
  const ptl_record *record = &result->record;
  const double start = ptl_record_start(record), end = ptl_record_end(record);
  const int even = end > start ? count_frames(result) : 1;
  const int most_events = even < MOST_EVENT_FRAMES ? even : MOST_EVENT_FRAMES;
  double *times = malloc(((size_t)even + MOST_EVENT_FRAMES) * sizeof *times);
  *out = times;
  if (times == NULL) return 0;
  int n = 0, kept = 1;
  for (; n < even; n++) times[n] = even > 1 ? start + (end - start) * n / (even - 1) : start;
  for (int i = 0; i < record->n_events && n < even + most_events; i++)
    if (record->events[i].time > start && record->events[i].time < end)
      times[n++] = record->events[i].time;
  qsort(times, (size_t)n, sizeof *times, compare);
  for (int i = 1; i < n; i++)
    if (times[i] > times[kept - 1]) times[kept++] = times[i];
  return kept;
}

/* ------------------------------------------------------------------ reels */

typedef struct reel_job {
  ptl_scene scene;
  ptl_viewport view;
  ptl_appearance appearance;
  int joint; /* of a lens; -1: the scene */
} reel_job;

static void draw(const reel_job *job, const ptl_snapshot *snapshot, ptl_shapes *out) {
  if (job->joint < 0) {
    ptl_scene_draw(&job->scene, snapshot, &job->view, &job->appearance, out);
    return;
  }
  const ptl_lens lens = {
      job->joint, 0, 0, lens_size, ptl_lens_exaggeration(&job->scene, job->joint), 0};
  ptl_lens_draw(&job->scene, snapshot, &lens, out);
}

static int put_reel(const reel_job *job, const double *times, int n, FILE *out) {
  const ptl_scene *scene = &job->scene;
  ptl_reel *reel = ptl_reel_create(n);
  ptl_snapshot snapshot = {0};
  ptl_shapes shapes = {0};
  int failed = reel == NULL;
  for (int i = 0; i < n && !failed; i++) {
    ptl_shapes_clear(&shapes);
    failed =
        ptl_snapshot_eval(scene->sketch, scene->record, scene->binding, times[i], &snapshot) != 0;
    if (failed) break;
    draw(job, &snapshot, &shapes);
    failed = ptl_reel_add(reel, &shapes);
  }
  if (failed)
    fputs("null", out);
  else
    failed = ptl_reel_write(reel, out);
  ptl_shapes_release(&shapes);
  ptl_snapshot_release(&snapshot);
  ptl_reel_destroy(reel);
  return failed;
}

static int put_lenses(reel_job *job, const double *times, int n, FILE *out) {
  int failed = 0, count = 0;
  for (int i = 0; i < job->scene.sketch->n_joints && count < MOST_LENSES && !failed; i++) {
    if (!ptl_lens_shows(&job->scene, i)) continue;
    fputs(count++ > 0 ? ",\n{\"joint\":" : "{\"joint\":", out);
    ptl_page_string(out, job->scene.sketch->joints[i].name);
    fprintf(out, ",\"size\":%g,\"reel\":", lens_size);
    job->joint = i;
    failed = put_reel(job, times, n, out);
    fputc('}', out);
  }
  return failed;
}

int ptl_run_page_motion(const ptl_result *result, FILE *out) {
  double *times;
  const int n = choose_times(result, &times);
  reel_job job = {
      ptl_result_scene(result), {.w = width, .h = height}, ptl_appearance_default(), -1};
  job.appearance.flashes = 0;
  job.view.h -= foot;
  ptl_viewport_fit(&job.view, result->geometry.extent.box);
  job.view.h += foot;
  job.view.cy -= 0.5 * foot / job.view.scale;
  fprintf(out, "{\"w\":%g,\"h\":%g,\"times\":[", width, height);
  for (int i = 0; i < n; i++) {
    if (i > 0) fputc(',', out);
    ptl_page_number(out, times[i], 10);
  }
  fputs("],\n\"scene\":", out);
  int failed = n == 0 || put_reel(&job, times, n, out);
  fputs(",\n\"lenses\":[", out);
  if (!failed) failed = put_lenses(&job, times, n, out);
  fputs("]}", out);
  free(times);
  return failed;
}
