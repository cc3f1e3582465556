/* scene_bodies.h: bodies, ground and joints of a mechanism as shapes. */
#ifndef PTL_SCENE_BODIES_H
#define PTL_SCENE_BODIES_H

#include "scene.h"

/* Bearings, rails, floors and slots that are fixed to the ground. */
void ptl_scene_ground(const ptl_scene *scene, const ptl_snapshot *snapshot,
                      const ptl_viewport *view, ptl_shapes *out);
/* All bodies; those with slots lie below the others, which carry the pins. */
void ptl_scene_bodies(const ptl_scene *scene, const ptl_snapshot *snapshot,
                      const ptl_viewport *view, ptl_shapes *out);
/* The bearing blocks on the ground that bodies or wheels would hide; after these. */
void ptl_scene_front_supports(const ptl_scene *scene, const ptl_snapshot *snapshot,
                              const ptl_viewport *view, ptl_shapes *out);
/* Pins, rods, places of contact; then the centres of mass. */
void ptl_scene_joints(const ptl_scene *scene, const ptl_snapshot *snapshot,
                      const ptl_viewport *view, const ptl_appearance *appearance, ptl_shapes *out);
/* Only the outlines of the bodies, in grey. */
void ptl_scene_ghost(const ptl_scene *scene, const ptl_snapshot *snapshot, const ptl_viewport *view,
                     ptl_shapes *out);

#endif
