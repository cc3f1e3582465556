/* test_models_contacts.c: the shipped mechanisms whose parts touch without being held together,
 * and those with pins in slots, each against an answer that Pintle had no part in: closed forms
 * and the tables of the literature. */
#include "csv.h"
#include "model_run.h"
#include "pintle_analysis.h"

/* ------------------------------------------------------------------ cam and follower */

/* The roller's centre moves as y = 40 mm - 10 mm cos(angle); at the top the follower needs m 10 mm
 * w^2 to turn round, and preload + spring * 20 mm + m g is there. Expected: first parting at that
 * speed and near the top, to one turn's gain of speed; before that the force at the top is what is
 * left. */
static void the_follower_leaves_the_cam(void **state) {
  (void)state;
  result r = run_model("cam_follower", NULL, 0);
  double load = 50.0 + 5000.0 * 0.02 + 0.5 * 9.81, speed = sqrt(load / (0.5 * 0.01));
  double turn = 2.0 * pi * 50.0 / speed; /* gain of speed in one turn */
  const ptl_event *part = NULL;
  for (int i = 0; i < r.trace.n_events && part == NULL; i++)
    if (r.trace.events[i].kind == PTL_EVENT_PART) part = &r.trace.events[i];
  assert_non_null(part);
  assert_near(50.0 * part->time, speed, 1.2 * turn);
  double angle = remainder(25.0 * part->time * part->time - pi, 2.0 * pi);
  assert_near(angle, 0.0, 0.4);
  for (int i = 0; i < r.trace.n; i++) {
    double w = value(&r, i, "cam.omega"), a = value(&r, i, "cam.angle");
    if (value(&r, i, "time") > 0.9 * part->time) break;
    if (value(&r, i, "time") < 0.1) continue; /* the start shakes the contact a little */
    double lift = 0.01 * (1.0 - cos(a)), acceleration = 0.01 * (w * w * cos(a) + 50.0 * sin(a));
    double expected = 50.0 + 5000.0 * lift + 0.5 * (9.81 + acceleration);
    double slope = atan(0.01 * sin(a) / (0.04 - 0.01 * cos(a))); /* of the cam's normal */
    assert_near(value(&r, i, "cam.contact.normal_force") * cos(slope), expected, 0.02 * load);
  }
  drop(&r);
}

/* Expected: with `permanent` the roller stays on the cam beyond that speed, as an ideal joint: the
 * path of its centre is the closed form, to the accuracy of a spline through 90 points, and the
 * force is what the motion needs, also where it has to pull, most at the last top that is
 * passed. */
static void a_permanent_follower_stays_on_the_cam(void **state) {
  const ptl_setting settings[] = {
      {"joints.cam.permanent", "true"}, {"run.start", "ideal"}, {"run.rtol", "1e-8"}};
  double lowest = INFINITY;
  (void)state;
  result r = run_model("cam_follower", settings, 3);
  assert_int_equal(r.summary.n_gaps, 0);
  assert_int_equal(ptl_system_get_assembly(r.system)->degrees_of_freedom, 0);
  for (int i = 0; i < r.trace.n; i++) {
    double w = value(&r, i, "cam.omega"), a = value(&r, i, "cam.angle");
    double lift = 0.01 * (1.0 - cos(a)), acceleration = 0.01 * (w * w * cos(a) + 50.0 * sin(a));
    double force = 50.0 + 5000.0 * lift + 0.5 * (9.81 + acceleration);
    assert_near(value(&r, i, "follower.y"), 0.03 + lift, 2e-8);
    assert_near(value(&r, i, "cam.fy"), force, 2.0);
    lowest = fmin(lowest, value(&r, i, "cam.fy"));
  }
  double end = 25.0 * pow(rows_at(&r.trace, r.trace.n - 1, 0), 2.0); /* of the cam's angle */
  double top = pi + 2.0 * pi * floor((end - pi) / (2.0 * pi));
  double pull =
      50.0 + 5000.0 * 0.02 + 0.5 * (9.81 - 0.01 * 100.0 * top); /* w^2 = 2*50 rad/s^2*angle */
  print_message("pulls with %.3f N, at the last top %.3f N\n", lowest, pull);
  assert_true(pull < -20.0);
  assert_near(lowest, pull, 2.0);
  drop(&r);
}

/* Natural frequency of the follower alone [rad/s], and how far it rests below the middle of the
 * stroke [m]. */
