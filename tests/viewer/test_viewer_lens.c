/* The clearance lens: what is drawn of a joint's clearance, in points. Expected positions come from
 * the trace's own columns, or from a pose that the test sets, and the lens's two scales. */
#include "lens.h"
#include "shapes.h"
#include "viewer_picture.h"

static void draw_lens(picture *p, const ptl_lens *lens) {
  ptl_shapes_clear(&p->shapes);
  ptl_lens_draw(&p->scene, &p->snapshot, lens, &p->shapes);
  assert_false(p->shapes.failed);
}

/* In the lens the pin touches the hollow exactly at the moment of touch: distance of the centres
 * + radius of the pin = radius of the hollow, here in points. */
static void the_lens_touches_when_the_run_does(void **state) {
  (void)state;
  ptl_result *result = get("slider_crank_clearance");
  picture p = {0};
  int joint = ptl_sketch_find_joint(&result->sketch, "wrist");
  ptl_lens lens = {joint, 100, 100, 300, 4, 1e-3};
  const ptl_record *record = &result->record;
  int n = 0;
  for (int i = 0; i < record->n_events && n < 10; i++) {
    if (record->events[i].kind != PTL_EVENT_TOUCH) continue;
    n++;
    draw(result, record->events[i].time, &p);
    ptl_shapes_clear(&p.shapes);
    ptl_lens_draw(&p.scene, &p.snapshot, &lens, &p.shapes);
    ptl_point pin = middle_of(&p.shapes, PTL_TAG_PIN, joint);
    double pin_radius = 0.2 * 300, hollow = pin_radius + 0.15 * 300;
    assert_near(hypot(pin.x - 250, pin.y - 250) + pin_radius, hollow, 0.05);
  }
  assert_true(n >= 5);
  drop(&p);
  ptl_result_destroy(result);
}

/* The pin of a straight slot stays on the slot's centre line within the play, also in the lens. */
static void a_straight_slot_has_a_lens(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "bodies:\n"
      "  crank: {mass: 0.2 kg, inertia: 1e-4 kg m^2, angle: 30 deg}\n"
      "  arm: {mass: 1 kg, inertia: 0.01 kg m^2, position: [0, -100 mm], angle: 76 deg}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
      "  pivot: {type: revolute, bodies: [ground, arm], at: [0, -100 mm]}\n"
      "  drive: {type: motion, joint: shaft, rate: 20 rad/s}\n"
      "  slide:\n"
      "    type: pin_in_slot\n"
      "    pin: {body: crank, at: [40 mm, 0], radius: 6 mm}\n"
      "    slot: {body: arm, line: {from: [30 mm, 0], to: [180 mm, 0]}}\n"
      "    clearance: 0.2 mm\n"
      "    contact: wall\n"
      "contacts:\n"
      "  wall: {elastic: {law: power, stiffness: 1e8 N/m^1.5, exponent: 1.5}}\n"
      "run: {until: 0.2 s, every: 0.5 ms, start: ideal}\n");
  picture p = {0};
  int joint = ptl_sketch_find_joint(&result->sketch, "slide");
  ptl_lens lens = {joint, 0, 0, 200, 1, 0.1};
  assert_near(result->sketch.joints[joint].clearance, 0.2e-3, 1e-12);
  for (int k = 1; k < 8; k++) {
    draw(result, 0.025 * k, &p);
    ptl_shapes_clear(&p.shapes);
    ptl_lens_draw(&p.scene, &p.snapshot, &lens, &p.shapes);
    ptl_point pin = middle_of(&p.shapes, PTL_TAG_PIN, joint);
    double deepest = result->geometry.extent.deepest[joint];
    double most = 0.15 * 200 * (1 + deepest / 0.2e-3) + 0.1;
    assert_true(hypot(pin.x - 100, pin.y - 100) <= most);
  }
  drop(&p);
  ptl_result_destroy(result);
}

/* The pin's centre is drawn at the clearance plus `exaggeration` times the depth beyond it, both to
 * the scale at which the clearance is 0.15 of the inset: at the deepest points of a run, and on the
 * way. */
