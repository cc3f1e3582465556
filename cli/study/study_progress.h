/* study_progress.h: the progress bar of a study, and Ctrl-C. */
#ifndef PTL_CLI_STUDY_PROGRESS_H
#define PTL_CLI_STUDY_PROGRESS_H

#include "progress.h"
#include "run_study.h"

typedef struct ptl_study_bar {
  ptl_progress signals;
  int drawn;
} ptl_study_bar;

void ptl_cli_study_bar_begin(ptl_study_bar *bar, int quiet);
/* ptl_study_options.progress */
int ptl_cli_study_bar_step(void *bar, const ptl_study_progress *progress);
/* Wipes the bar; 1 when the study was asked to stop. */
int ptl_cli_study_bar_end(ptl_study_bar *bar);

#endif
