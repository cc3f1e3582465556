#include "sketch_face.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sketch_curve.h"

enum { ROUND = 96 }; /* lines of a circle or an arc */

static double value_of(const ptl_mechanism *m, int joint, const char *part, const char *name) {
  char full[64];
  double value[2] = {NAN, NAN};
  snprintf(full, sizeof full, "%s.%s", part, name);
  return ptl_mechanism_get_joint_value(m, joint, full, value) ? value[0] : NAN;
}

static ptl_sketch_face *add_face(ptl_sketch *sketch, int joint, int body, int capacity) {
  ptl_sketch_face *grown =
      realloc(sketch->faces, ((size_t)sketch->n_faces + 1) * sizeof *sketch->faces);
  if (grown == NULL) return NULL;
  sketch->faces = grown;
  ptl_sketch_face *face = &grown[sketch->n_faces];
  *face = (ptl_sketch_face){.joint = joint, .body = body};
  face->points = malloc(2 * (size_t)capacity * sizeof *face->points);
  if (face->points == NULL) return NULL;
  sketch->n_faces++;
  return face;
}

/* A solid circle or, of an arc, its sector; a hollow one as a line with the material outside. */
static int add_circle(ptl_sketch *sketch, const ptl_mechanism *m, int joint, const char *part,
                      int body) {
  double radius = value_of(m, joint, part, "radius"), from = value_of(m, joint, part, "from");
  double to = value_of(m, joint, part, "to");
  int hollow = value_of(m, joint, part, "hollow") > 0, whole = isnan(from) || isnan(to);
  if (!(radius > 0)) return 0;
  ptl_sketch_face *face = add_face(sketch, joint, body, ROUND + 2);
  if (face == NULL) return 1;
  if (whole) from = 0;
  double span = whole ? 2 * M_PI : to - from - 2 * M_PI * floor((to - from) / (2 * M_PI));
  face->closed = whole || !hollow;
  face->inside = !hollow;
  face->side = hollow ? -1 : 1;
  int n = whole ? ROUND : ROUND + 1;
  for (int i = 0; i < n; i++) {
    face->points[2 * i] = radius * cos(from + span * i / ROUND);
    face->points[2 * i + 1] = radius * sin(from + span * i / ROUND);
  }
  face->n = n;
  if (!whole && !hollow) {
    face->points[2 * n] = face->points[2 * n + 1] = 0;
    face->n++;
  }
  return 0;
}

static int add_line(ptl_sketch *sketch, const ptl_mechanism *m, int joint, int body) {
  double from[2], to[2];
  if (!ptl_mechanism_get_joint_value(m, joint, "line.from", from) ||
      !ptl_mechanism_get_joint_value(m, joint, "line.to", to)) {
    return 0;
  }
  ptl_sketch_face *face = add_face(sketch, joint, body, 2);
  if (face == NULL) return 1;
  memcpy(&face->points[0], from, sizeof from);
  memcpy(&face->points[2], to, sizeof to);
  face->n = 2;
  face->side = value_of(m, joint, "line", "solid") > 0 ? 1 : -1;
  return 0;
}

static int add_profile(ptl_sketch *sketch, const ptl_mechanism *m, int joint, int body) {
  enum { BY_DEFAULT, RIGHT, LEFT, INSIDE, OUTSIDE };
  const double *points;
  int n = ptl_mechanism_get_joint_points(m, joint, "profile.points", &points);
  int closed = value_of(m, joint, "profile", "closed") > 0;
  int solid = (int)value_of(m, joint, "profile", "solid");
  if (n < 2) return 0;
  ptl_sketch_face *face = add_face(sketch, joint, body, 1);
  if (face == NULL) return 1;
  free(face->points);
  face->n = ptl_sketch_curve(points, n, closed, &face->points);
  if (face->points == NULL) return 1;
  int inward = ptl_sketch_area(points, n) > 0 ? 1 : -1; /* the side of the inside */
  face->closed = closed;
  face->side = solid == LEFT ? 1 : -1;
  if (closed && (solid == INSIDE || solid == BY_DEFAULT)) face->side = inward;
  if (closed && solid == OUTSIDE) face->side = -inward;
  face->inside = closed && face->side == inward;
  return 0;
}

/* From the part's frame to that of its body. */
static void faces_to_body(ptl_sketch *sketch, int first, const ptl_marker *part) {
  double c = cos(part->angle), s = sin(part->angle);
  for (int i = first; i < sketch->n_faces; i++) {
    for (int k = 0; k < sketch->faces[i].n; k++) {
      double *p = &sketch->faces[i].points[2 * k], x = p[0], y = p[1];
      p[0] = part->x + c * x - s * y;
      p[1] = part->y + s * x + c * y;
    }
  }
}

int ptl_sketch_faces(const ptl_mechanism *mechanism, ptl_sketch *out) {
  int failed = 0;
  for (int i = 0; i < out->n_joints && !failed; i++) {
    const ptl_sketch_joint *joint = &out->joints[i];
    int pair = strcmp(joint->type, "circle_circle") == 0, first = out->n_faces;
    if (joint->kind != PTL_SKETCH_SURFACES) continue;
    if (pair) failed = add_circle(out, mechanism, i, "a", joint->a.body);
    if (strcmp(joint->type, "circle_line") == 0)
      failed = add_line(out, mechanism, i, joint->a.body);
    if (strcmp(joint->type, "circle_curve") == 0)
      failed = add_profile(out, mechanism, i, joint->a.body);
    faces_to_body(out, first, &joint->a);
    first = out->n_faces;
    if (!failed) failed = add_circle(out, mechanism, i, pair ? "b" : "circle", joint->b.body);
    faces_to_body(out, first, &joint->b);
  }
  return failed;
}
