/* The viewer's pictures as lists of shapes: no window, no drawing. Expected places come from the
 * trace's own columns and the mechanism's geometry, computed here independently. */
#include <dirent.h>

#include "lens.h"
#include "scene_pick.h"
#include "shapes.h"
#include "viewer_picture.h"

static void check_model(const char *name) {
  ptl_result *result = get(name);
  picture p = {0};
  double start = ptl_record_start(&result->record), end = ptl_record_end(&result->record);
  for (int k = 0; k <= 4; k++) {
    draw(result, start + 0.25 * k * (end - start), &p);
    for (int i = 0; i < result->sketch.n_bodies; i++) {
      assert_true(count_shapes(&p.shapes, PTL_TAG_BODY, i) >= 2);
    }
    for (int i = 0; i < result->sketch.n_joints; i++) {
      ptl_sketch_kind kind = result->sketch.joints[i].kind;
      if (kind != PTL_SKETCH_REVOLUTE && kind != PTL_SKETCH_SLOT) continue;
      assert_int_not_equal(count_shapes(&p.shapes, PTL_TAG_PIN, i), 0);
    }
    for (int i = 0; i < p.shapes.n; i++) { /* everything has a place, nothing is far away */
      double box[4];
      const ptl_shape *shape = &p.shapes.items[i];
      if (shape->kind == PTL_SHAPE_UNCLIP || (shape->kind == PTL_SHAPE_PATH && shape->n == 0))
        continue;
      ptl_shape_box(&p.shapes, shape, box);
      for (int b = 0; b < 4; b++) assert_true(fabs(box[b]) < 1e4);
    }
  }
  drop(&p);
  ptl_result_destroy(result);
}

static void every_model_has_a_scene(void **state) {
  (void)state;
  DIR *dir = opendir(PINTLE_MODELS);
  assert_non_null(dir);
  const struct dirent *entry;
  int n = 0;
  while ((entry = readdir(dir)) != NULL) {
    char name[128];
    const char *dot = strrchr(entry->d_name, '.');
    if (dot == NULL || strcmp(dot, ".yaml") != 0) continue;
    snprintf(name, sizeof name, "%.*s", (int)(dot - entry->d_name), entry->d_name);
    check_model(name);
    n++;
  }
  closedir(dir);
  assert_true(n >= 3);
}

/* The pin of the scotch yoke is 45 mm from the shaft at the crank's angle. */
static void the_pin_is_where_the_crank_is(void **state) {
  (void)state;
  ptl_result *result = get("scotch_yoke");
  picture p = {0};
  int slot = ptl_sketch_find_joint(&result->sketch, "slot");
  for (int k = 0; k < 7; k++) {
    double time = 0.021 * k;
    draw(result, time, &p);
    double angle = value(result, "crank.angle", time);
    ptl_point world = {0.045 * cos(angle), 0.045 * sin(angle)};
    ptl_point expected = {10 + 450 + (world.x - p.view.cx) * p.view.scale,
                          20 + 300 - (world.y - p.view.cy) * p.view.scale};
    ptl_point drawn = middle_of(&p.shapes, PTL_TAG_PIN, slot);
    assert_near(drawn.x, expected.x, 0.05); /* interpolated within a row: far below a pixel */
    assert_near(drawn.y, expected.y, 0.05);
  }
  drop(&p);
  ptl_result_destroy(result);
}

/* The slot is drawn with its true width: 16 mm. */
static void the_slot_has_its_width(void **state) {
  (void)state;
  ptl_result *result = get("scotch_yoke");
  picture p = {0};
  int slot = ptl_sketch_find_joint(&result->sketch, "slot");
  draw(result, 0.01, &p);
  const ptl_shape *cut = find_shape(&p.shapes, PTL_TAG_SLOT, slot);
  assert_non_null(cut);
  assert_near(cut[1].style.width, 0.016 * p.view.scale, 1e-6); /* cut[0] is its edge, 1.8 wider */
  assert_near(cut[0].style.width - cut[1].style.width, 1.8, 1e-6);
  drop(&p);
  ptl_result_destroy(result);
}

