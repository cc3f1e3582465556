/* viewport.h: from the ground's frame [m] to points on the screen, and back. */
#ifndef PTL_VIEWPORT_H
#define PTL_VIEWPORT_H

#include "snapshot.h"

typedef struct ptl_viewport {
  double cx, cy;     /* what is in the middle [m] */
  double scale;      /* points to a metre */
  double x, y, w, h; /* the area on the screen [points], y down */
} ptl_viewport;

ptl_point ptl_viewport_point(const ptl_viewport *view, ptl_point world);
ptl_point ptl_viewport_world(const ptl_viewport *view, ptl_point screen);
/* Shows the whole box (least x and y, largest x and y [m]) with a margin. */
void ptl_viewport_fit(ptl_viewport *view, const double box[4]);
/* 1 if a point on the screen is outside the view's area. */
int ptl_viewport_is_outside(const ptl_viewport *view, ptl_point screen);

#endif
