/* kinematics.c: relative pose of two parts, its rate, and derivatives of functions of it. */
#include "kinematics.h"

#include <math.h>

ptl_pair ptl_pair_make(ptl_part a, ptl_part b) {
  ptl_pair pair = {a, b, cos(a.angle), sin(a.angle)};
  return pair;
}

void ptl_pair_place(const ptl_pair *pair, const double *q, const ptl_rotation *rotations,
                    ptl_pair_state *state) {
  static const double ground[3] = {0.0, 0.0, 0.0};
  static const ptl_rotation upright = {1.0, 0.0};
  const ptl_part *a = &pair->a, *b = &pair->b;
  const double *qa = a->body < 0 ? ground : q + 3 * a->body;
  const double *qb = b->body < 0 ? ground : q + 3 * b->body;
  ptl_rotation ra = a->body < 0 ? upright : rotations[a->body];
  ptl_rotation rb = b->body < 0 ? upright : rotations[b->body];

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
}

void ptl_pair_move(const ptl_pair *pair, const double *v, ptl_pair_state *state) {
  static const double rest[3] = {0.0, 0.0, 0.0};
  const double *va = pair->a.body < 0 ? rest : v + 3 * pair->a.body;
  const double *vb = pair->b.body < 0 ? rest : v + 3 * pair->b.body;
  double ux = (vb[0] - vb[2] * state->by) - (va[0] - va[2] * state->ay);
  double uy = (vb[1] + vb[2] * state->bx) - (va[1] + va[2] * state->ax);
  state->twist[0] = state->c * ux + state->s * uy;
  state->twist[1] = -state->s * ux + state->c * uy;
  state->twist[2] = vb[2] - va[2];
}

void ptl_pair_gradient(const ptl_pair_state *state, const double d[3], double row[6]) {
  double gx = state->c * d[0] - state->s * d[1];
  double gy = state->s * d[0] + state->c * d[1];
  row[0] = -gx;
  row[1] = -gy;
  row[2] = -(state->ax * gy - state->ay * gx) - d[2];
  row[3] = gx;
  row[4] = gy;
  row[5] = state->bx * gy - state->by * gx + d[2];
}

/* With p the pose's position, L from A's and S from B's centre of mass to B's part, and G the
 * gradient by p in ground axes, the second differential of f is
 *   dpose^T f_pp dpose - dtb^2 G.S + 2 dta dtb G.S - dta^2 G.L - 2 dta (G x d(rb - ra)).     */
void ptl_pair_hessian(const ptl_pair_state *state, const ptl_scalar *f, double hessian[36]) {
  static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double rows[3][6];
  for (int i = 0; i < 3; i++) ptl_pair_gradient(state, axes[i], rows[i]);

  const double *h = f->dd;
  const double full[3][3] = {{h[0], h[1], h[3]}, {h[1], h[2], h[4]}, {h[3], h[4], h[5]}};
  double half[3][6];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 6; j++)
      half[i][j] = full[i][0] * rows[0][j] + full[i][1] * rows[1][j] + full[i][2] * rows[2][j];
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      hessian[6 * i + j] =
          rows[0][i] * half[0][j] + rows[1][i] * half[1][j] + rows[2][i] * half[2][j];

  double gx = state->c * f->d[0] - state->s * f->d[1];
  double gy = state->s * f->d[0] + state->c * f->d[1];
  double gs = gx * state->bx + gy * state->by;
  hessian[6 * 2 + 2] -= gx * state->ax + gy * state->ay;
  hessian[6 * 5 + 5] -= gs;
  hessian[6 * 2 + 5] += gs;
  hessian[6 * 5 + 2] += gs;
  const double turn[4] = {gy, -gx, -gy, gx}; /* with xa, ya, xb, yb */
  static const int place[4] = {0, 1, 3, 4};
  for (int k = 0; k < 4; k++) {
    hessian[6 * 2 + place[k]] += turn[k];
    hessian[6 * place[k] + 2] += turn[k];
  }
}

double ptl_pair_curvature(const ptl_pair *pair, const ptl_pair_state *state, const ptl_scalar *f,
                          const double *v) {
  static const double rest[3] = {0.0, 0.0, 0.0};
  const double *va = pair->a.body < 0 ? rest : v + 3 * pair->a.body;
  const double *vb = pair->b.body < 0 ? rest : v + 3 * pair->b.body;
  const double *h = f->dd, *w = state->twist;
  double bend = w[0] * (h[0] * w[0] + 2.0 * (h[1] * w[1] + h[3] * w[2])) +
                w[1] * (h[2] * w[1] + 2.0 * h[4] * w[2]) + h[5] * w[2] * w[2];
  double gx = state->c * f->d[0] - state->s * f->d[1];
  double gy = state->s * f->d[0] + state->c * f->d[1];
  double gs = gx * state->bx + gy * state->by, gl = gx * state->ax + gy * state->ay;
  return bend + vb[2] * (2.0 * va[2] - vb[2]) * gs -
         va[2] * (va[2] * gl + 2.0 * (gy * (vb[0] - va[0]) - gx * (vb[1] - va[1])));
}

