/* resource.h: the packed model in a unit's resources. Internal. */
#ifndef PTL_FMU_RESOURCE_H
#define PTL_FMU_RESOURCE_H

#include "pintle.h"

#define PTL_FMU_MODEL_FILE "model.ptlpack"
enum { PTL_FMU_TOKEN = 64, PTL_FMU_LARGEST_FILE = 64 << 20 /* [bytes] */ };

/* What the unit's description and its model must agree in: of the model's bytes and of Pintle's
 * version. */
uint64_t ptl_fmu_resource_hash(const void *bytes, size_t size);
void ptl_fmu_resource_token(const void *bytes, size_t size, char token[PTL_FMU_TOKEN]);

#endif
