/* model_read_yaml.h: YAML text to a tree of nodes. Internal. */
#ifndef PTL_MODEL_READ_YAML_H
#define PTL_MODEL_READ_YAML_H

#include "mechanism.h"

/* Of all that belongs to setting number `setting`. */
static inline ptl_where ptl_setting_where(int setting) {
  return (ptl_where){-setting - 1, 0};
}

/* Reads YAML text into a tree. Failures stand at their location in the file of `m`, or belong to
 * setting number `setting` when that is >= 0. An empty text gives PTL_NODE_NOTHING. */
ptl_status ptl_tree_read(ptl_mechanism *m, const char *text, size_t size, int setting,
                         ptl_node **out);

#endif