static void a_touch_glows_and_fades(void **state) {
  (void)state;
  ptl_result *result = get("scotch_yoke");
  picture p = {0};
  int i = ptl_record_next_event(&result->record, 0.03, 1, PTL_EVENT_TOUCH);
  assert_true(i >= 0);
  double touch = result->record.events[i].time;
  draw(result, touch + 0.2e-3, &p);
  assert_int_not_equal(count_shapes(&p.shapes, PTL_TAG_FLASH, -1), 0);
  double early = find_shape(&p.shapes, PTL_TAG_FLASH, -1)->style.alpha;
  draw(result, touch + 0.8e-3, &p);
  double late = find_shape(&p.shapes, PTL_TAG_FLASH, -1)->style.alpha;
  assert_true(late < early);
  draw(result, touch - 1e-6, &p);
  assert_int_equal(count_shapes(&p.shapes, PTL_TAG_FLASH, -1), 0);
  drop(&p);
  ptl_result_destroy(result);
}

/* A force arrow points along the force in the trace, with y up. */
static void arrows_point_along_the_force(void **state) {
  (void)state;
  ptl_result *result = get("scotch_yoke");
  picture p = {0};
  int slot = ptl_sketch_find_joint(&result->sketch, "slot");
  int peak = ptl_record_next_event(&result->record, 0.0, 1, PTL_EVENT_DEEPEST);
  double time = result->record.events[peak].time;
  draw(result, time, &p);
  double fx = value(result, "slot.fx", time), fy = value(result, "slot.fy", time);
  const ptl_shape *arrow = find_shape(&p.shapes, PTL_TAG_FORCE, slot);
  assert_non_null(arrow);
  const ptl_step *tail = &p.shapes.steps[arrow->first], *tip = tail + 1;
  double dx = tip->x - tail->x, dy = -(tip->y - tail->y);
  double sine = (dx * fy - dy * fx) / (hypot(dx, dy) * hypot(fx, fy));
  assert_near(sine, 0, 1e-3);
  assert_true(dx * fx + dy * fy > 0);
  drop(&p);
  ptl_result_destroy(result);
}

static void one_can_point_at_things(void **state) {
  (void)state;
  ptl_result *result = get("scotch_yoke");
  picture p = {0};
  draw(result, 0.005, &p);
  int slot = ptl_sketch_find_joint(&result->sketch, "slot");
  ptl_point pin = middle_of(&p.shapes, PTL_TAG_PIN, slot);
  assert_int_equal(ptl_scene_pick_joint(&p.scene, &p.snapshot, &p.view, pin, 4), slot);
  assert_int_equal(ptl_scene_pick_joint(&p.scene, &p.snapshot, &p.view, (ptl_point){12, 22}, 4),
                   -1);
  double angle = value(result, "crank.angle", 0.005);
  ptl_point half =
      ptl_viewport_point(&p.view, (ptl_point){0.0225 * cos(angle), 0.0225 * sin(angle)});
  int crank = ptl_sketch_find_body(&result->sketch, "crank");
  assert_int_equal(ptl_scene_pick_body(&p.scene, &p.snapshot, &p.view, half), crank);
  ptl_point back = ptl_viewport_world(&p.view, ptl_viewport_point(&p.view, (ptl_point){0.3, -0.2}));
  assert_near(back.x, 0.3, 1e-12);
  assert_near(back.y, -0.2, 1e-12);
  drop(&p);
  ptl_result_destroy(result);
}

/* Two pins at one point, the first or the second of which has clearance: that one is picked, also
 * beside the point, where both are equally far away, and when the clearance puts it a little
 * farther. */
