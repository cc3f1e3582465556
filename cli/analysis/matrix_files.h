/* matrix_files.h: matrices as files of NumPy, or of MATLAB and Octave. */
#ifndef PTL_CLI_MATRIX_FILES_H
#define PTL_CLI_MATRIX_FILES_H

#include "file_set.h"

typedef enum ptl_matrix_format { PTL_MATRIX_CSV, PTL_MATRIX_NPY, PTL_MATRIX_MAT } ptl_matrix_format;

typedef struct ptl_matrix {
  const char *name;
  int rows, columns;
  int is_complex;       /* real and imaginary part of each number one after the other */
  const double *values; /* by rows */
} ptl_matrix;

/* NAME.npy each, or all in linear.mat. 0, or 1 after a message. */
int ptl_cli_write_matrices(ptl_file_set *set, ptl_matrix_format format, const ptl_matrix *matrices,
                           int n);

#endif
