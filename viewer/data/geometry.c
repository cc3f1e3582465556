#include "geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 400, MAX_ANCHORS = 64 };

/* ------------------------------------------------------------------ sizes */

double ptl_geometry_pin_radius(const ptl_geometry *geometry, const ptl_sketch_joint *joint) {
  int is_pin = joint->radius > 0 && joint->kind != PTL_SKETCH_SURFACES;
  return is_pin ? joint->radius : 0.45 * geometry->base_size;
}

double ptl_geometry_hollow_radius(const ptl_geometry *geometry, const ptl_sketch_joint *joint) {
  return ptl_geometry_pin_radius(geometry, joint) + joint->clearance;
}

double ptl_geometry_boss_radius(const ptl_geometry *geometry, const ptl_sketch_joint *joint) {
  return fmax(geometry->base_size, 1.6 * ptl_geometry_pin_radius(geometry, joint));
}

static double rim(const ptl_geometry *geometry, double half_width) {
  return fmax(0.5 * geometry->base_size, 0.45 * half_width);
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

static void stretch_by_joint(const ptl_snapshot *snapshot, const ptl_sketch_joint *joint,
                             double box[4]) {
  stretch(box, ptl_snapshot_point(snapshot, joint->b.body, joint->b.x, joint->b.y), 0);
  if (joint->kind != PTL_SKETCH_SLOT) {
    if (joint->kind == PTL_SKETCH_SLIDER && joint->a.body == PTL_GROUND) return;
    if (joint->kind == PTL_SKETCH_SURFACES) return;
    stretch(box, ptl_snapshot_point(snapshot, joint->a.body, joint->a.x, joint->a.y), 0);
    return;
  }
  for (int k = 0; k <= 8; k++) {
    ptl_point p = slot_point(joint, k / 8.0);
    stretch(box, ptl_snapshot_point(snapshot, joint->a.body, p.x, p.y), 0);
  }
}

static void stretch_by_gear(const ptl_snapshot *snapshot, const ptl_sketch_gear *gear,
                            double box[4]) {
  ptl_point a = ptl_snapshot_point(snapshot, gear->first.body, gear->first.x, gear->first.y);
  ptl_point b = ptl_snapshot_point(snapshot, gear->second.body, gear->second.x, gear->second.y);
  double distance = hypot(b.x - a.x, b.y - a.y), radius = distance / fabs(1 - gear->ratio);
  if (gear->ratio > 0) radius = fmin(radius, distance); /* a belt's pulleys are smaller */
  stretch(box, a, radius);
  stretch(box, b, fmin(radius * fabs(gear->ratio), 2 * distance));
}

static void stretch_by_form(const ptl_snapshot *snapshot, const ptl_sketch_form *form,
                            double box[4]) {
  for (int k = 0; k < form->n; k++) {
    const double *at = &form->points[2 * k];
    stretch(box, ptl_snapshot_point(snapshot, form->body, at[0], at[1]), 0);
  }
}

static void stretch_by_face(const ptl_snapshot *snapshot, const ptl_sketch_face *face,
                            double box[4]) {
  for (int k = 0; k < face->n; k++) {
    const double *at = &face->points[2 * k];
    stretch(box, ptl_snapshot_point(snapshot, face->body, at[0], at[1]), 0);
  }
}

static void stretch_by_snapshot(const ptl_sketch *sketch, const ptl_snapshot *snapshot,
                                double box[4]) {
  for (int i = 0; i < sketch->n_bodies; i++) {
    const ptl_sketch_body *body = &sketch->bodies[i];
    stretch(box, ptl_snapshot_point(snapshot, i, body->com_x, body->com_y), 0);
  }
  for (int i = 0; i < sketch->n_joints; i++) stretch_by_joint(snapshot, &sketch->joints[i], box);
  for (int i = 0; i < sketch->n_points; i++) {
    const ptl_marker *at = &sketch->points[i].at;
    stretch(box, ptl_snapshot_point(snapshot, at->body, at->x, at->y), 0);
  }
  for (int i = 0; i < sketch->n_gears; i++) stretch_by_gear(snapshot, &sketch->gears[i], box);
  for (int i = 0; i < sketch->n_faces; i++) stretch_by_face(snapshot, &sketch->faces[i], box);
  for (int i = 0; i < sketch->n_forms; i++) stretch_by_form(snapshot, &sketch->forms[i], box);
  for (int i = 0; i < sketch->n_springs; i++) {
    const ptl_sketch_spring *spring = &sketch->springs[i];
    stretch(box, ptl_snapshot_point(snapshot, spring->a.body, spring->a.x, spring->a.y), 0);
    stretch(box, ptl_snapshot_point(snapshot, spring->b.body, spring->b.x, spring->b.y), 0);
  }
}

/* Of the slider along the guide's axis [m]. */
static double slider_position(const ptl_snapshot *snapshot, const ptl_sketch_joint *joint) {
  ptl_marker guide = ptl_snapshot_marker(snapshot, &joint->a);
  ptl_point slider = ptl_snapshot_point(snapshot, joint->b.body, joint->b.x, joint->b.y);
  return cos(guide.angle) * (slider.x - guide.x) + sin(guide.angle) * (slider.y - guide.y);
}

static void measure_speed(const ptl_snapshot *snapshot, int body, double x, double y,
                          ptl_geometry *geometry) {
  ptl_point v = ptl_snapshot_velocity(snapshot, body, x, y);
  if (isfinite(v.x) && isfinite(v.y))
    geometry->largest_speed = fmax(geometry->largest_speed, hypot(v.x, v.y));
}

static void measure_snapshot(const ptl_sketch *sketch, const ptl_snapshot *snapshot,
                             ptl_geometry *geometry) {
  stretch_by_snapshot(sketch, snapshot, geometry->box);
  for (int i = 0; i < sketch->n_bodies; i++) {
    measure_speed(snapshot, i, sketch->bodies[i].com_x, sketch->bodies[i].com_y, geometry);
  }
  for (int i = 0; i < sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &sketch->joints[i];
    measure_speed(snapshot, joint->b.body, joint->b.x, joint->b.y, geometry);
    if (joint->kind != PTL_SKETCH_SLIDER) continue;
    double s = slider_position(snapshot, joint);
    geometry->guides[i].from = fmin(geometry->guides[i].from, s);
    geometry->guides[i].to = fmax(geometry->guides[i].to, s);
  }
}

static int measure_run(const ptl_sketch *sketch, const ptl_record *record,
                       const ptl_binding *binding, ptl_geometry *geometry) {
  ptl_snapshot snapshot = {0};
  double start = ptl_record_start(record), end = ptl_record_end(record);
  geometry->box[0] = geometry->box[1] = INFINITY;
  geometry->box[2] = geometry->box[3] = -INFINITY;
  for (int i = 0; i < sketch->n_joints; i++)
    geometry->guides[i] = (ptl_guide){.from = INFINITY, .to = -INFINITY};
  for (int k = 0; k <= SAMPLES; k++) {
    double time = start + (end - start) * k / SAMPLES;
    if (ptl_snapshot_eval(sketch, record, binding, time, &snapshot)) return 1;
    measure_snapshot(sketch, &snapshot, geometry);
    if (end <= start) break;
  }
  ptl_snapshot_release(&snapshot);
  for (int i = 0; i < sketch->n_joints; i++) {
    double low, high;
    const ptl_joint_columns *columns = &binding->joints[i];
    for (int k = 0; k < columns->n_gaps; k++) {
      if (ptl_record_range(record, columns->depth[k], 0, record->n, &low, &high)) {
        geometry->deepest[i] = fmax(geometry->deepest[i], high);
      }
    }
    for (int k = 0; k < 2; k++) {
      if (ptl_record_range(record, k ? columns->fx : columns->fy, 0, record->n, &low, &high)) {
        geometry->largest_force = fmax(geometry->largest_force, fmax(-low, high));
      }
    }
  }
  return 0;
}

static void choose_base_size(const ptl_sketch *sketch, ptl_geometry *geometry) {
  if (!(geometry->box[0] <= geometry->box[2])) {
    geometry->box[0] = geometry->box[1] = -0.5;
    geometry->box[2] = geometry->box[3] = 0.5;
  }
  double size = hypot(geometry->box[2] - geometry->box[0], geometry->box[3] - geometry->box[1]);
  if (!(size > 0)) size = 1;
  geometry->base_size = 0.026 * size;
  double margin = 2.6 * geometry->base_size;
  for (int i = 0; i < sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &sketch->joints[i];
    if (joint->kind == PTL_SKETCH_SLOT)
      margin = fmax(margin, 2 * ptl_geometry_hollow_radius(geometry, joint));
  }
  geometry->box[0] -= margin;
  geometry->box[1] -= margin;
  geometry->box[2] += margin;
  geometry->box[3] += margin;
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

typedef struct anchors { /* points that a plate must cover */
  ptl_point at[MAX_ANCHORS];
  int n;
} anchors;

static void add_anchor(anchors *k, ptl_point p, double tolerance) {
  for (int i = 0; i < k->n; i++) {
    if (hypot(k->at[i].x - p.x, k->at[i].y - p.y) < tolerance) return;
  }
  if (k->n < MAX_ANCHORS) k->at[k->n++] = p;
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
static int hull(anchors *k, ptl_point *out) {
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

/* Half sizes of a slider's block: those of the model, else in proportion to the base size. */
static void block_size(const ptl_geometry *geometry, const ptl_sketch_joint *joint, double *along,
                       double *across) {
  *along = joint->block_length > 0 ? 0.5 * joint->block_length : 2.0 * geometry->base_size;
  *across = joint->block_width > 0 ? 0.5 * joint->block_width : 1.35 * geometry->base_size;
}

/* Rails beside the block that is drawn, or beside the shapes that the model gives the slider. */
static void size_guide(const ptl_sketch *sketch, const ptl_geometry *geometry, int index,
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
  if (!(across > 0)) block_size(geometry, joint, &along, &across);
  guide->overhang = along + geometry->base_size;
  guide->half_gap = across + (joint->clearance > 0 ? joint->clearance : 0.15 * geometry->base_size);
}

static int add_joint_parts(const ptl_sketch *sketch, const ptl_geometry *geometry, int body,
                           int index, ptl_outline *outline, anchors *k) {
  const ptl_sketch_joint *joint = &sketch->joints[index];
  ptl_point at_a = {joint->a.x, joint->a.y}, at_b = {joint->b.x, joint->b.y};
  int failed = 0;
  if (joint->kind == PTL_SKETCH_SLOT && joint->a.body == body) {
    double half = ptl_geometry_hollow_radius(geometry, joint);
    ptl_body_part band = {
        .kind = PTL_PART_BAND, .radius = half + rim(geometry, half), .joint = index};
    failed |= add_slot(outline, band, joint);
    if (body != PTL_GROUND) add_anchor(k, slot_point(joint, 0.5), 0.3 * geometry->base_size);
  } else if (joint->kind == PTL_SKETCH_SLIDER && joint->b.body == body) {
    ptl_body_part block = {.kind = PTL_PART_BLOCK, .joint = index};
    block_size(geometry, joint, &block.radius, &block.half);
    /* The block's axis in its own body's frame: parallel to the guide where the model places both. */
    double guide_angle = joint->a.body == PTL_GROUND ? 0 : sketch->bodies[joint->a.body].angle;
    block.angle =
        guide_angle + joint->a.angle - (body == PTL_GROUND ? 0 : sketch->bodies[body].angle);
    failed |= add_part(outline, block, &at_b, 1);
    add_anchor(k, at_b, 0.3 * geometry->base_size);
  } else if (joint->kind == PTL_SKETCH_SLIDER && joint->a.body == body && body != PTL_GROUND) {
    const ptl_guide *guide = &geometry->guides[index];
    double c = cos(joint->a.angle), s = sin(joint->a.angle), overhang = guide->overhang;
    ptl_point rail[2] = {
        {at_a.x + c * (guide->from - overhang), at_a.y + s * (guide->from - overhang)},
        {at_a.x + c * (guide->to + overhang), at_a.y + s * (guide->to + overhang)}};
    ptl_body_part band = {
        .kind = PTL_PART_BAND, .radius = 0.45 * geometry->base_size, .joint = index};
    failed |= add_part(outline, band, rail, 2);
  } else if (joint->kind == PTL_SKETCH_SURFACES) {
    if (joint->b.body == body && body != PTL_GROUND) add_anchor(k, at_b, 0.3 * geometry->base_size);
  } else {
    int on_a = joint->a.body == body;
    ptl_point at = on_a ? at_a : at_b;
    if (!on_a && joint->b.body != body) return 0;
    if (body == PTL_GROUND) return 0; /* drawn as a support */
    if (joint->kind == PTL_SKETCH_REVOLUTE) {
      ptl_body_part disc = {.kind = PTL_PART_DISC,
                            .radius = ptl_geometry_boss_radius(geometry, joint)};
      failed |= add_part(outline, disc, &at, 1);
    }
    add_anchor(k, at, 0.3 * geometry->base_size);
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

/* The points of a face shifted to its left by `away` [m]. */
static void shift_left(const ptl_sketch_face *face, double away, ptl_point *out) {
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

/* A closed face around the material is drawn as a plate, any other as a strip of material along it. */
static int add_face(const ptl_geometry *geometry, const ptl_sketch_face *face, ptl_outline *outline,
                    anchors *k) {
  double rim = 0.5 * geometry->base_size;
  ptl_body_part part = {.kind = PTL_PART_FORM, .joint = face->joint, .color = -1};
  ptl_point *points = malloc(((size_t)face->n + 1) * sizeof *points);
  if (points == NULL) return 1;
  int n = face->n;
  shift_left(face, face->inside ? 0 : face->side * rim, points);
  if (!face->inside) {
    part.kind = PTL_PART_BAND;
    part.radius = rim;
    if (face->body != PTL_GROUND) add_anchor(k, points[n / 2], 0.3 * geometry->base_size);
    if (face->closed) points[n++] = points[0];
  }
  int failed = add_part(outline, part, points, n);
  free(points);
  return failed;
}

static int outline_body(const ptl_sketch *sketch, ptl_geometry *geometry, int body,
                        ptl_outline *outline) {
  anchors k = {.n = 0};
  int failed = outline_from_model(sketch, body, outline);
  if (failed || outline->n > 0) return failed;
  for (int i = 0; i < sketch->n_joints; i++) {
    failed |= add_joint_parts(sketch, geometry, body, i, outline, &k);
  }
  for (int i = 0; i < sketch->n_faces; i++) {
    const ptl_sketch_face *face = &sketch->faces[i];
    int is_line = face->n == 2 && body == PTL_GROUND; /* drawn as a hatched line */
    if (face->body == body && !is_line) failed |= add_face(geometry, face, outline, &k);
  }
  if (body == PTL_GROUND || failed) return failed;
  for (int i = 0; i < sketch->n_springs; i++) {
    const ptl_sketch_spring *s = &sketch->springs[i];
    if (s->a.body == body) add_anchor(&k, (ptl_point){s->a.x, s->a.y}, 0.3 * geometry->base_size);
    if (s->b.body == body) add_anchor(&k, (ptl_point){s->b.x, s->b.y}, 0.3 * geometry->base_size);
  }
  for (int i = 0; i < sketch->n_points; i++) { /* named points */
    const ptl_marker *at = &sketch->points[i].at;
    if (at->body == body) add_anchor(&k, (ptl_point){at->x, at->y}, 0.3 * geometry->base_size);
  }
  const ptl_sketch_body *b = &sketch->bodies[body];
  ptl_point com = {b->com_x, b->com_y};
  if (k.n <= 1) { /* no second point: a rod to a disc at the centre of mass */
    double distance = k.n == 1 ? hypot(com.x - k.at[0].x, com.y - k.at[0].y) : INFINITY;
    if (distance > 1.5 * geometry->base_size) {
      ptl_body_part bob = {.kind = PTL_PART_DISC, .radius = 1.6 * geometry->base_size};
      failed |= add_part(outline, bob, &com, 1);
      add_anchor(&k, com, 0);
    }
  }
  if (k.n >= 2) {
    ptl_point corners[2 * MAX_ANCHORS + 1];
    int n = hull(&k, corners);
    ptl_body_part plate = {.kind = PTL_PART_PLATE, .radius = 0.62 * geometry->base_size};
    failed |= add_part(outline, plate, corners, n);
  }
  return failed;
}

int ptl_geometry_make(const ptl_sketch *sketch, const ptl_record *record,
                      const ptl_binding *binding, ptl_geometry *out) {
  *out = (ptl_geometry){0};
  out->bodies = calloc((size_t)sketch->n_bodies + 1, sizeof *out->bodies);
  out->guides = calloc((size_t)sketch->n_joints + 1, sizeof *out->guides);
  out->deepest = calloc((size_t)sketch->n_joints + 1, sizeof *out->deepest);
  int failed = out->bodies == NULL || out->guides == NULL || out->deepest == NULL ||
               measure_run(sketch, record, binding, out);
  if (!failed) choose_base_size(sketch, out);
  for (int i = 0; i < sketch->n_joints && !failed; i++) {
    if (sketch->joints[i].kind == PTL_SKETCH_SLIDER) size_guide(sketch, out, i, &out->guides[i]);
  }
  for (int i = 0; i < sketch->n_bodies && !failed; i++) {
    failed = outline_body(sketch, out, i, &out->bodies[i]);
  }
  if (!failed) failed = outline_body(sketch, out, PTL_GROUND, &out->bodies[sketch->n_bodies]);
  if (failed) ptl_geometry_release(out, sketch->n_bodies);
  return failed;
}

void ptl_geometry_release(ptl_geometry *geometry, int n_bodies) {
  for (int i = 0; geometry->bodies != NULL && i <= n_bodies; i++) {
    for (int k = 0; k < geometry->bodies[i].n; k++) free(geometry->bodies[i].parts[k].points);
    free(geometry->bodies[i].parts);
  }
  free(geometry->bodies);
  free(geometry->guides);
  free(geometry->deepest);
  *geometry = (ptl_geometry){0};
}

void ptl_geometry_block(const ptl_body_part *part, double margin, ptl_point corners[4]) {
  static const double signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  double c = cos(part->angle), s = sin(part->angle);
  for (int i = 0; i < 4; i++) {
    double x = (part->radius + margin) * signs[i][0], y = (part->half + margin) * signs[i][1];
    corners[i] = (ptl_point){part->points[0].x + c * x - s * y, part->points[0].y + s * x + c * y};
  }
}
