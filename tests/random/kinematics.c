#include "kinematics.h"

#include <math.h>
#include <string.h>

void kinematics_placement(const random_mechanism *m, double *q) {
  for (int i = 0; i < m->n_bodies; i++) {
    q[3 * i] = m->body[i].x;
    q[3 * i + 1] = m->body[i].y;
    q[3 * i + 2] = m->body[i].angle;
  }
}

/* A point given in ground coordinates at the placement, carried along by its body. */
static void carried(const random_mechanism *m, const double *q, int body, const double at[2],
                    double p[2]) {
  p[0] = at[0];
  p[1] = at[1];
  if (body == GROUND) return;
  const random_body *b = &m->body[body];
  double turn = q[3 * body + 2] - b->angle, dx = at[0] - b->x, dy = at[1] - b->y;
  p[0] = q[3 * body] + dx * cos(turn) - dy * sin(turn);
  p[1] = q[3 * body + 1] + dx * sin(turn) + dy * cos(turn);
}

static double turned(const random_mechanism *m, const double *q, int body) {
  return body == GROUND ? 0.0 : q[3 * body + 2] - m->body[body].angle;
}

/* Place of B along and across the axis of part A. */
static void along_axis(const random_mechanism *m, const double *q, const random_joint *j,
                       double s[2]) {
  double a[2], b[2], turn = turned(m, q, j->a), size = hypot(j->axis[0], j->axis[1]);
  double ex = (j->axis[0] * cos(turn) - j->axis[1] * sin(turn)) / size;
  double ey = (j->axis[0] * sin(turn) + j->axis[1] * cos(turn)) / size;
  carried(m, q, j->a, j->at, a);
  carried(m, q, j->b, j->at, b);
  s[0] = (b[0] - a[0]) * ex + (b[1] - a[1]) * ey;
  s[1] = (b[1] - a[1]) * ex - (b[0] - a[0]) * ey;
}

static double coordinate(const random_mechanism *m, const double *q, int joint) {
  const random_joint *j = &m->joint[joint];
  double s[2];
  if (j->kind == REVOLUTE) return (turned(m, q, j->b) - turned(m, q, j->a)) * m->length;
  along_axis(m, q, j, s);
  return s[0];
}

static int joint_equations(const random_mechanism *m, const double *q, const random_joint *j,
                           int all_ideal, double *f) {
  double a[2], b[2], s[2], turn = (turned(m, q, j->b) - turned(m, q, j->a)) * m->length;
  if (j->gives_way && !all_ideal) return 0;
  carried(m, q, j->a, j->at, a);
  carried(m, q, j->b, j->kind == DISTANCE ? j->far : j->at, b);
  switch (j->kind) {
    case REVOLUTE:
      f[0] = b[0] - a[0];
      f[1] = b[1] - a[1];
      return 2;
    case FIXED:
      f[0] = b[0] - a[0];
      f[1] = b[1] - a[1];
      f[2] = turn;
      return 3;
    case DISTANCE:
      f[0] = hypot(b[0] - a[0], b[1] - a[1]) - hypot(j->far[0] - j->at[0], j->far[1] - j->at[1]);
      return 1;
    case TRANSLATIONAL:
      along_axis(m, q, j, s);
      f[0] = s[1];
      f[1] = turn;
      return 2;
    case SLOT:
      along_axis(m, q, j, s);
      f[0] = s[1];
      return 1;
  }
  return 0;
}

/* Joints, then what couplings and drives prescribe (their coordinates, since only gradients are
 * asked). */
static int equations(const random_mechanism *m, const double *q, double *f, int with_drives,
                     int all_ideal) {
  int n = 0;
  for (int i = 0; i < m->n_joints; i++) n += joint_equations(m, q, &m->joint[i], all_ideal, f + n);
  for (int i = 0; with_drives && i < m->n_couplings; i++) {
    const random_coupling *c = &m->coupling[i];
    double unit = m->joint[c->first].kind == REVOLUTE ? 1.0 : 1.0 / m->length;
    f[n++] = coordinate(m, q, c->first) - c->ratio * unit * coordinate(m, q, c->second);
  }
  for (int i = 0; with_drives && i < m->n_drives; i++) f[n++] = coordinate(m, q, m->drive[i].joint);
  return n;
}

