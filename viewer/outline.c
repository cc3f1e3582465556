#include "outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 400, MAX_KNOTS = 64 };

/* ------------------------------------------------------------------ sizes */

double ptl_plan_pin(const ptl_plan *plan, const ptl_sketch_joint *joint) {
  int is_pin = joint->radius > 0 && joint->kind != PTL_SKETCH_TOUCH;
  return is_pin ? joint->radius : 0.45 * plan->unit;
}

double ptl_plan_hollow(const ptl_plan *plan, const ptl_sketch_joint *joint) {
  return ptl_plan_pin(plan, joint) + joint->play;
}

double ptl_plan_boss(const ptl_plan *plan, const ptl_sketch_joint *joint) {
  return fmax(plan->unit, 1.6 * ptl_plan_pin(plan, joint));
}

static double rim(const ptl_plan *plan, double half_width) {
  return fmax(0.5 * plan->unit, 0.45 * half_width);
}

/* ------------------------------------------------------------------ extent */

static void stretch(double box[4], ptl_point p, double margin) {
  if (!isfinite(p.x) || !isfinite(p.y)) return;
  box[0] = fmin(box[0], p.x - margin);
  box[1] = fmin(box[1], p.y - margin);
  box[2] = fmax(box[2], p.x + margin);
  box[3] = fmax(box[3], p.y + margin);
}

static ptl_point slot_point(const ptl_sketch_joint *joint, double s) {
  ptl_point p = {joint->x0 + s * (joint->x1 - joint->x0), joint->y0 + s * (joint->y1 - joint->y0)};
  if (joint->arc) {
    double angle = joint->arc_from + s * (joint->arc_to - joint->arc_from);
    p.x = joint->x0 + joint->arc_radius * cos(angle);
    p.y = joint->y0 + joint->arc_radius * sin(angle);
  }
  if (joint->path != NULL) {
    const double *at = &joint->path[2 * (int)lround(s * (joint->n_path - 1))];
    p = (ptl_point){at[0], at[1]};
  }
  double c = cos(joint->a.angle), sn = sin(joint->a.angle);
  return (ptl_point){joint->a.x + c * p.x - sn * p.y, joint->a.y + sn * p.x + c * p.y};
}

/* The middle line of a slot in its body's frame; NULL when memory is out. */
static ptl_point *slot_line(const ptl_sketch_joint *joint, int *n) {
  *n = joint->path != NULL ? joint->n_path : joint->arc ? 33 : 2;
  ptl_point *points = malloc((size_t)*n * sizeof *points);
  for (int i = 0; points != NULL && i < *n; i++) {
    points[i] = slot_point(joint, (double)i / (*n - 1));
  }
  return points;
}

static void stretch_by_joint(const ptl_frame *frame, const ptl_sketch_joint *joint, double box[4]) {
  stretch(box, ptl_frame_point(frame, joint->b.body, joint->b.x, joint->b.y), 0);
  if (joint->kind != PTL_SKETCH_SLOT) {
    if (joint->kind == PTL_SKETCH_SLIDER && joint->a.body == PTL_GROUND) return;
    if (joint->kind == PTL_SKETCH_TOUCH) return;
    stretch(box, ptl_frame_point(frame, joint->a.body, joint->a.x, joint->a.y), 0);
    return;
  }
  for (int k = 0; k <= 8; k++) {
    ptl_point p = slot_point(joint, k / 8.0);
    stretch(box, ptl_frame_point(frame, joint->a.body, p.x, p.y), 0);
  }
}

static void stretch_by_gear(const ptl_frame *frame, const ptl_sketch_gear *gear, double box[4]) {
  ptl_point a = ptl_frame_point(frame, gear->first.body, gear->first.x, gear->first.y);
  ptl_point b = ptl_frame_point(frame, gear->second.body, gear->second.x, gear->second.y);
  double distance = hypot(b.x - a.x, b.y - a.y), radius = distance / fabs(1 - gear->ratio);
  if (gear->ratio > 0) radius = fmin(radius, distance); /* a belt's pulleys are smaller */
  stretch(box, a, radius);
  stretch(box, b, fmin(radius * fabs(gear->ratio), 2 * distance));
}

