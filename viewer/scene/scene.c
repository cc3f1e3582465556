#include "scene.h"

#include <math.h>

ptl_appearance ptl_appearance_default(void) {
  return (ptl_appearance){.grid = 1,
                          .labels = 1,
                          .forces = 1,
                          .flashes = 1,
                          .force_scale = 1,
                          .velocity_scale = 1,
                          .selected = -1};
}

ptl_ink ptl_body_ink(int body) {
  return body == PTL_GROUND ? PTL_INK_FIELD : PTL_INK_BODY + body % PTL_N_BODY_INKS;
}

/* Of gear B on the way to gear A; below it on the pitch line of a rack A. */
static ptl_point pitch_point(const ptl_snapshot *snapshot, const ptl_sketch_joint *joint) {
  const ptl_marker a = ptl_snapshot_marker(snapshot, &joint->a);
  const ptl_marker b = ptl_snapshot_marker(snapshot, &joint->b);
  double ux = a.x - b.x, uy = a.y - b.y, away = joint->radius;
  if (isnan(joint->radius)) {
    const double nx = -sin(a.angle), ny = cos(a.angle);
    away = ux * nx + uy * ny;
    ux = nx;
    uy = ny;
  }
  const double length = hypot(ux, uy);
  if (!(length > 0)) return (ptl_point){b.x, b.y};
  return (ptl_point){b.x + away * ux / length, b.y + away * uy / length};
}

ptl_point ptl_scene_joint_point(const ptl_scene *scene, const ptl_snapshot *snapshot,
                                const ptl_viewport *view, int index) {
  const ptl_sketch_joint *joint = &scene->sketch->joints[index];
  const ptl_joint_state *state = &snapshot->joints[index];
  ptl_point at = ptl_snapshot_point(snapshot, joint->b.body, joint->b.x, joint->b.y);
  if (joint->kind == PTL_SKETCH_TEETH)
    return ptl_viewport_point(view, pitch_point(snapshot, joint));
  double force = hypot(state->fx, state->fy);
  if (joint->kind == PTL_SKETCH_SURFACES && force > 0 && joint->radius > 0) {
    at.x -= joint->radius * state->fx / force;
    at.y -= joint->radius * state->fy / force;
  }
  return ptl_viewport_point(view, at);
}

void ptl_add_turn_arrow(ptl_shapes *out, ptl_point at, double radius) {
  const double tail = -0.5, tip = -2.6;
  double c = cos(tip), s = sin(tip), x = at.x + radius * c, y = at.y + radius * s;
  ptl_path_begin(out, ptl_stroked(PTL_INK_ACCENT, 1.8));
  ptl_path_arc(out, at.x, at.y, radius, tip, tail);
  ptl_path_begin(out, ptl_filled(PTL_INK_ACCENT)); /* counter-clockwise: back along the arc */
  ptl_path_move(out, x + 4 * c, y + 4 * s);
  ptl_path_line(out, x - 4 * c, y - 4 * s);
  ptl_path_line(out, x + 8 * s, y - 8 * c);
  ptl_path_close(out);
}
