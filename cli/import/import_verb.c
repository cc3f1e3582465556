/* import_verb.c: `pintle import`: a description of another program as a model file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file_write.h"
#include "import.h"
#include "import_verb.h"
#include "message.h"
#include "options.h"
#include "report.h"

static const ptl_usage usage = {"import", "FILE",
                                "Writes a description of another program as a model file: MJCF "
                                "(MuJoCo) and URDF (ROS) of mechanisms that move in a plane, "
                                "or points and links in CSV. What was not taken, or was taken in "
                                "another way, is printed and stands at the head of the model.",
                                1, 1};

static int write_model(const char *path, const char *text) {
  if (path == NULL) {
    fputs(text, stdout);
    return PTL_EXIT_DONE;
  }
  ptl_new_file file;
  if (ptl_new_file_open(&file, path) == 0) {
    fputs(text, file.stream);
    if (ptl_new_file_close(&file, 1) == 0) return PTL_EXIT_DONE;
  }
  ptl_cli_say(PTL_E(0702) "%s: cannot be written: %s", path, strerror(errno));
  return PTL_EXIT_USAGE;
}

/* What the model is; where it cannot be assembled, why: it is written all the same, and exit status
 * 1 says so. */
static int report_model(ptl_context *context, const char *path, const char *text) {
  ptl_mechanism *m = NULL;
  ptl_system *system = NULL;
  ptl_status status = ptl_mechanism_parse(context, text, strlen(text), path, NULL, 0, &m);
  if (status == PTL_OK) status = ptl_assemble(m, &system);
  if (status == PTL_OK) ptl_cli_report_assembly(system);
  const int exit_status = ptl_cli_answer_status(context, status);
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
  return exit_status;
}

static int import(const char *path, const char *output, const ptl_texts *held) {
  ptl_context *context = ptl_cli_open_context(NULL, 0);
  if (context == NULL) return PTL_EXIT_FAILED;
  const ptl_import_options options = {held->items, held->n};
  ptl_import_result result;
  const ptl_status status = ptl_import_file(context, path, &options, &result);
  int exit_status = ptl_cli_exit_status(context, status);
  if (status == PTL_OK) {
    exit_status = write_model(output, result.model);
    fputs(result.report, output != NULL ? stdout : stderr);
    if (exit_status == PTL_EXIT_DONE && output != NULL)
      exit_status = report_model(context, output, result.model);
    ptl_import_free(context, &result);
  }
  ptl_context_destroy(context);
  return exit_status;
}

static int run(int argc, char **argv) {
  const char *path = NULL, *output = NULL;
  ptl_texts held = {NULL, 0};
  const ptl_option options[] = {
      {'o', "output", "FILE", "the model file; default: the standard output", PTL_TEXT, &output},
      {0, "hold", "JOINT", "take a joint of MJCF or URDF for rigid; may be repeated", PTL_LIST,
       &held},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  int status = ptl_cli_options_parse(&usage, options, argc, argv, &path);
  if (status == PTL_GO_ON) status = import(path, output, &held);
  free(held.items);
  return status;
}

const ptl_verb ptl_cli_verb_import = {"import",
                                      "write a model from MJCF, URDF, or points and links", run};
