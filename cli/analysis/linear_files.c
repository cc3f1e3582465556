/* linear_files.c: the matrices of a linear system as files. */
#include "linear_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
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

/* A matrix by rows; columns are named by states or inputs, rows by states or by the trace's
 * columns. */
static int write_matrix(const ptl_loaded *model, const ptl_modes *m, ptl_file_set *set,
                        const char *name, const double *matrix, int rows_are_columns,
                        int by_inputs) {
  char text[32];
  const int rows = rows_are_columns ? m->n_columns : m->n_states;
  const int columns = by_inputs ? m->n_inputs : m->n_states;
  const ptl_column *traced;
  FILE *f;
  ptl_system_get_columns(model->system, &traced);
  if (ptl_cli_file_set_add(set, name, &f)) return 1;
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
  return 0;
}

static int write_modes(const ptl_loaded *model, const ptl_modes *m, ptl_file_set *set) {
  static const char *const axes[] = {"x", "y", "angle"};
  const ptl_initial *initial;
  FILE *f;
  ptl_system_get_initial(model->system, &initial);
  if (ptl_cli_file_set_add(set, "modes.csv", &f)) return 1;
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
  return 0;
}

/* The matrices and modes once more, in the form that the format has. */
static int write_binary(ptl_file_set *set, ptl_matrix_format format, const ptl_modes *m) {
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
  const int failed =
      ptl_cli_write_matrices(set, format, matrices, (int)(sizeof matrices / sizeof *matrices));
  free(roots);
  free(shapes);
  return failed;
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
  ptl_file_set set;
  if (ptl_cli_file_set_begin(&set, dir)) return PTL_EXIT_USAGE;
  const int failed = write_matrix(model, m, &set, "A.csv", m->a, 0, 0) ||
                     write_matrix(model, m, &set, "B.csv", m->b, 0, 1) ||
                     write_matrix(model, m, &set, "C.csv", m->c, 1, 0) ||
                     write_matrix(model, m, &set, "D.csv", m->d, 1, 1) ||
                     write_modes(model, m, &set) ||
                     (format != PTL_MATRIX_CSV && write_binary(&set, format, m));
  return ptl_cli_file_set_end(&set, !failed) ? PTL_EXIT_USAGE : PTL_EXIT_DONE;
}
