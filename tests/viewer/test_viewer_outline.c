/* How bodies are drawn that the model gives no shape, and which lie behind one another. Expected
 * places come from the mechanisms' geometry and the trace's own columns. */
#include "depth.h"
#include "plot.h"
#include "shapes.h"
#include "viewer_picture.h"

static const ptl_body_part *find_part(const ptl_result *result, const char *body,
                                      ptl_part_kind kind) {
  const ptl_outline *outline =
      &result->geometry.bodies[ptl_sketch_find_body(&result->sketch, body)];
  for (int i = 0; i < outline->n; i++)
    if (outline->parts[i].kind == kind) return &outline->parts[i];
  return NULL;
}

static int covers(const ptl_result *result, const char *body, double x, double y) {
  const ptl_outline *outline =
      &result->geometry.bodies[ptl_sketch_find_body(&result->sketch, body)];
  for (int i = 0; i < outline->n; i++)
    if (ptl_geometry_covers(&outline->parts[i], (ptl_point){x, y})) return 1;
  return 0;
}

/* A point of one body in the frame of another, from the columns. */
static ptl_point seen_from(const ptl_result *result, const char *from, const char *body,
                           ptl_point at, double time) {
  char column[6][64];
  static const char *const names[3] = {"x", "y", "angle"};
  double v[6];
  for (int i = 0; i < 6; i++) {
    snprintf(column[i], sizeof column[i], "%s.%s", i < 3 ? from : body, names[i % 3]);
    v[i] = value(result, column[i], time);
  }
  const double x = v[3] + cos(v[5]) * at.x - sin(v[5]) * at.y - v[0];
  const double y = v[4] + sin(v[5]) * at.x + cos(v[5]) * at.y - v[1];
  return (ptl_point){cos(v[2]) * x + sin(v[2]) * y, cos(v[2]) * y - sin(v[2]) * x};
}

/* The piston stays within the bore over the run. */
static void check_piston(const ptl_result *result, const char *barrel, const char *rod) {
  const ptl_body_part *bore = find_part(result, barrel, PTL_PART_BARREL);
  const ptl_body_part *piston = find_part(result, rod, PTL_PART_BLOCK);
  assert_non_null(bore);
  assert_non_null(piston);
  const ptl_point closed = bore->points[0], open = bore->points[1];
  const double length = hypot(open.x - closed.x, open.y - closed.y);
  const double ux = (open.x - closed.x) / length, uy = (open.y - closed.y) / length;
  for (int k = 0; k <= 20; k++) {
    const double time = ptl_record_end(&result->record) * k / 20;
    const ptl_point at = seen_from(result, barrel, rod, piston->points[0], time);
    const double along = ux * (at.x - closed.x) + uy * (at.y - closed.y);
    assert_true(along > piston->radius && along < length - piston->radius);
    assert_near(ux * (at.y - closed.y) - uy * (at.x - closed.x), 0, 1e-6 * length);
  }
}

/* A crank whose rod ends in a piston 150 mm on, in a cylinder that swings on a trunnion. */
static void a_swinging_cylinder_is_a_barrel_at_its_trunnion(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "bodies:\n"
      "  crank: {mass: 1 kg, inertia: 0.001 kg m^2}\n"
      "  rod: {mass: 0.5 kg, inertia: 0.002 kg m^2, position: [0, 40 mm]}\n"
      "  cylinder: {mass: 2 kg, inertia: 0.01 kg m^2, position: [0, -180 mm]}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
      "  drive: {type: motion, joint: shaft, rate: 60 rpm}\n"
      "  pin: {type: revolute, bodies: [crank, rod], at: [[0, 40 mm], [0, 0]]}\n"
      "  trunnion: {type: revolute, bodies: [ground, cylinder], at: [[0, -180 mm], [0, 0]]}\n"
      "  piston: {type: translational, bodies: [cylinder, rod], at: [[0, 0], [0, -150 mm]], axis: "
      "[0, 1]}\n"
      "run: {until: 1 s}\n");
  check_piston(result, "cylinder", "rod");
  assert_true(covers(result, "cylinder", 0, 0)); /* between its walls */
  ptl_result_destroy(result);
}

