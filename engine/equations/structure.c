/* structure.c: structural zeros of the constraints.
 *
 * A constraint f(pose) of kind POINT or LINE has the gradient g = R_A (f_x, f_y) in ground axes,
 * R_A the rotation of part A, and with L and S the arms from A's and B's centre of mass to B's part
 *   Phi_q = (-g, -(L x g),  g, S x g).
 * So an arm of length 0 takes the column of its body's angle out, and where A stands on the ground
 * the g of a LINE is constant. One of kind ANGLE is angle_B - angle_A. A side of gears is a LINE
 * with the angle added. */
#include "structure.h"

#include <string.h>

#include "constraint.h"
#include "declaration.h"

static char has_arm(const ptl_part *part) {
  return part->x != 0.0 || part->y != 0.0 ? 1 : 0;
}

/* Marks the entries of one constraint's Hessian whose row and column are both among `columns`. */
static void mark_second(ptl_constraint_structure *out, int constraint, const char columns[6]) {
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      if (columns[i] && columns[j]) out->second[6 * i + j] = out->rate[constraint][i] = 1;
}

/* Along the axes of the ground: x_B - x_A with the arms to the two points. */
static void find_point_pair(const ptl_pair *pair, ptl_constraint_structure *out) {
  const char angle_a[6] = {[2] = has_arm(&pair->a)}, angle_b[6] = {[5] = has_arm(&pair->b)};
  for (int i = 0; i < 2; i++) {
    out->row[i][i] = out->row[i][3 + i] = 1;
    out->constant[i][i] = out->constant[i][3 + i] = 1;
    out->row[i][2] = angle_a[2];
    out->row[i][5] = angle_b[5];
    mark_second(out, i, angle_a);
    mark_second(out, i, angle_b);
  }
}

/* g of a LINE where part A stands on the ground. */
static void find_gradient(const ptl_sys_constraint *k, int constraint, double gradient[2]) {
  ptl_scalar f[PTL_MAX_CONSTRAINTS];
  double row[6];
  const ptl_pair_state state = {.c = k->pair.cos_a, .s = k->pair.sin_a};
  memset(f, 0, sizeof f);
  if (k->type != NULL)
    k->type->constraints(k->c, &k->rest, &k->rest, f);
  else
    ptl_eval_term(k, &k->rest, f);
  ptl_pair_gradient(&state, f[constraint].d, row);
  gradient[0] = row[3];
  gradient[1] = row[4];
}

static void find_line(const ptl_sys_constraint *k, int i, ptl_constraint_structure *out) {
  char *row = out->row[i], arm_b = has_arm(&k->pair.b);
  char has_angle = k->is_of_mesh && k->weight[2] != 0.0;
  if (k->pair.a.body >= 0) { /* g rotates with A */
    const char all[6] = {1, 1, 1, 1, 1, (char)(arm_b || has_angle)};
    const char angles[6] = {[2] = 1, [5] = arm_b};
    memcpy(row, all, sizeof all);
    mark_second(out, i, angles);
    for (int j = 0; j < 5; j++) /* of g by A's angle, times the positions */
      if (j != 2) out->second[12 + j] = out->second[6 * j + 2] = out->rate[i][j] = 1;
    return;
  }
  const char angle_b[6] = {[5] = arm_b};
  double gradient[2];
  find_gradient(k, i, gradient);
  for (int j = 0; j < 2; j++)
    if (gradient[j] != 0.0) row[3 + j] = out->constant[i][3 + j] = 1;
  row[5] = (char)(arm_b || has_angle);
  out->constant[i][5] = (char)(has_angle && !arm_b);
  mark_second(out, i, angle_b);
}

/* A curve or any other function: its gradient changes with the pose. */
static void find_curved(const ptl_pair *pair, int i, int by_angle, ptl_constraint_structure *out) {
  const char all[6] = {1, 1, 1, 1, 1, by_angle ? 1 : has_arm(&pair->b)};
  memcpy(out->row[i], all, sizeof all);
  mark_second(out, i, all);
}

