/* trace_reader.c: a trace block by block, of a run folder, a CSV or an HDF5 file. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_open.h"
#include "peaks.h"
#include "trace.h"
#include "trace_input.h"

enum { LONGEST_REASON = 4096 };

struct ptl_trace_reader {
  ptl_context *context;
  ptl_trace_input *input;
  char *incomplete;
  char *folder; /* NULL: a file alone */
  ptl_trace_peak *peaks;
  int64_t n_peaks;
  int has_peaks;
  int *needed; /* columns that are read, ascending */
  int n_needed;
  double *memory, **values; /* a block of each */
  int *chosen;              /* which of `needed` each column of a block is */
  const double **columns;   /* of the block given out */
  int n_chosen;
  int along; /* which of `needed` the interval is of, -1: none */
  double from, until;
  int done;
};

/* ------------------------------------------------------------------ opening */

/* Whether the file begins as every HDF5 file does. */
static int is_hdf5(const char *path) {
  static const char signature[8] = "\x89HDF\r\n\x1a\n";
  char start[sizeof signature];
  FILE *file = fopen(path, "re");
  size_t n = 0;
  if (file == NULL) return 0;
  n = fread(start, 1, sizeof start, file);
  fclose(file);
  return n == sizeof start && memcmp(start, signature, sizeof start) == 0;
}

/* A trace is read in several passes, and to open a pipe may take for ever. */
static ptl_status open_file(ptl_trace_reader *r, const char *path, ptl_last_line last) {
  const char *why;
  FILE *file = ptl_file_open(path, &why);
  if (file == NULL)
    return ptl_fail(r->context, PTL_ERR_IO, PTL_E(0701) "cannot read %s: %s", path, why);
  fclose(file);
  return is_hdf5(path) ? ptl_hdf5_open(r->context, path, &r->input)
                       : ptl_csv_open(r->context, path, last, &r->input);
}

/* The reason in DIR/INCOMPLETE; *reason stays NULL when there is no such file. */
static ptl_status read_incomplete(ptl_context *context, const char *dir, char **reason) {
  char *path = ptl_join_path(context, dir, PTL_FILE_INCOMPLETE);
  size_t n;
  if (path == NULL) return PTL_ERR_MEMORY;
  const char *why;
  FILE *file = ptl_file_open_any(path, &why);
  ptl_free(context, path);
  if (file == NULL) return PTL_OK;
  *reason = ptl_alloc(context, LONGEST_REASON, 1);
  if (*reason != NULL) {
    n = fread(*reason, 1, LONGEST_REASON - 1, file);
    while (n > 0 && (*reason)[n - 1] == '\n') (*reason)[--n] = '\0';
  }
  fclose(file);
  return *reason != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

/* The trace in a run folder. */
static ptl_status find_trace(ptl_context *context, const char *dir, char **out) {
  static const char *const names[] = {PTL_FILE_TRACE, PTL_FILE_TRACE_HDF5};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    *out = ptl_join_path(context, dir, names[i]);
    if (*out == NULL) return PTL_ERR_MEMORY;
    if (access(*out, F_OK) == 0) return PTL_OK;
    ptl_free(context, *out);
  }
  *out = NULL;
  return ptl_fail(context, PTL_ERR_IO,
                  PTL_E(0703) "%s is not a run folder: it holds no " PTL_FILE_TRACE
                              " and no " PTL_FILE_TRACE_HDF5,
                  dir);
}

static ptl_status open_folder(ptl_trace_reader *r, const char *dir) {
  char *path = NULL;
  r->folder = ptl_copy_text(r->context, dir);
  ptl_status status = r->folder != NULL ? find_trace(r->context, dir, &path) : PTL_ERR_MEMORY;
  if (status == PTL_OK) status = read_incomplete(r->context, dir, &r->incomplete);
  if (status == PTL_OK)
    status =
        open_file(r, path, r->incomplete != NULL ? PTL_LINE_MAY_BE_TORN : PTL_LINE_MUST_BE_WHOLE);
  ptl_free(r->context, path);
  return status;
}