/* The same with the slider's point at the crank's pin: that there is a rod tells the piston's
 * centre of mass, 40 mm from the pin. The pin is never drawn in. */
static void a_centre_of_mass_away_from_the_pin_tells_of_a_rod(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "bodies:\n"
      "  crank: {mass: 1 kg, inertia: 2e-3 kg m^2}\n"
      "  piston: {mass: 0.3 kg, inertia: 5e-4 kg m^2, position: [40 mm, 0], com: [40 mm, 0]}\n"
      "  cylinder: {mass: 2 kg, inertia: 4e-3 kg m^2, position: [150 mm, 0]}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
      "  crank_pin: {type: revolute, bodies: [crank, piston]}\n"
      "  bore: {type: translational, bodies: [cylinder, piston], axis: [1, 0]}\n"
      "  trunnion: {type: revolute, bodies: [ground, cylinder]}\n"
      "  drive: {type: motion, joint: shaft, rate: 10 rad/s}\n"
      "run: {until: 1 s}\n");
  check_piston(result, "cylinder", "piston");
  const ptl_body_part *bore = find_part(result, "cylinder", PTL_PART_BARREL);
  assert_true(fabs(bore->points[1].x) < 0.11); /* least distance of the pin from the trunnion */
  assert_true(covers(result, "cylinder", 0, 0));
  ptl_result_destroy(result);
}

/* A strut between a fixed foot and the eye of a boom, 283 +- 50 mm long by its drive: the model has
 * no place for the piston; the barrel leads to the foot, the rod to the eye, and the eye is never
 * drawn in. */
static void a_driven_strut_is_a_cylinder_with_its_rod(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "bodies:\n"
      "  boom: {mass: 10 kg, inertia: 1 kg m^2, com: [400 mm, 0]}\n"
      "  barrel: {mass: 2 kg, inertia: 0.01 kg m^2, position: [100 mm, -200 mm], angle: 45 deg}\n"
      "  rod: {mass: 2 kg, inertia: 0.01 kg m^2, position: [300 mm, 0], angle: 45 deg}\n"
      "joints:\n"
      "  root: {type: revolute, bodies: [ground, boom], at: [0, 0]}\n"
      "  base: {type: revolute, bodies: [ground, barrel], at: [[100 mm, -200 mm], [0, 0]]}\n"
      "  eye: {type: revolute, bodies: [boom, rod], at: [[300 mm, 0], [0, 0]]}\n"
      "  stroke: {type: translational, bodies: [barrel, rod], at: [[0, 0], [0, 0]], axis: [1, 1]}\n"
      "  pump: {type: motion, joint: stroke, position: 282.842712474619 mm + 50 "
      "mm*sin(2*pi*time/1 s)}\n"
      "run: {until: 1 s}\n");
  check_piston(result, "barrel", "rod");
  const ptl_body_part *bore = find_part(result, "barrel", PTL_PART_BARREL);
  const ptl_body_part *piston = find_part(result, "rod", PTL_PART_BLOCK);
  assert_true(bore->points[1].x < 0.2328); /* the least distance of the eye from the foot */
  for (int k = 0; k <= 10; k++) {
    assert_true(covers(result, "barrel", 0.1 * k * bore->points[0].x, 0));
    assert_true(covers(result, "rod", 0.1 * k * piston->points[0].x, 0));
  }
  ptl_result_destroy(result);
}

/* The stone of a shaper sits on its pin: the lever is a rail for it, which reaches to its own
 * pin. */
static void a_block_on_its_pin_slides_on_a_rail(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "bodies:\n"
      "  crank: {mass: 1 kg, inertia: 0.001 kg m^2}\n"
      "  stone: {mass: 0.1 kg, inertia: 1e-5 kg m^2, position: [0, 60 mm]}\n"
      "  lever: {mass: 2 kg, inertia: 0.02 kg m^2, position: [0, -150 mm]}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
      "  drive: {type: motion, joint: shaft, rate: 60 rpm}\n"
      "  pin: {type: revolute, bodies: [crank, stone], at: [[0, 60 mm], [0, 0]]}\n"
      "  foot: {type: revolute, bodies: [ground, lever], at: [[0, -150 mm], [0, 0]]}\n"
      "  slide: {type: translational, bodies: [lever, stone], at: [[0, 0], [0, 0]], axis: [0, 1]}\n"
      "run: {until: 1 s}\n");
  assert_null(find_part(result, "lever", PTL_PART_BARREL));
  for (int k = 0; k <= 20; k++) assert_true(covers(result, "lever", 0, 0.21 * k / 20));
  ptl_result_destroy(result);
}

