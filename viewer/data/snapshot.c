#include "snapshot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pintle_analysis.h"

static int find(const ptl_record *record, const char *owner, const char *what) {
  char name[192];
  snprintf(name, sizeof name, "%s.%s", owner, what);
  return ptl_record_find(record, name);
}

/* Adds a gap at the place that its column has among the others. */
static void bind_gap(const ptl_record *record, const char *joint, const char *gap, int length,
                     int column, ptl_joint_columns *out) {
  if (out->n_gaps == PTL_SKETCH_GAPS) return;
  int k = out->n_gaps++;
  for (; k > 0 && out->depth[k - 1] > column; k--) {
    memcpy(out->gap[k], out->gap[k - 1], sizeof out->gap[k]);
    out->depth[k] = out->depth[k - 1];
    out->force[k] = out->force[k - 1];
  }
  char force[160];
  snprintf(out->gap[k], sizeof out->gap[k], "%.*s", length, gap);
  snprintf(force, sizeof force, "%s.normal_force", out->gap[k]);
  out->depth[k] = column;
  out->force[k] = find(record, joint, force);
}

/* Every JOINT.GAP.depth of the record is a gap of the joint. */
static void bind_gaps(const ptl_record *record, const char *joint, ptl_joint_columns *out) {
  const size_t prefix = strlen(joint) + 1;
  int first;
  const int n = ptl_record_find_owner(record, joint, &first);
  for (int i = first; i < first + n; i++) {
    const char *name = record->by_name[i], *gap = name + prefix, *dot = strchr(gap, '.');
    if (dot == NULL || strcmp(dot, ".depth") != 0) continue;
    bind_gap(record, joint, gap, (int)(dot - gap), ptl_record_column(record, name), out);
  }
}

int ptl_binding_make(const ptl_sketch *sketch, const ptl_record *record, ptl_binding *out) {
  *out = (ptl_binding){0};
  out->bodies = calloc((size_t)sketch->n_bodies + 1, sizeof *out->bodies);
  out->joints = calloc((size_t)sketch->n_joints + 1, sizeof *out->joints);
  out->loads = calloc((size_t)sketch->n_loads + 1, sizeof *out->loads);
  out->shifts = calloc((size_t)sketch->n_bodies + 1, sizeof *out->shifts);
  if (out->bodies == NULL || out->joints == NULL || out->loads == NULL || out->shifts == NULL) {
    ptl_binding_release(out);
    return 1;
  }
  for (int i = 0; i < sketch->n_bodies; i++) {
    const char *name = sketch->bodies[i].name;
    out->bodies[i] = (ptl_body_columns){find(record, name, "x"),     find(record, name, "y"),
                                        find(record, name, "angle"), find(record, name, "vx"),
                                        find(record, name, "vy"),    find(record, name, "omega")};
    if (out->bodies[i].x < 0 || out->bodies[i].y < 0 || out->bodies[i].angle < 0) out->n_missing++;
  }
  for (int i = 0; i < sketch->n_joints; i++) {
    const char *name = sketch->joints[i].name;
    ptl_joint_columns *joint = &out->joints[i];
    joint->ex = find(record, name, "ex");
    joint->ey = find(record, name, "ey");
    joint->fx = find(record, name, "fx");
    joint->fy = find(record, name, "fy");
    bind_gaps(record, name, joint);
  }
  for (int i = 0; i < sketch->n_loads; i++) {
    const char *name = sketch->loads[i].name;
    out->loads[i] = (ptl_load_columns){find(record, name, "fx"), find(record, name, "fy")};
  }
  return 0;
}

void ptl_binding_release(ptl_binding *binding) {
  free(binding->bodies);
  free(binding->joints);
  free(binding->loads);
  free(binding->shifts);
  *binding = (ptl_binding){0};
}

static void eval_body(const ptl_sketch_body *body, const ptl_record *record,
                      const ptl_body_columns *columns, ptl_bracket bracket, ptl_point shift,
                      ptl_body_state *out) {
  *out = (ptl_body_state){ptl_record_smooth(record, columns->x, columns->vx, bracket),
                          ptl_record_smooth(record, columns->y, columns->vy, bracket),
                          ptl_record_smooth(record, columns->angle, columns->omega, bracket),
                          ptl_record_value(record, columns->vx, bracket),
                          ptl_record_value(record, columns->vy, bracket),
                          ptl_record_value(record, columns->omega, bracket),
                          .shift = shift};
  if (!isfinite(out->x)) out->x = body->x;
  if (!isfinite(out->y)) out->y = body->y;
  if (!isfinite(out->angle)) out->angle = body->angle;
  out->x += shift.x;
  out->y += shift.y;
}

static void eval_joint(const ptl_record *record, const ptl_joint_columns *columns,
                       ptl_bracket bracket, ptl_joint_state *out) {
  *out = (ptl_joint_state){ptl_record_value(record, columns->ex, bracket),
                           ptl_record_value(record, columns->ey, bracket),
                           ptl_record_value(record, columns->fx, bracket),
                           ptl_record_value(record, columns->fy, bracket),
                           .depth = -INFINITY,
                           .gap = -1};
  for (int k = 0; k < columns->n_gaps; k++) {
    double depth = ptl_record_value(record, columns->depth[k], bracket);
    if (depth > out->depth) {
      out->depth = depth;
      out->gap = k;
    }
  }
  out->touching = out->depth > 0;
}

