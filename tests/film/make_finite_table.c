/* make_finite_table.c: prints film/finite_table.h: the 2-D Reynolds equation with cavitation at
 * every node of finite_shape.h, on two meshes and extrapolated (the error of both falls with the
 * square of the mesh width). Takes minutes.
 *
 *   make_finite_table [N]    N volumes around the finer mesh, 480 */
#include <stdio.h>
#include <stdlib.h>

#include "finite_shape.h"
#include "reynolds.h"

static const double pi = 3.14159265358979324;

typedef struct bearing {
  ptl_reynolds *mesh[2]; /* 2 : 3 */
  double slenderness, ratio;
} bearing;

/* Size of -f for |v| = 1 in the direction a, and ln(tan(b/2)/tan(a/2)); 0 when there is no
 * solution. */
static int force_at(const bearing *k, double a, double *size, double *turn) {
  double coarse[2], f[2];
  if (!ptl_reynolds_force(k->mesh[0], k->slenderness, k->ratio, cos(a), -sin(a), coarse) ||
      !ptl_reynolds_force(k->mesh[1], k->slenderness, k->ratio, cos(a), -sin(a), f))
    return 0;
  for (int i = 0; i < 2; i++) f[i] += (f[i] - coarse[i]) / 1.25;
  *size = hypot(f[0], f[1]);
  *turn = log(tan(0.5 * atan2(f[1], -f[0])) / tan(0.5 * a));
  return 1;
}

/* The same where b = a = 0 or pi: the turn, which is even, from two directions beside it. */
static int force_at_end(const bearing *k, double a, double *size, double *turn) {
  static const double beside = 0.05;
  double unused, near, far;
  if (!force_at(k, fabs(a - beside), &unused, &near) ||
      !force_at(k, fabs(a - 2.0 * beside), &unused, &far) || !force_at(k, a, size, &unused))
    return 0;
  *turn = (4.0 * near - far) / 3.0;
  return 1;
}

/* Two integers. */
static int print_node(bearing *k, int length_node, int ratio_node, int angle_node) {
  static const double least = 0.01; /* r of the shortest film */
  const int last = PTL_FINITE_ANGLE_NODES - 1;
  const double s = ptl_finite_ratio_step * ratio_node;
  double by_s, by_a, size, turn;
  const double a = angle_node == 0      ? 0.0
                   : angle_node == last ? pi
                                        : ptl_finite_direction(s, 2.0 * angle_node / last - 1.0);
  const double length = ptl_finite_length(s, a, &by_s, &by_a);
  const double root = sqrt(ptl_finite_most_slenderness / length);
  const double r = fmax(least, length_node * root / (1.0 + root) / (PTL_FINITE_LENGTH_NODES - 1.0));
  const double x = r * r / ((1.0 - r) * (1.0 - r));
  k->slenderness = length * x;
  k->ratio = tanh(0.5 * s);
  if (!(angle_node == 0 || angle_node == last ? force_at_end : force_at)(k, a, &size, &turn))
    return 0;
  const double logarithm = log(size) + 2.0 * log1p(1.0 / x);
  printf("%ld,%ld,", lround(logarithm / ptl_finite_unit), lround(turn / ptl_finite_unit));
  return 1;
}

int main(int n_arguments, char **arguments) {
  const int n = n_arguments > 1 ? atoi(arguments[1]) : 480;
  bearing k = {.mesh = {ptl_reynolds_create(n * 2 / 3, n / 60), ptl_reynolds_create(n, n / 40)}};
  int ok = k.mesh[0] != NULL && k.mesh[1] != NULL;
  printf(
      "/* finite_table.h: made by tests/film/make_finite_table.c: for each node two integers, in\n"
      " * the order of length, ratio and angle. */\n"
      "/* clang-format off */\nstatic const int table[] = {\n");
  for (int i = 0; i < PTL_FINITE_LENGTH_NODES; i++)
    for (int j = 0; j < PTL_FINITE_RATIO_NODES; j++) {
      for (int m = 0; m < PTL_FINITE_ANGLE_NODES && ok; m++) ok = print_node(&k, i, j, m);
      printf("\n");
    }
  printf("};\n/* clang-format on */\n");
  for (int i = 0; i < 2; i++) ptl_reynolds_destroy(k.mesh[i]);
  return !ok;
}
