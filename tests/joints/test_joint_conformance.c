/* test_joint_conformance.c: what every joint type must do, whoever wrote it: the derivatives of its
 * functions against central differences, gaps whose normals, touching points and radii belong
 * together, forces in balance, and no dependence on where the pair is in the world. Runs over the
 * registry. */
#include "support.h"

#include "declaration.h"
#include "instance.h"
#include "joint_samples.h"
#include "kinematics.h"
#include "param.h"
#include "registry.h"

static ptl_context *context;

static int make_shared_context(void **state) {
  context = ptl_context_create(NULL);
  *state = context;
  return context == NULL;
}

static int drop_shared_context(void **state) {
  (void)state;
  ptl_context_destroy(context);
  return 0;
}

static double uniform(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (double)(1u << 24) * 2.0 - 1.0;
}

/* ------------------------------------------------------------------ instances */

typedef struct instance {
  const ptl_joint_type *type;
  const char *what;
  double *c;
  ptl_pose near;
} instance;

/* Whether the type accepts the sample; the instance is to be freed. */
static int make_instance(const joint_sample *sample, instance *out) {
  ptl_mechanism *m = ptl_mechanism_create(context);
  const ptl_label label = {"joint", "sample"};
  ptl_type_use use = {.type = sample->type, .given = sample->given};
  ptl_reason why = {""};
  while (use.n_given < MOST_SAMPLE_GIVEN && sample->given[use.n_given].name != NULL) use.n_given++;
  ptl_instance made;
  must(context, ptl_instance_create(m, label, PTL_JOINT, &use, &made));
  out->type = made.type;
  out->what = sample->what;
  out->c = ptl_instance_copy(context, &made);
  out->near = sample->near;
  int accepted = out->type->prepare == NULL || out->type->prepare(out->c, &why) == 0;
  /* prepare() writes behind the parameters, which the model file and the summary show as given */
  assert_memory_equal(out->c, made.c, (size_t)made.n_given * sizeof(double));
  ptl_instance_release(m, &made);
  ptl_mechanism_destroy(m);
  if (!accepted) ptl_instance_free(context, out->c);
  return accepted;
}

typedef void (*check)(const instance *joint);

/* How often each gap of the type in hand was reached; some stand away from where a sample is. */
static int reached[PTL_MAX_GAPS];

/* Every sample of a type, and one made of its table. */
static void for_samples_of(const ptl_type_info *info, check run) {
  int samples = 0;
  instance joint;
  for (int k = 0; k < N_JOINT_SAMPLES; k++) {
    if (strcmp(joint_samples[k].type, info->name) != 0) continue;
    if (!make_instance(&joint_samples[k], &joint))
      fail_msg("%s (%s): the sample is refused", info->name, joint_samples[k].what);
    run(&joint);
    ptl_instance_free(context, joint.c);
    samples++;
  }
  joint_sample plain = plain_sample(info->type);
  if (make_instance(&plain, &joint)) {
    run(&joint);
    ptl_instance_free(context, joint.c);
  } else if (samples == 0) {
    fail_msg("%s: nothing can be made of its table; give it a sample in joint_samples.h",
             info->name);
  }
}

/* Those of every type. `gaps`: every one must be reached. */
static void for_every_joint(check run, int gaps) {
  ptl_type_info info;
  for (int i = 0; ptl_context_get_type(context, PTL_JOINT, i, &info); i++) {
    memset(reached, 0, sizeof reached);
    for_samples_of(&info, run);
    const ptl_joint_type *type = info.type;
    for (int g = 0; gaps && type->gap_names != NULL && type->gap_names[g] != NULL; g++)
      if (reached[g] == 0)
        fail_msg("%s: gap '%s' was never reached", info.name, type->gap_names[g]);
  }
}

