#include "frame.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int find(const ptl_record *record, const char *owner, const char *what) {
  char name[192];
  snprintf(name, sizeof name, "%s.%s", owner, what);
  return ptl_record_find(record, name);
}

/* Every JOINT.GAP.depth of the record is a gap of the joint. */
static void bind_gaps(const ptl_record *record, const char *joint, ptl_joint_columns *out) {
  size_t prefix = strlen(joint);
  for (int c = 0; c < record->n_columns && out->n_gaps < PTL_SKETCH_GAPS; c++) {
    const char *name = record->names[c];
    if (strncmp(name, joint, prefix) != 0 || name[prefix] != '.') continue;
    const char *gap = name + prefix + 1, *dot = strchr(gap, '.');
    if (dot == NULL || strcmp(dot, ".depth") != 0) continue;
    int k = out->n_gaps++;
    char force[160];
    snprintf(out->gap[k], sizeof out->gap[k], "%.*s", (int)(dot - gap), gap);
    snprintf(force, sizeof force, "%s.normal_force", out->gap[k]);
    out->depth[k] = c;
    out->force[k] = find(record, joint, force);
  }
}

int ptl_binding_make(const ptl_sketch *sketch, const ptl_record *record, ptl_binding *out) {
  *out = (ptl_binding){0};
  out->bodies = calloc((size_t)sketch->n_bodies + 1, sizeof *out->bodies);
  out->joints = calloc((size_t)sketch->n_joints + 1, sizeof *out->joints);
  if (out->bodies == NULL || out->joints == NULL) {
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
  return 0;
}

void ptl_binding_release(ptl_binding *binding) {
  free(binding->bodies);
  free(binding->joints);
  *binding = (ptl_binding){0};
}

static void calc_body(const ptl_sketch_body *body, const ptl_record *record,
                      const ptl_body_columns *columns, ptl_moment moment, ptl_frame_body *out) {
  *out = (ptl_frame_body){ptl_record_smooth(record, columns->x, columns->vx, moment),
                          ptl_record_smooth(record, columns->y, columns->vy, moment),
                          ptl_record_smooth(record, columns->angle, columns->omega, moment),
                          ptl_record_value(record, columns->vx, moment),
                          ptl_record_value(record, columns->vy, moment),
                          ptl_record_value(record, columns->omega, moment)};
  if (!isfinite(out->x)) out->x = body->x;
  if (!isfinite(out->y)) out->y = body->y;
  if (!isfinite(out->angle)) out->angle = body->angle;
}

static void calc_joint(const ptl_record *record, const ptl_joint_columns *columns,
                       ptl_moment moment, ptl_frame_joint *out) {
  *out = (ptl_frame_joint){ptl_record_value(record, columns->ex, moment),
                           ptl_record_value(record, columns->ey, moment),
                           ptl_record_value(record, columns->fx, moment),
                           ptl_record_value(record, columns->fy, moment),
                           .depth = -INFINITY,
                           .gap = -1};
  for (int k = 0; k < columns->n_gaps; k++) {
    double depth = ptl_record_value(record, columns->depth[k], moment);
    if (depth > out->depth) {
      out->depth = depth;
      out->gap = k;
    }
  }
  out->touching = out->depth > 0;
}

int ptl_frame_calc(const ptl_sketch *sketch, const ptl_record *record, const ptl_binding *binding,
                   double time, ptl_frame *frame) {
  if (frame->bodies == NULL) {
    frame->bodies = calloc((size_t)sketch->n_bodies + 1, sizeof *frame->bodies);
    frame->joints = calloc((size_t)sketch->n_joints + 1, sizeof *frame->joints);
    if (frame->bodies == NULL || frame->joints == NULL) {
      ptl_frame_release(frame);
      return 1;
    }
  }
  frame->time = time;
  ptl_moment moment = ptl_record_moment(record, time);
  for (int i = 0; i < sketch->n_bodies; i++) {
    calc_body(&sketch->bodies[i], record, &binding->bodies[i], moment, &frame->bodies[i]);
  }
  for (int i = 0; i < sketch->n_joints; i++) {
    calc_joint(record, &binding->joints[i], moment, &frame->joints[i]);
  }
  return 0;
}

void ptl_frame_release(ptl_frame *frame) {
  free(frame->bodies);
  free(frame->joints);
  *frame = (ptl_frame){0};
}

ptl_point ptl_frame_point(const ptl_frame *frame, int body, double x, double y) {
  if (body == PTL_GROUND) return (ptl_point){x, y};
  const ptl_frame_body *b = &frame->bodies[body];
  double c = cos(b->angle), s = sin(b->angle);
  return (ptl_point){b->x + c * x - s * y, b->y + s * x + c * y};
}

ptl_point ptl_frame_velocity(const ptl_frame *frame, int body, double x, double y) {
  if (body == PTL_GROUND) return (ptl_point){0, 0};
  const ptl_frame_body *b = &frame->bodies[body];
  ptl_point p = ptl_frame_point(frame, body, x, y);
  return (ptl_point){b->vx - b->omega * (p.y - b->y), b->vy + b->omega * (p.x - b->x)};
}

ptl_place ptl_frame_place(const ptl_frame *frame, const ptl_place *place) {
  ptl_point p = ptl_frame_point(frame, place->body, place->x, place->y);
  double turn = place->body == PTL_GROUND ? 0 : frame->bodies[place->body].angle;
  return (ptl_place){PTL_GROUND, p.x, p.y, place->angle + turn};
}
