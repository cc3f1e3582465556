#include "scene.h"

#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------ view */

ptl_point ptl_view_point(const ptl_view *view, ptl_point world) {
  return (ptl_point){view->x + view->w / 2 + (world.x - view->cx) * view->scale,
                     view->y + view->h / 2 - (world.y - view->cy) * view->scale};
}

ptl_point ptl_view_world(const ptl_view *view, ptl_point screen) {
  return (ptl_point){view->cx + (screen.x - view->x - view->w / 2) / view->scale,
                     view->cy - (screen.y - view->y - view->h / 2) / view->scale};
}

void ptl_view_fit(ptl_view *view, const double box[4]) {
  double w = fmax(box[2] - box[0], 1e-9), h = fmax(box[3] - box[1], 1e-9);
  view->cx = 0.5 * (box[0] + box[2]);
  view->cy = 0.5 * (box[1] + box[3]);
  view->scale = 0.94 * fmin(view->w / w, view->h / h);
}

ptl_look ptl_look_default(void) {
  return (ptl_look){.grid = 1,
                    .labels = 1,
                    .forces = 1,
                    .flashes = 1,
                    .force_scale = 1,
                    .velocity_scale = 1,
                    .selected = -1};
}

/* ------------------------------------------------------------------ bodies */

typedef struct painter { /* one body's frame on the screen */
  ptl_shapes *out;
  const ptl_view *view;
  const ptl_frame *frame;
  int body;
} painter;

static ptl_point place(const painter *p, ptl_point at) {
  return ptl_view_point(p->view, ptl_frame_point(p->frame, p->body, at.x, at.y));
}

