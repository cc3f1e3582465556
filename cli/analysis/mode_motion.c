/* mode_motion.c: the motion of a mode as a run folder. */
#include "mode_motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "message.h"
#include "options.h"
#include "pintle_trace.h"

enum { ROWS = 97 };                    /* of a period */
static const double usual_share = 0.1; /* of the length at which angles count */

int ptl_cli_mode_motion_check(const ptl_mode_motion *m) {
  if ((m->mode == NULL) == (m->folder == NULL) && (m->amplitude == NULL || m->mode != NULL))
    return PTL_GO_ON;
  ptl_cli_say(PTL_E(
      0950) "--mode N, --motion DIR and --amplitude go together: how the mode N moves is written "
            "into a run folder");
  return PTL_EXIT_USAGE;
}

/* The number of the mode, from 0 on. */
static int read_mode(const ptl_mode_motion *m, const ptl_modes *modes, int *out) {
  int64_t number = 1;
  const int status = ptl_cli_option_count("mode", m->mode, 1, modes->n_modes, &number);
  *out = (int)number - 1;
  return status;
}

static ptl_status write(const ptl_loaded *model, const ptl_mode_motion *m, const ptl_modes *modes,
                        int mode, double amplitude) {
  char what[40];
  double *values = ptl_cli_alloc((size_t)ROWS * (size_t)modes->n_columns, sizeof *values);
  snprintf(what, sizeof what, "mode %d", mode + 1);
  const ptl_folder_rows rows = {.analysis = what, .rows = values, .n_rows = ROWS};
  ptl_status status =
      ptl_modes_motion(model->context, model->system, modes, mode, amplitude, ROWS, values);
  if (status == PTL_OK)
    status = ptl_folder_write_rows(model->context, model->system, m->folder, &rows);
  free(values);
  return status;
}

int ptl_cli_mode_motion_write(const ptl_loaded *model, const ptl_mode_motion *m,
                              const ptl_modes *modes) {
  double amplitude = usual_share * modes->length;
  int mode = 0;
  if (m->mode == NULL) return PTL_EXIT_DONE;
  int status = read_mode(m, modes, &mode);
  if (status == PTL_GO_ON)
    status = ptl_cli_option_quantity(model->context, "amplitude", m->amplitude, "m", &amplitude);
  if (status == PTL_GO_ON && !(amplitude > 0)) {
    ptl_cli_say(PTL_E(0951) "--amplitude must be > 0 m, not %g", amplitude);
    return PTL_EXIT_USAGE;
  }
  if (status != PTL_GO_ON) return status;
  const ptl_status written = write(model, m, modes, mode, amplitude);
  return written == PTL_OK ? PTL_EXIT_DONE : ptl_cli_exit_status(model->context, written);
}
