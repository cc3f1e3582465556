/* The viewer's keys, their help and their page, and what they do with a picture and with two
 * runs. */
#include <cairo.h>
#include <sys/stat.h>

#include "app_keys.h"
#include "app_layout.h"
#include "shapes.h"
#include "viewer_app.h"

/* ------------------------------------------------------------------ keys */

/* A text of the help, or NULL. */
static const ptl_shape *find_help(const ptl_shapes *front, const char *text) {
  for (int i = 0; i < front->n; i++) {
    const ptl_shape *shape = &front->items[i];
    if (shape->kind == PTL_SHAPE_TEXT && shape->tag.kind == PTL_TAG_WIDGET &&
        shape->tag.index == PTL_DO_HELP && strcmp(&front->text[shape->text], text) == 0)
      return shape;
  }
  return NULL;
}

/* Every key that does something has a line in the help, which the window's least usual size still
 * shows, and no two lines take one key. */
static void the_help_has_every_key(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  const ptl_key_line *line;
  char taken[512] = {0};
  press(app, '?');
  const ptl_shapes *front = layer(app, PTL_LAYER_FRONT);
  int n = 0;
  for (; (line = ptl_app_key_line(n)) != NULL; n++) {
    double box[4];
    const ptl_shape *shown = find_help(front, line->shown);
    if (shown == NULL || find_help(front, line->does) == NULL)
      fail_msg("the help lacks the line of '%s'", line->shown);
    ptl_shape_box(front, shown, box);
    assert_true(box[1] >= 0 && box[3] <= app->height);
    for (int k = 0; k < PTL_KEYS_OF_LINE && line->keys[k] != 0; k++) {
      assert_false(taken[line->keys[k]]);
      taken[line->keys[k]] = 1;
      if (line->keys[k] > ' ' && line->keys[k] < 127 && line->keys[k] != '-' &&
          line->keys[k] != '=')
        assert_non_null(strchr(line->shown, line->keys[k]));
    }
  }
  assert_true(n > 20);
  static const double sizes[][2] = {{1040, 480}, {880, 520}, {600, 400}, {320, 240}};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    const ptl_input size = {.kind = PTL_INPUT_RESIZE, .x = sizes[k][0], .y = sizes[k][1]};
    ptl_app_input(app, &size);
    front = layer(app, PTL_LAYER_FRONT);
    for (int i = 0; i < n; i++) {
      const ptl_shape *text = find_help(front, ptl_app_key_line(i)->does);
      assert_true(text->y - text->size >= 0 && text->y <= app->height);
      assert_true(text->x + ptl_text_width(ptl_app_key_line(i)->does, text->size) <= app->width);
    }
  }
}

/* The table of docs/viewer.md names each of them, too. */
static void the_documentation_has_every_key(void **state) {
  (void)state;
  static char text[40000];
  FILE *file = fopen(PINTLE_MODELS "/../docs/viewer.md", "r");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  char *table = strstr(text, "## Keys"), *end = strstr(table, "\n## Pictures");
  assert_non_null(end);
  *end = 0;
  const ptl_key_line *line;
  for (int i = 0; (line = ptl_app_key_line(i)) != NULL; i++) {
    for (int k = 0; k < PTL_KEYS_OF_LINE && line->keys[k] != 0; k++) {
      const char quoted[4] = {'`', (char)line->keys[k], '`', 0};
      if (line->keys[k] <= ' ' || line->keys[k] >= 127 || line->keys[k] == '=') continue;
      if (strstr(table, quoted) == NULL) fail_msg("docs/viewer.md lacks the key %s", quoted);
    }
  }
}

/* Of four joints of the scotch yoke one has clearance, which Tab comes back to from any, and with
 * Shift; `b` follows the body under the mouse, and again none; F5 reads what the file has now. */
