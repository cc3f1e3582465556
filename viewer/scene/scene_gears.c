#include "scene_gears.h"

#include <math.h>

#include "guide.h"

typedef struct wheel {
  ptl_point at;  /* centre on the screen */
  double radius; /* of the pitch circle, or of the pulley [points] */
  double angle;  /* rotated by this since the position in the model [rad] */
  ptl_ink ink;
} wheel;

static double rotation_of(const ptl_scene *scene, const ptl_snapshot *snapshot, int body) {
  return body == PTL_GROUND ? 0 : snapshot->bodies[body].angle - scene->sketch->bodies[body].angle;
}

static wheel wheel_at(const ptl_scene *scene, const ptl_snapshot *snapshot,
                      const ptl_viewport *view, const ptl_marker *centre) {
  int body = centre->body;
  ptl_point at = ptl_snapshot_point(snapshot, body, centre->x, centre->y);
  return (wheel){ptl_viewport_point(view, at), 0, rotation_of(scene, snapshot, body),
                 ptl_body_ink(body)};
}

/* A wheel with `teeth` teeth; the middle of a tooth points along `first`. */
static void draw_wheel(ptl_shapes *out, const wheel *w, int teeth, double first, double height) {
  double pitch = 2 * M_PI / teeth, outer = w->radius + height, root = w->radius - 1.2 * height;
  ptl_path_begin(out, ptl_outlined(w->ink, PTL_INK_EDGE, 1.2));
  for (int i = 0; i < teeth; i++) {
    static const double corners[4][2] = {{-0.30, 0}, {-0.13, 1}, {0.13, 1}, {0.30, 0}};
    for (int k = 0; k < 4; k++) {
      double a = first + (i + corners[k][0]) * pitch, r = corners[k][1] > 0 ? outer : root;
      double x = w->at.x + r * cos(a), y = w->at.y + r * sin(a);
      if (i == 0 && k == 0) {
        ptl_path_move(out, x, y);
      } else {
        ptl_path_line(out, x, y);
      }
    }
  }
  ptl_path_close(out);
  ptl_style pitch_line = ptl_stroked(PTL_INK_EDGE, 0.7);
  pitch_line.dash = 5;
  ptl_add_circle(out, ptl_faded(pitch_line, 0.6), w->at.x, w->at.y, w->radius);
}

/* Teeth of two wheels, of one size and in the ratio of the radii; `known` of the first, or 0. */
static void choose_teeth(const wheel *a, const wheel *b, int known, double height, int *teeth_a,
                         int *teeth_b) {
  double wanted = 2 * M_PI * a->radius / (5.5 * height);
  *teeth_a = known > 0 ? known : (int)fmax(round(wanted), 8);
  *teeth_b = (int)fmax(round(*teeth_a * b->radius / a->radius), 8);
}

/* `initial` is the direction from a to b in the model: there a tooth of a is in a gap of b. */
static void draw_meshing(const ptl_scene *scene, const ptl_viewport *view, wheel *a, wheel *b,
                         const ptl_sketch_gear *gear, double initial, ptl_shapes *out) {
  double distance = hypot(b->at.x - a->at.x, b->at.y - a->at.y);
  int teeth_a, teeth_b;
  if (distance < 4) return;
  a->radius =
      distance / (1 - gear->ratio); /* r_a angle_a = -r_b angle_b, angle_a = ratio angle_b */
  b->radius = distance - a->radius;
  const double radius = gear->teeth > 0 ? a->radius : fmin(a->radius, b->radius);
  const double height =
      ptl_tooth_height(scene->geometry->base_size, radius / view->scale, gear->teeth) * view->scale;
  choose_teeth(a, b, gear->teeth, height, &teeth_a, &teeth_b);
  draw_wheel(out, a, teeth_a, initial - a->angle, height);
  draw_wheel(out, b, teeth_b, initial + M_PI + M_PI / teeth_b - b->angle, height);
}