static void the_lens_exaggerates_the_depth(void **state) {
  (void)state;
  ptl_result *result = get("slider_crank_clearance");
  const ptl_record *record = &result->record;
  picture p = {0};
  int joint = ptl_sketch_find_joint(&result->sketch, "wrist"), n = 0;
  double clearance = result->sketch.joints[joint].clearance;
  for (int i = 0; i < record->n_events && n < 10; i++) {
    if (record->events[i].kind != PTL_EVENT_DEEPEST) continue;
    double time = record->events[i].time;
    double e = hypot(value(result, "wrist.ex", time), value(result, "wrist.ey", time));
    assert_true(e > clearance);
    n++;
    for (double times = 1; times <= 64; times *= 4) {
      ptl_lens lens = {joint, 100, 100, 300, times, 1e-3};
      draw(result, time, &p);
      draw_lens(&p, &lens);
      ptl_point pin = middle_of(&p.shapes, PTL_TAG_PIN, joint);
      double expected = 0.15 * 300 * (1 + times * (e - clearance) / clearance);
      assert_near(hypot(pin.x - 250, pin.y - 250), expected, 1e-9);
    }
  }
  assert_true(n >= 5);
  drop(&p);
  ptl_result_destroy(result);
}

/* A block of 60 mm with 0.5 mm of clearance in a guide along (4, 3). */
static ptl_result *get_block(void) {
  return get_text(
      "pintle: 1\n"
      "bodies:\n"
      "  block: {mass: 1 kg, inertia: 1e-3 kg m^2, angle: 0.6435011087932844}\n"
      "joints:\n"
      "  guide:\n"
      "    type: translational\n"
      "    bodies: [ground, block]\n"
      "    axis: [[4, 3], [1, 0]]\n"
      "    slider: {length: 60 mm, width: 20 mm}\n"
      "    clearance: 0.5 mm\n"
      "    contact: wall\n"
      "contacts:\n"
      "  wall: {elastic: {law: power, stiffness: 1e8 N/m^1.5, exponent: 1.5}}\n"
      "run: {until: 1 ms, every: 0.1 ms, start: given}\n");
}

/* Corners of the drawn block in the guide's frame, from the middle of the inset, y up. */
static void block_corners(picture *p, double displacement, double tilt, double exaggeration,
                          double corners[4][2]) {
  const double c = 0.8, s = 0.6; /* of the guide */
  ptl_lens lens = {0, 100, 100, 300, exaggeration, 1e-3};
  p->snapshot.bodies[0] =
      (ptl_body_state){.x = -s * displacement, .y = c * displacement, .angle = atan2(s, c) + tilt};
  draw_lens(p, &lens);
  const ptl_shape *block = find_shape(&p->shapes, PTL_TAG_PIN, 0);
  assert_non_null(block);
  assert_int_equal(block->n, 5); /* four corners, closed */
  for (int i = 0; i < 4; i++) {
    const ptl_step *step = &p->shapes.steps[block->first + i];
    double x = step->x - 250, y = 250 - step->y;
    corners[i][0] = c * x + s * y;
    corners[i][1] = -s * x + c * y;
  }
}

/* The block is drawn 0.6 of the inset long and 0.3 wide, the clearance as 0.13 of it. Tilted by
 * +0.01 rad, counter-clockwise, its right end is 30 mm sin 0.01 higher, to the scale of the
 * clearance, and its left end as much lower. */
static void a_tilted_block_is_drawn_tilted(void **state) {
  (void)state;
  ptl_result *result = get_block();
  picture p = {0};
  double corners[4][2], rise = 0.13 * 300 * 0.03 * sin(0.01) / 0.5e-3;
  const double right[4] = {-1, 1, 1, -1}, top[4] = {-1, -1, 1, 1};
  draw(result, 0, &p);
  block_corners(&p, 0, 0.01, 4, corners);
  for (int i = 0; i < 4; i++) {
    assert_near(corners[i][0], right[i] * 0.3 * 300, 1e-9);
    assert_near(corners[i][1], top[i] * 0.15 * 300 + right[i] * rise, 1e-9);
  }
  drop(&p);
  ptl_result_destroy(result);
}

/* The same for a block that is 0.1 mm deep in the upper wall: only what is beyond the 0.5 mm of
 * clearance is exaggerated. */
static void a_block_in_the_wall_is_drawn_deeper(void **state) {
  (void)state;
  ptl_result *result = get_block();
  picture p = {0};
  double corners[4][2];
  draw(result, 0, &p);
  for (int side = -1; side <= 1; side += 2) {
    block_corners(&p, side * 0.6e-3, 0, 4, corners);
    double expected = side * 0.13 * 300 * (0.5 + 4 * 0.1) / 0.5;
    for (int i = 0; i < 4; i++) {
      assert_near(corners[i][1], (i < 2 ? -0.15 : 0.15) * 300 + expected, 1e-9);
    }
  }
  drop(&p);
  ptl_result_destroy(result);
}

