/* plugin_wrong_abi.c: built for an interface of the future; nothing behind `abi` may be read. */
#include "pintle_extend.h"

#define EXPORT __attribute__((visibility("default")))

static const int plugin[1] = {PTL_EXTEND_ABI + 1};

EXPORT const ptl_plugin *ptl_plugin_types(void);
EXPORT const ptl_plugin *ptl_plugin_types(void) {
  return (const ptl_plugin *)(const void *)plugin;
}
