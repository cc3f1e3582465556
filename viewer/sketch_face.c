/* sketch_face.c: surfaces that touch and curves through points, as lines of short pieces. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sketch.h"

enum { PIECES = 8, ROUND = 96 };

/* ------------------------------------------------------------------ curves */

static double chord(const double *p, int i, int k) {
  return hypot(p[2 * k] - p[2 * i], p[2 * k + 1] - p[2 * i + 1]);
}

/* Slope over the length of the chords at point i: that of the parabola through its neighbours. */
static void slope(const double *p, int n, int closed, int i, double out[2]) {
  int before = closed ? (i + n - 1) % n : i - 1, after = closed ? (i + 1) % n : i + 1;
  if (before < 0) before = i;
  if (after >= n) after = i;
  double a = chord(p, before, i), b = chord(p, i, after);
  for (int k = 0; k < 2; k++) {
    double left = a > 0 ? (p[2 * i + k] - p[2 * before + k]) / a : 0;
    double right = b > 0 ? (p[2 * after + k] - p[2 * i + k]) / b : 0;
    out[k] = a + b > 0 ? (b * left + a * right) / (a + b) : 0;
    if (!(a > 0)) out[k] = right;
    if (!(b > 0)) out[k] = left;
  }
}

int ptl_sketch_curve(const double *p, int n, int closed, double **out) {
  int pieces = closed ? n : n - 1, used = 0;
  double *line = malloc(2 * ((size_t)pieces * PIECES + 1) * sizeof *line);
  *out = line;
  if (line == NULL) return 0;
  for (int i = 0; i < pieces; i++) {
    int next = (i + 1) % n;
    double from[2], to[2], length = chord(p, i, next);
    slope(p, n, closed, i, from);
    slope(p, n, closed, next, to);
    for (int j = 0; j < PIECES; j++, used++) { /* Hermite's cubic */
      double s = (double)j / PIECES, t = 1 - s;
      for (int k = 0; k < 2; k++) {
        line[2 * used + k] = t * t * (1 + 2 * s) * p[2 * i + k] +
                             s * s * (1 + 2 * t) * p[2 * next + k] +
                             length * s * t * (t * from[k] - s * to[k]);
      }
    }
  }
  if (!closed) memcpy(&line[2 * used++], &p[2 * (n - 1)], 2 * sizeof *line);
  return used;
}

/* ------------------------------------------------------------------ faces */

static double value_of(const ptl_mechanism *m, int joint, const char *part, const char *name) {
  char full[64];
  double value[2] = {NAN, NAN};
  snprintf(full, sizeof full, "%s.%s", part, name);
  return ptl_mechanism_get_joint_value(m, joint, full, value) ? value[0] : NAN;
}

static ptl_sketch_face *add_face(ptl_sketch *sketch, int joint, int body, int room) {
  ptl_sketch_face *grown =
      realloc(sketch->faces, ((size_t)sketch->n_faces + 1) * sizeof *sketch->faces);
  if (grown == NULL) return NULL;
  sketch->faces = grown;
  ptl_sketch_face *face = &grown[sketch->n_faces];
  *face = (ptl_sketch_face){.joint = joint, .body = body};
  face->points = malloc(2 * (size_t)room * sizeof *face->points);
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

static double area(const double *p, int n) {
  double sum = 0;
  for (int i = 0, k = n - 1; i < n; k = i++) {
    sum += p[2 * k] * p[2 * i + 1] - p[2 * i] * p[2 * k + 1];
  }
  return 0.5 * sum;
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
  int inward = area(points, n) > 0 ? 1 : -1; /* the side of the inside */
  face->closed = closed;
  face->side = solid == LEFT ? 1 : -1;
  if (closed && (solid == INSIDE || solid == BY_DEFAULT)) face->side = inward;
  if (closed && solid == OUTSIDE) face->side = -inward;
  face->inside = closed && face->side == inward;
  return 0;
}

/* From the part's frame to that of its body. */
static void place_faces(ptl_sketch *sketch, int first, const ptl_place *part) {
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
    if (joint->kind != PTL_SKETCH_TOUCH) continue;
    if (pair) failed = add_circle(out, mechanism, i, "a", joint->a.body);
    if (strcmp(joint->type, "circle_line") == 0)
      failed = add_line(out, mechanism, i, joint->a.body);
    if (strcmp(joint->type, "circle_curve") == 0)
      failed = add_profile(out, mechanism, i, joint->a.body);
    place_faces(out, first, &joint->a);
    first = out->n_faces;
    if (!failed) failed = add_circle(out, mechanism, i, pair ? "b" : "circle", joint->b.body);
    place_faces(out, first, &joint->b);
  }
  return failed;
}
