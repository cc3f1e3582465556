/* Wear of the walls of slots and guides, of pins in slots and of the corners of sliders, over many
 * cycles. */
#include "support.h"
#include "wear_support.h"

/* A pin, or a slider of which both corners carry one half, that a load of 100 N presses onto a wall
 * while it is drawn to and fro by +-5 mm: the load slides over each place of the way twice in a
 * cycle and wears off 2 k F/L there, whatever its speed. */
#define TO_AND_FRO                                                                         \
  "pintle: 1\n"                                                                            \
  "bodies: {block: {mass: 1 kg, inertia: 1e-3, position: [30 mm, %s]}}\n"                  \
  "joints:\n"                                                                              \
  "  way: {%s, clearance: 0.1 mm, contact: dry,\n"                                         \
  "    wear: {coefficient: 2e-14 m^2/N, coefficient_b: %s, length: 20 mm, sectors: %d}}\n" \
  "  draw: {type: motion, bodies: [ground, block], along: x, rate: 0.314159265358979 "     \
  "m/s*cos(62.8318530717959*time/(1 s))}\n"                                                \
  "%s"                                                                                     \
  "loads: {weight: {body: block, force: [0, -100 N]}}\n"                                   \
  "contacts:\n"                                                                            \
  "  dry:\n"                                                                               \
  "    elastic: {law: power, stiffness: 1e7 N/m, exponent: 1}\n"                           \
  "    damping: {law: hunt_crossley, alpha: 100 s/m}\n"                                    \
  "run: {until: 0.1 s, every: 1 ms, start: given, rtol: 1e-7}\n"
#define PIN                                                                                     \
  "type: pin_in_slot, slot: {body: ground, line: {from: [0, 0], to: [60 mm, 0]}}, pin: {body: " \
  "block, at: [0, 0], radius: 5 mm}"
#define SLIDER                                                                                   \
  "type: translational, bodies: [ground, block], at: [[0, 0], [0, 0]], slider: {length: 30 mm, " \
  "width: 20 mm, corner_radius: 2 mm}"
#define HOLD "  hold: {type: motion, bodies: [ground, block], along: angle, rate: 0}\n"

static ptl_mechanism *to_and_fro(ptl_context *context, int slider, int sectors, const char *k_b) {
  char text[4096];
  snprintf(text, sizeof text, TO_AND_FRO, "-0.1 mm", slider ? SLIDER : PIN, k_b, sectors,
           slider ? "" : HOLD);
  return mechanism_of(context, text, NULL, 0);
}

static ptl_wear *wear_walls(ptl_context *context, const ptl_mechanism *m, double cycles,
                            double accuracy, const char *name) {
  static char folder[600]; /* the options keep it */
  snprintf(folder, sizeof folder, "%s", write_file(name, ""));
  remove(folder);
  ptl_wear *w = begin_cycle(context, m, "0.1 s", cycles, accuracy, folder, 0);
  while (!ptl_wear_is_done(w)) must(context, ptl_wear_advance(w));
  return w;
}

static const ptl_wear_side *side_of(const ptl_wear *w, const char *name) {
  for (int i = 0; i < w->bearings[0].n_sides; i++)
    if (strcmp(w->bearings[0].sides[i].name, name) == 0) return &w->bearings[0].sides[i];
  fail_msg("there is no '%s'", name);
  return NULL;
}

static void end_wear(ptl_wear *w) {
  char folder[600];
  snprintf(folder, sizeof folder, "%s", w->options.folder);
  ptl_wear_destroy(w);
  remove_folder(folder);
}

/* Loss 2 k F/L N = 10 um within the way of either, nothing beyond it, volume k F 4 A N, with 72 and
 * 180 sectors, in blocks and in blocks of a fraction of their length; the wall that is not touched
 * keeps its shape. */
static void walls_lose_what_slides_over_them(void **state) {
  static const double cycles = 5e4, depth = 2.0 * 2e-14 * 100.0 / 0.02 * 5e4;
  static const int cases[][2] = {{0, 72}, {0, 180}, {1, 72}, {1, 180}};
  for (size_t i = 0; i < 5; i++) { /* the last one in blocks of a fraction of the length */
    const int slider = cases[i % 4][0];
    ptl_mechanism *m = to_and_fro(*state, slider, cases[i % 4][1], "0");
    ptl_wear *w = wear_walls(*state, m, cycles, i < 4 ? 2e-3 : 2e-4, "wear_e");
    const ptl_wear_side *wall = side_of(w, slider ? "lower" : "inner");
    const double due = slider ? 0.5 * depth : depth; /* the corners' ways are 26 mm apart */
    const double width =
        2.0 * sqrt(2.0 * (slider ? 0.002 : 0.005) * due); /* of a disc in a groove as deep */
    double halves[2] = {0.0, 0.0};
    int inside = 0;
    assert_near(wall->volume, 2e-14 * 100.0 * 0.02 * cycles, 1e-4 * wall->volume);
    for (int k = 0; k < wall->n; k++) {
      const double x = slider ? wall->first + k * wall->step : wall->first + k * wall->step - 0.03;
      const double from_middle = slider ? fabs(fabs(x - 0.03) - 0.013) : fabs(x);
      if (from_middle < 0.005 - wall->step - width) {
        assert_near(wall->loss[k], due, 0.05 * due);
        inside++;
      }
      assert_true(from_middle < 0.005 + 1.5 * wall->step + width || wall->loss[k] < 0.01 * due);
      halves[x > (slider ? 0.03 : 0.0)] += wall->loss[k] * wall->step * 0.02;
    }
    assert_true(inside > 10);
    assert_near(halves[0], halves[1],
                0.03 * wall->volume); /* a sector in the middle counts on one side */
    assert_true(side_of(w, slider ? "upper" : "outer")->depth == 0.0);
    assert_near(w->bearings[0].largest_clearance, 1e-4 + wall->depth, 1e-12);
    end_wear(w);
    ptl_mechanism_destroy(m);
  }
}

