#include "scene_bodies.h"

#include <math.h>

/* ------------------------------------------------------------------ bodies */

typedef struct painter { /* one body's frame on the screen */
  ptl_shapes *out;
  const ptl_viewport *view;
  const ptl_snapshot *snapshot;
  int body;
} painter;

static ptl_point on_screen(const painter *p, ptl_point at) {
  return ptl_viewport_point(p->view, ptl_snapshot_point(p->snapshot, p->body, at.x, at.y));
}

static void steps_through(const painter *p, const ptl_point *points, int n, int closed) {
  for (int i = 0; i < n; i++) {
    ptl_point at = on_screen(p, points[i]);
    if (i == 0) {
      ptl_path_move(p->out, at.x, at.y);
    } else {
      ptl_path_line(p->out, at.x, at.y);
    }
  }
  if (closed) ptl_path_close(p->out);
}

static void path_through(const painter *p, const ptl_point *points, int n, int closed,
                         ptl_style style) {
  ptl_path_begin(p->out, style);
  steps_through(p, points, n, closed);
}

/* A form with its holes, which go round the other way; `rest` parts follow it. */
static void draw_form(const painter *p, const ptl_body_part *part, int rest, ptl_ink ink,
                      double more) {
  ptl_style style = more > 0 ? ptl_outlined(ink, ink, 2 * more) : ptl_filled(ink);
  path_through(p, part->points, part->n, 1, style);
  for (int i = 1; i <= rest && part[i].kind == PTL_PART_HOLE; i++) {
    steps_through(p, part[i].points, part[i].n, 1);
  }
}

/* One part in one ink, `more` points larger all round. */
static void draw_part(const painter *p, const ptl_body_part *part, ptl_ink ink, double more) {
  double scale = p->view->scale;
  ptl_style style = ptl_outlined(ink, ink, 2 * (part->radius * scale + more));
  if (part->kind == PTL_PART_DISC) {
    ptl_point at = on_screen(p, part->points[0]);
    ptl_add_circle(p->out, ptl_filled(ink), at.x, at.y, part->radius * scale + more);
  } else if (part->kind == PTL_PART_BLOCK) {
    ptl_point corners[4];
    ptl_geometry_block(part, 0, corners);
    style.width = 2 * more + 0.5 * part->half * scale;
    ptl_geometry_block(part, -0.25 * part->half, corners); /* the round pen gives round corners */
    path_through(p, corners, 4, 1, style);
  } else if (part->kind == PTL_PART_BARREL) {
    ptl_point corners[PTL_BARREL_CORNERS];
    ptl_geometry_barrel(part, corners);
    style.width = 2 * more;
    path_through(p, corners, PTL_BARREL_CORNERS, 1, more > 0 ? style : ptl_filled(ink));
  } else if (part->kind == PTL_PART_PLATE && part->n > 2) {
    path_through(p, part->points, part->n, 1, style);
  } else {
    style.fill = PTL_INK_NONE;
    path_through(p, part->points, part->n, 0, style);
  }
}

static ptl_ink part_ink(const ptl_body_part *part, int body) {
  if (part->kind != PTL_PART_FORM || part->color < 0) return ptl_body_ink(body);
  return part->color < PTL_N_BODY_INKS ? (ptl_ink)(PTL_INK_BODY + part->color) : PTL_INK_FREE;
}

/* An outline in one ink, PTL_INK_NONE for its own, `more` points larger all round. */
static void draw_outline(const painter *p, const ptl_outline *outline, ptl_ink ink, double more) {
  for (int i = 0; i < outline->n; i++) {
    const ptl_body_part *part = &outline->parts[i];
    ptl_ink fill = ink != PTL_INK_NONE ? ink : part_ink(part, p->body);
    if (part->kind == PTL_PART_FORM) {
      draw_form(p, part, outline->n - 1 - i, fill, more);
    } else if (part->kind != PTL_PART_HOLE && part->kind != PTL_PART_SLOT) {
      draw_part(p, part, fill, more);
    }
  }
}

static const double edge_width = 1.3;

