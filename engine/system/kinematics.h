/* kinematics.h: relative motion of two parts and its derivatives, for joints, forces and gaps.
 * Internal.
 *
 * An element sees only the pose of part B in part A's frame. Here its scalar functions of that
 * pose become functions of the two bodies' coordinates (x, y, angle of A, then of B), with exact
 * first and second derivatives.
 */
#ifndef PTL_KINEMATICS_H
#define PTL_KINEMATICS_H

#include "pintle.h"
#include "pintle_drive.h"
#include "pintle_extend.h"

/* A frame fixed to a body, relative to its centre of mass and in its axes; body -1 is ground. */
typedef struct ptl_part {
  int body;
  double x, y, angle;
} ptl_part;

typedef struct ptl_pair {
  ptl_part a, b;
  double cos_a, sin_a; /* of a.angle */
  double placed;       /* angle at which the model places A's body */
} ptl_pair;

typedef struct ptl_rotation { /* of one body */
  double c, s;
} ptl_rotation;

/* The pair at one state. Vectors are in ground axes. */
typedef struct ptl_pair_state {
  ptl_pose pose;
  double twist[3]; /* rate of the pose: x, y in part A's axes, angle */
  double c, s;     /* rotation of part A */
  double ax, ay;   /* from A's centre of mass to B's part */
  double bx, by;   /* from B's centre of mass to B's part */
} ptl_pair_state;

ptl_pair ptl_pair_make(ptl_part a, ptl_part b);

/* Index in q of coordinate k (0..5: x, y, angle of A, then of B), or -1 on ground. */
static inline int ptl_pair_coordinate(const ptl_pair *pair, int k) {
  int body = k < 3 ? pair->a.body : pair->b.body;
  return body < 0 ? -1 : 3 * body + k % 3;
}

/* Rotation of a part's body; rotations: one per body. */
static inline ptl_rotation ptl_part_rotation(const ptl_part *part, const ptl_rotation *rotations) {
  static const ptl_rotation of_ground = {1.0, 0.0};
  return part->body < 0 ? of_ground : rotations[part->body];
}

/* Sets the pose and the arms from q, 3 coordinates per body, and the rotations, one per body. */
static inline void ptl_pair_set_pose(const ptl_pair *pair, const double *q,
                                     const ptl_rotation *rotations, ptl_pair_state *state) {
  static const double ground[3] = {0.0, 0.0, 0.0};
  const ptl_part *a = &pair->a, *b = &pair->b;
  const double *qa = a->body < 0 ? ground : q + 3 * a->body;
  const double *qb = b->body < 0 ? ground : q + 3 * b->body;
  ptl_rotation ra = ptl_part_rotation(a, rotations), rb = ptl_part_rotation(b, rotations);

  state->c = ra.c * pair->cos_a - ra.s * pair->sin_a;
  state->s = ra.s * pair->cos_a + ra.c * pair->sin_a;
  state->bx = rb.c * b->x - rb.s * b->y;
  state->by = rb.s * b->x + rb.c * b->y;
  state->ax = qb[0] + state->bx - qa[0];
  state->ay = qb[1] + state->by - qa[1];
  double dx = state->ax - (ra.c * a->x - ra.s * a->y);
  double dy = state->ay - (ra.s * a->x + ra.c * a->y);
  state->pose.x = state->c * dx + state->s * dy;
  state->pose.y = -state->s * dx + state->c * dy;
  state->pose.angle = (qb[2] + b->angle) - (qa[2] + a->angle);
  state->pose.turned = qa[2] - pair->placed;
}
/* After ptl_pair_set_pose: sets the twist from the velocities v, 3 per body. */
static inline void ptl_pair_set_twist(const ptl_pair *pair, const double *v,
                                      ptl_pair_state *state) {
  static const double rest[3] = {0.0, 0.0, 0.0};
  const double *va = pair->a.body < 0 ? rest : v + 3 * pair->a.body;
  const double *vb = pair->b.body < 0 ? rest : v + 3 * pair->b.body;
  double ux = (vb[0] - vb[2] * state->by) - (va[0] - va[2] * state->ay);
  double uy = (vb[1] + vb[2] * state->bx) - (va[1] + va[2] * state->ax);
  state->twist[0] = state->c * ux + state->s * uy;
  state->twist[1] = -state->s * ux + state->c * uy;
  state->twist[2] = vb[2] - va[2];
}

/* Both where a joint holds the origins of the parts together: the pose and its rate are 0 but for
 * the angle. */