/* What is pressed on one place of itself while it slides wears off k F 4 A N too, and becomes flat
 * there: of a disc of radius r the volume makes a segment of depth h, V/L = r^2 acos(1 - h/r) - (r
 * - h) sqrt(2 r h - h^2). Both corners wear alike. */
static void pins_and_corners_become_flat(void **state) {
  static const double cycles = 2e5;
  for (int slider = 0; slider < 2; slider++) {
    ptl_mechanism *m = to_and_fro(*state, slider, 1440, "1e-15 m^2/N");
    const ptl_setting no_wall = {"joints.way.wear.coefficient", "0"};
    ptl_mechanism *harder = NULL;
    must(*state, ptl_mechanism_vary(*state, m, &no_wall, 1, &harder));
    ptl_wear *w = wear_walls(*state, harder, cycles, 2e-3, "wear_f");
    const ptl_wear_side *round = side_of(w, slider ? "lower_left" : "pin");
    const double r = slider ? 0.002 : 0.005, force = slider ? 50.0 : 100.0;
    const double volume = 1e-15 * force * 0.02 * cycles;
    assert_near(round->volume, volume, 0.01 * volume);
    double low = 0.0, high = r;
    for (int i = 0; i < 100; i++) {
      const double h = 0.5 * (low + high);
      const double v = r * r * acos(1.0 - h / r) - (r - h) * sqrt(2.0 * r * h - h * h);
      *(v * 0.02 < volume ? &low : &high) = h;
    }
    assert_near(round->depth, low, 0.03 * low);
    for (int k = 0; k < round->n; k++) /* about the direction downwards */
      assert_near(round->loss[(1080 + k) % 1440], round->loss[(1080 - k + 1440) % 1440],
                  0.05 * round->depth);
    if (slider) assert_near(side_of(w, "lower_right")->depth, round->depth, 1e-3 * round->depth);
    end_wear(w);
    ptl_mechanism_destroy(harder);
    ptl_mechanism_destroy(m);
  }
}

/* A folder of walls goes on to the same bits, and worn.yaml is a model that begins where it
 * ended. */
static void walls_go_on(void **state) {
  double loss[2][72];
  char folder[600], path[700];
  ptl_mechanism *m = to_and_fro(*state, 0, 72, "1e-14 m^2/N"), *worn = NULL;
  snprintf(folder, sizeof folder, "%s", write_file("wear_g", ""));
  for (int i = 0; i < 2; i++) {
    remove(folder);
    ptl_wear *w = begin_cycle(*state, m, "0.1 s", 5e4, 2e-3, folder, 0);
    must(*state, ptl_wear_advance(w));
    if (i == 1) {
      ptl_wear_destroy(w);
      w = begin_cycle(*state, m, "0.1 s", 5e4, 2e-3, folder, 1);
    }
    while (!ptl_wear_is_done(w)) must(*state, ptl_wear_advance(w));
    memcpy(loss[i], side_of(w, "inner")->loss, sizeof loss[i]);
    snprintf(path, sizeof path, "%s/worn.yaml", folder);
    if (i == 1) must(*state, ptl_mechanism_load(*state, path, NULL, 0, &worn));
    ptl_wear_destroy(w);
    remove_folder(folder);
  }
  assert_memory_equal(loss[0], loss[1], sizeof loss[0]);
  ptl_wear *w = begin_cycle(*state, worn, "0.1 s", 10.0, 2e-3, folder, 0);
  const ptl_wear_side *wall = side_of(w, "inner");
  for (int k = 0; k < wall->n; k++) assert_near(wall->loss[k], loss[0][k], 1e-15);
  assert_true(wall->depth > 9e-6);
  end_wear(w);
  ptl_mechanism_destroy(worn);
  ptl_mechanism_destroy(m);
}

/* The pin of a scotch yoke with a slot along an arc: what its walls lose is k times the work of all
 * cycles, block by block the mean of before and after, to the last digits. */