static void draw_body(const ptl_scene *scene, const ptl_snapshot *snapshot,
                      const ptl_viewport *view, int body, ptl_shapes *out) {
  painter p = {out, view, snapshot, body};
  int slot = body == PTL_GROUND ? scene->sketch->n_bodies : body;
  const ptl_outline *outline = &scene->geometry->bodies[slot];
  ptl_shapes_tag(out, body == PTL_GROUND ? PTL_TAG_GROUND : PTL_TAG_BODY, body);
  draw_outline(&p, outline, PTL_INK_EDGE, edge_width);
  draw_outline(&p, outline, PTL_INK_NONE, 0);
}

/* Centre of mass: a disc with two dark quarters. */
static void draw_com(const ptl_scene *scene, const ptl_snapshot *snapshot, const ptl_viewport *view,
                     int body, ptl_shapes *out) {
  const ptl_sketch_body *b = &scene->sketch->bodies[body];
  ptl_point at = ptl_viewport_point(view, ptl_snapshot_point(snapshot, body, b->com_x, b->com_y));
  double r = fmin(5, 0.32 * scene->geometry->base_size * view->scale),
         turn = -snapshot->bodies[body].angle;
  if (r < 2) return;
  ptl_shapes_tag(out, PTL_TAG_BODY, body);
  ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_EDGE, 0.9), at.x, at.y, r);
  for (int k = 0; k < 2; k++) {
    double from = turn + k * M_PI;
    ptl_path_begin(out, ptl_filled(PTL_INK_EDGE));
    ptl_path_move(out, at.x, at.y);
    ptl_path_arc(out, at.x, at.y, r, from, from + M_PI / 2);
    ptl_path_close(out);
  }
}

/* ------------------------------------------------------------------ slots */

/* Where a slot has a mouth there is no wall: paper as far as the plate around it goes. */
static void open_end(const painter *p, ptl_point inner, ptl_point end, double half) {
  ptl_point from = on_screen(p, inner), to = on_screen(p, end);
  double length = hypot(to.x - from.x, to.y - from.y), more = 2.5 * half;
  if (!(length > 0)) return;
  ptl_add_line(p->out, ptl_stroked(PTL_INK_PAPER, 2 * half), to.x, to.y,
               to.x + more * (to.x - from.x) / length, to.y + more * (to.y - from.y) / length);
}

static int is_slot(const ptl_scene *scene, const ptl_body_part *part) {
  return (part->kind == PTL_PART_BAND || part->kind == PTL_PART_SLOT) &&
         scene->sketch->joints[part->joint].kind == PTL_SKETCH_SLOT;
}

/* The slot's opening, through which one sees the paper. */
static void cut_slots(const ptl_scene *scene, const ptl_snapshot *snapshot,
                      const ptl_viewport *view, int body, ptl_shapes *out) {
  int slot = body == PTL_GROUND ? scene->sketch->n_bodies : body;
  const ptl_outline *outline = &scene->geometry->bodies[slot];
  painter p = {out, view, snapshot, body};
  for (int i = 0; i < outline->n; i++) {
    const ptl_body_part *part = &outline->parts[i];
    if (!is_slot(scene, part)) continue;
    const ptl_sketch_joint *joint = &scene->sketch->joints[part->joint];
    double half = ptl_geometry_hollow_radius(scene->geometry, joint) * view->scale;
    ptl_shapes_tag(out, PTL_TAG_SLOT, part->joint);
    path_through(&p, part->points, part->n, 0, ptl_stroked(PTL_INK_EDGE, 2 * half + 1.8));
    path_through(&p, part->points, part->n, 0, ptl_stroked(PTL_INK_PAPER, 2 * half));
    if (joint->mouth & 1) open_end(&p, part->points[1], part->points[0], half);
    if (joint->mouth & 2) open_end(&p, part->points[part->n - 2], part->points[part->n - 1], half);
    ptl_style middle = ptl_stroked(PTL_INK_HATCH, 0.8);
    middle.dash = 6;
    path_through(&p, part->points, part->n, 0, middle);
  }
}