static void of_two_pins_that_with_clearance_is_picked(void **state) {
  (void)state;
  for (int with = 0; with < 2; with++) {
    const char *play =
        "{type: revolute, bodies: [ground, a], at: [0, 0], radius: 5 mm,"
        " clearance: 0.1 mm, contact: wall}";
    const char *ideal = "{type: revolute, bodies: [ground, b], at: [0, 0]}";
    char text[1024];
    snprintf(text, sizeof text,
             "pintle: 1\n"
             "bodies:\n"
             "  a: {mass: 1 kg, inertia: 0.01 kg m^2}\n"
             "  b: {mass: 1 kg, inertia: 0.01 kg m^2, position: [50 mm, 0]}\n"
             "joints:\n"
             "  first: %s\n"
             "  second: %s\n"
             "contacts:\n"
             "  wall: {elastic: {law: power, stiffness: 1e8 N/m^1.5, exponent: 1.5}}\n"
             "run: {until: 1 ms, every: 0.1 ms, start: given}\n",
             with == 0 ? play : ideal, with == 0 ? ideal : play);
    ptl_result *result = get_text(text);
    picture p = {0};
    draw(result, 0, &p);
    assert_true(result->sketch.joints[with].clearance > 0);
    ptl_point at = ptl_viewport_point(&p.view, (ptl_point){0, 0});
    for (int k = 0; k < 3; k++) {
      ptl_point beside = {at.x + k, at.y - k};
      assert_int_equal(ptl_scene_pick_joint(&p.scene, &p.snapshot, &p.view, beside, 4), with);
    }
    ptl_point beside = {at.x + 3, at.y}; /* 3 points from the ideal pin, 4 from the other */
    p.snapshot.bodies[0].x = -1 / p.view.scale;
    assert_int_equal(ptl_scene_pick_joint(&p.scene, &p.snapshot, &p.view, beside, 4), with);
    drop(&p);
    ptl_result_destroy(result);
  }
}

static void a_trail_goes_through_where_the_point_was(void **state) {
  (void)state;
  ptl_result *result = get("scotch_yoke");
  picture p = {0};
  draw(result, 0.04, &p);
  int slot = ptl_sketch_find_joint(&result->sketch, "slot");
  p.appearance.trails[0] = result->sketch.joints[slot].b;
  p.appearance.n_trails = 1;
  p.appearance.trail_span = 0.02;
  draw(result, 0.04, &p);
  const ptl_shape *trail = find_shape(&p.shapes, PTL_TAG_TRAIL, 0);
  assert_non_null(trail);
  double angle = value(result, "crank.angle", 0.02); /* where it began */
  ptl_point first =
      ptl_viewport_point(&p.view, (ptl_point){0.045 * cos(angle), 0.045 * sin(angle)});
  assert_near(p.shapes.steps[trail->first].x, first.x, 0.05);
  assert_near(p.shapes.steps[trail->first].y, first.y, 0.05);
  drop(&p);
  ptl_result_destroy(result);
}

/* 14 and 28 teeth, centres 120 mm apart: pitch radii 40 and 80 mm. */
static void wheels_have_the_radii_of_their_ratio(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "bodies:\n"
      "  small: {mass: 1 kg, inertia: 0.001 kg m^2}\n"
      "  large: {mass: 3 kg, inertia: 0.01 kg m^2, position: [120 mm, 0]}\n"
      "joints:\n"
      "  left: {type: revolute, bodies: [ground, small], at: [0, 0]}\n"
      "  right: {type: revolute, bodies: [ground, large], at: [120 mm, 0]}\n"
      "  mesh: {type: gear, gears: [small, large], teeth: [14, 28]}\n"
      "  drive: {type: motion, joint: left, rate: 10 rad/s}\n"
      "run: {until: 0.1 s, every: 10 ms}\n");
  picture p = {0};
  draw(result, 0.05, &p);
  assert_int_equal(count_shapes(&p.shapes, PTL_TAG_GEAR, 0), 4); /* teeth and pitch circles */
  const ptl_shape *small = find_shape(&p.shapes, PTL_TAG_GEAR, 0) + 1;
  assert_near(p.shapes.steps[small[0].first].radius, 0.040 * p.view.scale, 1e-6);
  assert_near(p.shapes.steps[small[2].first].radius, 0.080 * p.view.scale, 1e-6);
  drop(&p);
  ptl_result_destroy(result);
}

