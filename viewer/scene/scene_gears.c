#include "scene_gears.h"

#include <math.h>

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

/* Teeth of two wheels so that they are of one size and in the ratio of the radii. */
static void choose_teeth(const wheel *a, const wheel *b, double height, int *teeth_a,
                         int *teeth_b) {
  double wanted = 2 * M_PI * a->radius / (5.5 * height);
  *teeth_a = (int)fmax(round(wanted), 8);
  *teeth_b = (int)fmax(round(*teeth_a * b->radius / a->radius), 8);
}

/* `initial` is the direction from a to b in the model: there a tooth of a is in a gap of b. */
static void draw_meshing(const ptl_scene *scene, const ptl_viewport *view, wheel *a, wheel *b,
                         double ratio, double initial, ptl_shapes *out) {
  double distance = hypot(b->at.x - a->at.x, b->at.y - a->at.y);
  int teeth_a, teeth_b;
  if (distance < 4) return;
  a->radius = distance / (1 - ratio); /* r_a angle_a = -r_b angle_b, angle_a = ratio angle_b */
  b->radius = distance - a->radius;
  double height =
      fmin(0.35 * scene->geometry->base_size * view->scale, 0.25 * fmin(a->radius, b->radius));
  choose_teeth(a, b, height, &teeth_a, &teeth_b);
  draw_wheel(out, a, teeth_a, initial - a->angle, height);
  draw_wheel(out, b, teeth_b, initial + M_PI + M_PI / teeth_b - b->angle, height);
}

/* The larger wheel is a ring with its teeth inside. */
static void draw_ring(const ptl_scene *scene, const ptl_viewport *view, wheel *a, wheel *b,
                      double ratio, double initial, ptl_shapes *out) {
  double distance = hypot(b->at.x - a->at.x, b->at.y - a->at.y);
  int a_is_ring = ratio < 1, teeth_a, teeth_b;
  if (distance < 4 || ratio == 1) return;
  a->radius = distance / fabs(1 - ratio);
  b->radius = ratio * a->radius;
  wheel *ring = a_is_ring ? a : b, *inner = a_is_ring ? b : a;
  double height = fmin(0.35 * scene->geometry->base_size * view->scale, 0.25 * inner->radius);
  choose_teeth(a, b, height, &teeth_a, &teeth_b);
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

static void draw_belt(wheel *a, wheel *b, double ratio, double unit, ptl_shapes *out) {
  double dx = b->at.x - a->at.x, dy = b->at.y - a->at.y, distance = hypot(dx, dy);
  if (distance < 4) return;
  double larger = fmin(0.3 * distance, 2.2 * unit);
  a->radius = ratio < 1 ? larger : larger / ratio; /* r_b = ratio r_a */
  b->radius = ratio * a->radius;
  double towards = atan2(dy, dx),
         lean = asin(fmin(fmax((a->radius - b->radius) / distance, -1), 1));
  for (int side = -1; side <= 1; side += 2) {
    double angle = towards + side * (M_PI / 2 - lean), c = cos(angle), s = sin(angle);
    ptl_add_line(out, ptl_stroked(PTL_INK_SPRING, 2.4), a->at.x + a->radius * c,
                 a->at.y + a->radius * s, b->at.x + b->radius * c, b->at.y + b->radius * s);
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
  const ptl_marker *centres[2] = {&gear->first, &gear->second};
  ptl_point at[2];
  for (int k = 0; k < 2; k++) {
    at[k] = (ptl_point){centres[k]->x, centres[k]->y};
    if (centres[k]->body == PTL_GROUND) continue;
    const ptl_sketch_body *body = &sketch->bodies[centres[k]->body];
    double c = cos(body->angle), s = sin(body->angle);
    at[k] = (ptl_point){body->x + c * centres[k]->x - s * centres[k]->y,
                        body->y + s * centres[k]->x + c * centres[k]->y};
  }
  return -atan2(at[1].y - at[0].y, at[1].x - at[0].x);
}

static int is_ring(const ptl_sketch_gear *gear) {
  return gear->ratio > 0 && (gear->carrier != PTL_GROUND || gear->first.body == PTL_GROUND ||
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
      if (gear->ratio < 0) {
        draw_meshing(scene, view, &a, &b, gear->ratio, initial, out);
      } else if (pass == 0) {
        draw_ring(scene, view, &a, &b, gear->ratio, initial, out);
      } else {
        draw_belt(&a, &b, gear->ratio, scene->geometry->base_size * view->scale, out);
      }
    }
  }
}
