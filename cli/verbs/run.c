/* run.c: `pintle run`: simulates, writes the run folder, prints the summary. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkpoints.h"
#include "digits.h"
#include "message.h"
#include "model.h"
#include "output.h"
#include "pintle_trace.h"
#include "pintle_verify.h"
#include "progress.h"
#include "report.h"
#include "verbs.h"

typedef struct arguments {
  const char *model, *dir, *until, *rtol, *every, *integrator, *format_name, *checkpoint;
  ptl_trace_format format;
  ptl_texts settings, plugins, digits;
  int quiet, json, verify, resume;
  double checkpoint_every; /* [s] of the clock on the wall; NAN: none are written */
} arguments;

static const ptl_usage usage = {
    "run", "MODEL",
    "Simulates the model, writes a run folder (trace.csv, events.csv, summary.json, model.yaml) "
    "and prints a summary. The folder appears when the run is over; Ctrl-C leaves one that is "
    "marked "
    "as incomplete and holds what was computed.",
    1, 1};

/* Between checkpoints of a run that is resumed [s]. */
#define DEFAULT_CHECKPOINT 10.0

static int find_format(arguments *a) {
  static const char *const names[] = {[PTL_TRACE_CSV] = "csv", [PTL_TRACE_HDF5] = "hdf5"};
  if (a->format_name == NULL) return PTL_GO_ON;
  for (int i = 0; i < 2; i++) {
    if (strcmp(a->format_name, names[i]) != 0) continue;
    a->format = (ptl_trace_format)i;
    return PTL_GO_ON;
  }
  char hint[64];
  ptl_cli_hint(hint, sizeof hint, a->format_name, names, 2);
  ptl_cli_say(PTL_E(0951) "--format is csv or hdf5, not '%s'%s", a->format_name, hint);
  return PTL_EXIT_USAGE;
}

/* Which options go with --checkpoint and --resume. */
static int check_checkpoints(arguments *a) {
  a->checkpoint_every = a->resume ? DEFAULT_CHECKPOINT : NAN;
  if (a->resume && (a->settings.n > 0 || a->until != NULL || a->rtol != NULL || a->every != NULL ||
                    a->integrator != NULL || a->dir != NULL || a->format_name != NULL)) {
    ptl_cli_say(
        PTL_E(0950) "--resume goes on with the model of the run folder, which no option changes");
    return PTL_EXIT_USAGE;
  }
  return PTL_GO_ON;
}

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {'o', "output", "DIR",
       "run folder to write or to replace (default: the model's name with .run, in the current "
       "folder)",
       PTL_TEXT, &a->dir},
      {0, "set", "PATH=VALUE",
       "replace a value of the model file by its dotted path, as in --set "
       "contacts.wall.damping.alpha=0.3; may be repeated",
       PTL_LIST, &a->settings},
      {0, "until", "T", "end of the run: a time (20 ms) or a travel (2 turns of shaft)", PTL_TEXT,
       &a->until},
      {0, "rtol", "R", "relative tolerance of the integration", PTL_TEXT, &a->rtol},
      {0, "integrator", "NAME",
       "auto (default): dop853 where nothing in the model is stiff, else ida; ida: the constrained "
       "equations by SUNDIALS IDA; dop853: explicit, for models without friction and bushings",
       PTL_TEXT, &a->integrator},
      {0, "every", "DT", "interval of the output rows: a time or a travel (0.1 deg of shaft)",
       PTL_TEXT, &a->every},
      {0, "format", "csv|hdf5",
       "how the trace is written: csv (default) or, smaller and quicker to read, hdf5 (trace.h5)",
       PTL_TEXT, &a->format_name},
      {0, "plugin", "LIB", "shared library with further laws, joints or forces; may be repeated",
       PTL_LIST, &a->plugins},
      {0, "verify", NULL,
       "solve the model also by another integrator and at a tighter tolerance, and say in how many "
       "digits they agree; "
       "writes verify.csv",
       PTL_FLAG, &a->verify},
      {0, "digits", "NAME=N",
       "ask for N digits of a figure of the summary or of a column, as in --digits peak_force=3 or "
       "'slot.*=2'; exit status "
       "3 when the runs do not agree in so many; implies --verify; may be repeated",
       PTL_LIST, &a->digits},
      {0, "checkpoint", "T",
       "every so often, of the time that the program runs, write what the run can go on from when "
       "it is ended, as "
       "by Ctrl-C or a failure of the machine: --checkpoint 10s",
       PTL_TEXT, &a->checkpoint},
      {0, "resume", NULL,
       "MODEL is a run folder, or was to become one: go on from its last checkpoint; gives what "
       "the run would have given "
       "if it had not been ended",
       PTL_FLAG, &a->resume},
      {0, "quiet", NULL, "print neither summary nor progress", PTL_FLAG, &a->quiet},
      {0, "json", NULL, "print the summary as JSON", PTL_FLAG, &a->json},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  const int status = ptl_cli_options_parse(&usage, options, argc, argv, &a->model);
  if (status != PTL_GO_ON) return status;
  for (int i = 0; i < a->digits.n; i++)
    if (!ptl_cli_digits_are_well_formed(a->digits.items[i])) return PTL_EXIT_USAGE;
  a->verify |= a->digits.n > 0;
  const int found = find_format(a);
  return found == PTL_GO_ON ? check_checkpoints(a) : found;
}