/* A body that has a shape of its own is drawn as that, and not as its joints would have it: a plate
 * of 60 mm by 40 mm with a hole of 10 mm, its lower left corner in the pivot. */
static void a_body_has_the_shape_of_its_model(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "gravity: [0, -9.81 m/s^2]\n"
      "bodies:\n"
      "  plate:\n"
      "    mass: 1 kg\n"
      "    inertia: 0.001 kg m^2\n"
      "    com: [30 mm, 20 mm]\n"
      "    shape:\n"
      "      - polygon: [[0, 0], [0, 40 mm], [60 mm, 40 mm], [60 mm, 0]]\n"
      "        holes: [{circle: {center: [30 mm, 20 mm], radius: 10 mm}}]\n"
      "        color: purple\n"
      "joints:\n"
      "  pivot: {type: revolute, bodies: [ground, plate], at: [0, 0]}\n"
      "run: {until: 0.1 s, every: 10 ms}\n");
  picture p = {0};
  draw(result, 0.05, &p);
  double angle = value(result, "plate.angle", 0.05), c = cos(angle), s = sin(angle);
  assert_int_equal(count_shapes(&p.shapes, PTL_TAG_PIN, 0), 1); /* the joint stays */
  const ptl_shape *edge = find_shape(&p.shapes, PTL_TAG_BODY, 0), *fill = edge + 1;
  assert_int_equal(edge->style.stroke, PTL_INK_EDGE);
  assert_int_equal(fill->style.fill, PTL_INK_BODY + 4);
  assert_int_equal(fill->n, 4 + 1 + 96 + 1); /* corners, and 96 of the circle; each closed */
  int found = 0;
  for (int i = 0; i < fill->n; i++) {
    ptl_step *step = &p.shapes.steps[fill->first + i];
    ptl_point at = ptl_viewport_world(&p.view, (ptl_point){step->x, step->y});
    if (step->kind == PTL_CLOSE) continue;
    double x = c * at.x + s * at.y, y = c * at.y - s * at.x;
    if (i > 4) assert_near(hypot(x - 0.03, y - 0.02), 0.01, 1e-9);
    if (i <= 4) found += fabs(x - 0.06) < 1e-9 && fabs(y - 0.04) < 1e-9;
  }
  assert_int_equal(found, 1);
  ptl_point corner =
      ptl_viewport_point(&p.view, (ptl_point){c * 0.055 - s * 0.03, s * 0.055 + c * 0.03});
  ptl_point middle =
      ptl_viewport_point(&p.view, (ptl_point){c * 0.03 - s * 0.02, s * 0.03 + c * 0.02});
  assert_int_equal(ptl_scene_pick_body(&p.scene, &p.snapshot, &p.view, corner), 0);
  assert_int_equal(ptl_scene_pick_body(&p.scene, &p.snapshot, &p.view, middle), PTL_GROUND);
  drop(&p);
  ptl_result_destroy(result);
}

/* Twelve points of a circle of 50 mm: the slot through them is drawn as that circle, to a
 * thousandth, and the lens finds the pin across it within the play. */