static ptl_status select_all(ptl_trace_reader *r) {
  const int n = r->input->n_columns;
  int *all = ptl_alloc(r->context, (size_t)n, sizeof *all);
  if (all == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < n; i++) all[i] = i;
  const ptl_status status = ptl_trace_reader_select(r, all, n, -1, -INFINITY, INFINITY);
  ptl_free(r->context, all);
  return status;
}

ptl_status ptl_trace_reader_open(ptl_context *context, const char *path, ptl_trace_reader **out) {
  struct stat info;
  *out = NULL;
  if (stat(path, &info) != 0)
    return ptl_fail(context, ptl_errno_status(), PTL_E(0701) "cannot read %s: %s", path,
                    strerror(errno));
  ptl_trace_reader *r = ptl_alloc(context, 1, sizeof *r);
  if (r == NULL) return PTL_ERR_MEMORY;
  r->context = context;
  ptl_status status =
      S_ISDIR(info.st_mode) ? open_folder(r, path) : open_file(r, path, PTL_LINE_MAY_LACK_ITS_END);
  if (status == PTL_OK) status = select_all(r);
  if (status == PTL_OK)
    *out = r;
  else
    ptl_trace_reader_close(r);
  return status;
}

static void forget_selection(ptl_trace_reader *r) {
  ptl_free(r->context, r->needed);
  ptl_free(r->context, r->memory);
  ptl_free(r->context, r->values);
  ptl_free(r->context, r->chosen);
  ptl_free(r->context, r->columns);
  r->needed = r->chosen = NULL;
  r->memory = NULL;
  r->values = NULL;
  r->columns = NULL;
  r->n_needed = r->n_chosen = 0;
}

void ptl_trace_reader_close(ptl_trace_reader *r) {
  if (r == NULL) return;
  if (r->input != NULL) r->input->class->close(r->input);
  forget_selection(r);
  ptl_free(r->context, r->incomplete);
  ptl_free(r->context, r->folder);
  ptl_free(r->context, r->peaks);
  ptl_free(r->context, r);
}

/* ------------------------------------------------------------------ what it holds */

/* A folder without them is told by those who ask for events. */
static int has_events(const ptl_trace_reader *r) {
  char *path = ptl_join_path(r->context, r->folder, PTL_FILE_EVENTS);
  const int found = path != NULL && access(path, F_OK) == 0;
  ptl_free(r->context, path);
  return found;
}

ptl_status ptl_trace_reader_get_peaks(ptl_trace_reader *r, const ptl_trace_peak **peaks,
                                      int64_t *n) {
  ptl_status status = PTL_OK;
  if (r->folder != NULL && !r->has_peaks && has_events(r))
    status = ptl_peaks_read(r->context, r->folder, r->input->columns, r->input->n_columns,
                            &r->peaks, &r->n_peaks);
  r->has_peaks = status == PTL_OK;
  *peaks = r->peaks;
  *n = r->n_peaks;
  return status;
}

int ptl_trace_reader_get_columns(const ptl_trace_reader *r, const ptl_column **columns) {
  if (columns != NULL) *columns = r->input->columns;
  return r->input->n_columns;
}

int ptl_trace_reader_find(const ptl_trace_reader *r, const char *name) {
  return ptl_trace_input_find(r->input, name);
}

const char *ptl_trace_reader_get_incomplete(const ptl_trace_reader *r) {
  return r->incomplete;
}

ptl_trace_format ptl_trace_reader_get_format(const ptl_trace_reader *r) {
  return r->input->class->format;
}

const char *ptl_trace_reader_get_file(const ptl_trace_reader *r) {
  return r->input->path;
}

static ptl_status check_column(const ptl_trace_reader *r, int column) {
  if (column >= 0 && column < r->input->n_columns) return PTL_OK;
  return ptl_fail(r->context, PTL_ERR_USAGE, PTL_E(0004) "%s has no column number %d; it has %d",
                  r->input->path, column, r->input->n_columns);
}

