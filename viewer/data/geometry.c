#include "geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "guide.h"

enum { MAX_ANCHORS = 64 };

static const double plate_radius = 0.62; /* by which plates are rounded, of the base size */

/* ------------------------------------------------------------------ sizes */

double ptl_geometry_pin_radius(const ptl_geometry *geometry, const ptl_sketch_joint *joint) {
  int is_pin =
      joint->radius > 0 && joint->kind != PTL_SKETCH_SURFACES && joint->kind != PTL_SKETCH_TEETH;
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

/* ------------------------------------------------------------------ scale */

/* The middle line of a slot in its body's frame; NULL when memory is out. */
static ptl_point *slot_line(const ptl_sketch_joint *joint, int *n) {
  *n = joint->path != NULL ? joint->n_path : joint->arc ? 33 : 2;
  ptl_point *points = malloc((size_t)*n * sizeof *points);
  for (int i = 0; points != NULL && i < *n; i++) {
    points[i] = ptl_slot_point(joint, (double)i / (*n - 1));
  }
  return points;
}

static void choose_base_size(const ptl_sketch *sketch, ptl_geometry *geometry) {
  if (!(geometry->extent.box[0] <= geometry->extent.box[2])) {
    geometry->extent.box[0] = geometry->extent.box[1] = -0.5;
    geometry->extent.box[2] = geometry->extent.box[3] = 0.5;
  }
  double size = hypot(geometry->extent.box[2] - geometry->extent.box[0],
                      geometry->extent.box[3] - geometry->extent.box[1]);
  if (!(size > 0)) size = 1;
  geometry->base_size = 0.026 * size;
  double margin = 2.6 * geometry->base_size;
  for (int i = 0; i < sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &sketch->joints[i];
    if (joint->kind == PTL_SKETCH_SLOT)
      margin = fmax(margin, 2 * ptl_geometry_hollow_radius(geometry, joint));
  }
  geometry->extent.box[0] -= margin;
  geometry->extent.box[1] -= margin;
  geometry->extent.box[2] += margin;
  geometry->extent.box[3] += margin;
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

/* Its bar is drawn with the gears. */
static int is_rack(const ptl_sketch *sketch, int body) {
  for (int i = 0; i < sketch->n_gears; i++) {
    if (sketch->gears[i].guide >= 0 && sketch->gears[i].first.body == body) return 1;
  }
  return 0;
}

/* The block of a slider; a piston has a rod to the slider's point. */
static int add_block(const ptl_sketch *sketch, const ptl_geometry *geometry, int index,
                     ptl_outline *outline, anchors *k) {
  const ptl_sketch_joint *joint = &sketch->joints[index];
  const ptl_guide *guide = &geometry->extent.guides[index];
  const double axis = ptl_guide_axis_on_slider(sketch, joint);
  const ptl_point at = {joint->b.x, joint->b.y},
                  middle = {at.x + guide->offset * cos(axis), at.y + guide->offset * sin(axis)};
  const ptl_body_part block = {.kind = PTL_PART_BLOCK,
                               .radius = guide->half_length,
                               .half = guide->half_width,
                               .angle = axis,
                               .joint = index};
  add_anchor(k, middle, 0.3 * geometry->base_size);
  add_anchor(k, at, 0.3 * geometry->base_size);
  if (ptl_guide_is_of_rack(sketch, index)) return 0;
  return add_part(outline, block, &middle, 1);
}

/* What guides a slider on a body that moves: a rail, or a barrel. */
static int add_guide(const ptl_geometry *geometry, const ptl_sketch_joint *joint, int index,
                     ptl_outline *outline) {
  const ptl_guide *guide = &geometry->extent.guides[index];
  const double c = cos(joint->a.angle), s = sin(joint->a.angle);
  const double rail[2] = {guide->from - guide->overhang, guide->to + guide->overhang};
  const double *ends = guide->barrel != 0 ? guide->bore : rail;
  const ptl_point line[2] = {{joint->a.x + c * ends[0], joint->a.y + s * ends[0]},
                             {joint->a.x + c * ends[1], joint->a.y + s * ends[1]}};
  ptl_body_part part = {
      .kind = PTL_PART_BAND, .radius = 0.45 * geometry->base_size, .joint = index};
  if (guide->barrel != 0) {
    part.kind = PTL_PART_BARREL;
    part.half = guide->half_gap;
    part.radius = guide->half_gap + ptl_guide_wall(geometry->base_size);
    part.mouth = fmin(0.9 * geometry->base_size, guide->half_gap);
  }
  return add_part(outline, part, line, 2);
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
    if (body != PTL_GROUND) add_anchor(k, ptl_slot_point(joint, 0.5), 0.3 * geometry->base_size);
  } else if (joint->kind == PTL_SKETCH_SLIDER && joint->b.body == body) {
    failed |= add_block(sketch, geometry, index, outline, k);
  } else if (joint->kind == PTL_SKETCH_SLIDER && joint->a.body == body && body != PTL_GROUND) {
    failed |= add_guide(geometry, joint, index, outline);
  } else if (joint->kind == PTL_SKETCH_SURFACES) {
    if (joint->b.body == body && body != PTL_GROUND) add_anchor(k, at_b, 0.3 * geometry->base_size);
  } else {
    int on_a = joint->a.body == body;
    ptl_point at = on_a ? at_a : at_b;
    if (!on_a && joint->b.body != body) return 0;
    if (body == PTL_GROUND) return 0; /* drawn as a support */
    if (ptl_guide_holds(sketch, geometry->extent.guides, body, at))
      return 0; /* a trunnion of the barrel */
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

/* A closed face around the material is drawn as a plate, any other as a strip of material along
 * it. */
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

static ptl_point nearest_on_segment(ptl_point p, ptl_point a, ptl_point b) {
  const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  double s = length > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length : 0;
  s = fmin(fmax(s, 0), 1);
  return (ptl_point){a.x + s * dx, a.y + s * dy};
}

static double distance_to_segment(ptl_point p, ptl_point a, ptl_point b) {
  const ptl_point at = nearest_on_segment(p, a, b);
  return hypot(p.x - at.x, p.y - at.y);
}

/* By the number of edges to its right. */
static int is_inside(ptl_point p, const ptl_point *corner, int n) {
  int inside = 0;
  for (int i = 0, j = n - 1; i < n; j = i++) {
    if ((corner[i].y > p.y) == (corner[j].y > p.y)) continue;
    const double s = (p.y - corner[i].y) / (corner[j].y - corner[i].y);
    if (p.x < corner[i].x + s * (corner[j].x - corner[i].x)) inside = !inside;
  }
  return inside;
}

int ptl_geometry_covers(const ptl_body_part *part, ptl_point p) {
  ptl_point corners[4];
  if (part->kind == PTL_PART_HOLE || part->kind == PTL_PART_SLOT) return 0;
  if (part->kind == PTL_PART_BLOCK) {
    ptl_geometry_block(part, 0, corners);
    return is_inside(p, corners, 4);
  }
  if (part->kind == PTL_PART_BARREL) {
    const ptl_point *q = part->points;
    const double length = hypot(q[1].x - q[0].x, q[1].y - q[0].y);
    const ptl_body_part filled = {
        .radius = 0.5 * length,
        .half = part->radius,
        .angle = atan2(q[1].y - q[0].y, q[1].x - q[0].x),
        .points = &(ptl_point){0.5 * (q[0].x + q[1].x), 0.5 * (q[0].y + q[1].y)}};
    ptl_geometry_block(&filled, part->radius - part->half, corners);
    return is_inside(p, corners, 4);
  }
  const int is_closed = part->kind == PTL_PART_FORM || part->kind == PTL_PART_PLATE;
  if (is_closed && is_inside(p, part->points, part->n)) return 1;
  if (part->n == 1) return hypot(p.x - part->points[0].x, p.y - part->points[0].y) <= part->radius;
  for (int i = 0; i < part->n - !is_closed; i++) {
    if (distance_to_segment(p, part->points[i], part->points[(i + 1) % part->n]) <= part->radius)
      return 1;
  }
  return 0;
}

int ptl_geometry_outline_covers(const ptl_outline *outline, ptl_point p) {
  for (int i = 0; i < outline->n; i++) {
    int hit = ptl_geometry_covers(&outline->parts[i], p);
    for (int k = i + 1; k < outline->n && outline->parts[k].kind == PTL_PART_HOLE; k++) {
      const ptl_body_part hole = {
          .kind = PTL_PART_FORM, .points = outline->parts[k].points, .n = outline->parts[k].n};
      if (ptl_geometry_covers(&hole, p)) hit = 0;
    }
    if (hit) return 1;
  }
  return 0;
}

/* Leads the body to its guides: an anchor at the place of each nearest to the other anchors, where
 * that is outside. */
static void reach_guides(const ptl_geometry *geometry, const ptl_outline *outline, anchors *k) {
  const double base = geometry->base_size;
  for (int i = 0; i < outline->n; i++) {
    const ptl_body_part *part = &outline->parts[i];
    const int is_barrel = part->kind == PTL_PART_BARREL;
    if (k->n == 0 || part->n != 2 || (part->kind != PTL_PART_BAND && !is_barrel)) continue;
    ptl_point nearest = {0, 0}, pin = {0, 0};
    double least = INFINITY;
    for (int a = 0; a < k->n; a++) {
      const ptl_point at = nearest_on_segment(k->at[a], part->points[0], part->points[1]);
      const double away = hypot(at.x - k->at[a].x, at.y - k->at[a].y);
      if (away >= least) continue;
      least = away;
      nearest = at;
      pin = k->at[a];
    }
    if (least <= part->radius + 0.3 * base) continue;
    /* into a barrel's wall, at its end or its side, so that the bore stays open */
    const int is_end = hypot(nearest.x - part->points[0].x, nearest.y - part->points[0].y) == 0 ||
                       hypot(nearest.x - part->points[1].x, nearest.y - part->points[1].y) == 0;
    const double away = (is_end ? 0 : part->half) + plate_radius * base;
    const double share = is_barrel ? fmin(away, least) / least : 0;
    add_anchor(k,
               (ptl_point){nearest.x + share * (pin.x - nearest.x),
                           nearest.y + share * (pin.y - nearest.y)},
               0.3 * base);
  }
}

/* A plate over the anchors, and over the centre of mass where nothing else is drawn there. */
static int add_plate(const ptl_geometry *geometry, ptl_point com, anchors *k,
                     ptl_outline *outline) {
  ptl_point corners[2 * MAX_ANCHORS + 1];
  ptl_body_part plate = {.kind = PTL_PART_PLATE, .radius = plate_radius * geometry->base_size};
  int is_covered = 0;
  plate.n = hull(k, corners);
  plate.points = corners;
  for (int i = 0; i < outline->n; i++) is_covered |= ptl_geometry_covers(&outline->parts[i], com);
  if (!is_covered && !ptl_geometry_covers(&plate, com)) {
    add_anchor(k, com, 0);
    plate.n = hull(k, corners);
  }
  return add_part(outline, plate, corners, plate.n);
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
  for (int i = 0; i < sketch->n_loads; i++) {
    const ptl_marker *at = &sketch->loads[i].at;
    if (at->body == body) add_anchor(&k, (ptl_point){at->x, at->y}, 0.3 * geometry->base_size);
  }
  for (int i = 0; i < sketch->n_points; i++) { /* named points */
    const ptl_marker *at = &sketch->points[i].at;
    if (at->body == body) add_anchor(&k, (ptl_point){at->x, at->y}, 0.3 * geometry->base_size);
  }
  const ptl_sketch_body *b = &sketch->bodies[body];
  ptl_point com = {b->com_x, b->com_y};
  reach_guides(geometry, outline, &k);
  if (k.n <=
      1) { /* no second point: a disc at the centre of mass, with a rod to it where it is away */
    double distance = k.n == 1 ? hypot(com.x - k.at[0].x, com.y - k.at[0].y) : 0;
    const int is_away = distance > 1.5 * geometry->base_size &&
                        !ptl_guide_holds(sketch, geometry->extent.guides, body, com);
    if (is_away || (outline->n == 0 && !is_rack(sketch, body))) {
      ptl_body_part bob = {.kind = PTL_PART_DISC, .radius = 1.6 * geometry->base_size};
      failed |= add_part(outline, bob, &com, 1);
    }
    if (is_away) add_anchor(&k, com, 0);
  }
  if (k.n >= 2) failed |= add_plate(geometry, com, &k, outline);
  return failed;
}

int ptl_geometry_make(const ptl_sketch *sketch, const ptl_record *record,
                      const ptl_binding *binding, const ptl_mechanism *mechanism,
                      ptl_geometry *out) {
  *out = (ptl_geometry){0};
  out->bodies = calloc((size_t)sketch->n_bodies + 1, sizeof *out->bodies);
  out->extent.guides = calloc((size_t)sketch->n_joints + 1, sizeof *out->extent.guides);
  out->extent.deepest = calloc((size_t)sketch->n_joints + 1, sizeof *out->extent.deepest);
  out->extent.pressure = calloc((size_t)sketch->n_joints + 1, sizeof *out->extent.pressure);
  int failed = out->extent.pressure == NULL || out->bodies == NULL || out->extent.guides == NULL ||
               out->extent.deepest == NULL ||
               ptl_extent_measure(sketch, record, binding, mechanism, &out->extent);
  if (!failed) choose_base_size(sketch, out);
  for (int i = 0; i < sketch->n_joints && !failed; i++) {
    if (sketch->joints[i].kind == PTL_SKETCH_SLIDER)
      ptl_guide_size(sketch, out->base_size, i, &out->extent.guides[i]);
  }
  if (!failed) failed = ptl_extent_add_guides(sketch, record, binding, &out->extent);
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
  free(geometry->extent.guides);
  free(geometry->extent.deepest);
  free(geometry->extent.pressure);
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

void ptl_geometry_barrel(const ptl_body_part *part, ptl_point corners[PTL_BARREL_CORNERS]) {
  const ptl_point closed = part->points[0], open = part->points[1];
  const double length = hypot(open.x - closed.x, open.y - closed.y);
  const double c = (open.x - closed.x) / length, s = (open.y - closed.y) / length;
  const double outside = part->radius, bore = part->half, mouth = part->mouth,
               wall = outside - bore;
  /* along and across of one half, from the middle of the closed end over the outside and back
   * within */
  const double half[PTL_BARREL_CORNERS / 2][2] = {{-wall, outside},       {length + wall, outside},
                                                  {length + wall, mouth}, {length, mouth},
                                                  {length, bore},         {0, bore}};
  for (int i = 0; i < PTL_BARREL_CORNERS; i++) {
    const int mirrored = i >= PTL_BARREL_CORNERS / 2;
    const double *at = half[mirrored ? PTL_BARREL_CORNERS - 1 - i : i];
    const double across = mirrored ? -at[1] : at[1];
    corners[i] = (ptl_point){closed.x + c * at[0] - s * across, closed.y + s * at[0] + c * across};
  }
}
