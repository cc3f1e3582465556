#include "viewport.h"

#include <math.h>

ptl_point ptl_viewport_point(const ptl_viewport *view, ptl_point world) {
  return (ptl_point){view->x + view->w / 2 + (world.x - view->cx) * view->scale,
                     view->y + view->h / 2 - (world.y - view->cy) * view->scale};
}

ptl_point ptl_viewport_world(const ptl_viewport *view, ptl_point screen) {
  return (ptl_point){view->cx + (screen.x - view->x - view->w / 2) / view->scale,
                     view->cy - (screen.y - view->y - view->h / 2) / view->scale};
}

void ptl_viewport_fit(ptl_viewport *view, const double box[4]) {
  double w = fmax(box[2] - box[0], 1e-9), h = fmax(box[3] - box[1], 1e-9);
  view->cx = 0.5 * (box[0] + box[2]);
  view->cy = 0.5 * (box[1] + box[3]);
  view->scale = 0.94 * fmin(view->w / w, view->h / h);
}

int ptl_viewport_is_outside(const ptl_viewport *view, ptl_point p) {
  return p.x < view->x || p.y < view->y || p.x > view->x + view->w || p.y > view->y + view->h;
}
