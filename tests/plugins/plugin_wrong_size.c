/* plugin_wrong_size.c: its header had another ptl_joint_type. */
#include "pintle_extend.h"

#define EXPORT __attribute__((visibility("default")))

static const ptl_plugin plugin = {PTL_EXTEND_ABI,
                                  sizeof(ptl_elastic_law),
                                  sizeof(ptl_damping_law),
                                  sizeof(ptl_joint_type) - sizeof(void *),
                                  sizeof(ptl_force_type),
                                  sizeof(ptl_friction_law),
                                  sizeof(ptl_film_law),
                                  "small",
                                  "1",
                                  NULL,
                                  NULL,
                                  NULL,
                                  NULL,
                                  NULL,
                                  NULL};

EXPORT const ptl_plugin *ptl_plugin_types(void);
EXPORT const ptl_plugin *ptl_plugin_types(void) {
  return &plugin;
}
