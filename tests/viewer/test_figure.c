/* Figures: what is kept of a long curve, where values stand on the page, ticks and numbers, SVG.
 * Expected values: the points that were put in, the definition of the axes, SVG's rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "envelope.h"
#include "figure.h"
#include "picture.h"
#include "shapes.h"

enum { LONG = 100000, BINS = 500 };

static double x_of(int i) {
  return 1e-3 * i;
}

/* Noise with a few peaks of a single row. */
static double y_of(int i) {
  const double noise = (double)((unsigned)i * 2654435761u % 1000) / 1000;
  return i % 9973 == 77 ? 50 + i * 1e-5 : i % 7919 == 5 ? -30 - i * 1e-5 : noise;
}

static int64_t envelope_of(int n, double from, double to, double **x, double **y) {
  ptl_envelope *e = ptl_envelope_create(from, to, BINS);
  assert_non_null(e);
  for (int i = 0; i < n; i++) { /* one by one */
    const double px = x_of(i), py = y_of(i);
    ptl_envelope_add(e, &px, &py, 1);
  }
  const int64_t count = ptl_envelope_count(e);
  *x = malloc((size_t)(count + 1) * sizeof **x);
  *y = malloc((size_t)(count + 1) * sizeof **y);
  ptl_envelope_points(e, *x, *y);
  ptl_envelope_destroy(e);
  return count;
}

/* Every point kept is one of the curve, in order; of each part of the range the lowest and the
 * highest are kept. */
static void test_peaks_are_kept(void **state) {
  double *x, *y;
  (void)state;
  const int64_t n = envelope_of(LONG, 0, x_of(LONG - 1), &x, &y);
  assert_in_range(n, BINS, 4 * (BINS + 2));
  for (int64_t k = 0; k < n; k++) {
    const int i = (int)lround(x[k] / 1e-3);
    assert_true(x[k] == x_of(i) && y[k] == y_of(i));
    assert_true(k == 0 || x[k] >= x[k - 1]);
  }
  assert_true(x[0] == 0 && x[n - 1] == x_of(LONG - 1));
  for (int part = 0; part < BINS; part++) { /* of the same number of rows each */
    double low = INFINITY, high = -INFINITY, kept_low = INFINITY, kept_high = -INFINITY;
    const double from = x_of(LONG - 1) * part / BINS, to = x_of(LONG - 1) * (part + 1) / BINS;
    for (int i = (int)(from / 1e-3); i < LONG && x_of(i) < to; i++) {
      if (x_of(i) < from) continue;
      low = fmin(low, y_of(i));
      high = fmax(high, y_of(i));
    }
    for (int64_t k = 0; k < n; k++) {
      if (x[k] < from || x[k] >= to) continue;
      kept_low = fmin(kept_low, y[k]);
      kept_high = fmax(kept_high, y[k]);
    }
    assert_true(low == kept_low && high == kept_high);
  }
  free(x);
  free(y);
}

/* Fewer rows than parts: all are kept. Outside the range the nearest on either side is. */
static void test_short_curves_are_whole(void **state) {
  double *x, *y;
  (void)state;
  int64_t n = envelope_of(200, 0, x_of(199), &x, &y);
  assert_int_equal(n, 200);
  for (int i = 0; i < 200; i++) assert_true(x[i] == x_of(i) && y[i] == y_of(i));
  free(x);
  free(y);
  n = envelope_of(200, x_of(50) - 1e-9, x_of(99) + 1e-9, &x, &y);
  assert_int_equal(n, 52);
  for (int i = 0; i < 52; i++) assert_true(x[i] == x_of(49 + i));
  free(x);
  free(y);
}

