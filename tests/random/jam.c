/* jam.c: see jam.h. A jam is shown in one of two ways.
 *
 * One joint with friction, by its equation:
 *
 * Friction mu N along the slip, with N = |r| the reaction of the joint, changes that reaction in
 * proportion: r = r0 + k N, where r0 is the reaction without friction and k what friction makes of
 * it per unit of N. Squared, that is one equation for N > 0,
 *
 *   (k.k - 1) N^2 + 2 (r0.k) N + r0.r0 = 0,
 *
 * which has one solution where |k| < 1, and beyond two or none: none where
 * -r0.k/|k| < sqrt(1 - 1/k.k) |r0| (Painleve's paradox). k follows from masses and gradients of
 * the equations alone, and mu from the friction of a row over its N.
 *
 * Several, by how they come to it: where a solution ends or meets another, the reaction grows as
 * 1/(t* - t) or, to a value, as (t* - t)^(1/2) falls. Its slope then grows so that its square falls
 * to 0, turned over, at t*, as rows near to each other tell. */
#include "jam.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinematics.h"

enum { MOST = MOST_COLUMNS + MOST_ROWS };

typedef struct jam_row { /* what a row of the trace tells */
  double time, k[2], r0[2];
} jam_row;

static const char *line_of(const random_mechanism *m, int joint) {
  char key[24];
  snprintf(key, sizeof key, "\n  j%d: ", joint);
  return strstr(m->text, key);
}

static int has_friction(const random_mechanism *m, int joint) {
  char line[1024];
  const char *at = line_of(m, joint);
  if (at == NULL || m->joint[joint].gives_way) return 0;
  snprintf(line, sizeof line, "%s", at + 1);
  line[strcspn(line, "\n")] = '\0';
  return strstr(line, "friction: ") != NULL;
}

/* ------------------------------------------------------------------ linear equations */

/* Masses, and gradients of all equations, beside and below them; angles times the length. */
static int assemble(const random_mechanism *m, const double *q, double a[MOST][MOST]) {
  static double g[MOST_ROWS][MOST_COLUMNS];
  const int n = 3 * m->n_bodies, rows = kinematics_gradients(m, q, g);
  memset(a, 0, sizeof(double) * MOST * MOST);
  for (int i = 0; i < m->n_bodies; i++) {
    const random_body *b = &m->body[i];
    const int x = 3 * i, y = x + 1, angle = x + 2;
    const double c = cos(q[angle]), s = sin(q[angle]), l = m->length;
    const double rx = (b->com[0] * c - b->com[1] * s) / l, ry = (b->com[0] * s + b->com[1] * c) / l;
    a[x][x] = a[y][y] = b->mass;
    a[x][angle] = a[angle][x] = -b->mass * ry;
    a[y][angle] = a[angle][y] = b->mass * rx;
    a[angle][angle] = b->inertia / (l * l) + b->mass * (rx * rx + ry * ry);
  }
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < n; k++) {
      a[n + i][k] = g[i][k];
      a[k][n + i] = -g[i][k];
    }
  return n + rows;
}

/* Gauss's elimination; 0 where equations depend on each other. */
static int solve(double a[MOST][MOST], int n, double *x) {
  double first = 0.0;
  for (int i = 0; i < n; i++) {
    int best = i;
    for (int k = i; k < n; k++)
      if (fabs(a[k][i]) > fabs(a[best][i])) best = k;
    first = fmax(first, fabs(a[best][i]));
    if (!(fabs(a[best][i]) > 1e-9 * first)) return 0;
    for (int k = 0; k < n && best != i; k++) {
      const double swap = a[i][k];
      a[i][k] = a[best][k];
      a[best][k] = swap;
    }
    const double swap = x[i];
    x[i] = x[best];
    x[best] = swap;
    for (int j = i + 1; j < n; j++) {
      const double factor = a[j][i] / a[i][i];
      for (int k = i; k < n; k++) a[j][k] -= factor * a[i][k];
      x[j] -= factor * x[i];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) x[i] -= a[i][k] * x[k];
    x[i] /= a[i][i];
  }
  return 1;
}

/* ------------------------------------------------------------------ a row */

static double value(const trace_table *t, int row, const char *format, int i) {
  char name[32];
  snprintf(name, sizeof name, format, i);
  const int column = trace_table_column(t, name);
  return column >= 0 ? trace_table_at(t, row, column) : NAN;
}

/* A force of size 1 along e, or a moment of 1, on part B and back on A, at a point. */
static void add_unit(const random_mechanism *m, const double *q, const random_joint *j,
                     const double *e, const double *point, double *x) {
  const int parts[] = {j->a, j->b};
  for (int k = 0; k < 2; k++) {
    const double sign = k == 0 ? -1.0 : 1.0;
    double *out = x + 3 * parts[k];
    if (parts[k] == GROUND) continue;
    if (e == NULL) {
      out[2] += sign / m->length;
      continue;
    }
    const double rx = point[0] - q[3 * parts[k]], ry = point[1] - q[3 * parts[k] + 1];
    out[0] += sign * e[0];
    out[1] += sign * e[1];
    out[2] += sign * (rx * e[1] - ry * e[0]) / m->length;
  }
}