static void stretch_by_form(const ptl_frame *frame, const ptl_sketch_form *form, double box[4]) {
  for (int k = 0; k < form->n; k++) {
    const double *at = &form->points[2 * k];
    stretch(box, ptl_frame_point(frame, form->body, at[0], at[1]), 0);
  }
}

static void stretch_by_face(const ptl_frame *frame, const ptl_sketch_face *face, double box[4]) {
  for (int k = 0; k < face->n; k++) {
    const double *at = &face->points[2 * k];
    stretch(box, ptl_frame_point(frame, face->body, at[0], at[1]), 0);
  }
}

static void stretch_by_frame(const ptl_sketch *sketch, const ptl_frame *frame, double box[4]) {
  for (int i = 0; i < sketch->n_bodies; i++) {
    const ptl_sketch_body *body = &sketch->bodies[i];
    stretch(box, ptl_frame_point(frame, i, body->com_x, body->com_y), 0);
  }
  for (int i = 0; i < sketch->n_joints; i++) stretch_by_joint(frame, &sketch->joints[i], box);
  for (int i = 0; i < sketch->n_points; i++) {
    const ptl_place *at = &sketch->points[i].at;
    stretch(box, ptl_frame_point(frame, at->body, at->x, at->y), 0);
  }
  for (int i = 0; i < sketch->n_gears; i++) stretch_by_gear(frame, &sketch->gears[i], box);
  for (int i = 0; i < sketch->n_faces; i++) stretch_by_face(frame, &sketch->faces[i], box);
  for (int i = 0; i < sketch->n_forms; i++) stretch_by_form(frame, &sketch->forms[i], box);
  for (int i = 0; i < sketch->n_springs; i++) {
    const ptl_sketch_spring *spring = &sketch->springs[i];
    stretch(box, ptl_frame_point(frame, spring->a.body, spring->a.x, spring->a.y), 0);
    stretch(box, ptl_frame_point(frame, spring->b.body, spring->b.x, spring->b.y), 0);
  }
}

/* Where the slider is along the guide's axis. */
static double travel(const ptl_frame *frame, const ptl_sketch_joint *joint) {
  ptl_place guide = ptl_frame_place(frame, &joint->a);
  ptl_point slider = ptl_frame_point(frame, joint->b.body, joint->b.x, joint->b.y);
  return cos(guide.angle) * (slider.x - guide.x) + sin(guide.angle) * (slider.y - guide.y);
}

static void follow_speed(const ptl_frame *frame, int body, double x, double y, ptl_plan *plan) {
  ptl_point v = ptl_frame_velocity(frame, body, x, y);
  if (isfinite(v.x) && isfinite(v.y))
    plan->largest_speed = fmax(plan->largest_speed, hypot(v.x, v.y));
}

static void follow_frame(const ptl_sketch *sketch, const ptl_frame *frame, ptl_plan *plan) {
  stretch_by_frame(sketch, frame, plan->box);
  for (int i = 0; i < sketch->n_bodies; i++) {
    follow_speed(frame, i, sketch->bodies[i].com_x, sketch->bodies[i].com_y, plan);
  }
  for (int i = 0; i < sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &sketch->joints[i];
    follow_speed(frame, joint->b.body, joint->b.x, joint->b.y, plan);
    if (joint->kind != PTL_SKETCH_SLIDER) continue;
    double s = travel(frame, joint);
    plan->guides[i].from = fmin(plan->guides[i].from, s);
    plan->guides[i].to = fmax(plan->guides[i].to, s);
  }
}

