/* app_layout.h: where the parts of the window are: boxes x, y, width, height [points]. */
#ifndef PTL_APP_LAYOUT_H
#define PTL_APP_LAYOUT_H

#include "app_state.h"

typedef struct ptl_layout {
  double scene[4], plots[4], panel[4], bar[4];
  double other[4]; /* scene of the reference beside the other one; of no width without */
} ptl_layout;
ptl_layout ptl_app_layout(const ptl_app *app);

/* Side of the lens for a scene of that box. */
double ptl_app_lens_size(const double scene[4]);
/* Puts the lens into the upper right corner of the scene. */
void ptl_app_layout_lens(const double scene[4], ptl_lens *lens);
/* Boxes of the plots within that of all: orbits are square, to the right; the others are
 * stacked. */
void ptl_app_layout_plots(const ptl_app *app, const double box[4], double boxes[][4]);

#endif
