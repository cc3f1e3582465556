/* The chain rule of a pair of parts: derivatives against central differences, and invariances that
 * any planar kinematics must have.                                                             */
#include "support.h"

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(derivatives_match_differences),
      cmocka_unit_test(twist_is_the_rate_of_the_pose),
      cmocka_unit_test(pairs_exert_no_net_wrench),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
