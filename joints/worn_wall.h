/* worn_wall.h: a wall along a line or an arc that has lost material, by points of its outline, and
 * a round thing on it.
 *
 * The loss w is a function of the place s along the unworn wall: by how much its surface has
 * receded there. It is the uniform cubic B-spline whose control values are the losses at the
 * points, 0 before the first and behind the last. Since the first two and the last two are 0, the
 * wall goes over smoothly into its unworn parts. */
#ifndef PTL_WORN_WALL_H
#define PTL_WORN_WALL_H

#include "pintle_extend.h"
#include "worn_circle.h"

/* Reads the list at c[index]: points along the wall in either direction. A wall without points is
 * not worn. */
int ptl_worn_wall_prepare(double *c, int index, const ptl_worn_surface *wall, ptl_reason *why);
/* The loss and its derivatives by s [m]. */
ptl_worn_loss ptl_worn_wall_loss(const double *c, int index, double s);

/* The list that was read, in the wall's own direction: places first + i step, and the losses there.
 * Returns how many. */
int ptl_worn_wall_get(const double *c, int index, double *first, double *step,
                      const double **losses);
/* The point of the wall's outline at the place s where it has lost `loss`. */
void ptl_worn_wall_point(const ptl_worn_surface *wall, double s, double loss, double *x, double *y);

/* A disc of a part whose angle is known, worn or not. */
typedef struct ptl_worn_disc {
  double x, y, angle, radius;
  ptl_worn_circle worn;
} ptl_worn_disc;

/* Where the disc is deepest in the wall: both outlines have one tangent there. With W the wall's
 * point, N its normal, and h = radius - w_disc the disc's support function,
 *   depth = h - (p - W).N   where   (p - W).T + h' = 0, p the disc's centre,
 * whose gradient by p is -N exactly. */
void ptl_worn_wall_gap(const double *c, int index, const ptl_worn_surface *wall,
                       const ptl_worn_disc *disc, ptl_gap *out);

#endif
