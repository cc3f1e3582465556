/* The viewer without its window: injected keys, mouse and files, and what they lead to. */
#include <fcntl.h>
#include <sys/stat.h>

#include "app.h"
#include "app_state.h"
#include "shapes.h"
#include "viewer_app.h"

/* ------------------------------------------------------------------ time */

static void it_plays_and_stops(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  assert_true(ptl_app_playing(app));
  ptl_app_set_time(app, 0.01);
  ptl_app_tick(app, 0.5);
  assert_near(ptl_app_time(app), 0.01 + 0.5 * ptl_app_speed(app), 1e-12);
  press(app, ' ');
  assert_false(ptl_app_playing(app));
  double at = ptl_app_time(app);
  ptl_app_tick(app, 0.5);
  assert_near(ptl_app_time(app), at, 0);
  click_widget(app, PTL_DO_PLAY, 0);
  assert_true(ptl_app_playing(app));
}

static void it_loops_or_ends(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  double end = ptl_app_end_time(app);
  ptl_app_set_time(app, 0.999 * end);
  ptl_app_tick(app, 1);
  assert_true(ptl_app_time(app) < 0.5 * end);
  press(app, 'r');
  ptl_app_set_time(app, 0.999 * end);
  ptl_app_tick(app, 5);
  assert_near(ptl_app_time(app), end, 0);
  assert_false(ptl_app_playing(app));
}

static void the_scrub_bar_and_steps_set_the_time(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  double end = ptl_app_end_time(app);
  ptl_point bar = find(app, PTL_DO_SCRUB, 0);
  mouse(app, PTL_INPUT_DOWN, bar.x, bar.y, 1, 1);
  assert_near(ptl_app_time(app), end / 2, 0.01 * end);
  mouse(app, PTL_INPUT_MOVE, bar.x + 200, bar.y, 0, 0);
  assert_true(ptl_app_time(app) > 0.6 * end);
  mouse(app, PTL_INPUT_MOVE, 1e5, bar.y, 0, 0);
  assert_near(ptl_app_time(app), end, 0);
  mouse(app, PTL_INPUT_UP, bar.x, bar.y, 1, 1);
  press(app, PTL_KEY_HOME);
  assert_near(ptl_app_time(app), 0, 0);
  press(app, PTL_KEY_RIGHT);
  assert_near(ptl_app_time(app), ptl_app_result(app)->record.first[0][1], 0);
  press(app, PTL_KEY_LEFT);
  assert_near(ptl_app_time(app), 0, 0);
}

static void one_can_jump_between_touches(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  const ptl_record *record = &ptl_app_result(app)->record;
  int touches = 0;
  press(app, PTL_KEY_HOME);
  double last = -1;
  for (int i = 0; i < record->n_events; i++) touches += record->events[i].kind == PTL_EVENT_TOUCH;
  int jumps = 0;
  while (jumps <= touches) {
    press(app, '.');
    if (ptl_app_time(app) <= last) break;
    last = ptl_app_time(app);
    jumps++;
  }
  assert_int_equal(jumps, touches);
  press(app, ',');
  assert_true(ptl_app_time(app) < last);
}

/* With `slow at impacts` each contact, however short, is watched for about two seconds. */
static void impacts_are_watched(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  open_path(app, PINTLE_MODELS "/slider_crank_clearance.yaml");
  const ptl_record *record = &ptl_app_result(app)->record;
  assert_true(record->n_spans > 3);
  ptl_contact_span span = record->spans[0];
  press(app, 'i');
  ptl_app_set_time(app, span.from - 2e-5);
  int before = 0, within = 0;
  while (ptl_app_time(app) < span.to && before + within < 100000) {
    if (ptl_app_time(app) < span.from) {
      before++;
    } else {
      within++;
    }
    ptl_app_tick(app, 1.0 / 60);
  }
  assert_true(within > 100 && within < 140); /* frames at 60 a second */
  assert_true(before > 5 && before < 600);
}

