/* test_structure.c: structural zeros of the constraints. Expected: what is zero, or has one value,
 * in many arbitrary positions of the two bodies, by the functions themselves. */
#include "support.h"

#include "constraint.h"
#include "declaration.h"
#include "instance.h"
#include "joint_samples.h"
#include "registry.h"
#include "structure.h"

enum { POSITIONS = 40 };

static double uniform(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (double)(1u << 24) * 2.0 - 1.0;
}

/* One element, its bodies numbered 0 and 1, at arbitrary positions around where it belongs. */
static void observe(const ptl_sys_constraint *k, ptl_constraint_structure *seen) {
  double first[PTL_MAX_CONSTRAINTS][6] = {{0}};
  unsigned seed = 77;
  memset(seen, 0, sizeof *seen);
  memset(seen->constant, 1, sizeof seen->constant);
  for (int n = 0; n < POSITIONS; n++) {
    double q[6], v[6] = {0.0}, hessian[36];
    for (int i = 0; i < 6; i++) q[i] = (i % 3 == 2 ? 5.0 : 0.3) * uniform(&seed);
    ptl_rotation rotations[2] = {{cos(q[2]), sin(q[2])}, {cos(q[5]), sin(q[5])}};
    const ptl_system system = {.constraints = (ptl_sys_constraint *)k, .n_constraints = 1};
    const ptl_data data = {.system = &system, .rotations = rotations};
    ptl_constraint_eval e;
    memset(&e, 0, sizeof e);
    ptl_eval_constraint(&data, 0, q, v, &e);
    for (int j = 0; j < k->n_rows; j++) {
      ptl_constraint_hessian(k, &e, j, hessian);
      for (int d = 0; d < 6 && !k->is_point_pair; d++) seen->has_curvature |= e.f[j].dd[d] != 0.0;
      for (int c = 0; c < 36; c++) {
        if (hessian[c] == 0.0 || ptl_pair_coordinate(&k->pair, c / 6) < 0 ||
            ptl_pair_coordinate(&k->pair, c % 6) < 0)
          continue;
        seen->second[c] = seen->rate[j][c / 6] = 1;
        seen->has_variable_rows = 1;
      }
      for (int c = 0; c < 6; c++) {
        int is_body = ptl_pair_coordinate(&k->pair, c) >= 0;
        if (n == 0) first[j][c] = e.rows[j][c];
        seen->row[j][c] |= is_body && e.rows[j][c] != 0.0;
        seen->constant[j][c] &=
            is_body && fabs(e.rows[j][c] - first[j][c]) <= 1e-12 * fabs(first[j][c]);
      }
    }
  }
  for (int j = 0; j < PTL_MAX_CONSTRAINTS; j++)
    for (int c = 0; c < 6; c++) seen->constant[j][c] &= seen->row[j][c];
}

static void compare(const ptl_sys_constraint *k, const char *what) {
  ptl_constraint_structure found, seen;
  ptl_constraint_structure_find(k, &found);
  observe(k, &seen);
  const char *name = k->type != NULL ? k->type->name : "measured";
  const char *parts[][2] = {{found.row[0], seen.row[0]},
                            {found.constant[0], seen.constant[0]},
                            {found.rate[0], seen.rate[0]}};
  static const char *const names[] = {"row", "constant", "rate"};
  /* Teeth are linear in the angle, which no kind of constraint with a curvature or with an angle
   * says: all may vary. */
  const int is_cautious = k->type != NULL && (k->type->flags & PTL_JOINT_FRICTIONLESS_GAPS) != 0;
  for (int p = 0; p < 3; p++)
    for (int e = 0; e < 6 * k->n_rows; e++)
      if (parts[p][0][e] != parts[p][1][e] && !(is_cautious && parts[p][0][e] == (p != 1)))
        fail_msg("%s (%s), bodies %d %d, constraint %d: %s[%d] is %d, seen %d", name, what,
                 k->pair.a.body, k->pair.b.body, e / 6 + 1, names[p], e % 6, parts[p][0][e],
                 parts[p][1][e]);
  for (size_t e = 0; e < sizeof found.second; e++)
    assert_true(found.second[e] == seen.second[e] || (is_cautious && found.second[e]));
  if (!is_cautious) assert_int_equal(found.has_variable_rows, seen.has_variable_rows);
  if (!k->is_point_pair && !is_cautious) assert_int_equal(found.has_curvature, seen.has_curvature);
}

/* The element between ground and a body, a body and ground, and two bodies; with arms and
 * without. */
static void compare_everywhere(ptl_sys_constraint k, const char *what) {
  static const int bodies[3][2] = {{-1, 1}, {0, -1}, {0, 1}};
  for (int i = 0; i < 3; i++)
    for (int arms = 0; arms < 4; arms++)
      for (int turned = 0; turned < 2; turned++) {
        double x = turned ? 0.02 : 0.0, y = turned ? 0.0 : -0.01;
        ptl_part a = {bodies[i][0], arms & 1 ? x : 0.0, arms & 1 ? y : 0.0, turned ? 0.3 : 0.0};
        ptl_part b = {bodies[i][1], arms & 2 ? x : 0.0, arms & 2 ? y : 0.0, 0.2};
        k.pair = ptl_pair_make(a, b);
        compare(&k, what);
      }
}