/* ------------------------------------------------------------------ ground */

/* Short strokes to the right of the way from p to q, as in engineering drawings. */
static void hatch(ptl_shapes *out, ptl_point p, ptl_point q, double depth) {
  double length = hypot(q.x - p.x, q.y - p.y);
  if (length < 1) return;
  double ux = (q.x - p.x) / length, uy = (q.y - p.y) / length, step = 0.62 * depth;
  ptl_add_line(out, ptl_stroked(PTL_INK_GROUND, 1.6), p.x, p.y, q.x, q.y);
  ptl_path_begin(out, ptl_stroked(PTL_INK_HATCH, 1.1));
  for (double s = 0.5 * step; s < length; s += step) {
    double x = p.x + s * ux, y = p.y + s * uy;
    ptl_path_move(out, x, y);
    ptl_path_line(out, x - 0.7 * depth * ux - depth * uy, y - 0.7 * depth * uy + depth * ux);
  }
}

/* Size of a bearing block, in proportion to which it is drawn: its arc goes round the pin. [m] */
static double support_size(const ptl_scene *scene, const ptl_sketch_joint *joint) {
  const double least = scene->geometry->base_size;
  if (joint->kind != PTL_SKETCH_REVOLUTE) return least;
  return fmax(least, 1.15 * ptl_geometry_hollow_radius(scene->geometry, joint));
}

/* How far the foot of a block lies under its pin, and reaches to both sides, in its size. */
static const double foot_depth = 2.3, foot_reach = 2.3;

/* A bearing block under a pin that turns in the ground. */
static void draw_support(const ptl_viewport *view, ptl_point world, double size, ptl_shapes *out) {
  const ptl_point at = ptl_viewport_point(view, world);
  const double u = size * view->scale, foot = at.y + foot_depth * u;
  ptl_path_begin(out, ptl_outlined(PTL_INK_FIELD, PTL_INK_GROUND, 1.4));
  ptl_path_arc(out, at.x, at.y, 1.05 * u, M_PI - 0.35, 2 * M_PI + 0.35);
  ptl_path_line(out, at.x + 1.6 * u, foot);
  ptl_path_line(out, at.x - 1.6 * u, foot);
  ptl_path_close(out);
  hatch(out, (ptl_point){at.x - foot_reach * u, foot}, (ptl_point){at.x + foot_reach * u, foot},
        0.7 * u);
}

/* The part of a joint that stands on a bearing block, or NULL. */
static const ptl_marker *supported_part(const ptl_sketch_joint *joint) {
  const ptl_sketch_kind kind = joint->kind;
  if (kind == PTL_SKETCH_SLIDER || kind == PTL_SKETCH_SURFACES || kind == PTL_SKETCH_TEETH)
    return NULL;
  const int is_bearing =
      kind != PTL_SKETCH_SLOT && kind != PTL_SKETCH_ROD && kind != PTL_SKETCH_STRAND;
  if (is_bearing && joint->a.body == PTL_GROUND) return &joint->a;
  return joint->b.body == PTL_GROUND ? &joint->b : NULL;
}

/* Whether the body of a joint covers all within `reach` of it however it turns. */
static int body_covers(const ptl_scene *scene, const ptl_snapshot *snapshot, const ptl_marker *at,
                       double reach) {
  enum { DIRECTIONS = 24 };
  if (at->body == PTL_GROUND || snapshot->bodies[at->body].shift.x != 0) return 0;
  const ptl_outline *outline = &scene->geometry->bodies[at->body];
  for (int i = 0; i < DIRECTIONS; i++) {
    const double angle = 2 * M_PI * i / DIRECTIONS;
    const ptl_point p = {at->x + reach * cos(angle), at->y + reach * sin(angle)};
    if (!ptl_geometry_outline_covers(outline, p)) return 0;
  }
  return 1;
}

/* Shapes of a picture from `begin` to `end` - 1. */
typedef struct span {
  int begin, end;
} span;