enum { RUN_SETTINGS = 4 };

/* --until, --rtol, --every and --integrator are settings of the model's `run:`, so that they are
 * checked like the file and stand in the model that the run folder keeps. */
static ptl_texts all_settings(const arguments *a, char *own[RUN_SETTINGS]) {
  const char *const values[RUN_SETTINGS] = {a->until, a->rtol, a->every, a->integrator};
  static const char *const paths[RUN_SETTINGS] = {"run.until", "run.rtol", "run.every",
                                                  "run.integrator"};
  ptl_texts all = {ptl_cli_alloc((size_t)a->settings.n + RUN_SETTINGS, sizeof *all.items),
                   a->settings.n};
  for (int i = 0; i < all.n; i++) all.items[i] = a->settings.items[i];
  for (int i = 0; i < RUN_SETTINGS; i++) {
    own[i] = NULL;
    if (values[i] == NULL) continue;
    size_t size = strlen(paths[i]) + strlen(values[i]) + 2;
    own[i] = ptl_cli_alloc(size, 1);
    snprintf(own[i], size, "%s=%s", paths[i], values[i]);
    all.items[all.n++] = own[i];
  }
  return all;
}

/* Closes the folder as the run ended; `reason` is NULL for a whole run. */
static int close_folder(const arguments *a, const ptl_loaded *model, ptl_folder *folder,
                        const char *dir, const ptl_summary *summary, const char *reason) {
  char *json = NULL;
  ptl_status status = a->json ? ptl_folder_summary_json(folder, summary, &json) : PTL_OK;
  if (status == PTL_OK)
    status = ptl_folder_close(folder, summary, reason);
  else
    ptl_folder_abandon(folder);
  if (status == PTL_OK && json != NULL) puts(json);
  ptl_text_release(model->context, json);
  if (status != PTL_OK) return ptl_cli_exit_status(model->context, status);
  if (!a->json && !a->quiet)
    ptl_cli_report_run(model->mechanism, model->system, a->model, dir, summary);
  if (reason == NULL) return PTL_EXIT_DONE;
  ptl_cli_say_text(reason, ptl_context_get_error(model->context)->code);
  ptl_cli_tell("%s is marked as incomplete and holds what was computed until t = %.9g s", dir,
               summary->end_time);
  return PTL_EXIT_FAILED;
}

/* What the run's sink leads to: the folder, a verifier, and the progress bar that also sees
 * Ctrl-C. */
