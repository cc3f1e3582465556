/* report_page.c: the page of `pintle report`: of a run folder, a CSV file or the results of a
 * study. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file_read.h"
#include "message.h"
#include "options.h"
#include "report_study.h"
#include "run_page.h"
#include "simulate.h"
#include "view.h"

typedef struct arguments {
  const char *path, *output, *origin, *model;
  ptl_texts plugins;
  int quiet;
} arguments;

static const ptl_usage usage = {"report-page", "RUN|FILE.csv|FILE.db",
                                "Called by `pintle report`, which says more.", 1, 1};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {'o', "output", "FILE", "page to write", PTL_TEXT, &a->output},
      {0, "origin", "TEXT", "where the results are from", PTL_TEXT, &a->origin},
      {0, "model", "FILE", "model whose text is shown (default: the run's)", PTL_TEXT, &a->model},
      {0, "plugin", "LIB", "shared library with further laws, joints or forces; may be repeated",
       PTL_LIST, &a->plugins},
      {0, "quiet", NULL, "do not say what was written", PTL_FLAG, &a->quiet},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, &a->path);
}

enum { LARGEST_TEXT = 64 << 20 };

/* The text of FOLDER/NAME, in memory of the context, NULL where there is no such file. */
static ptl_status read_text(ptl_context *context, const char *folder, const char *name,
                            char **text) {
  char path[4096];
  size_t size;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  *text = NULL;
  if (access(path, F_OK) != 0) return PTL_OK;
  return ptl_folder_file_read(context, folder, name, LARGEST_TEXT, text, &size);
}

/* Those of a run folder; that of the model from the file that was named, where one was. */
static ptl_status read_texts(const arguments *a, int is_run, ptl_context *context, char **summary,
                             char **model) {
  size_t size;
  ptl_status status = PTL_OK;
  if (is_run) status = read_text(context, a->path, "summary.json", summary);
  if (status == PTL_OK && a->model != NULL)
    status = ptl_file_read(context, a->model, "model", LARGEST_TEXT, model, &size);
  else if (status == PTL_OK && is_run)
    status = read_text(context, a->path, "model.yaml", model);
  return status;
}

static int status_of(ptl_status status) {
  return status == PTL_ERR_SIMULATION || status == PTL_ERR_MEMORY ? PTL_EXIT_FAILED
                                                                  : PTL_EXIT_USAGE;
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

static int write_run(const arguments *a, const ptl_result *result, ptl_context *context) {
  const int is_run = result->kind == PTL_FROM_FOLDER;
  char *summary = NULL, *model = NULL;
  const ptl_status status = read_texts(a, is_run, context, &summary, &model);
  if (status != PTL_OK) {
    ptl_text_release(context, summary);
    ptl_text_release(context, model);
    return ptl_cli_exit_status(context, status);
  }
  char own[4200], why[1400];
  ptl_mechanism *mechanism = NULL;
  snprintf(own, sizeof own, "%s/model.yaml", a->path);
  const char *title = base_name(a->origin);
  if (is_run && ptl_mechanism_load(context, own, NULL, 0, &mechanism) == PTL_OK &&
      ptl_mechanism_get_title(mechanism) != NULL && *ptl_mechanism_get_title(mechanism) != '\0')
    title = ptl_mechanism_get_title(mechanism);
  const ptl_run_page report = {result, title, a->origin, model, summary, mechanism, context};
  const int failed = ptl_run_page_write(&report, a->output, why, sizeof why);
  ptl_mechanism_destroy(mechanism);
  ptl_text_release(context, summary);
  ptl_text_release(context, model);
  if (failed) ptl_cli_say(PTL_E(0903) "%s", why);
  return failed ? PTL_EXIT_USAGE : PTL_EXIT_DONE;
}

static int report_run(const arguments *a, ptl_context *context) {
  ptl_source source = ptl_source_default(a->path);
  source.plugins = a->plugins.items;
  source.n_plugins = a->plugins.n;
  ptl_result *result = ptl_result_get(&source, NULL);
  int status = PTL_EXIT_FAILED;
  if (result == NULL) {
    ptl_cli_say(PTL_E(0001) "out of memory");
  } else if (result->status != PTL_OK) {
    ptl_cli_say_text(result->message, result->code);
    status = status_of(result->status);
  } else {
    status = write_run(a, result, context);
  }
  ptl_result_destroy(result);
  return status;
}

static int is_study(const char *path) {
  const size_t n = strlen(path);
  return n > 3 && strcmp(path + n - 3, ".db") == 0;
}

static int run(int argc, char **argv) {
  arguments a = {0};
  int status = parse(argc, argv, &a);
  if (status == PTL_GO_ON && a.output == NULL) {
    ptl_cli_say(PTL_E(0950) "report-page needs a file to write: -o FILE.html");
    status = PTL_EXIT_USAGE;
  }
  if (a.origin == NULL) a.origin = a.path;
  ptl_context *context =
      status == PTL_GO_ON ? ptl_cli_open_context(a.plugins.items, a.plugins.n) : NULL;
  if (status == PTL_GO_ON && context == NULL) status = PTL_EXIT_USAGE;
  if (status == PTL_GO_ON)
    status = is_study(a.path) ? ptl_cli_report_study(context, a.path, a.origin, a.output)
                              : report_run(&a, context);
  if (status == PTL_EXIT_DONE && !a.quiet) printf("%s\n", a.output);
  ptl_context_destroy(context);
  free(a.plugins.items);
  return status;
}

const ptl_verb ptl_cli_verb_report_page = {"report-page", "write the page of `pintle report`", run};
