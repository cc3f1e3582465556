/* linear_files.h: the matrices of a linear system as files. */
#ifndef PTL_CLI_LINEAR_FILES_H
#define PTL_CLI_LINEAR_FILES_H

#include "model.h"
#include "pintle_analysis.h"

/* A.csv, B.csv, C.csv, D.csv and modes.csv into a folder, which is made; an exit status, after a message. */
int ptl_cli_write_linear(const ptl_loaded *model, const char *dir, const ptl_modes *modes);

#endif