static void follower_alone(double *natural, double *below) {
  const ptl_setting lowered = {"parameters.away", "60 mm"};
  ptl_system *system = system_of_model("cam_lift_off", &lowered, 1);
  ptl_modes *modes;
  ptl_equilibrium *rest;
  must(context, ptl_modes_find(context, system, NULL, &modes));
  must(context, ptl_static(context, system, NULL, &rest));
  assert_int_equal(modes->n_modes, 1);
  *natural = 2 * pi * modes->modes[0].frequency;
  *below = 0.03 - rest->bodies[1].y;
  ptl_equilibrium_release(context, rest);
  ptl_modes_release(context, modes);
  ptl_system_destroy(system);
}

/* A follower that is carried by e sin(angle) needs m e W^2 at the top, where m w^2 (d + e) is
 * there: it leaves the cam above W = w sqrt(1 + d/e), with w and d of the follower alone by `modes`
 * and `static`. Expected: 1 % below it never does, and the least force, at the top, is what is
 * left, but for 1 % of the forces there by which the contact gives way; 1 % above it does once in
 * each turn, by less than what a free flight from the top would need to get back on the cam half a
 * turn later. */
static void the_follower_leaves_at_the_speed_of_modes(void **state) {
  (void)state;
  double w, d;
  follower_alone(&w, &d);
  const double e = 5e-3, m = 0.4, leaves = w * sqrt(1 + d / e);
  assert_near(w, sqrt(8e3 / m), 1e-6);
  assert_near(leaves, 2 * w, 1e-6);
  for (int above = 0; above < 2; above++) {
    char speed[40];
    const double turn = (above ? 1.01 : 0.99) * leaves;
    snprintf(speed, sizeof speed, "%.17g rad/s", turn);
    const ptl_setting setting = {"parameters.speed", speed};
    result r = run_model("cam_lift_off", &setting, 1);
    int parts = 0;
    double least = INFINITY;
    for (int i = 0; i < r.trace.n_events; i++) {
      if (r.trace.events[i].kind != PTL_EVENT_PART) continue;
      parts++;
      const double angle = turn * r.trace.events[i].time - pi / 2; /* past the middle upwards */
      assert_near(remainder(angle - pi / 2, 2 * pi), 0, 0.3);
    }
    for (int i = 0; i < r.trace.n; i++)
      if (value(&r, i, "time") > pi / 2 / turn) /* the start shakes the contact a little */
        least = fmin(least, value(&r, i, "cam.contact.normal_force"));
    assert_int_equal(parts, above ? 6 : 0);
    if (!above) assert_near(least, m * (w * w * (d + e) - e * turn * turn), 1.5);
    if (above) assert_near(least, 0, 0);
    assert_true(r.summary.gaps[0].longest_flight < pi / turn);
    drop(&r);
  }
}

/* ------------------------------------------------------------------ Geneva drive */

/* Wheel angle at a crank angle from the line of centres, and its derivative. */
static double geneva_angle(double a) {
  double k = sqrt(0.5);
  return -atan2(k * sin(a), 1.0 - k * cos(a));
}

static double geneva_rate(double a) {
  double k = sqrt(0.5);
  return -k * (cos(a) - k) / (1.0 - 2.0 * k * cos(a) + k * k);
}

/* Expected: a quarter of a turn in each turn of the crank, taken within a quarter of the crank's
 * turn, the angle and the rate in closed form; all within what the play allows: 0.05 mm at the pin,
 * at least 29.3 mm from the wheel's axis, and at the lock, whose horns stand 64 mm across. When the
 * crank is near, the disc's edge stands in for the horn that has lost it. Within its play the lock
 * lets the wheel rattle, which takes a share of the dwell that an ideal wheel would not lose (0.04
 * of a turn at every tolerance from 1e-6 to 1e-10). */