typedef struct run_output {
  ptl_sink folder, verifier; /* the verifier's is empty where there is none */
  ptl_progress progress;
} run_output;

static int pass_row(void *user, const double *values, int n) {
  const run_output *o = user;
  if (o->verifier.row != NULL) o->verifier.row(o->verifier.user, values, n);
  return o->folder.row(o->folder.user, values, n) || ptl_cli_progress_is_stopped();
}

static int pass_event(void *user, const ptl_event *event) {
  const run_output *o = user;
  if (o->verifier.event != NULL) o->verifier.event(o->verifier.user, event);
  return o->folder.event(o->folder.user, event) || ptl_cli_progress_is_stopped();
}

static int pass_progress(void *user, double fraction) {
  run_output *o = user;
  return ptl_cli_progress_step(&o->progress, fraction);
}

/* The whole run, with checkpoints, or from one: bytes NULL is from the start. */
static ptl_status advance(const arguments *a, const ptl_loaded *model, ptl_folder *folder,
                          const ptl_sink *sink, const void *bytes, size_t size,
                          ptl_summary *summary) {
  ptl_run *run = NULL;
  ptl_status status =
      bytes != NULL ? ptl_run_restore(model->context, model->system, NULL, sink, bytes, size, &run)
                    : ptl_run_create(model->context, model->system, NULL, sink, &run);
  if (status != PTL_OK) return status;
  if (bytes == NULL) status = ptl_folder_keep(folder, run);
  if (status == PTL_OK) status = ptl_cli_checkpoints_run(run, folder, a->checkpoint_every);
  const ptl_status told = ptl_run_get_summary(run, summary);
  ptl_run_destroy(run);
  return status != PTL_OK ? status : told;
}

/* The same, and what it is verified by. */
static ptl_status go(const arguments *a, const ptl_loaded *model, ptl_folder *folder,
                     const ptl_sink *sink, run_output *o, const void *bytes, size_t size,
                     ptl_summary *summary, ptl_verification **verification) {
  const ptl_run_options options = ptl_run_options_default();
  const int is_verified = bytes != NULL ? ptl_folder_is_verified(folder) : a->verify;
  ptl_verifier *verifier = NULL;
  ptl_status status = PTL_OK;
  if (bytes == NULL) status = ptl_folder_expect_checkpoints(folder, is_verified);
  if (status == PTL_OK && is_verified)
    status = ptl_verifier_create(model->context, model->system, &options, &verifier);
  if (verifier != NULL) o->verifier = ptl_verifier_sink(verifier);
  if (verifier != NULL && bytes != NULL) status = ptl_folder_give_record(folder, &o->verifier);
  if (status == PTL_OK) status = advance(a, model, folder, sink, bytes, size, summary);
  if (verifier == NULL) return status;
  const ptl_status told =
      ptl_verifier_finish(verifier, status == PTL_OK ? summary : NULL, verification);
  return status != PTL_OK ? status : told;
}

/* Runs into the open folder and closes it; bytes: to go on from, or NULL. */
static int simulate(const arguments *a, const ptl_loaded *model, ptl_folder *folder,
                    const char *dir, const void *bytes, size_t size, ptl_summary *summary) {
  const ptl_run_options options = ptl_run_options_default();
  run_output o = {.folder = ptl_folder_sink(folder)};
  const ptl_sink sink = {
      .row = pass_row, .event = pass_event, .progress = pass_progress, .user = &o};
  ptl_cli_progress_begin(&o.progress, a->quiet);
  ptl_verification *verification = NULL;
  ptl_status status =
      !isnan(a->checkpoint_every)
          ? go(a, model, folder, &sink, &o, bytes, size, summary, &verification)
      : a->verify
          ? ptl_verify(model->context, model->system, &options, &sink, summary, &verification)
          : ptl_simulate(model->context, model->system, &options, &sink, summary);
  int stopped = ptl_cli_progress_end(&o.progress);
  if (status == PTL_OK) {
    summary->verification = verification;
    int closed = close_folder(a, model, folder, dir, summary, NULL);
    if (closed == PTL_EXIT_DONE && verification != NULL)
      closed = ptl_cli_digits_check(&a->digits, verification);
    summary->verification = NULL;
    ptl_verification_release(model->context, verification);
    return closed;
  }
  if (status != PTL_ERR_SIMULATION && status != PTL_ERR_INTERRUPTED) {
    ptl_folder_abandon(folder);
    return ptl_cli_exit_status(model->context, status);
  }
  char *reason =
      ptl_cli_copy_text(stopped ? "interrupted on request" : ptl_context_message(model->context));
  int exit_status = close_folder(a, model, folder, dir, summary, reason);
  free(reason);
  return exit_status;
}

