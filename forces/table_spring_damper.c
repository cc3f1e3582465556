/* table_spring_damper.c: a spring and a damper whose characteristics are tables.
 *
 *   F = spring(s - s0) + damper(s') */
#include "along.h"
#include "table.h"

enum { SPRING, DAMPER = SPRING + 2, FREE_LENGTH = DAMPER + 2, ALONG };

static const ptl_param params[] = {{.name = "spring",
                                    .unit = "m|N",
                                    .min = -INFINITY,
                                    .max = INFINITY,
                                    .flags = PTL_OPTIONAL,
                                    .kind = PTL_POINTS,
                                    .doc = "[[stretch, force], ...] with growing stretch"},
                                   {.name = "damper",
                                    .unit = "m/s|N",
                                    .min = -INFINITY,
                                    .max = INFINITY,
                                    .flags = PTL_OPTIONAL,
                                    .kind = PTL_POINTS,
                                    .doc = "[[rate, force], ...] with growing rate"},
                                   {.name = "free_length",
                                    .unit = "m",
                                    .fallback = 0.0,
                                    .min = -INFINITY,
                                    .max = INFINITY,
                                    .doc = "s0: where the stretch is 0"},
                                   PTL_DISPLACEMENT_ROW,
                                   {0}};

static int prepare(double *c, ptl_reason *why) {
  if (c[SPRING] == 0.0 && c[DAMPER] == 0.0)
    return ptl_refuse(why, "it needs 'spring', 'damper' or both");
  return ptl_table_prepare(c, SPRING, "spring", why) || ptl_table_prepare(c, DAMPER, "damper", why);
}

static void coordinate(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  ptl_force_displacement(c[ALONG], pose, out);
}

static void force(const double *c, double s, double rate, ptl_force_out *out) {
  double spring[3], damper[3];
  ptl_table_eval(c, SPRING, s - c[FREE_LENGTH], spring);
  ptl_table_eval(c, DAMPER, rate, damper);
  *out = (ptl_force_out){
      .force = spring[0] + damper[0], .d_s = spring[1], .d_rate = damper[1], .energy = spring[2]};
}

const ptl_force_type ptl_force_table_spring_damper = {
    .name = "table_spring_damper",
    .doc = {.title = "Spring and damper by tables",
            .formula = "F = spring(s - s0) + damper(s')",
            .source = "Fritsch, Butland 1984 (interpolation)",
            .validity =
                "monotone cubics between the points, straight on beyond them; the direction "
                "is undefined while the two points coincide"},
    .params = params,
    .n_derived_per_point = PTL_TABLE_DOUBLES,
    .prepare = prepare,
    .coordinate = coordinate,
    .force = force};