/* Those from the first to the last one of a wheel. */
static span find_wheels(const ptl_shapes *out) {
  span wheels = {0, 0};
  for (int i = 0; i < out->n; i++) {
    if (out->items[i].tag.kind != PTL_TAG_GEAR) continue;
    if (wheels.end == 0) wheels.begin = i;
    wheels.end = i + 1;
  }
  return wheels;
}

/* Whether a wheel that has been drawn covers all within `reach` points of the place on the
 * screen. */
static int wheel_covers(const ptl_shapes *out, span wheels, ptl_point at, double reach) {
  for (int i = wheels.begin; i < wheels.end; i++) {
    const ptl_shape *shape = &out->items[i];
    double box[4];
    if (shape->tag.kind != PTL_TAG_GEAR || shape->style.fill == PTL_INK_NONE) continue;
    ptl_shape_box(out, shape, box);
    const double x = 0.5 * (box[0] + box[2]), y = 0.5 * (box[1] + box[3]);
    const double radius = 0.5 * fmin(box[2] - box[0], box[3] - box[1]);
    if (hypot(x - at.x, y - at.y) + reach <= radius) return 1;
  }
  return 0;
}

/* A block that its body or a wheel would cover stands before them. */
void ptl_scene_front_supports(const ptl_scene *scene, const ptl_snapshot *snapshot,
                              const ptl_viewport *view, ptl_shapes *out) {
  const span wheels = find_wheels(out);
  for (int i = 0; i < scene->sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &scene->sketch->joints[i];
    const ptl_marker *part = supported_part(joint);
    if (part == NULL) continue;
    const double size = support_size(scene, joint), reach = hypot(foot_depth, foot_reach) * size;
    const ptl_point world = {part->x, part->y};
    if (!body_covers(scene, snapshot, part == &joint->a ? &joint->b : &joint->a, reach) &&
        !wheel_covers(out, wheels, ptl_viewport_point(view, world), reach * view->scale))
      continue;
    ptl_shapes_tag(out, PTL_TAG_GROUND, i);
    draw_support(view, world, size, out);
  }
}

static void draw_rails(const ptl_scene *scene, const ptl_snapshot *snapshot,
                       const ptl_viewport *view, int index, ptl_shapes *out) {
  const ptl_sketch_joint *joint = &scene->sketch->joints[index];
  const ptl_point shift = ptl_snapshot_shift(snapshot, joint->b.body);
  const ptl_guide *guide = &scene->geometry->extent.guides[index];
  double u = scene->geometry->base_size, c = cos(joint->a.angle), s = sin(joint->a.angle);
  double from = fmin(guide->from, joint->limits[0]) - guide->overhang,
         to = fmax(guide->to, joint->limits[1]) + guide->overhang, off = guide->half_gap;
  for (int side = -1; side <= 1; side += 2) {
    ptl_point ends[2];
    if (side == guide->free_side) continue;
    for (int k = 0; k < 2; k++) {
      double along = (k == 0) == (side < 0) ? from : to;
      ends[k] =
          ptl_viewport_point(view, (ptl_point){shift.x + joint->a.x + c * along - s * side * off,
                                               shift.y + joint->a.y + s * along + c * side * off});
    }
    hatch(out, ends[0], ends[1], 0.7 * u * view->scale);
  }
}

/* A straight face of the ground. */
static void draw_floor(const ptl_scene *scene, const ptl_viewport *view, int joint,
                       ptl_shapes *out) {
  for (int i = 0; i < scene->sketch->n_faces; i++) {
    const ptl_sketch_face *face = &scene->sketch->faces[i];
    if (face->joint != joint || face->body != PTL_GROUND || face->n != 2) continue;
    int first = face->side > 0 ? 1 : 0; /* hatched to the right of the way on the ground */
    const double *p = &face->points[2 * first], *q = &face->points[2 * (1 - first)];
    hatch(out, ptl_viewport_point(view, (ptl_point){p[0], p[1]}),
          ptl_viewport_point(view, (ptl_point){q[0], q[1]}),
          0.7 * scene->geometry->base_size * view->scale);
  }
}

