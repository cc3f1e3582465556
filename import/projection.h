/* projection.h: bodies and joints in space, and what has become of them in the plane. Internal. */
#ifndef PTL_IMPORT_PROJECTION_H
#define PTL_IMPORT_PROJECTION_H

#include "linkage.h"
#include "spatial.h"

/* x and y are axes of the plane, z is its normal. */
typedef struct ptl_projection {
  ptl_spatial *s;
  ptl_linkage *l;
  ptl_rot plane;
  int *groups; /* for each body of s the body of l that it is part of */
  int *joints; /* for each joint of s the joint of l that has its coordinate, -1: none */
} ptl_projection;

static inline double ptl_plane_x(const ptl_projection *p, ptl_vec v) {
  return ptl_vec_dot(p->plane.x, v);
}
static inline double ptl_plane_y(const ptl_projection *p, ptl_vec v) {
  return ptl_vec_dot(p->plane.y, v);
}

#endif