static void a_free_form_slot_runs_through_its_points(void **state) {
  (void)state;
  char text[2048], points[1024] = "";
  for (int i = 0; i < 12; i++) {
    char one[64];
    snprintf(one, sizeof one, "%s[%.12f, %.12f]", i > 0 ? ", " : "", 0.05 * cos(i * M_PI / 6),
             0.05 * sin(i * M_PI / 6));
    strcat(points, one);
  }
  snprintf(text, sizeof text,
           "pintle: 1\n"
           "gravity: [0, -9.81 m/s^2]\n"
           "bodies:\n"
           "  bead: {mass: 0.2 kg, inertia: 1e-4 kg m^2, position: [50 mm, 0]}\n"
           "joints:\n"
           "  ring:\n"
           "    type: pin_in_slot\n"
           "    pin: {body: bead, radius: 4 mm}\n"
           "    slot: {body: ground, curve: {closed: true, points: [%s]}}\n"
           "    clearance: 0.2 mm\n"
           "    contact: wall\n"
           "contacts:\n"
           "  wall: {elastic: {law: power, stiffness: 1e8 N/m^1.5, exponent: 1.5}}\n"
           "run: {until: 0.1 s, every: 1 ms, start: ideal}\n",
           points);
  ptl_result *result = get_text(text);
  const ptl_sketch_joint *joint = &result->sketch.joints[0];
  assert_int_equal(joint->kind, PTL_SKETCH_SLOT);
  assert_int_equal(joint->n_path, 12 * 8 + 1);
  for (int i = 0; i < joint->n_path; i++) {
    assert_near(hypot(joint->path[2 * i], joint->path[2 * i + 1]), 0.05, 1e-4);
  }
  picture p = {0};
  ptl_lens lens = {0, 0, 0, 200, 1, 0.1};
  for (int k = 0; k <= 4; k++) {
    draw(result, 0.02 * k, &p);
    const ptl_shape *slot = find_shape(&p.shapes, PTL_TAG_SLOT, 0);
    assert_non_null(slot);
    assert_int_equal(slot->n, joint->n_path);
    ptl_shapes_clear(&p.shapes);
    ptl_lens_draw(&p.scene, &p.snapshot, &lens, &p.shapes);
    ptl_point pin = middle_of(&p.shapes, PTL_TAG_PIN, 0);
    assert_true(hypot(pin.x - 100, pin.y - 100) <= 0.15 * 200 * 1.5);
  }
  drop(&p);
  ptl_result_destroy(result);
}

/* A disc of 40 mm on a floor that is hatched below, and in a socket of 60 mm. */
static void surfaces_that_touch_are_drawn(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "gravity: [0, -9.81 m/s^2]\n"
      "bodies:\n"
      "  disc: {mass: 0.2 kg, inertia: 1e-4 kg m^2, position: [0, 39.99 mm]}\n"
      "joints:\n"
      "  floor:\n"
      "    type: circle_line\n"
      "    line: {body: ground, from: [-100 mm, 0], to: [100 mm, 0], solid: right}\n"
      "    circle: {body: disc, radius: 40 mm}\n"
      "    contact: wall\n"
      "  socket:\n"
      "    type: circle_circle\n"
      "    a: {body: ground, at: [0, 40 mm], radius: 60 mm, hollow: true}\n"
      "    b: {body: disc, radius: 40 mm}\n"
      "    contact: wall\n"
      "contacts:\n"
      "  wall: {elastic: {law: power, stiffness: 1e8 N/m^1.5, exponent: 1.5}}\n"
      "run: {until: 1 ms, every: 10 us, start: given}\n");
  picture p = {0};
  draw(result, 0, &p);
  const ptl_shape *disc = find_shape(&p.shapes, PTL_TAG_BODY, 0);
  ptl_point centre = ptl_viewport_point(&p.view, (ptl_point){0, 0.03999});
  for (int i = 0; i < disc->n - 1; i++) {
    const ptl_step *step = &p.shapes.steps[disc->first + i];
    assert_near(hypot(step->x - centre.x, step->y - centre.y), 0.04 * p.view.scale, 1e-9);
  }
  const ptl_shape *floor = find_shape(&p.shapes, PTL_TAG_GROUND, 0);
  ptl_point left = ptl_viewport_point(&p.view, (ptl_point){-0.1, 0});
  assert_near(p.shapes.steps[floor->first].x, left.x, 1e-9);
  assert_near(p.shapes.steps[floor->first].y, left.y, 1e-9);
  double box[4];
  ptl_shape_box(&p.shapes, floor + 1, box); /* the hatching goes into the ground */
  assert_true(box[3] > left.y + 1 && box[1] > left.y - 1e-6);
  assert_int_equal(p.snapshot.joints[0].touching, 1);
  ptl_point mark = middle_of(&p.shapes, PTL_TAG_JOINT, 0), foot = centre;
  foot.y += 0.04 * p.view.scale; /* below the centre by the radius */
  assert_near(mark.x, foot.x, 1e-6);
  assert_near(mark.y, foot.y, 1e-6);
  assert_int_equal(p.snapshot.joints[1].touching, 0);
  drop(&p);
  ptl_result_destroy(result);
}

