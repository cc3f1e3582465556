/* trace_hdf5_read.c: traces in HDF5, read: any file whose root holds datasets with one axis and a unit. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace_hdf5_lock.h"
#include "trace_input.h"

/* Rows of a block where the file's own chunks do not say. */
enum { BLOCK_ROWS = 4096, MOST_BLOCK_ROWS = 1 << 16 };

/* ------------------------------------------------------------------ columns */

typedef struct found { /* one column */
  ptl_column column;
  int position; /* its attribute `column`, INT_MAX where it has none */
  hid_t dataset;
} found;

typedef struct reader {
  ptl_trace_input base;
  hid_t file;
  found *found;
  int n;
  hsize_t rows, next;
  ptl_status status; /* of the search for columns */
} reader;

static ptl_status fail_here(const reader *r, const char *what) {
  ptl_hdf5_reason why;
  ptl_hdf5_find_reason(&why);
  return ptl_fail(r->base.context, PTL_ERR_INPUT, "%s: error: %s%s%s", r->base.path, what,
                  why.text[0] != '\0' ? ": " : "", why.text);
}

static ptl_status fail_dataset(const reader *r, const char *name, const char *what) {
  return ptl_fail(r->base.context, PTL_ERR_INPUT, "%s: error: dataset '%s' %s", r->base.path, name,
                  what);
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
      *out = ptl_copy_text(r->base.context, text);
      if (*out == NULL) status = PTL_ERR_MEMORY;
      H5free_memory(text);
    }
  } else if (H5Tget_class(stored) == H5T_STRING) {
    size_t size = H5Tget_size(stored);
    H5Tset_size(type, size + 1);
    *out = ptl_alloc(r->base.context, size + 1, 1);
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
  found *grown = ptl_grow(r->base.context, r->found, (size_t)r->n, sizeof *grown);
  if (grown != NULL) {
    r->found = grown;
    grown[r->n] =
        (found){{ptl_copy_text(r->base.context, name), unit}, get_position(dataset), dataset};
    r->n++;
  }
  if (grown == NULL || r->found[r->n - 1].column.name == NULL) {
    if (grown == NULL) ptl_free(r->base.context, unit);
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

/* Blocks are the file's chunks. */
static void find_block(reader *r) {
  hid_t create = H5Dget_create_plist(r->found[0].dataset);
  hsize_t chunk = 0;
  if (H5Pget_layout(create) != H5D_CHUNKED || H5Pget_chunk(create, 1, &chunk) != 1) chunk = 0;
  H5Pclose(create);
  r->base.block = chunk > 0 && chunk <= MOST_BLOCK_ROWS ? (int)chunk : BLOCK_ROWS;
}

/* The names and units go from `found` to the input. */
static ptl_status hand_over_columns(reader *r) {
  r->base.columns = ptl_alloc(r->base.context, (size_t)r->n, sizeof *r->base.columns);
  if (r->base.columns == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < r->n; i++) {
    r->base.columns[i] = r->found[i].column;
    r->found[i].column = (ptl_column){0};
  }
  r->base.n_columns = r->n;
  return PTL_OK;
}

static ptl_status open_columns(reader *r) {
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access, 0, 1);
#endif
  /* A chunk is read once, as a whole, but by who looks at single rows. */
  H5Pset_cache(access, 0, 1, MOST_BLOCK_ROWS * sizeof(double), 0);
  r->file = H5Fopen(r->base.path, H5F_ACC_RDONLY, access);
  H5Pclose(access);
  if (r->file < 0) return fail_here(r, "this is no HDF5 file that can be read");
  r->status = PTL_OK;
  if (H5Literate(r->file, H5_INDEX_NAME, H5_ITER_INC, NULL, visit_link, r) < 0)
    return r->status != PTL_OK ? r->status : fail_here(r, "its list of datasets cannot be read");
  if (r->n == 0) return fail_here(r, "it holds no datasets; expected one for each column");
  qsort(r->found, (size_t)r->n, sizeof *r->found, compare_positions);
  find_block(r);
  return hand_over_columns(r);
}

/* ------------------------------------------------------------------ rows */

static ptl_status read_part(const reader *r, int column, hsize_t start, hsize_t count,
                            double *values) {
  const hid_t own = r->found[column].dataset;
  hid_t in_file = H5Dget_space(own), in_memory = H5Screate_simple(1, &count, NULL);
  int bad = H5Sselect_hyperslab(in_file, H5S_SELECT_SET, &start, NULL, &count, NULL) < 0 ||
            H5Dread(own, H5T_NATIVE_DOUBLE, in_memory, in_file, H5P_DEFAULT, values) < 0;
  ptl_status status = PTL_OK;
  if (bad) {
    ptl_hdf5_reason why;
    char what[320];
    ptl_hdf5_find_reason(&why);
    snprintf(what, sizeof what, "cannot be read: %s", why.text);
    status = fail_dataset(r, r->base.columns[column].name, what);
  }
  H5Sclose(in_memory);
  H5Sclose(in_file);
  return status;
}

static ptl_status next(ptl_trace_input *input, const int *columns, int n, double *const *values,
                       int *n_rows) {
  reader *r = (reader *)input;
  const hsize_t block = (hsize_t)input->block, left = r->rows - r->next;
  const hsize_t of_chunk = block - r->next % block, count = left < of_chunk ? left : of_chunk;
  ptl_status status = PTL_OK;
  ptl_hdf5_guard g;
  *n_rows = 0;
  if (count == 0) return PTL_OK;
  ptl_hdf5_enter(&g);
  for (int k = 0; k < n && status == PTL_OK; k++)
    status = read_part(r, columns[k], r->next, count, values[k]);
  ptl_hdf5_leave(&g);
  r->next += count;
  if (status == PTL_OK) *n_rows = (int)count;
  return status;
}

static ptl_status get_ends(ptl_trace_input *input, int column, double ends[2]) {
  const reader *r = (reader *)input;
  ptl_hdf5_guard g;
  ends[0] = ends[1] = NAN;
  if (r->rows == 0) return PTL_OK;
  ptl_hdf5_enter(&g);
  ptl_status status = read_part(r, column, 0, 1, &ends[0]);
  if (status == PTL_OK) status = read_part(r, column, r->rows - 1, 1, &ends[1]);
  ptl_hdf5_leave(&g);
  return status;
}

/* The first row that is not below `from`, by halves. */
static ptl_status seek(ptl_trace_input *input, int column, double from) {
  reader *r = (reader *)input;
  hsize_t low = 0, high = r->rows;
  ptl_status status = PTL_OK;
  ptl_hdf5_guard g;
  ptl_hdf5_enter(&g);
  while (status == PTL_OK && column >= 0 && from > -INFINITY && low < high) {
    const hsize_t middle = low + (high - low) / 2;
    double value;
    status = read_part(r, column, middle, 1, &value);
    if (value < from)
      low = middle + 1;
    else
      high = middle;
  }
  ptl_hdf5_leave(&g);
  r->next = low;
  return status;
}

static void close_all(reader *r) {
  ptl_context *context = r->base.context;
  for (int i = 0; i < r->n; i++) {
    H5Dclose(r->found[i].dataset);
    ptl_free(context, (char *)r->found[i].column.name);
    ptl_free(context, (char *)r->found[i].column.unit);
  }
  if (r->file > 0) H5Fclose(r->file);
  ptl_free(context, r->found);
  ptl_trace_input_release(&r->base);
  ptl_free(context, r);
}

static void close_file(ptl_trace_input *input) {
  ptl_hdf5_guard g;
  ptl_hdf5_enter(&g);
  close_all((reader *)input);
  ptl_hdf5_leave(&g);
}

static const ptl_trace_input_class hdf5 = {PTL_TRACE_HDF5, get_ends, seek, next, close_file};

ptl_status ptl_hdf5_open(ptl_context *context, const char *path, ptl_trace_input **out) {
  *out = NULL;
  reader *r = ptl_alloc(context, 1, sizeof *r);
  if (r == NULL) return PTL_ERR_MEMORY;
  r->base = (ptl_trace_input){.class = &hdf5, .context = context};
  r->base.path = ptl_copy_text(context, path);
  ptl_hdf5_guard g;
  ptl_hdf5_enter(&g);
  const ptl_status status = r->base.path != NULL ? open_columns(r) : PTL_ERR_MEMORY;
  if (status != PTL_OK) close_all(r);
  ptl_hdf5_leave(&g);
  if (status == PTL_OK) *out = &r->base;
  return status;
}
