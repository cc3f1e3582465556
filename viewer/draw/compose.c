#include "compose.h"

#include <stdlib.h>
#include <string.h>

void ptl_compose_release(ptl_compose *compose) {
  free(compose->back.data);
  *compose = (ptl_compose){0};
}

static int resize(ptl_compose *compose, const ptl_pixels *target) {
  if (compose->back.width == target->width && compose->back.height == target->height) return 0;
  ptl_compose_release(compose);
  return ptl_pixels_create(&compose->back, target->width, target->height);
}

static void copy(const ptl_pixels *from, const ptl_pixels *to) {
  size_t bytes = 4 * (size_t)from->width;
  for (int y = 0; y < from->height; y++) {
    memcpy(to->data + (size_t)y * (size_t)to->stride, from->data + (size_t)y * (size_t)from->stride,
           bytes);
  }
}

int ptl_compose_draw(ptl_compose *compose, const ptl_layer layers[PTL_N_LAYERS], ptl_theme theme,
                     const ptl_pixels *target, double scale) {
  if (resize(compose, target)) return 1;
  int all = compose->theme != theme;
  compose->theme = theme;
  for (int i = 0; i < PTL_LAYER_FRONT; i++) {
    const ptl_layer *layer = &layers[i];
    if (layer->shapes->failed) return 1;
    int same = layer->version == compose->version[i] &&
               memcmp(layer->box, compose->box[i], sizeof layer->box) == 0;
    if (same && !all) continue;
    compose->version[i] = layer->version;
    memcpy(compose->box[i], layer->box, sizeof layer->box);
    if (ptl_draw_pixels(&compose->back, layer->shapes, theme, scale)) return 1;
  }
  copy(&compose->back, target);
  const ptl_shapes *front = layers[PTL_LAYER_FRONT].shapes;
  return front->failed || ptl_draw_pixels(target, front, theme, scale);
}