static inline void ptl_pair_set_joined(const ptl_pair *pair, const double *q, const double *v,
                                       const ptl_rotation *rotations, ptl_pair_state *state) {
  const ptl_part *a = &pair->a, *b = &pair->b;
  const ptl_rotation ra = ptl_part_rotation(a, rotations), rb = ptl_part_rotation(b, rotations);
  const double angle_a = a->body < 0 ? 0.0 : q[3 * a->body + 2];
  const double angle_b = b->body < 0 ? 0.0 : q[3 * b->body + 2];
  state->c = ra.c * pair->cos_a - ra.s * pair->sin_a;
  state->s = ra.s * pair->cos_a + ra.c * pair->sin_a;
  state->bx = rb.c * b->x - rb.s * b->y;
  state->by = rb.s * b->x + rb.c * b->y;
  state->ax = ra.c * a->x - ra.s * a->y;
  state->ay = ra.s * a->x + ra.c * a->y;
  state->pose = (ptl_pose){.angle = (angle_b + b->angle) - (angle_a + a->angle),
                           .turned = angle_a - pair->placed};
  state->twist[0] = state->twist[1] = 0.0;
  state->twist[2] =
      (b->body < 0 ? 0.0 : v[3 * b->body + 2]) - (a->body < 0 ? 0.0 : v[3 * a->body + 2]);
}

/* After ptl_pair_set_twist: rate of a function of the pose with the derivatives d. */
static inline double ptl_pair_rate(const double d[3], const ptl_pair_state *state) {
  return d[0] * state->twist[0] + d[1] * state->twist[1] + d[2] * state->twist[2];
}

/* Derivatives by the six coordinates of a function whose derivatives by the pose are d. */
static inline void ptl_pair_gradient(const ptl_pair_state *state, const double d[3],
                                     double row[6]) {
  double gx = state->c * d[0] - state->s * d[1];
  double gy = state->s * d[0] + state->c * d[1];
  row[0] = -gx;
  row[1] = -gy;
  row[2] = -(state->ax * gy - state->ay * gx) - d[2];
  row[3] = gx;
  row[4] = gy;
  row[5] = state->bx * gy - state->by * gx + d[2];
}
/* The same for the second derivatives: the symmetric 6 x 6 matrix, row-major. */
void ptl_pair_hessian(const ptl_pair_state *state, const ptl_scalar *f, double hessian[36]);

/* After ptl_pair_set_twist: the convective acceleration, the second time derivatives of the pose's
 * x and y where no body accelerates. That of the angle is then 0. */
static inline void ptl_pair_convective(const ptl_pair *pair, const ptl_pair_state *state,
                                       const double *v, double convective[2]) {
  static const double rest[3] = {0.0, 0.0, 0.0};
  const double *va = pair->a.body < 0 ? rest : v + 3 * pair->a.body;
  const double *vb = pair->b.body < 0 ? rest : v + 3 * pair->b.body;
  double of_b = vb[2] * (2.0 * va[2] - vb[2]), of_a = va[2] * va[2], rate = 2.0 * va[2];
  double x = of_b * state->bx - of_a * state->ax + rate * (vb[1] - va[1]);
  double y = of_b * state->by - of_a * state->ay - rate * (vb[0] - va[0]);
  convective[0] = state->c * x + state->s * y;
  convective[1] = -state->s * x + state->c * y;
}

/* The part of the function's second time derivative that is quadratic in the velocities: v^T H v
 * with H the matrix above. has_curvature 0: its second derivatives by the pose vanish. */
static inline double ptl_pair_quadratic(const ptl_scalar *f, const ptl_pair_state *state,
                                        const double convective[2], int has_curvature) {
  const double *h = f->dd, *w = state->twist;
  double first = f->d[0] * convective[0] + f->d[1] * convective[1];
  if (!has_curvature) return first;
  return first + w[0] * (h[0] * w[0] + 2.0 * (h[1] * w[1] + h[3] * w[2])) +
         w[1] * (h[2] * w[1] + 2.0 * h[4] * w[2]) + h[5] * w[2] * w[2];
}

/* Two points, one of each body, that a joint holds together: x_B = x_A, y_B = y_A along the axes of
 * the ground. */
typedef struct ptl_point_pair {
  double ax, ay, bx, by; /* from the centres of mass to the points */
} ptl_point_pair;

static inline void ptl_point_pair_locate(const ptl_pair *pair, const ptl_rotation *rotations,
                                         ptl_point_pair *points) {
  const ptl_part *a = &pair->a, *b = &pair->b;
  ptl_rotation ra = ptl_part_rotation(a, rotations), rb = ptl_part_rotation(b, rotations);
  points->ax = ra.c * a->x - ra.s * a->y;
  points->ay = ra.s * a->x + ra.c * a->y;
  points->bx = rb.c * b->x - rb.s * b->y;
  points->by = rb.s * b->x + rb.c * b->y;
}