void ptl_scene_ground(const ptl_scene *scene, const ptl_snapshot *snapshot,
                      const ptl_viewport *view, ptl_shapes *out) {
  draw_body(scene, snapshot, view, PTL_GROUND, out);
  for (int i = 0; i < scene->sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &scene->sketch->joints[i];
    ptl_shapes_tag(out, PTL_TAG_GROUND, i);
    if (joint->kind == PTL_SKETCH_SLIDER) {
      if (joint->a.body == PTL_GROUND) draw_rails(scene, snapshot, view, i, out);
    } else if (joint->kind == PTL_SKETCH_SURFACES) {
      draw_floor(scene, view, i, out);
    } else if (supported_part(joint) != NULL) {
      const ptl_marker *part = supported_part(joint);
      draw_support(view, (ptl_point){part->x, part->y}, support_size(scene, joint), out);
    }
  }
  cut_slots(scene, snapshot, view, PTL_GROUND, out);
}

/* ------------------------------------------------------------------ joints */

/* Between bodies at different depths a pin is seen from the side. */
static void draw_journal(const ptl_snapshot *snapshot, const ptl_viewport *view,
                         const ptl_sketch_joint *joint, double radius, ptl_shapes *out) {
  const ptl_point near = ptl_snapshot_shift(snapshot, joint->a.body);
  const ptl_point far = ptl_snapshot_shift(snapshot, joint->b.body);
  if (near.x == far.x && near.y == far.y) return;
  const ptl_point from =
      ptl_viewport_point(view, ptl_snapshot_point(snapshot, joint->a.body, joint->a.x, joint->a.y));
  const ptl_point to =
      ptl_viewport_point(view, ptl_snapshot_point(snapshot, joint->b.body, joint->b.x, joint->b.y));
  ptl_add_line(out, ptl_stroked(PTL_INK_EDGE, 2 * radius + 2.4), from.x, from.y, to.x, to.y);
  ptl_add_line(out, ptl_stroked(PTL_INK_PIN, 2 * radius), from.x, from.y, to.x, to.y);
}

static void draw_pin(const ptl_scene *scene, const ptl_snapshot *snapshot, const ptl_viewport *view,
                     const ptl_appearance *appearance, int index, ptl_shapes *out) {
  const ptl_sketch_joint *joint = &scene->sketch->joints[index];
  const ptl_joint_state *state = &snapshot->joints[index];
  ptl_point at =
      ptl_viewport_point(view, ptl_snapshot_point(snapshot, joint->b.body, joint->b.x, joint->b.y));
  double r = fmax(ptl_geometry_pin_radius(scene->geometry, joint) * view->scale, 2.2);
  if (joint->clearance > 0 && joint->kind == PTL_SKETCH_REVOLUTE) { /* the bearing around it */
    ptl_point hollow = ptl_viewport_point(
        view, ptl_snapshot_point(snapshot, joint->a.body, joint->a.x, joint->a.y));
    ptl_shapes_tag(out, PTL_TAG_SLOT, index);
    ptl_add_circle(out, ptl_outlined(PTL_INK_PAPER, PTL_INK_EDGE, 1), hollow.x, hollow.y,
                   r + fmax(joint->clearance * view->scale, 1.4));
  }
  ptl_shapes_tag(out, PTL_TAG_PIN, index);
  draw_journal(snapshot, view, joint, r, out);
  ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_EDGE, 1.2), at.x, at.y, r);
  if (joint->clearance > 0 && state->touching) {
    double share = scene->geometry->extent.deepest[index] > 0
                       ? state->depth / scene->geometry->extent.deepest[index]
                       : 0;
    ptl_add_circle(out, ptl_faded(ptl_filled(PTL_INK_TOUCH), 0.85), at.x, at.y, r);
    ptl_add_circle(out, ptl_faded(ptl_filled(PTL_INK_DEEP), fmin(share, 1)), at.x, at.y, r);
  }
  if (joint->driven)
    ptl_add_turn_arrow(out, at, ptl_geometry_boss_radius(scene->geometry, joint) * view->scale + 6);
  if (appearance->selected == index) {
    ptl_add_circle(out, ptl_stroked(PTL_INK_ACCENT, 2), at.x, at.y, r + 4);
  }
}

