/* bundle.h: a functional mock-up unit as a file. Internal. */
#ifndef PTL_FMU_BUNDLE_H
#define PTL_FMU_BUNDLE_H

#include "pintle.h"

typedef struct ptl_fmu_bundle {
  const char *path;          /* of the unit, "pump.fmu" */
  const char *shared_object; /* pintle-fmu.so */
  int version;               /* of FMI: 2 or 3 */
  int is_exchange;           /* model exchange; else co-simulation */
} ptl_fmu_bundle;

/* Writes the unit; one that is there is replaced as a whole or not at all. PTL_ERR_USAGE tells why
 * the model cannot be one, PTL_ERR_IO what cannot be read or written. */
ptl_status ptl_fmu_write(ptl_context *context, const ptl_mechanism *mechanism,
                         const ptl_system *system, const ptl_fmu_bundle *bundle);

#endif
