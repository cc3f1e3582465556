/* The dense and the sparse solution of a consistent start give the same answers. */
#include "support.h"

#include "constraint.h"
#include "data.h"
#include "forces.h"
#include "kkt.h"
#include "state.h"

/* A ladder of n parallelogram windows on equal cranks; every `spare` crank beyond the two that are
 * needed makes one equation redundant. */
static ptl_mechanism *ladder(ptl_context *context, int cranks) {
  ptl_mechanism *m = ptl_mechanism_create(context);
  assert_non_null(m);
  must(context, ptl_mechanism_set_gravity(m, 0.0, -9.81));
  double angle = 1.0;
  ptl_body_def bar = ptl_body_default();
  bar.name = "bar";
  bar.mass = 2.0;
  bar.inertia = 3.0;
  bar.x = cos(angle);
  bar.y = sin(angle);
  bar.vx = -2.0 * sin(angle);
  bar.vy = 2.0 * cos(angle);
  must(context, ptl_mechanism_add_body(m, &bar));
  for (int i = 0; i < cranks; i++) {
    char crank[16], foot[16], head[16];
    snprintf(crank, sizeof crank, "crank%d", i);
    snprintf(foot, sizeof foot, "foot%d", i);
    snprintf(head, sizeof head, "head%d", i);
    ptl_body_def body = ptl_body_default();
    body.name = crank;
    body.mass = 1.0;
    body.inertia = 0.1;
    body.x = i;
    body.angle = angle;
    body.omega = 2.0;
    must(context, ptl_mechanism_add_body(m, &body));
    ptl_joint_def joint = {.name = foot,
                           .use = {"revolute", NULL, 0},
                           .a = {"ground", i, 0.0, 0.0},
                           .b = {crank, 0.0, 0.0, 0.0}};
    must(context, ptl_mechanism_add_joint(m, &joint));
    joint = (ptl_joint_def){.name = head,
                            .use = {"revolute", NULL, 0},
                            .a = {crank, 1.0, 0.0, 0.0},
                            .b = {"bar", i, 0.0, 0.0}};
    must(context, ptl_mechanism_add_joint(m, &joint));
  }
  return m;
}

/* Expected: 3 (cranks + 1) coordinates less the one freedom that is left independent equations; the
 * rest of the 4 cranks equations is redundant. Accelerations, and multipliers of least norm, are
 * unique. */
static void ways_agree(void **state) {
  ptl_context *context = *state;
  for (int cranks = 2; cranks <= 7; cranks++) {
    ptl_mechanism *m = ladder(context, cranks);
    ptl_system *s;
    must(context, ptl_assemble(m, &s));
    ptl_mechanism_destroy(m);
    assert_int_equal(s->assembly.n_redundant, cranks - 2);
    ptl_data *data;
    must(context, ptl_data_create(context, s, &data));
    int n = s->n_coordinates, phis = s->n_rows, rank[2], *order = calloc((size_t)phis, sizeof(int));
    double *x = calloc((size_t)(2 * n + 3 * phis), sizeof(double)), *y = x + 2 * n,
           *g = y + 2 * phis;
    ptl_data_set_state(data, 0.0, s->q0, s->v0);
    assert_int_equal(ptl_eval_forces(data, s->q0, s->v0, NULL), 0);
    ptl_eval_gamma(data, s->q0, s->v0, g);
    for (int sparse = 0; sparse < 2; sparse++) {
      ptl_kkt *kkt;
      must(context, ptl_kkt_create(data, sparse, &kkt));
      must(context, ptl_kkt_set(kkt, 0.0, s->q0, s->v0));
      must(context, ptl_kkt_solve(kkt, data->force, g, x + sparse * n, y + sparse * phis));
      must(context, ptl_kkt_rank(kkt, &rank[sparse], order));
      ptl_kkt_destroy(kkt);
    }
    assert_int_equal(rank[0], n - 1);
    assert_int_equal(rank[1], n - 1);
    for (int i = 0; i < n; i++) assert_near(x[n + i], x[i], 1e-10);
    for (int i = 0; i < phis; i++) assert_near(y[phis + i], y[i], 1e-6);
    free(order);
    free(x);
    ptl_data_destroy(data);
    ptl_system_destroy(s);
  }
}

