/* scene_labels.h: named points, and the names of bodies and joints where they cover nothing. */
#ifndef PTL_SCENE_LABELS_H
#define PTL_SCENE_LABELS_H

#include "scene.h"

void ptl_scene_points(const ptl_scene *scene, const ptl_snapshot *snapshot,
                      const ptl_viewport *view, ptl_shapes *out);
void ptl_scene_labels(const ptl_scene *scene, const ptl_snapshot *snapshot,
                      const ptl_viewport *view, const ptl_appearance *appearance, ptl_shapes *out);

#endif