static void keys_do_what_the_help_says(void **state) {
  fixture *f = *state;
  ptl_app *app = f->app;
  const int slot = ptl_sketch_find_joint(&ptl_app_result(app)->sketch, "slot");
  const int yoke = ptl_sketch_find_body(&ptl_app_result(app)->sketch, "yoke");
  for (int shift = 0; shift < 2; shift++) {
    app->lens.joint = shift ? slot - 1 : slot + 1;
    const ptl_input tab = {.kind = PTL_INPUT_KEY, .key = PTL_KEY_TAB, .shift = shift};
    ptl_app_input(app, &tab);
    assert_int_equal(app->lens.joint, slot);
  }
  press(app, ' ');
  draw(app);
  const ptl_viewport view = app->view;
  const ptl_point bar =
      ptl_viewport_point(&view, ptl_snapshot_point(&app->snapshot, yoke, -0.02, 0));
  mouse(app, PTL_INPUT_MOVE, bar.x, bar.y, 0, 0);
  press(app, 'b');
  assert_int_equal(app->follow, yoke);
  press(app, 'b');
  assert_int_equal(app->follow, PTL_GROUND);
  char path[128];
  static const char *const untils[] = {"10 ms", "20 ms"};
  snprintf(path, sizeof path, "%s/model.yaml", f->dir);
  for (int k = 0; k < 2; k++) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "pintle: 1\nbodies: {ball: {mass: 1, inertia: 1}}\nrun: {until: %s, every: 1 ms}\n",
            untils[k]);
    fclose(file);
    if (k == 0)
      open_path(app, path);
    else
      press(app, PTL_KEY_F5);
    ptl_app_wait(app);
    assert_near(ptl_app_end_time(app), 0.01 * (k + 1), 1e-12);
  }
}

static void the_picture_goes_to_a_file(void **state) {
  fixture *f = *state;
  char name[256], before[512];
  assert_non_null(getcwd(before, sizeof before));
  assert_int_equal(chdir(f->dir), 0);
  for (int i = 1; i <= 2; i++) {
    press(f->app, 'e');
    assert_true(ptl_app_take_picture(f->app, name, sizeof name));
    assert_string_equal(name, i == 1 ? "scotch_yoke-1.png" : "scotch_yoke-2.png");
    assert_false(ptl_app_take_picture(f->app, name, sizeof name));
    assert_non_null(strstr(ptl_app_message(f->app), "scotch_yoke-"));
  }
  /* PNG: width and height at byte 16, two pixels to a point; without panel and time bar */
  unsigned char head[24];
  FILE *file = fopen("scotch_yoke-1.png", "rb");
  assert_non_null(file);
  assert_int_equal(fread(head, 1, sizeof head, file), sizeof head);
  fclose(file);
  const ptl_layout l = ptl_app_layout(f->app);
  assert_int_equal(head[18] * 256 + head[19], 2 * (int)l.scene[2]);
  assert_int_equal(head[22] * 256 + head[23], 2 * (int)(l.scene[3] + l.plots[3]));
  /* the names of the curves are ink in the line above the axes, which is otherwise of one colour */
  cairo_surface_t *image = cairo_image_surface_create_from_png("scotch_yoke-1.png");
  const ptl_axes *axes = &f->app->plot_axes[0];
  const int stride = cairo_image_surface_get_stride(image);
  int ink = 0;
  for (int y = (int)(2 * axes->y) - 22; y < (int)(2 * axes->y) - 10; y++) {
    const uint32_t *row = (const void *)(cairo_image_surface_get_data(image) + y * stride);
    for (int x = (int)(2 * axes->x) + 4; x < (int)(2 * axes->x) + 100; x++)
      ink += row[x] != row[(int)(2 * (axes->x + axes->w)) - 8];
  }
  cairo_surface_destroy(image);
  assert_true(ink > 100);
  assert_int_equal(chmod(".", 0500), 0);
  press(f->app, 'e');
  assert_int_equal(chmod(".", 0700), 0);
  if (geteuid() != 0) assert_false(ptl_app_take_picture(f->app, name, sizeof name));
  assert_int_equal(chdir(before), 0);
}

