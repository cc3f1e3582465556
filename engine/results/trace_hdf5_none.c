/* trace_hdf5_none.c: stands for the files trace_hdf5_*.c where HDF5 was missing when Pintle was
 * built. */
#include "trace.h"
#include "trace_input.h"

static ptl_status refuse(ptl_context *context, const char *what, const char *path) {
  return ptl_fail(context, PTL_ERR_INPUT,
                  PTL_E(0706) "cannot %s %s: this Pintle was built without HDF5; install libhdf5-dev and build "
                  "it again, or use CSV",
                  what, path);
}

ptl_status ptl_hdf5_create(ptl_context *context, const char *path, const ptl_column *columns, int n,
                           ptl_hdf5_writer **out) {
  (void)columns, (void)n;
  *out = NULL;
  return refuse(context, "create", path);
}

int ptl_hdf5_row(ptl_hdf5_writer *writer, const double *values) {
  (void)writer, (void)values;
  return 1;
}

ptl_status ptl_hdf5_close(ptl_hdf5_writer *writer) {
  (void)writer;
  return PTL_OK;
}

ptl_status ptl_hdf5_open(ptl_context *context, const char *path, ptl_trace_input **out) {
  *out = NULL;
  return refuse(context, "read", path);
}
