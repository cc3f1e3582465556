/* plot.h: the verb `plot`. */
#ifndef PTL_CLI_PLOT_H
#define PTL_CLI_PLOT_H

#include "verb.h"

extern const ptl_verb ptl_cli_verb_plot;

#endif