#define check_near(made, label, value, expected, tolerance)                                \
  do {                                                                                     \
    double value_ = (value), expected_ = (expected), tolerance_ = (tolerance);             \
    if (!(fabs(value_ - expected_) <= tolerance_))                                         \
      fail_msg("%s (%s), %s: %s is %.12g, expected %.12g within %.3g", (made)->type->name, \
               (made)->what, label, #value, value_, expected_, tolerance_);                \
  } while (0)

static double *coordinate_of(ptl_pose *pose, int k) {
  return k == 0 ? &pose->x : k == 1 ? &pose->y : &pose->angle;
}

static ptl_pose moved(const ptl_pose *pose, int k, double h) {
  ptl_pose out = *pose;
  *coordinate_of(&out, k) += h;
  return out;
}

static int n_gaps(const ptl_joint_type *type) {
  int n = 0;
  while (type->gap_names != NULL && type->gap_names[n] != NULL) n++;
  return n;
}

static const int second[3][3] = {{0, 1, 3}, {1, 2, 4}, {3, 4, 5}};

/* ------------------------------------------------------------------ constraints */

/* Expected: central differences of the values and of the first derivatives. */
static void constraints_match_differences(const instance *joint) {
  const ptl_joint_type *type = joint->type;
  unsigned seed = 7;
  double h = 1e-6;
  for (int trial = 0; trial < 20 && type->n_constraints > 0; trial++) {
    ptl_pose rest = joint->near,
             pose = {rest.x + 2e-3 * uniform(&seed), rest.y + 2e-3 * uniform(&seed),
                     rest.angle + 0.3 * uniform(&seed), rest.turned};
    ptl_scalar f[PTL_MAX_CONSTRAINTS], up[PTL_MAX_CONSTRAINTS], down[PTL_MAX_CONSTRAINTS];
    type->constraints(joint->c, &rest, &pose, f);
    for (int k = 0; k < 3; k++) {
      ptl_pose plus = moved(&pose, k, h), minus = moved(&pose, k, -h);
      type->constraints(joint->c, &rest, &plus, up);
      type->constraints(joint->c, &rest, &minus, down);
      for (int i = 0; i < type->n_constraints; i++) {
        double slope = (up[i].value - down[i].value) / (2.0 * h);
        check_near(joint, "constraint", f[i].d[k], slope, 1e-7 * (1.0 + fabs(slope)));
        for (int e = 0; e < 3; e++) {
          double bend = (up[i].d[e] - down[i].d[e]) / (2.0 * h);
          check_near(joint, "constraint", f[i].dd[second[e][k]], bend, 1e-4 * (1.0 + fabs(bend)));
        }
      }
    }
  }
}

/* ------------------------------------------------------------------ declarations */

/* Of the type in hand: whether a second derivative by the pose was found, and one was declared. */
static int found_curvature, declared_curvature;

static int all_zero(const double *x, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] != 0.0) return 0;
  return 1;
}

/* Expected: derivatives that the kind of a constraint excludes are 0, exactly, at any pose. */
static void constraints_are_as_declared(const instance *joint) {
  const ptl_joint_type *type = joint->type;
  ptl_scalar first[PTL_MAX_CONSTRAINTS], f[PTL_MAX_CONSTRAINTS];
  ptl_reason why;
  unsigned seed = 3;
  if (ptl_joint_verify(type, joint->c, &why)) fail_msg("%s: %s", type->name, why.text);
  if (type->n_constraints == 0) return;
  type->constraints(joint->c, &joint->near, &joint->near, first);
  for (int trial = 0; trial < 200; trial++) {
    ptl_pose pose = {joint->near.x + 0.02 * uniform(&seed), joint->near.y + 0.02 * uniform(&seed),
                     5.0 * uniform(&seed), 0.0};
    memset(f, 0, sizeof f);
    type->constraints(joint->c, &joint->near, &pose, f);
    for (int i = 0; i < type->n_constraints; i++) {
      ptl_constraint_kind kind = ptl_joint_constraint_kind(type, joint->c, i);
      if (kind == PTL_CONSTRAINT_ANGLE) assert_true(all_zero(f[i].d, 2) && f[i].d[2] == 1.0);
      if (kind == PTL_CONSTRAINT_LINE) assert_memory_equal(f[i].d, first[i].d, sizeof f[i].d);
      if (kind == PTL_CONSTRAINT_LINE || kind == PTL_CONSTRAINT_POINT)
        assert_true(f[i].d[2] == 0.0 && all_zero(f[i].dd + 3, 3));
      declared_curvature |= ptl_constraint_kind_has_curvature(kind);
      if (!ptl_constraint_kind_has_curvature(kind)) assert_true(all_zero(f[i].dd, 6));
      found_curvature |= !all_zero(f[i].dd, 6);
    }
    if (type->flags & PTL_JOINT_POINT_PAIR)
      assert_true(f[0].value == pose.x && f[1].value == pose.y);
  }
}

