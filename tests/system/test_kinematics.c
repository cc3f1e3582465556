/* The chain rule of a pair of parts: derivatives against central differences, and invariances that
 * any planar kinematics must have. */
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
  ptl_pair_set_pose(&k->pair, q, rotations, state);
  ptl_pair_set_twist(&k->pair, v, state);
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
  place(k, q, k->v, &state);
  ptl_scalar f;
  sample(&state.pose, &f);
  ptl_pair_gradient(&state, f.d, row);
}

static double value_at(const configuration *k, const double *q) {
  ptl_pair_state state;
  place(k, q, k->v, &state);
  ptl_scalar f;
  sample(&state.pose, &f);
  return f.value;
}

/* Expected: central differences of the function, and of its gradient. */
static void derivatives_match_differences(void **unused) {
  (void)unused;
  for (unsigned seed = 1; seed <= 20; seed++) {
    configuration k = random_configuration(seed, seed % 3 == 1 ? -1 : 0, seed % 3 == 2 ? -1 : 1);
    ptl_pair_state state;
    double row[6], hessian[36], hv[6], h = 1e-5;
    place(&k, k.q, k.v, &state);
    ptl_scalar f;
    sample(&state.pose, &f);
    ptl_pair_gradient(&state, f.d, row);
    ptl_pair_hessian(&state, &f, hessian);
    ptl_pair_hessian_times(&k.pair, hessian, k.v, hv);
    double quadratic = 0.0;
    for (int j = 0; j < 6; j++)
      if ((j < 3 ? k.pair.a.body : k.pair.b.body) >= 0) quadratic += hv[j] * k.v[j];
    double drift[2];
    ptl_pair_convective(&k.pair, &state, k.v, drift);
    assert_near(ptl_pair_quadratic(&f, &state, drift, 1), quadratic, 1e-12);
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

static void pin_at(const configuration *k, const double *q, ptl_point_pair *pin, double value[2],
                   double rate[2], double (*phi)[6]) {
  ptl_rotation rotations[2] = {{cos(q[2]), sin(q[2])}, {cos(q[5]), sin(q[5])}};
  ptl_point_pair_locate(&k->pair, rotations, pin);
  ptl_point_pair_values(&k->pair, pin, q, k->v, value, rate);
  ptl_point_pair_rows(pin, phi);
}

/* Expected: central differences of the distances of both points along x and y, and of their rows;
 * the distances are those of the pose, turned into ground axes. */
static void pins_match_differences(void **unused) {
  (void)unused;
  for (unsigned seed = 70; seed < 90; seed++) {
    configuration k = random_configuration(seed, seed % 3 == 1 ? -1 : 0, seed % 3 == 2 ? -1 : 1);
    ptl_point_pair pin;
    double value[2], rate[2], phi[2][6], drift[2], unused_rate[2], h = 1e-5;
    pin_at(&k, k.q, &pin, value, rate, phi);
    ptl_point_pair_convective(&k.pair, &pin, k.v, drift);
    ptl_pair_state state;
    place(&k, k.q, k.v, &state);
    assert_near(value[0], state.c * state.pose.x - state.s * state.pose.y, 1e-14);
    assert_near(value[1], state.s * state.pose.x + state.c * state.pose.y, 1e-14);
    ptl_point_pair other;
    for (int i = 0; i < 2; i++) {
      double hessian[36], along = 0.0, bend = 0.0;
      ptl_point_pair_hessian(&pin, i, hessian);
      for (int j = 0; j < 6; j++) {
        if ((j < 3 ? k.pair.a.body : k.pair.b.body) < 0) continue;
        double up[6], down[6], value_up[2], value_down[2], rows_up[2][6], rows_down[2][6];
        memcpy(up, k.q, sizeof up);
        memcpy(down, k.q, sizeof down);
        up[j] += h;
        down[j] -= h;
        pin_at(&k, up, &other, value_up, unused_rate, rows_up);
        pin_at(&k, down, &other, value_down, unused_rate, rows_down);
        assert_near(phi[i][j], (value_up[i] - value_down[i]) / (2.0 * h), 1e-9);
        along += phi[i][j] * k.v[j];
        for (int c = 0; c < 6; c++) {
          if ((c < 3 ? k.pair.a.body : k.pair.b.body) < 0) continue;
          double difference = (rows_up[i][c] - rows_down[i][c]) / (2.0 * h);
          assert_near(hessian[6 * c + j], difference, 1e-9);
          bend += k.v[c] * hessian[6 * c + j] * k.v[j];
        }
      }
      assert_near(rate[i], along, 1e-14);
      assert_near(drift[i], bend, 1e-14);
    }
  }
}

/* Expected: the rate of the pose is the derivative of the pose along the motion. */
static void twist_is_the_rate_of_the_pose(void **unused) {
  (void)unused;
  for (unsigned seed = 30; seed < 40; seed++) {
    configuration k = random_configuration(seed, 0, 1);
    double up[6], down[6], h = 1e-6;
    for (int i = 0; i < 6; i++) {
      up[i] = k.q[i] + h * k.v[i];
      down[i] = k.q[i] - h * k.v[i];
    }
    ptl_pair_state now;
    place(&k, k.q, k.v, &now);
    ptl_pair_state later;
    place(&k, up, k.v, &later);
    ptl_pair_state before;
    place(&k, down, k.v, &before);
    assert_near(now.twist[0], (later.pose.x - before.pose.x) / (2.0 * h), 1e-8);
    assert_near(now.twist[1], (later.pose.y - before.pose.y) / (2.0 * h), 1e-8);
    assert_near(now.twist[2], (later.pose.angle - before.pose.angle) / (2.0 * h), 1e-8);
  }
}

/* Expected: a rigid motion of both bodies changes nothing, so every gradient gives no net force and
 * no net moment (about the origin). */
static void pairs_exert_no_net_wrench(void **unused) {
  (void)unused;
  for (unsigned seed = 50; seed < 60; seed++) {
    configuration k = random_configuration(seed, 0, 1);
    double row[6];
    gradient_at(&k, k.q, row);
    assert_near(row[0] + row[3], 0.0, 1e-14);
    assert_near(row[1] + row[4], 0.0, 1e-14);
    double moment =
        row[2] + k.q[0] * row[1] - k.q[1] * row[0] + row[5] + k.q[3] * row[4] - k.q[4] * row[3];
    assert_near(moment, 0.0, 1e-13);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(derivatives_match_differences),
      cmocka_unit_test(pins_match_differences),
      cmocka_unit_test(twist_is_the_rate_of_the_pose),
      cmocka_unit_test(pairs_exert_no_net_wrench),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
