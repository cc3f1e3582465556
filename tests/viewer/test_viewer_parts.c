/* test_viewer_parts.c: belts, gas springs, racks with backlash, guides that move and stops of
 * sliders as shapes. Expected places: geometry, computed here from the trace's columns. */
#include "viewer_picture.h"

static ptl_point start_of(const picture *p, const ptl_shape *line) {
  const ptl_step *step = &p->shapes.steps[line->first];
  return (ptl_point){step->x, step->y};
}

static ptl_point end_of(const picture *p, const ptl_shape *line) {
  const ptl_step *step = &p->shapes.steps[line->first + line->n - 1];
  return (ptl_point){step->x, step->y};
}

/* Each strand touches both pulleys: it ends on their circles, at a right angle to the radius there,
 * on one side of the line of centres, or, crossed, on both. */
static void belts_are_tangents(void **state) {
  static const char model[] =
      "pintle: 1\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: 1e-3}\n"
      "  b: {mass: 1, inertia: 1e-3, position: [120 mm, 50 mm]}\n"
      "joints:\n"
      "  motor: {type: revolute, bodies: [ground, a], at: [0, 0]}\n"
      "  drum: {type: revolute, bodies: [ground, b], at: [120 mm, 50 mm]}\n"
      "  belt: {type: belt, pulleys: [a, b], radii: [20 mm, 50 mm], crossed: %s}\n"
      "run: {until: 10 ms, every: 1 ms}\n";
  (void)state;
  for (int crossed = 0; crossed < 2; crossed++) {
    char text[sizeof model + 8];
    snprintf(text, sizeof text, model, crossed ? "true" : "false");
    ptl_result *result = get_text(text);
    picture p = {0};
    draw(result, 0.005, &p);
    const ptl_shape *strand = find_shape(&p.shapes, PTL_TAG_GEAR, 0);
    const ptl_point a = ptl_viewport_point(&p.view, (ptl_point){0, 0});
    const ptl_point b = ptl_viewport_point(&p.view, (ptl_point){0.12, 0.05});
    double sides[2];
    for (int i = 0; i < 2; i++) {
      const ptl_point from = start_of(&p, strand + i), to = end_of(&p, strand + i);
      const double ux = to.x - from.x, uy = to.y - from.y;
      assert_near(hypot(from.x - a.x, from.y - a.y), 20e-3 * p.view.scale, 1e-6);
      assert_near(hypot(to.x - b.x, to.y - b.y), 50e-3 * p.view.scale, 1e-6);
      assert_near((from.x - a.x) * ux + (from.y - a.y) * uy, 0, 1e-3);
      assert_near((to.x - b.x) * ux + (to.y - b.y) * uy, 0, 1e-3);
      sides[i] =
          ((from.x - a.x) * uy - (from.y - a.y) * ux) * ((to.x - b.x) * uy - (to.y - b.y) * ux);
    }
    for (int i = 0; i < 2; i++) assert_true(crossed ? sides[i] < 0 : sides[i] > 0);
    drop(&p);
    ptl_result_destroy(result);
  }
}

/* The cylinder of a gas spring has its closed end at part A, its rod's end at part B. */
static void a_gas_spring_is_a_cylinder(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "bodies: {block: {mass: 1, inertia: 1e-3, position: [100 mm, 0]}}\n"
      "joints: {weld: {type: fixed, bodies: [ground, block], at: [0, 0]}}\n"
      "forces: {gas: {type: gas_spring, bodies: [ground, block], at: [[0, 0], [0, 0]], area: 1e-4, "
      "pressure: 2e5, volume: 1e-4, length: 0.1}}\n"
      "run: {until: 10 ms, every: 1 ms}\n");
  picture p = {0};
  draw(result, 0.005, &p);
  assert_int_equal(result->sketch.springs[0].kind, PTL_SPRING_CYLINDER);
  const ptl_shape *rod = find_shape(&p.shapes, PTL_TAG_SPRING, 0), *cylinder = rod + 1;
  const ptl_point a = ptl_viewport_point(&p.view, (ptl_point){0, 0});
  const ptl_point b = ptl_viewport_point(&p.view, (ptl_point){0.1, 0});
  assert_near(end_of(&p, rod).x, b.x, 1e-6);
  assert_near(end_of(&p, rod).y, b.y, 1e-6);
  double box[4];
  ptl_shape_box(&p.shapes, cylinder, box);
  assert_true(box[0] <= a.x && box[0] > a.x - 3 && box[2] > a.x && box[2] < b.x);
  assert_near(0.5 * (box[1] + box[3]), a.y, 1e-6);
  assert_true(start_of(&p, rod).x <= box[2] + 1e-6); /* the rod comes out of it */
  drop(&p);
  ptl_result_destroy(result);
}

/* A rack with backlash is drawn as one without: a bar with teeth as far apart as its pinion's,
 * which goes with its body along its guide. */
