/* system_vary.c: a system with other values than one that is there. */
#include "assemble.h"

ptl_status ptl_system_vary(ptl_context *context, const ptl_system *system,
                           const ptl_setting *settings, int n_settings, ptl_system **out) {
  ptl_mechanism *m;
  *out = NULL;
  const ptl_status status =
      ptl_mechanism_vary(context, system->mechanism, settings, n_settings, &m);
  return status == PTL_OK ? ptl_assemble_own(m, out) : status;
}
