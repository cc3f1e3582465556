#include "scene_labels.h"

#include <math.h>
#include <string.h>

static ptl_point point_on_screen(const ptl_snapshot *snapshot, const ptl_viewport *view,
                                 const ptl_sketch_point *point) {
  const ptl_marker *at = &point->at;
  return ptl_viewport_point(view, ptl_snapshot_point(snapshot, at->body, at->x, at->y));
}

void ptl_scene_points(const ptl_scene *scene, const ptl_snapshot *snapshot,
                      const ptl_viewport *view, ptl_shapes *out) {
  for (int i = 0; i < scene->sketch->n_points; i++) {
    const ptl_sketch_point *point = &scene->sketch->points[i];
    const ptl_point at = point_on_screen(snapshot, view, point);
    ptl_shapes_tag(out, PTL_TAG_POINT, i);
    ptl_path_begin(out, ptl_stroked(PTL_INK_ACCENT, 1.5));
    ptl_path_move(out, at.x - 4, at.y);
    ptl_path_line(out, at.x + 4, at.y);
    ptl_path_move(out, at.x, at.y - 4);
    ptl_path_line(out, at.x, at.y + 4);
  }
}

enum { MAX_BOXES = 96, POSITIONS = 8 };

typedef struct boxes { /* parts of the picture that names must not cover */
  double box[MAX_BOXES][4];
  int n;
} boxes;

static void take(boxes *taken, double x, double y, double w, double h) {
  if (taken->n == MAX_BOXES || !(w > 0)) return;
  const double box[4] = {x, y, x + w, y + h};
  memcpy(taken->box[taken->n++], box, sizeof box);
}

static int is_free(const boxes *taken, const double box[4]) {
  for (int i = 0; i < taken->n; i++) {
    const double *other = taken->box[i];
    if (box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]) return 0;
  }
  return 1;
}

/* Beside the point, at the first of eight positions that is free; not at all where none is. */
static void add_name(boxes *taken, const ptl_viewport *view, ptl_shapes *out, ptl_ink ink,
                     double size, ptl_point at, double away, const char *text) {
  double width = ptl_text_width(text, size), diagonal = 0.8 * away;
  const double positions[POSITIONS][2] = {{diagonal, -diagonal},
                                          {away, 0.35 * size},
                                          {diagonal, diagonal + 0.7 * size},
                                          {-diagonal - width, -diagonal},
                                          {-away - width, 0.35 * size},
                                          {-diagonal - width, diagonal + 0.7 * size},
                                          {-0.5 * width, -away - 2},
                                          {-0.5 * width, away + size}};
  for (int i = 0; i < POSITIONS; i++) {
    double x = at.x + positions[i][0], y = at.y + positions[i][1];
    double box[4] = {x - 2, y - size, x + width + 2, y + 3};
    if (!is_free(taken, box) || ptl_viewport_is_outside(view, (ptl_point){box[0], box[1]}) ||
        ptl_viewport_is_outside(view, (ptl_point){box[2], box[3]})) {
      continue;
    }
    take(taken, box[0], box[1], width + 4, size + 3);
    ptl_add_text(out, ink, size, PTL_LEFT, x, y, "%s", text);
    ptl_halo(out, PTL_INK_PAPER, 3);
    return;
  }
}

/* What names keep away from: the scales, the lens, pins and centres of mass. */
static void take_marks(const ptl_scene *scene, const ptl_snapshot *snapshot,
                       const ptl_viewport *view, const ptl_appearance *appearance, boxes *taken) {
  double bottom = view->y + view->h;
  take(taken, appearance->covered[0], appearance->covered[1], appearance->covered[2],
       appearance->covered[3]);
  if (appearance->grid) take(taken, view->x, bottom - 32, 160, 32);
  if (appearance->forces || appearance->velocities)
    take(taken, view->x + view->w - 130, bottom - 48, 130, 48);
  for (int i = 0; i < scene->sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &scene->sketch->joints[i];
    if (joint->kind != PTL_SKETCH_REVOLUTE && joint->kind != PTL_SKETCH_SLOT) continue;
    ptl_point at = ptl_scene_joint_point(scene, snapshot, view, i);
    double r = 0.7 * ptl_geometry_pin_radius(scene->geometry, joint) * view->scale;
    take(taken, at.x - r, at.y - r, 2 * r, 2 * r);
  }
}

void ptl_scene_labels(const ptl_scene *scene, const ptl_snapshot *snapshot,
                      const ptl_viewport *view, const ptl_appearance *appearance, ptl_shapes *out) {
  boxes taken = {.n = 0};
  double u = scene->geometry->base_size * view->scale;
  take_marks(scene, snapshot, view, appearance, &taken);
  for (int i = 0; i < scene->sketch->n_bodies; i++) {
    const ptl_sketch_body *body = &scene->sketch->bodies[i];
    ptl_point at =
        ptl_viewport_point(view, ptl_snapshot_point(snapshot, i, body->com_x, body->com_y));
    ptl_shapes_tag(out, PTL_TAG_BODY, i);
    add_name(&taken, view, out, PTL_INK_TEXT, 13, at, 1.1 * u + 3, body->name);
  }
  for (int i = 0; i < scene->sketch->n_joints; i++) {
    ptl_point at = ptl_scene_joint_point(scene, snapshot, view, i);
    const ptl_sketch_joint *joint = &scene->sketch->joints[i];
    double away = fmax(1.3 * u, ptl_geometry_pin_radius(scene->geometry, joint) * view->scale) + 5;
    ptl_shapes_tag(out, PTL_TAG_JOINT, i);
    add_name(&taken, view, out, PTL_INK_DIM, 11, at, away, joint->name);
  }
  for (int i = 0; i < scene->sketch->n_points; i++) {
    const ptl_sketch_point *point = &scene->sketch->points[i];
    ptl_shapes_tag(out, PTL_TAG_POINT, i);
    add_name(&taken, view, out, PTL_INK_DIM, 11, point_on_screen(snapshot, view, point), 7,
             point->name);
  }
}