/* The place where two surfaces touch. */
static void draw_touch(const ptl_scene *scene, const ptl_snapshot *snapshot,
                       const ptl_viewport *view, int index, ptl_shapes *out) {
  const ptl_joint_state *state = &snapshot->joints[index];
  if (!state->touching) return;
  ptl_point at = ptl_scene_joint_point(scene, snapshot, view, index);
  double share = scene->geometry->extent.deepest[index] > 0
                     ? state->depth / scene->geometry->extent.deepest[index]
                     : 0;
  ptl_shapes_tag(out, PTL_TAG_JOINT, index);
  ptl_add_circle(out, ptl_outlined(PTL_INK_TOUCH, PTL_INK_EDGE, 0.8), at.x, at.y, 3.5);
  ptl_add_circle(out, ptl_faded(ptl_filled(PTL_INK_DEEP), fmin(share, 1)), at.x, at.y, 3.5);
}

/* A stop of a joint that turns: a post on part A, met by an arm of part B. */
static void draw_turning_stops(const ptl_scene *scene, const ptl_snapshot *snapshot,
                               const ptl_viewport *view, const ptl_sketch_joint *joint,
                               ptl_shapes *out) {
  const ptl_marker a = ptl_snapshot_marker(snapshot, &joint->a);
  const ptl_marker b = ptl_snapshot_marker(snapshot, &joint->b);
  const double boss = ptl_geometry_boss_radius(scene->geometry, joint);
  const double post = 0.3 * scene->geometry->base_size;
  const double radius = fmax(joint->arm_radius, boss + 1.5 * post);
  for (int k = 0; k < 2; k++) {
    if (!isfinite(joint->limits[k])) continue;
    /* Posts stand beside the arm's edges where it rests on them. */
    const double beside = (k ? 1 : -1) * 1.6 * post / radius;
    const double angle = a.angle + joint->limits[k] + joint->arm + beside;
    const ptl_point at =
        ptl_viewport_point(view, (ptl_point){a.x + radius * cos(angle), a.y + radius * sin(angle)});
    ptl_add_circle(out, ptl_outlined(PTL_INK_GROUND, PTL_INK_EDGE, 1), at.x, at.y,
                   post * view->scale);
  }
  const double angle = b.angle + joint->arm, c = cos(angle), s = sin(angle);
  const ptl_point from = ptl_viewport_point(view, (ptl_point){b.x + boss * c, b.y + boss * s});
  const ptl_point to = ptl_viewport_point(view, (ptl_point){b.x + radius * c, b.y + radius * s});
  ptl_add_line(out, ptl_stroked(PTL_INK_EDGE, 0.6 * post * view->scale + 2), from.x, from.y, to.x,
               to.y);
}

/* The stops of a slider: bars across its guide, at the ends of its block. */
static void draw_sliding_stops(const ptl_scene *scene, const ptl_snapshot *snapshot,
                               const ptl_viewport *view, int index, ptl_shapes *out) {
  const ptl_sketch_joint *joint = &scene->sketch->joints[index];
  const ptl_guide *guide = &scene->geometry->extent.guides[index];
  const ptl_marker a = ptl_snapshot_marker(snapshot, &joint->a);
  const double c = cos(a.angle), s = sin(a.angle), u = scene->geometry->base_size;
  for (int k = 0; k < 2; k++) {
    if (!isfinite(joint->limits[k])) continue;
    const double end = guide->overhang - u + 0.25 * u; /* half the block, half the bar */
    const double along = guide->offset + joint->limits[k] + (k ? end : -end);
    ptl_point ends[2];
    for (int i = 0; i < 2; i++) {
      const double off = i ? guide->half_gap : -guide->half_gap;
      ends[i] = ptl_viewport_point(
          view, (ptl_point){a.x + c * along - s * off, a.y + s * along + c * off});
    }
    ptl_add_line(out, ptl_stroked(PTL_INK_EDGE, 0.5 * u * view->scale), ends[0].x, ends[0].y,
                 ends[1].x, ends[1].y);
    ptl_add_line(out, ptl_stroked(PTL_INK_GROUND, 0.5 * u * view->scale - 2), ends[0].x, ends[0].y,
                 ends[1].x, ends[1].y);
  }
}

