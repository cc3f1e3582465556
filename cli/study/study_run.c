/* study_run.c: `pintle study STUDY`: runs what is not in its file yet. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "output.h"
#include "quantity.h"
#include "study_engine.h"
#include "study_line.h"
#include "study_parts.h"
#include "study_progress.h"
#include "study_table.h"
#include "study_write.h"

typedef struct arguments {
  const char *file, *output, *threads, *slice, *csv;
  ptl_study_line line;
  ptl_texts plugins;
  int quiet, retry, isolate;
  int64_t slice_number, slices;
} arguments;

static const ptl_usage usage = {
    "study", "STUDY | MODEL | show | plot | sensitivity | merge",
    "Runs a model with many numbers and puts measures of each run into one SQLite file. A study "
    "file "
    "says what is varied and measured; with a model, --vary and --measure say it. What is in the "
    "file "
    "already is not run again, so that the same command goes on after a stop. `pintle study show "
    "FILE.db` lists the results, `plot` draws them, `sensitivity` tells what depends on what, "
    "`merge` joins slices.",
    1, 1};

static int parse(int argc, char **argv, arguments *a) {
  ptl_study_line *l = &a->line;
  const ptl_option options[] = {
      {'o', "output", "FILE", "file of the results (default: the study's name with .db)", PTL_TEXT,
       &a->output},
      {'j', "threads", "N", "threads (default: one per processor)", PTL_TEXT, &a->threads},
      {0, "vary", "PATH=VALUES",
       "vary this path of the model: 0.05mm:1mm:40, 1:100:9 log, 1000rpm,5000rpm, uniform(A, B), "
       "normal(MEAN, DEVIATION); may be repeated",
       PTL_LIST, &l->vary},
      {0, "measure", "[NAME=]EXPR",
       "keep this of each run: peak_force(wrist), rms(slider.ax, last 2 turns of shaft); may be "
       "repeated",
       PTL_LIST, &l->measures},
      {0, "analysis", "NAME[,OPTION=VALUE]",
       "what is done at each point: run (default), static, kinematics, modes, wear,cycles=1e6; "
       "then "
       "measures are of its columns",
       PTL_TEXT, &l->analysis},
      {0, "section", "TEXT", "keep values at passages: 'slider.vx every 1 turn of shaft skip 20'",
       PTL_LIST, &l->sections},
      {0, "events", "KINDS", "keep events: touch, deepest, part, stick, slip, hand_over, all",
       PTL_TEXT, &l->events},
      {0, "set", "PATH=VALUE", "a value of the model that holds at every point; may be repeated",
       PTL_LIST, &l->settings},
      {0, "design", "NAME",
       "grid (default), one_at_a_time, random, latin_hypercube, sobol, saltelli", PTL_TEXT,
       &l->design},
      {0, "points", "N", "number of points of a random design", PTL_TEXT, &l->points},
      {0, "seed", "N", "seed of a random design (default 0)", PTL_TEXT, &l->seed},
      {0, "replicates", "N",
       "run each point N times, all but the first with numbers that are moved by 1e-9 of "
       "themselves",
       PTL_TEXT, &l->replicates},
      {0, "continuation", "up|down|both",
       "start each run where that of the last factor's value before it ended; both: up, then down "
       "again",
       PTL_TEXT, &l->continuation},
      {0, "table", "FILE", "CSV file whose rows are the points, headers `PATH [UNIT]`", PTL_TEXT,
       &l->table},
      {0, "keep", "WHAT",
       "write run folders of: all, failed, best N MEASURE, worst N MEASURE, where EXPRESSION",
       PTL_TEXT, &l->keep},
      {0, "stop-after", "N", "end after N equal failures in a row (default 20; 0: never)", PTL_TEXT,
       &l->stop_after},
      {0, "retry", NULL, "run the points again that failed", PTL_FLAG, &a->retry},
      {0, "isolate", NULL, "run in processes instead of threads: a run that crashes is a result",
       PTL_FLAG, &a->isolate},
      {0, "slice", "I/N",
       "only every Nth point, from the Ith; `pintle study merge` joins the files", PTL_TEXT,
       &a->slice},
      {0, "csv", "FILE", "write the results as CSV, too", PTL_TEXT, &a->csv},
      {0, "plugin", "LIB", "shared library with further laws, joints or forces; may be repeated",
       PTL_LIST, &a->plugins},
      {0, "quiet", NULL, "print neither summary nor progress", PTL_FLAG, &a->quiet},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, &a->file);
}

static int read_slice(arguments *a) {
  long long slices = 0;
  char *slash, *end = NULL;
  if (a->slice == NULL) return PTL_GO_ON;
  errno = 0;
  const long long number = strtoll(a->slice, &slash, 10);
  if (*slash == '/') slices = strtoll(slash + 1, &end, 10);
  if (end == NULL || *end != '\0' || errno != 0 || number < 1 || number > slices) {
    ptl_cli_say(PTL_E(0951) "--slice takes I/N with I from 1 to N, as in --slice 3/10, not '%s'",
                a->slice);
    return PTL_EXIT_USAGE;
  }
  a->slice_number = number - 1;
  a->slices = slices;
  return PTL_GO_ON;
}

/* "studies/yoke.yaml" gives "yoke.db", a slice of it "yoke.part-3-of-10.db". */
static char *default_output(const arguments *a) {
  char ending[64] = ".db";
  if (a->slices > 0)
    snprintf(ending, sizeof ending, ".part-%lld-of-%lld.db", (long long)a->slice_number + 1,
             (long long)a->slices);
  return ptl_cli_default_name(a->file, ending);
}

