/* kinematics.c: second derivatives of functions of the relative pose, and the geometry of gaps. */
#include "kinematics.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A right angle is one in spite of the rounding of pi/2: what stands along one axis does nothing
 * along the other, and a guide along y holds x as one along x holds y. */
static double without_rounding(double component, double angle) {
  return fabs(component) <= DBL_EPSILON * fabs(angle) ? 0.0 : component;
}

ptl_pair ptl_pair_make(ptl_part a, ptl_part b) {
  return (ptl_pair){.a = a,
                    .b = b,
                    .cos_a = without_rounding(cos(a.angle), a.angle),
                    .sin_a = without_rounding(sin(a.angle), a.angle)};
}

/* With p the pose's position, L from A's and S from B's centre of mass to B's part, and G the
 * gradient by p in ground axes, the second differential of f is
 *   dpose^T f_pp dpose - dtb^2 G.S + 2 dta dtb G.S - dta^2 G.L - 2 dta (G x d(rb - ra)). */
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
  const double mixed[4] = {gy, -gx, -gy, gx}; /* by A's angle and xa, ya, xb, yb */
  static const int coordinate[4] = {0, 1, 3, 4};
  for (int k = 0; k < 4; k++) {
    hessian[6 * 2 + coordinate[k]] += mixed[k];
    hessian[6 * coordinate[k] + 2] += mixed[k];
  }
}

void ptl_pair_hessian_times(const ptl_pair *pair, const double hessian[36], const double *v,
                            double out[6]) {
  static const double rest[3] = {0.0, 0.0, 0.0};
  const double *va = pair->a.body < 0 ? rest : v + 3 * pair->a.body;
  const double *vb = pair->b.body < 0 ? rest : v + 3 * pair->b.body;
  for (int i = 0; i < 6; i++) {
    const double *h = hessian + 6 * i;
    out[i] =
        h[0] * va[0] + h[1] * va[1] + h[2] * va[2] + h[3] * vb[0] + h[4] * vb[1] + h[5] * vb[2];
  }
}

/* With rows[i] the gradients of the pose's coordinates, row = sum of d[i] rows[i]. */
void ptl_pair_form_derivatives(const ptl_pair_state *state, const double d[3], double dd[3][3],
                               double jacobian[36]) {
  static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const ptl_scalar frozen = {.d = {d[0], d[1], d[2]}};
  double rows[3][6];
  for (int i = 0; i < 3; i++) ptl_pair_gradient(state, axes[i], rows[i]);
  ptl_pair_hessian(state, &frozen, jacobian);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      for (int k = 0; k < 3; k++)
        jacobian[6 * i + j] +=
            rows[k][i] * (dd[k][0] * rows[0][j] + dd[k][1] * rows[1][j] + dd[k][2] * rows[2][j]);
}

void ptl_point_pair_hessian(const ptl_point_pair *points, int equation, double hessian[36]) {
  memset(hessian, 0, 36 * sizeof *hessian);
  hessian[6 * 2 + 2] = equation == 0 ? points->ax : points->ay;
  hessian[6 * 5 + 5] = equation == 0 ? -points->bx : -points->by;
}

/* 1/D, with D the distance of the centres of curvature; 0 for a flat, and for centres in one place,
 * as of a pin that starts in the middle of its bearing: there is no direction between them, and a
 * difference of radii is rounding. */
static double turning_of_normal(const ptl_gap *gap) {
  static const double roundings = 4.0;
  const double distance = gap->radius_a + gap->radius_b - gap->depth;
  const double size = fabs(gap->radius_a) + fabs(gap->radius_b);
  return isinf(size) || fabs(distance) <= roundings * DBL_EPSILON * size ? 0.0 : 1.0 / distance;
}

/* g = -depth. With t the tangent, r from B's frame to the touching point, s = t.dp + (n.r) da the
 * tangential shift and D = radius_a + radius_b + g the distance of the centres of curvature,
 *   d2g = (s + radius_b da)^2 / D - (radius_b + n.r) da^2,
 * and for a flat on B its limit 2 s da - (radius_a + g + n.r) da^2. */