static int measure(const ptl_sketch *sketch, const ptl_record *record, const ptl_binding *binding,
                   ptl_plan *plan) {
  ptl_frame frame = {0};
  double start = ptl_record_start(record), end = ptl_record_end(record);
  plan->box[0] = plan->box[1] = INFINITY;
  plan->box[2] = plan->box[3] = -INFINITY;
  for (int i = 0; i < sketch->n_joints; i++)
    plan->guides[i] = (ptl_guide){.from = INFINITY, .to = -INFINITY};
  for (int k = 0; k <= SAMPLES; k++) {
    double time = start + (end - start) * k / SAMPLES;
    if (ptl_frame_calc(sketch, record, binding, time, &frame)) return 1;
    follow_frame(sketch, &frame, plan);
    if (end <= start) break;
  }
  ptl_frame_release(&frame);
  for (int i = 0; i < sketch->n_joints; i++) {
    double low, high;
    const ptl_joint_columns *columns = &binding->joints[i];
    for (int k = 0; k < columns->n_gaps; k++) {
      if (ptl_record_range(record, columns->depth[k], 0, record->n, &low, &high)) {
        plan->deepest[i] = fmax(plan->deepest[i], high);
      }
    }
    for (int k = 0; k < 2; k++) {
      if (ptl_record_range(record, k ? columns->fx : columns->fy, 0, record->n, &low, &high)) {
        plan->largest_force = fmax(plan->largest_force, fmax(-low, high));
      }
    }
  }
  return 0;
}

static void choose_unit(const ptl_sketch *sketch, ptl_plan *plan) {
  if (!(plan->box[0] <= plan->box[2])) {
    plan->box[0] = plan->box[1] = -0.5;
    plan->box[2] = plan->box[3] = 0.5;
  }
  double size = hypot(plan->box[2] - plan->box[0], plan->box[3] - plan->box[1]);
  if (!(size > 0)) size = 1;
  plan->unit = 0.026 * size;
  double margin = 2.6 * plan->unit;
  for (int i = 0; i < sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &sketch->joints[i];
    if (joint->kind == PTL_SKETCH_SLOT) margin = fmax(margin, 2 * ptl_plan_hollow(plan, joint));
  }
  plan->box[0] -= margin;
  plan->box[1] -= margin;
  plan->box[2] += margin;
  plan->box[3] += margin;
}

/* ------------------------------------------------------------------ parts of a body */

static int add_part(ptl_outline *outline, ptl_body_part part, const ptl_point *points, int n) {
  ptl_body_part *parts = realloc(outline->parts, ((size_t)outline->n + 1) * sizeof *parts);
  if (parts == NULL) return 1;
  outline->parts = parts;
  part.points = malloc((size_t)n * sizeof *points);
  if (part.points == NULL) return 1;
  memcpy(part.points, points, (size_t)n * sizeof *points);
  part.n = n;
  outline->parts[outline->n++] = part;
  return 0;
}

static int add_slot(ptl_outline *outline, ptl_body_part part, const ptl_sketch_joint *joint) {
  int n;
  ptl_point *points = slot_line(joint, &n);
  int failed = points == NULL || add_part(outline, part, points, n);
  free(points);
  return failed;
}

static int add_form(ptl_outline *outline, ptl_body_part part, const ptl_sketch_form *form) {
  ptl_point *points = malloc((size_t)form->n * sizeof *points);
  if (points == NULL) return 1;
  for (int i = 0; i < form->n; i++) {
    points[i] = (ptl_point){form->points[2 * i], form->points[2 * i + 1]};
  }
  int failed = add_part(outline, part, points, form->n);
  free(points);
  return failed;
}

typedef struct knots {
  ptl_point at[MAX_KNOTS];
  int n;
} knots;

static void add_knot(knots *k, ptl_point p, double tolerance) {
  for (int i = 0; i < k->n; i++) {
    if (hypot(k->at[i].x - p.x, k->at[i].y - p.y) < tolerance) return;
  }
  if (k->n < MAX_KNOTS) k->at[k->n++] = p;
}

static int compare_points(const void *a, const void *b) {
  const ptl_point *p = a, *q = b;
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  return (p->y > q->y) - (p->y < q->y);
}

