/* resource.c: see resource.h. */
#include "resource.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "context.h"
#include "hash.h"

enum { LARGEST = 64 << 20, CHUNK = 1 << 16 };

static ptl_status read_all(ptl_context *context, const char *path, FILE *file, void **bytes,
                           size_t *size) {
  size_t room = 0;
  unsigned char *all = NULL;
  *size = 0;
  for (size_t n = CHUNK; n > 0;) {
    if (*size + CHUNK > room) {
      room = 2 * room + 2 * CHUNK;
      unsigned char *larger = ptl_alloc(context, room, 1);
      if (larger != NULL && *size > 0) memcpy(larger, all, *size);
      ptl_free(context, all);
      all = larger;
      if (all == NULL) return PTL_ERR_MEMORY;
    }
    n = fread(all + *size, 1, CHUNK, file);
    *size += n;
    if (*size > LARGEST) {
      ptl_free(context, all);
      return ptl_fail(context, PTL_ERR_INPUT, "%s: error: this is too large for a model", path);
    }
  }
  *bytes = all;
  return PTL_OK;
}

ptl_status ptl_fmu_resource_read(ptl_context *context, const char *path, void **bytes,
                                 size_t *size) {
  *bytes = NULL;
  FILE *file = fopen(path, "rb");
  if (file == NULL)
    return ptl_fail(context, PTL_ERR_IO, "%s: error: cannot be read: %s", path, strerror(errno));
  ptl_status status = read_all(context, path, file, bytes, size);
  if (status == PTL_OK && ferror(file)) {
    ptl_free(context, *bytes);
    *bytes = NULL;
    status = ptl_fail(context, PTL_ERR_IO, "%s: error: cannot be read", path);
  }
  fclose(file);
  return status;
}

uint64_t ptl_fmu_resource_hash(const void *bytes, size_t size) {
  return ptl_hash(ptl_hash(PTL_HASH_START, PTL_VERSION, sizeof PTL_VERSION), bytes, size);
}

void ptl_fmu_resource_token(const void *bytes, size_t size, char token[PTL_FMU_TOKEN]) {
  snprintf(token, PTL_FMU_TOKEN, "{pintle-%s-%016" PRIx64 "}", PTL_VERSION,
           ptl_fmu_resource_hash(bytes, size));
}
