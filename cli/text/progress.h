/* progress.h: Ctrl-C and the progress bar of a run. */
#ifndef PTL_CLI_PROGRESS_H
#define PTL_CLI_PROGRESS_H

#include <time.h>

typedef struct ptl_progress {
  int bar;   /* whether to draw: stderr is a terminal */
  int drawn; /* something stands on the line */
  unsigned calls;
  struct timespec start, last;
} ptl_progress;

/* From here on Ctrl-C (and a request to end, or a terminal that is closed) is noted instead of
 * ending the program. */
void ptl_cli_progress_begin(ptl_progress *progress, int quiet);
/* A ptl_sink's progress function; non-zero once the run is to stop. */
int ptl_cli_progress_step(void *progress, double fraction);
/* 1 once the run is to stop. */
int ptl_cli_progress_is_stopped(void);
/* Wipes the bar, gives the signals back; 1 when the run was asked to stop. */
int ptl_cli_progress_end(ptl_progress *progress);

#endif
