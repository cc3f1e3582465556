/* model_write_file.c: a description as a model file on disk, and as text in memory. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model_write.h"

static ptl_status fail_io(ptl_context *context, const char *path) {
  return ptl_fail(context, PTL_ERR_IO, "%s: error: cannot be written: %s", path, strerror(errno));
}

/* Beside `path` first: a file that is there is replaced as a whole or not at all. */
ptl_status ptl_model_write(ptl_context *context, const ptl_mechanism *m, const char *path) {
  const size_t size = strlen(path) + 32;
  char *part = ptl_alloc(context, size, 1);
  if (part == NULL) return PTL_ERR_MEMORY;
  snprintf(part, size, "%s.%ld.part", path, (long)getpid());
  FILE *file = fopen(part, "wb");
  ptl_status status = file != NULL ? PTL_OK : fail_io(context, path);
  if (file != NULL) {
    ptl_model_print(m, file);
    if (fflush(file) != 0 || ferror(file)) status = fail_io(context, path);
    if (fclose(file) != 0 && status == PTL_OK) status = fail_io(context, path);
    if (status == PTL_OK && rename(part, path) != 0) status = fail_io(context, path);
    if (status != PTL_OK) remove(part);
  }
  ptl_free(context, part);
  return status;
}

ptl_status ptl_mechanism_save(const ptl_mechanism *m, const char *path) {
  return ptl_model_write(m->context, m, path);
}

ptl_status ptl_model_text(ptl_context *context, const ptl_mechanism *m, char **out) {
  char *text = NULL;
  size_t size;
  *out = NULL;
  FILE *file = open_memstream(&text, &size);
  if (file == NULL) return ptl_fail(context, PTL_ERR_MEMORY, "out of memory");
  ptl_model_print(m, file);
  int failed = ferror(file);
  failed |= fclose(file);
  if (!failed) *out = ptl_copy_text(context, text);
  free(text);
  return *out != NULL ? PTL_OK : ptl_fail(context, PTL_ERR_MEMORY, "out of memory");
}

ptl_status ptl_mechanism_text(const ptl_mechanism *m, char **out) {
  return ptl_model_text(m->context, m, out);
}
