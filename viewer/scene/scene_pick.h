/* scene_pick.h: the joint or body under a point of the screen. */
#ifndef PTL_SCENE_PICK_H
#define PTL_SCENE_PICK_H

#include "scene.h"

/* The joint whose pin is nearest to the point, within `reach` points; of two at one point the one
 * with clearance; or -1. */
int ptl_scene_pick_joint(const ptl_scene *scene, const ptl_snapshot *snapshot,
                         const ptl_viewport *view, ptl_point at, double reach);
/* The body under the point, or PTL_GROUND. */
int ptl_scene_pick_body(const ptl_scene *scene, const ptl_snapshot *snapshot,
                        const ptl_viewport *view, ptl_point at);

#endif