/* Three in one part: that between the two others is the middle of the curve. */
static void test_few_points_in_a_part(void **state) {
  static const double y[][3] = {{1, 5, 2}, {1, -5, 2}, {1, 1.5, 2}, {3, 2, 1}, {2, 2, 2}};
  static const double x[] = {0.2, 0.4, 0.6};
  (void)state;
  for (size_t k = 0; k < sizeof y / sizeof *y; k++) {
    double px[8], py[8];
    ptl_envelope *e = ptl_envelope_create(0, 1, 1);
    ptl_envelope_add(e, x, y[k], 3);
    assert_int_equal(ptl_envelope_count(e), 3);
    ptl_envelope_points(e, px, py);
    assert_true(px[0] == x[0] && py[0] == y[k][0] && px[2] == x[2] && py[2] == y[k][2]);
    if (k < 2) assert_true(px[1] == x[1] && py[1] == y[k][1]);
    ptl_envelope_destroy(e);
  }
}

static void test_interrupted_curve(void **state) {
  static const double x[] = {0, 1, 2, 3, 4}, y[] = {1, NAN, 2, INFINITY, 3};
  double px[16], py[16];
  (void)state;
  ptl_envelope *e = ptl_envelope_create(0, 4, 8);
  ptl_envelope_add(e, x, y, 5);
  const int64_t n = ptl_envelope_count(e);
  assert_int_equal(n, 5);
  ptl_envelope_points(e, px, py);
  ptl_envelope_destroy(e);
  assert_true(py[0] == 1 && isnan(py[1]) && py[2] == 2 && isnan(py[3]) && py[4] == 3);
  ptl_shapes shapes = {0};
  const ptl_axes axes = {.w = 100, .h = 100, .x_high = 4, .y_high = 4, .x_scale = 1, .y_scale = 1};
  ptl_axes_draw_curve(&axes, px, py, n, ptl_stroked(PTL_INK_TEXT, 1), &shapes);
  assert_int_equal(shapes.n_steps, 3);
  for (int i = 0; i < 3; i++) assert_int_equal(shapes.steps[i].kind, PTL_MOVE);
  ptl_shapes_release(&shapes);
}

/* ------------------------------------------------------------------ axes */

static void test_places(void **state) {
  const ptl_axes a = {.x = 10,
                      .y = 20,
                      .w = 100,
                      .h = 50,
                      .x_low = 1,
                      .x_high = 3,
                      .y_low = 0.01,
                      .y_high = 100,
                      .y_log = 1};
  (void)state;
  assert_true(fabs(ptl_axes_screen_x(&a, 1.5) - 35) < 1e-12);
  assert_true(fabs(ptl_axes_screen_y(&a, 0.01) - 70) < 1e-12);
  assert_true(fabs(ptl_axes_screen_y(&a, 1) - 45) < 1e-12);
}

/* The texts of a list, each behind a blank. */
static void get_texts(const ptl_shapes *shapes, char *out) {
  *out = '\0';
  for (int i = 0; i < shapes->n; i++)
    if (shapes->items[i].kind == PTL_SHAPE_TEXT)
      sprintf(out + strlen(out), " %s", shapes->text + shapes->items[i].text);
}

static void expect_ticks(double low, double high, double scale, int is_log, const char *expected) {
  ptl_shapes shapes = {0};
  char texts[1000];
  const ptl_axes a = {.w = 500,
                      .h = 100,
                      .x_high = 1,
                      .x_scale = 1,
                      .y_low = low,
                      .y_high = high,
                      .y_scale = scale,
                      .y_log = is_log};
  ptl_axes_draw_y(&a, 10, -1000, &shapes);
  get_texts(&shapes, texts);
  if (strcmp(texts, expected) != 0) fail_msg("'%s', not '%s'", texts, expected);
  ptl_shapes_release(&shapes);
}

/* Neighbours differ, however small the range is beside the values. */
static void test_numbers(void **state) {
  (void)state;
  expect_ticks(0, 1, 1, 0, " 0.0 0.2 0.4 0.6 0.8 1.0");
  expect_ticks(-3000, 3000, 1e-3, 0, " -3 -2 -1 0 1 2 3");
  expect_ticks(1000.00095, 1000.00205, 1, 0,
               " 1000.0010 1000.0012 1000.0014 1000.0016 1000.0018 1000.0020");
  expect_ticks(0, 5e9, 1, 0, " 0 1e+09 2e+09 3e+09 4e+09 5e+09");
  expect_ticks(0, 4e-8, 1, 0, " 0 1e-08 2e-08 3e-08 4e-08");
  expect_ticks(0.01, 100, 1, 1, " 0.01 0.1 1 10 100");
}