/* A rod without mass beside crank 1, from its foot to its head. */
static void add_rod(ptl_context *context, ptl_mechanism *m) {
  const double x = cos(1.0), y = sin(1.0);
  ptl_body_def rod = ptl_body_default();
  rod.name = "rod";
  rod.mass = rod.inertia = 0.0;
  rod.x = 1.0 + x;
  rod.y = y;
  rod.vx = -2.0 * y;
  rod.vy = 2.0 * x;
  rod.omega = 2.0;
  must(context, ptl_mechanism_add_body(m, &rod));
  const ptl_joint_def head = {.name = "rod_head",
                              .use = {"revolute", NULL, 0},
                              .a = {"bar", 1.0, 0.0, 0.0},
                              .b = {"rod", 0.0, 0.0, 0.0}};
  const ptl_joint_def foot = {.name = "rod_foot",
                              .use = {"revolute", NULL, 0},
                              .a = {"crank1", 0.0, 0.0, 0.0},
                              .b = {"rod", -x, -y, 0.0}};
  must(context, ptl_mechanism_add_joint(m, &head));
  must(context, ptl_mechanism_add_joint(m, &foot));
}

/* Expected: what each force does alone. */
static void check_forces(ptl_context *context, int sparse, int massless) {
  enum { CRANKS = 4, FORCES = 5 };
  ptl_mechanism *m = ladder(context, CRANKS);
  ptl_system *s;
  ptl_data *data;
  ptl_kkt *kkt;
  if (massless) add_rod(context, m);
  must(context, ptl_assemble(m, &s));
  ptl_mechanism_destroy(m);
  must(context, ptl_data_create(context, s, &data));
  const int n = s->n_coordinates;
  double *f = calloc((size_t)(n * (2 * FORCES + 1) + s->n_rows), sizeof(double));
  double *x = f + n * FORCES, *one = x + n * FORCES, *zero = one + n;
  for (int i = 0; i < n * FORCES; i++) f[i] = sin(1.0 + 7.0 * i);
  must(context, ptl_kkt_create(data, sparse, &kkt));
  must(context, ptl_kkt_set(kkt, 0.0, s->q0, s->v0));
  must(context, ptl_kkt_solve_forces(kkt, FORCES, f, x));
  for (int c = 0; c < FORCES; c++) {
    must(context, ptl_kkt_solve(kkt, f + n * c, zero, one, NULL));
    for (int i = 0; i < n; i++) assert_near(x[n * c + i], one[i], 1e-11);
  }
  ptl_kkt_destroy(kkt);
  free(f);
  ptl_data_destroy(data);
  ptl_system_destroy(s);
}

static void forces_are_solved_together(void **state) {
  for (int sparse = 0; sparse < 2; sparse++)
    for (int massless = 0; massless < 2; massless++) check_forces(*state, sparse, massless);
}

/* Large enough for the sparse way by itself: 100 cranks, 400 equations, 98 of them redundant. */
static void large_mechanism_starts_sparse(void **state) {
  ptl_context *context = *state;
  ptl_mechanism *m = ladder(context, 100);
  ptl_system *s;
  must(context, ptl_assemble(m, &s));
  assert_int_equal(s->n_rows, 400);
  assert_int_equal(s->assembly.rank, 302);
  assert_int_equal(s->assembly.n_redundant, 98);
  assert_int_equal(s->assembly.degrees_of_freedom, 1);
  assert_true(s->assembly.position_residual < 1e-12);
  ptl_mechanism_destroy(m);
  ptl_system_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ways_agree),
      cmocka_unit_test(forces_are_solved_together),
      cmocka_unit_test(large_mechanism_starts_sparse),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
