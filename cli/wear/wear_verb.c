/* wear_verb.c: `pintle wear`: joints that wear over many cycles. */
#include "wear_verb.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "model.h"
#include "options.h"
#include "output.h"
#include "pintle_law.h"
#include "progress.h"
#include "quantity.h"
#include "table.h"
#include "wear.h"
#include "wear_pictures.h"

typedef struct arguments {
  ptl_model_arguments model;
  const char *cycles, *cycle, *settle, *measured, *accuracy, *clearance, *output, *blocks;
  int quiet, resume, dark, film;
} arguments;

static const ptl_usage usage = {
    "wear", "MODEL",
    "Lets the surfaces of joints with `wear` wear over many cycles: a cycle is simulated, a block "
    "of cycles wears "
    "off what it does, and the worn surfaces go into the next one. Writes wear.csv (clearance, "
    "peak "
    "force, depths, volumes), profiles.csv, pictures, and worn.yaml, the model with its worn "
    "surfaces, into a folder.",
    1, 1};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {0, "cycles", "N", "cycles at the end", PTL_TEXT, &a->cycles},
      {0, "cycle", "SPAN",
       "what a cycle is: '1 turn of shaft', '20 ms' (default: a turn of the joint whose turns end "
       "the model's run)",
       PTL_TEXT, &a->cycle},
      {0, "settle", "N", "cycles simulated before those that count (default 1)", PTL_TEXT,
       &a->settle},
      {0, "measured", "N", "cycles that count, of which the mean is taken (default 1)", PTL_TEXT,
       &a->measured},
      {0, "accuracy", "PART",
       "error of a block, as part of the clearance, by which its length is chosen (default 0.002)",
       PTL_TEXT, &a->accuracy},
      {0, "until-clearance", "LENGTH", "end at this largest clearance", PTL_TEXT, &a->clearance},
      {0, "blocks", "N", "end after so many blocks more; --resume goes on", PTL_TEXT, &a->blocks},
      {0, "set", "PATH=VALUE", "a value of the model; may be repeated", PTL_LIST,
       &a->model.settings},
      {'o', "output", "DIR", "folder of the results (default: the model's name with .wear)",
       PTL_TEXT, &a->output},
      {0, "resume", NULL, "go on with the folder", PTL_FLAG, &a->resume},
      {0, "film", NULL, "draw a film of each joint, too, wear_JOINT.mp4 (through ffmpeg)", PTL_FLAG,
       &a->film},
      {0, "dark", NULL, "light on dark pictures", PTL_FLAG, &a->dark},
      {0, "plugin", "LIB", "shared library with further laws, joints or forces; may be repeated",
       PTL_LIST, &a->model.plugins},
      {0, "quiet", NULL, "print neither table nor progress", PTL_FLAG, &a->quiet},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, &a->model.path);
}

/* ------------------------------------------------------------------ options */

static int read_options(ptl_context *context, const arguments *a, ptl_wear_options *o,
                        int64_t *blocks) {
  if (a->cycles == NULL) {
    ptl_cli_say(PTL_E(0950) "how many cycles? as in --cycles 1e6");
    return PTL_EXIT_USAGE;
  }
  int status = ptl_cli_option_quantity(context, "cycles", a->cycles, "1", &o->cycles);
  if (status == PTL_GO_ON)
    status = ptl_cli_option_quantity(context, "settle", a->settle, "1", &o->settle);
  if (status == PTL_GO_ON)
    status = ptl_cli_option_quantity(context, "measured", a->measured, "1", &o->measured);
  if (status == PTL_GO_ON)
    status = ptl_cli_option_quantity(context, "accuracy", a->accuracy, "1", &o->accuracy);
  if (status == PTL_GO_ON)
    status = ptl_cli_option_quantity(context, "until-clearance", a->clearance, "m",
                                     &o->largest_clearance);
  if (status == PTL_GO_ON) status = ptl_cli_option_count("blocks", a->blocks, 1, INT_MAX, blocks);
  o->cycle = a->cycle;
  o->resume = a->resume;
  return status;
}

/* ------------------------------------------------------------------ report */

static void tell_block(const ptl_wear *w) {
  char clearance[32];
  double largest = 0.0, peak = 0.0;
  for (int i = 0; i < w->n_bearings; i++) {
    largest = fmax(largest, w->bearings[i].largest_clearance);
    peak = fmax(peak, w->bearings[i].peak_force);
  }
  ptl_cli_quantity(clearance, sizeof clearance, largest, "m", 5);
  fprintf(stderr, "block %d: %.6g cycles, largest clearance %s, peak force %.5g N, error %.2g\n",
          w->n_blocks, w->cycles, clearance, peak, w->error);
}