/* The pressure that the lens shows carries the film's force in the trace, which the integration had
 * from the law's table; at the times of rows, where nothing is interpolated. Its hump is as high as
 * the largest of the run allows, and lies where the pressure is. */
static void the_lens_shows_the_pressure_of_the_film(void **state) {
  (void)state;
  enum { N = 720 };
  const double radius = 9.8e-3, length = 40e-3; /* of the journal: 10 mm less the clearance */
  ptl_result *result = get("slider_crank_lubricated");
  const int wrist = ptl_sketch_find_joint(&result->sketch, "wrist");
  const double largest = result->geometry.extent.pressure[wrist];
  picture p = {0};
  double pressure[N], from;
  assert_true(largest > 0);
  for (int k = 1; k < 8; k++) {
    const double time = result->record.first[0][k * result->record.n / 8];
    draw(result, time, &p);
    assert_true(ptl_snapshot_film(&p.snapshot, &result->sketch, result->mechanism, wrist, N,
                                  pressure, &from));
    double fx = 0, fy = 0, most = 0, at = 0;
    for (int i = 0; i < N; i++) {
      const double angle = from + 2 * M_PI * i / N,
                   force = pressure[i] * radius * length * 2 * M_PI / N;
      fx -= force * cos(angle);
      fy -= force * sin(angle);
      if (pressure[i] <= most) continue;
      most = pressure[i];
      at = angle;
    }
    const double x = value(result, "wrist.film_fx", time), y = value(result, "wrist.film_fy", time);
    assert_near(fx, x, 0.02 * hypot(x, y));
    assert_near(fy, y, 0.02 * hypot(x, y));
    const ptl_lens lens = {wrist, 0, 0, 300, 1, 0};
    draw_lens(&p, &lens);
    const ptl_shape *hump = find_shape(&p.shapes, PTL_TAG_FILM, wrist);
    assert_non_null(hump);
    double highest = 0, top = 0;
    for (int i = 0; i < hump->n; i++) {
      const ptl_step *step = &p.shapes.steps[hump->first + i];
      const double r = hypot(step->x - 150, 150 - step->y) - 0.35 * 300;
      if (step->kind == PTL_CLOSE || r <= highest) continue;
      highest = r;
      top = atan2(150 - step->y, step->x - 150);
    }
    assert_near(highest, 0.1 * 300 * fmin(most / largest, 1.3), 1.5);
    assert_near(remainder(top - at, 2 * M_PI), 0, 0.1);
  }
  drop(&p);
  ptl_result_destroy(result);
  result = get("slider_crank_clearance"); /* without a film */
  assert_null(result->mechanism);
  ptl_result_destroy(result);
}

/* The texts of the lens, one behind the other. */
static const char *lens_texts(picture *p, int joint) {
  static char all[1000];
  const ptl_lens lens = {joint, 0, 0, 300, 1, 0};
  draw_lens(p, &lens);
  all[0] = '\0';
  for (int i = 0; i < p->shapes.n; i++)
    if (p->shapes.items[i].kind == PTL_SHAPE_TEXT)
      snprintf(all + strlen(all), sizeof all - strlen(all), "%s|",
               p->shapes.text + p->shapes.items[i].text);
  return all;
}

/* A law that has the force alone has no pressure, and its journal is not free. */
static void a_film_without_pressure_is_told(void **state) {
  char text[8192];
  (void)state;
  FILE *file = fopen(PINTLE_MODELS "/slider_crank_lubricated.yaml", "r");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  char *law = strstr(text, "law: finite");
  assert_non_null(law);
  memcpy(law, "law:   moes", strlen("law:   moes"));
  ptl_result *result = get_text(text);
  const int wrist = ptl_sketch_find_joint(&result->sketch, "wrist");
  picture p = {0};
  draw(result, 0.01, &p);
  const char *told = lens_texts(&p, wrist);
  assert_non_null(strstr(told, "film  "));
  assert_non_null(strstr(told, "force alone, no pressure"));
  assert_null(strstr(told, "free"));
  drop(&p);
  ptl_result_destroy(result);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_lens_shows_the_pressure_of_the_film),
      cmocka_unit_test(a_film_without_pressure_is_told),
      cmocka_unit_test(the_lens_touches_when_the_run_does),
      cmocka_unit_test(a_straight_slot_has_a_lens),
      cmocka_unit_test(the_lens_exaggerates_the_depth),
      cmocka_unit_test(a_tilted_block_is_drawn_tilted),
      cmocka_unit_test(a_block_in_the_wall_is_drawn_deeper),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