void ptl_pair_hessian_times(const ptl_pair *pair, const double hessian[36], const double *v,
                            double out[6]) {
  static const double rest[3] = {0.0, 0.0, 0.0};
  const double *va = pair->a.body < 0 ? rest : v + 3 * pair->a.body;
  const double *vb = pair->b.body < 0 ? rest : v + 3 * pair->b.body;
  for (int i = 0; i < 6; i++) {
    const double *h = hessian + 6 * i;
    out[i] = h[0] * va[0] + h[1] * va[1] + h[2] * va[2] + h[3] * vb[0] + h[4] * vb[1] +
             h[5] * vb[2];
  }
}

void ptl_pair_subtract(const ptl_pair *pair, const double row[6], double factor, double *out) {
  if (pair->a.body >= 0)
    for (int c = 0; c < 3; c++) out[3 * pair->a.body + c] -= factor * row[c];
  if (pair->b.body >= 0)
    for (int c = 0; c < 3; c++) out[3 * pair->b.body + c] -= factor * row[3 + c];
}

/* With rows[i] the gradients of the pose's coordinates, row = sum of d[i] rows[i]. */
void ptl_pair_form(const ptl_pair_state *state, const double d[3], double dd[3][3],
                   double jacobian[36]) {
  static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const ptl_scalar frozen = {.d = {d[0], d[1], d[2]}};
  double rows[3][6];
  for (int i = 0; i < 3; i++) ptl_pair_gradient(state, axes[i], rows[i]);
  ptl_pair_hessian(state, &frozen, jacobian);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      for (int k = 0; k < 3; k++)
        jacobian[6 * i + j] += rows[k][i] * (dd[k][0] * rows[0][j] + dd[k][1] * rows[1][j] +
                                             dd[k][2] * rows[2][j]);
}

/* g = -depth. With t the tangent, r from B's frame to the touching point, s = t.dp + (n.r) da the
 * tangential shift and D = radius_a + radius_b + g the distance of the centres of curvature,
 *   d2g = (s + radius_b da)^2 / D - (radius_b + n.r) da^2,
 * and for a flat on B its limit 2 s da - (radius_a + g + n.r) da^2.                            */
void ptl_gap_scalar(const ptl_gap *gap, const ptl_pose *pose, ptl_scalar *out) {
  double nx = gap->nx, ny = gap->ny, g = -gap->depth;
  double rx = gap->bx - pose->x, ry = gap->by - pose->y;
  double along = nx * rx + ny * ry;
  double tx = -ny, ty = nx;

  out->value = gap->depth;
  out->d[0] = -nx;
  out->d[1] = -ny;
  out->d[2] = -(rx * ny - ry * nx);
  for (int i = 0; i < 6; i++) out->dd[i] = 0.0;
  if (isinf(gap->radius_b)) {
    out->dd[3] = -tx;
    out->dd[4] = -ty;
    out->dd[5] = -(2.0 * along - (gap->radius_a + g) - along);
    return;
  }
  double ta = along + gap->radius_b; /* s + radius_b da = t.dp + ta da */
  double curvature = isinf(gap->radius_a) ? 0.0 : 1.0 / (gap->radius_a + gap->radius_b + g);
  out->dd[0] = -curvature * tx * tx;
  out->dd[1] = -curvature * tx * ty;
  out->dd[2] = -curvature * ty * ty;
  out->dd[3] = -curvature * tx * ta;
  out->dd[4] = -curvature * ty * ta;
  out->dd[5] = -curvature * ta * ta + ta;
}

/* The normal turns by df = (t.dp + (n.r + radius_b) da)/D, with a flat on B by da; t by the same, and
 * n.r, the lever of the slip, changes by (t.r)(df - da).                                       */
void ptl_gap_slip(const ptl_gap *gap, const ptl_pose *pose, double d[3], double dd[3][3]) {
  double nx = gap->nx, ny = gap->ny, tx = -ny, ty = nx;
  double rx = gap->bx - pose->x, ry = gap->by - pose->y;
  double along = nx * rx + ny * ry, across = tx * rx + ty * ry;
  double turn[3] = {0.0, 0.0, 1.0};
  if (!isinf(gap->radius_b)) {
    double curvature =
        isinf(gap->radius_a) ? 0.0 : 1.0 / (gap->radius_a + gap->radius_b - gap->depth);
    turn[0] = curvature * tx;
    turn[1] = curvature * ty;
    turn[2] = curvature * (along + gap->radius_b);
  }
  d[0] = tx;
  d[1] = ty;
  d[2] = along;
  for (int j = 0; j < 3; j++) {
    dd[0][j] = -nx * turn[j];
    dd[1][j] = -ny * turn[j];
    dd[2][j] = across * (turn[j] - (j == 2));
  }
}
