/* scene_gears.h: coupled angles as wheels. Two angles in a negative ratio are drawn as wheels that
 * mesh, two in a positive ratio as pulleys with a belt, or as a wheel in a ring where a carrier
 * moves or a wheel stands still. The radii follow from the ratio and the centres.
 */
#ifndef PTL_SCENE_GEARS_H
#define PTL_SCENE_GEARS_H

#include "scene.h"

void ptl_scene_gears(const ptl_scene *scene, const ptl_snapshot *snapshot, const ptl_viewport *view,
                     ptl_shapes *out);

#endif