/* `from`: the folder with the checkpoint to go on from, or NULL. */
static int run_model(const arguments *a, ptl_loaded *model, const char *dir, const char *from) {
  ptl_folder *folder = NULL;
  const void *bytes = NULL;
  size_t size = 0;
  ptl_status status = ptl_cli_model_assemble(model);
  if (status == PTL_OK && from != NULL)
    status = ptl_folder_resume(model->context, model->system, dir, from, &folder, &bytes, &size);
  else if (status == PTL_OK)
    status = ptl_folder_open_as(model->context, model->system, dir, a->format, &folder);
  if (status != PTL_OK) return ptl_cli_exit_status(model->context, status);
  if (from != NULL && a->verify && !ptl_folder_is_verified(folder)) {
    ptl_cli_say(PTL_E(0950) "%s: the run was begun without --verify, so that what it would be compared by is missing",
        dir);
    ptl_folder_abandon(folder);
    return PTL_EXIT_USAGE;
  }
  ptl_summary summary;
  memset(&summary, 0, sizeof summary);
  int exit_status = simulate(a, model, folder, dir, bytes, size, &summary);
  ptl_summary_release(model->context, &summary);
  return exit_status;
}

static int resume(const arguments *a) {
  const ptl_texts none = {0};
  char *from = NULL;
  ptl_loaded model = {0};
  int status = ptl_cli_checkpoints_find(a->model, &from);
  if (status != PTL_GO_ON) return status;
  const size_t room = strlen(from) + sizeof "/model.yaml";
  char *path = ptl_cli_alloc(room, 1);
  snprintf(path, room, "%s/model.yaml", from);
  status = ptl_cli_model_load(path, &a->plugins, &none, &model);
  if (status == PTL_GO_ON) status = run_model(a, &model, a->model, from);
  ptl_cli_model_release(&model);
  free(path);
  free(from);
  return status;
}

static int run(int argc, char **argv) {
  arguments a = {0};
  int status = parse(argc, argv, &a);
  if (status == PTL_GO_ON && a.checkpoint != NULL)
    status = ptl_cli_checkpoints_parse(a.checkpoint, &a.checkpoint_every);
  if (status == PTL_GO_ON && a.resume) {
    status = resume(&a);
  } else if (status == PTL_GO_ON) {
    char *own[RUN_SETTINGS];
    ptl_texts settings = all_settings(&a, own);
    char *dir = a.dir != NULL ? ptl_cli_copy_text(a.dir) : ptl_cli_default_name(a.model, ".run");
    ptl_loaded model;
    status = ptl_cli_model_load(a.model, &a.plugins, &settings, &model);
    if (status == PTL_GO_ON) status = run_model(&a, &model, dir, NULL);
    ptl_cli_model_release(&model);
    for (int i = 0; i < RUN_SETTINGS; i++) free(own[i]);
    free(settings.items);
    free(dir);
  }
  free(a.digits.items);
  free(a.settings.items);
  free(a.plugins.items);
  return status;
}

const ptl_verb ptl_cli_verb_run = {"run", "simulate a model; write a run folder, print a summary",
                                   run};