/* ------------------------------------------------------------------ two runs */

/* The same model at half the speed of the crank beside it: two scenes of one part of the plane at
 * one time, the pins where each run's crank has them; the lens is in both, and arrows have one
 * scale. */
static void two_runs_are_shown_side_by_side(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  ptl_source source = ptl_source_default(PINTLE_MODELS "/scotch_yoke.yaml");
  assert_true(ptl_source_set(&source, "parameters.speed", "360 rpm"));
  press(app, 's');
  assert_non_null(strstr(ptl_app_message(app), "one run alone"));
  press(app, PTL_KEY_ESCAPE);
  press(app, ' ');
  ptl_app_open_reference(app, &source);
  ptl_app_wait(app);
  const ptl_shapes *scene = layer(app, PTL_LAYER_SCENE);
  assert_int_not_equal(count_shapes(scene, PTL_TAG_GHOST, -1), 0);
  press(app, 's');
  ptl_app_set_time(app, 0.03);
  scene = layer(app, PTL_LAYER_SCENE);
  assert_int_equal(count_shapes(scene, PTL_TAG_GHOST, -1), 0);
  const ptl_layout l = ptl_app_layout(app);
  const int slot = ptl_sketch_find_joint(&ptl_app_result(app)->sketch, "slot");
  assert_near(l.other[0], l.scene[2], 0);
  int pins = 0;
  for (int i = 0; i < scene->n; i++) {
    const ptl_shape *shape = &scene->items[i];
    double box[4];
    if (shape->tag.kind != PTL_TAG_PIN || shape->tag.index != slot) continue;
    ptl_shape_box(scene, shape, box);
    const int right = box[0] >= l.other[0];
    const double angle = (right ? 12 : 24) * acos(-1.0) * 0.03; /* from 0 on */
    const ptl_viewport view = app->view;
    const ptl_result *run = right ? app->reference : app->result;
    const int crank = ptl_record_find(&run->record, "crank.angle");
    const double first = run->record.first[crank][0];
    const ptl_point pin = ptl_viewport_point(
        &view, (ptl_point){0.045 * cos(first + angle), 0.045 * sin(first + angle)});
    assert_near(0.5 * (box[0] + box[2]), pin.x + (right ? l.other[0] : 0), 0.1);
    assert_near(0.5 * (box[1] + box[3]), pin.y, 0.1);
    pins |= right ? 2 : 1;
  }
  assert_int_equal(pins, 3);
  press(app, 'l');
  scene = layer(app, PTL_LAYER_SCENE);
  assert_int_equal(count_shapes(scene, PTL_TAG_INDENT, slot), 2);
  /* the wheel over the second scene zooms both about that place */
  const ptl_viewport before = app->view;
  const ptl_point world = ptl_viewport_world(&before, (ptl_point){100, 200});
  const ptl_input wheel = {.kind = PTL_INPUT_WHEEL, .x = l.other[0] + 100, .y = 200, .amount = 3};
  ptl_app_input(app, &wheel);
  const ptl_viewport after = app->view;
  assert_true(after.scale > before.scale);
  assert_near(ptl_viewport_world(&after, (ptl_point){100, 200}).x, world.x, 1e-9);
  assert_int_not_equal(count_shapes(layer(app, PTL_LAYER_PLOTS), PTL_TAG_GHOST, -1), 0);
  press(app, 's');
  assert_int_equal(count_shapes(layer(app, PTL_LAYER_SCENE), PTL_TAG_INDENT, slot), 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      with_app(the_help_has_every_key),          with_app(keys_do_what_the_help_says),
      with_app(the_documentation_has_every_key), with_app(the_picture_goes_to_a_file),
      with_app(two_runs_are_shown_side_by_side),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