/* What belongs to the ground is no coordinate. */
static void drop_ground(const ptl_pair *pair, ptl_constraint_structure *out) {
  for (int c = 0; c < 6; c++) {
    if (ptl_pair_coordinate(pair, c) >= 0) continue;
    for (int i = 0; i < PTL_MAX_CONSTRAINTS; i++)
      out->row[i][c] = out->constant[i][c] = out->rate[i][c] = 0;
    for (int e = 0; e < 6; e++) out->second[6 * c + e] = out->second[6 * e + c] = 0;
  }
}

void ptl_constraint_structure_find(const ptl_sys_constraint *k, ptl_constraint_structure *out) {
  memset(out, 0, sizeof *out);
  if (k->is_point_pair) find_point_pair(&k->pair, out);
  for (int i = 0; i < k->n_rows && !k->is_point_pair; i++) {
    out->has_curvature |= ptl_constraint_kind_has_curvature(k->kinds[i]);
    if (k->kinds[i] == PTL_CONSTRAINT_ANGLE)
      out->row[i][2] = out->row[i][5] = out->constant[i][2] = out->constant[i][5] = 1;
    else if (k->kinds[i] == PTL_CONSTRAINT_LINE)
      find_line(k, i, out);
    else
      find_curved(&k->pair, i, k->kinds[i] == PTL_CONSTRAINT_GENERAL, out);
  }
  drop_ground(&k->pair, out);
  for (int e = 0; e < 36; e++) out->has_variable_rows |= out->second[e];
}

/* Whether the body has hardly any inertia for its mass and arm: both equations of a point pair
 * along fixed axes are then nearly dependent. */
static int has_little_inertia(const ptl_system *s, const ptl_part *part) {
  static const double least = 1e-3;
  double square = part->x * part->x + part->y * part->y;
  return part->body >= 0 && s->mass[3 * part->body + 2] < least * s->mass[3 * part->body] * square;
}

void ptl_constraint_classify(const ptl_system *s, ptl_sys_constraint *k) {
  static const ptl_constraint_kind measured[] = {
      [PTL_MEASURED_X] = PTL_CONSTRAINT_LINE,
      [PTL_MEASURED_Y] = PTL_CONSTRAINT_LINE,
      [PTL_MEASURED_ANGLE] = PTL_CONSTRAINT_ANGLE,
      [PTL_MEASURED_DISTANCE] = PTL_CONSTRAINT_POINT,
  };
  for (int i = 0; i < k->n_rows; i++)
    k->kinds[i] =
        k->type != NULL ? ptl_joint_constraint_kind(k->type, k->c, i) : measured[k->measured];
  if (k->is_of_mesh)
    k->kinds[0] =
        k->weight[0] != 0.0 || k->weight[1] != 0.0 ? PTL_CONSTRAINT_LINE : PTL_CONSTRAINT_ANGLE;
  k->is_point_pair = k->type != NULL && (k->type->flags & PTL_JOINT_POINT_PAIR) &&
                     k->release == 0 && !has_little_inertia(s, &k->pair.a) &&
                     !has_little_inertia(s, &k->pair.b);
  ptl_constraint_structure structure;
  ptl_constraint_structure_find(k, &structure);
  k->has_variable_rows = structure.has_variable_rows;
  k->has_curvature = structure.has_curvature;
}

int ptl_structure_has_loops(ptl_context *context, const ptl_system *s, ptl_loops_of of) {
  const int ground = s->n_bodies;
  int *joined = ptl_alloc(context, (size_t)s->n_bodies + 1, sizeof *joined);
  int found = joined == NULL;
  for (int i = 0; i <= ground && !found; i++) joined[i] = i;
  for (int i = 0; i < s->n_constraints && !found; i++) {
    const ptl_pair *pair = &s->constraints[i].pair;
    const int is_driver = s->constraints[i].motion >= 0,
              is_coupling = s->constraints[i].type == NULL && !is_driver;
    if (is_driver && of != PTL_LOOPS_WITH_DRIVERS) continue;
    if (is_coupling && of == PTL_LOOPS_OF_JOINTS) continue;
    int a = pair->a.body < 0 ? ground : pair->a.body, b = pair->b.body < 0 ? ground : pair->b.body;
    while (joined[a] != a) a = joined[a];
    while (joined[b] != b) b = joined[b];
    found = a == b;
    joined[a] = b;
  }
  ptl_free(context, joined);
  return found;
}