static void speed_goes_down_and_up(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  double speed = ptl_app_speed(app);
  press(app, '-');
  assert_true(ptl_app_speed(app) < speed);
  click_widget(app, PTL_DO_FASTER, 0);
  assert_near(ptl_app_speed(app), speed, 1e-3 * speed);
  double span = ptl_app_end_time(app) - ptl_app_start_time(app);
  for (int i = 0; i < 1000; i++) press(app, '-');
  assert_near(ptl_app_speed(app), 1e-8 * span,
              1e-14 * span); /* bounds: 1e-8 and 10 runs a second */
  for (int i = 0; i < 1000; i++) press(app, '+');
  assert_near(ptl_app_speed(app), 10 * span, 1e-12 * span);
}

/* ------------------------------------------------------------------ scene */

static void a_click_on_the_pin_opens_the_lens(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  press(app, ' ');
  int slot = ptl_sketch_find_joint(&ptl_app_result(app)->sketch, "slot");
  const ptl_shapes *scene = layer(app, PTL_LAYER_SCENE);
  double box[4];
  ptl_shape_box(scene, find_shape(scene, PTL_TAG_PIN, slot), box);
  click(app, 0.5 * (box[0] + box[2]), 0.5 * (box[1] + box[3]), 1, 1);
  assert_int_equal(app->lens.joint, slot);
  assert_int_not_equal(count_shapes(layer(app, PTL_LAYER_SCENE), PTL_TAG_LENS, slot), 0);
  assert_int_not_equal(count_shapes(layer(app, PTL_LAYER_SCENE), PTL_TAG_ORBIT, slot), 0);
  double k = app->lens.exaggeration;
  press(app, ']');
  assert_near(app->lens.exaggeration, 2 * k, 0);
  click_widget(app, PTL_DO_LENS, 0);
  assert_int_equal(app->lens.joint, -1);
  press(app, 'l');
  assert_int_equal(app->lens.joint, slot);
  press(app, PTL_KEY_ESCAPE);
  assert_int_equal(app->lens.joint, -1);
}

static void the_scene_zooms_about_the_mouse_and_fits(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  draw(app);
  ptl_viewport before = app->view;
  ptl_point at = {300, 200}, world = ptl_viewport_world(&before, at);
  ptl_input wheel = {.kind = PTL_INPUT_WHEEL, .x = at.x, .y = at.y, .amount = 3};
  ptl_app_input(app, &wheel);
  draw(app);
  ptl_viewport zoomed = app->view;
  assert_true(zoomed.scale > 1.5 * before.scale);
  assert_near(ptl_viewport_world(&zoomed, at).x, world.x, 1e-12);
  assert_near(ptl_viewport_world(&zoomed, at).y, world.y, 1e-12);
  mouse(app, PTL_INPUT_DOWN, 300, 200, 1, 1);
  mouse(app, PTL_INPUT_MOVE, 360, 200, 0, 0);
  mouse(app, PTL_INPUT_UP, 360, 200, 1, 1);
  ptl_viewport moved = app->view;
  assert_near(moved.cx, zoomed.cx - 60 / zoomed.scale, 1e-9);
  press(app, '0');
  draw(app);
  assert_near(app->view.scale, before.scale, 1e-9);
  assert_near(app->view.cx, before.cx, 1e-12);
}

static void it_follows_a_body(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  int yoke = ptl_sketch_find_body(&ptl_app_result(app)->sketch, "yoke");
  draw(app);
  ptl_viewport view = app->view;
  ptl_point bar = ptl_viewport_point(&view, ptl_snapshot_point(&app->snapshot, yoke, -0.02, 0));
  click(app, bar.x, bar.y, 1, 2);
  press(app, PTL_KEY_END);
  draw(app);
  assert_int_equal(app->follow, yoke);
  assert_near(app->view.cx, app->snapshot.bodies[yoke].x, 1e-9);
}

