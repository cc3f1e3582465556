/* resource.c: see resource.h. */
#include "resource.h"

#include <inttypes.h>
#include <stdio.h>

#include "hash.h"

uint64_t ptl_fmu_resource_hash(const void *bytes, size_t size) {
  return ptl_hash(ptl_hash(PTL_HASH_START, PTL_VERSION, sizeof PTL_VERSION), bytes, size);
}

void ptl_fmu_resource_token(const void *bytes, size_t size, char token[PTL_FMU_TOKEN]) {
  snprintf(token, PTL_FMU_TOKEN, "{pintle-%s-%016" PRIx64 "}", PTL_VERSION,
           ptl_fmu_resource_hash(bytes, size));
}
