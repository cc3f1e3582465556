/* plugin_duplicate.c: a new law, then one whose name is built in; neither may be added. */
#include "quadratic.h"

static const ptl_elastic_law fresh = {
    .name = "fresh", .doc = QUADRATIC_DOC, .params = quadratic_params, .force = quadratic_force};
static const ptl_elastic_law power = {
    .name = "power", .doc = QUADRATIC_DOC, .params = quadratic_params, .force = quadratic_force};
static const ptl_elastic_law *const elastic[] = {&fresh, &power, NULL};
static const ptl_plugin plugin = {
    PTL_PLUGIN_HEADER, "twice", "1", elastic, NULL, NULL, NULL, NULL, NULL};

EXPORT const ptl_plugin *ptl_plugin_types(void);
EXPORT const ptl_plugin *ptl_plugin_types(void) {
  return &plugin;
}
