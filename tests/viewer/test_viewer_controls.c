/* The viewer's sliders and menus: values change the model, it is run again, and what is shown
 * follows. Expected values follow from the model: the scotch yoke makes two turns. */
#include "app_parts.h"
#include "app_run.h"
#include "app_time.h"
#include "shapes.h"
#include "viewer_app.h"

static double column_at_end(const ptl_app *app, const char *name) {
  const ptl_record *record = &ptl_app_result(app)->record;
  int c = ptl_record_find(record, name);
  assert_true(c >= 0);
  return record->first[c][record->n - 1];
}

static int control_of(const ptl_app *app, const char *name) {
  const ptl_result *result = ptl_app_result(app);
  for (int i = 0; i < result->n_controls; i++)
    if (strcmp(result->controls[i].name, name) == 0) return i;
  fail_msg("no control '%s'", name);
  return -1;
}

/* speed 24 pi /s: two turns take 1/6 s; at 1.5 times the speed a third less. */
static void a_slider_runs_the_model_again(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  int control = control_of(app, "speed");
  assert_near(ptl_app_end_time(app), 1.0 / 6, 1e-6);
  ptl_point at = find(app, PTL_DO_SLIDER, control);
  ptl_hit hit = ptl_app_find_hit(app, at.x, at.y);
  double right = hit.x + 6 + 0.75 * (hit.w - 12);
  mouse(app, PTL_INPUT_DOWN, at.x, at.y, 1, 1);
  mouse(app, PTL_INPUT_MOVE, right, at.y, 0, 0);
  mouse(app, PTL_INPUT_UP, right, at.y, 1, 1);
  ptl_app_wait(app);
  assert_string_equal(ptl_app_message(app), "");
  assert_near(ptl_app_end_time(app), 1.0 / 9, 1e-3);
  assert_non_null(app->ghost); /* the run before stays in grey */
  assert_near(ptl_record_end(&app->ghost->record), 1.0 / 6, 1e-6);
  assert_int_not_equal(count_shapes(layer(app, PTL_LAYER_PLOTS), PTL_TAG_GHOST, -1), 0);
  click(app, at.x, at.y, 3, 1); /* right click: back to the model file's value */
  ptl_app_wait(app);
  assert_near(ptl_app_end_time(app), 1.0 / 6, 1e-6);
}

/* A slider has the unit in which the model file gives its number; one of an expression has that of
 * SI. */
static void a_slider_has_the_unit_of_the_model(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  open_path(app, PINTLE_MODELS "/inline_four.yaml");
  assert_non_null(find_text(layer(app, PTL_LAYER_PANEL), "3000 rpm"));
  assert_non_null(find_text(layer(app, PTL_LAYER_PANEL), "140 mm"));
  assert_non_null(find_text(layer(app, PTL_LAYER_PANEL), "0.005027 m^2")); /* pi/4 (80 mm)^2 */
  const int speed = control_of(app, "speed");
  ptl_app_set_control(app, speed, 0.75);
  ptl_app_wait(app);
  assert_string_equal(ptl_app_message(app), "");
  assert_non_null(find_text(layer(app, PTL_LAYER_PANEL), "4500 rpm"));
  const ptl_record *record = &ptl_app_result(app)->record; /* two turns at 75 /s */
  assert_near(ptl_record_end(record), 2 / 75.0, 1e-9);
  ptl_app_set_control(app, speed, 0.5);
  ptl_app_wait(app);
  assert_non_null(find_text(layer(app, PTL_LAYER_PANEL), "3000 rpm"));
}

/* Runs the model with the slider at a share of its range, as one moment of a drag. */
static void drag_slider(ptl_app *app, const ptl_hit *slider, double share) {
  mouse(app, PTL_INPUT_MOVE, slider->x + 6 + share * (slider->w - 12), slider->y + 1, 0, 0);
  ptl_app_wait(app);
}

/* At a share s of the slider the speed is 48 pi s, and two turns take 1/12 s / s. A window that
 * shows the whole run follows a longer one, also within one drag; one that shows a part stays. */
static void the_window_of_time_follows_the_run(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  ptl_point at = find(app, PTL_DO_SLIDER, control_of(app, "speed"));
  ptl_hit slider = ptl_app_find_hit(app, at.x, at.y);
  const double shares[] = {0.25, 0.75, 0.6, 0.4};
  mouse(app, PTL_INPUT_DOWN, at.x, at.y, 1, 1);
  for (int i = 0; i < 4; i++) {
    drag_slider(app, &slider, shares[i]);
    assert_near(ptl_app_end_time(app), 1.0 / 12 / shares[i], 1e-3);
    assert_near(app->to, ptl_app_end_time(app), 0);
    assert_near(app->from, 0, 0);
  }
  ptl_app_set_window(app, 0.02, 0.05);
  drag_slider(app, &slider, 0.3);
  assert_near(app->from, 0.02, 1e-12);
  assert_near(app->to, 0.05, 1e-12);
}

static void a_menu_changes_the_contact(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  int control = control_of(app, "contact of slot");
  double before = column_at_end(app, "yoke.x");
  click_widget(app, PTL_DO_CHOICE, control);
  draw(app);
  assert_int_equal(app->n_lines, 5);
  click_widget(app, PTL_DO_PICK, 4);
  ptl_app_wait(app);
  assert_string_equal(ptl_app_message(app), "");
  assert_true(fabs(column_at_end(app, "yoke.x") - before) > 1e-7);
  const ptl_control *now = &ptl_app_result(app)->controls[control_of(app, "contact of slot")];
  assert_string_equal(now->choices[now->chosen], "esdu");
}

