#include "scene_springs.h"

#include <math.h>

static void draw_ends(ptl_shapes *out, ptl_point a, ptl_point b, double width) {
  ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_SPRING, 1.4), a.x, a.y, 0.35 * width + 1);
  ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_SPRING, 1.4), b.x, b.y, 0.35 * width + 1);
}

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
  draw_ends(out, a, b, width);
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
  draw_ends(out, a, b, width);
}

/* A cylinder on the first end, its rod on the last. */
static void draw_cylinder(ptl_shapes *out, ptl_point a, ptl_point b, double width) {
  const double length = hypot(b.x - a.x, b.y - a.y);
  if (length < 1) return;
  const double ux = (b.x - a.x) / length, uy = (b.y - a.y) / length, mouth = 0.6 * length;
  static const double corners[4][2] = {{0, -1}, {1, -1}, {1, 1}, {0, 1}};
  ptl_add_line(out, ptl_stroked(PTL_INK_SPRING, 0.5 * width + 1), a.x + mouth * ux,
               a.y + mouth * uy, b.x, b.y);
  ptl_path_begin(out, ptl_outlined(PTL_INK_FIELD, PTL_INK_SPRING, 1.4));
  for (int k = 0; k < 4; k++) {
    const double along = corners[k][0] * mouth, across = corners[k][1] * width;
    const double x = a.x + along * ux - across * uy, y = a.y + along * uy + across * ux;
    if (k == 0) {
      ptl_path_move(out, x, y);
    } else {
      ptl_path_line(out, x, y);
    }
  }
  ptl_path_close(out);
  draw_ends(out, a, b, width);
}

/* A line while it is taut. A slack one hangs in an arc about as much longer than the chord: the sag
 * f of a flat arc with the length L over the chord c is sqrt(3 c (L - c)/8). */
static void draw_rope(ptl_shapes *out, ptl_point a, ptl_point b, double free, double width) {
  enum { POINTS = 24 };
  const double chord = hypot(b.x - a.x, b.y - a.y);
  const double sag = free > chord ? sqrt(0.375 * chord * (free - chord)) : 0;
  ptl_path_begin(out, ptl_stroked(PTL_INK_SPRING, 1.8));
  ptl_path_move(out, a.x, a.y);
  for (int i = 1; i <= POINTS; i++) {
    const double s = (double)i / POINTS;
    ptl_path_line(out, a.x + s * (b.x - a.x), a.y + s * (b.y - a.y) + 4 * sag * s * (1 - s));
  }
  draw_ends(out, a, b, width);
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
    if (spring->kind == PTL_SPRING_MOTOR) {
      ptl_add_turn_arrow(out, to, 1.9 * u);
    } else if (spring->is_rotational && spring->kind == PTL_SPRING_DAMPER) {
      draw_drum(out, from, 1.9 * u, a.angle, b.angle);
    } else if (spring->is_rotational) {
      draw_spiral(out, from, 1.9 * u, a.angle, b.angle);
    } else if (spring->kind == PTL_SPRING_DAMPER) {
      draw_dashpot(out, from, to, 0.6 * u);
    } else if (spring->kind == PTL_SPRING_CYLINDER) {
      draw_cylinder(out, from, to, 0.6 * u);
    } else if (spring->kind == PTL_SPRING_ROPE) {
      draw_rope(out, from, to, spring->free_length * view->scale, 0.4 * u);
    } else {
      draw_coil(out, from, to, 0.6 * u);
    }
  }
}
