/* compose.h: the picture of the viewer as layers of shapes, and these as pixels; only what has
 * changed is drawn again.
 */
#ifndef PTL_COMPOSE_H
#define PTL_COMPOSE_H

#include "draw.h"

/* From back to front. A layer whose version is the one drawn before need not be drawn again: its
 * shapes lie within its box, and the layers before it are as they were. */
enum { PTL_LAYER_SCENE, PTL_LAYER_PLOTS, PTL_LAYER_PANEL, PTL_LAYER_FRONT, PTL_N_LAYERS };
typedef struct ptl_layer {
  const ptl_shapes *shapes;
  double box[4]; /* x, y, width, height [points] */
  unsigned version;
} ptl_layer;

typedef struct ptl_compose { /* starts as {0} */
  ptl_pixels back;           /* all layers but the front one */
  unsigned version[PTL_N_LAYERS];
  double box[PTL_N_LAYERS][4];
  ptl_theme theme;
} ptl_compose;

/* Draws the layers over the target, `scale` pixels to a point. Returns 0, or non-zero when memory
 * is out. */
int ptl_compose_draw(ptl_compose *compose, const ptl_layer layers[PTL_N_LAYERS], ptl_theme theme,
                     const ptl_pixels *target, double scale);
void ptl_compose_release(ptl_compose *compose);

#endif