static void trails_come_and_go(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  press(app, ' ');
  press(app, PTL_KEY_END);
  int slot = ptl_sketch_find_joint(&ptl_app_result(app)->sketch, "slot");
  double box[4];
  const ptl_shapes *scene = layer(app, PTL_LAYER_SCENE);
  ptl_shape_box(scene, find_shape(scene, PTL_TAG_PIN, slot), box);
  click(app, 0.5 * (box[0] + box[2]), 0.5 * (box[1] + box[3]), 3, 1);
  assert_int_equal(count_shapes(layer(app, PTL_LAYER_SCENE), PTL_TAG_TRAIL, -1), 1);
  click(app, 5, 5, 3, 1);
  assert_int_equal(count_shapes(layer(app, PTL_LAYER_SCENE), PTL_TAG_TRAIL, -1), 0);
}

/* ------------------------------------------------------------------ plots */

static void columns_are_chosen_from_a_list(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  int before = app->n_plots;
  press(app, 'c');
  for (const char *c = "energy.kin"; *c != 0; c++) press(app, *c);
  draw(app);
  assert_int_equal(app->n_lines, 1);
  click_widget(app, PTL_DO_PICK, 0);
  press(app, PTL_KEY_ESCAPE);
  assert_int_equal(app->n_plots, before + 1);
  assert_string_equal(app->plots[before].y[0], "energy.kinetic");
  assert_int_not_equal(count_shapes(layer(app, PTL_LAYER_PLOTS), PTL_TAG_CURVE, 0), 0);
  assert_true(ptl_app_show_column(app, "energy.kinetic")); /* again: taken away */
  assert_int_equal(app->n_plots, before);
  assert_false(ptl_app_show_column(app, "no.such.column"));
}

static void plots_zoom_and_set_the_cursor(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  press(app, ' ');
  ptl_point plot = find(app, PTL_DO_PLOT, 0);
  double span = app->to - app->from;
  ptl_input wheel = {.kind = PTL_INPUT_WHEEL, .x = plot.x, .y = plot.y, .amount = 5};
  ptl_app_input(app, &wheel);
  assert_true(app->to - app->from < 0.5 * span);
  draw(app);
  click(app, plot.x, plot.y, 1, 1);
  assert_near(ptl_app_time(app), 0.5 * (app->from + app->to), 1e-9);
  click(app, plot.x, plot.y, 1, 2);
  assert_near(app->to - app->from, span, 1e-12);
  press(app, 'a');
  draw(app);
  assert_string_equal(app->plots[0].x, "crank.angle");
  press(app, 'o');
  draw(app);
  assert_int_equal(app->plots[app->n_plots - 1].equal, 1);
}

/* Every peak of the run is in the curve, also where many rows share a column of pixels. */
static void a_curve_keeps_the_peak(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  ptl_app_clear_plots(app);
  assert_true(ptl_app_show_column(app, "slot.outer.normal_force"));
  const ptl_record *record = &ptl_app_result(app)->record;
  double low, high;
  int c = ptl_record_find(record, "slot.outer.normal_force");
  ptl_record_range(record, c, 0, record->n, &low, &high);
  const ptl_shapes *plots = layer(app, PTL_LAYER_PLOTS);
  double box[4];
  ptl_shape_box(plots, find_shape(plots, PTL_TAG_CURVE, 0), box);
  const ptl_axes *f = &app->plot_axes[0];
  double expected = f->y + f->h - (high - f->y_low) / (f->y_high - f->y_low) * f->h;
  assert_near(box[1], expected, 1e-6);
}

/* ------------------------------------------------------------------ files */

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void wait_for_file(ptl_app *app) {
  ptl_app_tick(app, 0.5);
  ptl_app_wait(app);
}

static const char pendulum[] =
    "pintle: 1\n"
    "bodies:\n  bob: {mass: 1 kg, inertia: 0.01 kg m^2, position: [1 m, 0], angle: 0}\n"
    "joints:\n  pivot: {type: revolute, bodies: [ground, bob], at: [0, 0]}\n"
    "run: {until: %s, every: 1 ms}\n";

