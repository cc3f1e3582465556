/* table_spring_damper.c: a spring and a damper whose characteristics are tables.
 *
 *   F = spring(s - s0) + damper(s') */
#include "coordinate.h"
#include "spring.h"
#include "table.h"

enum { ALONG = PTL_TABLE_SPRING_PARAMS };

static const ptl_param params[] = {
    {.name = "spring",
     .unit = "m|N",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .kind = PTL_POINTS,
     .doc = "Points [[stretch, force], ...] with growing stretch."},
    {.name = "damper",
     .unit = "m/s|N",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .kind = PTL_POINTS,
     .doc = "Points [[rate, force], ...] with growing rate."},
    {.name = "free_length",
     .unit = "m",
     .fallback = 0.0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "Length s0 at which the stretch is 0."},
    PTL_DISPLACEMENT_ROW,
    {0},
};

static void coordinate(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  ptl_force_displacement(c[ALONG], pose, out);
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
    .prepare = ptl_table_spring_prepare,
    .coordinate = coordinate,
    .force = ptl_table_spring_force};
