/* reduce.h: a series of values made into one number, point by point. Internal. */
#ifndef PTL_REDUCE_H
#define PTL_REDUCE_H

#include "context.h"
#include "window.h"

typedef enum ptl_reduction {
  PTL_REDUCE_MAX,
  PTL_REDUCE_MIN,
  PTL_REDUCE_MEAN, /* over time, of the straight lines between the points, as are the next two */
  PTL_REDUCE_RMS,
  PTL_REDUCE_INTEGRAL,
  PTL_REDUCE_PEAK_TO_PEAK,
  PTL_REDUCE_FINAL,
  PTL_REDUCE_AT,         /* at a time, between two points; NAN outside of the window */
  PTL_REDUCE_FIRST_TIME, /* of the first point that is not 0, else NAN */
  /* the time at which the line from a point to the next first meets 0, else NAN */
  PTL_REDUCE_CROSSING,
  /* amplitude of cos(n s), sin(n s) over the window of the coordinate s [rad] */
  PTL_REDUCE_HARMONIC
} ptl_reduction;

typedef struct ptl_reduce_point {
  double time, coordinate, value;
} ptl_reduce_point;

typedef struct ptl_reduce {
  ptl_context *context;
  ptl_reduction kind;
  const ptl_window *window;
  double number; /* AT: the time [s]; HARMONIC: its number */
  /* of what has come */
  int64_t n;
  ptl_reduce_point last, before; /* that counted; BETWEEN: whether it counted or not */
  double least, largest, integral, squares, cosine, sine, found, begin, turned;
  /* LAST: the points that may still count, from `first` on, the oldest first */
  ptl_reduce_point *kept;
  size_t first, end, room;
} ptl_reduce;

/* The window must stay where it is. */
void ptl_reduce_begin(ptl_context *context, ptl_reduce *r, ptl_reduction kind,
                      const ptl_window *window, double number);
/* The next point; times never fall. The coordinate is that of the window, time where it has none.
 * PTL_ERR_MEMORY. */
ptl_status ptl_reduce_add(ptl_reduce *r, ptl_reduce_point point);
/* The number; NAN when no point lay in the window. */
double ptl_reduce_end(ptl_reduce *r);
void ptl_reduce_release(ptl_reduce *r);

#endif
