/* exchange.h: the state of an instance for model exchange. Internal.
 *
 * The parameters that are given must be in force: ptl_fmu_need_run. */
#ifndef PTL_FMU_EXCHANGE_H
#define PTL_FMU_EXCHANGE_H

#include "fmu.h"

/* Made anew for the present system: at its start, or where it is once the simulation has begun. */
ptl_status ptl_fmu_exchange_make(ptl_fmu *fmu);
void ptl_fmu_exchange_release(ptl_fmu *fmu);
/* Derivatives, depths and forces at the present time and state. */
ptl_status ptl_fmu_exchange_need_values(ptl_fmu *fmu, const char *function);
/* As the functions of fmu.h. */
ptl_status ptl_fmu_exchange_is_event_due(ptl_fmu *fmu, int *is_due);
ptl_status ptl_fmu_exchange_handle_event(ptl_fmu *fmu, int *has_moved);

#endif
