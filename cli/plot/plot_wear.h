/* plot_wear.h: what the surfaces of a gap have lost in a run. */
#ifndef PTL_CLI_PLOT_WEAR_H
#define PTL_CLI_PLOT_WEAR_H

#include "pintle.h"

/* Draws the depth of the sectors of JOINT, JOINT.GAP or JOINT.GAP.PART, of which summary.json of
 * the run folder tells: round surfaces over the direction, else straight ones over the place. The
 * exit status, after a message when that fails. */
int ptl_cli_plot_wear(ptl_context *context, const char *run, const char *what, int dark, int quiet,
                      const char *file);

#endif