/* Names are whole, apart from each other and beside what will cover the picture. */
static void names_are_readable(void **state) {
  (void)state;
  ptl_result *result = get("slider_crank_clearance");
  picture p = {.view = {.x = 10, .y = 20, .w = 400, .h = 300},
               .appearance = ptl_appearance_default()};
  const double cover[4] = {250, 20, 160, 120};
  ptl_viewport_fit(&p.view, result->geometry.extent.box);
  memcpy(p.appearance.covered, cover, sizeof cover);
  int names = 0;
  for (int k = 0; k < 20; k++) {
    double boxes[64][4];
    int n = 0;
    draw(result, k * 1e-3, &p);
    for (int i = 0; i < p.shapes.n; i++) {
      const ptl_shape *shape = &p.shapes.items[i];
      int is_name = shape->tag.kind == PTL_TAG_BODY || shape->tag.kind == PTL_TAG_JOINT;
      if (shape->kind != PTL_SHAPE_TEXT || !is_name) continue;
      double w = ptl_text_width(p.shapes.text + shape->text, shape->size);
      double box[4] = {shape->x, shape->y - 0.7 * shape->size, shape->x + w, shape->y};
      assert_true(box[0] >= 10 && box[1] >= 20 && box[2] <= 410 && box[3] <= 320);
      assert_true(box[2] < cover[0] || box[1] > cover[1] + cover[3]);
      for (int j = 0; j < n; j++) {
        assert_true(box[0] >= boxes[j][2] || boxes[j][0] >= box[2] || box[1] >= boxes[j][3] ||
                    boxes[j][1] >= box[3]);
      }
      memcpy(boxes[n++], box, sizeof box);
    }
    names += n;
  }
  assert_true(names >= 20 * 5); /* of eight each time */
  drop(&p);
  ptl_result_destroy(result);
}

/* Half way between its ends a dashpot has its piston's place; a coil is one path that goes to and
 * fro 18 times. */
static void a_damper_is_no_spring(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "bodies:\n"
      "  block: {mass: 1 kg, inertia: 0.001 kg m^2, position: [100 mm, 0]}\n"
      "joints:\n"
      "  guide: {type: translational, bodies: [ground, block]}\n"
      "forces:\n"
      "  coil: {type: spring_damper, bodies: [ground, block], at: [[0, 0], [0, 0]], stiffness: 1 "
      "N/m}\n"
      "  dash: {type: spring_damper, bodies: [ground, block], at: [[0, 0], [0, 0]], stiffness: 0 "
      "N/m,"
      " damping: 1 N s/m}\n"
      "  drum: {type: rotational_spring_damper, bodies: [ground, block], stiffness: 0 N m/rad,"
      " damping: 1 N m s/rad}\n"
      "run: {until: 0.1 s, every: 10 ms}\n");
  picture p = {0};
  draw(result, 0.05, &p);
  assert_int_equal(result->sketch.springs[0].kind, PTL_SPRING_COIL);
  assert_int_equal(result->sketch.springs[1].kind, PTL_SPRING_DAMPER);
  assert_int_equal(result->sketch.springs[2].kind, PTL_SPRING_DAMPER);
  assert_true(result->sketch.springs[2].is_rotational);
  const ptl_shape *coil = find_shape(&p.shapes, PTL_TAG_SPRING, 0);
  const ptl_shape *dash = find_shape(&p.shapes, PTL_TAG_SPRING, 1);
  const ptl_shape *drum = find_shape(&p.shapes, PTL_TAG_SPRING, 2);
  assert_int_equal(coil->n, 22);
  const ptl_step *first = &p.shapes.steps[dash->first], *last = first + dash->n - 1;
  assert_near(last->x - first->x, value(result, "block.x", 0.05) * p.view.scale, 1e-6);
  assert_true(dash->n < coil->n);
  assert_int_equal(p.shapes.steps[drum->first].kind, PTL_ARC);
  drop(&p);
  ptl_result_destroy(result);
}

