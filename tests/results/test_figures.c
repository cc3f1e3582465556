/* test_figures.c: figures of the summary and fields of the events against closed forms: a mass
 * against a linear spring, a block that rubs to a stop, and what has to add up. */
#include "model_run.h"

static const double mass = 2.0, stiffness = 1e6, speed = 1.0, gap = 1e-3;

/* A ball flies over `gap` against a wall with a linear spring and leaves it. */
static result hit_the_wall(const char *damping) {
  static const char *const text =
      "pintle: 1\n"
      "bodies: {ball: {mass: 2 kg, inertia: 1e-3 kg m^2, velocity: [1 m/s, 0]}}\n"
      "joints:\n"
      "  wall:\n"
      "    type: pin_in_slot\n"
      "    slot: {body: ground, line: {from: [0, -1], to: [0, 1]}}\n"
      "    pin: {body: ball, at: [0, 0], radius: 10 mm}\n"
      "    clearance: 1 mm\n"
      "    contact: law\n"
      "contacts:\n"
      "  law: {elastic: {law: power, stiffness: 1e6 N/m, exponent: 1}}\n"
      "run: {length: 1 m, until: 6 ms, every: 1 ms, rtol: 1e-9, start: given}\n";
  const ptl_setting setting = {"contacts.law.damping", damping};
  result r = {0};
  ptl_sink sink = rows_sink(&r.trace);
  ptl_mechanism *m = mechanism_of(context, text, &setting, damping != NULL);
  must(context, ptl_assemble(m, &r.system));
  ptl_mechanism_destroy(m);
  must(context, ptl_simulate(context, r.system, NULL, &sink, &r.summary));
  return r;
}

static const ptl_event *event_of(const result *r, ptl_event_kind kind) {
  for (int e = 0; e < r->trace.n_events; e++)
    if (r->trace.events[e].kind == kind) return &r->trace.events[e];
  fail_msg("there is no event of kind %d", (int)kind);
  return NULL;
}

/* Expected: half an oscillation of a mass on a spring: with w = sqrt(k/m) the force is v sqrt(k m)
 * sin w t, the depth v/w sin w t, the contact lasts pi/w, the impulse is 2 m v, nothing is lost. */
static void an_elastic_impact(void **state) {
  const double w = sqrt(stiffness / mass), touch = gap / speed;
  (void)state;
  result r = hit_the_wall(NULL);
  const ptl_gap_summary *g = &r.summary.gaps[0];
  if (g->touches == 0) g = &r.summary.gaps[1];
  assert_int_equal(g->touches, 1);
  assert_int_equal(g->hand_overs, 0);
  assert_near(g->peak_force, speed * sqrt(stiffness * mass), 1e-6 * g->peak_force);
  assert_near(g->peak_force_time, touch + 0.5 * pi / w, 1e-7);
  assert_near(g->deepest, speed / w, 1e-6 * g->deepest);
  assert_near(g->deepest_time, touch + 0.5 * pi / w, 1e-8);
  assert_near(g->impulse, 2.0 * mass * speed, 1e-6 * g->impulse);
  assert_near(g->energy_lost, 0.0, 1e-6);
  assert_near(g->largest_speed_ratio, 1.0, 1e-6);
  assert_near(g->longest_flight, fmax(touch, 6e-3 - touch - pi / w), 1e-8);
  const ptl_event *t = event_of(&r, PTL_EVENT_TOUCH), *d = event_of(&r, PTL_EVENT_DEEPEST),
                  *p = event_of(&r, PTL_EVENT_PART);
  assert_near(t->time, touch, 1e-9);
  assert_near(t->rate, speed, 1e-9);
  assert_near(t->depth, 0.0, 1e-12);
  assert_near(t->force, 0.0, 1e-6);
  assert_int_equal(t->count, 1);
  assert_near(d->time, touch + 0.5 * pi / w, 1e-8);
  assert_near(d->depth, speed / w, 1e-9);
  assert_near(d->force, speed * sqrt(stiffness * mass), 1e-3);
  assert_near(p->time, touch + pi / w, 1e-8);
  assert_near(p->rate, -speed, 1e-6);
  assert_near(p->peak_force, g->peak_force, 0.0);
  assert_near(p->peak_time, g->peak_force_time, 0.0);
  assert_near(p->impulse, 2.0 * mass * speed, 1e-6 * p->impulse);
  assert_near(p->energy_lost, 0.0, 1e-6);
  assert_int_equal(p->count, 1);
  drop(&r);
}

/* Expected: what the ball has lost of its kinetic energy and gained of momentum between touch and
 * part. */
static void a_damped_impact(void **state) {
  (void)state;
  result r = hit_the_wall("{law: hunt_crossley, alpha: 0.5 s/m}");
  const ptl_event *t = event_of(&r, PTL_EVENT_TOUCH), *p = event_of(&r, PTL_EVENT_PART);
  const double lost = 0.5 * mass * (t->rate * t->rate - p->rate * p->rate);
  assert_true(lost > 0.1);
  assert_near(p->energy_lost, lost, 1e-6 * lost);
  assert_near(p->impulse, mass * (t->rate - p->rate), 1e-6 * p->impulse);
  assert_near(r.summary.energy.dissipated, lost, 1e-6 * lost);
  assert_near(r.summary.energy.kinetic, 0.5 * mass * p->rate * p->rate, 1e-6);
  assert_near(r.summary.energy.supplied, 0.0, 1e-12);
  assert_near(r.summary.largest_energy, 0.5 * mass * speed * speed, 1e-6);
  drop(&r);
}

/* Expected: a block under gravity on a guide with Coulomb friction stops after v/(mu g); the work
 * is its energy, the force mu m g, and it sticks from then on but for the creep of the regularised
 * law (1 mm/s: within a millionth of v^2). */
