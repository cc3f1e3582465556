/* test_pressed.c: a part that is pressed into another one through each gap of every joint type.
 * Expected: a run ends with an error that names the joint, the gap, the time at which the depth
 * that the type allows is passed, and that depth; the time follows from the speed, which a contact
 * of 1 N/m does not change. Runs over the registry. */
#include "support.h"

#include "instance.h"
#include "joint_samples.h"
#include "kinematics.h"
#include "registry.h"

enum { TURN = 1, SHIFT = 2 }; /* how part B is pressed in */
static const double open = 1e-5, inertia = 1.0;

typedef struct subject {
  const joint_sample *sample;
  const ptl_joint_type *type;
  double *c;
  int gap, way;
  ptl_pose pose;
  double speeds[3]; /* of B, so that the gap closes at 1 m/s */
} subject;

static double uniform(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (double)(1u << 24) * 2.0 - 1.0;
}

/* The gap's gradient by the coordinates that the way moves, and its depth. */
static double gradient(const subject *s, double *d) {
  ptl_gap gaps[PTL_MAX_GAPS];
  ptl_scalar f;
  s->type->gaps(s->c, &s->pose, gaps);
  ptl_gap_scalar(&gaps[s->gap], &s->pose, &f);
  d[0] = s->way == SHIFT ? f.d[0] : 0.0;
  d[1] = s->way == SHIFT ? f.d[1] : 0.0;
  d[2] = s->way == TURN ? f.d[2] : 0.0;
  return gaps[s->gap].depth;
}

/* Moves B to where the gap is a little open; 0 where that does not work. */
static int approach(subject *s) {
  for (int pass = 0; pass < 50; pass++) {
    double d[3], depth = gradient(s, d), square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    if (isnan(depth) || !(square > 0.0) || fabs(depth) > 2.0) return 0;
    for (int k = 0; k < 3; k++) s->speeds[k] = d[k] / square;
    if (fabs(depth + open) < 1e-12) return 1;
    s->pose.x -= (depth + open) * s->speeds[0];
    s->pose.y -= (depth + open) * s->speeds[1];
    s->pose.angle -= (depth + open) * s->speeds[2];
  }
  return 0;
}

/* Whether the gap is deeper than it may be after that time of a straight motion without forces. */
static int is_too_deep(const subject *s, int gap, double time) {
  ptl_gap gaps[PTL_MAX_GAPS];
  const ptl_pose pose = {s->pose.x + time * s->speeds[0], s->pose.y + time * s->speeds[1],
                         s->pose.angle + time * s->speeds[2], 0.0};
  s->type->gaps(s->c, &pose, gaps);
  return ptl_joint_has_gap(s->type, s->c, gap) && gaps[gap].depth > s->type->max_depth(s->c, gap);
}

/* When the first gap is, or NAN. */
static double first_too_deep(const subject *s, int n_gaps, double until) {
  enum { STEPS = 20000 };
  for (int i = 0; i <= STEPS; i++)
    for (int g = 0; g < n_gaps; g++)
      if (is_too_deep(s, g, until * i / STEPS)) return until * i / STEPS;
  return NAN;
}

static ptl_system *system_with(ptl_context *context, const subject *s, double until,
                               ptl_integrator integrator) {
  static const ptl_given soft[] = {{.name = "stiffness", .value = {1.0}},
                                   {.name = "exponent", .value = {1.0}}};
  const ptl_gap_contact everywhere = {NULL, "soft"};
  ptl_mechanism *m = ptl_mechanism_create(context);
  ptl_run_def run = *ptl_mechanism_get_run(m);
  ptl_type_use use = {.type = s->sample->type, .given = s->sample->given};
  ptl_system *system;
  while (use.n_given < MOST_SAMPLE_GIVEN && use.given[use.n_given].name != NULL) use.n_given++;
  run.until.amount = until;
  run.start = PTL_START_GIVEN;
  run.every.amount = until;
  run.integrator = integrator;
  must(context, ptl_mechanism_set_run(m, &run));
  must(context, ptl_mechanism_add_body(m, &(ptl_body_def){.name = "part",
                                                          .mass = 1.0,
                                                          .inertia = inertia,
                                                          .x = s->pose.x,
                                                          .y = s->pose.y,
                                                          .angle = s->pose.angle,
                                                          .vx = s->speeds[0],
                                                          .vy = s->speeds[1],
                                                          .omega = s->speeds[2]}));
  must(context, ptl_mechanism_add_contact(
                    m, &(ptl_contact_def){.name = "soft",
                                          .elastic = {.type = "power", .given = soft, .n_given = 2},
                                          .rolling_speed = NAN,
                                          .young_a = NAN,
                                          .young_b = NAN,
                                          .poisson_a = NAN,
                                          .poisson_b = NAN,
                                          .radius_a = NAN,
                                          .radius_b = NAN,
                                          .length = NAN,
                                          .effective_mass = NAN}));
  must(context, ptl_mechanism_add_joint(m, &(ptl_joint_def){.name = "pair",
                                                            .use = use,
                                                            .a = {.body = "ground"},
                                                            .b = {.body = "part"},
                                                            .contacts = &everywhere,
                                                            .n_contacts = 1}));
  must(context, ptl_assemble(m, &system));
  ptl_mechanism_destroy(m);
  return system;
}