static void print_summary(const char *path, const ptl_study_report *r) {
  const ptl_study_progress *p = &r->progress;
  char time[64];
  ptl_cli_quantity(time, sizeof time, p->seconds, "s", 3);
  if (p->computed == 0) {
    printf("%lld points, all of them in %s already\n", (long long)p->points, path);
    return;
  }
  printf("%lld points, %lld of them run now, %lld failed; results in %s\n", (long long)p->points,
         (long long)p->computed, (long long)p->failed, path);
  printf("%s with %d worker%s: %.4g runs a second and worker, %.0f %% of the time in runs\n", time,
         r->threads, r->threads == 1 ? "" : "s", (double)p->computed / p->seconds / r->threads,
         100 * r->work / (p->seconds * r->threads));
  if (r->kept > 0) printf("%lld run folders in %s.runs\n", (long long)r->kept, path);
}

static int write_csv(ptl_context *context, const arguments *a, const char *path) {
  ptl_study_table table;
  const ptl_status loaded = ptl_study_table_load(context, path, &table);
  const int status = loaded == PTL_OK ? ptl_cli_study_csv_file(a->csv, &table)
                                      : ptl_cli_exit_status(context, loaded);
  ptl_study_table_release(context, &table);
  return status;
}

static int forget_failed(ptl_context *context, const ptl_study *study, const char *path) {
  ptl_store *store;
  ptl_status status = ptl_store_open(context, path, study, &store);
  if (status == PTL_OK) status = ptl_store_forget_failed(store);
  if (status == PTL_OK) status = ptl_store_close(store);
  return status == PTL_OK ? PTL_GO_ON : ptl_cli_exit_status(context, status);
}

static int run_study(const arguments *a, const ptl_study_engine *engine, ptl_context *context,
                     const ptl_study *study, const char *path) {
  ptl_study_bar bar;
  ptl_study_report report;
  const size_t size = strlen(path) + sizeof ".runs";
  char *folder = ptl_cli_alloc(size, 1);
  snprintf(folder, size, "%s.runs", path);
  ptl_study_options options = {.isolate = a->isolate,
                               .slice = a->slice_number,
                               .slices = a->slices,
                               .plugins = a->plugins.items,
                               .n_plugins = a->plugins.n,
                               .keep_folder = folder,
                               .progress = ptl_cli_study_bar_step,
                               .user = &bar};
  int64_t threads = options.threads;
  int status = ptl_cli_option_count("threads", a->threads, 1, 1024, &threads);
  options.threads = (int)threads;
  if (status == PTL_GO_ON && a->retry && !engine->only_computes)
    status = forget_failed(context, study, path);
  if (status == PTL_GO_ON) {
    ptl_cli_study_bar_begin(&bar, a->quiet);
    const ptl_status ended = engine->run(engine->user, context, study, path, &options, &report);
    ptl_cli_study_bar_end(&bar);
    if (!a->quiet && (ended == PTL_OK || report.progress.computed > 0))
      print_summary(path, &report);
    status = ended == PTL_OK ? PTL_GO_ON : ptl_cli_exit_status(context, ended);
    if (ended == PTL_ERR_INTERRUPTED)
      ptl_cli_tell("the same command goes on where this one stopped");
  }
  if (status == PTL_GO_ON && a->csv != NULL && !engine->only_computes)
    status = write_csv(context, a, path);
  free(folder);
  if (status != PTL_GO_ON) return status;
  if (report.progress.computed == 0 || report.progress.failed < report.progress.computed)
    return PTL_EXIT_DONE;
  ptl_cli_say(PTL_E(0903) "all runs failed; pintle study show %s tells why", path);
  return PTL_EXIT_FAILED;
}

static int load_study(const arguments *a, ptl_context *context, ptl_study *study) {
  const ptl_study_line *line = &a->line;
  if (ptl_cli_study_line_is_whole(line))
    return ptl_cli_study_line_read(context, a->file, line, study);
  if (line->measures.n > 0 || line->sections.n > 0 || line->design != NULL ||
      line->analysis != NULL) {
    ptl_cli_say(PTL_E(
        0950) "--analysis, --measure, --section and --design go with --vary or --table and a "
              "model; a study "
              "file has its own");
    return PTL_EXIT_USAGE;
  }
  const ptl_status status = ptl_study_load(context, a->file, study);
  if (status != PTL_OK) return ptl_cli_exit_status(context, status);
  return ptl_cli_study_line_apply(context, line, study);
}

int ptl_cli_study_run_by(const ptl_study_engine *engine, int argc, char **argv) {
  arguments a = {0};
  int status = parse(argc, argv, &a);
  if (status == PTL_GO_ON) status = read_slice(&a);
  if (status == PTL_GO_ON) {
    ptl_context *context = ptl_cli_open_context(a.plugins.items, a.plugins.n);
    ptl_study study = {0};
    char *path = a.output != NULL ? ptl_cli_copy_text(a.output) : default_output(&a);
    status = context != NULL ? load_study(&a, context, &study) : PTL_EXIT_USAGE;
    if (status == PTL_GO_ON) status = run_study(&a, engine, context, &study, path);
    if (context != NULL) {
      ptl_study_release(context, &study);
      ptl_context_destroy(context);
    }
    free(path);
  }
  free(a.line.vary.items);
  free(a.line.measures.items);
  free(a.line.sections.items);
  free(a.line.settings.items);
  free(a.plugins.items);
  return status;
}

static ptl_status run_threads(void *user, ptl_context *context, const ptl_study *study,
                              const char *path, const ptl_study_options *options,
                              ptl_study_report *report) {
  (void)user;
  return ptl_study_run(context, study, path, options, report);
}

int ptl_cli_study_run(int argc, char **argv) {
  static const ptl_study_engine threads = {run_threads, NULL, 0};
  return ptl_cli_study_run_by(&threads, argc, argv);
}
