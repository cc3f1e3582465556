/* trace_hdf5_file.c: an HDF5 file driver that keeps the first error to itself. */
#include "trace_hdf5_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

typedef struct info { /* in the file access properties */
  int *error;
} info;

typedef struct file {
  H5FD_t base; /* HDF5's; must be first */
  int descriptor;
  int *error;
  haddr_t allocated, end; /* what HDF5 has handed out; the file's own length */
} file;

static void note(file *f) {
  if (*f->error == 0) *f->error = errno != 0 ? errno : EIO;
}

/* HDF5 first asks whether the file is there, then opens it as it is wanted. */
static H5FD_t *open_file(const char *name, unsigned flags, hid_t access, haddr_t most) {
  const info *own = H5Pget_driver_info(access);
  int how = O_CLOEXEC | ((flags & H5F_ACC_RDWR) ? O_RDWR : O_RDONLY);
  (void)most;
  if (flags & H5F_ACC_TRUNC) how |= O_TRUNC;
  if (flags & H5F_ACC_CREAT) how |= O_CREAT;
  if (flags & H5F_ACC_EXCL) how |= O_EXCL;
  int descriptor = open(name, how, 0666);
  *own->error = descriptor < 0 ? errno : 0;
  if (descriptor < 0) return NULL;
  file *f = calloc(1, sizeof *f);
  if (f == NULL) {
    *own->error = ENOMEM;
    close(descriptor);
    return NULL;
  }
  off_t length = lseek(descriptor, 0, SEEK_END);
  f->descriptor = descriptor;
  f->error = own->error;
  f->end = length > 0 ? (haddr_t)length : 0;
  return &f->base;
}

static herr_t close_file(H5FD_t *base) {
  file *f = (file *)base;
  if (close(f->descriptor) != 0 && errno != EINTR) note(f);
  free(f);
  return 0;
}

static herr_t query(const H5FD_t *base, unsigned long *flags) {
  (void)base;
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

static haddr_t get_allocated(const H5FD_t *base, H5FD_mem_t type) {
  (void)type;
  return ((const file *)base)->allocated;
}

static herr_t set_allocated(H5FD_t *base, H5FD_mem_t type, haddr_t end) {
  (void)type;
  ((file *)base)->allocated = end;
  return 0;
}

static haddr_t get_end(const H5FD_t *base, H5FD_mem_t type) {
  (void)type;
  return ((const file *)base)->end;
}

/* What was never written reads as zeros. */
static herr_t read_file(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size,
                        void *buffer) {
  file *f = (file *)base;
  char *out = buffer;
  (void)type, (void)transfer;
  while (size > 0) {
    ssize_t n = pread(f->descriptor, out, size, (off_t)at);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) note(f);
    if (n <= 0) {
      memset(out, 0, size);
      return 0;
    }
    out += n;
    at += (haddr_t)n;
    size -= (size_t)n;
  }
  return 0;
}

static herr_t write_file(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size,
                         const void *buffer) {
  file *f = (file *)base;
  const char *from = buffer;
  (void)type, (void)transfer;
  while (size > 0 && *f->error == 0) {
    ssize_t n = pwrite(f->descriptor, from, size, (off_t)at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      note(f);
      break;
    }
    from += n;
    at += (haddr_t)n;
    size -= (size_t)n;
  }
  at += size; /* as if all had been written */
  if (at > f->end) f->end = at;
  return 0;
}

static herr_t truncate_file(H5FD_t *base, hid_t transfer, hbool_t closing) {
  file *f = (file *)base;
  (void)transfer, (void)closing;
  if (f->allocated == f->end) return 0;
  if (*f->error == 0 && ftruncate(f->descriptor, (off_t)f->allocated) != 0) note(f);
  f->end = f->allocated;
  return 0;
}

static const H5FD_class_t driver = {
#if H5_VERSION_GE(1, 13, 0)
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)600, /* of those that anybody may use */
#endif
    .name = "pintle",
    .maxaddr = ((haddr_t)1 << (8 * sizeof(off_t) - 1)) - 1,
    .fc_degree = H5F_CLOSE_WEAK,
    .fapl_size = sizeof(info),
    .open = open_file,
    .close = close_file,
    .query = query,
    .get_eoa = get_allocated,
    .set_eoa = set_allocated,
    .get_eof = get_end,
    .read = read_file,
    .write = write_file,
    .truncate = truncate_file,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

/* HDF5 wants a driver to outlive its files; it forgets all drivers when the host closes the
 * library. */
hid_t ptl_hdf5_file_access(int *error) {
  static hid_t id = H5I_INVALID_HID;
  const info own = {error};
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  *error = 0;
  if (H5Iget_type(id) != H5I_VFL) id = H5FDregister(&driver);
  H5Pset_driver(access, id, &own);
  return access;
}