static void it_reloads_and_reports_files(void **state) {
  fixture *f = *state;
  char path[128], text[512];
  snprintf(path, sizeof path, "%s/model.yaml", f->dir);
  snprintf(text, sizeof text, pendulum, "0.1 s");
  write_text(path, text);
  ptl_input drop = {.kind = PTL_INPUT_DROP, .path = path};
  ptl_app_input(f->app, &drop);
  ptl_app_wait(f->app);
  assert_string_equal(ptl_app_message(f->app), "");
  assert_near(ptl_app_end_time(f->app), 0.1, 1e-9);

  snprintf(text, sizeof text, pendulum, "0.2 s");
  write_text(path, text);
  struct timespec later[2] = {{2000000000, 0}, {2000000000, 0}};
  assert_int_equal(utimensat(AT_FDCWD, path, later, 0), 0);
  wait_for_file(f->app);
  assert_near(ptl_app_end_time(f->app), 0.2, 1e-9);

  write_text(path, "pintle: 1\nbodies: {bob: {mass: -1 kg, inertia: 1}}\n");
  wait_for_file(f->app);
  assert_non_null(strstr(ptl_app_message(f->app), "model.yaml:2:"));
  assert_near(ptl_app_end_time(f->app), 0.2, 1e-9);

  assert_int_equal(remove(path), 0);
  wait_for_file(f->app);
  assert_non_null(strstr(ptl_app_message(f->app), "is gone"));
  assert_non_null(ptl_app_result(f->app));
  draw(f->app);
}

static void bad_files_give_messages(void **state) {
  fixture *f = *state;
  char path[128];
  const struct {
    const char *name, *text, *expected;
  } cases[] = {{"a.csv", "", "the file is empty"},
               {"b.csv", "x [m],y [m]\n1,2\n", "begins with time [s]"},
               {"c.csv", "time [s],x [m]\n0,1\n1,two\n", "not a number"},
               {"d.csv", "time [s],x [m]\n", "holds no rows"},
               {"e.yaml", "pintle: 1\nbodies: [\n", "error"},
               {"f.yaml", "pintle: 99\n", "99"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    snprintf(path, sizeof path, "%s/%s", f->dir, cases[i].name);
    write_text(path, cases[i].text);
    open_path(f->app, path);
    if (strstr(ptl_app_message(f->app), cases[i].expected) == NULL)
      fail_msg("%s: '%s' does not say '%s'", cases[i].name, ptl_app_message(f->app),
               cases[i].expected);
    assert_non_null(ptl_app_result(f->app)); /* the scotch yoke stays */
  }
  open_path(f->app, "/no/such/model.yaml");
  assert_non_null(strstr(ptl_app_message(f->app), "/no/such/model.yaml"));
}

/* ------------------------------------------------------------------ window */

static void it_takes_every_size(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  static const double sizes[][2] = {{1920, 1080}, {320, 240}, {1, 1}, {5000, 300}, {640, 480}};
  press(app, 'l');
  press(app, 'o');
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    ptl_input size = {.kind = PTL_INPUT_RESIZE, .x = sizes[i][0], .y = sizes[i][1]};
    ptl_app_input(app, &size);
    draw(app);
  }
  press(app, '?');
  assert_int_not_equal(count_shapes(layer(app, PTL_LAYER_FRONT), PTL_TAG_WIDGET, PTL_DO_HELP), 0);
  press(app, PTL_KEY_ESCAPE);
  assert_false(app->help);
  press(app, 'q');
  assert_true(ptl_app_done(app));
}

/* A run of 2 s with some 480 touches is drawn with as few shapes as one of 1/6 s: its ticks and
 * rings that cannot be told apart are not drawn one by one. */
