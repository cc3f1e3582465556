/* scene_draw.h: a mechanism at one time as a list of shapes, from the grid at the back to the names
 * in front.
 */
#ifndef PTL_SCENE_DRAW_H
#define PTL_SCENE_DRAW_H

#include "scene.h"

void ptl_scene_draw(const ptl_scene *scene, const ptl_snapshot *snapshot, const ptl_viewport *view,
                    const ptl_appearance *appearance, ptl_shapes *out);

#endif
