/* matrix_files.c: matrices as files of NumPy (format 1.0: numpy.lib.format), or of MATLAB and
 * Octave (MAT-file level 4: "MAT-File Format", The MathWorks). Both hold numbers in the order of
 * bytes of the machine, and say which it is. */
#include "matrix_files.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int is_little_endian(void) {
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first == 1;
}

/* ------------------------------------------------------------------ NumPy */

/* Magic, version, length of the header in two bytes, and a Python dictionary; all of it a multiple
 * of 64 bytes long. */
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

static int write_npy(ptl_file_set *set, const ptl_matrix *m) {
  char name[64];
  FILE *file;
  snprintf(name, sizeof name, "%s.npy", m->name);
  if (ptl_cli_file_set_add(set, name, &file)) return 1;
  put_npy(m, file);
  return 0;
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

int ptl_cli_write_matrices(ptl_file_set *set, ptl_matrix_format format, const ptl_matrix *matrices,
                           int n) {
  FILE *file;
  int failed = 0;
  if (format == PTL_MATRIX_NPY) {
    for (int i = 0; i < n && !failed; i++) failed = write_npy(set, &matrices[i]);
    return failed;
  }
  failed = ptl_cli_file_set_add(set, "linear.mat", &file);
  for (int i = 0; i < n && !failed; i++) put_mat(&matrices[i], file);
  return failed;
}