/* A rack of 2 pi 30 mm/z pitch: the teeth of its bar are as far apart as those of its pinion, the
 * bar is where the rack is, its back on the side away from the pinion. */
static void a_rack_has_teeth(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "bodies:\n"
      "  pinion: {mass: 1, inertia: 1e-3}\n"
      "  rack: {mass: 2, inertia: 1e-2, position: [0, -30 mm]}\n"
      "joints:\n"
      "  shaft: {type: revolute, bodies: [ground, pinion], at: [0, 0]}\n"
      "  guide: {type: translational, bodies: [ground, rack], at: [0, -30 mm], axis: [1, 0]}\n"
      "  mesh: {type: rack_and_pinion, rack: guide, pinion: shaft, radius: 30 mm}\n"
      "  drive: {type: motion, joint: shaft, angle: 2 rad*sin(6 rad/s*time)}\n"
      "run: {until: 1 s, every: 10 ms}\n");
  picture p = {0};
  double first[2];
  for (int k = 0; k < 2; k++) {
    draw(result, 0.1 + 0.2 * k, &p);
    const ptl_shape *bar = find_shape(&p.shapes, PTL_TAG_GEAR, 0), *pinion = bar + 1;
    const ptl_step *step = &p.shapes.steps[bar->first];
    const int teeth = (pinion->n - 1) / 4; /* four corners each */
    const double pitch = 2 * acos(-1.0) * 30e-3 / teeth * p.view.scale;
    assert_near(step[4].x - step[0].x, pitch, 1e-6);
    assert_true(step[bar->n - 2].y > step[0].y); /* down, on the screen */
    first[k] = step[0].x - p.view.scale * value(result, "rack.x", 0.1 + 0.2 * k);
  }
  assert_near(first[0], first[1], 1e-6); /* the bar goes with its body */
  drop(&p);
  ptl_result_destroy(result);
}

/* Teeth with backlash: each wheel has its number of teeth, and they touch where the pitch circles
 * do. */
static void wheels_have_their_teeth(void **state) {
  (void)state;
  ptl_result *result = get("gear_train");
  picture p = {0};
  draw(result, 0.2, &p);
  for (int i = 0; i < 2; i++) {
    static const int teeth[2][2] = {{20, 40}, {18, 54}};
    const ptl_shape *wheel = find_shape(&p.shapes, PTL_TAG_GEAR, i);
    assert_int_equal(wheel[0].n, 4 * teeth[i][0] + 1); /* four corners each, and closed */
    assert_int_equal(wheel[2].n, 4 * teeth[i][1] + 1); /* behind the first one's pitch circle */
  }
  const int first = ptl_sketch_find_joint(&result->sketch, "first");
  const ptl_point at = ptl_scene_joint_point(&p.scene, &p.snapshot, &p.view, first);
  const ptl_point expected = ptl_viewport_point(&p.view, (ptl_point){20e-3, 0});
  assert_near(at.x, expected.x, 1e-6);
  assert_near(at.y, expected.y, 1e-6);
  drop(&p);
  ptl_result_destroy(result);
}

/* The tip of a load's arrow is where it acts; its length is on the scale of the joints' forces. A
 * centre of mass off the line of the pins lies on the body. Stops stand at their angles. */
