/* The chain rule of a pair of parts: derivatives against central differences, and invariances that
 * any planar kinematics must have.                                                             */
#include "support.h"

#include "context.h"
#include "kinematics.h"

typedef struct configuration {
  double q[6], v[6];
  ptl_pair pair;
} configuration;

static double uniform(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (double)(1u << 24) * 2.0 - 1.0;
}

static configuration random_configuration(unsigned seed, int body_a, int body_b) {
  configuration k;
  for (int i = 0; i < 6; i++) k.q[i] = uniform(&seed);
  for (int i = 0; i < 6; i++) k.v[i] = uniform(&seed);
  ptl_part a = {body_a, uniform(&seed), uniform(&seed), uniform(&seed)};
  ptl_part b = {body_b, uniform(&seed), uniform(&seed), uniform(&seed)};
  k.pair = ptl_pair_make(a, b);
  return k;
}

static void place(const configuration *k, const double *q, const double *v, ptl_pair_state *state) {
  ptl_rotation rotations[2] = {{cos(q[2]), sin(q[2])}, {cos(q[5]), sin(q[5])}};
  ptl_pair_place(&k->pair, q, rotations, state);
  ptl_pair_move(&k->pair, v, state);
}

/* A function with all derivatives different from zero: f = x^2 y + sin(a) x + y a. */
static void sample(const ptl_pose *p, ptl_scalar *f) {
  f->value = p->x * p->x * p->y + sin(p->angle) * p->x + p->y * p->angle;
  f->d[0] = 2.0 * p->x * p->y + sin(p->angle);
  f->d[1] = p->x * p->x + p->angle;
  f->d[2] = cos(p->angle) * p->x + p->y;
  f->dd[0] = 2.0 * p->y;
  f->dd[1] = 2.0 * p->x;
  f->dd[2] = 0.0;
  f->dd[3] = cos(p->angle);
  f->dd[4] = 1.0;
  f->dd[5] = -sin(p->angle) * p->x;
}

static void gradient_at(const configuration *k, const double *q, double row[6]) {
  ptl_pair_state state;
  ptl_scalar f;
  place(k, q, k->v, &state);
  sample(&state.pose, &f);
  ptl_pair_gradient(&state, f.d, row);
}

static double value_at(const configuration *k, const double *q) {
  ptl_pair_state state;
  ptl_scalar f;
  place(k, q, k->v, &state);
  sample(&state.pose, &f);
  return f.value;
}

/* Expected: central differences of the function, and of its gradient. */
static void derivatives_match_differences(void **unused) {
  (void)unused;
  for (unsigned seed = 1; seed <= 20; seed++) {
    configuration k = random_configuration(seed, seed % 3 == 1 ? -1 : 0, seed % 3 == 2 ? -1 : 1);
    ptl_pair_state state;
    ptl_scalar f;
    double row[6], hessian[36], hv[6], h = 1e-5;
    place(&k, k.q, k.v, &state);
    sample(&state.pose, &f);
    ptl_pair_gradient(&state, f.d, row);
    ptl_pair_hessian(&state, &f, hessian);
    ptl_pair_hessian_times(&k.pair, hessian, k.v, hv);
    double quadratic = 0.0;
    for (int j = 0; j < 6; j++)
      if ((j < 3 ? k.pair.a.body : k.pair.b.body) >= 0) quadratic += hv[j] * k.v[j];
    assert_near(ptl_pair_curvature(&k.pair, &state, &f, k.v), quadratic, 1e-12);
    for (int j = 0; j < 6; j++) {
      int body = j < 3 ? k.pair.a.body : k.pair.b.body;
      if (body < 0) continue;
      double up[6], down[6], grad_up[6], grad_down[6];
      memcpy(up, k.q, sizeof up);
      memcpy(down, k.q, sizeof down);
      up[j] += h;
      down[j] -= h;
      assert_near(row[j], (value_at(&k, up) - value_at(&k, down)) / (2.0 * h), 1e-8);
      gradient_at(&k, up, grad_up);
      gradient_at(&k, down, grad_down);
      double directional = 0.0;
      for (int i = 0; i < 6; i++) {
        int row_body = i < 3 ? k.pair.a.body : k.pair.b.body;
        if (row_body < 0) continue;
        double difference = (grad_up[i] - grad_down[i]) / (2.0 * h);
        assert_near(hessian[6 * i + j], difference, 1e-8);
        directional += difference * k.v[i];
      }
      assert_near(hv[j], directional, 1e-7);
    }
  }
}

