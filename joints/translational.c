/* translational.c: part B slides along the x axis of part A. Ideal: it keeps its position across
 * the guide and its angle. With clearance: a rectangular block (part B) of length 2a and width 2b
 * between two flat faces at y = -(b + c) and y = b + c; each corner may touch its own face.
 *
 *   lower: depth = -(y + b + c) + r     upper: depth = y - (b + c) + r
 *
 * with y the height of the centre of the corner's rounding r (0 for a sharp corner). One corner,
 * two on one face (flat) and two on opposite faces (tilted) are all that can happen.
 * (Flores, Leine, Glocker: Modeling and analysis of planar rigid multibody systems with
 * translational clearance joints, Multibody Syst. Dyn. 2010, 23, 165.)
 *
 * Faces and rounded corners may be worn, by points: worn_wall.h.
 *
 * Stops: lower depth = from - x, upper depth = x - to, x the slider's position along the guide. */
#include <math.h>

#include "pintle_extend.h"
#include "worn_wall.h"

enum {
  CLEARANCE,
  LENGTH,
  WIDTH,
  CORNER_RADIUS,
  FROM,
  TO,
  WORN_LOWER,
  WORN_UPPER = WORN_LOWER + 2,
  WORN_CORNERS = WORN_UPPER + 2, /* of each corner two doubles */
  N_PARAMS = WORN_CORNERS + 8
};
enum { LOWER_LEFT, LOWER_RIGHT, UPPER_LEFT, UPPER_RIGHT, N_CORNERS, LOWER = N_CORNERS, UPPER };

#define WORN_CORNER                                                                               \
  "Points of a worn corner around the centre of its rounding, counter-clockwise, from there, in " \
  "the slider's directions."