static int read_row(const random_mechanism *m, const trace_table *t, int row, int joint,
                    jam_row *out) {
  static double a[MOST][MOST];
  const random_joint *j = &m->joint[joint];
  double q[MOST_COLUMNS], x[MOST] = {0.0}, e[2] = {0.0}, point[2], r[2] = {0.0};
  for (int i = 0; i < m->n_bodies; i++) {
    q[3 * i] = value(t, row, "b%d.x", i);
    q[3 * i + 1] = value(t, row, "b%d.y", i);
    q[3 * i + 2] = value(t, row, "b%d.angle", i);
  }
  const double fx = value(t, row, "j%d.fx", joint), fy = value(t, row, "j%d.fy", joint);
  const double friction = value(t, row, "j%d.friction", joint);
  const double slip = value(t, row, "j%d.slip_rate", joint);
  kinematics_point(m, q, joint, point, e);
  const int is_slot = j->kind == SLOT;
  add_unit(m, q, j, is_slot ? e : NULL, point, x);
  const int n = assemble(m, q, a), first = 3 * m->n_bodies + kinematics_first_row(m, joint);
  if (!solve(a, n, x)) return 0;
  r[0] = is_slot ? fy * e[0] - fx * e[1] : fx; /* across the slot */
  r[1] = is_slot ? 0.0 : fy;
  const double normal = hypot(r[0], r[1]);
  const double along = -copysign(fabs(friction), slip) / normal;
  out->time = trace_table_at(t, row, 0);
  for (int i = 0; i < 2; i++) {
    out->k[i] = i == 1 && is_slot ? 0.0 : along * x[first + i];
    out->r0[i] = r[i] - out->k[i] * normal;
  }
  return isfinite(out->k[0] + out->r0[0] + out->k[1] + out->r0[1]);
}

/* ------------------------------------------------------------------ beyond the rows */

static int has_none(const double *k, const double *r0) {
  const double size = hypot(k[0], k[1]), r = hypot(r0[0], r0[1]);
  return size > 1.0 && -(r0[0] * k[0] + r0[1] * k[1]) / size < sqrt(1.0 - 1.0 / (size * size)) * r;
}

/* Whether none is left at `time`, with k and r0 changing as between the rows; 1 - |k| may fall like
 * the root of the time that is left, since what slows the slip grows as friction does. */
static int comes_to_none(const jam_row *a, const jam_row *b, double time) {
  const double part = (time - b->time) / (b->time - a->time);
  const double before = 1.0 - hypot(a->k[0], a->k[1]), now = 1.0 - hypot(b->k[0], b->k[1]);
  double k[2], r0[2];
  for (int i = 0; i < 2; i++) {
    k[i] = b->k[i] + part * (b->k[i] - a->k[i]);
    r0[i] = b->r0[i] + part * (b->r0[i] - a->r0[i]);
  }
  if (has_none(k, r0)) return 1;
  return now > 0.0 && now < before && now * now + part * (now * now - before * before) < 0.0;
}

/* Whether the reaction of the error's joint comes to an end at the time named, by the last three
 * rows that are not at that time themselves. */
static int comes_to_end(const trace_table *t, int joint, double time) {
  enum { ROWS = 3 };
  static const double near = 2.0, at_end = 0.1; /* of the distance of rows */
  static const double nearest = 1e-3;           /* rows', of the time */
  double at[ROWS], size[ROWS], inverse[ROWS - 1];
  int row = t->rows - 1;
  const double every = row > 0 ? trace_table_at(t, 1, 0) - trace_table_at(t, 0, 0) : 0.0;
  while (row >= 0 && time - trace_table_at(t, row, 0) < at_end * every) row--;
  for (int i = ROWS - 1; i >= 0; i--, row--) {
    while (row >= 0 && trace_table_at(t, row, 1) != 0.0) row--;
    if (row < 0) return 0;
    at[i] = trace_table_at(t, row, 0);
    size[i] = hypot(value(t, row, "j%d.fx", joint), value(t, row, "j%d.fy", joint));
  }
  const double apart = at[1] - at[0];
  for (int i = 0; i < ROWS - 1; i++) {
    const double slope = (size[i + 1] - size[i]) / apart;
    inverse[i] = 1.0 / (slope * slope);
  }
  const double end = 0.5 * (at[1] + at[2]) + apart * inverse[1] / (inverse[0] - inverse[1]);
  return apart < nearest * time && size[1] > size[0] && size[2] > size[1] &&
         inverse[1] < inverse[0] && fabs(end - time) < near * apart;
}

int jam_is_shown(const random_mechanism *m, const char *error, const trace_table *t) {
  static const double near = 1e-3;
  const char *place = strstr(error, "joint 'j"), *at = strstr(error, "at t = ");
  if (place == NULL || at == NULL || t->rows < 2) return 0;
  const int joint = atoi(place + strlen("joint 'j"));
  const double time = strtod(at + strlen("at t = "), NULL);
  int last = t->rows - 1, before;
  for (int i = 0; i < m->n_joints; i++)
    if (has_friction(m, i) != (i == joint)) return 0;
  if (m->joint[joint].kind != SLOT && m->joint[joint].kind != REVOLUTE) return 0;
  while (last > 0 && trace_table_at(t, last, 1) != 0.0) last--;
  before = last - 1;
  while (before > 0 && trace_table_at(t, before, 1) != 0.0) before--;
  jam_row a, b;
  if (before < 0 || !read_row(m, t, before, joint, &a) || !read_row(m, t, last, joint, &b))
    return 0;
  const double apart = b.time - a.time;
  return apart > 0.0 && time - b.time < near * time && comes_to_none(&a, &b, time + 2.0 * apart);
}

int jam_is_approached(const char *error, const trace_table *t) {
  const char *place = strstr(error, "joint 'j"), *at = strstr(error, "at t = ");
  return place != NULL && at != NULL &&
         comes_to_end(t, atoi(place + strlen("joint 'j")), strtod(at + strlen("at t = "), NULL));
}