/* Expected: the rate of the pose is the derivative of the pose along the motion. */
static void twist_is_the_rate_of_the_pose(void **unused) {
  (void)unused;
  for (unsigned seed = 30; seed < 40; seed++) {
    configuration k = random_configuration(seed, 0, 1);
    ptl_pair_state now, later, before;
    double up[6], down[6], h = 1e-6;
    for (int i = 0; i < 6; i++) {
      up[i] = k.q[i] + h * k.v[i];
      down[i] = k.q[i] - h * k.v[i];
    }
    place(&k, k.q, k.v, &now);
    place(&k, up, k.v, &later);
    place(&k, down, k.v, &before);
    assert_near(now.twist[0], (later.pose.x - before.pose.x) / (2.0 * h), 1e-8);
    assert_near(now.twist[1], (later.pose.y - before.pose.y) / (2.0 * h), 1e-8);
    assert_near(now.twist[2], (later.pose.angle - before.pose.angle) / (2.0 * h), 1e-8);
  }
}

/* Expected: a rigid motion of both bodies changes nothing, so every gradient gives no net force and
 * no net moment (about the origin).                                                            */
static void pairs_exert_no_net_wrench(void **unused) {
  (void)unused;
  for (unsigned seed = 50; seed < 60; seed++) {
    configuration k = random_configuration(seed, 0, 1);
    double row[6];
    gradient_at(&k, k.q, row);
    assert_near(row[0] + row[3], 0.0, 1e-14);
    assert_near(row[1] + row[4], 0.0, 1e-14);
    double moment = row[2] + k.q[0] * row[1] - k.q[1] * row[0] + row[5] + k.q[3] * row[4] -
                    k.q[4] * row[3];
    assert_near(moment, 0.0, 1e-13);
  }
}

/* ---------------------------------------------------------------- gaps of the joint types */

typedef struct gap_case {
  const char *type;
  double c[24];
  ptl_pose pose;
  int gap; /* the one that touches there */
} gap_case;

enum { N_CASES = 6 };

/* pin_in_slot: pin.radius, clearance, half_width, center, radius, from, to, line.from, line.to. */
static const gap_case cases[N_CASES] = {
    {"revolute", {1e-3, 0.02, NAN, NAN, NAN, 0.0}, {0.9e-3, 0.6e-3, 0.3}, 0},
    {"revolute", {1e-3, NAN, NAN, NAN, NAN, 0.0}, {-0.5e-3, 1.1e-3, 2.0}, 0},
    {"pin_in_slot", {0.008, NAN, 0.009, 0.01, 0.02, 0.06, 2.0, 4.0, NAN, NAN, NAN, NAN},
     {0.01 - 0.0585, 0.02, 0.4}, 0},
    {"pin_in_slot", {0.008, NAN, 0.009, 0.01, 0.02, 0.06, 2.0, 4.0, NAN, NAN, NAN, NAN},
     {0.01 - 0.0612, 0.021, 0.4}, 1},
    {"pin_in_slot", {0.008, NAN, 0.009, NAN, NAN, NAN, NAN, NAN, -0.05, 0.0, 0.07, 0.04},
     {0.01, 0.022, 0.4}, 0},
    {"pin_in_slot", {0.008, NAN, 0.009, NAN, NAN, NAN, NAN, NAN, -0.05, 0.0, 0.07, 0.04},
     {0.0711, 0.0409, 0.4}, 2},
};

static int prepared(ptl_context *context, const gap_case *k, const ptl_joint_type **type,
                    double c[24]) {
  ptl_reason why = {""};
  *type = ptl_find_type(context, PTL_JOINT, k->type);
  assert_non_null(*type);
  memcpy(c, k->c, sizeof k->c);
  return (*type)->prepare(c, &why) == 0;
}

/* Expected: the scalar built from touching point, normal and radii has the derivatives of the depth
 * itself, by central differences of the depth.                                                 */
