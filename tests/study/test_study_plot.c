/* test_study_plot.c: pictures of studies as shapes. Expected values: numbers of points, cells and
 * bars that the study has, and where they lie. */
#include "chart.h"
#include "keep_runs.h"
#include "run_study.h"
#include "shapes.h"
#include "study_plot.h"
#include "support.h"

static ptl_context *context;
static char folder[] = "/tmp/pintle-plot-XXXXXX";

static int setup(void **state) {
  (void)state;
  context = ptl_context_create(NULL);
  return context == NULL || mkdtemp(folder) == NULL || chdir(folder) != 0;
}

static int teardown(void **state) {
  char command[128];
  (void)state;
  ptl_context_destroy(context);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return chdir("/") != 0 || system(command) != 0;
}

/* Runs a study of the scotch yoke's first millisecond with these factors. */
static void make(const char *path, ptl_design_kind kind, int64_t n, const char *const (*factors)[2],
                 int n_factors, int with_section) {
  static const char *const texts[] = {"crank.angle", "yoke.vx"};
  ptl_study study = ptl_study_default();
  ptl_study_report report;
  const ptl_study_options options = {.threads = 1};
  study.model = strdup(PINTLE_MODELS "/scotch_yoke.yaml");
  study.design.kind = kind;
  study.design.n = n;
  for (int i = 0; i < n_factors; i++) {
    ptl_factor factor;
    must(context, ptl_factor_read(context, factors[i][0], factors[i][1], "", &factor));
    must(context, ptl_design_add(context, &study.design, &factor));
  }
  must(context, ptl_study_set(context, &study, "run.until", "10 ms"));
  if (with_section)
    must(context,
         ptl_measures_add_section(context, &study.measures, "s", texts, 2, "1 ms", NULL, 1));
  else
    must(context, ptl_measures_add(context, &study.measures, "end", "final(crank.angle)", NULL));
  must(context, ptl_study_prepare(context, &study));
  must(context, ptl_study_run(context, &study, path, &options, &report));
  ptl_study_release(context, &study);
}

static ptl_status draw(const char *path, int kind, const char *x, const char *y, ptl_shapes *out) {
  ptl_study_table table;
  const ptl_study_plot plot = {kind, x, y, 900, 600};
  must(context, ptl_study_table_load(context, path, &table));
  const ptl_status status = ptl_study_plot_draw(context, &table, &plot, out);
  ptl_study_table_release(context, &table);
  return status;
}

static const char *const speed[][2] = {{"parameters.speed", "10 rad/s:50 rad/s:5"}};
static const char *const speed_and_law[][2] = {{"parameters.speed", "10 rad/s:50 rad/s:5"},
                                               {"joints.slot.contact", "johnson, esdu"}};
static const char *const speed_and_crank[][2] = {{"parameters.speed", "10 rad/s:50 rad/s:5"},
                                                 {"parameters.crank", "44 mm:46 mm:3"}};

/* The angle that the crank has turned is in proportion to its speed: dots on a straight line. */
static void test_curves(void **state) {
  ptl_shapes shapes = {0};
  double box[5][4];
  (void)state;
  make("curves.db", PTL_DESIGN_GRID, 0, speed, 1, 0);
  must(context, draw("curves.db", -1, NULL, NULL, &shapes));
  assert_int_equal(count_shapes(&shapes, PTL_TAG_POINT, -1), 5);
  assert_int_equal(count_shapes(&shapes, PTL_TAG_CURVE, -1), 1);
  for (int i = 0; i < 5; i++) ptl_shape_box(&shapes, find_shape(&shapes, PTL_TAG_POINT, i), box[i]);
  for (int i = 1; i < 5; i++) {
    assert_near(box[i][0] - box[i - 1][0], (box[4][0] - box[0][0]) / 4, 1e-6);
    assert_near(box[i][1] - box[i - 1][1], (box[4][1] - box[0][1]) / 4, 1e-6);
  }
  ptl_shapes_release(&shapes);
  make("laws.db", PTL_DESIGN_GRID, 0, speed_and_law, 2, 0);
  must(context, draw("laws.db", -1, NULL, NULL, &shapes));
  assert_int_equal(count_shapes(&shapes, PTL_TAG_CURVE, 1), 3); /* line, name and mark */
  ptl_shapes_release(&shapes);
}