/* The larger wheel is a ring with its teeth inside. */
static void draw_ring(const ptl_scene *scene, const ptl_viewport *view, wheel *a, wheel *b,
                      const ptl_sketch_gear *gear, double initial, ptl_shapes *out) {
  const double distance = hypot(b->at.x - a->at.x, b->at.y - a->at.y), ratio = gear->ratio;
  int a_is_ring = ratio < 1, teeth_a, teeth_b;
  if (distance < 4 || ratio == 1) return;
  a->radius = distance / fabs(1 - ratio);
  b->radius = ratio * a->radius;
  wheel *ring = a_is_ring ? a : b, *inner = a_is_ring ? b : a;
  const double radius = gear->teeth > 0 ? a->radius : inner->radius;
  const double height =
      ptl_tooth_height(scene->geometry->base_size, radius / view->scale, gear->teeth) * view->scale;
  choose_teeth(a, b, gear->teeth, height, &teeth_a, &teeth_b);
  int teeth_ring = a_is_ring ? teeth_a : teeth_b, teeth_inner = a_is_ring ? teeth_b : teeth_a;
  double towards =
      a_is_ring ? initial : initial + M_PI; /* from the ring's centre to the inner wheel */
  ptl_add_circle(out, ptl_outlined(ring->ink, PTL_INK_EDGE, 1.2), ring->at.x, ring->at.y,
                 ring->radius + 3 * height);
  wheel hole = *ring;
  hole.ink = PTL_INK_PAPER;
  draw_wheel(out, &hole, teeth_ring, towards - ring->angle, height);
  draw_wheel(out, inner, teeth_inner, towards - inner->angle, height);
}

static void draw_belt(wheel *a, wheel *b, const ptl_sketch_gear *gear, double unit, double scale,
                      ptl_shapes *out) {
  double dx = b->at.x - a->at.x, dy = b->at.y - a->at.y, distance = hypot(dx, dy);
  if (distance < 4) return;
  const double ratio = fabs(gear->ratio), larger = fmin(0.3 * distance, 2.2 * unit);
  const int has_radii = gear->radii[0] > 0;
  a->radius = has_radii ? gear->radii[0] * scale : ratio < 1 ? larger : larger / ratio;
  b->radius = has_radii ? gear->radii[1] * scale : ratio * a->radius; /* r_b = ratio r_a */
  double towards = atan2(dy, dx),
         sum = gear->ratio < 0 ? a->radius + b->radius : a->radius - b->radius,
         lean = asin(fmin(fmax(sum / distance, -1), 1));
  const double other = gear->ratio < 0 ? -b->radius : b->radius; /* a crossed belt changes sides */
  for (int side = -1; side <= 1; side += 2) {
    double angle = towards + side * (M_PI / 2 - lean), c = cos(angle), s = sin(angle);
    ptl_add_line(out, ptl_stroked(PTL_INK_SPRING, 2.4), a->at.x + a->radius * c,
                 a->at.y + a->radius * s, b->at.x + other * c, b->at.y + other * s);
  }
  for (int k = 0; k < 2; k++) {
    const wheel *w = k ? b : a;
    ptl_add_circle(out, ptl_outlined(w->ink, PTL_INK_SPRING, 2.4), w->at.x, w->at.y, w->radius);
    ptl_add_line(out, ptl_faded(ptl_stroked(PTL_INK_EDGE, 1), 0.6), w->at.x, w->at.y,
                 w->at.x + w->radius * cos(w->angle), w->at.y - w->radius * sin(w->angle));
  }
}

/* Direction on the screen from the first centre to the second where the model places the bodies. */
static double initial_direction(const ptl_sketch *sketch, const ptl_sketch_gear *gear) {
  const ptl_marker a = ptl_sketch_placed(sketch, &gear->first);
  const ptl_marker b = ptl_sketch_placed(sketch, &gear->second);
  return -atan2(b.y - a.y, b.x - a.x);
}

/* Along the rack's axis from its marker to the pitch point. */
static double pitch_point(const ptl_marker *rack, const ptl_marker *pinion) {
  return cos(rack->angle) * (pinion->x - rack->x) + sin(rack->angle) * (pinion->y - rack->y);
}

/* The toothed side of a bar, in the rack's frame, then its back; a gap stands where the pinion's
 * first tooth does. */