static void gap_scalars_match_differences(void **state) {
  ptl_context *context = *state;
  for (int i = 0; i < N_CASES; i++) {
    const ptl_joint_type *type;
    double c[24], h = 1e-7;
    assert_true(prepared(context, &cases[i], &type, c));
    ptl_gap gaps[PTL_MAX_GAPS], up[PTL_MAX_GAPS], down[PTL_MAX_GAPS];
    ptl_scalar f, f_up, f_down;
    int g = cases[i].gap;
    type->gaps(c, &cases[i].pose, gaps);
    assert_near(hypot(gaps[g].nx, gaps[g].ny), 1.0, 1e-15);
    ptl_gap_scalar(&gaps[g], &cases[i].pose, &f);
    static const int second[3][3] = {{0, 1, 3}, {1, 2, 4}, {3, 4, 5}};
    for (int j = 0; j < 3; j++) {
      ptl_pose p = cases[i].pose, m = cases[i].pose;
      double *pj = j == 0 ? &p.x : j == 1 ? &p.y : &p.angle;
      double *mj = j == 0 ? &m.x : j == 1 ? &m.y : &m.angle;
      *pj += h;
      *mj -= h;
      type->gaps(c, &p, up);
      type->gaps(c, &m, down);
      assert_near(f.d[j], (up[g].depth - down[g].depth) / (2.0 * h), 1e-6);
      ptl_gap_scalar(&up[g], &p, &f_up);
      ptl_gap_scalar(&down[g], &m, &f_down);
      for (int e = 0; e < 3; e++)
        assert_near(f.dd[second[e][j]], (f_up.d[e] - f_down.d[e]) / (2.0 * h),
                    1e-4 * (1.0 + fabs(f.dd[second[e][j]])));
    }
  }
}

/* Expected: at the ideal place every gap is open by the clearance, and the ideal joint's constraint
 * is zero there.                                                                               */
static void gaps_are_open_by_the_clearance(void **state) {
  ptl_context *context = *state;
  const ptl_joint_type *type;
  double c[24];
  ptl_gap gaps[PTL_MAX_GAPS];
  ptl_scalar f[PTL_MAX_CONSTRAINTS];
  ptl_pose rest = {0.0, 0.0, 0.0}, middle = {0.0, 0.0, 0.7};
  assert_true(prepared(context, &cases[0], &type, c));
  type->gaps(c, &middle, gaps);
  type->constraints(c, &rest, &middle, f);
  assert_near(gaps[0].depth, -1e-3, 1e-18);
  assert_near(fabs(f[0].value) + fabs(f[1].value), 0.0, 0.0);

  assert_true(prepared(context, &cases[2], &type, c));
  ptl_pose on_arc = {0.01 + 0.06 * cos(3.1), 0.02 + 0.06 * sin(3.1), 0.2};
  type->gaps(c, &on_arc, gaps);
  type->constraints(c, &rest, &on_arc, f);
  assert_near(gaps[0].depth, -1e-3, 1e-16);
  assert_near(gaps[1].depth, -1e-3, 1e-16);
  assert_true(gaps[2].depth < -1e-3);
  assert_near(f[0].value, 0.0, 1e-16);
}

/* Expected: the slot's boundary is smooth where a wall becomes the cap, so a pin pressed against
 * a wall keeps its depth when its centre passes the end.                                       */
static void depth_is_continuous_at_the_end_of_a_slot(void **state) {
  ptl_context *context = *state;
  const ptl_joint_type *type;
  double c[24];
  assert_true(prepared(context, &cases[2], &type, c));
  for (int side = -1; side <= 1; side += 2) {
    double r = 0.06 + side * 1.2e-3, tiny = 1e-9;
    ptl_pose inside = {0.01 + r * cos(4.0 - tiny), 0.02 + r * sin(4.0 - tiny), 0.0};
    ptl_pose beyond = {0.01 + r * cos(4.0 + tiny), 0.02 + r * sin(4.0 + tiny), 0.0};
    ptl_gap before[PTL_MAX_GAPS], after[PTL_MAX_GAPS];
    type->gaps(c, &inside, before);
    type->gaps(c, &beyond, after);
    int wall = side < 0 ? 0 : 1;
    assert_true(before[wall].depth > 0.0 && before[2].depth < 0.0);
    assert_true(after[2].depth > 0.0 && after[0].depth < 0.0 && after[1].depth < 0.0);
    assert_near(before[wall].depth, after[2].depth, 1e-9);
    assert_near(before[wall].nx, after[2].nx, 1e-6);
    assert_near(before[wall].ny, after[2].ny, 1e-6);
  }
}

static int make_context(void **state) {
  *state = ptl_context_create(NULL);
  return *state == NULL;
}

static int drop_context(void **state) {
  ptl_context_destroy(*state);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(derivatives_match_differences),
      cmocka_unit_test(twist_is_the_rate_of_the_pose),
      cmocka_unit_test(pairs_exert_no_net_wrench),
      cmocka_unit_test(gap_scalars_match_differences),
      cmocka_unit_test(gaps_are_open_by_the_clearance),
      cmocka_unit_test(depth_is_continuous_at_the_end_of_a_slot),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
