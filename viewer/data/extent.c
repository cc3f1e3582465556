#include "extent.h"

#include <math.h>

enum { SAMPLES = 400, FILM_STEP = 5 };

static void stretch(double box[4], ptl_point p, double margin) {
  if (!isfinite(p.x) || !isfinite(p.y)) return;
  box[0] = fmin(box[0], p.x - margin);
  box[1] = fmin(box[1], p.y - margin);
  box[2] = fmax(box[2], p.x + margin);
  box[3] = fmax(box[3], p.y + margin);
}

ptl_point ptl_slot_point(const ptl_sketch_joint *joint, double s) {
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

static void stretch_by_joint(const ptl_snapshot *snapshot, const ptl_sketch_joint *joint,
                             double box[4]) {
  stretch(box, ptl_snapshot_point(snapshot, joint->b.body, joint->b.x, joint->b.y),
          fabs(joint->wheels[1]));
  if (joint->kind != PTL_SKETCH_SLOT) {
    if (joint->kind == PTL_SKETCH_SLIDER && joint->a.body == PTL_GROUND) return;
    if (joint->kind == PTL_SKETCH_SURFACES) return;
    stretch(box, ptl_snapshot_point(snapshot, joint->a.body, joint->a.x, joint->a.y),
            fabs(joint->wheels[0]));
    return;
  }
  for (int k = 0; k <= 8; k++) {
    ptl_point p = ptl_slot_point(joint, k / 8.0);
    stretch(box, ptl_snapshot_point(snapshot, joint->a.body, p.x, p.y), 0);
  }
}

static void stretch_by_gear(const ptl_snapshot *snapshot, const ptl_sketch_gear *gear,
                            double box[4]) {
  ptl_point a = ptl_snapshot_point(snapshot, gear->first.body, gear->first.x, gear->first.y);
  ptl_point b = ptl_snapshot_point(snapshot, gear->second.body, gear->second.x, gear->second.y);
  if (gear->radii[1] > 0) {
    stretch(box, a, gear->radii[0]);
    stretch(box, b, gear->radii[1]);
    return;
  }
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
  for (int i = 0; i < sketch->n_loads; i++) {
    const ptl_marker *at = &sketch->loads[i].at;
    stretch(box, ptl_snapshot_point(snapshot, at->body, at->x, at->y), 0);
  }
  for (int i = 0; i < sketch->n_faces; i++) stretch_by_face(snapshot, &sketch->faces[i], box);
  for (int i = 0; i < sketch->n_forms; i++) stretch_by_form(snapshot, &sketch->forms[i], box);
  for (int i = 0; i < sketch->n_springs; i++) {
    const ptl_sketch_spring *spring = &sketch->springs[i];
    stretch(box, ptl_snapshot_point(snapshot, spring->a.body, spring->a.x, spring->a.y), 0);
    stretch(box, ptl_snapshot_point(snapshot, spring->b.body, spring->b.x, spring->b.y), 0);
  }
}

double ptl_slider_position(const ptl_snapshot *snapshot, const ptl_sketch_joint *joint) {
  const ptl_marker guide = ptl_snapshot_true_marker(snapshot, &joint->a);
  const ptl_marker slider = ptl_snapshot_true_marker(snapshot, &joint->b);
  return cos(guide.angle) * (slider.x - guide.x) + sin(guide.angle) * (slider.y - guide.y);
}

static void measure_speed(const ptl_snapshot *snapshot, int body, double x, double y,
                          ptl_extent *extent) {
  ptl_point v = ptl_snapshot_velocity(snapshot, body, x, y);
  if (isfinite(v.x) && isfinite(v.y))
    extent->largest_speed = fmax(extent->largest_speed, hypot(v.x, v.y));
}

static void measure_snapshot(const ptl_sketch *sketch, const ptl_snapshot *snapshot,
                             ptl_extent *extent) {
  stretch_by_snapshot(sketch, snapshot, extent->box);
  for (int i = 0; i < sketch->n_bodies; i++) {
    measure_speed(snapshot, i, sketch->bodies[i].com_x, sketch->bodies[i].com_y, extent);
  }
  for (int i = 0; i < sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &sketch->joints[i];
    measure_speed(snapshot, joint->b.body, joint->b.x, joint->b.y, extent);
    if (joint->kind != PTL_SKETCH_SLIDER) continue;
    double s = ptl_slider_position(snapshot, joint);
    extent->guides[i].from = fmin(extent->guides[i].from, s);
    extent->guides[i].to = fmax(extent->guides[i].to, s);
  }
}

static void measure_films(const ptl_sketch *sketch, const ptl_snapshot *snapshot,
                          const ptl_mechanism *mechanism, ptl_extent *extent) {
  enum { N = 72 };
  double pressure[N], from;
  for (int i = 0; i < sketch->n_joints; i++) {
    if (!ptl_snapshot_film(snapshot, sketch, mechanism, i, N, pressure, &from)) continue;
    for (int k = 0; k < N; k++) extent->pressure[i] = fmax(extent->pressure[i], pressure[k]);
  }
}

/* A rack's bar reaches by its travel to both sides of its pinion. */
static void stretch_by_rack(const ptl_snapshot *snapshot, const ptl_sketch_gear *gear,
                            ptl_extent *extent) {
  const ptl_guide *guide = &extent->guides[gear->guide];
  const ptl_marker rack = ptl_snapshot_marker(snapshot, &gear->first);
  const ptl_marker pinion = ptl_snapshot_marker(snapshot, &gear->second);
  const double c = cos(rack.angle), s = sin(rack.angle), travel = guide->to - guide->from;
  const double along = c * (pinion.x - rack.x) + s * (pinion.y - rack.y);
  for (int side = -1; side <= 1; side += 2) {
    const double at = along + side * (travel + gear->radii[1]);
    stretch(extent->box, (ptl_point){rack.x + c * at, rack.y + s * at}, 0.1 * gear->radii[1]);
  }
}

static double largest(const ptl_record *record, int fx, int fy) {
  double low, high, most = 0;
  for (int k = 0; k < 2; k++) {
    if (ptl_record_range(record, k ? fx : fy, 0, record->n, &low, &high))
      most = fmax(most, fmax(-low, high));
  }
  return most;
}

int ptl_extent_measure(const ptl_sketch *sketch, const ptl_record *record,
                       const ptl_binding *binding, const ptl_mechanism *mechanism,
                       ptl_extent *extent) {
  ptl_snapshot snapshot = {0};
  double start = ptl_record_start(record), end = ptl_record_end(record);
  extent->box[0] = extent->box[1] = INFINITY;
  extent->box[2] = extent->box[3] = -INFINITY;
  for (int i = 0; i < sketch->n_joints; i++)
    extent->guides[i] = (ptl_guide){.from = INFINITY, .to = -INFINITY};
  for (int k = 0; k <= SAMPLES; k++) {
    double time = start + (end - start) * k / SAMPLES;
    if (ptl_snapshot_eval(sketch, record, binding, time, &snapshot)) return 1;
    measure_snapshot(sketch, &snapshot, extent);
    if (k % FILM_STEP == 0) measure_films(sketch, &snapshot, mechanism, extent);
    if (end <= start) break;
  }
  for (int i = 0; i < sketch->n_gears; i++) {
    if (sketch->gears[i].guide >= 0) stretch_by_rack(&snapshot, &sketch->gears[i], extent);
  }
  ptl_snapshot_release(&snapshot);
  for (int i = 0; i < sketch->n_loads; i++) {
    const double load = largest(record, binding->loads[i].fx, binding->loads[i].fy);
    extent->largest_load = fmax(extent->largest_load, load);
  }
  for (int i = 0; i < sketch->n_joints; i++) {
    double low, high;
    const ptl_joint_columns *columns = &binding->joints[i];
    for (int k = 0; k < columns->n_gaps; k++) {
      if (ptl_record_range(record, columns->depth[k], 0, record->n, &low, &high)) {
        extent->deepest[i] = fmax(extent->deepest[i], high);
      }
    }
    extent->largest_force = fmax(extent->largest_force, largest(record, columns->fx, columns->fy));
  }
  extent->largest_force = fmax(extent->largest_force, extent->largest_load);
  return 0;
}

static void stretch_by_guide(const ptl_snapshot *snapshot, const ptl_sketch_joint *joint,
                             const ptl_guide *guide, double box[4]) {
  const ptl_marker a = ptl_snapshot_marker(snapshot, &joint->a);
  const double rail[2] = {guide->from - guide->overhang, guide->to + guide->overhang};
  const double *ends = guide->barrel != 0 ? guide->bore : rail;
  for (int k = 0; k < 2; k++) {
    const ptl_point end = {a.x + cos(a.angle) * ends[k], a.y + sin(a.angle) * ends[k]};
    stretch(box, end, 0.5 * guide->half_gap);
  }
}

int ptl_extent_add_guides(const ptl_sketch *sketch, const ptl_record *record,
                          const ptl_binding *binding, ptl_extent *extent) {
  enum { FEW = 40 };
  ptl_snapshot snapshot = {0};
  const double start = ptl_record_start(record), end = ptl_record_end(record);
  for (int k = 0; k <= FEW; k++) {
    const double time = start + (end - start) * k / FEW;
    if (ptl_snapshot_eval(sketch, record, binding, time, &snapshot)) return 1;
    for (int i = 0; i < sketch->n_joints; i++) {
      const ptl_sketch_joint *joint = &sketch->joints[i];
      if (joint->kind == PTL_SKETCH_SLIDER && joint->a.body != PTL_GROUND)
        stretch_by_guide(&snapshot, joint, &extent->guides[i], extent->box);
    }
  }
  ptl_snapshot_release(&snapshot);
  return 0;
}