static void compare_joint(ptl_context *context, const joint_sample *sample) {
  ptl_mechanism *m = ptl_mechanism_create(context);
  ptl_type_use use = {.type = sample->type, .given = sample->given};
  ptl_instance made;
  ptl_reason why = {""};
  while (use.n_given < MOST_SAMPLE_GIVEN && sample->given[use.n_given].name != NULL) use.n_given++;
  must(context, ptl_instance_create(m, (ptl_label){"joint", "sample"}, PTL_JOINT, &use, &made));
  const ptl_joint_type *type = made.type;
  double *c = ptl_instance_copy(context, &made);
  assert_non_null(c);
  if ((type->prepare == NULL || type->prepare(c, &why) == 0) && type->n_constraints > 0) {
    ptl_sys_constraint k = {.type = type,
                            .c = c,
                            .rest = sample->near,
                            .n_rows = type->n_constraints,
                            .motion = -1,
                            .friction = -1};
    for (int i = 0; i < k.n_rows; i++) k.kinds[i] = ptl_joint_constraint_kind(type, c, i);
    compare_everywhere(k, sample->what);
    k.is_point_pair = (type->flags & PTL_JOINT_POINT_PAIR) != 0;
    if (k.is_point_pair) compare_everywhere(k, "as a pair of points");
  }
  ptl_instance_free(context, c);
  ptl_instance_release(m, &made);
  ptl_mechanism_destroy(m);
}

static void structure_of_every_joint_type(void **state) {
  ptl_type_info info;
  for (int i = 0; i < N_JOINT_SAMPLES; i++) compare_joint(*state, &joint_samples[i]);
  for (int i = 0; ptl_context_get_type(*state, PTL_JOINT, i, &info); i++) {
    joint_sample plain = plain_sample(info.type);
    compare_joint(*state, &plain);
  }
}

static void structure_of_measured_coordinates(void **state) {
  static const ptl_constraint_kind kinds[] = {PTL_CONSTRAINT_LINE, PTL_CONSTRAINT_LINE,
                                              PTL_CONSTRAINT_ANGLE, PTL_CONSTRAINT_POINT};
  (void)state;
  for (int along = PTL_MEASURED_X; along <= PTL_MEASURED_DISTANCE; along++)
    compare_everywhere((ptl_sys_constraint){.measured = (ptl_measured_coordinate)along,
                                            .factor = -2.0,
                                            .n_rows = 1,
                                            .kinds = {kinds[along]},
                                            .motion = -1,
                                            .friction = -1},
                       "a driver");
}

/* A coordinate along one axis of the ground, which the part of A may be turned to. Expected: along
 * y it depends on y as along x on x, and on nothing else, although pi/2 and pi are rounded. */
static void right_angles_leave_one_coordinate(void **state) {
  const double quarter = acos(0.0);
  (void)state;
  for (int turns = -4; turns <= 4; turns++)
    for (int along = PTL_MEASURED_X; along <= PTL_MEASURED_Y; along++) {
      const ptl_part ground = {-1, 0.0, 0.0, quarter * turns}, body = {0, 0.0, 0.0, 0.0};
      const ptl_sys_constraint k = {.pair = ptl_pair_make(ground, body),
                                    .measured = (ptl_measured_coordinate)along,
                                    .factor = 1.0,
                                    .n_rows = 1,
                                    .kinds = {PTL_CONSTRAINT_LINE},
                                    .motion = -1,
                                    .friction = -1};
      const int own = (along - PTL_MEASURED_X + turns + 4) % 2;
      ptl_constraint_structure found;
      ptl_constraint_structure_find(&k, &found);
      for (int c = 0; c < 6; c++) {
        assert_int_equal(found.row[0][c], c == 3 + own);
        assert_int_equal(found.constant[0][c], c == 3 + own);
      }
    }
}

static void hold_angle_and_place(const double *c, const ptl_pose *rest, const ptl_pose *pose,
                                 ptl_scalar *out) {
  (void)c;
  (void)rest;
  double x = pose->x, y = pose->y, c_ = cos(pose->angle), s = sin(pose->angle);
  *out = (ptl_scalar){.value = (x + y) * s + x * y + x * x + y * y,
                      .d = {s + y + 2.0 * x, s + x + 2.0 * y, (x + y) * c_},
                      .dd = {2.0, 1.0, 2.0, c_, c_, -(x + y) * s}};
}

/* A constraint of kind GENERAL leaves nothing out. */
static void structure_of_any_function(void **state) {
  static const ptl_joint_type type = {
      .name = "any", .n_constraints = 1, .constraints = hold_angle_and_place};
  (void)state;
  compare_everywhere((ptl_sys_constraint){.type = &type, .n_rows = 1, .motion = -1, .friction = -1},
                     "any function");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(structure_of_every_joint_type),
      cmocka_unit_test(structure_of_measured_coordinates),
      cmocka_unit_test(right_angles_leave_one_coordinate),
      cmocka_unit_test(structure_of_any_function),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