static void draw_stops(const ptl_scene *scene, const ptl_snapshot *snapshot,
                       const ptl_viewport *view, ptl_shapes *out) {
  for (int i = 0; i < scene->sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &scene->sketch->joints[i];
    ptl_shapes_tag(out, PTL_TAG_STOP, i);
    if (isnan(joint->limits[0]) && isnan(joint->limits[1])) continue;
    if (joint->kind == PTL_SKETCH_REVOLUTE) {
      draw_turning_stops(scene, snapshot, view, joint, out);
    } else if (joint->kind == PTL_SKETCH_SLIDER) {
      draw_sliding_stops(scene, snapshot, view, i, out);
    }
  }
}

/* Its wheels, and the tangent that has both of them on the sides that the model says. */
static void draw_strand(const ptl_snapshot *snapshot, const ptl_viewport *view,
                        const ptl_sketch_joint *joint, ptl_shapes *out) {
  const ptl_marker *at[2] = {&joint->a, &joint->b};
  ptl_point centre[2], touch[2];
  for (int i = 0; i < 2; i++)
    centre[i] =
        ptl_viewport_point(view, ptl_snapshot_point(snapshot, at[i]->body, at[i]->x, at[i]->y));
  const double dx = centre[1].x - centre[0].x, dy = centre[0].y - centre[1].y;
  const double lean = (joint->wheels[0] - joint->wheels[1]) * view->scale / hypot(dx, dy);
  const double angle = atan2(dy, dx) - asin(fmin(fmax(lean, -1), 1));
  for (int i = 0; i < 2; i++) {
    const double r = joint->wheels[i] * view->scale;
    const ptl_marker turned = ptl_snapshot_marker(snapshot, at[i]);
    touch[i] = (ptl_point){centre[i].x - r * sin(angle), centre[i].y - r * cos(angle)};
    if (r == 0) continue;
    ptl_add_circle(out, ptl_stroked(PTL_INK_SPRING, 2.4), centre[i].x, centre[i].y, fabs(r));
    ptl_add_line(out, ptl_faded(ptl_stroked(PTL_INK_EDGE, 1), 0.6), centre[i].x, centre[i].y,
                 centre[i].x + fabs(r) * cos(turned.angle),
                 centre[i].y - fabs(r) * sin(turned.angle));
  }
  ptl_add_line(out, ptl_stroked(PTL_INK_SPRING, 2.4), touch[0].x, touch[0].y, touch[1].x,
               touch[1].y);
}