/* What ended the run has to be a gap that is too deep at that time; returns it. */
static int check_message(const subject *s, const char *message, int n_gaps, double time) {
  static const double nearly = 1e-3;
  char name[80];
  for (int g = 0; g < n_gaps; g++) {
    snprintf(name, sizeof name, "joint 'pair', gap '%s'", s->type->gap_names[g]);
    const char *at = strstr(message, "at t = "), *up_to = strstr(message, "up to ");
    if (at == NULL || up_to == NULL || strstr(message, name) == NULL) continue;
    if (!is_too_deep(s, g, (1.0 + nearly) * time)) continue;
    assert_near(strtod(at + strlen("at t = "), NULL), time, nearly * time);
    double allowed = s->type->max_depth(s->c, g);
    assert_near(strtod(up_to + strlen("up to "), NULL), allowed, 1e-5 * allowed);
    return g;
  }
  fail_msg("%s (%s), gap %d by %d: '%s'", s->type->name, s->sample->what, s->gap, s->way, message);
  return -1;
}

/* Whether the parts can be where they are, as far as all gaps of the joint say. */
static int can_be(const subject *s, int n_gaps) {
  ptl_gap gaps[PTL_MAX_GAPS];
  s->type->gaps(s->c, &s->pose, gaps);
  for (int g = 0; g < n_gaps; g++)
    if (ptl_joint_has_gap(s->type, s->c, g) && isnan(gaps[g].depth)) return 0;
  return 1;
}

static void press(ptl_context *context, const subject *s, int n_gaps, int *pressed) {
  static const ptl_integrator integrators[] = {PTL_INTEGRATOR_AUTO, PTL_INTEGRATOR_IDA};
  double deepest = s->type->max_depth(s->c, s->gap), until = 2.0 * (open + deepest);
  if (!isfinite(deepest) || !can_be(s, n_gaps)) return;
  const double time = first_too_deep(s, n_gaps, until);
  if (!(time > 0.0)) return; /* other surfaces of the pair are in between */
  for (int i = 0; i < 2; i++) {
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    ptl_summary summary;
    ptl_system *system = system_with(context, s, until, integrators[i]);
    ptl_status status = ptl_simulate(context, system, NULL, &sink, &summary);
    pressed[check_message(s, ptl_context_message(context), n_gaps, time)]++;
    assert_int_equal(status, PTL_ERR_SIMULATION);
    rows_release(&trace);
    ptl_summary_release(context, &summary);
    ptl_system_destroy(system);
  }
}

/* Each gap of the sample from a few places, by each of the ways in which the joint lets its parts
 * move. */
static void press_everywhere(ptl_context *context, subject *s, int n_gaps, int *pressed) {
  enum { TRIALS = 30, ENOUGH = 2 };
  const int is_held =
      s->type->n_constraints > 0 && !(s->type->clearance != NULL && s->type->clearance(s->c) > 0.0);
  const int turns = s->type->coordinate == PTL_COORDINATE_ANGLE;
  for (s->gap = 0; s->gap < n_gaps; s->gap++) {
    if (!ptl_joint_has_gap(s->type, s->c, s->gap)) continue;
    for (s->way = TURN; s->way <= SHIFT; s->way++) {
      if (is_held && (s->way == TURN) != turns) continue;
      unsigned seed = 11;
      for (int trial = 0, done = 0; trial < TRIALS && done < ENOUGH; trial++) {
        const double wide = is_held ? 0.0 : trial < TRIALS / 2 ? 0.01 : 0.05;
        const ptl_pose *near = &s->sample->near;
        s->pose = (ptl_pose){near->x + wide * uniform(&seed), near->y + wide * uniform(&seed),
                             near->angle + (is_held ? 0.0 : 0.01) * uniform(&seed), 0.0};
        if (!approach(s)) continue;
        press(context, s, n_gaps, pressed);
        done++;
      }
    }
  }
}

