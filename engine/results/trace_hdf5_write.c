/* trace_hdf5_write.c: traces in HDF5, written.
 *
 * One dataset per column at the root, of 64-bit floats, chunked and compressed (shuffle and
 * deflate), so that a column can be read without the others. Rows are gathered until they fill a
 * chunk of every column and are then written and flushed: what is in the file can be read whatever
 * happens to the program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace.h"
#include "trace_hdf5_file.h"
#include "trace_hdf5_lock.h"
#include "trace_hdf5_pack.h"

enum { FORMAT = 1 };
/* Rows of a chunk: so many that compression pays, so few that a block of all columns stays small.
 */
enum { MOST_ROWS = 4096, LEAST_ROWS = 64, BLOCK_VALUES = 1 << 18 };

/* ------------------------------------------------------------------ writing */

struct ptl_hdf5_writer {
  ptl_context *context;
  char *path;
  int n, block; /* columns; rows of a chunk */
  hid_t file;
  hid_t *datasets;
  double *values; /* `block` for each column */
  ptl_chunk_packer *packer;
  int filled;
  hsize_t written;
  int file_error; /* errno of the driver */
  int failed;
  ptl_hdf5_reason why;
};

/* Keeps the reason of the first failure; before any other call, which would forget it. */
static int failed(ptl_hdf5_writer *w) {
  if (!w->failed) ptl_hdf5_find_reason(&w->why);
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
  H5Pset_deflate(create, 1);
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
  ptl_chunk_packer_destroy(w->packer);
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
  w->packer = ptl_chunk_packer_create(context, w->block);
  if (w->path == NULL || w->datasets == NULL || w->values == NULL || w->packer == NULL) {
    release(w);
    return PTL_ERR_MEMORY;
  }
  ptl_hdf5_guard g;
  ptl_hdf5_enter(&g);
  const int bad = create_file(w) || create_columns(w, columns) ||
                  (H5Fflush(w->file, H5F_SCOPE_LOCAL) < 0 && failed(w)) || file_failed(w);
  if (bad) close_all(w);
  ptl_hdf5_leave(&g);
  if (bad) {
    const ptl_status status = ptl_fail(context, w->why.no_memory ? PTL_ERR_MEMORY : PTL_ERR_IO,
                                       PTL_E(0001) "cannot create %s: %s", path, w->why.text);
    release(w);
    return status;
  }
  *out = w;
  return PTL_OK;
}

/* A chunk goes into the file as it is packed here: HDF5 would compress what cannot be compressed,
 * too. */
static void write_column(ptl_hdf5_writer *w, int column) {
  const hsize_t start = w->written, end = start + (hsize_t)w->filled;
  const hid_t own = w->datasets[column];
  size_t size;
  const void *chunk =
      ptl_chunk_pack(w->packer, w->values + (size_t)column * (size_t)w->block, w->filled, &size);
  if (H5Dset_extent(own, &end) < 0 || H5Dwrite_chunk(own, H5P_DEFAULT, 0, &start, size, chunk) < 0)
    failed(w);
}

static void write_block(ptl_hdf5_writer *w) {
  ptl_hdf5_guard g;
  ptl_hdf5_enter(&g);
  for (int i = 0; i < w->n && !w->failed; i++) write_column(w, i);
  w->written += (hsize_t)w->filled;
  w->filled = 0;
  if (!w->failed && H5Fflush(w->file, H5F_SCOPE_LOCAL) < 0) failed(w);
  file_failed(w);
  ptl_hdf5_leave(&g);
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
  ptl_hdf5_guard g;
  if (w->filled > 0 && !w->failed) write_block(w);
  ptl_hdf5_enter(&g);
  close_all(w);
  ptl_hdf5_leave(&g);
  if (w->failed)
    status = ptl_fail(w->context, w->why.no_memory ? PTL_ERR_MEMORY : PTL_ERR_IO,
                      PTL_E(0001) "cannot write %s: %s", w->path, w->why.text);
  release(w);
  return status;
}
