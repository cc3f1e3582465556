/* scene_springs.h: forces between two points as coils, between two angles as spirals. */
#ifndef PTL_SCENE_SPRINGS_H
#define PTL_SCENE_SPRINGS_H

#include "scene.h"

void ptl_scene_springs(const ptl_scene *scene, const ptl_snapshot *snapshot,
                       const ptl_viewport *view, ptl_shapes *out);

#endif
