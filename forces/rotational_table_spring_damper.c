/* rotational_table_spring_damper.c: a rotational spring and damper whose characteristics are tables.
 *
 *   M = spring(a - a0) + damper(a') */
#include "along.h"
#include "table.h"

enum { SPRING, DAMPER = SPRING + 2, FREE_ANGLE = DAMPER + 2 };

static const ptl_param params[] = {{.name = "spring",
                                    .unit = "rad|N m",
                                    .min = -INFINITY,
                                    .max = INFINITY,
                                    .flags = PTL_OPTIONAL,
                                    .kind = PTL_POINTS,
                                    .doc = "[[turn, moment], ...] with growing turn"},
                                   {.name = "damper",
                                    .unit = "rad/s|N m",
                                    .min = -INFINITY,
                                    .max = INFINITY,
                                    .flags = PTL_OPTIONAL,
                                    .kind = PTL_POINTS,
                                    .doc = "[[rate, moment], ...] with growing rate"},
                                   {.name = "free_angle",
                                    .unit = "rad",
                                    .fallback = 0.0,
                                    .min = -INFINITY,
                                    .max = INFINITY,
                                    .doc = "a0: where the turn is 0"},
                                   {0}};

static int prepare(double *c, ptl_reason *why) {
  if (c[SPRING] == 0.0 && c[DAMPER] == 0.0)
    return ptl_refuse(why, "it needs 'spring', 'damper' or both");
  return ptl_table_prepare(c, SPRING, "spring", why) || ptl_table_prepare(c, DAMPER, "damper", why);
}

static void coordinate(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  (void)c;
  ptl_force_angle(pose, out);
}

static void force(const double *c, double s, double rate, ptl_force_out *out) {
  double spring[3], damper[3];
  ptl_table_eval(c, SPRING, s - c[FREE_ANGLE], spring);
  ptl_table_eval(c, DAMPER, rate, damper);
  *out = (ptl_force_out){
      .force = spring[0] + damper[0], .d_s = spring[1], .d_rate = damper[1], .energy = spring[2]};
}

const ptl_force_type ptl_force_rotational_table_spring_damper = {
    .name = "rotational_table_spring_damper",
    .doc = {.title = "Rotational spring and damper by tables",
            .formula = "M = spring(a - a0) + damper(a')",
            .source = "Fritsch, Butland 1984 (interpolation)",
            .validity = "monotone cubics between the points, straight on beyond them; the angle is "
                        "counted through full turns"},
    .params = params,
    .n_derived_per_point = PTL_TABLE_DOUBLES,
    .prepare = prepare,
    .coordinate = coordinate,
    .force = force,
    .flags = PTL_FORCE_MOMENT};
