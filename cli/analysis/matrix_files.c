/* matrix_files.c: matrices as files of NumPy (format 1.0: numpy.lib.format), or of MATLAB and Octave (MAT-file level 4: "MAT-File
 * Format", The MathWorks). Both hold numbers in the order of bytes of the machine, and say which it is. */
#include "matrix_files.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "message.h"
#include "output.h"

static int is_little_endian(void) {
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first == 1;
}

/* ------------------------------------------------------------------ NumPy */

/* Magic, version, length of the header in two bytes, and a Python dictionary; all of it a multiple of 64 bytes long. */
static void put_npy(const ptl_matrix *m, FILE *f) {
  enum { BEFORE = 10, MULTIPLE = 64 };
  char header[192];
  int n =
      snprintf(header, sizeof header - MULTIPLE,
               "{'descr': '%c%s', 'fortran_order': False, 'shape': (%d, %d), }",
               is_little_endian() ? '<' : '>', m->is_complex ? "c16" : "f8", m->rows, m->columns);
  while ((BEFORE + n + 1) % MULTIPLE != 0) header[n++] = ' ';
  header[n++] = '\n';
  fwrite("\x93NUMPY\x01\x00", 1, 8, f);
  fputc(n & 0xff, f);
  fputc(n >> 8, f);
  fwrite(header, 1, (size_t)n, f);
  fwrite(m->values, sizeof *m->values,
         (size_t)m->rows * (size_t)m->columns * (m->is_complex ? 2 : 1), f);
}

static int write_npy(const char *dir, const ptl_matrix *m) {
  char path[4096];
  ptl_new_file file;
  snprintf(path, sizeof path, "%s/%s.npy", dir, m->name);
  if (ptl_cli_file_open(&file, path)) return PTL_EXIT_USAGE;
  put_npy(m, file.stream);
  return ptl_cli_file_close(&file, path, 1) ? PTL_EXIT_USAGE : PTL_EXIT_DONE;
}

/* ------------------------------------------------------------------ MATLAB */

/* Of a matrix by columns its real parts, or its imaginary ones. */
static void put_part(const ptl_matrix *m, int part, FILE *f) {
  const int step = m->is_complex ? 2 : 1;
  for (int j = 0; j < m->columns; j++)
    for (int i = 0; i < m->rows; i++)
      fwrite(m->values + (size_t)step * ((size_t)i * (size_t)m->columns + (size_t)j) + part,
             sizeof *m->values, 1, f);
}

static void put_mat(const ptl_matrix *m, FILE *f) {
  const int32_t header[5] = {is_little_endian() ? 0 : 1000, m->rows, m->columns, m->is_complex,
                             (int32_t)strlen(m->name) + 1};
  fwrite(header, sizeof header, 1, f);
  fwrite(m->name, 1, strlen(m->name) + 1, f);
  put_part(m, 0, f);
  if (m->is_complex) put_part(m, 1, f);
}

/* ------------------------------------------------------------------ both */

int ptl_cli_write_matrices(const char *dir, ptl_matrix_format format, const ptl_matrix *matrices,
                           int n) {
  char path[4096];
  ptl_new_file file;
  int status = PTL_EXIT_DONE;
  if (format == PTL_MATRIX_NPY) {
    for (int i = 0; i < n && status == PTL_EXIT_DONE; i++) status = write_npy(dir, &matrices[i]);
    return status;
  }
  snprintf(path, sizeof path, "%s/linear.mat", dir);
  if (ptl_cli_file_open(&file, path)) return PTL_EXIT_USAGE;
  for (int i = 0; i < n; i++) put_mat(&matrices[i], file.stream);
  return ptl_cli_file_close(&file, path, 1) ? PTL_EXIT_USAGE : PTL_EXIT_DONE;
}
