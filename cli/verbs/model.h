/* model.h: reading and assembling a model, the same for every verb that takes one. */
#ifndef PTL_CLI_MODEL_H
#define PTL_CLI_MODEL_H

#include "options.h"
#include "pintle.h"

typedef struct ptl_loaded {
  ptl_context *context;
  ptl_mechanism *mechanism;
  ptl_system *system; /* NULL until ptl_cli_model_assemble */
} ptl_loaded;

typedef struct ptl_model_arguments { /* of a verb that takes a model */
  const char *path;
  ptl_texts settings, plugins;
} ptl_model_arguments;

/* The frame of such a verb: unless `status` of reading the command line ends it, loads the model,
 * returns what `answer` makes of it, and releases the model; the lists of arguments in every
 * case. */
int ptl_cli_with_model(ptl_model_arguments *a, int status,
                       int (*answer)(const void *given, ptl_loaded *model), const void *given);

/* Reads the model with its plug-ins and settings ("PATH=VALUE"). Returns PTL_GO_ON, or the exit
 * status after a message; ptl_cli_model_release in every case. */
int ptl_cli_model_load(const char *path, const ptl_texts *plugins, const ptl_texts *settings,
                       ptl_loaded *out);
ptl_status ptl_cli_model_assemble(ptl_loaded *model);
void ptl_cli_model_release(ptl_loaded *model);

#endif
