/* trace_hdf5_read.c: traces in HDF5, read: any file whose root holds datasets with one axis and a
 * unit.
 *
 * The file may be anybody's. What leads out of it, asks for plug-ins or claims more than it holds
 * is refused before it is read. The HDF5 library itself may crash or go on for ever over a damaged
 * file, so that a process of its own opens every file first. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace_hdf5_lock.h"
#include "trace_hdf5_pack.h"
#include "trace_input.h"

/* Rows of a block where the file's own chunks do not say. */
enum { BLOCK_ROWS = 4096, MOST_BLOCK_ROWS = 1 << 16 };
/* Bounds for what a file says of itself: characters of a unit, rows of a chunk, seconds of work to
 * open it. */
enum { LONGEST_UNIT = 1024, MOST_CHUNK_ROWS = 1 << 23, TRIAL_SECONDS = 30 };

/* ------------------------------------------------------------------ columns */

/* Filters through which the chunks of a dataset go, in this order, each once at most. */
enum { SHUFFLE = 1, DEFLATE = 2, FLETCHER32 = 4 };

typedef struct found { /* one column */
  ptl_column column;
  int position; /* its attribute `column`, INT_MAX where it has none */
  hid_t dataset;
  hsize_t chunk, checked; /* rows of a chunk; the chunk before this one has been checked last */
  size_t size;            /* bytes of a row */
  unsigned filters;
  /* 1: numbers as they are in memory, that go through shuffle and deflate or deflate alone */
  int is_ours;
} found;

typedef struct reader {
  ptl_trace_input base;
  hid_t file;
  found *found;
  int n;
  hsize_t rows, next;
  ptl_status status;          /* of the search for columns */
  unsigned char *raw, *plain; /* a chunk as it is stored and inflated */
  size_t raw_size, plain_size;
  int plain_column; /* whose chunk `plain` holds; -1: none */
  hsize_t plain_chunk;
} reader;

static ptl_status fail_here(const reader *r, const char *what) {
  ptl_hdf5_reason why;
  ptl_hdf5_find_reason(&why);
  if (why.no_memory)
    return ptl_fail(r->base.context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory while %s is read",
                    r->base.path);
  return ptl_fail(r->base.context, PTL_ERR_INPUT, PTL_E(0704) "%s: error: %s%s%s", r->base.path,
                  what, why.text[0] != '\0' ? ": " : "", why.text);
}

static ptl_status fail_dataset(const reader *r, const char *name, const char *what) {
  return ptl_fail(r->base.context, PTL_ERR_INPUT, PTL_E(0704) "%s: error: dataset '%s' %s",
                  r->base.path, name, what);
}

static int is_single(hid_t attribute) {
  hid_t space = H5Aget_space(attribute);
  const int single = H5Sget_simple_extent_npoints(space) == 1;
  H5Sclose(space);
  return single;
}

/* The text of an attribute that is a string of fixed or variable length, in memory of the
 * context. */
static ptl_status copy_attribute(const reader *r, hid_t attribute, hid_t stored, hid_t type,
                                 char **out) {
  H5Tset_cset(type, H5Tget_cset(stored));
  if (H5Tis_variable_str(stored) > 0) {
    char *text = NULL;
    H5Tset_size(type, H5T_VARIABLE);
    if (H5Aread(attribute, type, &text) < 0 || text == NULL) return PTL_OK;
    if (strlen(text) <= LONGEST_UNIT) *out = ptl_copy_text(r->base.context, text);
    const int failed = strlen(text) <= LONGEST_UNIT && *out == NULL;
    H5free_memory(text);
    return failed ? PTL_ERR_MEMORY : PTL_OK;
  }
  const size_t size = H5Tget_size(stored);
  if (size > LONGEST_UNIT) return PTL_OK;
  H5Tset_size(type, size + 1);
  *out = ptl_alloc(r->base.context, size + 1, 1);
  if (*out == NULL) return PTL_ERR_MEMORY;
  if (H5Aread(attribute, type, *out) < 0) **out = '\0';
  return PTL_OK;
}

