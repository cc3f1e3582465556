/* scene_marks.h: what is drawn over the bodies: trails, new contacts, arrows and their scale. */
#ifndef PTL_SCENE_MARKS_H
#define PTL_SCENE_MARKS_H

#include "scene.h"

void ptl_scene_marks(const ptl_scene *scene, const ptl_snapshot *snapshot, const ptl_viewport *view,
                     const ptl_appearance *appearance, ptl_shapes *out);
/* The scale of the arrows, bottom right. */
void ptl_scene_legend(const ptl_scene *scene, const ptl_viewport *view,
                      const ptl_appearance *appearance, ptl_shapes *out);

#endif
