/* plot_script.h: the gnuplot script of a picture. */
#ifndef PTL_CLI_PLOT_SCRIPT_H
#define PTL_CLI_PLOT_SCRIPT_H

#include <stdio.h>

#include "picture.h"

void ptl_cli_plot_write_script(const ptl_picture *picture, FILE *out);

#endif