/* Expected: a moment has no slip by x and y, a force has some. */
static void friction_is_as_declared(const instance *joint) {
  const ptl_joint_type *type = joint->type;
  double reaction[PTL_MAX_CONSTRAINTS];
  unsigned seed = 4;
  for (int trial = 0; trial < 200 && type->sliding != NULL; trial++) {
    ptl_sliding sliding = {.normal = 0.0};
    for (int i = 0; i < type->n_constraints; i++) reaction[i] = 5.0 * uniform(&seed);
    ptl_pose pose = {joint->near.x + 0.02 * uniform(&seed), joint->near.y + 0.02 * uniform(&seed),
                     5.0 * uniform(&seed), 0.0};
    type->sliding(joint->c, &pose, reaction, &sliding);
    assert_int_equal(all_zero(sliding.d, 2), (type->flags & PTL_JOINT_FRICTION_MOMENT) != 0);
  }
}

/* Of the type in hand: whether an instance was found that cannot have the origins of both parts at
 * one point. */
static int found_apart;

/* With both at one point its constraints do not hold, or a gap is deeper than it may be. */
static void look_for_origins_apart(const instance *joint) {
  const ptl_joint_type *type = joint->type;
  const ptl_pose pose = {0.0, 0.0, joint->near.angle, joint->near.turned};
  const int is_loose = type->clearance != NULL && type->clearance(joint->c) != 0.0;
  ptl_scalar f[PTL_MAX_CONSTRAINTS];
  ptl_gap gaps[PTL_MAX_GAPS];
  if (!is_loose && type->n_constraints > 0) type->constraints(joint->c, &pose, &pose, f);
  for (int i = 0; i < type->n_constraints && !is_loose; i++)
    found_apart |= !(fabs(f[i].value) < 1e-12);
  if (type->gaps == NULL || type->max_depth == NULL) return;
  type->gaps(joint->c, &pose, gaps);
  for (int g = 0; g < n_gaps(type); g++)
    if (ptl_joint_has_gap(type, joint->c, g))
      found_apart |= isnan(gaps[g].depth) || gaps[g].depth > type->max_depth(joint->c, g);
}

/* Whether an optional parameter that friction needs is not given. */
static int lacks_friction_parameter(const instance *joint) {
  const char *name = joint->type->friction_needs;
  const ptl_param *row;
  return name != NULL && isnan(joint->c[ptl_param_find(joint->type->params, name, &row)]);
}

/* ------------------------------------------------------------------ sliding surfaces */

/* Expected: central differences by the pose and by the reactions; a normal force that is none or
 * pushes, and grows with the reactions in proportion (Euler's theorem). */
static void sliding_matches_differences(const instance *joint) {
  const ptl_joint_type *type = joint->type;
  unsigned seed = 5;
  double h = 1e-6;
  if (lacks_friction_parameter(joint)) return;
  for (int trial = 0; trial < 20 && type->sliding != NULL; trial++) {
    double reaction[PTL_MAX_CONSTRAINTS], euler = 0.0;
    ptl_pose pose = {joint->near.x + 2e-3 * uniform(&seed), joint->near.y + 2e-3 * uniform(&seed),
                     joint->near.angle + 0.3 * uniform(&seed), joint->near.turned};
    ptl_sliding here = {.normal = 0.0};
    for (int i = 0; i < type->n_constraints; i++) reaction[i] = 5.0 * uniform(&seed);
    type->sliding(joint->c, &pose, reaction, &here);
    ptl_sliding up, down;
    for (int k = 0; k < 3; k++) {
      ptl_pose plus = moved(&pose, k, h), minus = moved(&pose, k, -h);
      up = down = (ptl_sliding){.normal = 0.0};
      type->sliding(joint->c, &plus, reaction, &up);
      type->sliding(joint->c, &minus, reaction, &down);
      for (int i = 0; i < 3; i++) {
        double slope = (up.d[i] - down.d[i]) / (2.0 * h);
        check_near(joint, "sliding", here.dd[i][k], slope, 1e-4 * (1.0 + fabs(slope)));
      }
    }
    for (int i = 0; i < type->n_constraints; i++) {
      double kept = reaction[i];
      up = down = (ptl_sliding){.normal = 0.0};
      reaction[i] = kept + h;
      type->sliding(joint->c, &pose, reaction, &up);
      reaction[i] = kept - h;
      type->sliding(joint->c, &pose, reaction, &down);
      reaction[i] = kept;
      check_near(joint, "sliding", here.d_normal[i], (up.normal - down.normal) / (2.0 * h), 1e-6);
      euler += here.d_normal[i] * kept;
    }
    check_near(joint, "sliding", euler, here.normal, 1e-12);
    assert_true(here.normal >= 0.0);
  }
}

