/* plugin_good.c: adds the elastic law quadratic. */
#include "quadratic.h"

static const ptl_elastic_law quadratic = {.name = "quadratic",
                                          .doc = QUADRATIC_DOC,
                                          .params = quadratic_params,
                                          .force = quadratic_force};
static const ptl_elastic_law *const elastic[] = {&quadratic, NULL};
static const ptl_plugin plugin = {PTL_PLUGIN_HEADER, "good", "1.2", elastic, NULL, NULL, NULL};

EXPORT const ptl_plugin *ptl_plugin_types(void);
EXPORT const ptl_plugin *ptl_plugin_types(void) {
  return &plugin;
}
