/* vector.h: points, directions and frames in space. Internal. */
#ifndef PTL_IMPORT_VECTOR_H
#define PTL_IMPORT_VECTOR_H

#include <math.h>

typedef struct ptl_vec {
  double x, y, z;
} ptl_vec;

typedef struct ptl_rot { /* columns: the axes of a frame */
  ptl_vec x, y, z;
} ptl_rot;

typedef struct ptl_frame {
  ptl_rot r;
  ptl_vec p;
} ptl_frame;

typedef struct ptl_tensor { /* symmetric */
  double xx, yy, zz, xy, xz, yz;
} ptl_tensor;

static inline ptl_vec ptl_vec_of(const double v[3]) {
  return (ptl_vec){v[0], v[1], v[2]};
}
static inline ptl_vec ptl_vec_sum(ptl_vec a, double s, ptl_vec b) { /* a + s b */
  return (ptl_vec){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}
static inline ptl_vec ptl_vec_scale(double s, ptl_vec a) {
  return (ptl_vec){s * a.x + 0.0, s * a.y + 0.0, s * a.z + 0.0}; /* + 0.0: no -0 */
}
static inline double ptl_vec_dot(ptl_vec a, ptl_vec b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline ptl_vec ptl_vec_cross(ptl_vec a, ptl_vec b) {
  return (ptl_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double ptl_vec_size(ptl_vec a) {
  return hypot(hypot(a.x, a.y), a.z);
}
static inline ptl_vec ptl_rot_turn(ptl_rot r, ptl_vec v) {
  return ptl_vec_sum(ptl_vec_sum(ptl_vec_scale(v.x, r.x), v.y, r.y), v.z, r.z);
}
static inline ptl_rot ptl_rot_product(ptl_rot a, ptl_rot b) {
  return (ptl_rot){ptl_rot_turn(a, b.x), ptl_rot_turn(a, b.y), ptl_rot_turn(a, b.z)};
}
/* The vector of size 1 along a; 0 where a is too small or too large to have one. */
static inline int ptl_vec_direction(ptl_vec a, ptl_vec *out) {
  const double size = ptl_vec_size(a);
  *out = ptl_vec_scale(1 / size, a);
  return isnormal(size);
}
static inline ptl_rot ptl_rot_none(void) {
  return (ptl_rot){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
}
static inline double ptl_quaternion_size(const double q[4]) {
  return hypot(q[0], ptl_vec_size(ptl_vec_of(q + 1)));
}
/* w, x, y, z; of a size that can be divided by. */
static inline ptl_rot ptl_rot_quaternion(const double given[4]) {
  const double n = ptl_quaternion_size(given);
  const double w = given[0] / n, x = given[1] / n, y = given[2] / n, z = given[3] / n;
  return (ptl_rot){{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                   {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                   {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
}
/* About an axis that has a direction. */
static inline ptl_rot ptl_rot_axis(ptl_vec axis, double angle) {
  const double s = sin(angle / 2) / ptl_vec_size(axis);
  const double q[4] = {cos(angle / 2), s * axis.x, s * axis.y, s * axis.z};
  return ptl_rot_quaternion(q);
}
/* The shortest turn that takes z to a direction, of any size that has one. */
static inline ptl_rot ptl_rot_to(ptl_vec direction) {
  const ptl_vec d = ptl_vec_scale(1 / ptl_vec_size(direction), direction), z = {0, 0, 1};
  const ptl_vec axis = ptl_vec_cross(z, d);
  if (ptl_vec_size(axis) < 1e-14)
    return d.z > 0 ? ptl_rot_none() : ptl_rot_axis((ptl_vec){1, 0, 0}, acos(-1));
  return ptl_rot_axis(axis, atan2(ptl_vec_size(axis), d.z));
}
static inline ptl_vec ptl_frame_point(ptl_frame f, ptl_vec v) {
  return ptl_vec_sum(f.p, 1, ptl_rot_turn(f.r, v));
}
static inline ptl_frame ptl_frame_product(ptl_frame a, ptl_frame b) {
  return (ptl_frame){ptl_rot_product(a.r, b.r), ptl_frame_point(a, b.p)};
}
static inline ptl_frame ptl_frame_none(void) {
  return (ptl_frame){ptl_rot_none(), {0, 0, 0}};
}
static inline ptl_vec ptl_tensor_turn(ptl_tensor t, ptl_vec v) {
  return (ptl_vec){t.xx * v.x + t.xy * v.y + t.xz * v.z, t.xy * v.x + t.yy * v.y + t.yz * v.z,
                   t.xz * v.x + t.yz * v.y + t.zz * v.z};
}
/* n' T n of a tensor that stands in the frame r, about an axis n of the frame outside. */
static inline double ptl_tensor_about(ptl_tensor t, ptl_rot r, ptl_vec n) {
  const ptl_vec own = {ptl_vec_dot(r.x, n), ptl_vec_dot(r.y, n), ptl_vec_dot(r.z, n)};
  return ptl_vec_dot(own, ptl_tensor_turn(t, own));
}

#endif