static void the_geneva_wheel_indexes(void **state) {
  (void)state;
  result r = run_model("geneva", NULL, 0);
  double at_pin = 0.07e-3 / 29.3e-3, at_lock = 0.07e-3 / 64e-3, fastest = 0.0, dwelling = 0.0;
  int plain = 0;
  for (int i = 0; i < r.trace.n; i++) {
    double crank = value(&r, i, "crank.angle"), a = remainder(crank, 2.0 * pi);
    double wheel = value(&r, i, "wheel.angle"), index = floor(crank / (2.0 * pi) + 0.5) - 1.0;
    double engaged = fabs(a) < pi / 4.0 - 0.02;
    if (engaged) {
      assert_near(wheel, -(index + 0.5) * pi / 2.0 + geneva_angle(a), at_pin);
      fastest = fmin(fastest, value(&r, i, "wheel.omega") / (2.0 * pi));
    }
    if (rows_at(&r.trace, i, 1) != 0.0) continue;
    plain++;
    if (fabs(a) > pi / 4.0 + 0.03 && fabs(a) < pi - 1e-6) {
      double rest = a > 0.0 ? index + 1.0 : index;
      double covered =
          fmin(fabs(a) - pi / 4.0, 40.0 * pi / 180.0); /* of the arc beside its middle */
      assert_near(wheel, -rest * pi / 2.0, 0.07e-3 / (0.1 * sin(covered)));
    }
    dwelling += fabs(value(&r, i, "wheel.omega")) < 0.05;
  }
  assert_near(dwelling / plain, 0.75, 0.05);
  assert_near(fastest, geneva_rate(0.0), 0.05 * fabs(geneva_rate(0.0)));
  int end = plain_row(&r, plain - 1);
  assert_near(value(&r, end, "wheel.angle"), -2.0 * pi, at_lock);
  for (int g = 12; g < 16; g++) assert_true(r.summary.gaps[g].touches > 0); /* the locks hold */
  for (int g = 0; g < 12; g++)
    if (g % 3 == 2) assert_int_equal(r.summary.gaps[g].touches, 0); /* no slot is too short */
  drop(&r);
}

/* A wheel that stands askew by 8 degrees, unlocked: the pin comes down beside its slot. Expected:
 * an error that names the joint and when that is, about when the crank is 45 degrees from the
 * centre line. */
static void a_geneva_pin_that_misses_is_an_error(void **state) {
  const ptl_setting settings[] = {{"bodies.wheel.angle", "8 deg"},
                                  {"joints.lock_1", ""},
                                  {"joints.lock_2", ""},
                                  {"joints.lock_3", ""},
                                  {"joints.lock_4", ""},
                                  {"loads", ""},
                                  {"joints.slot_3.slot.wall", "15 mm"}};
  (void)state;
  ptl_mechanism *m;
  must(context, ptl_mechanism_load(context, PINTLE_MODELS "/geneva.yaml", settings, 7, &m));
  ptl_system *system;
  must(context, ptl_assemble(m, &system));
  ptl_mechanism_destroy(m);
  ptl_summary summary;
  ptl_status status = ptl_simulate(context, system, NULL, NULL, &summary);
  assert_int_equal(status, PTL_ERR_SIMULATION);
  if (strstr(ptl_context_message(context), "joint 'slot_3': the pin is where it cannot be") == NULL)
    fail_msg("%s", ptl_context_message(context));
  assert_near(summary.end_time, 0.375, 0.01);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
}

/* ------------------------------------------------------------------ balls */

/* Expected: Zhang's falling ball, whose impacts were integrated independently with gravity acting;
 * the heights are those of the rebound speeds. */
static void the_ball_bounces_as_tabled(void **state) {
  csv table = csv_open("ball_bounces.csv");
  int at = 0, bounces = 0;
  (void)state;
  result r = run_model("bouncing_ball", NULL, 0);
  for (; csv_next(&table);) {
    if (csv_number(&table, 0) != 0.9 || bounces == 5) continue;
    while (r.trace.events[at].kind != PTL_EVENT_TOUCH) at++;
    const ptl_event *e = &r.trace.events[at++];
    assert_near(e->time, csv_number(&table, 3), 2e-6);
    assert_near(e->rate, csv_number(&table, 4), 1e-5);
    while (r.trace.events[at].kind != PTL_EVENT_DEEPEST) at++;
    assert_near(r.trace.events[at].depth, csv_number(&table, 7), 1e-5 * csv_number(&table, 7));
    while (r.trace.events[at].kind != PTL_EVENT_PART) at++;
    assert_near(r.trace.events[at].rate, -csv_number(&table, 5), 1e-5);
    double highest = 0.0, until = r.trace.events[at].time + 2.0 * csv_number(&table, 5) / 9.8;
    for (int i = 0; i < r.trace.n; i++)
      if (rows_at(&r.trace, i, 0) > r.trace.events[at].time && rows_at(&r.trace, i, 0) < until)
        highest = fmax(highest, value(&r, i, "ball.y") - 0.02);
    if (until < 4.0) assert_near(highest, csv_number(&table, 8), 1e-5); /* rows are 2 ms apart */
    bounces++;
  }
  assert_int_equal(bounces, 5);
  drop(&r);
}

/* Expected: the impact of Wang and Gao's ball in its socket, integrated independently (contact law
 * notes): restitution 0.896886, 82.34 us, 7.938 um, 12828.6 N. Each later impact is on the other
 * side. */
