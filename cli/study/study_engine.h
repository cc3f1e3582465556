/* study_engine.h: `pintle study` with another engine than threads of this process. */
#ifndef PTL_CLI_STUDY_ENGINE_H
#define PTL_CLI_STUDY_ENGINE_H

#include "run_study.h"

typedef struct ptl_study_engine {
  /* As ptl_study_run. */
  ptl_status (*run)(void *user, ptl_context *context, const ptl_study *study, const char *path,
                    const ptl_study_options *options, ptl_study_report *report);
  void *user;
  int only_computes; /* another process writes: no file is opened here */
} ptl_study_engine;

/* The verb; argc, argv and result as those of a verb. */
int ptl_cli_study_run_by(const ptl_study_engine *engine, int argc, char **argv);

#endif
