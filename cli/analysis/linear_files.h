/* linear_files.h: the matrices of a linear system as files. */
#ifndef PTL_CLI_LINEAR_FILES_H
#define PTL_CLI_LINEAR_FILES_H

#include "matrix_files.h"
#include "model.h"
#include "pintle_analysis.h"

/* A.csv, B.csv, C.csv, D.csv and modes.csv into a folder, which is made; an exit status, after a
 * message. */
int ptl_cli_write_linear(const ptl_loaded *model, const char *dir, ptl_matrix_format format,
                         const ptl_modes *m);

#endif