/* How far the crank has turned from the run's first row to its last. */
static double travel(const ptl_app *app) {
  const ptl_record *record = &ptl_app_result(app)->record;
  const double *angle = record->first[ptl_record_find(record, "crank.angle")];
  return angle[record->n - 1] - angle[0];
}

/* One turn at 24 pi /s takes 1/12 s; from there on at 1.5 times the speed the rest of the run,
 * another 1/12 s, makes 3 pi. What was before is as it was. A second change, half way on, is 0 for
 * the last 1/24 s; one before it takes its place; from the start on again it is a run of two
 * turns. */
static void a_slider_changes_the_run_from_now_on(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  const double turn = 2 * acos(-1.0);
  ptl_point at = find(app, PTL_DO_SLIDER, control_of(app, "speed"));
  ptl_hit slider = ptl_app_find_hit(app, at.x, at.y);
  const ptl_input key = {.kind = PTL_INPUT_KEY, .key = 'w'};
  app->playing = 0;
  assert_near(travel(app), 2 * turn, 1e-6);
  ptl_app_input(app, &key);
  ptl_app_set_time(app, 1.0 / 12);
  mouse(app, PTL_INPUT_DOWN, at.x, at.y, 1, 1);
  drag_slider(app, &slider, 0.6);
  drag_slider(app, &slider, 0.75);
  mouse(app, PTL_INPUT_UP, at.x, at.y, 1, 1);
  assert_near(ptl_app_end_time(app), 1.0 / 6, 1e-6);
  assert_near(app->time, 1.0 / 12, 1e-9);
  assert_near(travel(app), turn + 1.5 * turn, 1e-3);
  assert_near(ptl_app_result(app)->controls[control_of(app, "speed")].value, 36 * acos(-1.0), 1e-2);
  const ptl_record *record = &ptl_app_result(app)->record;
  for (int64_t i = 0; i < record->n; i++) {
    const double t = record->first[0][i];
    const double *angle = record->first[ptl_record_find(record, "crank.angle")];
    if (t < 1.0 / 12) assert_near(angle[i] - angle[0], 12 * turn * t, 1e-3);
  }
  ptl_app_set_time(app, 1.0 / 8);
  mouse(app, PTL_INPUT_DOWN, at.x, at.y, 1, 1);
  drag_slider(app, &slider, 0.5);
  mouse(app, PTL_INPUT_UP, at.x, at.y, 1, 1);
  assert_near(travel(app), turn + 0.75 * turn + 0.5 * turn, 1e-3);
  ptl_app_set_time(app, 1.0 / 24);
  mouse(app, PTL_INPUT_DOWN, at.x, at.y, 1, 1);
  drag_slider(app, &slider, 0.25);
  mouse(app, PTL_INPUT_UP, at.x, at.y, 1, 1);
  assert_near(travel(app), 0.5 * turn + 0.75 * turn, 1e-3);
  ptl_app_input(app, &key);
  click(app, at.x, at.y, 3, 1); /* right click: the model file's value, from the start on */
  ptl_app_wait(app);
  assert_near(ptl_app_end_time(app), 1.0 / 6, 1e-6);
  assert_near(travel(app), 2 * turn, 1e-6);
}

/* In a window too low for its sliders the wheel moves them; what is out of sight cannot be hit. */
static void the_panel_moves(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  ptl_input size = {.kind = PTL_INPUT_RESIZE, .x = 900, .y = 420};
  ptl_app_input(app, &size);
  int control = control_of(app, "alpha"), found = 0;
  draw(app);
  for (int i = 0; i < app->n_hits; i++)
    found |= app->hits[i].action == PTL_DO_SLIDER && app->hits[i].index == control;
  assert_false(found);
  ptl_point panel = find(app, PTL_DO_PANEL, 0);
  ptl_input wheel = {.kind = PTL_INPUT_WHEEL, .x = panel.x, .y = panel.y, .amount = -10};
  ptl_app_input(app, &wheel);
  find(app, PTL_DO_SLIDER, control);
  wheel.amount = 100;
  ptl_app_input(app, &wheel);
  draw(app);
  assert_near(app->panel_scroll, 0, 0);
}

/* The error of a run appears; the run before stays. */
static void an_impossible_value_gives_a_message(void **state) {
  ptl_app *app = ((fixture *)*state)->app;
  int64_t before = ptl_app_result(app)->record.n_rows;
  assert_true(ptl_source_set(&app->source, "bodies.crank.mass", "-1 kg"));
  ptl_app_rerun(app);
  ptl_app_wait(app);
  assert_non_null(strstr(ptl_app_message(app), "mass"));
  assert_non_null(ptl_app_result(app));
  assert_int_equal(ptl_app_result(app)->record.n_rows, before);
  assert_int_not_equal(count_shapes(layer(app, PTL_LAYER_FRONT), PTL_TAG_MESSAGE, -1), 0);
  click_widget(app, PTL_DO_DISMISS, 0);
  assert_string_equal(ptl_app_message(app), "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      with_app(a_slider_runs_the_model_again),        with_app(a_slider_has_the_unit_of_the_model),
      with_app(a_slider_changes_the_run_from_now_on), with_app(the_window_of_time_follows_the_run),
      with_app(a_menu_changes_the_contact),           with_app(the_panel_moves),
      with_app(an_impossible_value_gives_a_message),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
