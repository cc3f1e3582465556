/* checkpoints.h: runs that may be resumed. */
#ifndef PTL_CLI_CHECKPOINTS_H
#define PTL_CLI_CHECKPOINTS_H

#include "pintle_trace.h"

/* "10s" as seconds, 0 or more. PTL_GO_ON, or the exit status after a message. */
int ptl_cli_checkpoints_parse(const char *text, double *seconds);
/* The folder with the latest checkpoint of the run folder `dir`, to be freed. PTL_GO_ON, or the
 * exit status after a message. */
int ptl_cli_checkpoints_find(const char *dir, char **from);
/* The run to its end. It is saved every so many steps, whatever the clock says, so that it is the
 * same to the bit whether it is ended and resumed or not; what was saved last goes to the disk
 * every `interval` seconds of the clock. */
ptl_status ptl_cli_checkpoints_run(ptl_run *run, ptl_folder *folder, double interval);

#endif