/* *out stays NULL where there is no such attribute, or its value is not one short text. */
static ptl_status get_text(const reader *r, hid_t object, const char *name, char **out) {
  *out = NULL;
  if (H5Aexists(object, name) <= 0) return PTL_OK;
  hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  if (attribute < 0) return PTL_OK;
  hid_t stored = H5Aget_type(attribute), type = H5Tcopy(H5T_C_S1);
  ptl_status status = PTL_OK;
  if (H5Tget_class(stored) == H5T_STRING && is_single(attribute))
    status = copy_attribute(r, attribute, stored, type, out);
  H5Tclose(type);
  H5Tclose(stored);
  H5Aclose(attribute);
  return status;
}

static int get_position(hid_t dataset) {
  int position = INT_MAX;
  if (H5Aexists(dataset, "column") <= 0) return position;
  hid_t attribute = H5Aopen(dataset, "column", H5P_DEFAULT);
  if (attribute < 0) return position;
  hid_t type = H5Aget_type(attribute);
  if (H5Tget_class(type) != H5T_INTEGER || H5Tget_size(type) > sizeof(int64_t) ||
      !is_single(attribute) || H5Aread(attribute, H5T_NATIVE_INT, &position) < 0)
    position = INT_MAX;
  H5Tclose(type);
  H5Aclose(attribute);
  return position;
}

/* ------------------------------------------------------------------ what a column may be */

/* The numbers of IEEE 754 and of two's complement, in either order of bytes. */
static int is_number(hid_t type) {
  const hid_t known[] = {H5T_IEEE_F64LE, H5T_IEEE_F64BE, H5T_IEEE_F32LE, H5T_IEEE_F32BE,
                         H5T_STD_I8LE,   H5T_STD_I8BE,   H5T_STD_I16LE,  H5T_STD_I16BE,
                         H5T_STD_I32LE,  H5T_STD_I32BE,  H5T_STD_I64LE,  H5T_STD_I64BE,
                         H5T_STD_U8LE,   H5T_STD_U8BE,   H5T_STD_U16LE,  H5T_STD_U16BE,
                         H5T_STD_U32LE,  H5T_STD_U32BE,  H5T_STD_U64LE,  H5T_STD_U64BE};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (H5Tequal(type, known[i]) > 0) return 1;
  return 0;
}

/* Filters that every HDF5 library has and that cannot do more than give back bytes; 0 for others or
 * another order. */
static int find_filters(hid_t create, unsigned *filters) {
  const int n = H5Pget_nfilters(create);
  *filters = 0;
  for (int i = 0; i < n; i++) {
    unsigned flags, config;
    size_t n_values = 0;
    const H5Z_filter_t filter =
        H5Pget_filter2(create, (unsigned)i, &flags, &n_values, NULL, 0, NULL, &config);
    const unsigned bit = filter == H5Z_FILTER_SHUFFLE      ? SHUFFLE
                         : filter == H5Z_FILTER_DEFLATE    ? DEFLATE
                         : filter == H5Z_FILTER_FLETCHER32 ? FLETCHER32
                                                           : 0;
    if (bit <= *filters) return 0;
    *filters |= bit;
  }
  return n >= 0;
}

/* Rows that the file holds chunks for. */
static hsize_t rows_of_chunks(hid_t dataset, hsize_t chunk) {
  hsize_t n = 0;
  hid_t space = H5Dget_space(dataset);
  if (H5Dget_num_chunks(dataset, space, &n) < 0) n = 0;
  H5Sclose(space);
  return n > (hsize_t)-1 / chunk ? (hsize_t)-1 : n * chunk;
}