static void the_ball_hits_its_socket_as_tabled(void **state) {
  (void)state;
  result r = run_model("ball_in_socket", NULL, 0);
  const ptl_event *e = r.trace.events;
  assert_near(e[0].time, 0.5e-3 / 0.3, 1e-8);
  assert_near(e[0].rate, 0.3, 1e-7);
  assert_near(e[1].depth, 7.938e-6, 5e-10);
  assert_near(e[2].rate / -0.3, 0.896886, 1e-5);
  assert_near(e[2].time - e[0].time, 8.234e-5, 1e-8);
  assert_near(e[2].peak_force, 12828.6, 1.0);
  assert_near(e[3].time - e[2].time, 1e-3 / (0.3 * 0.896886), 1e-6); /* across twice the play */
  assert_near(e[3].rate, 0.3 * 0.896886, 1e-6);
  drop(&r);
}

/* ------------------------------------------------------------------ absorbers */

/* Swings per turn of the rotor: from the first to the last passage through the middle of the path.
 */
static double order_of(const result *r) {
  double first = NAN, last = NAN, before = NAN, then = NAN;
  int passages = -1;
  for (int i = 0; i < r->trace.n; i++) {
    if (rows_at(&r->trace, i, 1) != 0.0) continue;
    double a = value(r, i, "rotor.angle"), t = rows_at(&r->trace, i, 0);
    double x = -sin(a) * value(r, i, "absorber.x") + cos(a) * value(r, i, "absorber.y");
    if (i > 0 && before < 0.0 && x >= 0.0) {
      last = then + (t - then) * before / (before - x);
      if (passages++ < 0) first = last;
    }
    before = x;
    then = t;
  }
  assert_true(passages >= 2);
  return passages * 2.0 * pi / ((last - first) * 100.0);
}

/* Complete elliptic integral of the first kind, by the arithmetic-geometric mean. */
static double elliptic(double k) {
  double a = 1.0, g = sqrt(1.0 - k * k);
  for (int i = 0; i < 20; i++) {
    double mean = 0.5 * (a + g);
    g = sqrt(a * g);
    a = mean;
  }
  return pi / (2.0 * a);
}

/* Expected: order sqrt(R/r) = 2 of a small swing; of a large one that of a pendulum, whose
 * greatest angle follows from the kick u: sin(angle/2) = u/(2 r n w). */
static void the_circular_absorber_has_its_order(void **state) {
  static const char *const kicks[] = {"0.1", "2"};
  (void)state;
  for (int i = 0; i < 2; i++) {
    const ptl_setting settings[] = {{"parameters.kick", i == 0 ? "0.1 m/s" : "2 m/s"}};
    result r = run_model("absorber_circular", settings, 1);
    double k = strtod(kicks[i], NULL) / (2.0 * 0.02 * 200.0);
    assert_near(order_of(&r), 2.0 * pi / (2.0 * elliptic(k)), 1e-5);
    drop(&r);
  }
}

/* Expected: the epicycloidal path is tautochronic: order 2 for swings of 1 mm and of 18 mm. */
static void the_epicycloidal_absorber_is_tautochronic(void **state) {
  static const char *const kicks[] = {"0.2 m/s", "1 m/s", "3.6 m/s"};
  (void)state;
  for (int i = 0; i < 3; i++) {
    const ptl_setting settings[] = {{"parameters.kick", kicks[i]}};
    result r = run_model("absorber_epicycloidal", settings, 1);
    assert_near(order_of(&r), 2.0, 1e-5);
    drop(&r);
  }
}

/* Expected: order 2; the play of 10 um shortens or lengthens a path of 20 mm by 5e-4, and changes
 * the order by half of that. */
static void the_bifilar_absorber_has_its_order(void **state) {
  const ptl_setting ideal[] = {{"joints.first.clearance", ""}, {"joints.second.clearance", ""}};
  (void)state;
  result r = run_model("absorber_bifilar", NULL, 0);
  assert_near(order_of(&r), 2.0, 2e-3);
  double turned = 0.0;
  for (int i = 0; i < r.trace.n; i++)
    turned = fmax(turned, fabs(value(&r, i, "absorber.angle") - value(&r, i, "rotor.angle")));
  assert_true(turned < 3.0 * 10e-6 / 15e-3); /* two pins keep it upright */
  drop(&r);
  r = run_model("absorber_bifilar", ideal, 2);
  assert_near(order_of(&r), 2.0 * pi / (2.0 * elliptic(0.2 / (2.0 * 0.02 * 200.0))), 2e-5);
  drop(&r);
}

/* ------------------------------------------------------------------ detent, yoke, backlash */