static void steps_through(const painter *p, const ptl_point *points, int n, int closed) {
  for (int i = 0; i < n; i++) {
    ptl_point at = place(p, points[i]);
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

static void block_corners(const ptl_body_part *part, double grow, ptl_point corners[4]) {
  double c = cos(part->angle), s = sin(part->angle);
  double a = part->radius + grow, b = part->half + grow;
  const double signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (int i = 0; i < 4; i++) {
    double x = a * signs[i][0], y = b * signs[i][1];
    corners[i] = (ptl_point){part->points[0].x + c * x - s * y, part->points[0].y + s * x + c * y};
  }
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
    ptl_point at = place(p, part->points[0]);
    ptl_add_circle(p->out, ptl_filled(ink), at.x, at.y, part->radius * scale + more);
  } else if (part->kind == PTL_PART_BLOCK) {
    ptl_point corners[4];
    block_corners(part, 0, corners);
    style.width = 2 * more + 0.5 * part->half * scale;
    block_corners(part, -0.25 * part->half, corners); /* the round pen gives round corners */
    path_through(p, corners, 4, 1, style);
  } else if (part->kind == PTL_PART_PLATE && part->n > 2) {
    path_through(p, part->points, part->n, 1, style);
  } else {
    style.fill = PTL_INK_NONE;
    path_through(p, part->points, part->n, 0, style);
  }
}

static ptl_ink body_ink(int body) {
  return body == PTL_GROUND ? PTL_INK_FIELD : PTL_INK_BODY + body % PTL_N_BODY_INKS;
}

static ptl_ink part_ink(const ptl_body_part *part, int body) {
  if (part->kind != PTL_PART_FORM || part->color < 0) return body_ink(body);
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

static void draw_body(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                      int body, ptl_shapes *out) {
  painter p = {out, view, frame, body};
  int slot = body == PTL_GROUND ? scene->sketch->n_bodies : body;
  const ptl_outline *outline = &scene->plan->bodies[slot];
  ptl_shapes_tag(out, body == PTL_GROUND ? PTL_TAG_GROUND : PTL_TAG_BODY, body);
  draw_outline(&p, outline, PTL_INK_EDGE, edge_width);
  draw_outline(&p, outline, PTL_INK_NONE, 0);
}

/* Centre of mass: a disc with two dark quarters. */
static void draw_com(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view, int body,
                     ptl_shapes *out) {
  const ptl_sketch_body *b = &scene->sketch->bodies[body];
  ptl_point at = ptl_view_point(view, ptl_frame_point(frame, body, b->com_x, b->com_y));
  double r = fmin(5, 0.32 * scene->plan->unit * view->scale), turn = -frame->bodies[body].angle;
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

/* A bearing block under a pin that turns in the ground. */
static void draw_support(const ptl_plan *plan, const ptl_view *view, ptl_point at,
                         ptl_shapes *out) {
  double u = plan->unit * view->scale;
  ptl_path_begin(out, ptl_outlined(PTL_INK_FIELD, PTL_INK_GROUND, 1.4));
  ptl_path_arc(out, at.x, at.y, 1.05 * u, M_PI - 0.35, 2 * M_PI + 0.35);
  ptl_path_line(out, at.x + 1.6 * u, at.y + 2.3 * u);
  ptl_path_line(out, at.x - 1.6 * u, at.y + 2.3 * u);
  ptl_path_close(out);
  hatch(out, (ptl_point){at.x - 2.3 * u, at.y + 2.3 * u},
        (ptl_point){at.x + 2.3 * u, at.y + 2.3 * u}, 0.7 * u);
}

static void draw_rails(const ptl_scene *scene, const ptl_view *view, int index, ptl_shapes *out) {
  const ptl_sketch_joint *joint = &scene->sketch->joints[index];
  const ptl_guide *guide = &scene->plan->guides[index];
  double u = scene->plan->unit, c = cos(joint->a.angle), s = sin(joint->a.angle);
  double from = guide->from - guide->reach, to = guide->to + guide->reach, off = guide->off;
  for (int side = -1; side <= 1; side += 2) {
    ptl_point ends[2];
    for (int k = 0; k < 2; k++) {
      double along = (k == 0) == (side < 0) ? from : to;
      ends[k] = ptl_view_point(view, (ptl_point){joint->a.x + c * along - s * side * off,
                                                 joint->a.y + s * along + c * side * off});
    }
    hatch(out, ends[0], ends[1], 0.7 * u * view->scale);
  }
}

/* A straight face of the ground. */
static void draw_floor(const ptl_scene *scene, const ptl_view *view, int joint, ptl_shapes *out) {
  for (int i = 0; i < scene->sketch->n_faces; i++) {
    const ptl_sketch_face *face = &scene->sketch->faces[i];
    if (face->joint != joint || face->body != PTL_GROUND || face->n != 2) continue;
    int first = face->side > 0 ? 1 : 0; /* hatched to the right of the way on the ground */
    const double *p = &face->points[2 * first], *q = &face->points[2 * (1 - first)];
    hatch(out, ptl_view_point(view, (ptl_point){p[0], p[1]}),
          ptl_view_point(view, (ptl_point){q[0], q[1]}), 0.7 * scene->plan->unit * view->scale);
  }
}

static void draw_ground(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                        ptl_shapes *out) {
  draw_body(scene, frame, view, PTL_GROUND, out);
  for (int i = 0; i < scene->sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &scene->sketch->joints[i];
    ptl_shapes_tag(out, PTL_TAG_GROUND, i);
    if (joint->kind == PTL_SKETCH_SLIDER) {
      if (joint->a.body == PTL_GROUND) draw_rails(scene, view, i, out);
    } else if (joint->kind == PTL_SKETCH_TOUCH) {
      draw_floor(scene, view, i, out);
    } else if (joint->kind != PTL_SKETCH_SLOT && joint->kind != PTL_SKETCH_ROD &&
               joint->a.body == PTL_GROUND) {
      ptl_point at = ptl_view_point(view, (ptl_point){joint->a.x, joint->a.y});
      draw_support(scene->plan, view, at, out);
    } else if (joint->b.body == PTL_GROUND) {
      ptl_point at = ptl_view_point(view, (ptl_point){joint->b.x, joint->b.y});
      draw_support(scene->plan, view, at, out);
    }
  }
}

/* ------------------------------------------------------------------ joints */

/* Where a slot has a mouth there is no wall: paper as far as the plate around it goes. */
static void open_end(const painter *p, ptl_point inner, ptl_point end, double half) {
  ptl_point from = place(p, inner), to = place(p, end);
  double length = hypot(to.x - from.x, to.y - from.y), more = 2.5 * half;
  if (!(length > 0)) return;
  ptl_add_line(p->out, ptl_stroked(PTL_INK_PAPER, 2 * half), to.x, to.y,
               to.x + more * (to.x - from.x) / length, to.y + more * (to.y - from.y) / length);
}

/* The slot's opening, through which one sees the paper. */
static void cut_slot(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view, int body,
                     ptl_shapes *out) {
  int slot = body == PTL_GROUND ? scene->sketch->n_bodies : body;
  const ptl_outline *outline = &scene->plan->bodies[slot];
  painter p = {out, view, frame, body};
  for (int i = 0; i < outline->n; i++) {
    const ptl_body_part *part = &outline->parts[i];
    if (part->kind != PTL_PART_BAND && part->kind != PTL_PART_SLOT) continue;
    const ptl_sketch_joint *joint = &scene->sketch->joints[part->joint];
    if (joint->kind != PTL_SKETCH_SLOT) continue;
    double half = ptl_plan_hollow(scene->plan, joint) * view->scale;
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

/* A round arrow: something turns this joint. */
static void draw_drive(ptl_shapes *out, ptl_point at, double r) {
  const double tail = -0.5, tip = -2.6;
  double c = cos(tip), s = sin(tip), x = at.x + r * c, y = at.y + r * s;
  ptl_path_begin(out, ptl_stroked(PTL_INK_ACCENT, 1.8));
  ptl_path_arc(out, at.x, at.y, r, tip, tail);
  ptl_path_begin(out, ptl_filled(PTL_INK_ACCENT)); /* counter-clockwise: back along the arc */
  ptl_path_move(out, x + 4 * c, y + 4 * s);
  ptl_path_line(out, x - 4 * c, y - 4 * s);
  ptl_path_line(out, x + 8 * s, y - 8 * c);
  ptl_path_close(out);
}

static void draw_pin(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                     const ptl_look *look, int index, ptl_shapes *out) {
  const ptl_sketch_joint *joint = &scene->sketch->joints[index];
  const ptl_frame_joint *state = &frame->joints[index];
  ptl_point at =
      ptl_view_point(view, ptl_frame_point(frame, joint->b.body, joint->b.x, joint->b.y));
  double r = fmax(ptl_plan_pin(scene->plan, joint) * view->scale, 2.2);
  if (joint->play > 0 && joint->kind == PTL_SKETCH_REVOLUTE) { /* the bearing around it */
    ptl_point hollow =
        ptl_view_point(view, ptl_frame_point(frame, joint->a.body, joint->a.x, joint->a.y));
    ptl_shapes_tag(out, PTL_TAG_SLOT, index);
    ptl_add_circle(out, ptl_outlined(PTL_INK_PAPER, PTL_INK_EDGE, 1), hollow.x, hollow.y,
                   r + fmax(joint->play * view->scale, 1.4));
  }
  ptl_shapes_tag(out, PTL_TAG_PIN, index);
  ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_EDGE, 1.2), at.x, at.y, r);
  if (joint->play > 0 && state->touching) {
    double share = scene->plan->deepest[index] > 0 ? state->depth / scene->plan->deepest[index] : 0;
    ptl_add_circle(out, ptl_faded(ptl_filled(PTL_INK_TOUCH), 0.85), at.x, at.y, r);
    ptl_add_circle(out, ptl_faded(ptl_filled(PTL_INK_DEEP), fmin(share, 1)), at.x, at.y, r);
  }
  if (joint->driven) draw_drive(out, at, ptl_plan_boss(scene->plan, joint) * view->scale + 6);
  if (look->selected == index) {
    ptl_add_circle(out, ptl_stroked(PTL_INK_ACCENT, 2), at.x, at.y, r + 4);
  }
}

ptl_point ptl_scene_joint_point(const ptl_scene *scene, const ptl_frame *frame,
                                const ptl_view *view, int index) {
  const ptl_sketch_joint *joint = &scene->sketch->joints[index];
  const ptl_frame_joint *state = &frame->joints[index];
  ptl_point at = ptl_frame_point(frame, joint->b.body, joint->b.x, joint->b.y);
  double force = hypot(state->fx, state->fy);
  if (joint->kind == PTL_SKETCH_TOUCH && force > 0 && joint->radius > 0) {
    at.x -= joint->radius * state->fx / force;
    at.y -= joint->radius * state->fy / force;
  }
  return ptl_view_point(view, at);
}

/* The place where two surfaces touch. */
static void draw_touch(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                       int index, ptl_shapes *out) {
  const ptl_frame_joint *state = &frame->joints[index];
  if (!state->touching) return;
  ptl_point at = ptl_scene_joint_point(scene, frame, view, index);
  double share = scene->plan->deepest[index] > 0 ? state->depth / scene->plan->deepest[index] : 0;
  ptl_shapes_tag(out, PTL_TAG_JOINT, index);
  ptl_add_circle(out, ptl_outlined(PTL_INK_TOUCH, PTL_INK_EDGE, 0.8), at.x, at.y, 3.5);
  ptl_add_circle(out, ptl_faded(ptl_filled(PTL_INK_DEEP), fmin(share, 1)), at.x, at.y, 3.5);
}

static void draw_joint(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                       const ptl_look *look, int index, ptl_shapes *out) {
  const ptl_sketch_joint *joint = &scene->sketch->joints[index];
  if (joint->kind == PTL_SKETCH_REVOLUTE || joint->kind == PTL_SKETCH_SLOT) {
    draw_pin(scene, frame, view, look, index, out);
    return;
  }
  if (joint->kind == PTL_SKETCH_TOUCH) {
    draw_touch(scene, frame, view, index, out);
    return;
  }
  ptl_point b = ptl_view_point(view, ptl_frame_point(frame, joint->b.body, joint->b.x, joint->b.y));
  ptl_shapes_tag(out, PTL_TAG_JOINT, index);
  double r = 0.3 * scene->plan->unit * view->scale;
  if (joint->kind == PTL_SKETCH_WELD) {
    ptl_add_rect(out, ptl_outlined(PTL_INK_GROUND, PTL_INK_EDGE, 1), b.x - r, b.y - r, 2 * r, 2 * r,
                 1);
  } else if (joint->kind == PTL_SKETCH_ROD) {
    ptl_point a =
        ptl_view_point(view, ptl_frame_point(frame, joint->a.body, joint->a.x, joint->a.y));
    ptl_add_line(out, ptl_stroked(PTL_INK_EDGE, 1.1 * r + 2.4), a.x, a.y, b.x, b.y);
    ptl_add_line(out, ptl_stroked(PTL_INK_HATCH, 1.1 * r), a.x, a.y, b.x, b.y);
    ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_EDGE, 1.2), a.x, a.y, 1.2 * r);
    ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_EDGE, 1.2), b.x, b.y, 1.2 * r);
  } else if (joint->kind == PTL_SKETCH_OTHER) {
    ptl_point a =
        ptl_view_point(view, ptl_frame_point(frame, joint->a.body, joint->a.x, joint->a.y));
    ptl_style line = ptl_stroked(PTL_INK_DIM, 1);
    line.dash = 4;
    ptl_add_line(out, line, a.x, a.y, b.x, b.y);
    ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_EDGE, 1), b.x, b.y, r);
  }
}