/* Why values that are stored so are not read, or NULL; *stored: rows that are there. */
static const char *check_storage(const reader *r, hid_t create, found *f, hsize_t *stored) {
  const H5D_layout_t layout = H5Pget_layout(create);
  if (layout == H5D_VIRTUAL || H5Pget_external_count(create) != 0)
    return "has its values in another file, which is not read";
  if (layout == H5D_COMPACT || layout == H5D_CONTIGUOUS) {
    hsize_t bytes = H5Dget_storage_size(f->dataset), most = 0;
    if (H5Fget_filesize(r->file, &most) < 0 || bytes > most) bytes = 0;
    *stored = bytes / f->size;
    return NULL;
  }
  if (layout != H5D_CHUNKED || H5Pget_chunk(create, 1, &f->chunk) != 1 || f->chunk == 0)
    return "has no chunks of one axis";
  if (f->chunk > MOST_CHUNK_ROWS) return "has chunks of more than 8 million rows";
  if (!find_filters(create, &f->filters))
    return "is compressed by a filter other than shuffle, deflate and fletcher32, in this order";
  *stored = rows_of_chunks(f->dataset, f->chunk);
  return NULL;
}

/* Length of a dataset that can be a column: one axis, numbers, all in this file; else an error. */
static ptl_status check_dataset(const reader *r, found *f, const char *name, hsize_t *length) {
  hid_t type = H5Dget_type(f->dataset), space = H5Dget_space(f->dataset);
  hid_t create = H5Dget_create_plist(f->dataset);
  const char *why = NULL;
  hsize_t stored = 0;
  f->size = H5Tget_size(type);
  if (!is_number(type))
    why = "holds no numbers";
  else if (H5Sget_simple_extent_ndims(space) != 1)
    why = "has not one axis, as a column has";
  else
    why = check_storage(r, create, f, &stored);
  f->is_ours = (f->filters & DEFLATE) != 0 && (f->filters & FLETCHER32) == 0 &&
               H5Tequal(type, H5T_NATIVE_DOUBLE) > 0;
  if (why == NULL && H5Sget_simple_extent_dims(space, length, NULL) == 1 && stored < *length)
    why = "is longer than what is stored of it";
  H5Pclose(create);
  H5Sclose(space);
  H5Tclose(type);
  return why == NULL ? PTL_OK : fail_dataset(r, name, why);
}

static ptl_status add_column(reader *r, hid_t dataset, const char *name) {
  char *unit = NULL;
  hsize_t length = 0;
  found new = {.dataset = dataset};
  ptl_status status = check_dataset(r, &new, name, &length);
  if (status == PTL_OK) status = get_text(r, dataset, "unit", &unit);
  if (status != PTL_OK) return status;
  found *grown = ptl_grow(r->base.context, r->found, (size_t)r->n, sizeof *grown);
  if (grown != NULL) {
    r->found = grown;
    new.column = (ptl_column){ptl_copy_text(r->base.context, name), unit};
    new.position = get_position(dataset);
    grown[r->n++] = new;
  }
  if (grown == NULL || r->found[r->n - 1].column.name == NULL) {
    if (grown == NULL) ptl_free(r->base.context, unit);
    return PTL_ERR_MEMORY;
  }
  if (unit == NULL || *unit == '\0')
    return fail_dataset(r, name,
                        "has no attribute `unit` that is one text ([1] for none is the text 1)");
  if (r->n == 1 || length < r->rows) r->rows = length; /* a killed run has columns of two lengths */
  return PTL_OK;
}