int ptl_snapshot_eval(const ptl_sketch *sketch, const ptl_record *record,
                      const ptl_binding *binding, double time, ptl_snapshot *snapshot) {
  if (snapshot->bodies == NULL) {
    snapshot->bodies = calloc((size_t)sketch->n_bodies + 1, sizeof *snapshot->bodies);
    snapshot->joints = calloc((size_t)sketch->n_joints + 1, sizeof *snapshot->joints);
    snapshot->loads = calloc((size_t)sketch->n_loads + 1, sizeof *snapshot->loads);
    if (snapshot->bodies == NULL || snapshot->joints == NULL || snapshot->loads == NULL) {
      ptl_snapshot_release(snapshot);
      return 1;
    }
  }
  snapshot->time = time;
  ptl_bracket bracket = ptl_record_bracket(record, time);
  for (int i = 0; i < sketch->n_bodies; i++) {
    eval_body(&sketch->bodies[i], record, &binding->bodies[i], bracket, binding->shifts[i],
              &snapshot->bodies[i]);
  }
  for (int i = 0; i < sketch->n_joints; i++) {
    eval_joint(record, &binding->joints[i], bracket, &snapshot->joints[i]);
  }
  for (int i = 0; i < sketch->n_loads; i++) {
    snapshot->loads[i] = (ptl_point){ptl_record_value(record, binding->loads[i].fx, bracket),
                                     ptl_record_value(record, binding->loads[i].fy, bracket)};
  }
  return 0;
}

void ptl_snapshot_release(ptl_snapshot *snapshot) {
  free(snapshot->bodies);
  free(snapshot->joints);
  free(snapshot->loads);
  *snapshot = (ptl_snapshot){0};
}

ptl_point ptl_snapshot_point(const ptl_snapshot *snapshot, int body, double x, double y) {
  if (body == PTL_GROUND) return (ptl_point){x, y};
  const ptl_body_state *b = &snapshot->bodies[body];
  double c = cos(b->angle), s = sin(b->angle);
  return (ptl_point){b->x + c * x - s * y, b->y + s * x + c * y};
}

ptl_point ptl_snapshot_velocity(const ptl_snapshot *snapshot, int body, double x, double y) {
  if (body == PTL_GROUND) return (ptl_point){0, 0};
  const ptl_body_state *b = &snapshot->bodies[body];
  ptl_point p = ptl_snapshot_point(snapshot, body, x, y);
  return (ptl_point){b->vx - b->omega * (p.y - b->y), b->vy + b->omega * (p.x - b->x)};
}

ptl_marker ptl_snapshot_marker(const ptl_snapshot *snapshot, const ptl_marker *marker) {
  ptl_point p = ptl_snapshot_point(snapshot, marker->body, marker->x, marker->y);
  double rotation = marker->body == PTL_GROUND ? 0 : snapshot->bodies[marker->body].angle;
  return (ptl_marker){PTL_GROUND, p.x, p.y, marker->angle + rotation};
}

ptl_point ptl_snapshot_shift(const ptl_snapshot *snapshot, int body) {
  return body == PTL_GROUND ? (ptl_point){0, 0} : snapshot->bodies[body].shift;
}

ptl_marker ptl_snapshot_true_marker(const ptl_snapshot *snapshot, const ptl_marker *marker) {
  const ptl_point shift = ptl_snapshot_shift(snapshot, marker->body);
  ptl_marker drawn = ptl_snapshot_marker(snapshot, marker);
  drawn.x -= shift.x;
  drawn.y -= shift.y;
  return drawn;
}

static double spin_of(const ptl_snapshot *snapshot, int body) {
  return body == PTL_GROUND ? 0 : snapshot->bodies[body].omega;
}

int ptl_joint_has_film(const ptl_mechanism *mechanism, int index) {
  ptl_joint_def joint;
  return mechanism != NULL && ptl_mechanism_get_joint(mechanism, index, &joint) &&
         joint.film.type != NULL;
}

int ptl_snapshot_film(const ptl_snapshot *snapshot, const ptl_sketch *sketch,
                      const ptl_mechanism *mechanism, int index, int n, double *pressure,
                      double *from) {
  const ptl_sketch_joint *joint = &sketch->joints[index];
  const ptl_joint_state *state = &snapshot->joints[index];
  if (mechanism == NULL || joint->kind != PTL_SKETCH_REVOLUTE || !(joint->clearance > 0)) return 0;
  const ptl_marker bearing = ptl_snapshot_true_marker(snapshot, &joint->a);
  const double c = cos(bearing.angle), s = sin(bearing.angle), e[2] = {state->ex, state->ey};
  const ptl_point a = ptl_snapshot_velocity(snapshot, joint->a.body, joint->a.x, joint->a.y);
  const ptl_point b = ptl_snapshot_velocity(snapshot, joint->b.body, joint->b.x, joint->b.y);
  const double turns = spin_of(snapshot, joint->a.body), vx = b.x - a.x, vy = b.y - a.y;
  const double twist[3] = {c * vx + s * vy + turns * e[1], c * vy - s * vx - turns * e[0],
                           spin_of(snapshot, joint->b.body) - turns};
  if (!isfinite(e[0] + e[1] + twist[0] + twist[1] + twist[2]) ||
      !ptl_film_pressure(mechanism, index, e, twist, n, pressure, from))
    return 0;
  *from += bearing.angle;
  return 1;
}