static double cross(ptl_point o, ptl_point a, ptl_point b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/* Convex hull by Andrew's monotone chain; returns the number of corners in `out`. */
static int hull(knots *k, ptl_point *out) {
  int n = 0;
  qsort(k->at, (size_t)k->n, sizeof k->at[0], compare_points);
  if (k->n < 3) {
    memcpy(out, k->at, (size_t)k->n * sizeof *out);
    return k->n;
  }
  for (int i = 0; i < k->n; i++) {
    while (n >= 2 && cross(out[n - 2], out[n - 1], k->at[i]) <= 0) n--;
    out[n++] = k->at[i];
  }
  for (int i = k->n - 2, lower = n + 1; i >= 0; i--) {
    while (n >= lower && cross(out[n - 2], out[n - 1], k->at[i]) <= 0) n--;
    out[n++] = k->at[i];
  }
  return n - 1;
}

/* Half sizes of a slider's block: those of the model, else some that look well. */
static void block_size(const ptl_plan *plan, const ptl_sketch_joint *joint, double *along,
                       double *across) {
  *along = joint->block_length > 0 ? 0.5 * joint->block_length : 2.0 * plan->unit;
  *across = joint->block_width > 0 ? 0.5 * joint->block_width : 1.35 * plan->unit;
}

/* Rails fit the block that is drawn, or the shapes that the model gives the slider. */
static void size_guide(const ptl_sketch *sketch, const ptl_plan *plan, int index,
                       ptl_guide *guide) {
  const ptl_sketch_joint *joint = &sketch->joints[index];
  double c = cos(joint->b.angle), s = sin(joint->b.angle);
  double along = 0, across = 0;
  for (int i = 0; i < sketch->n_forms; i++) {
    const ptl_sketch_form *form = &sketch->forms[i];
    if (form->body != joint->b.body) continue;
    for (int k = 0; k < form->n; k++) {
      double x = form->points[2 * k] - joint->b.x, y = form->points[2 * k + 1] - joint->b.y;
      along = fmax(along, fabs(c * x + s * y));
      across = fmax(across, fabs(c * y - s * x));
    }
  }
  if (!(across > 0)) block_size(plan, joint, &along, &across);
  guide->reach = along + plan->unit;
  guide->off = across + (joint->play > 0 ? joint->play : 0.15 * plan->unit);
}

static int add_joint_parts(const ptl_sketch *sketch, const ptl_plan *plan, int body, int index,
                           ptl_outline *outline, knots *k) {
  const ptl_sketch_joint *joint = &sketch->joints[index];
  ptl_point at_a = {joint->a.x, joint->a.y}, at_b = {joint->b.x, joint->b.y};
  int failed = 0;
  if (joint->kind == PTL_SKETCH_SLOT && joint->a.body == body) {
    double half = ptl_plan_hollow(plan, joint);
    ptl_body_part band = {.kind = PTL_PART_BAND, .radius = half + rim(plan, half), .joint = index};
    failed |= add_slot(outline, band, joint);
    if (body != PTL_GROUND) add_knot(k, slot_point(joint, 0.5), 0.3 * plan->unit);
  } else if (joint->kind == PTL_SKETCH_SLIDER && joint->b.body == body) {
    ptl_body_part block = {.kind = PTL_PART_BLOCK, .joint = index};
    block_size(plan, joint, &block.radius, &block.half);
    /* The slider's axis on its own body: turned like the guide where the run starts. */
    double turn_a = joint->a.body == PTL_GROUND ? 0 : sketch->bodies[joint->a.body].angle;
    block.angle = turn_a + joint->a.angle - (body == PTL_GROUND ? 0 : sketch->bodies[body].angle);
    failed |= add_part(outline, block, &at_b, 1);
    add_knot(k, at_b, 0.3 * plan->unit);
  } else if (joint->kind == PTL_SKETCH_SLIDER && joint->a.body == body && body != PTL_GROUND) {
    const ptl_guide *guide = &plan->guides[index];
    double c = cos(joint->a.angle), s = sin(joint->a.angle), more = guide->reach;
    ptl_point rail[2] = {{at_a.x + c * (guide->from - more), at_a.y + s * (guide->from - more)},
                         {at_a.x + c * (guide->to + more), at_a.y + s * (guide->to + more)}};
    ptl_body_part band = {.kind = PTL_PART_BAND, .radius = 0.45 * plan->unit, .joint = index};
    failed |= add_part(outline, band, rail, 2);
  } else if (joint->kind == PTL_SKETCH_TOUCH) {
    if (joint->b.body == body && body != PTL_GROUND) add_knot(k, at_b, 0.3 * plan->unit);
  } else {
    int on_a = joint->a.body == body;
    ptl_point at = on_a ? at_a : at_b;
    if (!on_a && joint->b.body != body) return 0;
    if (body == PTL_GROUND) return 0; /* drawn as a support */
    if (joint->kind == PTL_SKETCH_REVOLUTE) {
      ptl_body_part disc = {.kind = PTL_PART_DISC, .radius = ptl_plan_boss(plan, joint)};
      failed |= add_part(outline, disc, &at, 1);
    }
    add_knot(k, at, 0.3 * plan->unit);
  }
  return failed;
}

/* The shapes that the model gives, and the openings of the slots in them. */
static int outline_from_model(const ptl_sketch *sketch, int body, ptl_outline *outline) {
  int failed = 0;
  for (int i = 0; i < sketch->n_forms; i++) {
    const ptl_sketch_form *form = &sketch->forms[i];
    if (form->body != body) continue;
    ptl_body_part part = {.kind = form->hole ? PTL_PART_HOLE : PTL_PART_FORM, .color = form->color};
    failed |= add_form(outline, part, form);
  }
  for (int i = 0; i < sketch->n_joints && outline->n > 0; i++) {
    const ptl_sketch_joint *joint = &sketch->joints[i];
    ptl_body_part part = {.kind = PTL_PART_SLOT, .joint = i};
    if (joint->kind != PTL_SKETCH_SLOT || joint->a.body != body) continue;
    failed |= add_slot(outline, part, joint);
  }
  return failed;
}

/* Points `away` to the left of a line. */
static void set_off(const ptl_sketch_face *face, double away, ptl_point *out) {
  for (int i = 0; i < face->n; i++) {
    int before = i > 0 ? i - 1 : face->closed ? face->n - 1 : 0;
    int after = i < face->n - 1 ? i + 1 : face->closed ? 0 : face->n - 1;
    const double *p = &face->points[2 * before], *q = &face->points[2 * after];
    double dx = q[0] - p[0], dy = q[1] - p[1], length = hypot(dx, dy);
    if (!(length > 0)) length = 1;
    out[i] = (ptl_point){face->points[2 * i] - away * dy / length,
                         face->points[2 * i + 1] + away * dx / length};
  }
}

/* A face with the material inside is a plate, others are the rim of something larger. */
static int add_face(const ptl_plan *plan, const ptl_sketch_face *face, ptl_outline *outline,
                    knots *k) {
  double rim = 0.5 * plan->unit;
  ptl_body_part part = {.kind = PTL_PART_FORM, .joint = face->joint, .color = -1};
  ptl_point *points = malloc(((size_t)face->n + 1) * sizeof *points);
  if (points == NULL) return 1;
  int n = face->n;
  set_off(face, face->inside ? 0 : face->side * rim, points);
  if (!face->inside) {
    part.kind = PTL_PART_BAND;
    part.radius = rim;
    if (face->body != PTL_GROUND) add_knot(k, points[n / 2], 0.3 * plan->unit);
    if (face->closed) points[n++] = points[0];
  }
  int failed = add_part(outline, part, points, n);
  free(points);
  return failed;
}

static int outline_body(const ptl_sketch *sketch, ptl_plan *plan, int body, ptl_outline *outline) {
  knots k = {.n = 0};
  int failed = outline_from_model(sketch, body, outline);
  if (failed || outline->n > 0) return failed;
  for (int i = 0; i < sketch->n_joints; i++) {
    failed |= add_joint_parts(sketch, plan, body, i, outline, &k);
  }
  for (int i = 0; i < sketch->n_faces; i++) {
    const ptl_sketch_face *face = &sketch->faces[i];
    int is_line = face->n == 2 && body == PTL_GROUND; /* drawn as a hatched line */
    if (face->body == body && !is_line) failed |= add_face(plan, face, outline, &k);
  }
  if (body == PTL_GROUND || failed) return failed;
  for (int i = 0; i < sketch->n_springs; i++) {
    const ptl_sketch_spring *s = &sketch->springs[i];
    if (s->a.body == body) add_knot(&k, (ptl_point){s->a.x, s->a.y}, 0.3 * plan->unit);
    if (s->b.body == body) add_knot(&k, (ptl_point){s->b.x, s->b.y}, 0.3 * plan->unit);
  }
  for (int i = 0; i < sketch->n_points; i++) { /* a point with a name is on the body */
    const ptl_place *at = &sketch->points[i].at;
    if (at->body == body) add_knot(&k, (ptl_point){at->x, at->y}, 0.3 * plan->unit);
  }
  const ptl_sketch_body *b = &sketch->bodies[body];
  ptl_point com = {b->com_x, b->com_y};
  if (k.n <= 1) { /* a pendulum's rod and bob, or a free disc */
    double far = k.n == 1 ? hypot(com.x - k.at[0].x, com.y - k.at[0].y) : INFINITY;
    if (far > 1.5 * plan->unit) {
      ptl_body_part bob = {.kind = PTL_PART_DISC, .radius = 1.6 * plan->unit};
      failed |= add_part(outline, bob, &com, 1);
      add_knot(&k, com, 0);
    }
  }
  if (k.n >= 2) {
    ptl_point corners[2 * MAX_KNOTS + 1];
    int n = hull(&k, corners);
    ptl_body_part plate = {.kind = PTL_PART_PLATE, .radius = 0.62 * plan->unit};
    failed |= add_part(outline, plate, corners, n);
  }
  return failed;
}

int ptl_plan_make(const ptl_sketch *sketch, const ptl_record *record, const ptl_binding *binding,
                  ptl_plan *out) {
  *out = (ptl_plan){0};
  out->bodies = calloc((size_t)sketch->n_bodies + 1, sizeof *out->bodies);
  out->guides = calloc((size_t)sketch->n_joints + 1, sizeof *out->guides);
  out->deepest = calloc((size_t)sketch->n_joints + 1, sizeof *out->deepest);
  int failed = out->bodies == NULL || out->guides == NULL || out->deepest == NULL ||
               measure(sketch, record, binding, out);
  if (!failed) choose_unit(sketch, out);
  for (int i = 0; i < sketch->n_joints && !failed; i++) {
    if (sketch->joints[i].kind == PTL_SKETCH_SLIDER) size_guide(sketch, out, i, &out->guides[i]);
  }
  for (int i = 0; i < sketch->n_bodies && !failed; i++) {
    failed = outline_body(sketch, out, i, &out->bodies[i]);
  }
  if (!failed) failed = outline_body(sketch, out, PTL_GROUND, &out->bodies[sketch->n_bodies]);
  if (failed) ptl_plan_release(out, sketch->n_bodies);
  return failed;
}

void ptl_plan_release(ptl_plan *plan, int n_bodies) {
  for (int i = 0; plan->bodies != NULL && i <= n_bodies; i++) {
    for (int k = 0; k < plan->bodies[i].n; k++) free(plan->bodies[i].parts[k].points);
    free(plan->bodies[i].parts);
  }
  free(plan->bodies);
  free(plan->guides);
  free(plan->deepest);
  *plan = (ptl_plan){0};
}