/* A run that its limit of steps has ended is marked at its place of the axis, the other is not. */
static void test_failed(void **state) {
  static const char *const steps[][2] = {{"run.limits.steps", "2, 1000000"}};
  ptl_shapes shapes = {0};
  (void)state;
  make("failed.db", PTL_DESIGN_GRID, 0, steps, 1, 0);
  must(context, draw("failed.db", -1, NULL, NULL, &shapes));
  assert_int_equal(count_shapes(&shapes, PTL_TAG_MESSAGE, 0), 1);
  ptl_shapes_release(&shapes);
}

static void test_heat(void **state) {
  ptl_shapes shapes = {0};
  (void)state;
  make("heat.db", PTL_DESIGN_GRID, 0, speed_and_crank, 2, 0);
  must(context, draw("heat.db", -1, NULL, NULL, &shapes));
  assert_int_equal(count_shapes(&shapes, PTL_TAG_POINT, -1), 15);
  /* The fastest of the first crank is as dark as can be, the slowest as light. */
  assert_near(find_shape(&shapes, PTL_TAG_POINT, 12)->style.alpha, 1, 1e-6);
  assert_near(find_shape(&shapes, PTL_TAG_POINT, 0)->style.alpha, 0, 1e-6);
  ptl_shapes_release(&shapes);
}

static void test_tornado(void **state) {
  ptl_shapes shapes = {0};
  double box[2][4];
  (void)state;
  make("tornado.db", PTL_DESIGN_ONE_AT_A_TIME, 0, speed_and_crank, 2, 0);
  must(context, draw("tornado.db", -1, NULL, NULL, &shapes));
  for (int i = 0; i < 2; i++) ptl_shape_box(&shapes, find_shape(&shapes, PTL_TAG_CURVE, i), box[i]);
  assert_true(box[0][1] < box[1][1]); /* the speed counts, so it stands above */
  ptl_shapes_release(&shapes);
  assert_int_equal(draw("curves.db", PTL_STUDY_TORNADO, NULL, NULL, &shapes), PTL_ERR_INPUT);
  ptl_shapes_release(&shapes);
}

static void test_sections(void **state) {
  ptl_shapes shapes = {0};
  (void)state;
  make("sections.db", PTL_DESIGN_GRID, 0, speed, 1, 1);
  must(context, draw("sections.db", -1, NULL, NULL, &shapes));
  assert_int_equal(count_shapes(&shapes, PTL_TAG_POINT, -1), 5 * 10);
  ptl_shapes_release(&shapes);
  must(context, draw("sections.db", PTL_STUDY_POINCARE, NULL, NULL, &shapes));
  assert_int_equal(count_shapes(&shapes, PTL_TAG_POINT, -1), 5 * 10);
  ptl_shapes_release(&shapes);
  assert_int_equal(draw("sections.db", PTL_STUDY_BIFURCATION, NULL, "yoke.x", &shapes),
                   PTL_ERR_INPUT);
  assert_int_equal(draw("curves.db", PTL_STUDY_BIFURCATION, NULL, NULL, &shapes), PTL_ERR_INPUT);
  assert_int_equal(draw("curves.db", PTL_STUDY_CURVES, "speed", NULL, &shapes), PTL_ERR_INPUT);
  ptl_shapes_release(&shapes);
}

/* A body that is driven as 1 mm sin(2 pi f t), f = 10, 20 and 40 Hz over whole periods: the
 * strongest colour lies at f, in bands that end halfway between the frequencies. */