/* ------------------------------------------------------------------ gaps */

/* Moves part B along the gap's normal until the gap has this depth; 0 when that does not work, for
 * instance because the gap is not where the parts can touch from here. */
static int reach(const instance *joint, int gap, double depth, ptl_pose *pose) {
  ptl_gap gaps[PTL_MAX_GAPS];
  for (int i = 0; i < 50; i++) {
    joint->type->gaps(joint->c, pose, gaps);
    double way = gaps[gap].depth - depth;
    if (isnan(way) || fabs(way) > 0.5) return 0;
    if (fabs(way) < 1e-12) return 1;
    pose->x += way * gaps[gap].nx;
    pose->y += way * gaps[gap].ny;
  }
  return 0;
}

/* Whether the gap is one smooth function around the pose: no edge, wall or end takes over there. */
static int is_smooth(const instance *joint, int gap, const ptl_pose *pose, double h) {
  ptl_gap here[PTL_MAX_GAPS], there[PTL_MAX_GAPS];
  joint->type->gaps(joint->c, pose, here);
  for (int k = 0; k < 3; k++)
    for (double side = -1.0; side <= 1.0; side += 2.0) {
      ptl_pose near = moved(pose, k, side * h);
      joint->type->gaps(joint->c, &near, there);
      double d = here[gap].depth - there[gap].depth;
      int same = (here[gap].radius_a == 0.0) == (there[gap].radius_a == 0.0) &&
                 (here[gap].radius_b == 0.0) == (there[gap].radius_b == 0.0);
      if (!(fabs(d) < 1e3 * h) || !same) return 0;
    }
  return 1;
}

typedef void (*gap_check)(const instance *joint, int gap, const ptl_pose *pose);

/* Poses with the gap touching or just open. */
static void for_every_gap(const instance *joint, gap_check run) {
  enum { TRIALS = 60 };
  for (int g = 0; g < n_gaps(joint->type); g++) {
    if (!ptl_joint_has_gap(joint->type, joint->c, g)) continue;
    unsigned seed = 11;
    for (int trial = 0; trial < TRIALS; trial++) {
      double wide = trial < TRIALS / 2 ? 0.01 : 0.05;
      ptl_pose pose = {joint->near.x + wide * uniform(&seed), joint->near.y + wide * uniform(&seed),
                       joint->near.angle + 0.01 * uniform(&seed), joint->near.turned};
      double depth = 2e-5 * (1.0 + uniform(&seed));
      if (!reach(joint, g, depth, &pose) || !is_smooth(joint, g, &pose, 2e-6)) continue;
      run(joint, g, &pose);
      reached[g]++;
    }
  }
}

/* Whether the touching point of a turning arm stays where the arm meets its stop, as if it were
 * long; the slip's lever then does not turn with part B. */
static int keeps_its_lever(const ptl_gap *here, const ptl_pose *pose, const ptl_gap *turned,
                           const ptl_pose *turned_pose) {
  double x = here->bx - pose->x, y = here->by - pose->y;
  return here->radius_b == 0.0 && hypot(x, y) > 0.0 && turned->bx - turned_pose->x == x &&
         turned->by - turned_pose->y == y;
}

/* Expected: a unit normal, and the derivatives of the depth by central differences; the second ones
 * hold only if normal, touching point and both radii are right. Those of the slip's direction and
 * lever likewise, where friction uses them. */
