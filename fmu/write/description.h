/* description.h: modelDescription.xml of a unit. Internal. */
#ifndef PTL_FMU_DESCRIPTION_H
#define PTL_FMU_DESCRIPTION_H

#include <stdio.h>

#include "variables.h"

typedef struct ptl_fmu_description {
  ptl_context *context;
  const ptl_mechanism *mechanism;
  const ptl_system *system;
  const ptl_fmu_variables *variables;
  int version;            /* of FMI: 2 or 3 */
  int is_exchange;        /* model exchange; else co-simulation */
  const char *identifier; /* of the shared object, a name as in C */
  const char *token;
} ptl_fmu_description;

/* PTL_ERR_INPUT for a unit that is none. */
ptl_status ptl_fmu_describe(const ptl_fmu_description *d, FILE *out);

#endif
