/* model_set.h: settings that change the tree of a model file. Internal. */
#ifndef PTL_MODEL_SET_H
#define PTL_MODEL_SET_H

#include "mechanism.h"

/* Replaces or adds the value that setting number `setting` of `m` names; an empty value or null
 * takes it away. */
ptl_status ptl_tree_set(ptl_mechanism *m, ptl_node *root, int setting);

#endif