static void report(const ptl_wear *w) {
  ptl_table *table = ptl_cli_table_create("llrrrr");
  static const char *const heads[] = {
      "joint", "surface", "largest loss", "volume (worn-in)", "peak force", "largest clearance"};
  for (int i = 0; i < 6; i++) ptl_cli_table_cell(table, "%s", heads[i]);
  for (int i = 0; i < PTL_WEAR_MOST_SIDES * w->n_bearings; i++) {
    const ptl_wear_bearing *b = &w->bearings[i / PTL_WEAR_MOST_SIDES];
    const ptl_wear_side *s = &b->sides[i % PTL_WEAR_MOST_SIDES];
    if (i % PTL_WEAR_MOST_SIDES >= b->n_sides) continue;
    char loss[32], peak[32], clearance[32];
    ptl_cli_quantity(loss, sizeof loss, s->depth, "m", 5);
    ptl_cli_quantity(peak, sizeof peak, b->peak_force, "N", 5);
    ptl_cli_quantity(clearance, sizeof clearance, b->largest_clearance, "m", 5);
    ptl_cli_table_cell(table, "%s", b->joint);
    ptl_cli_table_cell(table, "%s", s->name);
    ptl_cli_table_cell(table, "%s", loss);
    ptl_cli_table_cell(table, "%.5g mm^3", 1e9 * s->volume);
    ptl_cli_table_cell(table, "%s", peak);
    ptl_cli_table_cell(table, "%s", clearance);
  }
  printf("%.9g cycles in %d blocks, %lld simulations%s: %s\n\n", w->cycles, w->n_blocks,
         (long long)w->simulations, w->is_limited ? ", ended at the largest clearance" : "",
         w->options.folder);
  ptl_cli_table_print(table, stdout, 2);
}

/* ------------------------------------------------------------------ the verb */

static ptl_status advance_all(ptl_wear *w, const arguments *a, int64_t blocks) {
  ptl_status status = PTL_OK;
  while (status == PTL_OK && !ptl_wear_is_done(w) && blocks-- > 0 &&
         !ptl_cli_progress_is_stopped()) {
    status = ptl_wear_advance(w);
    if (status == PTL_OK && !a->quiet) tell_block(w);
  }
  return status;
}

static int end(const ptl_wear *w, const arguments *a, int stopped) {
  if (!a->quiet) report(w);
  int drawn = ptl_cli_wear_pictures(w, a->dark);
  if (drawn == PTL_EXIT_DONE && a->film) drawn = ptl_cli_wear_films(w, a->dark);
  if (stopped) ptl_cli_tell("stopped; --resume goes on");
  return stopped ? PTL_EXIT_FAILED : drawn;
}

static int wear_model(const void *given, ptl_loaded *model) {
  const arguments *a = given;
  ptl_wear_options options = ptl_wear_options_default();
  ptl_wear *w = NULL;
  int64_t blocks = INT_MAX;
  char *folder = a->output == NULL ? ptl_cli_default_name(a->model.path, ".wear") : NULL;
  options.folder = folder != NULL ? folder : a->output;
  int status = read_options(model->context, a, &options, &blocks);
  if (status == PTL_GO_ON) {
    ptl_progress progress;
    options.progress = ptl_cli_progress_step;
    options.user = &progress;
    ptl_cli_progress_begin(&progress, 1);
    ptl_status done = ptl_wear_create(model->context, model->mechanism, &options, &w);
    if (done == PTL_OK) done = advance_all(w, a, blocks);
    const int stopped = ptl_cli_progress_end(&progress);
    const int is_whole = done == PTL_OK || (done == PTL_ERR_INTERRUPTED && w != NULL);
    status = is_whole ? end(w, a, stopped) : ptl_cli_exit_status(model->context, done);
  }
  ptl_wear_destroy(w);
  free(folder);
  return status;
}

static int run_wear(int argc, char **argv) {
  arguments a = {0};
  const int status = parse(argc, argv, &a);
  return ptl_cli_with_model(&a.model, status, wear_model, &a);
}

const ptl_verb ptl_cli_verb_wear = {"wear", "let joints wear over many cycles", run_wear};
