#include "compose.h"

#include <stdlib.h>
#include <string.h>

int ptl_pixels_create(ptl_pixels *pixels, int width, int height) {
  *pixels = (ptl_pixels){calloc((size_t)width * (size_t)height, 4), width, height, 4 * width};
  return pixels->data == NULL;
}

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

int ptl_compose_draw(ptl_compose *compose, ptl_app *app, const ptl_pixels *target, double scale) {
  ptl_layer layers[PTL_N_LAYERS];
  ptl_app_draw(app, layers);
  if (resize(compose, target)) return 1;
  int all = compose->theme != ptl_app_theme(app);
  compose->theme = ptl_app_theme(app);
  for (int i = 0; i < PTL_LAYER_FRONT; i++) {
    const ptl_layer *layer = &layers[i];
    if (layer->shapes->failed) return 1;
    int same = layer->version == compose->version[i] &&
               memcmp(layer->box, compose->box[i], sizeof layer->box) == 0;
    if (same && !all) continue;
    compose->version[i] = layer->version;
    memcpy(compose->box[i], layer->box, sizeof layer->box);
    if (ptl_draw_pixels(&compose->back, layer->shapes, compose->theme, scale)) return 1;
  }
  copy(&compose->back, target);
  const ptl_shapes *front = layers[PTL_LAYER_FRONT].shapes;
  return front->failed || ptl_draw_pixels(target, front, compose->theme, scale);
}