/* ------------------------------------------------------------------ a page */

static char *read_file(const char *path) {
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  char *text = calloc(1, 1 << 20);
  const size_t n = fread(text, 1, (1 << 20) - 1, f);
  assert_in_range(n, 1, (1 << 20) - 1);
  fclose(f);
  return text;
}

/* Cells of one level are one path, as wide and high as the places that they stand for; values below
 * the lowest have none. */
static void test_field(void **state) {
  static const double edges[] = {0, 1, 3}, values[] = {1, 1, 100, 1e-9, 100, 100};
  const ptl_field field = {.n_x = 3,
                           .n_y = 2,
                           .x_first = 0.5,
                           .x_step = 1,
                           .y_edges = edges,
                           .values = values,
                           .low = 0.01,
                           .high = 100,
                           .low_text = "0.01",
                           .high_text = "100"};
  const ptl_axes axes = {.x = 10, .y = 20, .w = 300, .h = 60, .x_high = 3, .y_high = 3};
  ptl_shapes shapes = {0};
  double box[4];
  (void)state;
  ptl_field_draw(&field, &axes, &shapes);
  assert_int_equal(shapes.n, 2); /* the value 1, half way up, and 100 */
  assert_true(fabs(shapes.items[0].style.alpha - 0.5) < 1e-9 && shapes.items[1].style.alpha == 1);
  ptl_shape_box(&shapes, &shapes.items[0], box);
  assert_true(box[0] == 10 && box[1] == 60 && box[2] == 210 && box[3] == 80);
  ptl_shape_box(&shapes, &shapes.items[1], box);
  assert_true(box[0] == 110 && box[1] == 20 && box[2] == 310 && box[3] == 80);
  ptl_shapes_release(&shapes);
}

/* A text that would lie over another one, or beside the field, is left out. */
static void test_notes(void **state) {
  static const double x[] = {0, 1, 2}, y[] = {0, 1, 0};
  static const ptl_figure_note notes[] = {
      {1, 1, "peak"}, {1.001, 1, "same"}, {2, 0, "end"}, {9, 0, "off"}};
  ptl_figure_curve curve = {.name = "a", .x = x, .y = y, .n = 3, .notes = notes, .n_notes = 4};
  ptl_figure_panel panel = {.label = "force [N]", .curves = &curve, .n_curves = 1, .y_scale = 1};
  const ptl_figure figure = {.title = "t",
                             .x_label = "x",
                             .x_scale = 1,
                             .panels = &panel,
                             .n_panels = 1,
                             .width = 800,
                             .panel_height = 300};
  ptl_shapes shapes = {0};
  int seen = 0;
  (void)state;
  ptl_figure_draw(&figure, &shapes);
  for (int i = 0; i < shapes.n; i++) {
    if (shapes.items[i].kind != PTL_SHAPE_TEXT) continue;
    const char *text = shapes.text + shapes.items[i].text;
    seen += strcmp(text, "peak") == 0 ? 1 : strcmp(text, "end") == 0 ? 10 : 0;
    seen += strcmp(text, "same") == 0 || strcmp(text, "off") == 0 ? 100 : 0;
  }
  assert_int_equal(seen, 11);
  ptl_shapes_release(&shapes);
}

static int count(const char *text, const char *part) {
  int n = 0;
  for (; (text = strstr(text, part)) != NULL; text++) n++;
  return n;
}