/* Expected: quasi-statically the lever's force is (preload + spring y) dy/dx along the path y =
 * h/2 (1 - cos(2 pi x/p)) of the ball's centre; the greatest of it pulls out of the notch, and as
 * much is given back on the way into the next. */
static void the_detent_holds_with_its_force(void **state) {
  double most = 0.0, low = 0.0, high = 0.0;
  (void)state;
  for (int i = 0; i < 10000; i++) {
    double u = 2.0 * pi * i / 10000.0, y = 1e-3 * (1.0 - cos(u));
    most = fmax(most, (40.0 + 1e4 * y) * 1e-3 * 2.0 * pi / 0.016 * sin(u));
  }
  result r = run_model("gear_selector", NULL, 0);
  for (int i = 0; i < r.trace.n; i++) {
    low = fmin(low, value(&r, i, "lever.force"));
    high = fmax(high, value(&r, i, "lever.force"));
  }
  assert_near(high, most, 0.01 * most);
  assert_near(low, -most, 0.01 * most);
  int end = r.trace.n - 1;
  assert_near(value(&r, end, "rod.x"), 0.016, 1e-9);
  assert_near(value(&r, end, "ball.y"), 0.0, 5e-6);
  drop(&r);
}

static double ideal_yoke(const result *r, int row) {
  return value(r, row, "yoke.x") - 0.045 * cos(value(r, row, "crank.angle"));
}

static double ideal_yoke_force(const result *r, int row) {
  double a = value(r, row, "crank.angle");
  return value(r, row, "slot.fx") - 2.353 * 0.045 * 100.0 * cos(a); /* on the pin */
}

/* Expected: x = r cos(angle) and F = m x'', ideal to the accuracy of the run, else within the
 * play. */
static void the_straight_yoke_moves_harmonically(void **state) {
  const ptl_setting ideal[] = {{"joints.slot.clearance", ""}};
  (void)state;
  result r = run_model("scotch_yoke_straight", NULL, 0);
  assert_true(largest(&r, ideal_yoke) < 0.1e-3 + 10e-6);
  assert_true(largest(&r, ideal_yoke) > 0.1e-3);
  drop(&r);
  r = run_model("scotch_yoke_straight", ideal, 1);
  assert_near(largest(&r, ideal_yoke), 0.0, 1e-9);
  assert_near(largest(&r, ideal_yoke_force), 0.0, 1e-4);
  drop(&r);
}

/* Expected (field of use): the load rests until the play is used up; on reversal the disc turns
 * 0.08 rad, within 1 %, before the load follows. */
static void backlash_shows_in_the_step_response(void **state) {
  double up = NAN, down = NAN;
  int first = -1;
  (void)state;
  result r = run_model("backlash", NULL, 0);
  for (int i = 0; i < r.trace.n_events; i++) {
    const ptl_event *e = &r.trace.events[i];
    if (e->kind != PTL_EVENT_TOUCH) continue;
    if (first < 0) first = i;
  }
  double touch = r.trace.events[first].time;
  for (int i = 0; i < r.trace.n; i++) {
    double t = rows_at(&r.trace, i, 0);
    double between = value(&r, i, "disc.angle") - value(&r, i, "load.angle");
    if (t < touch) assert_near(value(&r, i, "load.angle"), 0.0, 1e-12);
    if (t == touch && isnan(up)) up = between;
    if (t > 1.5 && isnan(down) && rows_at(&r.trace, i, 1) == 1.0) down = between;
  }
  assert_near(up, 0.04, 1e-6);
  assert_near(up - down, 0.08, 0.01 * 0.08);
  assert_near(value(&r, r.trace.n - 1, "load.angle"), 0.0, 0.0401); /* back, but for the play */
  drop(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_follower_leaves_the_cam),
      cmocka_unit_test(the_follower_leaves_at_the_speed_of_modes),
      cmocka_unit_test(a_permanent_follower_stays_on_the_cam),
      cmocka_unit_test(the_geneva_wheel_indexes),
      cmocka_unit_test(a_geneva_pin_that_misses_is_an_error),
      cmocka_unit_test(the_ball_bounces_as_tabled),
      cmocka_unit_test(the_ball_hits_its_socket_as_tabled),
      cmocka_unit_test(the_circular_absorber_has_its_order),
      cmocka_unit_test(the_epicycloidal_absorber_is_tautochronic),
      cmocka_unit_test(the_bifilar_absorber_has_its_order),
      cmocka_unit_test(the_detent_holds_with_its_force),
      cmocka_unit_test(the_straight_yoke_moves_harmonically),
      cmocka_unit_test(backlash_shows_in_the_step_response),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
