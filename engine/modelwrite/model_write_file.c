/* model_write_file.c: a description as a model file on disk, and as text in memory. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file_write.h"
#include "model_write.h"
#include "text_stream.h"

static ptl_status fail_io(ptl_context *context, const char *path) {
  return ptl_fail(context, ptl_errno_status(), PTL_E(0702) "%s: error: cannot be written: %s", path,
                  strerror(errno));
}

ptl_status ptl_mechanism_save(const ptl_mechanism *m, const char *path) {
  ptl_new_file file;
  if (ptl_new_file_open(&file, path) != 0) return fail_io(m->context, path);
  ptl_model_print(m, file.stream);
  return ptl_new_file_close(&file, 1) == 0 ? PTL_OK : fail_io(m->context, path);
}

ptl_status ptl_model_text(ptl_context *context, const ptl_mechanism *m, char **out) {
  ptl_text_stream file;
  *out = NULL;
  if (ptl_text_stream_open(&file) != 0)
    return ptl_fail(context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
  ptl_model_print(m, file.stream);
  if (ptl_text_stream_close(&file) == 0) *out = ptl_copy_text(context, file.text);
  free(file.text);
  return *out != NULL ? PTL_OK : ptl_fail(context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
}

ptl_status ptl_mechanism_text(const ptl_mechanism *m, char **out) {
  return ptl_model_text(m->context, m, out);
}
