#include "scene_springs.h"

#include <math.h>

static void draw_coil(ptl_shapes *out, ptl_point a, ptl_point b, double width) {
  enum { TURNS = 9 };
  double length = hypot(b.x - a.x, b.y - a.y);
  if (length < 1) return;
  double ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
  double lead = fmin(0.16 * length, 1.5 * width), step = (length - 2 * lead) / (2 * TURNS);
  ptl_path_begin(out, ptl_stroked(PTL_INK_SPRING, 1.8));
  ptl_path_move(out, a.x, a.y);
  ptl_path_line(out, a.x + lead * ux, a.y + lead * uy);
  for (int i = 0; i < 2 * TURNS; i++) {
    double along = lead + (i + 0.5) * step, side = i % 2 ? width : -width;
    ptl_path_line(out, a.x + along * ux - side * uy, a.y + along * uy + side * ux);
  }
  ptl_path_line(out, b.x - lead * ux, b.y - lead * uy);
  ptl_path_line(out, b.x, b.y);
  ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_SPRING, 1.4), a.x, a.y, 0.35 * width + 1);
  ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_SPRING, 1.4), b.x, b.y, 0.35 * width + 1);
}

/* A dashpot: a cup at the first end, a piston in it on the last. */
static void draw_dashpot(ptl_shapes *out, ptl_point a, ptl_point b, double width) {
  const double length = hypot(b.x - a.x, b.y - a.y);
  if (length < 1) return;
  const double ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
  const double bottom = 0.3 * length, rim = 0.7 * length, piston = 0.55 * length;
  ptl_path_begin(out, ptl_stroked(PTL_INK_SPRING, 1.8));
  ptl_path_move(out, a.x, a.y);
  ptl_path_line(out, a.x + bottom * ux, a.y + bottom * uy);
  for (int side = -1; side <= 1; side += 2) {
    const double x = -side * width * uy, y = side * width * ux;
    ptl_path_move(out, a.x + bottom * ux, a.y + bottom * uy);
    ptl_path_line(out, a.x + bottom * ux + x, a.y + bottom * uy + y);
    ptl_path_line(out, a.x + rim * ux + x, a.y + rim * uy + y);
    ptl_path_move(out, a.x + piston * ux, a.y + piston * uy);
    ptl_path_line(out, a.x + piston * ux + 0.75 * x, a.y + piston * uy + 0.75 * y);
  }
  ptl_path_move(out, a.x + piston * ux, a.y + piston * uy);
  ptl_path_line(out, b.x, b.y);
  ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_SPRING, 1.4), a.x, a.y, 0.35 * width + 1);
  ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_SPRING, 1.4), b.x, b.y, 0.35 * width + 1);
}

/* A rotational damper: a sector of a drum on the first body, a vane on the last in it. */
static void draw_drum(ptl_shapes *out, ptl_point at, double radius, double from, double to) {
  ptl_path_begin(out, ptl_stroked(PTL_INK_SPRING, 1.8));
  ptl_path_arc(out, at.x, at.y, radius, -from - 0.75 * M_PI, -from + 0.75 * M_PI);
  ptl_path_move(out, at.x, at.y);
  ptl_path_line(out, at.x + 0.8 * radius * cos(to), at.y - 0.8 * radius * sin(to));
}

static void draw_spiral(ptl_shapes *out, ptl_point at, double radius, double from, double to) {
  enum { POINTS = 72 };
  ptl_path_begin(out, ptl_stroked(PTL_INK_SPRING, 1.6));
  for (int i = 0; i <= POINTS; i++) {
    double s = (double)i / POINTS, angle = from + s * (to - from + 5 * M_PI);
    double r = radius * (0.35 + 0.65 * s);
    double x = at.x + r * cos(angle), y = at.y - r * sin(angle);
    if (i == 0) {
      ptl_path_move(out, x, y);
    } else {
      ptl_path_line(out, x, y);
    }
  }
}

void ptl_scene_springs(const ptl_scene *scene, const ptl_snapshot *snapshot,
                       const ptl_viewport *view, ptl_shapes *out) {
  double u = scene->geometry->base_size * view->scale;
  for (int i = 0; i < scene->sketch->n_springs; i++) {
    const ptl_sketch_spring *spring = &scene->sketch->springs[i];
    ptl_marker a = ptl_snapshot_marker(snapshot, &spring->a),
               b = ptl_snapshot_marker(snapshot, &spring->b);
    ptl_point from = ptl_viewport_point(view, (ptl_point){a.x, a.y});
    ptl_point to = ptl_viewport_point(view, (ptl_point){b.x, b.y});
    ptl_shapes_tag(out, PTL_TAG_SPRING, i);
    if (spring->is_rotational && spring->is_damper) {
      draw_drum(out, from, 1.9 * u, a.angle, b.angle);
    } else if (spring->is_rotational) {
      draw_spiral(out, from, 1.9 * u, a.angle, b.angle);
    } else if (spring->is_damper) {
      draw_dashpot(out, from, to, 0.6 * u);
    } else {
      draw_coil(out, from, to, 0.6 * u);
    }
  }
}