static void draw_bar(const ptl_marker *rack, const ptl_viewport *view, ptl_ink ink, double gap,
                     double pitch, int first, int last, double side, double height,
                     ptl_shapes *out) {
  static const double corners[4][2] = {{0.22, -1.2}, {0.38, 1}, {0.62, 1}, {0.78, -1.2}};
  const double c = cos(rack->angle), s = sin(rack->angle);
  const double back = -PTL_RACK_DEPTH * height;
  ptl_path_begin(out, ptl_outlined(ink, PTL_INK_EDGE, 1.2));
  for (int i = first; i < last; i++) {
    for (int k = 0; k < 4; k++) {
      const double x = gap + (i + corners[k][0]) * pitch, y = side * corners[k][1] * height;
      const ptl_point at =
          ptl_viewport_point(view, (ptl_point){rack->x + c * x - s * y, rack->y + s * x + c * y});
      if (i == first && k == 0) {
        ptl_path_move(out, at.x, at.y);
      } else {
        ptl_path_line(out, at.x, at.y);
      }
    }
  }
  for (int k = 0; k < 2; k++) {
    const double x = gap + (k ? first + corners[0][0] : last - 1 + corners[3][0]) * pitch;
    const ptl_point at = ptl_viewport_point(
        view, (ptl_point){rack->x + c * x - s * side * back, rack->y + s * x + c * side * back});
    ptl_path_line(out, at.x, at.y);
  }
  ptl_path_close(out);
}

/* The pinion, and a bar as long as the rack's travel. */
static void draw_rack(const ptl_scene *scene, const ptl_snapshot *snapshot,
                      const ptl_viewport *view, const ptl_sketch_gear *gear, ptl_shapes *out) {
  const ptl_guide *guide = &scene->geometry->extent.guides[gear->guide];
  const ptl_sketch_joint *joint = &scene->sketch->joints[gear->guide];
  const ptl_marker placed[2] = {ptl_sketch_placed(scene->sketch, &gear->first),
                                ptl_sketch_placed(scene->sketch, &gear->second)};
  const ptl_marker rack = ptl_snapshot_marker(snapshot, &gear->first);
  const ptl_marker pinion = ptl_snapshot_marker(snapshot, &gear->second);
  const double radius = gear->radii[1], side = guide->free_side;
  const double height = ptl_tooth_height(scene->geometry->base_size, radius, gear->teeth);
  const int teeth =
      gear->teeth > 0 ? gear->teeth : (int)fmax(round(2 * M_PI * radius / (5.5 * height)), 8);
  const double pitch = 2 * M_PI * radius / teeth, gap = pitch_point(&placed[0], &placed[1]);
  /* What the pinion passes over on the bar: as far as the rack may still go, to both sides. */
  const double position = ptl_slider_position(snapshot, joint), at = pitch_point(&rack, &pinion);
  const double sign = joint->a.body == gear->first.body ? 1 : -1;
  const double ends[2] = {at + sign * (guide->from - position), at + sign * (guide->to - position)};
  const int first = (int)floor((fmin(ends[0], ends[1]) - gap) / pitch) - 2;
  const int last = (int)ceil((fmax(ends[0], ends[1]) - gap) / pitch) + 2;
  wheel w = wheel_at(scene, snapshot, view, &gear->second);
  w.radius = radius * view->scale;
  const double towards = -(placed[0].angle - side * M_PI / 2); /* from the pinion to the rack */
  draw_bar(&rack, view, ptl_body_ink(gear->first.body), gap, pitch, first, last, side, height, out);
  draw_wheel(out, &w, teeth, towards - w.angle, height * view->scale);
}

static int is_ring(const ptl_sketch_gear *gear) {
  return gear->ratio > 0 && !gear->is_belt && gear->guide < 0 &&
         (gear->is_ring || gear->carrier != PTL_GROUND || gear->first.body == PTL_GROUND ||
          gear->second.body == PTL_GROUND);
}

/* Rings first: what runs inside them lies on top. */
void ptl_scene_gears(const ptl_scene *scene, const ptl_snapshot *snapshot, const ptl_viewport *view,
                     ptl_shapes *out) {
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < scene->sketch->n_gears; i++) {
      const ptl_sketch_gear *gear = &scene->sketch->gears[i];
      if (is_ring(gear) != (pass == 0)) continue;
      wheel a = wheel_at(scene, snapshot, view, &gear->first);
      wheel b = wheel_at(scene, snapshot, view, &gear->second);
      double initial = initial_direction(scene->sketch, gear);
      ptl_shapes_tag(out, PTL_TAG_GEAR, i);
      if (gear->guide >= 0) {
        draw_rack(scene, snapshot, view, gear, out);
        continue;
      }
      if (gear->ratio < 0 && !gear->is_belt) {
        draw_meshing(scene, view, &a, &b, gear, initial, out);
      } else if (pass == 0) {
        draw_ring(scene, view, &a, &b, gear, initial, out);
      } else {
        draw_belt(&a, &b, gear, scene->geometry->base_size * view->scale, view->scale, out);
      }
    }
  }
}
