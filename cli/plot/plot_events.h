/* plot_events.h: the touches in the events.csv of a run folder. */
#ifndef PTL_CLI_PLOT_EVENTS_H
#define PTL_CLI_PLOT_EVENTS_H

#include "pintle_trace.h"

/* Times of the touches [s], *n of them, in memory to be freed; NULL after a message. */
double *ptl_cli_plot_touches(ptl_context *context, const char *run, int *n);

#endif