static void draw_joint(const ptl_scene *scene, const ptl_snapshot *snapshot,
                       const ptl_viewport *view, const ptl_appearance *appearance, int index,
                       ptl_shapes *out) {
  const ptl_sketch_joint *joint = &scene->sketch->joints[index];
  if (joint->kind == PTL_SKETCH_REVOLUTE || joint->kind == PTL_SKETCH_SLOT) {
    draw_pin(scene, snapshot, view, appearance, index, out);
    return;
  }
  if (joint->kind == PTL_SKETCH_SURFACES) {
    draw_touch(scene, snapshot, view, index, out);
    return;
  }
  ptl_point b =
      ptl_viewport_point(view, ptl_snapshot_point(snapshot, joint->b.body, joint->b.x, joint->b.y));
  ptl_shapes_tag(out, PTL_TAG_JOINT, index);
  double r = 0.3 * scene->geometry->base_size * view->scale;
  if (joint->kind == PTL_SKETCH_WELD) {
    ptl_add_rect(out, ptl_outlined(PTL_INK_GROUND, PTL_INK_EDGE, 1), b.x - r, b.y - r, 2 * r, 2 * r,
                 1);
  } else if (joint->kind == PTL_SKETCH_ROD) {
    ptl_point a = ptl_viewport_point(
        view, ptl_snapshot_point(snapshot, joint->a.body, joint->a.x, joint->a.y));
    ptl_add_line(out, ptl_stroked(PTL_INK_EDGE, 1.1 * r + 2.4), a.x, a.y, b.x, b.y);
    ptl_add_line(out, ptl_stroked(PTL_INK_HATCH, 1.1 * r), a.x, a.y, b.x, b.y);
    ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_EDGE, 1.2), a.x, a.y, 1.2 * r);
    ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_EDGE, 1.2), b.x, b.y, 1.2 * r);
  } else if (joint->kind == PTL_SKETCH_STRAND) {
    draw_strand(snapshot, view, joint, out);
  } else if (joint->kind == PTL_SKETCH_BRAKE) {
    for (int side = 0; side < 2; side++) { /* its two linings */
      const double middle = M_PI * (side + 0.25), half = 0.45;
      const double radius = joint->radius * view->scale;
      ptl_path_begin(out, ptl_stroked(PTL_INK_DIM, 4));
      ptl_path_arc(out, b.x, b.y, radius, middle - half, middle + half);
    }
  } else if (joint->kind == PTL_SKETCH_OTHER) {
    ptl_point a = ptl_viewport_point(
        view, ptl_snapshot_point(snapshot, joint->a.body, joint->a.x, joint->a.y));
    ptl_style line = ptl_stroked(PTL_INK_DIM, 1);
    line.dash = 4;
    ptl_add_line(out, line, a.x, a.y, b.x, b.y);
    ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_EDGE, 1), b.x, b.y, r);
  }
}

static int has_slot(const ptl_scene *scene, int body) {
  const ptl_outline *outline = &scene->geometry->bodies[body];
  for (int i = 0; i < outline->n; i++)
    if (is_slot(scene, &outline->parts[i])) return 1;
  return 0;
}

/* The bodies that are drawn shifted so far. */
static void draw_layer(const ptl_scene *scene, const ptl_snapshot *snapshot,
                       const ptl_viewport *view, double shift, ptl_shapes *out) {
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < scene->sketch->n_bodies; i++) {
      if (has_slot(scene, i) == pass || snapshot->bodies[i].shift.x != shift) continue;
      draw_body(scene, snapshot, view, i, out);
      if (pass == 0) cut_slots(scene, snapshot, view, i, out);
    }
  }
}

void ptl_scene_bodies(const ptl_scene *scene, const ptl_snapshot *snapshot,
                      const ptl_viewport *view, ptl_shapes *out) {
  for (double before = INFINITY, next; before > 0; before = next) { /* the deepest ones first */
    next = 0;
    for (int i = 0; i < scene->sketch->n_bodies; i++) {
      const double shift = snapshot->bodies[i].shift.x;
      if (shift < before) next = fmax(next, shift);
    }
    draw_layer(scene, snapshot, view, next, out);
  }
}

void ptl_scene_joints(const ptl_scene *scene, const ptl_snapshot *snapshot,
                      const ptl_viewport *view, const ptl_appearance *appearance, ptl_shapes *out) {
  draw_stops(scene, snapshot, view, out);
  for (int i = 0; i < scene->sketch->n_joints; i++) {
    draw_joint(scene, snapshot, view, appearance, i, out);
  }
  for (int i = 0; i < scene->sketch->n_bodies; i++) draw_com(scene, snapshot, view, i, out);
}

void ptl_scene_ghost(const ptl_scene *scene, const ptl_snapshot *snapshot, const ptl_viewport *view,
                     ptl_shapes *out) {
  for (int i = 0; i < scene->sketch->n_bodies; i++) {
    const ptl_outline *outline = &scene->geometry->bodies[i];
    painter p = {out, view, snapshot, i};
    ptl_shapes_tag(out, PTL_TAG_GHOST, i);
    draw_outline(&p, outline, PTL_INK_GHOST, 1);
    draw_outline(&p, outline, PTL_INK_PAPER, 0);
  }
}