ptl_status ptl_trace_reader_get_ends(ptl_trace_reader *r, int column, double *first, double *last) {
  double ends[2];
  ptl_status status = check_column(r, column);
  if (status == PTL_OK) status = r->input->class->get_ends(r->input, column, ends);
  if (status != PTL_OK) return status;
  *first = ends[0];
  *last = ends[1];
  r->done = 0;
  const int along = r->along >= 0 ? r->needed[r->along] : -1;
  return r->input->class->seek(r->input, along, r->from);
}

/* ------------------------------------------------------------------ selecting */

static ptl_status make_room(ptl_trace_reader *r, int n) {
  const size_t most = (size_t)n + 1;
  r->needed = ptl_alloc(r->context, most, sizeof *r->needed);
  r->values = ptl_alloc(r->context, most, sizeof *r->values);
  r->chosen = ptl_alloc(r->context, most, sizeof *r->chosen);
  r->columns = ptl_alloc(r->context, most, sizeof *r->columns);
  const int all = r->needed != NULL && r->values != NULL && r->chosen != NULL && r->columns != NULL;
  return all ? PTL_OK : PTL_ERR_MEMORY;
}

/* Finds what is needed. `place` holds a zero for every column of the file. */
static void find_needed(ptl_trace_reader *r, const int *columns, int n, int along, int *place) {
  for (int i = 0; i < n; i++) place[columns[i]] = 1;
  if (along >= 0) place[along] = 1;
  for (int column = 0; column < r->input->n_columns; column++) {
    if (!place[column]) continue;
    place[column] = r->n_needed;
    r->needed[r->n_needed++] = column;
  }
  for (int i = 0; i < n; i++) r->chosen[i] = place[columns[i]];
  r->n_chosen = n;
  r->along = along >= 0 ? place[along] : -1;
}

static ptl_status choose(ptl_trace_reader *r, const int *columns, int n, int along) {
  ptl_status status = make_room(r, n);
  if (status != PTL_OK) return status;
  int *place = ptl_alloc(r->context, (size_t)r->input->n_columns, sizeof *place);
  if (place == NULL) return PTL_ERR_MEMORY;
  find_needed(r, columns, n, along, place);
  ptl_free(r->context, place);
  const size_t block = (size_t)r->input->block;
  r->memory = ptl_alloc(r->context, block * (size_t)(r->n_needed + 1), sizeof *r->memory);
  if (r->memory == NULL) return PTL_ERR_MEMORY;
  for (int k = 0; k < r->n_needed; k++) r->values[k] = r->memory + block * (size_t)k;
  return PTL_OK;
}

ptl_status ptl_trace_reader_select(ptl_trace_reader *r, const int *columns, int n, int along,
                                   double from, double until) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < n && status == PTL_OK; i++) status = check_column(r, columns[i]);
  if (status == PTL_OK && along >= 0) status = check_column(r, along);
  if (status != PTL_OK) return status;
  forget_selection(r);
  status = choose(r, columns, n, along);
  if (status != PTL_OK) return status;
  r->from = from;
  r->until = until;
  r->done = 0;
  return r->input->class->seek(r->input, along, from);
}

/* ------------------------------------------------------------------ rows */

/* Leaves out of [*first, *n) what is not in the interval; beyond it nothing is read any more. */
static void cut(ptl_trace_reader *r, int *first, int *n) {
  if (r->along < 0) return;
  const double *at = r->values[r->along];
  while (*first < *n && at[*first] < r->from) ++*first;
  for (int i = *first; i < *n && !r->done; i++) {
    if (!(at[i] > r->until)) continue;
    *n = i;
    r->done = 1;
  }
}

ptl_status ptl_trace_reader_next(ptl_trace_reader *r, ptl_trace_block *out) {
  int first = 0, n = 0;
  *out = (ptl_trace_block){0, r->columns};
  while (!r->done && first == n) {
    const ptl_status status =
        r->input->class->next(r->input, r->needed, r->n_needed, r->values, &n);
    if (status != PTL_OK) return status;
    first = 0;
    if (n == 0) r->done = 1;
    cut(r, &first, &n);
  }
  for (int i = 0; i < r->n_chosen; i++) r->columns[i] = r->values[r->chosen[i]] + first;
  out->n_rows = n - first;
  return PTL_OK;
}
