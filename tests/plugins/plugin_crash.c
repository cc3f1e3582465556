/* plugin_crash.c: an elastic law that ends its process where its stiffness is above 2e9 N/m^2, as a
 * plug-in with a fault does. */
#include <stdlib.h>

#include "quadratic.h"

static void crash_force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  if (c[0] > 2e9) abort();
  quadratic_force(c, in, out);
}

static const ptl_elastic_law crash = {
    .name = "crash", .doc = QUADRATIC_DOC, .params = quadratic_params, .force = crash_force};
static const ptl_elastic_law *const elastic[] = {&crash, NULL};
static const ptl_plugin plugin = {
    PTL_PLUGIN_HEADER, "crash", "1.0", elastic, NULL, NULL, NULL, NULL, NULL};

EXPORT const ptl_plugin *ptl_plugin_types(void);
EXPORT const ptl_plugin *ptl_plugin_types(void) {
  return &plugin;
}