static void draw_page(ptl_theme theme, const char *path) {
  static const double x[] = {0, 1, 2}, y[] = {0, 1, 0};
  ptl_figure_curve curves[20];
  ptl_shapes shapes = {0};
  const ptl_shapes *const lists[] = {&shapes};
  char why[300];
  for (int k = 0; k < 20; k++)
    curves[k] = (ptl_figure_curve){
        .name = k == 3 ? "a<b> & \"c\"" : "some longer name", .x = x, .y = y, .n = 3, .series = k};
  ptl_figure_panel panel = {.label = "force [N]", .curves = curves, .n_curves = 20, .y_scale = 1};
  const ptl_figure figure = {.title = "A title",
                             .x_label = "time [s]",
                             .x_scale = 1,
                             .panels = &panel,
                             .n_panels = 1,
                             .width = 800,
                             .panel_height = 300};
  const double height = ptl_figure_draw(&figure, &shapes);
  assert_int_equal(count_shapes(&shapes, PTL_TAG_CURVE, -1), 20);
  for (int i = 0; i < shapes.n; i++) { /* the legend stays on the page, above the field */
    if (shapes.items[i].kind != PTL_SHAPE_TEXT) continue;
    assert_true(shapes.items[i].x >= 0 && shapes.items[i].x <= 800);
    assert_true(shapes.items[i].y > 0 && shapes.items[i].y < height);
  }
  const ptl_picture picture = {
      .lists = lists, .n = 1, .theme = theme, .width = 800, .height = height, .scale = 1};
  assert_int_equal(ptl_picture_write(path, &picture, ptl_picture_write_svg, why, sizeof why), 0);
  ptl_shapes_release(&shapes);
}

/* Texts are texts, with what XML needs written so; what is opened is closed. */
static void test_svg(void **state) {
  (void)state;
  for (int theme = 0; theme < PTL_N_THEMES; theme++) {
    draw_page((ptl_theme)theme, "figure_test.svg");
    char *text = read_file("figure_test.svg");
    assert_int_equal(strncmp(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg ", 44), 0);
    assert_int_equal(count(text, ">some longer name</text>"), 19);
    assert_int_equal(count(text, ">a&lt;b&gt; &amp; &quot;c&quot;</text>"), 1);
    assert_int_equal(count(text, ">A title</text>"), 1);
    assert_int_equal(count(text, "<g "), count(text, "</g>"));
    assert_int_equal(count(text, "<text "), count(text, "</text>"));
    assert_int_equal(count(text, "nan") + count(text, "inf"), 0);
    assert_int_equal(count(text, theme == PTL_THEME_DARK ? "#14171c" : "#fbfbf9") > 0, 1);
    assert_non_null(strstr(text, "</svg>\n"));
    free(text);
  }
  unlink("figure_test.svg");
}

static void test_svg_that_cannot_be_written(void **state) {
  ptl_shapes shapes = {0};
  const ptl_shapes *const lists[] = {&shapes};
  const ptl_picture picture = {.lists = lists, .n = 1, .width = 9, .height = 9, .scale = 1};
  char why[300];
  (void)state;
  assert_int_not_equal(
      ptl_picture_write("nowhere/a.svg", &picture, ptl_picture_write_svg, why, sizeof why), 0);
  assert_non_null(strstr(why, "cannot create nowhere/a.svg: No such file"));
  shapes.failed = 1;
  assert_int_not_equal(ptl_picture_write("b.svg", &picture, ptl_picture_write_svg, why, sizeof why),
                       0);
  assert_non_null(strstr(why, "out of memory"));
  assert_int_not_equal(access("b.svg", F_OK), 0);
}

static void test_kinds(void **state) {
  (void)state;
  assert_string_equal(ptl_picture_kind("a/b.svg"), ".svg");
  assert_string_equal(ptl_picture_kind("b.c.png"), ".png");
  assert_null(ptl_picture_kind(".svg"));
  assert_null(ptl_picture_kind("a/.svg"));
  assert_null(ptl_picture_kind("a.jpg"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_peaks_are_kept),
      cmocka_unit_test(test_short_curves_are_whole),
      cmocka_unit_test(test_few_points_in_a_part),
      cmocka_unit_test(test_interrupted_curve),
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_field),
      cmocka_unit_test(test_notes),
      cmocka_unit_test(test_svg),
      cmocka_unit_test(test_svg_that_cannot_be_written),
      cmocka_unit_test(test_kinds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