static herr_t visit_link(hid_t group, const char *name, const H5L_info_t *info, void *user) {
  reader *r = user;
  if (info->type != H5L_TYPE_HARD) {
    r->status = fail_dataset(r, name, "is a link to another place or file, which is not followed");
    return -1;
  }
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
  const int block = chunk > 0 && chunk <= MOST_BLOCK_ROWS ? (int)chunk : BLOCK_ROWS;
  r->base.block = ptl_trace_input_block(block, r->n);
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
  for (int i = 0; i < r->n; i++) {
    const ptl_status status = ptl_trace_input_enter(&r->base, i);
    if (status != PTL_OK) return status;
  }
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

/* ------------------------------------------------------------------ the trial */

/* What the child has to say, when the library has come through. */
typedef struct trial {
  ptl_status status;
  char message[sizeof((ptl_context *)NULL)->told.message];
} trial;

/* In the child: a context of its own, since the caller's allocator may be locked by another
 * thread. */
static void try_file(const char *path, int report) {
  const struct rlimit seconds = {TRIAL_SECONDS, TRIAL_SECONDS}, no_core = {0, 0};
  reader r = {.base = {.context = ptl_context_create_empty(NULL), .path = (char *)path}};
  trial told = {.status = PTL_ERR_MEMORY};
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  setrlimit(RLIMIT_CPU, &seconds);
  setrlimit(RLIMIT_CORE, &no_core);
  if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
  if (r.base.context != NULL) {
    told.status = open_columns(&r);
    snprintf(told.message, sizeof told.message, "%s", r.base.context->told.message);
  }
  const ssize_t n = write(report, &told, sizeof told); /* less than PIPE_BUF: as a whole */
  _exit(n == sizeof told ? 0 : 1);
}

static ptl_status fail_trial(const reader *r) {
  return ptl_fail(r->base.context, ptl_errno_status(),
                  PTL_E(0702) "%s: error: no process can be started to open it: %s", r->base.path,
                  strerror(errno));
}

/* Lets another process open the file, which may crash or be ended in its place. A file that it
 * refuses is not opened here: after that the library does not come to its end. */
static ptl_status try_first(const reader *r) {
  int ends[2];
  trial told;
  ssize_t n;
  if (pipe2(ends, O_CLOEXEC) != 0) return fail_trial(r);
  const pid_t child = fork();
  if (child == 0) try_file(r->base.path, ends[1]);
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return fail_trial(r);
  }
  do {
    n = read(ends[0], &told, sizeof told);
  } while (n < 0 && errno == EINTR);
  close(ends[0]);
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
  if (n == sizeof told && told.status == PTL_OK) return PTL_OK;
  if (n == sizeof told && told.status == PTL_ERR_MEMORY)
    return ptl_fail(r->base.context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory while %s is read",
                    r->base.path);
  if (n == sizeof told)
    return ptl_fail(r->base.context, told.status, PTL_E(0704) "%s", told.message);
  return ptl_fail(r->base.context, PTL_ERR_INPUT,
                  PTL_E(0704) "%s: error: the HDF5 library crashes or does not come to an end over this file, "
                  "which is damaged or made to do so",
                  r->base.path);
}

/* ------------------------------------------------------------------ rows */

static int has_room(const reader *r, unsigned char **memory, size_t *size, size_t wanted) {
  if (*size >= wanted) return 1;
  ptl_free(r->base.context, *memory);
  *memory = ptl_alloc(r->base.context, wanted, 1);
  *size = *memory != NULL ? wanted : 0;
  return *memory != NULL;
}

/* A chunk whose filters leave less than a chunk, or are left out, is read beyond its end by the
 * library. *is_there: the file has rows for it. */
