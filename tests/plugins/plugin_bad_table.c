/* plugin_bad_table.c: a law whose default lies outside its range. */
#include "quadratic.h"

static const ptl_param params[] = {
    {.name = "stiffness",
     .unit = "N/m^2",
     .fallback = -1,
     .min = 0,
     .max = INFINITY,
     .doc = "Stiffness K."},
    {0},
};
static const ptl_elastic_law law = {
    .name = "negative", .doc = QUADRATIC_DOC, .params = params, .force = quadratic_force};
static const ptl_elastic_law *const elastic[] = {&law, NULL};
static const ptl_plugin plugin = {
    PTL_PLUGIN_HEADER, "bad", "1", elastic, NULL, NULL, NULL, NULL, NULL};

EXPORT const ptl_plugin *ptl_plugin_types(void);
EXPORT const ptl_plugin *ptl_plugin_types(void) {
  return quadratic_params[0].name ? &plugin : NULL;
}