static void a_long_run_is_drawn_like_a_short_one(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  ptl_source source = ptl_source_default(PINTLE_MODELS "/scotch_yoke.yaml");
  int shapes[2];
  for (int is_long = 0; is_long < 2; is_long++) {
    if (is_long) {
      assert_true(ptl_source_set(&source, "run.until", "2 s"));
      ptl_app_open(app, &source);
      ptl_app_wait(app);
    }
    ptl_app_set_speed(app, 1);
    ptl_app_set_time(app, 0.9 * ptl_app_end_time(app));
    shapes[is_long] = layer(app, PTL_LAYER_SCENE)->n + layer(app, PTL_LAYER_FRONT)->n;
    const ptl_shapes *front = layer(app, PTL_LAYER_FRONT);
    double from = INFINITY, to = -INFINITY,
           box[4]; /* the ticks reach from the first touch to the last */
    for (int i = 0; i < front->n; i++) {
      if (front->items[i].tag.kind != PTL_TAG_EVENT) continue;
      ptl_shape_box(front, &front->items[i], box);
      from = fmin(from, box[0]);
      to = fmax(to, box[2]);
    }
    const ptl_record *record = &ptl_app_result(app)->record;
    int first = 0, last = record->n_events - 1;
    while (record->events[first].kind != PTL_EVENT_TOUCH) first++;
    while (record->events[last].kind != PTL_EVENT_TOUCH) last--;
    const double k = (app->width - 40) / ptl_app_end_time(app);
    assert_near(from, 20 + k * record->events[first].time, 1);
    assert_near(to, 20 + k * record->events[last].time, 1);
  }
  assert_true(ptl_app_result(app)->record.n_events > 1000);
  assert_true(shapes[1] < 1.5 * shapes[0] + 60);
}

/* Keys and clicks in any order end in no crash and no lost memory. */
static void it_survives_a_monkey(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  unsigned seed = 12345;
  for (int i = 0; i < 1500; i++) {
    seed = seed * 1664525u + 1013904223u;
    unsigned r = seed >> 8;
    double x = r % 1280, y = (r >> 4) % 800;
    ptl_input input = {.kind = (ptl_input_kind)(r % 5),
                       .x = x,
                       .y = y,
                       .key = (int)((r >> 3) % 280),
                       .shift = r & 1,
                       .button = 1 + (int)(r % 3),
                       .clicks = 1 + (int)(r % 2),
                       .amount = (r & 4) ? 1 : -1};
    ptl_app_input(app, &input);
    ptl_app_tick(app, 0.01);
    if (i % 10 == 0) draw(app);
  }
  ptl_app_wait(app);
  draw(app);
}

static void compose_pixels(ptl_app *app, ptl_compose *compose, const ptl_pixels *pixels) {
  ptl_layer layers[PTL_N_LAYERS];
  ptl_app_draw(app, layers);
  assert_int_equal(ptl_compose_draw(compose, layers, ptl_app_theme(app), pixels, 1), 0);
}

/* A layer that has not changed is not drawn again, and the picture is the same as drawn anew. */
static void composing_equals_drawing_anew(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  ptl_pixels kept;
  ptl_compose compose = {0}, other = {0};
  assert_int_equal(ptl_pixels_create(&kept, 1280, 800), 0);
  ptl_pixels fresh;
  assert_int_equal(ptl_pixels_create(&fresh, 1280, 800), 0);
  press(app, 'l');
  for (int i = 0; i < 5; i++) {
    ptl_app_tick(app, 0.1);
    if (i == 3) press(app, 'd');
    compose_pixels(app, &compose, &kept);
  }
  ptl_app_stale(app, -1);
  compose_pixels(app, &other, &fresh);
  assert_memory_equal(kept.data, fresh.data, 4 * 1280 * 800);
  ptl_compose_release(&compose);
  ptl_compose_release(&other);
  free(kept.data);
  free(fresh.data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      with_app(it_plays_and_stops),
      with_app(it_loops_or_ends),
      with_app(the_scrub_bar_and_steps_set_the_time),
      with_app(one_can_jump_between_touches),
      with_app(impacts_are_watched),
      with_app(speed_goes_down_and_up),
      with_app(a_click_on_the_pin_opens_the_lens),
      with_app(the_scene_zooms_about_the_mouse_and_fits),
      with_app(it_follows_a_body),
      with_app(trails_come_and_go),
      with_app(columns_are_chosen_from_a_list),
      with_app(plots_zoom_and_set_the_cursor),
      with_app(a_curve_keeps_the_peak),
      with_app(it_reloads_and_reports_files),
      with_app(bad_files_give_messages),
      with_app(it_takes_every_size),
      with_app(a_long_run_is_drawn_like_a_short_one),
      with_app(it_survives_a_monkey),
      with_app(composing_equals_drawing_anew),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