static void loads_and_stops_are_drawn(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "bodies:\n"
      "  lever: {mass: 1, inertia: 1e-3, position: [0, 60 mm]}\n"
      "joints:\n"
      "  pivot: {type: revolute, bodies: [ground, lever], at: [0, 0], limits: {from: -90 deg, to: "
      "90 "
      "deg,"
      " radius: 50 mm}, contact: stop}\n"
      "contacts: {stop: {elastic: {law: power, stiffness: 1e6 N/m^1.5, exponent: 1.5}, damping: "
      "{law: none}}}\n"
      "loads: {hand: {body: lever, at: [100 mm, -60 mm], force: [0, 3 N]}}\n"
      "run: {until: 10 ms, every: 1 ms}\n");
  picture p = {0};
  draw(result, 0.005, &p);
  const ptl_shape *arrow = find_shape(&p.shapes, PTL_TAG_LOAD, 0);
  double shaft[4], head[4];
  ptl_shape_box(&p.shapes, arrow, shaft);
  ptl_shape_box(&p.shapes, arrow + 1, head);
  const ptl_point tip = ptl_viewport_point(&p.view, ptl_snapshot_point(&p.snapshot, 0, 0.1, -0.06));
  assert_near(head[1], tip.y, 1e-6);
  const double k = 0.25 * fmin(p.view.w, p.view.h) / result->geometry.extent.largest_force;
  assert_near(shaft[3] - head[1], 3 * k, 1e-6);
  assert_int_equal(result->geometry.bodies[0].parts[1].kind, PTL_PART_PLATE);
  assert_int_equal(result->geometry.bodies[0].parts[1].n, 3);
  assert_int_equal(count_shapes(&p.shapes, PTL_TAG_STOP, 0), 3); /* two posts and an arm */
  const ptl_shape *post = find_shape(&p.shapes, PTL_TAG_STOP, 0);
  const ptl_step *circle = &p.shapes.steps[post->first];
  const ptl_point pivot = ptl_viewport_point(&p.view, (ptl_point){0, 0});
  assert_near(hypot(circle->x - pivot.x, circle->y - pivot.y), 50e-3 * p.view.scale, 1e-6);
  assert_true(circle->y > pivot.y); /* the lower stop is below */
  drop(&p);
  ptl_result_destroy(result);
}

/* A taut rope is straight; a slack one hangs below its ends by sqrt(3 c (L - c)/8), L its length, c
 * the ends' distance. */
static void ropes_are_taut_or_slack(void **state) {
  (void)state;
  ptl_result *result = get_text(
      "pintle: 1\n"
      "bodies: {block: {mass: 1, inertia: 1e-3, position: [100 mm, 0]}}\n"
      "joints: {weld: {type: fixed, bodies: [ground, block], at: [0, 0]}}\n"
      "forces:\n"
      "  taut: {type: one_way_spring, bodies: [ground, block], at: [[0, 0], [0, 0]], stiffness: 1,"
      " free_length: 90 mm}\n"
      "  slack: {type: one_way_spring, bodies: [ground, block], at: [[0, 0], [0, 0]], stiffness: 1,"
      " free_length: 110 mm}\n"
      "run: {until: 10 ms, every: 1 ms}\n");
  picture p = {0};
  draw(result, 0.005, &p);
  for (int i = 0; i < 2; i++) {
    const ptl_shape *rope = find_shape(&p.shapes, PTL_TAG_SPRING, i);
    const ptl_step *steps = &p.shapes.steps[rope->first];
    const double sag = i ? sqrt(3 * 0.1 * 0.01 / 8) * p.view.scale : 0;
    assert_near(steps[rope->n / 2].y - steps[0].y, sag, 1e-6);
  }
  drop(&p);
  ptl_result_destroy(result);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_model_has_a_scene),
      cmocka_unit_test(the_pin_is_where_the_crank_is),
      cmocka_unit_test(the_slot_has_its_width),
      cmocka_unit_test(a_touch_glows_and_fades),
      cmocka_unit_test(arrows_point_along_the_force),
      cmocka_unit_test(one_can_point_at_things),
      cmocka_unit_test(of_two_pins_that_with_clearance_is_picked),
      cmocka_unit_test(a_trail_goes_through_where_the_point_was),
      cmocka_unit_test(wheels_have_the_radii_of_their_ratio),
      cmocka_unit_test(a_body_has_the_shape_of_its_model),
      cmocka_unit_test(a_free_form_slot_runs_through_its_points),
      cmocka_unit_test(surfaces_that_touch_are_drawn),
      cmocka_unit_test(names_are_readable),
      cmocka_unit_test(a_damper_is_no_spring),
      cmocka_unit_test(a_rack_has_teeth),
      cmocka_unit_test(wheels_have_their_teeth),
      cmocka_unit_test(loads_and_stops_are_drawn),
      cmocka_unit_test(ropes_are_taut_or_slack),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