static void test_waterfall(void **state) {
  static const char model[] =
      "pintle: 1\nparameters: {f: 10 Hz}\nbodies: {b: {mass: 1, inertia: 1}}\n"
      "joints: {drive: {type: motion, bodies: [ground, b], along: x, position: 1 "
      "mm*sin(2*pi*f*time)}}\n"
      "run: {until: 1 s, every: 1 ms}\n";
  ptl_study study = ptl_study_default();
  ptl_study_report report;
  ptl_factor factor;
  ptl_shapes shapes = {0};
  const ptl_study_options options = {.threads = 1};
  double sum[3] = {0.0}, top = INFINITY, bottom = -INFINITY;
  int n[3] = {0};
  int64_t kept;
  (void)state;
  FILE *file = fopen("sine.yaml", "w");
  fputs(model, file);
  fclose(file);
  study.model = strdup("sine.yaml");
  study.design.kind = PTL_DESIGN_GRID;
  must(context, ptl_factor_read(context, "parameters.f", "20 Hz, 10 Hz, 40 Hz", "", &factor));
  must(context, ptl_design_add(context, &study.design, &factor));
  must(context, ptl_measures_add(context, &study.measures, "end", "final(b.x)", NULL));
  must(context, ptl_study_prepare(context, &study));
  must(context, ptl_study_run(context, &study, "sine.db", &options, &report));
  assert_int_equal(draw("sine.db", PTL_STUDY_WATERFALL, NULL, "b.x", &shapes), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "keep: all"));
  study.keep.kind = PTL_KEEP_ALL;
  must(context, ptl_keep_runs(context, &study, "sine.db", "sine.db.runs", &kept));
  assert_int_equal(draw("sine.db", PTL_STUDY_WATERFALL, NULL, NULL, &shapes), PTL_ERR_INPUT);
  assert_int_equal(draw("sine.db", PTL_STUDY_WATERFALL, NULL, "c.x", &shapes), PTL_ERR_INPUT);
  ptl_shapes_clear(&shapes);
  must(context, draw("sine.db", PTL_STUDY_WATERFALL, NULL, "b.x", &shapes));
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < shapes.n; i++) {
      const ptl_shape *s = &shapes.items[i];
      if (s->kind != PTL_SHAPE_PATH || s->style.fill != PTL_INK_ACCENT || s->style.alpha < 1.0)
        continue;
      for (int k = s->first; k < s->first + s->n; k++) {
        const ptl_step *step = &shapes.steps[k];
        if (step->kind != PTL_MOVE || step->y < 46.0) continue; /* the legend is above */
        top = fmin(top, step->y);
        bottom = fmax(bottom, step->y);
        const double up = (bottom - step->y) / (bottom - top) * 45.0;
        const int band = up < 10.0 ? 0 : up < 25.0 ? 1 : 2;
        if (pass == 0) continue;
        sum[band] += step->x;
        n[band]++;
      }
    }
  assert_true(n[0] > 0 && n[1] > 0 && n[2] > 0);
  assert_near((sum[2] / n[2] - sum[1] / n[1]) / (sum[1] / n[1] - sum[0] / n[0]), 2.0, 0.1);
  ptl_shapes_release(&shapes);
  ptl_study_release(context, &study);
}

static void test_many(void **state) {
  static const char *const random[][2] = {{"parameters.speed", "10 rad/s:50 rad/s"},
                                          {"parameters.crank", "44 mm:46 mm"}};
  ptl_shapes shapes = {0};
  (void)state;
  make("many.db", PTL_DESIGN_LATIN_HYPERCUBE, 12, random, 2, 0);
  must(context, draw("many.db", -1, NULL, NULL, &shapes));
  assert_int_equal(count_shapes(&shapes, PTL_TAG_POINT, -1), 12 * 6);
  ptl_shapes_release(&shapes);
  must(context, draw("many.db", PTL_STUDY_PARALLEL, NULL, NULL, &shapes));
  assert_int_equal(count_shapes(&shapes, PTL_TAG_CURVE, -1), 12);
  ptl_shapes_release(&shapes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_failed),   cmocka_unit_test(test_curves),
      cmocka_unit_test(test_heat),     cmocka_unit_test(test_tornado),
      cmocka_unit_test(test_sections), cmocka_unit_test(test_waterfall),
      cmocka_unit_test(test_many)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
