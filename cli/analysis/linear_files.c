/* linear_files.c: the matrices of a linear system as files. */
#include "linear_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "message.h"
#include "output.h"
#include "verb.h"

/* Of a state: x1, ..., v1, ..., z1, ... */
static void state_name(const ptl_modes *m, int state, char *text, size_t size) {
  const int f = m->freedom;
  snprintf(text, size, "%c%d",
           state < f       ? 'x'
           : state < 2 * f ? 'v'
                           : 'z',
           (state < f       ? state
            : state < 2 * f ? state - f
                            : state - 2 * f) +
               1);
}

static void write_cell(FILE *f, int is_first, const char *text) {
  fprintf(f, is_first ? "%s" : ",%s", text);
}

/* A matrix by rows; columns are named by states or inputs, rows by states or by the trace's columns. */
static int write_matrix(const ptl_loaded *model, const ptl_modes *m, const char *dir,
                        const char *name, const double *matrix, int rows_are_columns,
                        int by_inputs) {
  char path[4096], text[32];
  const int rows = rows_are_columns ? m->n_columns : m->n_states;
  const int columns = by_inputs ? m->n_inputs : m->n_states;
  const ptl_column *traced;
  ptl_system_get_columns(model->system, &traced);
  snprintf(path, sizeof path, "%s/%s.csv", dir, name);
  ptl_new_file file;
  if (ptl_cli_file_open(&file, path)) return PTL_EXIT_USAGE;
  FILE *f = file.stream;
  write_cell(f, 1, "row");
  for (int j = 0; j < columns; j++) {
    ptl_input_def input = {0};
    state_name(m, j, text, sizeof text);
    if (by_inputs) ptl_mechanism_get_input(model->mechanism, j, &input);
    write_cell(f, 0, by_inputs ? input.name : text);
  }
  fprintf(f, "\n");
  for (int i = 0; i < rows; i++) {
    state_name(m, i, text, sizeof text);
    write_cell(f, 1, rows_are_columns ? traced[i].name : text);
    for (int j = 0; j < columns; j++)
      fprintf(f, ",%.17g", matrix[(size_t)i * (size_t)columns + (size_t)j]);
    fprintf(f, "\n");
  }
  return ptl_cli_file_close(&file, path, 1) ? PTL_EXIT_USAGE : PTL_EXIT_DONE;
}

static int write_modes(const ptl_loaded *model, const ptl_modes *m, const char *dir) {
  static const char *const axes[] = {"x", "y", "angle"};
  char path[4096];
  const ptl_initial *initial;
  ptl_system_get_initial(model->system, &initial);
  snprintf(path, sizeof path, "%s/modes.csv", dir);
  ptl_new_file file;
  if (ptl_cli_file_open(&file, path)) return PTL_EXIT_USAGE;
  FILE *f = file.stream;
  fprintf(f, "mode,real [1/s],imaginary [rad/s],frequency [Hz],natural [Hz],damping,whirl");
  for (int c = 0; c < m->n_coordinates; c++)
    fprintf(f, ",%s.%s.real,%s.%s.imaginary", initial[c / 3].body, axes[c % 3], initial[c / 3].body,
            axes[c % 3]);
  fprintf(f, "\n");
  for (int i = 0; i < m->n_modes; i++) {
    const ptl_mode *k = &m->modes[i];
    fprintf(f, "%d,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g", i + 1, k->real, k->imaginary, k->frequency,
            k->natural, k->damping, k->whirl);
    for (int c = 0; c < m->n_coordinates; c++)
      fprintf(f, ",%.17g,%.17g", k->shape_real[c], k->shape_imaginary[c]);
    fprintf(f, "\n");
  }
  return ptl_cli_file_close(&file, path, 1) ? PTL_EXIT_USAGE : PTL_EXIT_DONE;
}

/* The matrices and modes once more, in the form that the format has. */
static int write_binary(const char *dir, ptl_matrix_format format, const ptl_modes *m) {
  const int n = m->n_states, inputs = m->n_inputs, columns = m->n_columns, k = m->n_modes;
  double *roots = ptl_cli_alloc(2 * (size_t)k + 1, sizeof *roots);
  double *shapes = ptl_cli_alloc(2 * (size_t)k * (size_t)m->n_coordinates + 1, sizeof *shapes);
  for (int i = 0; i < k; i++) {
    roots[2 * i] = m->modes[i].real;
    roots[2 * i + 1] = m->modes[i].imaginary;
    for (int c = 0; c < m->n_coordinates; c++) {
      double *place = shapes + 2 * ((size_t)i * (size_t)m->n_coordinates + (size_t)c);
      place[0] = m->modes[i].shape_real[c];
      place[1] = m->modes[i].shape_imaginary[c];
    }
  }
  const ptl_matrix matrices[] = {{"A", n, n, 0, m->a},
                                 {"B", n, inputs, 0, m->b},
                                 {"C", columns, n, 0, m->c},
                                 {"D", columns, inputs, 0, m->d},
                                 {"eigenvalues", k, 1, 1, roots},
                                 {"shapes", k, m->n_coordinates, 1, shapes}};
  const int status =
      ptl_cli_write_matrices(dir, format, matrices, (int)(sizeof matrices / sizeof *matrices));
  free(roots);
  free(shapes);
  return status;
}

int ptl_cli_write_linear(const ptl_loaded *model, const char *dir, ptl_matrix_format format,
                         const ptl_modes *m) {
  for (int k = 0; k < m->n_inputs; k++) {
    ptl_input_def input = {0};
    if (!m->input_moves[k]) continue;
    ptl_mechanism_get_input(model->mechanism, k, &input);
    ptl_cli_say(
        PTL_E(0903) "input '%s' moves a driver, which is held: B and D have no column of it; give the driver "
        "another law, or drive "
        "the part by a load",
        input.name);
    return PTL_EXIT_USAGE;
  }
  if (mkdir(dir, 0777) != 0 && errno != EEXIST) {
    ptl_cli_say(PTL_E(0702) "%s: the folder cannot be made (%s)", dir, strerror(errno));
    return PTL_EXIT_USAGE;
  }
  int status = write_matrix(model, m, dir, "A", m->a, 0, 0);
  if (status == PTL_EXIT_DONE) status = write_matrix(model, m, dir, "B", m->b, 0, 1);
  if (status == PTL_EXIT_DONE) status = write_matrix(model, m, dir, "C", m->c, 1, 0);
  if (status == PTL_EXIT_DONE) status = write_matrix(model, m, dir, "D", m->d, 1, 1);
  if (status == PTL_EXIT_DONE) status = write_modes(model, m, dir);
  if (status == PTL_EXIT_DONE && format != PTL_MATRIX_CSV) status = write_binary(dir, format, m);
  return status;
}
