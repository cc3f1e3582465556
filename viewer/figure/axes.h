/* axes.h: the axes of a plot: ranges, ticks, and where values are on the page. */
#ifndef PTL_AXES_H
#define PTL_AXES_H

#include <stdint.h>

#include "shape.h"

typedef struct ptl_axes {
  double x, y, w, h; /* the field of the curves [points] */
  double x_low, x_high, y_low, y_high;
  double x_scale, y_scale;     /* number at a tick = value * scale: 1e-3 shows N as kN */
  char x_unit[40], y_unit[40]; /* of that number, for who writes it beside the axis */
  int x_log, y_log;            /* logarithmic; the range is positive then */
} ptl_axes;

double ptl_axes_screen_x(const ptl_axes *axes, double x);
double ptl_axes_screen_y(const ptl_axes *axes, double y);
/* Widens a range by a few per cent, and one without extent to what can be shown. */
void ptl_axes_pad(double *low, double *high);

/* Lines across the field at the ticks, and beside it their numbers; those of y that would stand
 * above the line `top` are left out. The numbers have the digits in which neighbours differ. */
void ptl_axes_draw_y(const ptl_axes *axes, double size, double top, ptl_shapes *out);
void ptl_axes_draw_x(const ptl_axes *axes, double size, int labels, ptl_shapes *out);

/* A curve as points; where a value is not finite it is interrupted. */
void ptl_axes_draw_curve(const ptl_axes *axes, const double *x, const double *y, int64_t n,
                         ptl_style style, ptl_shapes *out);

#endif