/* The sample's instance; 0 where the type refuses it. */
static int make_subject(ptl_context *context, const joint_sample *sample, subject *out) {
  ptl_mechanism *m = ptl_mechanism_create(context);
  ptl_type_use use = {.type = sample->type, .given = sample->given};
  ptl_instance made;
  ptl_reason why;
  while (use.n_given < MOST_SAMPLE_GIVEN && use.given[use.n_given].name != NULL) use.n_given++;
  must(context, ptl_instance_create(m, (ptl_label){"joint", "sample"}, PTL_JOINT, &use, &made));
  *out = (subject){.sample = sample, .type = made.type, .c = ptl_instance_copy(context, &made)};
  ptl_instance_release(m, &made);
  ptl_mechanism_destroy(m);
  if (out->type->prepare == NULL || out->type->prepare(out->c, &why) == 0) return 1;
  ptl_instance_free(context, out->c);
  return 0;
}

static void parts_are_not_pressed_through_each_other(void **state) {
  ptl_context *context = *state;
  ptl_type_info info;
  for (int i = 0; ptl_context_get_type(context, PTL_JOINT, i, &info); i++) {
    int pressed[PTL_MAX_GAPS] = {0}, limited[PTL_MAX_GAPS] = {0}, n_gaps = 0;
    const ptl_joint_type *type = info.type;
    while (type->gap_names != NULL && type->gap_names[n_gaps] != NULL) n_gaps++;
    if (n_gaps > 0) assert_non_null(type->max_depth);
    for (int k = 0; k < N_JOINT_SAMPLES; k++) {
      subject s;
      if (strcmp(joint_samples[k].type, info.name) != 0) continue;
      if (!make_subject(context, &joint_samples[k], &s)) continue;
      for (int g = 0; g < n_gaps; g++) {
        if (!ptl_joint_has_gap(type, s.c, g)) continue;
        assert_true(isnan(type->max_depth(s.c, g)) || type->max_depth(s.c, g) > 0.0);
        limited[g] |= isfinite(type->max_depth(s.c, g));
      }
      press_everywhere(context, &s, n_gaps, pressed);
      ptl_instance_free(context, s.c);
    }
    for (int g = 0; g < n_gaps; g++)
      if (limited[g] && pressed[g] == 0)
        fail_msg("%s: gap '%s' was not pressed", info.name, type->gap_names[g]);
  }
}

/* Expected: beside a quarter of the depth that the type allows the run is one like others; at the
 * start, too, more is an error. */
static void less_is_allowed_and_a_start_beyond_is_not(void **state) {
  ptl_context *context = *state;
  const char *text =
      "pintle: 1\n"
      "bodies: {ball: {mass: 1, inertia: 1, position: [0, %s], velocity: [0, -1]}}\n"
      "contacts: {soft: {elastic: {law: power, stiffness: 1e4, exponent: 1}}}\n"
      "joints: {floor: {type: circle_line, contact: soft,\n"
      "         line: {body: ground, from: [-1, 0], to: [1, 0]}, circle: {body: ball, radius: 20 "
      "mm}}}\n"
      "run: {until: 1, every: 0.1, start: given}\n";
  char model[1024];
  snprintf(model, sizeof model, text, "20 mm");
  ptl_system *system = system_of(context, model, NULL, 0);
  ptl_summary summary;
  must(context, ptl_simulate(context, system, NULL, NULL, &summary));
  assert_near(summary.gaps[0].deepest, 0.01, 1e-6); /* v sqrt(m/k) */
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
  snprintf(model, sizeof model, text, "0");
  ptl_mechanism *m = mechanism_of(context, model, NULL, 0);
  assert_int_equal(ptl_assemble(m, &system), PTL_ERR_UNFIT);
  assert_non_null(
      strstr(ptl_context_message(context), "joint 'floor', gap 'contact': the start has"));
  ptl_mechanism_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parts_are_not_pressed_through_each_other),
      cmocka_unit_test(less_is_allowed_and_a_start_beyond_is_not),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