int kinematics_first_row(const random_mechanism *m, int joint) {
  double q[MOST_COLUMNS], f[3];
  int n = 0;
  kinematics_placement(m, q);
  for (int i = 0; i < joint; i++) n += joint_equations(m, q, &m->joint[i], 0, f);
  return n;
}

void kinematics_point(const random_mechanism *m, const double *q, int joint, double point[2],
                      double axis[2]) {
  const random_joint *j = &m->joint[joint];
  const double turn = turned(m, q, j->a), size = hypot(j->axis[0], j->axis[1]);
  carried(m, q, j->b, j->at, point);
  if (!(size > 0.0)) return;
  axis[0] = (j->axis[0] * cos(turn) - j->axis[1] * sin(turn)) / size;
  axis[1] = (j->axis[0] * sin(turn) + j->axis[1] * cos(turn)) / size;
}

double kinematics_violation(const random_mechanism *m, const double *q) {
  double f[MOST_ROWS], most = 0.0;
  int n = equations(m, q, f, 0, 0);
  for (int i = 0; i < n; i++) most = fmax(most, fabs(f[i]));
  return most;
}

/* ------------------------------------------------------------------ pivots of the gradients */

static int gradients(const random_mechanism *m, const double *q, int all_ideal,
                     double g[MOST_ROWS][MOST_COLUMNS]) {
  double p[MOST_COLUMNS], plus[MOST_ROWS], minus[MOST_ROWS];
  const double h = 1e-5;
  int n = 0;
  for (int k = 0; k < 3 * m->n_bodies; k++) {
    double step = k % 3 == 2 ? h : h * m->length;
    memcpy(p, q, sizeof *p * (size_t)(3 * m->n_bodies));
    p[k] = q[k] + step;
    equations(m, p, plus, 1, all_ideal);
    p[k] = q[k] - step;
    n = equations(m, p, minus, 1, all_ideal);
    for (int i = 0; i < n; i++) g[i][k] = (plus[i] - minus[i]) / (2.0 * h * m->length);
  }
  return n;
}

/* Gram and Schmidt, the longest that is left first; pivots in falling order. */
static int pivots(const random_mechanism *m, const double *q, int all_ideal, double *pivot) {
  double g[MOST_ROWS][MOST_COLUMNS];
  int n = gradients(m, q, all_ideal, g), columns = 3 * m->n_bodies;
  for (int done = 0; done < n; done++) {
    int best = done;
    double most = -1.0;
    for (int i = done; i < n; i++) {
      double size = 0.0;
      for (int k = 0; k < columns; k++) size += g[i][k] * g[i][k];
      if (size > most) most = size, best = i;
    }
    pivot[done] = sqrt(most);
    for (int k = 0; k < columns; k++) {
      double swap = g[done][k];
      g[done][k] = g[best][k] / (pivot[done] > 0.0 ? pivot[done] : 1.0);
      if (best != done) g[best][k] = swap;
    }
    for (int i = done + 1; i < n; i++) {
      double part = 0.0;
      for (int k = 0; k < columns; k++) part += g[i][k] * g[done][k];
      for (int k = 0; k < columns; k++) g[i][k] -= part * g[done][k];
    }
  }
  return n;
}

int kinematics_gradients(const random_mechanism *m, const double *q,
                         double g[MOST_ROWS][MOST_COLUMNS]) {
  return gradients(m, q, 0, g);
}

double kinematics_independence(const random_mechanism *m, const double *q, int rank) {
  double pivot[MOST_ROWS];
  int rows = pivots(m, q, 0, pivot), last = (rank < rows ? rank : rows) - 1;
  return last >= 0 ? pivot[last] / pivot[0] : 1.0;
}

int kinematics_rank(const random_mechanism *m, const double *q, int all_ideal, int *rows) {
  double pivot[MOST_ROWS];
  int n = pivots(m, q, all_ideal, pivot), rank = 0;
  *rows = n;
  while (rank < n && pivot[rank] > 1e-7 * pivot[0]) rank++;
  return rank;
}
