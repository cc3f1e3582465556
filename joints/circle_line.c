/* circle_line.c: a circle (part B) that touches a straight face (part A) or one of its two edges.
 * With s the height of the circle's centre over the face and P an edge:
 *
 *   depth = r - s    beside the face,    depth = r - |p - P|    beyond an edge */
#include <math.h>

#include "pintle_extend.h"

enum { FROM_X, FROM_Y, TO_X, TO_Y, SOLID, RADIUS, N_PARAMS };
enum { DIRECTION_X = N_PARAMS, DIRECTION_Y, LENGTH, N_VALUES };

static const ptl_param params[] = {
    {.name = "line.from",
     .unit = "m",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .kind = PTL_POINT,
     .doc = "First edge of the face."},
    {.name = "line.to",
     .unit = "m",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .kind = PTL_POINT,
     .doc = "Last edge of the face."},
    {.name = "line.solid",
     .unit = "1",
     .kind = PTL_CHOICE,
     .choices = "right|left",
     .doc = "Side on which the material is, looking from the first edge to the last."},
    {.name = "circle.radius",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Radius of the circle; 0 is a point."},
    {0},
};

static int prepare(double *c, ptl_reason *why) {
  c[LENGTH] = hypot(c[TO_X] - c[FROM_X], c[TO_Y] - c[FROM_Y]);
  if (!(c[LENGTH] > 0.0)) return ptl_refuse(why, "line.from and line.to are the same point");
  c[DIRECTION_X] = (c[TO_X] - c[FROM_X]) / c[LENGTH];
  c[DIRECTION_Y] = (c[TO_Y] - c[FROM_Y]) / c[LENGTH];
  return 0;
}

static double clearance(const double *c) {
  (void)c;
  return INFINITY;
}

static void gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  double r = c[RADIUS], side = c[SOLID] > 0.0 ? -1.0 : 1.0;
  double dx = pose->x - c[FROM_X], dy = pose->y - c[FROM_Y];
  double along = dx * c[DIRECTION_X] + dy * c[DIRECTION_Y];
  double nx = -side * c[DIRECTION_Y], ny = side * c[DIRECTION_X], radius_a = INFINITY;
  double distance = dx * nx + dy * ny;
  if (along < 0.0 || along > c[LENGTH]) {
    double ex = along < 0.0 ? dx : pose->x - c[TO_X], ey = along < 0.0 ? dy : pose->y - c[TO_Y];
    distance = hypot(ex, ey);
    if (distance > 0.0) nx = ex / distance, ny = ey / distance;
    radius_a = 0.0;
  }
  *out = (ptl_gap){.depth = r - distance,
                   .nx = nx,
                   .ny = ny,
                   .bx = pose->x - r * nx,
                   .by = pose->y - r * ny,
                   .radius_a = radius_a,
                   .radius_b = r};
}

static void radii(const double *c, int gap, double *radius_a, double *radius_b) {
  (void)gap;
  *radius_a = INFINITY;
  *radius_b = c[RADIUS];
}

/* Where the centre comes to an edge, the normal has no direction; a point is in the material
 * beneath the face. */
static double max_depth(const double *c, int gap) {
  static const double nearly = 0.9;
  (void)gap;
  return c[RADIUS] > 0.0 ? nearly * c[RADIUS] : c[LENGTH];
}

static const char *const gap_names[] = {"contact", NULL};

const ptl_joint_type ptl_joint_circle_line = {
    .name = "circle_line",
    .doc = {.title = "Circle that touches a straight face",
            .formula = "depth = r - s beside the face, r - |p - P| beyond its edge P",
            .source = "elementary",
            .validity = "the material behind the face is as deep as may be; the circle's part "
                        "stands in its centre"},
    .part_a = "line",
    .part_b = "circle",
    .params = params,
    .n_derived = N_VALUES - N_PARAMS,
    .flags = PTL_JOINT_APART | PTL_JOINT_GAPS_EVERYWHERE,
    .coordinate = PTL_COORDINATE_NONE,
    .gap_names = gap_names,
    .prepare = prepare,
    .clearance = clearance,
    .gaps = gaps,
    .radii = radii,
    .max_depth = max_depth};
