/* viewer_picture.h: results and pictures for the tests of the viewer. */
#ifndef PTL_VIEWER_PICTURE_H
#define PTL_VIEWER_PICTURE_H

#include "scene_draw.h"
#include "shapes.h"
#include "simulate.h"
#include "support.h"

static inline ptl_result *get(const char *model) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s.yaml", PINTLE_MODELS, model);
  ptl_source source = ptl_source_default(path);
  ptl_result *result = ptl_result_get(&source, NULL);
  assert_non_null(result);
  if (result->status != PTL_OK) fail_msg("%s: %s", model, result->message);
  assert_true(result->has_bodies);
  return result;
}

typedef struct picture {
  ptl_scene scene;
  ptl_snapshot snapshot;
  ptl_viewport view;
  ptl_appearance appearance;
  ptl_shapes shapes;
} picture;

static inline void draw(const ptl_result *result, double time, picture *p) {
  p->scene = ptl_result_scene(result);
  if (p->view.w == 0) {
    p->view = (ptl_viewport){.x = 10, .y = 20, .w = 900, .h = 600};
    ptl_viewport_fit(&p->view, result->geometry.extent.box);
    p->appearance = ptl_appearance_default();
    p->appearance.velocities = 1;
    p->appearance.flash_span = 1e-3;
  }
  assert_int_equal(
      ptl_snapshot_eval(&result->sketch, &result->record, &result->binding, time, &p->snapshot), 0);
  ptl_shapes_clear(&p->shapes);
  ptl_scene_draw(&p->scene, &p->snapshot, &p->view, &p->appearance, &p->shapes);
  assert_false(p->shapes.failed);
}

static inline void drop(picture *p) {
  ptl_shapes_release(&p->shapes);
  ptl_snapshot_release(&p->snapshot);
}

static inline double value(const ptl_result *result, const char *column, double time) {
  int c = ptl_record_find(&result->record, column);
  assert_true(c >= 0);
  return ptl_record_value(&result->record, c, ptl_record_bracket(&result->record, time));
}

static inline ptl_point middle_of(const ptl_shapes *shapes, ptl_tag_kind kind, int index) {
  const ptl_shape *shape = find_shape(shapes, kind, index);
  double box[4];
  assert_non_null(shape);
  ptl_shape_box(shapes, shape, box);
  return (ptl_point){0.5 * (box[0] + box[2]), 0.5 * (box[1] + box[3])};
}

/* A result of a model given as text. */
static inline ptl_result *get_text(const char *text) {
  char path[] = "/tmp/pintle_scene_XXXXXX.yaml";
  int file = mkstemps(path, 5);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), strlen(text));
  close(file);
  ptl_source source = ptl_source_default(path);
  ptl_result *result = ptl_result_get(&source, NULL);
  unlink(path);
  assert_non_null(result);
  if (result->status != PTL_OK) fail_msg("%s", result->message);
  return result;
}

#endif
