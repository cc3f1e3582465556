/* worn_circle.h: a circle that has lost material, by points of its outline.
 *
 * The loss w is a function of the direction in which the surface is touched: by how much its
 * tangent there has receded. A hole of radius R has its tangent in direction a at R + w(a) from its
 * centre, a pin of radius r at r - w(a). w is the uniform periodic cubic B-spline whose control
 * values are the losses at the points: it keeps the volume lost, evens out what is narrower than
 * the distance of two points, and bulges nowhere between them where they do not, as a spline
 * through them would. Tangents instead of points of the outline are exact for circles of any
 * radius, and wrong by w'^2/(2 R) else. */
#ifndef PTL_WORN_CIRCLE_H
#define PTL_WORN_CIRCLE_H

#include "pintle_extend.h"

/* Entry of a parameter table for the points of a worn surface. */
#define PTL_WORN_POINTS(NAME, DOC)                                                       \
  {                                                                                      \
    .name = NAME, .unit = "m", .min = -INFINITY, .max = INFINITY, .flags = PTL_OPTIONAL, \
    .kind = PTL_POINTS, .doc = DOC                                                       \
  }

enum { PTL_WORN_CIRCLE_DOUBLES = 4 }; /* n_derived_per_point of a type with such a circle */

typedef struct ptl_worn_circle { /* n 0: not worn */
  const double *knots;           /* PTL_WORN_CIRCLE_DOUBLES per point */
  int n;
} ptl_worn_circle;

typedef struct ptl_worn_loss { /* with its derivatives by the direction, or by the place */
  double value, slope, curvature;
} ptl_worn_loss;

/* The uniform cubic B-spline of the control values a, b, c, d at the part u of the piece from b to
 * c, whose steps are 1/per. */
ptl_worn_loss ptl_worn_spline(double a, double b, double c, double d, double u, double per);

/* Reads the list at c[index]: points around the origin, counter-clockwise and evenly spaced in
 * direction, of a hole (side 1) or a pin (-1) of this radius. `name` is the parameter's name, for
 * reasons. */
int ptl_worn_circle_prepare(double *c, int index, double radius, double side, const char *name,
                            ptl_reason *why);
/* The list that was read. */
ptl_worn_circle ptl_worn_circle_get(const double *c, int index);
ptl_worn_loss ptl_worn_circle_loss(const ptl_worn_circle *circle, double direction);

/* The direction a, seen from the hole, in which a pin within it comes nearest to its wall: where
 *   x cos a + y sin a - w_hole(a) - w_pin(a - angle)
 * is largest, (x, y, angle) the pin's pose; one of both circles at least is worn. */
double ptl_worn_circle_nearest(const ptl_worn_circle *hole, const ptl_worn_circle *pin,
                               const ptl_pose *pose);

#endif
