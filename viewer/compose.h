/* compose.h: the layers of the viewer as pixels; only what has changed is drawn again. */
#ifndef PTL_COMPOSE_H
#define PTL_COMPOSE_H

#include "app.h"
#include "draw.h"

typedef struct ptl_compose { /* starts as {0} */
  ptl_pixels back;           /* all layers but the front one */
  unsigned version[PTL_N_LAYERS];
  double box[PTL_N_LAYERS][4];
  ptl_theme theme;
} ptl_compose;

/* Draws the viewer's picture over the target. 0, or non-zero when memory is out. */
int ptl_compose_draw(ptl_compose *compose, ptl_app *app, const ptl_pixels *target, double scale);
void ptl_compose_release(ptl_compose *compose);

/* Memory for a picture. 0, or non-zero when there is none. */
int ptl_pixels_create(ptl_pixels *pixels, int width, int height);

#endif