static ptl_status check_chunk(reader *r, int column, hsize_t number, int *is_there) {
  found *f = &r->found[column];
  const char *name = r->base.columns[column].name;
  const size_t whole = (size_t)f->chunk * f->size, most = 2 * whole + 4096, sum = 4;
  const hsize_t offset = number * f->chunk;
  uint32_t left_out = 0;
  hsize_t stored = 0;
  *is_there = H5Dget_chunk_storage_size(f->dataset, &offset, &stored) >= 0 && stored > 0;
  if (!*is_there) return PTL_OK; /* the library gives its fill value */
  if (stored > most) return fail_dataset(r, name, "has a chunk that is larger than its rows");
  r->plain_column = -1;
  if (!has_room(r, &r->raw, &r->raw_size, (size_t)stored) ||
      !has_room(r, &r->plain, &r->plain_size, whole))
    return PTL_ERR_MEMORY;
  if (H5Dread_chunk(f->dataset, H5P_DEFAULT, &offset, &left_out, r->raw) < 0 || left_out != 0)
    return fail_dataset(r, name, "has a chunk that does not go through its filters");
  size_t size = (size_t)stored;
  if ((f->filters & FLETCHER32) != 0) size = size < sum ? 0 : size - sum;
  ptl_status status = size == whole ? PTL_OK : PTL_ERR_INPUT;
  if ((f->filters & DEFLATE) != 0)
    status = ptl_chunk_inflate(r->base.context, r->raw, size, r->plain, whole);
  if (status == PTL_ERR_MEMORY) return status;
  if (status != PTL_OK) return fail_dataset(r, name, "has a chunk that does not hold its rows");
  f->checked = number + 1;
  r->plain_column = f->is_ours ? column : -1;
  r->plain_chunk = number;
  return PTL_OK;
}

/* Rows of the chunk in r->plain: byte k of all its numbers stands before byte k + 1 of the first
 * where they are shuffled. */
static void take_rows(const reader *r, const found *f, hsize_t from, hsize_t count, double *out) {
  const size_t rows = (size_t)f->chunk;
  if ((f->filters & SHUFFLE) == 0) {
    memcpy(out, r->plain + sizeof *out * from, sizeof *out * count);
    return;
  }
  for (hsize_t i = 0; i < count; i++) {
    unsigned char bytes[sizeof *out];
    for (size_t k = 0; k < sizeof *out; k++) bytes[k] = r->plain[rows * k + from + i];
    memcpy(&out[i], bytes, sizeof bytes);
  }
}

static ptl_status read_by_library(const reader *r, int column, hsize_t start, hsize_t count,
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
    if (why.no_memory)
      status = ptl_fail(r->base.context, PTL_ERR_MEMORY,
                        PTL_E(0001) "out of memory while %s is read", r->base.path);
  }
  H5Sclose(in_memory);
  H5Sclose(in_file);
  return status;
}

/* Rows of one chunk. */
static ptl_status read_of_chunk(reader *r, int column, hsize_t start, hsize_t count,
                                double *values) {
  const found *f = &r->found[column];
  const hsize_t number = start / f->chunk;
  const int is_plain = r->plain_column == column && r->plain_chunk == number;
  int is_there = 1;
  ptl_status status = PTL_OK;
  if (f->is_ours ? !is_plain : f->checked != number + 1)
    status = check_chunk(r, column, number, &is_there);
  if (status != PTL_OK) return status;
  if (!f->is_ours || !is_there) return read_by_library(r, column, start, count, values);
  take_rows(r, f, start - number * f->chunk, count, values);
  return PTL_OK;
}

static ptl_status read_part(reader *r, int column, hsize_t start, hsize_t count, double *values) {
  const found *f = &r->found[column];
  const hsize_t end = start + count;
  ptl_status status = PTL_OK;
  if (f->filters == 0) return read_by_library(r, column, start, count, values);
  for (hsize_t n; start < end && status == PTL_OK; start += n, values += n) {
    const hsize_t left = f->chunk - start % f->chunk;
    n = left < end - start ? left : end - start;
    status = read_of_chunk(r, column, start, n, values);
  }
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
  reader *r = (reader *)input;
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
    double value = NAN;
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
  ptl_free(context, r->raw);
  ptl_free(context, r->plain);
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
  r->plain_column = -1;
  r->base.path = ptl_copy_text(context, path);
  ptl_hdf5_guard g;
  ptl_hdf5_enter(&g);
  ptl_status status = r->base.path != NULL ? try_first(r) : PTL_ERR_MEMORY;
  if (status == PTL_OK) status = open_columns(r);
  if (status != PTL_OK) close_all(r);
  ptl_hdf5_leave(&g);
  if (status == PTL_OK) *out = &r->base;
  return status;
}
