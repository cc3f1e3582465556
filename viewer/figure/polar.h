/* polar.h: values over a direction, drawn outwards from a circle. */
#ifndef PTL_POLAR_H
#define PTL_POLAR_H

#include "shape.h"

typedef struct ptl_polar_curve {
  const char *name;     /* in the legend; NULL: in none */
  const double *values; /* n, in directions 2 pi i/n, counter-clockwise from the right */
  int n, series;        /* which colour */
  double strength;      /* 0 faint ... 1 full */
  int inward;           /* 1: values go towards the centre */
} ptl_polar_curve;

typedef struct ptl_polar {
  const char *title, *note; /* note: a line below */
  const ptl_polar_curve *curves;
  int n_curves;
  double scale;     /* number at a ring = value * scale */
  const char *unit; /* of that number */
  double width;     /* of the page [points] */
} ptl_polar;

/* Draws the page; returns its height. */
double ptl_polar_draw(const ptl_polar *polar, ptl_shapes *out);

#endif
