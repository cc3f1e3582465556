/* fmu.c: `pintle fmu`: a model as a functional mock-up unit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bundle.h"
#include "companion.h"
#include "message.h"
#include "model.h"
#include "output.h"
#include "verbs.h"

typedef struct arguments {
  ptl_model_arguments model;
  const char *output, *fmi;
  int exchange, version;
} arguments;

static const ptl_usage usage = {"fmu", "MODEL",
                                "Writes the model as a functional mock-up unit for co-simulation, "
                                "or for model exchange, by the Functional Mock-up "
                                "Interface 2.0 or 3.0. Inputs and parameters of the model can be "
                                "set by the importer; the columns "
                                "that the model keeps (output.columns) are its outputs, beside the "
                                "peak force, its time, impulse "
                                "and touches of every gap within the last communication step.",
                                1, 1};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {'o', "output", "FILE", "the unit, NAME.fmu (default: the model's name)", PTL_TEXT,
       &a->output},
      {0, "fmi", "2|3", "version of the interface (default: 2)", PTL_TEXT, &a->fmi},
      {0, "exchange", NULL, "for model exchange: the importer integrates", PTL_FLAG, &a->exchange},
      {0, "set", "PATH=VALUE", "replace a value of the model file, as for run; may be repeated",
       PTL_LIST, &a->model.settings},
      {0, "plugin", "LIB", "shared library with further laws, joints or forces; may be repeated",
       PTL_LIST, &a->model.plugins},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  const int status = ptl_cli_options_parse(&usage, options, argc, argv, &a->model.path);
  if (status != PTL_GO_ON) return status;
  a->version = a->fmi == NULL || strcmp(a->fmi, "2") == 0 ? 2 : strcmp(a->fmi, "3") == 0 ? 3 : 0;
  if (a->version != 0) return PTL_GO_ON;
  ptl_cli_say(PTL_E(0951) "--fmi %s: there are 2 and 3", a->fmi);
  return PTL_EXIT_USAGE;
}

static int find_object(char path[PTL_CLI_COMPANION_PATH]) {
  for (int place = 0; place < PTL_CLI_COMPANION_PLACES; place++)
    if (ptl_cli_companion("pintle-fmu.so", place, path) == 0 && access(path, R_OK) == 0)
      return PTL_GO_ON;
  ptl_cli_say(PTL_E(0903) "pintle-fmu.so, which goes into every unit, is not beside this program");
  return PTL_EXIT_USAGE;
}

static int write_unit(ptl_loaded *model, const arguments *a, const char *output) {
  char object[PTL_CLI_COMPANION_PATH];
  const int status = find_object(object);
  if (status != PTL_GO_ON) return status;
  const ptl_fmu_bundle bundle = {output, object, a->version, a->exchange};
  const ptl_status written =
      ptl_fmu_write(model->context, model->mechanism, model->system, &bundle);
  if (written != PTL_OK) return ptl_cli_exit_status(model->context, written);
  printf("%s: FMI %d.0, %s\n", output, a->version,
         a->exchange ? "model exchange" : "co-simulation");
  return PTL_EXIT_DONE;
}

static int make(const void *given, ptl_loaded *model) {
  const arguments *a = given;
  const ptl_status assembled = ptl_cli_model_assemble(model);
  if (assembled != PTL_OK) return ptl_cli_exit_status(model->context, assembled);
  char *output = a->output != NULL ? ptl_cli_copy_text(a->output)
                                   : ptl_cli_default_name(a->model.path, ".fmu");
  const int status = write_unit(model, a, output);
  free(output);
  return status;
}

static int run(int argc, char **argv) {
  arguments a = {0};
  const int status = parse(argc, argv, &a);
  return ptl_cli_with_model(&a.model, status, make, &a);
}

const ptl_verb ptl_cli_verb_fmu = {"fmu", "write a model as a functional mock-up unit", run};