/* ------------------------------------------------------------------ behind one another */

static ptl_point shift_of(const ptl_result *result, const char *body) {
  return result->binding.shifts[ptl_sketch_find_body(&result->sketch, body)];
}

/* Pistons 1 and 4 rise together, 2 and 3 meet them half way: each needs a plane of its own, with
 * its rod. Where the pistons are is not changed by that. */
static void cylinders_in_line_lie_behind_one_another(void **state) {
  (void)state;
  ptl_result *result = get("inline_four");
  picture p = {0};
  draw(result, 1e-3, &p);
  double last = -1;
  for (int i = 1; i <= 4; i++) {
    char piston[32], rod[32], bore[32], column[32];
    snprintf(piston, sizeof piston, "piston_%d", i);
    snprintf(rod, sizeof rod, "rod_%d", i);
    snprintf(bore, sizeof bore, "bore_%d", i);
    snprintf(column, sizeof column, "piston_%d.y", i);
    const ptl_point shift = shift_of(result, piston);
    assert_true(shift.x > last);
    assert_near(shift_of(result, rod).x, shift.x, 0);
    last = shift.x;
    const int joint = ptl_sketch_find_joint(&result->sketch, bore);
    assert_near(ptl_slider_position(&p.snapshot, &result->sketch.joints[joint]),
                value(result, column, 1e-3), 1e-9);
    const int body = ptl_sketch_find_body(&result->sketch, piston);
    assert_near(p.snapshot.bodies[body].x, shift.x, 1e-9);
    const double *box = result->geometry.extent.box; /* and all of it is in the picture */
    assert_true(box[2] > shift.x && box[3] > value(result, column, 1e-3) + shift.y);
  }
  assert_near(shift_of(result, "crankshaft").x, 0, 0);
  drop(&p);
  ptl_result_destroy(result);
}

/* Two carts on one rail that never meet lie in one plane. */
static void carts_on_one_rail_lie_in_one_plane(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "bodies:\n"
      "  left: {mass: 1 kg, inertia: 0.01 kg m^2}\n"
      "  right: {mass: 1 kg, inertia: 0.01 kg m^2, position: [0.3 m, 0]}\n"
      "joints:\n"
      "  first: {type: translational, bodies: [ground, left], at: [[0, 0], [0, 0]]}\n"
      "  second: {type: translational, bodies: [ground, right], at: [[0.3 m, 0], [0, 0]]}\n"
      "forces:\n"
      "  spring: {type: spring_damper, bodies: [left, right], at: [[0, 0], [0, 0]], stiffness: 100 "
      "N/m, free_length: 0.2 m}\n"
      "run: {until: 1 s}\n");
  assert_near(shift_of(result, "left").x, 0, 0);
  assert_near(shift_of(result, "right").x, 0, 0);
  ptl_result_destroy(result);
}

/* ------------------------------------------------------------------ the rest */

/* A spring between two angles is at the pin of its bodies, wherever these have their origins. */
static void a_torsion_spring_is_at_the_pin(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "bodies:\n"
      "  upper: {mass: 1 kg, inertia: 0.01 kg m^2, position: [0, -0.5 m]}\n"
      "  lower: {mass: 1 kg, inertia: 0.01 kg m^2, position: [0, -1.5 m]}\n"
      "joints:\n"
      "  top: {type: revolute, bodies: [ground, upper], at: [[0, 0], [0, 0.5 m]]}\n"
      "  knee: {type: revolute, bodies: [upper, lower], at: [[0, -0.5 m], [0, 0.5 m]]}\n"
      "forces:\n"
      "  spiral: {type: rotational_spring_damper, bodies: [lower, upper], stiffness: 1 N m/rad}\n"
      "run: {until: 0.1 s}\n");
  const ptl_sketch_spring *spring = &result->sketch.springs[0];
  assert_near(spring->a.y, 0.5, 0);
  assert_near(spring->b.y, -0.5, 0);
  ptl_result_destroy(result);
}