static void a_rack_with_backlash_has_teeth(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "bodies:\n"
      "  pinion: {mass: 1, inertia: 1e-3}\n"
      "  rack: {mass: 2, inertia: 1e-2, position: [0, -30 mm]}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, pinion], at: [0, 0]}\n"
      "  guide: {type: translational, bodies: [ground, rack], at: [0, -30 mm], axis: [1, 0]}\n"
      "  mesh: {type: rack_and_pinion, rack: guide, pinion: shaft, radius: 30 mm, teeth: 20, "
      "clearance: 0.1 mm, contact: teeth}\n"
      "  drive: {type: motion, joint: shaft, angle: 0.5 rad*sin(6 rad/s*time)}\n"
      "contacts: {teeth: {elastic: {law: power, stiffness: 1e6 N/m, exponent: 1}, damping: {law: "
      "hunt_crossley, alpha: 1 s/m}}}\n"
      "run: {until: 0.2 s, every: 10 ms}\n");
  picture p = {0};
  double first[2];
  assert_int_equal(result->sketch.n_gears, 1);
  assert_int_equal(result->sketch.gears[0].guide, ptl_sketch_find_joint(&result->sketch, "guide"));
  for (int k = 0; k < 2; k++) {
    draw(result, 0.05 + 0.1 * k, &p);
    const ptl_shape *bar = find_shape(&p.shapes, PTL_TAG_GEAR, 0), *pinion = bar + 1;
    const ptl_step *step = &p.shapes.steps[bar->first];
    assert_int_equal((pinion->n - 1) / 4, 20);
    assert_near(step[4].x - step[0].x, 2 * acos(-1.0) * 30e-3 / 20 * p.view.scale, 1e-6);
    first[k] = step[0].x - p.view.scale * value(result, "rack.x", 0.05 + 0.1 * k);
  }
  assert_near(first[0], first[1], 1e-6);
  drop(&p);
  ptl_result_destroy(result);
}

/* Bars across the guide, as far beyond the limits as half the block is long; the bore between them
 * stays free. */
static void stops_of_a_slider_stand_at_its_limits(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "bodies: {block: {mass: 1, inertia: 1e-3}}\n"
      "joints: {guide: {type: translational, bodies: [ground, block], at: [0, 0], axis: [0, 1], "
      "limits: {from: -80 mm, to: 120 mm}, contact: stop}}\n"
      "contacts: {stop: {elastic: {law: power, stiffness: 1e6 N/m, exponent: 1}, damping: "
      "{law: none}}}\n"
      "run: {until: 10 ms, every: 1 ms}\n");
  picture p = {0};
  draw(result, 0.005, &p);
  assert_int_equal(count_shapes(&p.shapes, PTL_TAG_STOP, 0), 4); /* two bars with their edges */
  const ptl_shape *low = find_shape(&p.shapes, PTL_TAG_STOP, 0), *high = low + 2;
  const double from = ptl_viewport_point(&p.view, (ptl_point){0, -0.08}).y;
  const double to = ptl_viewport_point(&p.view, (ptl_point){0, 0.12}).y;
  assert_near(start_of(&p, low).y, end_of(&p, low).y, 1e-6); /* across an axis that goes up */
  assert_true(start_of(&p, low).y > from && start_of(&p, high).y < to);
  assert_near(start_of(&p, low).y - from, to - start_of(&p, high).y, 1e-6);
  const double centre = ptl_viewport_point(&p.view, (ptl_point){0, 0}).x;
  assert_near(start_of(&p, low).x + end_of(&p, low).x, 2 * centre, 1e-6);
  drop(&p);
  ptl_result_destroy(result);
}

/* The guide of a cylinder that turns on a pin is a barrel about its axis, from which the rod comes
 * out towards the pin of its load: it is as wide on both sides, and the pin is outside of it. */
static void a_guide_that_turns_is_a_barrel(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "bodies:\n"
      "  cylinder: {mass: 1, inertia: 1e-3, position: [0, 0]}\n"
      "  rod: {mass: 1, inertia: 1e-3, position: [150 mm, 0]}\n"
      "  crank: {mass: 1, inertia: 1e-3, position: [450 mm, 0]}\n"
      "joints:\n"
      "  trunnion: {type: revolute, bodies: [ground, cylinder], at: [0, 0]}\n"
      "  bore: {type: translational, bodies: [cylinder, rod], at: [150 mm, 0], axis: [1, 0]}\n"
      "  eye: {type: revolute, bodies: [rod, crank], at: [400 mm, 0]}\n"
      "  shaft: {type: revolute, bodies: [ground, crank], at: [450 mm, 0]}\n"
      "  drive: {type: motion, joint: shaft, rate: 10 rad/s}\n"
      "run: {until: 0.6 s, every: 10 ms, rtol: 1e-6}\n");
  const ptl_body_part *barrel = NULL;
  const int cylinder = 0;
  for (int i = 0; i < result->geometry.bodies[cylinder].n; i++)
    if (result->geometry.bodies[cylinder].parts[i].kind == PTL_PART_BARREL)
      barrel = &result->geometry.bodies[cylinder].parts[i];
  assert_non_null(barrel);
  ptl_point corners[PTL_BARREL_CORNERS];
  ptl_geometry_barrel(barrel, corners);
  double low = INFINITY, high = -INFINITY, end = -INFINITY;
  for (int i = 0; i < PTL_BARREL_CORNERS; i++) {
    low = fmin(low, corners[i].y);
    high = fmax(high, corners[i].y);
    end = fmax(end, corners[i].x);
    assert_near(corners[i].y, -corners[PTL_BARREL_CORNERS - 1 - i].y, 1e-12);
    assert_near(corners[i].x, corners[PTL_BARREL_CORNERS - 1 - i].x, 1e-12);
  }
  assert_near(high, barrel->radius, 1e-12);
  assert_near(low, -barrel->radius, 1e-12);
  /* the piston, 150 to 250 mm from the trunnion, stays within; the eye, from 400 mm on, without */
  assert_true(end > 0.25 && end < 0.4);
  picture p = {0};
  draw(result, 0.1, &p);
  assert_true(count_shapes(&p.shapes, PTL_TAG_BODY, cylinder) >= 2);
  drop(&p);
  ptl_result_destroy(result);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(belts_are_tangents),
      cmocka_unit_test(a_gas_spring_is_a_cylinder),
      cmocka_unit_test(a_rack_with_backlash_has_teeth),
      cmocka_unit_test(stops_of_a_slider_stand_at_its_limits),
      cmocka_unit_test(a_guide_that_turns_is_a_barrel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
