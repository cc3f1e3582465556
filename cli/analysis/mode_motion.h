/* mode_motion.h: the motion of a mode as a run folder. */
#ifndef PTL_CLI_MODE_MOTION_H
#define PTL_CLI_MODE_MOTION_H

#include "model.h"
#include "pintle_analysis.h"

/* As options give them; NULL: not given. */
typedef struct ptl_mode_motion {
  const char *mode, *folder, *amplitude; /* a number from 1 on */
} ptl_mode_motion;

/* PTL_GO_ON, or the exit status after a message. */
int ptl_cli_mode_motion_check(const ptl_mode_motion *motion);
/* Writes the folder where one is asked for; the exit status, after a message when that fails. */
int ptl_cli_mode_motion_write(const ptl_loaded *model, const ptl_mode_motion *motion,
                              const ptl_modes *modes);

#endif
