#include "scene_pick.h"

#include <math.h>

int ptl_scene_pick_joint(const ptl_scene *scene, const ptl_snapshot *snapshot,
                         const ptl_viewport *view, ptl_point at, double reach) {
  int best = -1;
  double nearest = INFINITY;
  for (int i = 0; i < scene->sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &scene->sketch->joints[i];
    ptl_point pin = ptl_viewport_point(
        view, ptl_snapshot_point(snapshot, joint->b.body, joint->b.x, joint->b.y));
    double r = ptl_geometry_pin_radius(scene->geometry, joint) * view->scale + reach;
    double distance = hypot(pin.x - at.x, pin.y - at.y);
    int preferred = joint->clearance > 0; /* at one point the one with clearance */
    if (preferred) distance *= 0.5;
    if (distance < r && (distance < nearest || (preferred && distance == nearest))) {
      nearest = distance;
      best = i;
    }
  }
  return best;
}

int ptl_scene_pick_body(const ptl_scene *scene, const ptl_snapshot *snapshot,
                        const ptl_viewport *view, ptl_point at) {
  ptl_point world = ptl_viewport_world(view, at);
  for (int i = scene->sketch->n_bodies - 1; i >= 0; i--) {
    const ptl_body_state *body = &snapshot->bodies[i];
    double dx = world.x - body->x, dy = world.y - body->y;
    double c = cos(body->angle), s = sin(body->angle);
    ptl_point local = {c * dx + s * dy, -s * dx + c * dy};
    if (ptl_geometry_outline_covers(&scene->geometry->bodies[i], local)) return i;
  }
  return PTL_GROUND;
}
