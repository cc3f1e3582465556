/* viewer_app.h: a viewer without its window, with a scotch yoke in it, and keys and mouse for
 * tests. */
#ifndef PTL_VIEWER_APP_H
#define PTL_VIEWER_APP_H

#include "app_state.h"
#include "support.h"

typedef struct fixture {
  ptl_app *app;
  char dir[64];
} fixture;

static inline void open_path(ptl_app *app, const char *path) {
  ptl_source source = ptl_source_default(path);
  ptl_app_open(app, &source);
  ptl_app_wait(app);
}

static inline int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  strcpy(f->dir, "/tmp/pintle_viewer_XXXXXX");
  if (f == NULL || mkdtemp(f->dir) == NULL) return 1;
  f->app = ptl_app_create(1280, 800, PTL_THEME_LIGHT);
  if (f->app == NULL) return 1;
  open_path(f->app, PINTLE_MODELS "/scotch_yoke.yaml");
  *state = f;
  return 0;
}

static inline int tear_down(void **state) {
  fixture *f = *state;
  char command[128];
  ptl_app_destroy(f->app);
  snprintf(command, sizeof command, "rm -rf %s", f->dir);
  if (system(command) != 0) return 1;
  free(f);
  return 0;
}

static inline void draw(ptl_app *app) {
  ptl_layer layers[PTL_N_LAYERS];
  ptl_app_draw(app, layers);
  for (int i = 0; i < PTL_N_LAYERS; i++) assert_false(layers[i].shapes->failed);
}

static inline const ptl_shapes *layer(ptl_app *app, int which) {
  draw(app);
  return &app->shapes[which];
}

/* The first text of a list that is this one, or NULL. */
static inline const ptl_shape *find_text(const ptl_shapes *shapes, const char *text) {
  for (int i = 0; i < shapes->n; i++) {
    const ptl_shape *shape = &shapes->items[i];
    if (shape->kind == PTL_SHAPE_TEXT && strcmp(&shapes->text[shape->text], text) == 0)
      return shape;
  }
  return NULL;
}

static inline void press(ptl_app *app, int key) {
  draw(app); /* as in the window: places are known from the last picture */
  ptl_input input = {.kind = PTL_INPUT_KEY, .key = key};
  ptl_app_input(app, &input);
}

static inline void mouse(ptl_app *app, ptl_input_kind kind, double x, double y, int button,
                         int clicks) {
  ptl_input input = {.kind = kind, .x = x, .y = y, .button = button, .clicks = clicks};
  draw(app);
  ptl_app_input(app, &input);
}

static inline void click(ptl_app *app, double x, double y, int button, int clicks) {
  mouse(app, PTL_INPUT_MOVE, x, y, 0, 0);
  mouse(app, PTL_INPUT_DOWN, x, y, button, clicks);
  mouse(app, PTL_INPUT_UP, x, y, button, clicks);
}

/* Where a widget is: the middle of its place. */
static inline ptl_point find(ptl_app *app, ptl_action action, int index) {
  draw(app);
  for (int i = app->n_hits - 1; i >= 0; i--) {
    const ptl_hit *hit = &app->hits[i];
    if (hit->action == action && hit->index == index)
      return (ptl_point){hit->x + hit->w / 2, hit->y + hit->h / 2};
  }
  fail_msg("there is no widget %d, %d", action, index);
  return (ptl_point){0, 0};
}

static inline void click_widget(ptl_app *app, ptl_action action, int index) {
  ptl_point at = find(app, action, index);
  click(app, at.x, at.y, 1, 1);
}

#define with_app(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