/* Where a text is by the viewer's own estimate of its width; from the line it stands on to the top
 * of its capitals. */
static void text_box(const ptl_shapes *shapes, const ptl_shape *shape, double box[4]) {
  ptl_shape_box(shapes, shape, box);
  box[1] -= 0.7 * shape->size;
  box[2] += ptl_text_width(&shapes->text[shape->text], shape->size);
}

static int overlap(const double a[4], const double b[4]) {
  return a[0] < b[2] - 0.5 && b[0] < a[2] - 0.5 && a[1] < b[3] - 0.5 && b[1] < a[3] - 0.5;
}

static int is_name(const ptl_shape *shape) {
  return shape->kind == PTL_SHAPE_TEXT &&
         (shape->tag.kind == PTL_TAG_BODY || shape->tag.kind == PTL_TAG_JOINT ||
          shape->tag.kind == PTL_TAG_POINT);
}

/* Names of bodies, joints and points. */
static void no_name_lies_on_another(void **state) {
  (void)state;
  static const char *const models[] = {"n_four_bar", "excavator", "inline_four", "double_pendulum",
                                       "andrews_squeezer"};
  for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
    ptl_result *result = get(models[m]);
    picture p = {0};
    int names = 0;
    for (int k = 0; k <= 4; k++) {
      draw(result, ptl_record_end(&result->record) * k / 4, &p);
      for (int i = 0; i < p.shapes.n; i++) {
        double a[4], b[4];
        if (!is_name(&p.shapes.items[i])) continue;
        names++;
        text_box(&p.shapes, &p.shapes.items[i], a);
        for (int j = 0; j < i; j++) {
          if (!is_name(&p.shapes.items[j])) continue;
          text_box(&p.shapes, &p.shapes.items[j], b);
          if (overlap(a, b)) fail_msg("%s: two names overlap", models[m]);
        }
      }
    }
    assert_true(names > 10);
    drop(&p);
    ptl_result_destroy(result);
  }
}

/* Place in the list of the last shape of a kind and index; -1 without. */
static int last_of(const ptl_shapes *shapes, ptl_tag_kind kind, int index) {
  for (int i = shapes->n - 1; i >= 0; i--)
    if (shapes->items[i].tag.kind == kind && shapes->items[i].tag.index == index) return i;
  return -1;
}

/* Whether the bearing block of the first joint lies on the first body's outline. */
static int block_is_in_front(ptl_result *result, double time) {
  picture p = {0};
  draw(result, time, &p);
  const int block = last_of(&p.shapes, PTL_TAG_GROUND, 0);
  const ptl_shape *body = find_shape(&p.shapes, PTL_TAG_BODY, 0);
  assert_true(block >= 0 && body != NULL);
  const int is_in_front = &p.shapes.items[block] > body;
  drop(&p);
  return is_in_front;
}

#define ON_A_SHAFT(shape, radius)                                                  \
  "pintle: 1\n"                                                                    \
  "bodies:\n"                                                                      \
  "  rotor: {mass: 1 kg, inertia: 0.01 kg m^2, rate: 10 rad/s, shape: " shape      \
  "}\n"                                                                            \
  "joints:\n"                                                                      \
  "  shaft: {type: revolute, bodies: [ground, rotor], at: [0, 0], radius: " radius \
  "}\n"                                                                            \
  "run: {until: 1 s}\n"

/* A disc of 100 mm covers a block whose foot lies 2.3 sizes down and to both sides, a size being
 * 1.15 times the journal's 12 mm, whichever way it stands: 45 mm. A bar 20 mm wide does not, nor a
 * disc of 40 mm. */