void ptl_gap_scalar(const ptl_gap *gap, const ptl_pose *pose, ptl_scalar *out) {
  double nx = gap->nx, ny = gap->ny, g = -gap->depth;
  double rx = gap->bx - pose->x, ry = gap->by - pose->y;
  double normal = nx * rx + ny * ry;
  double tx = -ny, ty = nx;

  out->value = gap->depth;
  ptl_gap_gradient(gap, pose, out->d);
  for (int i = 0; i < 6; i++) out->dd[i] = 0.0;
  if (isinf(gap->radius_b)) {
    out->dd[3] = -tx;
    out->dd[4] = -ty;
    out->dd[5] = -(2.0 * normal - (gap->radius_a + g) - normal);
    return;
  }
  double ta = normal + gap->radius_b; /* s + radius_b da = t.dp + ta da */
  double curvature = turning_of_normal(gap);
  out->dd[0] = -curvature * tx * tx;
  out->dd[1] = -curvature * tx * ty;
  out->dd[2] = -curvature * ty * ty;
  out->dd[3] = -curvature * tx * ta;
  out->dd[4] = -curvature * ty * ta;
  out->dd[5] = -curvature * ta * ta + ta;
}

/* The normal and the tangent rotate by df = (t.dp + (n.r + radius_b) da)/D, with a flat on B by da;
 * n.r, the arm of the slip, changes by (t.r)(df - da). */
void ptl_gap_slip(const ptl_gap *gap, const ptl_pose *pose, double d[3], double dd[3][3]) {
  double nx = gap->nx, ny = gap->ny, tx = -ny, ty = nx;
  double rx = gap->bx - pose->x, ry = gap->by - pose->y;
  double normal = nx * rx + ny * ry, tangential = tx * rx + ty * ry;
  double rotation[3] = {0.0, 0.0, 1.0};
  if (!isinf(gap->radius_b)) {
    double curvature = turning_of_normal(gap);
    rotation[0] = curvature * tx;
    rotation[1] = curvature * ty;
    rotation[2] = curvature * (normal + gap->radius_b);
  }
  d[0] = tx;
  d[1] = ty;
  d[2] = normal;
  for (int j = 0; j < 3; j++) {
    dd[0][j] = -nx * rotation[j];
    dd[1][j] = -ny * rotation[j];
    dd[2][j] = tangential * (rotation[j] - (j == 2));
  }
}

void ptl_measured_coordinate_eval(ptl_measured_coordinate which, const ptl_pose *pose,
                                  ptl_scalar *out) {
  const double x[3] = {pose->x, pose->y, pose->angle};
  memset(out, 0, sizeof *out);
  if (which != PTL_MEASURED_DISTANCE) {
    out->value = x[which];
    out->d[which] = 1.0;
    return;
  }
  double r = hypot(pose->x, pose->y), curvature = r > 0.0 ? 1.0 / r : 0.0;
  double ux = r > 0.0 ? pose->x / r : 1.0, uy = r > 0.0 ? pose->y / r : 0.0;
  *out = (ptl_scalar){
      .value = r,
      .d = {ux, uy, 0.0},
      .dd = {curvature * uy * uy, -curvature * ux * uy, curvature * ux * ux, 0.0, 0.0, 0.0}};
}

void ptl_body_motion(const ptl_body_def *def, const double q[3], const double v[3],
                     const double a[3], double out[9]) {
  ptl_body_motion_of(def, (ptl_rotation){cos(q[2]), sin(q[2])}, q, v, a, out);
}

void ptl_body_motion_of(const ptl_body_def *def, ptl_rotation rotation, const double q[3],
                        const double v[3], const double a[3], double out[9]) {
  const double c = rotation.c, s = rotation.s;
  double ox = -(c * def->com_x - s * def->com_y), oy = -(s * def->com_x + c * def->com_y);
  out[0] = q[0] + ox;
  out[1] = q[1] + oy;
  out[2] = q[2];
  out[3] = v[0] - v[2] * oy;
  out[4] = v[1] + v[2] * ox;
  out[5] = v[2];
  out[6] = a[0] - a[2] * oy - v[2] * v[2] * ox;
  out[7] = a[1] + a[2] * ox - v[2] * v[2] * oy;
  out[8] = a[2];
}