static void gap_matches_differences(const instance *joint, int gap, const ptl_pose *pose) {
  const char *name = joint->type->gap_names[gap];
  ptl_gap here[PTL_MAX_GAPS], up[PTL_MAX_GAPS], down[PTL_MAX_GAPS];
  double h = 1e-7, slip[3], slip_by[3][3], slip_up[3], slip_down[3], unused[3][3];
  const int slips = !(joint->type->flags & PTL_JOINT_FRICTIONLESS_GAPS);
  joint->type->gaps(joint->c, pose, here);
  check_near(joint, name, hypot(here[gap].nx, here[gap].ny), 1.0, 1e-14);
  ptl_scalar f;
  ptl_gap_scalar(&here[gap], pose, &f);
  ptl_gap_slip(&here[gap], pose, slip, slip_by);
  ptl_scalar f_up, f_down;
  for (int k = 0; k < 3; k++) {
    ptl_pose plus = moved(pose, k, h), minus = moved(pose, k, -h);
    joint->type->gaps(joint->c, &plus, up);
    joint->type->gaps(joint->c, &minus, down);
    double slope = (up[gap].depth - down[gap].depth) / (2.0 * h);
    check_near(joint, name, f.d[k], slope, 2e-7 * (1.0 + fabs(slope)));
    ptl_gap_scalar(&up[gap], &plus, &f_up);
    ptl_gap_scalar(&down[gap], &minus, &f_down);
    ptl_gap_slip(&up[gap], &plus, slip_up, unused);
    ptl_gap_slip(&down[gap], &minus, slip_down, unused);
    for (int e = 0; e < 3; e++) {
      double bend = (f_up.d[e] - f_down.d[e]) / (2.0 * h);
      double turn = (slip_up[e] - slip_down[e]) / (2.0 * h);
      check_near(joint, name, f.dd[second[e][k]], bend, 2e-4 * (1.0 + fabs(bend)));
      if (slips && !(k == 2 && keeps_its_lever(&here[gap], pose, &up[gap], &plus)))
        check_near(joint, name, slip_by[e][k], turn, 2e-4 * (1.0 + fabs(turn)));
    }
  }
}

static void check_gap_derivatives(const instance *joint) {
  for_every_gap(joint, gap_matches_differences);
}

/* ------------------------------------------------------------------ the pair in the world */

typedef struct world {
  double q[6], v[6];
  ptl_pair pair;
} world;

/* Two bodies anywhere, whose parts stand to each other as `pose` says. */
static world world_with(const ptl_pose *pose, unsigned seed) {
  world w;
  ptl_part a = {0, uniform(&seed), uniform(&seed), uniform(&seed)};
  ptl_part b = {1, uniform(&seed), uniform(&seed), uniform(&seed)};
  for (int i = 0; i < 6; i++) w.v[i] = uniform(&seed);
  for (int i = 0; i < 3; i++) w.q[i] = uniform(&seed);
  double ta = w.q[2] + a.angle, ca = cos(w.q[2]), sa = sin(w.q[2]);
  double x = w.q[0] + ca * a.x - sa * a.y + cos(ta) * pose->x - sin(ta) * pose->y;
  double y = w.q[1] + sa * a.x + ca * a.y + sin(ta) * pose->x + cos(ta) * pose->y;
  w.q[5] = ta + pose->angle - b.angle;
  w.q[3] = x - (cos(w.q[5]) * b.x - sin(w.q[5]) * b.y);
  w.q[4] = y - (sin(w.q[5]) * b.x + cos(w.q[5]) * b.y);
  w.pair = ptl_pair_make(a, b);
  return w;
}

static ptl_gap gap_in(const instance *joint, int gap, const world *w, const double *q,
                      ptl_pair_state *state) {
  ptl_rotation rotations[2] = {{cos(q[2]), sin(q[2])}, {cos(q[5]), sin(q[5])}};
  ptl_gap gaps[PTL_MAX_GAPS];
  ptl_pair_set_pose(&w->pair, q, rotations, state);
  ptl_pair_set_twist(&w->pair, w->v, state);
  joint->type->gaps(joint->c, &state->pose, gaps);
  return gaps[gap];
}

/* Expected: the rate of the depth is the difference of the depth along the motion; a unit force in
 * the gap has no net force and no net moment; a rigid motion of both bodies changes nothing. */