static void a_block_rubs_to_a_stop(void **state) {
  static const char *const text =
      "pintle: 1\n"
      "gravity: [0, -10 m/s^2]\n"
      "bodies: {block: {mass: 2 kg, inertia: 1e-3 kg m^2, velocity: [1 m/s, 0]}}\n"
      "joints:\n"
      "  guide: {type: translational, bodies: [ground, block], axis: [1, 0], friction: {law: "
      "coulomb, "
      "coefficient: 0.25}}\n"
      "run: {until: 1 s, every: 10 ms, rtol: 1e-8, start: given}\n";
  result r = {0};
  ptl_sink sink = rows_sink(&r.trace);
  (void)state;
  ptl_mechanism *m = mechanism_of(context, text, NULL, 0);
  must(context, ptl_assemble(m, &r.system));
  ptl_mechanism_destroy(m);
  must(context, ptl_simulate(context, r.system, NULL, &sink, &r.summary));
  const ptl_friction_summary *f = &r.summary.frictions[0];
  const double stop = 1.0 / (0.25 * 10.0);
  assert_int_equal(f->sticks, 1);
  assert_near(f->peak_force, 0.25 * 2.0 * 10.0, 1e-3);
  assert_near(f->work, 0.5 * 2.0, 1e-4);
  assert_near(f->stuck_time, 1.0 - stop, 5e-3);
  assert_near(event_of(&r, PTL_EVENT_STICK)->time, stop, 5e-3);
  assert_near(event_of(&r, PTL_EVENT_STICK)->force, 0.25 * 2.0 * 10.0,
              1.3); /* at the stick speed it begins to fall */
  assert_near(r.summary.energy.dissipated, 1.0, 1e-4);
  assert_near(r.summary.end_time, 1.0, 1e-12);
  assert_int_equal(r.summary.counters.rows, r.trace.n);
  assert_int_equal(r.summary.counters.events, r.trace.n_events);
  drop(&r);
}

/* A pendulum of 1 m on a pivot at the origin, by IDA. Expected: at the end of every step |r| - 1 m
 * and the velocity along r, from the bodies' states alone, are never larger than what the run
 * tells, which is reached at some step: the larger of the two components of the pivot's
 * displacement and of its velocity. */
static void drift_is_that_of_the_states(void **state) {
  static const char *const text =
      "pintle: 1\n"
      "gravity: [0, -9.81 m/s^2]\n"
      "bodies: {rod: {mass: 2 kg, inertia: 0.1 kg m^2, position: [1 m, 0], angle: 0}}\n"
      "joints:\n"
      "  pivot: {type: revolute, bodies: [ground, rod], at: [0, 0]}\n"
      "run: {length: 1 m, until: 2 s, every: 100 ms, rtol: 1e-5, integrator: ida}\n";
  double position = 0.0, velocity = 0.0;
  ptl_run *run;
  ptl_summary sum;
  ptl_run_reason reason = PTL_RUN_AT_TIME;
  ptl_system *system;
  (void)state;
  ptl_mechanism *m = mechanism_of(context, text, NULL, 0);
  must(context, ptl_assemble(m, &system));
  ptl_mechanism_destroy(m);
  must(context, ptl_run_create(context, system, NULL, NULL, &run));
  while (reason != PTL_RUN_AT_END) {
    double q[3], v[3];
    must(context, ptl_run_step(run, &reason));
    must(context, ptl_run_get_state(run, q, v));
    const double c = cos(q[2]), s = sin(q[2]);
    position = fmax(position, fmax(fabs(q[0] - c), fabs(q[1] - s)));
    velocity = fmax(velocity, fmax(fabs(v[0] + s * v[2]), fabs(v[1] - c * v[2])));
  }
  must(context, ptl_run_get_summary(run, &sum));
  assert_true(position > 1e-12 && velocity > 1e-12);
  assert_near(sum.largest_position_violation, position, 1e-3 * position + 1e-15);
  assert_near(sum.largest_velocity_violation, velocity, 1e-3 * velocity + 1e-15);
  assert_near(sum.relative_compliance, 1e-7, 1e-20); /* numerics.md: rtol, 1e-7 at most */
  ptl_summary_release(context, &sum);
  ptl_run_destroy(run);
  ptl_system_destroy(system);
}

/* Expected: the rows' force differs from v sqrt(k m) sin w t by no more than the run tells, which
 * is as small as rtol makes it. */
static void the_force_error_covers_the_rows(void **state) {
  const double w = sqrt(stiffness / mass), touch = gap / speed;
  double worst = 0.0;
  (void)state;
  result r = hit_the_wall(NULL);
  const int g = r.summary.gaps[0].touches > 0 ? 0 : 1;
  char column[64];
  snprintf(column, sizeof column, "wall.%s.normal_force", r.summary.gaps[g].gap);
  for (int i = 0; i < r.trace.n; i++) {
    const double t = value(&r, i, "time") - touch;
    const double force = t > 0.0 && w * t < pi ? speed * sqrt(stiffness * mass) * sin(w * t) : 0.0;
    worst = fmax(worst, fabs(value(&r, i, column) - force));
  }
  assert_true(worst <= r.summary.gaps[g].force_error);
  assert_true(r.summary.gaps[g].force_error < 1e-6 * r.summary.gaps[g].peak_force);
  drop(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_elastic_impact),
      cmocka_unit_test(a_damped_impact),
      cmocka_unit_test(a_block_rubs_to_a_stop),
      cmocka_unit_test(drift_is_that_of_the_states),
      cmocka_unit_test(the_force_error_covers_the_rows),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