static void a_block_behind_a_disc_is_drawn_before_it(void **state) {
  (void)state;
  ptl_result *disc = get_text(ON_A_SHAFT("[{circle: {radius: 100 mm}}]", "12 mm"));
  ptl_result *bar = get_text(ON_A_SHAFT("[{rectangle: {size: [200 mm, 20 mm]}}]", "8 mm"));
  ptl_result *small = get_text(ON_A_SHAFT("[{circle: {radius: 40 mm}}]", "12 mm"));
  for (int k = 0; k < 4; k++) {
    assert_int_equal(block_is_in_front(disc, 0.25 * k), 1);
    assert_int_equal(block_is_in_front(bar, 0.25 * k), 0);
    assert_int_equal(block_is_in_front(small, 0.25 * k), 0);
  }
  picture p = {0};
  draw(disc, 0, &p);
  double box[4]; /* the block is the path before the foot's line and its hatching */
  const int hatching = last_of(&p.shapes, PTL_TAG_GROUND, 0);
  ptl_shape_box(&p.shapes, &p.shapes.items[hatching - 2], box);
  const ptl_point pin = ptl_viewport_point(&p.view, (ptl_point){0, 0});
  assert_true(pin.y - box[1] > 1.15 * 0.012 * p.view.scale); /* goes round the journal */
  drop(&p);
  ptl_result_destroy(disc);
  ptl_result_destroy(bar);
  ptl_result_destroy(small);
}

/* The larger of two wheels covers the block of its shaft. */
static void a_block_behind_a_wheel_is_drawn_before_it(void **state) {
  (void)state;
  ptl_result *result = get("gear_train");
  const int load = ptl_sketch_find_joint(&result->sketch, "load_shaft");
  picture p = {0};
  draw(result, 0, &p);
  assert_true(load >= 0);
  assert_true(last_of(&p.shapes, PTL_TAG_GROUND, load) > last_of(&p.shapes, PTL_TAG_GEAR, 1));
  drop(&p);
  ptl_result_destroy(result);
}

/* A block without a given size covers the boss, 1.6 times the pin, of the pin in it. */
static void a_block_holds_its_pin(void **state) {
  (void)state;
  ptl_result *result = get("slider_crank_two_clearances");
  const ptl_sketch_joint *wrist =
      &result->sketch.joints[ptl_sketch_find_joint(&result->sketch, "wrist")];
  const ptl_body_part *block = find_part(result, "slider", PTL_PART_BLOCK);
  assert_non_null(block);
  assert_true(block->half > 1.6 * wrist->radius && block->radius > 1.6 * wrist->radius);
  ptl_result_destroy(result);
}

/* By statics no moment acts in the guide of the lift nor at the pins of the crane's strut, and the
 * wishbones stay where they are: what the columns hold is rounding and is not shown of itself. */
static void rounding_is_no_plot(void **state) {
  (void)state;
  static const char *const files[] = {"double_scott_russell",
                                      "../examples/mechanisms/luffing_crane",
                                      "../examples/mechanisms/wishbones"};
  for (size_t m = 0; m < sizeof files / sizeof *files; m++) {
    ptl_result *result = get(files[m]);
    ptl_plot plots[PTL_MAX_PLOTS];
    const int n = ptl_plots_choose(&result->sketch, &result->record, plots);
    assert_true(n > 0);
    for (int i = 0; i < n; i++) {
      double largest = 0;
      for (int k = 0; k < plots[i].n; k++) {
        const int column = ptl_record_find(&result->record, plots[i].y[k]);
        double low, high;
        assert_true(ptl_record_range(&result->record, column, 0, result->record.n, &low, &high));
        largest = fmax(largest, fmax(-low, high));
      }
      assert_true(largest > 1e-3);
    }
    ptl_result_destroy(result);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_block_behind_a_disc_is_drawn_before_it),
      cmocka_unit_test(a_block_behind_a_wheel_is_drawn_before_it),
      cmocka_unit_test(a_block_holds_its_pin),
      cmocka_unit_test(rounding_is_no_plot),
      cmocka_unit_test(a_swinging_cylinder_is_a_barrel_at_its_trunnion),
      cmocka_unit_test(a_centre_of_mass_away_from_the_pin_tells_of_a_rod),
      cmocka_unit_test(a_driven_strut_is_a_cylinder_with_its_rod),
      cmocka_unit_test(a_block_on_its_pin_slides_on_a_rail),
      cmocka_unit_test(cylinders_in_line_lie_behind_one_another),
      cmocka_unit_test(carts_on_one_rail_lie_in_one_plane),
      cmocka_unit_test(a_torsion_spring_is_at_the_pin),
      cmocka_unit_test(no_name_lies_on_another),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