static void gap_in_the_world(const instance *joint, int gap, const ptl_pose *pose) {
  const char *name = joint->type->gap_names[gap];
  world w = world_with(pose, 3u + (unsigned)gap);
  ptl_pair_state state;
  ptl_scalar f;
  double row[6], rate = 0.0, h = 1e-7, up[6], down[6];
  ptl_gap here = gap_in(joint, gap, &w, w.q, &state);
  ptl_gap_scalar(&here, &state.pose, &f);
  ptl_pair_gradient(&state, f.d, row);
  for (int i = 0; i < 6; i++) {
    rate += row[i] * w.v[i];
    up[i] = w.q[i] + h * w.v[i];
    down[i] = w.q[i] - h * w.v[i];
  }
  check_near(joint, name, rate,
             f.d[0] * state.twist[0] + f.d[1] * state.twist[1] + f.d[2] * state.twist[2], 1e-12);
  double later = gap_in(joint, gap, &w, up, &state).depth;
  double earlier = gap_in(joint, gap, &w, down, &state).depth;
  check_near(joint, name, rate, (later - earlier) / (2.0 * h), 1e-6 * (1.0 + fabs(rate)));

  check_near(joint, name, row[0] + row[3], 0.0, 1e-13);
  check_near(joint, name, row[1] + row[4], 0.0, 1e-13);
  check_near(
      joint, name,
      row[2] + w.q[0] * row[1] - w.q[1] * row[0] + row[5] + w.q[3] * row[4] - w.q[4] * row[3], 0.0,
      1e-12);

  world other = w;
  double turn = 1.1, c = cos(turn), s = sin(turn);
  for (int body = 0; body < 2; body++) {
    const double *q = w.q + 3 * body;
    other.q[3 * body] = 0.7 + c * q[0] - s * q[1];
    other.q[3 * body + 1] = -0.4 + s * q[0] + c * q[1];
    other.q[3 * body + 2] = q[2] + turn;
  }
  ptl_gap there = gap_in(joint, gap, &other, other.q, &state);
  check_near(joint, name, there.depth, here.depth, 1e-13);
  check_near(joint, name, there.nx, here.nx, 1e-9);
  check_near(joint, name, there.ny, here.ny, 1e-9);
}

static void check_gaps_in_the_world(const instance *joint) {
  for_every_gap(joint, gap_in_the_world);
}

/* ------------------------------------------------------------------ ideal and with clearance */

/* Expected: where the ideal joint is assembled, a joint with clearance touches nowhere, and its
 * nearest surfaces are as far away as the play. */
static void ideal_place_is_in_the_middle(const instance *joint) {
  const ptl_joint_type *type = joint->type;
  if (type->n_constraints == 0 || type->clearance == NULL) return;
  double play = type->clearance(joint->c), nearest = -INFINITY;
  if (!(play > 0.0) || isinf(play) || strncmp(joint->what, "worn", 4) == 0) return;
  ptl_pose pose = {joint->near.x, joint->near.y, 0.0, 0.0}, rest = pose;
  ptl_gap gaps[PTL_MAX_GAPS];
  for (int pass = 0; pass < 50; pass++) { /* Gauss-Newton, one constraint after the other */
    ptl_scalar f[PTL_MAX_CONSTRAINTS];
    for (int i = 0; i < type->n_constraints; i++) {
      type->constraints(joint->c, &rest, &pose, f);
      double square = f[i].d[0] * f[i].d[0] + f[i].d[1] * f[i].d[1];
      if (!(square > 0.0)) continue;
      pose.x -= f[i].value * f[i].d[0] / square;
      pose.y -= f[i].value * f[i].d[1] / square;
    }
  }
  type->gaps(joint->c, &pose, gaps);
  for (int g = 0; g < n_gaps(type); g++) {
    if (!ptl_joint_has_gap(type, joint->c, g)) continue;
    check_near(joint, type->gap_names[g], fmax(gaps[g].depth, -play), -play, 1e-12);
    nearest = fmax(nearest, gaps[g].depth);
  }
  check_near(joint, "nearest gap", nearest, -play, 1e-12);
}

/* ------------------------------------------------------------------ the tests */

static void types_say_what_they_are(void **state) {
  (void)state;
  ptl_type_info info;
  for (int i = 0; ptl_context_get_type(context, PTL_JOINT, i, &info); i++)
    must(context, ptl_registry_check(context, PTL_JOINT, info.type));
}

