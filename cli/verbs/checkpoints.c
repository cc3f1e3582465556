/* checkpoints.c: see checkpoints.h. */
#include "checkpoints.h"

#include <stdlib.h>
#include <time.h>

#include "message.h"
#include "options.h"
#include "pintle_law.h"

enum { STEPS_BETWEEN = 2000 }; /* of the integrator, from one saving to the next */

int ptl_cli_checkpoints_parse(const char *text, double *seconds) {
  ptl_context *context = ptl_cli_open_context(NULL, 0);
  if (context == NULL) return PTL_EXIT_USAGE;
  const ptl_status status = ptl_quantity_read(context, text, "s", seconds);
  const int is_good = status == PTL_OK && *seconds >= 0.0;
  if (!is_good)
    ptl_cli_say(PTL_E(0951) "--checkpoint %s: expected a time, 0 s or more, as in --checkpoint 10s",
                text);
  ptl_context_destroy(context);
  return is_good ? PTL_GO_ON : PTL_EXIT_USAGE;
}

int ptl_cli_checkpoints_find(const char *dir, char **from) {
  ptl_context *context = ptl_cli_open_context(NULL, 0);
  char *found = NULL;
  if (context == NULL) return PTL_EXIT_USAGE;
  const ptl_status status = ptl_folder_find_checkpoint(context, dir, &found);
  const int exit_status = status == PTL_OK ? PTL_GO_ON : ptl_cli_exit_status(context, status);
  *from = found != NULL ? ptl_cli_copy_text(found) : NULL;
  ptl_text_release(context, found);
  ptl_context_destroy(context);
  return exit_status;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

ptl_status ptl_cli_checkpoints_run(ptl_run *run, ptl_folder *folder, double interval) {
  ptl_run_reason reason = PTL_RUN_AT_TIME;
  ptl_status status = PTL_OK;
  double last = now();
  for (int steps = 1; status == PTL_OK; steps++) {
    status = ptl_run_step(run, &reason);
    if (reason == PTL_RUN_AT_END || reason == PTL_RUN_AT_STOP) break;
    if (status != PTL_OK || steps % STEPS_BETWEEN != 0) continue;
    status = ptl_folder_keep(folder, run);
    if (status != PTL_OK || now() - last < interval) continue;
    status = ptl_folder_checkpoint(folder);
    last = now();
  }
  return status;
}
