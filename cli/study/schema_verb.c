/* schema_verb.c: `pintle schema`: the JSON Schema of model files and study files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "options.h"
#include "schema.h"
#include "study_verb.h"

static const ptl_usage usage = {
    "schema", "[model|study]",
    "Prints the JSON Schema (draft 7) of model files or of study files. Editors complete keys and "
    "show errors with it, validators check files.",
    0, 1};

static int run(int argc, char **argv) {
  const char *what = NULL;
  ptl_texts plugins = {NULL, 0};
  const ptl_option options[] = {
      {0, "plugin", "LIB", "shared library with further laws, joints or forces; may be repeated",
       PTL_LIST, &plugins},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  int status = ptl_cli_options_parse(&usage, options, argc, argv, &what);
  const int is_study = what != NULL && strcmp(what, "study") == 0;
  if (status == PTL_GO_ON && what != NULL && !is_study && strcmp(what, "model") != 0) {
    ptl_cli_say(PTL_E(0951) "there is a schema of model and of study files, not of '%s'", what);
    status = PTL_EXIT_USAGE;
  }
  ptl_context *context =
      status == PTL_GO_ON ? ptl_cli_open_context(plugins.items, plugins.n) : NULL;
  if (status == PTL_GO_ON && context == NULL) status = PTL_EXIT_USAGE;
  if (status == PTL_GO_ON) {
    char *text = NULL;
    const ptl_status made =
        is_study ? ptl_study_schema(context, &text) : ptl_model_schema(context, &text);
    status = made == PTL_OK ? PTL_EXIT_DONE : ptl_cli_exit_status(context, made);
    if (made == PTL_OK) puts(text);
    ptl_free(context, text);
  }
  ptl_context_destroy(context);
  free(plugins.items);
  return status;
}

const ptl_verb ptl_cli_verb_schema = {"schema", "print the JSON Schema of models or of studies",
                                      run};