static void constraints_have_their_derivatives(void **state) {
  (void)state;
  for_every_joint(constraints_match_differences, 0);
}

static void types_are_as_declared(void **state) {
  (void)state;
  for_every_joint(constraints_are_as_declared, 0);
  for_every_joint(friction_is_as_declared, 0);
  assert_true(declared_curvature && found_curvature);
}

/* Expected: a type whose samples all can have both origins at one point does not say
 * PTL_JOINT_APART, any other does. */
static void origins_stand_as_declared(void **state) {
  (void)state;
  ptl_type_info info;
  for (int i = 0; ptl_context_get_type(context, PTL_JOINT, i, &info); i++) {
    const ptl_joint_type *type = info.type;
    found_apart = 0;
    for_samples_of(&info, look_for_origins_apart);
    if (found_apart != ((type->flags & PTL_JOINT_APART) != 0))
      fail_msg("%s: %s instance has its parts apart", info.name, found_apart ? "some" : "no");
  }
}

static void sliding_has_its_derivatives(void **state) {
  (void)state;
  for_every_joint(sliding_matches_differences, 0);
}

static void gaps_have_their_derivatives(void **state) {
  (void)state;
  for_every_joint(check_gap_derivatives, 1);
}

static void gaps_balance_and_do_not_depend_on_the_place(void **state) {
  (void)state;
  for_every_joint(check_gaps_in_the_world, 1);
}

static void clearance_is_around_the_ideal_place(void **state) {
  (void)state;
  for_every_joint(ideal_place_is_in_the_middle, 0);
}

/* Expected: two circles, or arcs, do not care which of them is called A. */
static void circles_may_be_exchanged(void **state) {
  const joint_sample one = {
      .type = "circle_circle",
      .given = {NUMBER("a.radius", 0.03), NUMBER("b.radius", 0.02), NUMBER("a.from", 0.1),
                NUMBER("a.to", 1.4), NUMBER("b.from", 3.0), NUMBER("b.to", 4.9)}};
  const joint_sample two = {
      .type = "circle_circle",
      .given = {NUMBER("b.radius", 0.03), NUMBER("a.radius", 0.02), NUMBER("b.from", 0.1),
                NUMBER("b.to", 1.4), NUMBER("a.from", 3.0), NUMBER("a.to", 4.9)}};
  unsigned seed = 5;
  int touching = 0;
  (void)state;
  instance ab, ba;
  assert_true(make_instance(&one, &ab) && make_instance(&two, &ba));
  for (int trial = 0; trial < 200; trial++) {
    ptl_pose p = {0.05 * uniform(&seed), 0.05 * uniform(&seed), uniform(&seed), 0.0};
    double c = cos(p.angle), s = sin(p.angle);
    ptl_pose q = (ptl_pose){-c * p.x - s * p.y, s * p.x - c * p.y, -p.angle, 0.0};
    ptl_gap g;
    ab.type->gaps(ab.c, &p, &g);
    ptl_gap h;
    ba.type->gaps(ba.c, &q, &h);
    touching += g.depth > 0.0;
    check_near(&ab, "exchanged", h.depth, g.depth, 1e-15);
    if (g.depth < -0.01) continue; /* nothing is near: no place is meant */
    check_near(&ab, "exchanged", c * h.nx - s * h.ny, -g.nx, 1e-12);
    check_near(&ab, "exchanged", s * h.nx + c * h.ny, -g.ny, 1e-12);
    check_near(&ab, "exchanged", h.radius_a, g.radius_b, 1e-15);
  }
  assert_true(touching > 20);
  ptl_instance_free(context, ab.c);
  ptl_instance_free(context, ba.c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(types_say_what_they_are),
      cmocka_unit_test(constraints_have_their_derivatives),
      cmocka_unit_test(types_are_as_declared),
      cmocka_unit_test(origins_stand_as_declared),
      cmocka_unit_test(sliding_has_its_derivatives),
      cmocka_unit_test(gaps_have_their_derivatives),
      cmocka_unit_test(gaps_balance_and_do_not_depend_on_the_place),
      cmocka_unit_test(clearance_is_around_the_ideal_place),
      cmocka_unit_test(circles_may_be_exchanged),
  };
  return cmocka_run_group_tests(tests, make_shared_context, drop_shared_context);
}