/* ------------------------------------------------------------------ all of it */

static int has_slot(const ptl_scene *scene, int body) {
  for (int i = 0; i < scene->sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &scene->sketch->joints[i];
    if (joint->kind == PTL_SKETCH_SLOT && joint->a.body == body) return 1;
  }
  return 0;
}

/* Only the outlines of the bodies, in grey. */
static void draw_ghost(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                       ptl_shapes *out) {
  for (int i = 0; i < scene->sketch->n_bodies; i++) {
    const ptl_outline *outline = &scene->plan->bodies[i];
    painter p = {out, view, frame, i};
    ptl_shapes_tag(out, PTL_TAG_GHOST, i);
    draw_outline(&p, outline, PTL_INK_GHOST, 1);
    draw_outline(&p, outline, PTL_INK_PAPER, 0);
  }
}

void ptl_scene_draw(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                    const ptl_look *look, ptl_shapes *out) {
  ptl_shapes_tag(out, PTL_TAG_NONE, 0);
  ptl_add_clip(out, view->x, view->y, view->w, view->h, 0);
  ptl_add_rect(out, ptl_filled(PTL_INK_PAPER), view->x, view->y, view->w, view->h, 0);
  if (look->grid) ptl_scene_grid(view, out);
  if (look->other != NULL) draw_ghost(look->other, look->other_frame, view, out);
  draw_ground(scene, frame, view, out);
  cut_slot(scene, frame, view, PTL_GROUND, out);
  ptl_scene_gears(scene, frame, view, out);
  ptl_scene_springs(scene, frame, view, out);
  for (int pass = 0; pass < 2; pass++) { /* slotted bodies lie below the pins' carriers */
    for (int i = 0; i < scene->sketch->n_bodies; i++) {
      if (has_slot(scene, i) == pass) continue;
      draw_body(scene, frame, view, i, out);
      if (pass == 0) cut_slot(scene, frame, view, i, out);
    }
  }
  for (int i = 0; i < scene->sketch->n_joints; i++) draw_joint(scene, frame, view, look, i, out);
  for (int i = 0; i < scene->sketch->n_bodies; i++) draw_com(scene, frame, view, i, out);
  ptl_scene_marks(scene, frame, view, look, out);
  ptl_shapes_tag(out, PTL_TAG_NONE, 0);
  ptl_add_unclip(out);
}

/* ------------------------------------------------------------------ picking */

int ptl_scene_pick_joint(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                         ptl_point at, double reach) {
  int best = -1;
  double nearest = INFINITY;
  for (int i = 0; i < scene->sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &scene->sketch->joints[i];
    ptl_point pin =
        ptl_view_point(view, ptl_frame_point(frame, joint->b.body, joint->b.x, joint->b.y));
    double r = ptl_plan_pin(scene->plan, joint) * view->scale + reach;
    double distance = hypot(pin.x - at.x, pin.y - at.y);
    if (joint->play > 0) distance *= 0.5; /* of two in one place the one with play */
    if (distance < r && distance < nearest) {
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
    block_corners(part, 0, corners);
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

int ptl_scene_pick_body(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                        ptl_point at) {
  ptl_point world = ptl_view_world(view, at);
  for (int i = scene->sketch->n_bodies - 1; i >= 0; i--) {
    const ptl_frame_body *body = &frame->bodies[i];
    double dx = world.x - body->x, dy = world.y - body->y;
    double c = cos(body->angle), s = sin(body->angle);
    ptl_point local = {c * dx + s * dy, -s * dx + c * dy};
    if (covered(&scene->plan->bodies[i], local)) return i;
  }
  return PTL_GROUND;
}
