/* trace_hdf5.c: traces in HDF5; with trace_hdf5_file.c the only file that sees its headers.
 *
 * One dataset per column at the root, of 64-bit floats, chunked and compressed (shuffle and
 * deflate), so that a column can be read without the others. Rows are gathered until they fill a
 * chunk of every column and are then written and flushed: what is in the file can be read whatever
 * happens to the program. */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace.h"
#include "trace_hdf5_file.h"

/* Level 1 takes half the time of the default and gives files 5 % larger. */
enum { DEFLATE_LEVEL = 1, FORMAT = 1 };
/* Rows of a chunk: so many that compression pays, so few that a block of all columns stays small.
 */
enum { MOST_ROWS = 4096, LEAST_ROWS = 64, BLOCK_VALUES = 1 << 18 };

/* HDF5 keeps its state in the process: one thread at a time. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

typedef struct guard { /* what HDF5 prints errors with, meanwhile nothing */
  H5E_auto2_t print;
  void *data;
} guard;

static void enter(guard *g) {
  pthread_mutex_lock(&lock);
  H5open();
  H5Eget_auto2(H5E_DEFAULT, &g->print, &g->data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

static void leave(const guard *g) {
  H5Eset_auto2(H5E_DEFAULT, g->print, g->data);
  pthread_mutex_unlock(&lock);
}

/* ------------------------------------------------------------------ what went wrong */

typedef struct reason {
  char text[256];
  int from_system; /* text is the system's own message, the best there is */
} reason;

/* HDF5 puts the system's error into the innermost message: "..., error message = 'No space ...',
 * ...". */
static herr_t keep_reason(unsigned n, const H5E_error2_t *error, void *user) {
  static const char mark[] = "error message = '";
  reason *out = user;
  const char *begin = error->desc != NULL ? strstr(error->desc, mark) : NULL;
  const char *end = begin != NULL ? strchr(begin + sizeof mark - 1, '\'') : NULL;
  (void)n;
  if (out->from_system || error->desc == NULL) return 0;
  out->from_system = end != NULL;
  if (end != NULL) {
    snprintf(out->text, sizeof out->text, "%.*s", (int)(end - begin) - (int)sizeof mark + 1,
             begin + sizeof mark - 1);
  } else if (out->text[0] == '\0') {
    snprintf(out->text, sizeof out->text, "%s", error->desc);
  }
  return 0;
}

static void find_reason(reason *out) {
  memset(out, 0, sizeof *out);
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_reason, out);
}

/* ------------------------------------------------------------------ writing */

struct ptl_hdf5_writer {
  ptl_context *context;
  char *path;
  int n, block; /* columns; rows of a chunk */
  hid_t file;
  hid_t *datasets;
  double *values; /* `block` for each column */
  int filled;
  hsize_t written;
  int file_error; /* errno of the driver */
  int failed;
  reason why;
};

/* Keeps the reason of the first failure; before any other call, which would forget it. */
static int failed(ptl_hdf5_writer *w) {
  if (!w->failed) find_reason(&w->why);
  w->failed = 1;
  return -1;
}

/* The driver's errors come first: HDF5 does not hear of them. */
static int file_failed(ptl_hdf5_writer *w) {
  if (w->file_error == 0) return w->failed;
  snprintf(w->why.text, sizeof w->why.text, "%s", strerror(w->file_error));
  w->failed = 1;
  return 1;
}

static hid_t text_type(void) {
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

static int put_attribute(ptl_hdf5_writer *w, hid_t object, const char *name, hid_t type,
                         const void *value) {
  hid_t space = H5Screate(H5S_SCALAR);
  hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  int bad = attribute < 0 || H5Awrite(attribute, type, value) < 0;
  if (bad) failed(w);
  if (attribute >= 0) H5Aclose(attribute);
  H5Sclose(space);
  return bad;
}

/* The properties of a column's dataset; a chunk is written as a whole and needs no cache. */
static hid_t column_properties(int block, hid_t *access) {
  const hsize_t chunk = (hsize_t)block;
  hid_t create = H5Pcreate(H5P_DATASET_CREATE);
  *access = H5Pcreate(H5P_DATASET_ACCESS);
  H5Pset_chunk(create, 1, &chunk);
  H5Pset_fill_time(create, H5D_FILL_TIME_NEVER);
  H5Pset_obj_track_times(create, 0); /* the same run gives the same bytes */
  H5Pset_shuffle(create);
  H5Pset_deflate(create, DEFLATE_LEVEL);
  H5Pset_chunk_cache(*access, 1, 0, 1.0);
  return create;
}

static int create_columns(ptl_hdf5_writer *w, const ptl_column *columns) {
  const hsize_t none = 0, any = H5S_UNLIMITED;
  hid_t access, create = column_properties(w->block, &access), text = text_type();
  hid_t space = H5Screate_simple(1, &none, &any);
  int bad = create < 0 || access < 0 || text < 0 || space < 0;
  for (int i = 0; i < w->n && !bad; i++) {
    const hid_t own =
        H5Dcreate2(w->file, columns[i].name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, create, access);
    w->datasets[i] = own;
    bad = own < 0 ? failed(w)
                  : put_attribute(w, own, "unit", text, &columns[i].unit) ||
                        put_attribute(w, own, "column", H5T_NATIVE_INT, &i);
  }
  if (bad) failed(w);
  H5Sclose(space);
  H5Tclose(text);
  H5Pclose(access);
  H5Pclose(create);
  return bad;
}

static int create_file(ptl_hdf5_writer *w) {
  const char *version = PTL_VERSION;
  const int format = FORMAT;
  hid_t access = ptl_hdf5_file_access(&w->file_error), text = text_type();
  w->file = H5Fcreate(w->path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
  int bad = w->file < 0 ? failed(w)
                        : put_attribute(w, w->file, "pintle", text, &version) ||
                              put_attribute(w, w->file, "format", H5T_NATIVE_INT, &format);
  H5Tclose(text);
  H5Pclose(access);
  return bad;
}

static void close_all(ptl_hdf5_writer *w) {
  for (int i = 0; i < w->n; i++)
    if (w->datasets[i] > 0 && H5Dclose(w->datasets[i]) < 0) failed(w);
  if (w->file > 0 && H5Fclose(w->file) < 0) failed(w);
  file_failed(w);
}

static void release(ptl_hdf5_writer *w) {
  ptl_context *context = w->context;
  ptl_free(context, w->path);
  ptl_free(context, w->datasets);
  ptl_free(context, w->values);
  ptl_free(context, w);
}

ptl_status ptl_hdf5_create(ptl_context *context, const char *path, const ptl_column *columns, int n,
                           ptl_hdf5_writer **out) {
  *out = NULL;
  ptl_hdf5_writer *w = ptl_alloc(context, 1, sizeof *w);
  if (w == NULL) return PTL_ERR_MEMORY;
  int block = BLOCK_VALUES / n;
  w->context = context;
  w->n = n;
  w->block = block < LEAST_ROWS ? LEAST_ROWS : block > MOST_ROWS ? MOST_ROWS : block;
  w->path = ptl_copy_text(context, path);
  w->datasets = ptl_alloc(context, (size_t)n, sizeof *w->datasets);
  w->values = ptl_alloc(context, (size_t)n * (size_t)w->block, sizeof *w->values);
  if (w->path == NULL || w->datasets == NULL || w->values == NULL) {
    release(w);
    return PTL_ERR_MEMORY;
  }
  guard g;
  enter(&g);
  const int bad = create_file(w) || create_columns(w, columns) ||
                  (H5Fflush(w->file, H5F_SCOPE_LOCAL) < 0 && failed(w)) || file_failed(w);
  if (bad) close_all(w);
  leave(&g);
  if (bad) {
    ptl_fail(context, PTL_ERR_IO, "cannot create %s: %s", path, w->why.text);
    release(w);
    return PTL_ERR_IO;
  }
  *out = w;
  return PTL_OK;
}

static void write_column(ptl_hdf5_writer *w, int column) {
  const hsize_t start = w->written, count = (hsize_t)w->filled, end = start + count;
  const hid_t own = w->datasets[column];
  if (H5Dset_extent(own, &end) < 0) {
    failed(w);
    return;
  }
  hid_t in_file = H5Dget_space(own), in_memory = H5Screate_simple(1, &count, NULL);
  if (in_file < 0 || in_memory < 0 ||
      H5Sselect_hyperslab(in_file, H5S_SELECT_SET, &start, NULL, &count, NULL) < 0 ||
      H5Dwrite(own, H5T_NATIVE_DOUBLE, in_memory, in_file, H5P_DEFAULT,
               w->values + (size_t)column * (size_t)w->block) < 0)
    failed(w);
  if (in_memory >= 0) H5Sclose(in_memory);
  if (in_file >= 0) H5Sclose(in_file);
}

static void write_block(ptl_hdf5_writer *w) {
  guard g;
  enter(&g);
  for (int i = 0; i < w->n && !w->failed; i++) write_column(w, i);
  w->written += (hsize_t)w->filled;
  w->filled = 0;
  if (!w->failed && H5Fflush(w->file, H5F_SCOPE_LOCAL) < 0) failed(w);
  file_failed(w);
  leave(&g);
}

int ptl_hdf5_row(ptl_hdf5_writer *w, const double *values) {
  if (w->failed) return 1;
  double *row = w->values + w->filled;
  for (int i = 0; i < w->n; i++) row[(size_t)i * (size_t)w->block] = values[i];
  if (++w->filled == w->block) write_block(w);
  return w->failed;
}

ptl_status ptl_hdf5_close(ptl_hdf5_writer *w) {
  ptl_status status = PTL_OK;
  guard g;
  if (w->filled > 0 && !w->failed) write_block(w);
  enter(&g);
  close_all(w);
  leave(&g);
  if (w->failed)
    status = ptl_fail(w->context, PTL_ERR_IO, "cannot write %s: %s", w->path, w->why.text);
  release(w);
  return status;
}

/* ------------------------------------------------------------------ reading */

typedef struct found { /* one column */
  ptl_column column;
  int position; /* its attribute `column`, INT_MAX where it has none */
  hid_t dataset;
} found;

typedef struct reader {
  ptl_context *context;
  const char *path;
  hid_t file;
  found *columns;
  int n;
  hsize_t rows;
  int block;
  ptl_status status; /* of the search for columns */
} reader;

static ptl_status fail_here(const reader *r, const char *what) {
  reason why;
  find_reason(&why);
  return ptl_fail(r->context, PTL_ERR_INPUT, "%s: error: %s%s%s", r->path, what,
                  why.text[0] != '\0' ? ": " : "", why.text);
}

static ptl_status fail_dataset(const reader *r, const char *name, const char *what) {
  return ptl_fail(r->context, PTL_ERR_INPUT, "%s: error: dataset '%s' %s", r->path, name, what);
}

/* A text attribute, of fixed or variable length, in memory of the context; *out stays NULL where
 * there is none or its value is no text. */
static ptl_status get_text(const reader *r, hid_t object, const char *name, char **out) {
  *out = NULL;
  if (H5Aexists(object, name) <= 0) return PTL_OK;
  hid_t attribute = H5Aopen(object, name, H5P_DEFAULT), stored = H5Aget_type(attribute);
  hid_t type = H5Tcopy(H5T_C_S1);
  ptl_status status = PTL_OK;
  H5Tset_cset(type, H5Tget_cset(stored));
  if (H5Tget_class(stored) == H5T_STRING && H5Tis_variable_str(stored) > 0) {
    char *text = NULL;
    H5Tset_size(type, H5T_VARIABLE);
    if (H5Aread(attribute, type, &text) >= 0 && text != NULL) {
      *out = ptl_copy_text(r->context, text);
      if (*out == NULL) status = PTL_ERR_MEMORY;
      H5free_memory(text);
    }
  } else if (H5Tget_class(stored) == H5T_STRING) {
    size_t size = H5Tget_size(stored);
    H5Tset_size(type, size + 1);
    *out = ptl_alloc(r->context, size + 1, 1);
    if (*out == NULL) status = PTL_ERR_MEMORY;
    if (*out != NULL && H5Aread(attribute, type, *out) < 0) **out = '\0';
  }
  H5Tclose(type);
  H5Tclose(stored);
  H5Aclose(attribute);
  return status;
}

static int get_position(hid_t dataset) {
  int position = INT_MAX;
  if (H5Aexists(dataset, "column") <= 0) return position;
  hid_t attribute = H5Aopen(dataset, "column", H5P_DEFAULT);
  if (H5Aread(attribute, H5T_NATIVE_INT, &position) < 0) position = INT_MAX;
  H5Aclose(attribute);
  return position;
}

/* Length of a dataset that can be a column: one axis, numbers; else an error. */
static ptl_status check_dataset(const reader *r, hid_t dataset, const char *name, hsize_t *length) {
  hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
  const int numbers = H5Tget_class(type) == H5T_FLOAT || H5Tget_class(type) == H5T_INTEGER;
  const int axes = H5Sget_simple_extent_ndims(space);
  if (axes == 1) H5Sget_simple_extent_dims(space, length, NULL);
  H5Sclose(space);
  H5Tclose(type);
  if (!numbers) return fail_dataset(r, name, "holds no numbers");
  return axes == 1 ? PTL_OK : fail_dataset(r, name, "has not one axis, as a column has");
}

static ptl_status add_column(reader *r, hid_t dataset, const char *name) {
  char *unit = NULL;
  hsize_t length = 0;
  ptl_status status = check_dataset(r, dataset, name, &length);
  if (status == PTL_OK) status = get_text(r, dataset, "unit", &unit);
  if (status != PTL_OK) return status;
  found *grown = ptl_grow(r->context, r->columns, (size_t)r->n, sizeof *grown);
  if (grown != NULL) {
    r->columns = grown;
    grown[r->n] = (found){{ptl_copy_text(r->context, name), unit}, get_position(dataset), dataset};
    r->n++;
  }
  if (grown == NULL || r->columns[r->n - 1].column.name == NULL) {
    if (grown == NULL) ptl_free(r->context, unit);
    return PTL_ERR_MEMORY;
  }
  if (unit == NULL || *unit == '\0')
    return fail_dataset(r, name, "has no attribute `unit` ([1] for none is the text 1)");
  if (r->n == 1 || length < r->rows) r->rows = length; /* a killed run has columns of two lengths */
  return PTL_OK;
}

static herr_t visit_link(hid_t group, const char *name, const H5L_info_t *info, void *user) {
  reader *r = user;
  (void)info;
  hid_t object = H5Oopen(group, name, H5P_DEFAULT);
  if (object < 0) {
    r->status = fail_dataset(r, name, "cannot be opened");
    return -1;
  }
  int before = r->n;
  if (H5Iget_type(object) == H5I_DATASET) r->status = add_column(r, object, name);
  if (r->n == before) H5Oclose(object);
  return r->status == PTL_OK ? 0 : -1;
}

/* By the attribute `column`, then by name. */
static int compare_positions(const void *a, const void *b) {
  const found *x = a, *y = b;
  if (x->position != y->position) return x->position < y->position ? -1 : 1;
  return strcmp(x->column.name, y->column.name);
}

static void find_block(reader *r) {
  hid_t create = H5Dget_create_plist(r->columns[0].dataset);
  hsize_t chunk = 0;
  if (H5Pget_layout(create) != H5D_CHUNKED || H5Pget_chunk(create, 1, &chunk) != 1) chunk = 0;
  H5Pclose(create);
  r->block = chunk > 0 && chunk <= 16 * MOST_ROWS ? (int)chunk : MOST_ROWS;
}

static ptl_status open_columns(reader *r) {
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access, 0, 1);
#endif
  r->file = H5Fopen(r->path, H5F_ACC_RDONLY, access);
  H5Pclose(access);
  if (r->file < 0) return fail_here(r, "this is no HDF5 file that can be read");
  r->status = PTL_OK;
  if (H5Literate(r->file, H5_INDEX_NAME, H5_ITER_INC, NULL, visit_link, r) < 0)
    return r->status != PTL_OK ? r->status : fail_here(r, "its list of datasets cannot be read");
  if (r->n == 0) return fail_here(r, "it holds no datasets; expected one for each column");
  qsort(r->columns, (size_t)r->n, sizeof *r->columns, compare_positions);
  find_block(r);
  return PTL_OK;
}

static ptl_status read_block(const reader *r, hsize_t start, hsize_t count, double *values) {
  for (int i = 0; i < r->n; i++) {
    const hid_t own = r->columns[i].dataset;
    hid_t in_file = H5Dget_space(own), in_memory = H5Screate_simple(1, &count, NULL);
    int bad = H5Sselect_hyperslab(in_file, H5S_SELECT_SET, &start, NULL, &count, NULL) < 0 ||
              H5Dread(own, H5T_NATIVE_DOUBLE, in_memory, in_file, H5P_DEFAULT,
                      values + (size_t)i * (size_t)r->block) < 0;
    ptl_status status = PTL_OK;
    if (bad) {
      reason why;
      char what[320];
      find_reason(&why);
      snprintf(what, sizeof what, "cannot be read: %s", why.text);
      status = fail_dataset(r, r->columns[i].column.name, what);
    }
    H5Sclose(in_memory);
    H5Sclose(in_file);
    if (status != PTL_OK) return status;
  }
  return PTL_OK;
}

/* The library is left while the caller's functions run. */
static ptl_status visit_rows(const reader *r, const ptl_trace_visitor *visitor, guard *g) {
  ptl_context *context = r->context;
  double *values = ptl_alloc(context, (size_t)r->n * (size_t)r->block, sizeof *values);
  double *row = ptl_alloc(context, (size_t)r->n, sizeof *row);
  ptl_status status = values != NULL && row != NULL ? PTL_OK : PTL_ERR_MEMORY;
  for (hsize_t start = 0; status == PTL_OK && start < r->rows; start += (hsize_t)r->block) {
    hsize_t left = r->rows - start, count = left < (hsize_t)r->block ? left : (hsize_t)r->block;
    status = read_block(r, start, count, values);
    leave(g);
    for (hsize_t k = 0; status == PTL_OK && k < count; k++) {
      for (int i = 0; i < r->n; i++) row[i] = values[(size_t)i * (size_t)r->block + k];
      if (visitor->row(visitor->user, row, r->n) != 0)
        status = ptl_fail(context, PTL_ERR_INTERRUPTED, "reading %s was stopped", r->path);
    }
    enter(g);
  }
  ptl_free(context, values);
  ptl_free(context, row);
  return status;
}

static ptl_status visit_columns(const reader *r, const ptl_trace_visitor *visitor, guard *g) {
  ptl_column *columns = ptl_alloc(r->context, (size_t)r->n, sizeof *columns);
  if (columns == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < r->n; i++) columns[i] = r->columns[i].column;
  leave(g);
  const int stopped = visitor->columns(visitor->user, columns, r->n) != 0;
  enter(g);
  ptl_free(r->context, columns);
  return stopped ? ptl_fail(r->context, PTL_ERR_INTERRUPTED, "reading %s was stopped", r->path)
                 : PTL_OK;
}

static void close_reader(reader *r) {
  for (int i = 0; i < r->n; i++) {
    H5Dclose(r->columns[i].dataset);
    ptl_free(r->context, (char *)r->columns[i].column.name);
    ptl_free(r->context, (char *)r->columns[i].column.unit);
  }
  ptl_free(r->context, r->columns);
  if (r->file > 0) H5Fclose(r->file);
}

ptl_status ptl_hdf5_scan(ptl_context *context, const char *path, const ptl_trace_visitor *visitor) {
  reader r = {.context = context, .path = path};
  guard g;
  enter(&g);
  ptl_status status = open_columns(&r);
  if (status == PTL_OK) status = visit_columns(&r, visitor, &g);
  if (status == PTL_OK) status = visit_rows(&r, visitor, &g);
  close_reader(&r);
  leave(&g);
  return status;
}