/* x_B - x_A, y_B - y_A, and their rates. */
static inline void ptl_point_pair_values(const ptl_pair *pair, const ptl_point_pair *points,
                                         const double *q, const double *v, double value[2],
                                         double rate[2]) {
  static const double zero[3] = {0.0, 0.0, 0.0};
  int a = pair->a.body, b = pair->b.body;
  const double *qa = a < 0 ? zero : q + 3 * a, *qb = b < 0 ? zero : q + 3 * b;
  const double *va = a < 0 ? zero : v + 3 * a, *vb = b < 0 ? zero : v + 3 * b;
  value[0] = (qb[0] + points->bx) - (qa[0] + points->ax);
  value[1] = (qb[1] + points->by) - (qa[1] + points->ay);
  rate[0] = (vb[0] - vb[2] * points->by) - (va[0] - va[2] * points->ay);
  rate[1] = (vb[1] + vb[2] * points->bx) - (va[1] + va[2] * points->ax);
}

/* Of both rows the entries of the angles, which alone change. */
static inline void ptl_point_pair_angles(const ptl_point_pair *points, double (*out)[6]) {
  out[0][2] = points->ay;
  out[0][5] = -points->by;
  out[1][2] = -points->ax;
  out[1][5] = points->bx;
}
static inline void ptl_point_pair_rows(const ptl_point_pair *points, double (*out)[6]) {
  out[0][0] = out[1][1] = -1.0;
  out[0][3] = out[1][4] = 1.0;
  out[0][1] = out[0][4] = out[1][0] = out[1][3] = 0.0;
  ptl_point_pair_angles(points, out);
}

/* v^T H v of both equations, the relative convective acceleration of the points. */
static inline void ptl_point_pair_convective(const ptl_pair *pair, const ptl_point_pair *points,
                                             const double *v, double convective[2]) {
  double rate_a = pair->a.body < 0 ? 0.0 : v[3 * pair->a.body + 2];
  double rate_b = pair->b.body < 0 ? 0.0 : v[3 * pair->b.body + 2];
  convective[0] = rate_a * rate_a * points->ax - rate_b * rate_b * points->bx;
  convective[1] = rate_a * rate_a * points->ay - rate_b * rate_b * points->by;
}

void ptl_point_pair_hessian(const ptl_point_pair *points, int equation, double hessian[36]);

/* out = sum of hessian * (velocities of A, velocities of B). */
void ptl_pair_hessian_times(const ptl_pair *pair, const double hessian[36], const double *v,
                            double out[6]);

/* out -= factor * row, at the coordinates of the pair's bodies. */
static inline void ptl_pair_subtract(const ptl_pair *pair, const double row[6], double factor,
                                     double *out) {
  if (pair->a.body >= 0)
    for (int c = 0; c < 3; c++) out[3 * pair->a.body + c] -= factor * row[c];
  if (pair->b.body >= 0)
    for (int c = 0; c < 3; c++) out[3 * pair->b.body + c] -= factor * row[3 + c];
}
/* As ptl_pair_hessian for a rate d . twist that is not the rate of a function (a slip): jacobian[6
 * i + j] is the derivative by coordinate j of entry i of ptl_pair_gradient's row; dd[i][j] that of
 * d[i] by coordinate j of the pose. */
void ptl_pair_form_derivatives(const ptl_pair_state *state, const double d[3], double dd[3][3],
                               double jacobian[36]);

/* Derivatives of the gap's depth by the pose. */
static inline void ptl_gap_gradient(const ptl_gap *gap, const ptl_pose *pose, double d[3]) {
  d[0] = -gap->nx;
  d[1] = -gap->ny;
  d[2] = -((gap->bx - pose->x) * gap->ny - (gap->by - pose->y) * gap->nx);
}

/* The gap's depth as a function of the pose. Its second derivatives are those of the two osculating
 * circles, which is exact. */
void ptl_gap_scalar(const ptl_gap *gap, const ptl_pose *pose, ptl_scalar *out);

/* A measured coordinate of a pose [m] or [rad]. A distance of 0 has the direction x. */
void ptl_measured_coordinate_eval(ptl_measured_coordinate which, const ptl_pose *pose,
                                  ptl_scalar *out);

/* x, y, angle, vx, vy, omega, ax, ay, alpha of the body's frame from those of its centre of
 * mass. */
void ptl_body_motion(const ptl_body_def *def, const double q[3], const double v[3],
                     const double a[3], double out[9]);
/* The same with the rotation of the body, where that is known. */
void ptl_body_motion_of(const ptl_body_def *def, ptl_rotation rotation, const double q[3],
                        const double v[3], const double a[3], double out[9]);

/* The slip rate d . twist of the gap's touching point, and the derivatives of d by the pose. */
void ptl_gap_slip(const ptl_gap *gap, const ptl_pose *pose, double d[3], double dd[3][3]);

#endif