static const ptl_param params[] = {
    {.name = "clearance",
     .unit = "m",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc =
         "Play to each side: half of the guide's width less the slider's; 0 is the ideal joint."},
    {.name = "slider.length",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Length of the block along the guide; where it is given, a tilting moment causes "
            "friction, too."},
    {.name = "slider.width",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Height of the block across the guide."},
    {.name = "slider.corner_radius",
     .unit = "m",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Rounding of its corners; for laws that need radii."},
    {.name = "limits.from",
     .unit = "m",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Position of the slider along the guide at its lower stop."},
    {.name = "limits.to",
     .unit = "m",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Position of the slider along the guide at its upper stop."},
    PTL_WORN_POINTS("worn.lower", "Points along the guide's worn lower face, in its frame."),
    PTL_WORN_POINTS("worn.upper", "Points along the guide's worn upper face, in its frame."),
    PTL_WORN_POINTS("worn.lower_left", WORN_CORNER),
    PTL_WORN_POINTS("worn.lower_right", WORN_CORNER),
    PTL_WORN_POINTS("worn.upper_left", WORN_CORNER),
    PTL_WORN_POINTS("worn.upper_right", WORN_CORNER),
    {0},
};

static int worn(const double *c, int gap, int side, ptl_worn_surface *out) {
  static const char *const corners[] = {"worn.lower_left", "worn.lower_right", "worn.upper_left",
                                        "worn.upper_right"};
  if (gap >= N_CORNERS || (side == 1 && !(c[CORNER_RADIUS] > 0.0))) return 0;
  const double up = gap < UPPER_LEFT ? -1.0 : 1.0;
  if (side == 0) {
    *out = (ptl_worn_surface){.points = up < 0.0 ? "worn.lower" : "worn.upper",
                              .y = up * (0.5 * c[WIDTH] + c[CLEARANCE]),
                              .tx = -up,
                              .length = INFINITY};
    return 1;
  }
  *out = (ptl_worn_surface){.points = corners[gap], .radius = c[CORNER_RADIUS]};
  return 1;
}

static int is_worn(const double *c) {
  int n = 0;
  for (int i = WORN_LOWER; i < N_PARAMS; i += 2) n += c[i] > 0.0; /* a number of points */
  return n > 0;
}

static int prepare_worn(double *c, ptl_reason *why) {
  ptl_worn_surface surface;
  for (int i = 0; i < N_CORNERS; i++) {
    const int index = WORN_CORNERS + 2 * i;
    if (c[index] > 0.0 && !worn(c, i, 1, &surface))
      return ptl_refuse(why, "worn corners need a slider.corner_radius");
    if (c[index] > 0.0 &&
        ptl_worn_circle_prepare(c, index, c[CORNER_RADIUS], -1.0, surface.points, why))
      return 1;
  }
  worn(c, LOWER_LEFT, 0, &surface);
  if (ptl_worn_wall_prepare(c, WORN_LOWER, &surface, why)) return 1;
  worn(c, UPPER_LEFT, 0, &surface);
  return ptl_worn_wall_prepare(c, WORN_UPPER, &surface, why);
}

static int prepare(double *c, ptl_reason *why) {
  if (!isnan(c[FROM]) && !isnan(c[TO]) && !(c[FROM] < c[TO]))
    return ptl_refuse(why, "limits.from (%g m) must be less than limits.to (%g m)", c[FROM], c[TO]);
  if (!(c[CLEARANCE] > 0.0))
    return is_worn(c) ? ptl_refuse(why, "worn surfaces need a clearance") : 0;
  if (isnan(c[LENGTH]) || isnan(c[WIDTH]))
    return ptl_refuse(why, "with clearance the slider needs length and width");
  double a = 0.5 * c[LENGTH], b = 0.5 * c[WIDTH], r = c[CORNER_RADIUS];
  if (r > a || r > b)
    return ptl_refuse(why, "corner_radius %g m is more than half of the slider's size", r);
  if (!(hypot(a - r, b - r) + r > b + c[CLEARANCE]))
    return ptl_refuse(why, "clearance %g m lets a slider of %g m x %g m turn over in its guide",
                      c[CLEARANCE], c[LENGTH], c[WIDTH]);
  return prepare_worn(c, why);
}

static void constraints(const double *c, const ptl_pose *rest, const ptl_pose *pose,
                        ptl_scalar *out) {
  (void)c;
  out[0] = (ptl_scalar){.value = pose->y, .d = {0.0, 1.0, 0.0}};
  out[1] = (ptl_scalar){.value = pose->angle - rest->angle, .d = {0.0, 0.0, 1.0}};
}

static double clearance(const double *c) {
  return c[CLEARANCE];
}

static int has_gap(const double *c, int gap) {
  return gap < N_CORNERS ? c[CLEARANCE] > 0.0 : !isnan(c[gap == LOWER ? FROM : TO]);
}

static void worn_gap(const double *c, int corner, const ptl_pose *pose, double x, double y,
                     ptl_gap *out) {
  const ptl_worn_disc disc = {x, y, pose->angle, c[CORNER_RADIUS],
                              ptl_worn_circle_get(c, WORN_CORNERS + 2 * corner)};
  ptl_worn_surface face;
  worn(c, corner, 0, &face);
  ptl_worn_wall_gap(c, corner < UPPER_LEFT ? WORN_LOWER : WORN_UPPER, &face, &disc, out);
}

static void corner_gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  const int worn_too = is_worn(c);
  double r = c[CORNER_RADIUS], a = 0.5 * c[LENGTH] - r, b = 0.5 * c[WIDTH] - r;
  double face = 0.5 * c[WIDTH] + c[CLEARANCE];
  double cosine = cos(pose->angle), sine = sin(pose->angle);
  for (int i = 0; i < N_CORNERS; i++) {
    double u = i == LOWER_LEFT || i == UPPER_LEFT ? -a : a;
    double side = i < UPPER_LEFT ? -1.0 : 1.0; /* of the face */
    double x = pose->x + cosine * u - sine * side * b, y = pose->y + sine * u + cosine * side * b;
    out[i] = (ptl_gap){.depth = side * y + r - face,
                       .ny = -side,
                       .bx = x,
                       .by = y + side * r,
                       .radius_a = INFINITY,
                       .radius_b = r};
    if (worn_too) worn_gap(c, i, pose, x, y, &out[i]);
  }
}

static int film_face(const double *c, const ptl_pose *pose, int i, ptl_film_face *out) {
  (void)pose;
  if (i > 1 || isnan(c[LENGTH])) return 0;
  *out = (ptl_film_face){
      .gaps = {i == 0 ? LOWER_LEFT : UPPER_LEFT, i == 0 ? LOWER_RIGHT : UPPER_RIGHT},
      .size = c[LENGTH] - 2.0 * c[CORNER_RADIUS]};
  return out->size > 0.0;
}

/* A corner at the slider's origin on a face across the guide. */
static void stop_gap(const ptl_pose *pose, double limit, double side, ptl_gap *out) {
  *out = (ptl_gap){.depth = side * (pose->x - limit),
                   .nx = -side,
                   .bx = pose->x,
                   .by = pose->y,
                   .radius_a = INFINITY};
}

static void gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  if (c[CLEARANCE] > 0.0) corner_gaps(c, pose, out);
  if (!isnan(c[FROM])) stop_gap(pose, c[FROM], -1.0, &out[LOWER]);
  if (!isnan(c[TO])) stop_gap(pose, c[TO], 1.0, &out[UPPER]);
}

static void radii(const double *c, int gap, double *radius_a, double *radius_b) {
  *radius_a = INFINITY;
  *radius_b = gap < N_CORNERS ? c[CORNER_RADIUS] : 0.0;
}

/* The slider's middle comes to the face. */
static double max_depth(const double *c, int gap) {
  return 0.5 * c[gap < N_CORNERS ? WIDTH : LENGTH];
}

static void eccentricity(const double *c, const ptl_pose *pose, double *ex, double *ey) {
  (void)c;
  *ex = 0.0;
  *ey = pose->y;
}

/* The force at the slider's two ends is F/2 +- M/length, and N the sum of both sizes, which is the
 * larger of |F| and 2 |M|/length. */
static void sliding(const double *c, const ptl_pose *pose, const double *reaction,
                    ptl_sliding *out) {
  (void)pose;
  double tilt = isnan(c[LENGTH]) ? 0.0 : 2.0 / c[LENGTH];
  out->d[0] = 1.0;
  if (fabs(reaction[0]) >= tilt * fabs(reaction[1])) {
    out->normal = fabs(reaction[0]);
    out->d_normal[0] = reaction[0] > 0.0 ? 1.0 : reaction[0] < 0.0 ? -1.0 : 0.0;
  } else {
    out->normal = tilt * fabs(reaction[1]);
    out->d_normal[1] = reaction[1] > 0.0 ? tilt : -tilt;
  }
}

static const char *const gap_names[] = {"lower_left", "lower_right", "upper_left", "upper_right",
                                        "lower",      "upper",       NULL};

const ptl_joint_type ptl_joint_translational = {
    .name = "translational",
    .doc = {.title = "Translational joint: slider on a straight guide",
            .formula = "ideal: p_y = 0, angle = angle at rest; with clearance: depth of each "
                       "corner at its face; stops: p_x beyond its limits",
            .source = "Nikravesh: Planar Multibody Dynamics, 2nd ed. 2018, ch. 7; clearance: "
                      "Flores, Leine, Glocker, Multibody Syst. Dyn. 2010, 23, 165",
            .validity = "the guide is endless; the ideal joint keeps the angle between the parts "
                        "that the model's placement gives, with clearance the slider's x axis lies "
                        "along the guide's"},
    .part_a = "guide",
    .part_b = "slider",
    .params = params,
    .n_derived_per_point = PTL_WORN_CIRCLE_DOUBLES,
    .n_constraints = 2,
    .kinds = {PTL_CONSTRAINT_LINE, PTL_CONSTRAINT_ANGLE},
    .flags = PTL_JOINT_GAPS_EVERYWHERE,
    .coordinate = PTL_COORDINATE_X,
    .gap_names = gap_names,
    .has_gap = has_gap,
    .prepare = prepare,
    .constraints = constraints,
    .clearance = clearance,
    .gaps = gaps,
    .radii = radii,
    .max_depth = max_depth,
    .eccentricity = eccentricity,
    .sliding = sliding,
    .worn = worn,
    .film_face = film_face};
