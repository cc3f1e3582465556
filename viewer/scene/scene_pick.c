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

static double distance_to_segment(ptl_point p, ptl_point a, ptl_point b) {
  double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
  double s = length2 > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2 : 0;
  s = fmin(fmax(s, 0), 1);
  return hypot(p.x - a.x - s * dx, p.y - a.y - s * dy);
}

static int inside_polygon(const ptl_point *points, int n, ptl_point p) {
  int inside = 0;
  for (int i = 0, k = n - 1; i < n; k = i++) {
    if ((points[i].y > p.y) != (points[k].y > p.y) &&
        p.x < points[i].x +
                  (p.y - points[i].y) / (points[k].y - points[i].y) * (points[k].x - points[i].x)) {
      inside = !inside;
    }
  }
  return inside;
}

static int covers(const ptl_body_part *part, ptl_point p) {
  ptl_point corners[4];
  if (part->kind == PTL_PART_HOLE || part->kind == PTL_PART_SLOT) return 0;
  if (part->kind == PTL_PART_FORM) return inside_polygon(part->points, part->n, p);
  if (part->kind == PTL_PART_DISC) {
    return hypot(p.x - part->points[0].x, p.y - part->points[0].y) < part->radius;
  }
  if (part->kind == PTL_PART_BLOCK) {
    ptl_geometry_block(part, 0, corners);
    return inside_polygon(corners, 4, p);
  }
  if (part->kind == PTL_PART_PLATE && part->n > 2 && inside_polygon(part->points, part->n, p)) {
    return 1;
  }
  int n = part->kind == PTL_PART_PLATE ? part->n : part->n - 1;
  for (int i = 0; i < n; i++) {
    ptl_point next = part->points[(i + 1) % part->n];
    if (distance_to_segment(p, part->points[i], next) < part->radius) return 1;
  }
  return 0;
}

static int covered(const ptl_outline *outline, ptl_point p) {
  for (int i = 0; i < outline->n; i++) {
    int hit = covers(&outline->parts[i], p);
    for (int k = i + 1; k < outline->n && outline->parts[k].kind == PTL_PART_HOLE; k++) {
      if (inside_polygon(outline->parts[k].points, outline->parts[k].n, p)) hit = 0;
    }
    if (hit) return 1;
  }
  return 0;
}

int ptl_scene_pick_body(const ptl_scene *scene, const ptl_snapshot *snapshot,
                        const ptl_viewport *view, ptl_point at) {
  ptl_point world = ptl_viewport_world(view, at);
  for (int i = scene->sketch->n_bodies - 1; i >= 0; i--) {
    const ptl_body_state *body = &snapshot->bodies[i];
    double dx = world.x - body->x, dy = world.y - body->y;
    double c = cos(body->angle), s = sin(body->angle);
    ptl_point local = {c * dx + s * dy, -s * dx + c * dy};
    if (covered(&scene->geometry->bodies[i], local)) return i;
  }
  return PTL_GROUND;
}
