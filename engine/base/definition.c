/* definition.c: structures of programs that were compiled with another version of the headers. */
#include <string.h>

#include "context.h"

ptl_status ptl_take_def(ptl_context *context, void *own, size_t own_size, const void *given,
                        size_t size, const char *name) {
  const unsigned char *bytes = given;
  for (size_t i = own_size; i < size; i++)
    if (bytes[i] != 0)
      return ptl_fail(
          context, PTL_ERR_USAGE,
          PTL_E(0003) "%s: a member is set that Pintle " PTL_VERSION
                      " does not have (the program's structure has %zu bytes, the library's %zu)",
          name, size, own_size);
  memset(own, 0, own_size);
  memcpy(own, given, size < own_size ? size : own_size);
  return PTL_OK;
}

void ptl_give_def(void *out, size_t size, const void *own, size_t own_size) {
  memset(out, 0, size);
  memcpy(out, own, size < own_size ? size : own_size);
}
