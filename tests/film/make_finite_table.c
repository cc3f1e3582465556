/* make_finite_table.c: prints film/finite_table.h: the 2-D Reynolds equation with cavitation at every node, on two meshes
 * and extrapolated (the error of both falls with the square of the mesh width); near the wall, where the film is narrow, on finer ones.
 * Takes half an hour.
 *
 *   make_finite_table [N]    N volumes around the finer mesh, 180; near the wall 300/180 times as many */
#include <stdio.h>
#include <stdlib.h>

#include "finite_shape.h"
#include "reynolds.h"

static const double pi = 3.14159265358979324;
static const double near = 3.4; /* -ln(1 - ratio) from which on the wall is near */

/* Force at a node from both meshes. */
static int force_at(ptl_reynolds *const mesh[2], double slenderness, double s, double a,
                    double out[2]) {
  double coarse[2], fine[2];
  const double ratio = 1.0 - exp(-s);
  if (!ptl_reynolds_force(mesh[0], slenderness, ratio, cos(a), -sin(a), coarse) ||
      !ptl_reynolds_force(mesh[1], slenderness, ratio, cos(a), -sin(a), fine))
    return 0;
  for (int i = 0; i < 2; i++) out[i] = fine[i] + (fine[i] - coarse[i]) / 1.25; /* meshes 2 : 3 */
  return 1;
}

/* Two integers: logarithm of the force, and its direction. */
static int print_node(ptl_reynolds *const mesh[2], int i, int j, int k) {
  const double slenderness = ptl_finite_least_slenderness * pow(2.0, 0.5 * i);
  const double s = ptl_finite_ratio_step * j, stretch = ptl_finite_stretch(s);
  const double t = 2.0 * k / (PTL_FINITE_ANGLE_NODES - 1) - 1.0;
  const double a = 0.5 * pi * (1.0 + sinh(stretch * t) / sinh(stretch));
  double force[2];
  if (!force_at(mesh, slenderness, s, a, force)) return 0;
  const int is_end = k == 0 || k == PTL_FINITE_ANGLE_NODES - 1;
  const double angle = is_end ? a : atan2(force[1], -force[0]);
  printf("%ld,%ld,", lround(log(hypot(force[0], force[1])) / ptl_finite_unit),
         lround(angle / ptl_finite_unit));
  return 1;
}

int main(int n_arguments, char **arguments) {
  const int n = n_arguments > 1 ? atoi(arguments[1]) : 180;
  const int fine = n * 5 / 3;
  ptl_reynolds *const mesh[2] = {ptl_reynolds_create(n * 2 / 3, n * 2 / 45),
                                 ptl_reynolds_create(n, n / 15)};
  ptl_reynolds *const near_wall[2] = {ptl_reynolds_create(fine * 2 / 3, fine * 2 / 45),
                                      ptl_reynolds_create(fine, fine / 15)};
  int ok = mesh[0] != NULL && mesh[1] != NULL && near_wall[0] != NULL && near_wall[1] != NULL;
  printf(
      "/* finite_table.h: made by tests/film/make_finite_table.c: for each node two integers, in\n"
      " * the order of slenderness, ratio and angle. */\n"
      "/* clang-format off */\nstatic const int table[] = {\n");
  for (int i = 0; i < PTL_FINITE_SLENDERNESS_NODES; i++)
    for (int j = 0; j < PTL_FINITE_RATIO_NODES; j++)
      for (int k = 0; k < PTL_FINITE_ANGLE_NODES && ok; k++) {
        ok = print_node(ptl_finite_ratio_step * j > near ? near_wall : mesh, i, j, k);
        if (k == PTL_FINITE_ANGLE_NODES - 1) printf("\n");
      }
  printf("};\n/* clang-format on */\n");
  for (int i = 0; i < 2; i++) {
    ptl_reynolds_destroy(mesh[i]);
    ptl_reynolds_destroy(near_wall[i]);
  }
  return !ok;
}