static void walls_of_an_arc_keep_the_volume(void **state) {
  static const ptl_setting settings[] = {
      {"joints.slot.wear", "{coefficient: 1e-14 m^2/N, length: 10 mm, sectors: 720}"},
      {"run.until", "1 turn of shaft"}};
  ptl_mechanism *m;
  char folder[600];
  double volume = 0.0, before = 0.0;
  must(*state, ptl_mechanism_load(*state, PINTLE_MODELS "/scotch_yoke.yaml", settings, 2, &m));
  snprintf(folder, sizeof folder, "%s", write_file("wear_h", ""));
  remove(folder);
  ptl_wear *w = begin(*state, m, 3000.0, 2e-3, folder, 0);
  for (int block = 0; block < 3; block++) {
    double work = 0.0, lost = 0.0;
    if (block > 0) must(*state, ptl_wear_advance(w));
    for (int side = 0; side < w->bearings[0].n_sides; side++) {
      const ptl_wear_side *s = &w->bearings[0].sides[side];
      for (int k = 0; k < s->n && s->part == 0; k++) work += s->works[k];
      lost += s->volume;
    }
    if (block > 0) volume += 1e-14 * w->last * 0.5 * (work + before);
    before = work;
    assert_near(lost, volume, 1e-5 * volume);
  }
  assert_true(volume > 0.0);
  end_wear(w);
  ptl_mechanism_destroy(m);
}

static void bad_walls_are_refused(void **state) {
  static const char *const wrong[][3] = {
      {"joints.way.worn.inner", "[[0, -5.1 mm], [1 mm, -5.1 mm]]", "needs 12 points"},
      {"joints.way.worn.inner",
       "[[1 mm, -5.1 mm], [2 mm, -5.1 mm], [3 mm, -5.1 mm], [4 mm, -5.1 mm], [5 mm, -5.1 mm], [6 "
       "mm, -5.1 mm], [7.5 mm, "
       "-5.1 mm], [8 mm, -5.1 mm], [9 mm, -5.1 mm], [10 mm, -5.1 mm], [11 mm, -5.1 mm], [12 mm, "
       "-5.1 mm]]",
       "point 7 of worn.inner does not follow"},
      {"joints.way.worn.inner",
       "[[1 mm, -5.2 mm], [2 mm, -5.1 mm], [3 mm, -5.1 mm], [4 mm, -5.1 mm], [5 mm, -5.1 mm], [6 "
       "mm, -5.1 mm], [7 mm, "
       "-5.1 mm], [8 mm, -5.1 mm], [9 mm, -5.1 mm], [10 mm, -5.1 mm], [11 mm, -5.1 mm], [12 mm, "
       "-5.1 mm]]",
       "point 1 of worn.inner is worn"},
      {"joints.way.worn.outer",
       "[[-1 mm, 5.1 mm], [0 mm, 5.1 mm], [1 mm, 5.1 mm], [2 mm, 5.1 mm], [3 mm, 5.1 mm], [4 mm, "
       "5.1 mm], [5 mm, 5.1 "
       "mm], [6 mm, 5.1 mm], [7 mm, 5.1 mm], [8 mm, 5.1 mm], [9 mm, 5.1 mm], [10 mm, 5.1 mm]]",
       "lies beyond the wall's end"}};
  ptl_mechanism *m = to_and_fro(*state, 0, 72, "0"), *varied = NULL;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    const ptl_setting setting = {wrong[i][0], wrong[i][1]};
    assert_int_equal(ptl_mechanism_vary(*state, m, &setting, 1, &varied), PTL_ERR_INPUT);
    if (strstr(ptl_context_message(*state), wrong[i][2]) == NULL)
      fail_msg("%s", ptl_context_message(*state));
  }
  static const char *const near_end[][3] = {
      {"joints.way.slot.line", "{from: [0, 0], to: [35.3 mm, 0]}",
       "too near to the end of its inner"},
      {"joints.way.slot.line", "{from: [0, 0], to: [30 mm, 0]}", "its cap is touched"}};
  for (size_t i = 0; i < 2; i++) {
    const ptl_setting setting = {near_end[i][0], near_end[i][1]};
    ptl_wear_options options = ptl_wear_options_default();
    ptl_wear *w;
    options.cycles = 10.0;
    options.cycle = "0.1 s";
    options.folder = "/nowhere";
    must(*state, ptl_mechanism_vary(*state, m, &setting, 1, &varied));
    assert_int_equal(ptl_wear_create(*state, varied, &options, &w), PTL_ERR_INPUT);
    if (strstr(ptl_context_message(*state), near_end[i][2]) == NULL)
      fail_msg("%s", ptl_context_message(*state));
    ptl_mechanism_destroy(varied);
  }
  ptl_mechanism_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(walls_lose_what_slides_over_them),
      cmocka_unit_test(pins_and_corners_become_flat), cmocka_unit_test(walls_go_on),
      cmocka_unit_test(walls_of_an_arc_keep_the_volume), cmocka_unit_test(bad_walls_are_refused)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
