/* revolute.c: a pin in a bearing. Ideal: the centres coincide. With clearance: a journal (part B)
 * inside a bearing (part A), radial clearance c = bearing radius - journal radius.
 *
 *   depth = |p| - c,   p the journal's centre in the bearing's frame
 *
 * (Flores, Ambrosio, Claro, Lankarani: Kinematics and Dynamics of Multibody Systems with Imperfect
 * Joints, 2008, ch. 3).                                                                        */
#include <math.h>

#include "pintle_extend.h"

enum { CLEARANCE, RADIUS };

static const ptl_param params[] = {
    {.name = "clearance", .unit = "m", .fallback = 0.0, .min = 0.0, .max = INFINITY,
     .doc = "radial clearance: bearing radius less journal radius; 0 is the ideal joint"},
    {.name = "radius", .unit = "m", .min = 0.0, .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "radius of the bearing; for laws that need radii, and for drawing"},
    {0}};

static int prepare(double *c, ptl_reason *why) {
  return !isnan(c[RADIUS]) && !(c[CLEARANCE] < c[RADIUS])
             ? ptl_refuse(why, "clearance %g m leaves no journal in a bearing of radius %g m",
                          c[CLEARANCE], c[RADIUS])
             : 0;
}

static void constraints(const double *c, const ptl_pose *rest, const ptl_pose *pose,
                        ptl_scalar *out) {
  (void)c;
  (void)rest;
  out[0] = (ptl_scalar){.value = pose->x, .d = {1.0, 0.0, 0.0}};
  out[1] = (ptl_scalar){.value = pose->y, .d = {0.0, 1.0, 0.0}};
}

static double clearance(const double *c) { return c[CLEARANCE]; }

static void gaps(const double *c, const ptl_pose *pose, ptl_gap *out) {
  double e = hypot(pose->x, pose->y);
  double journal = isnan(c[RADIUS]) ? 0.0 : c[RADIUS] - c[CLEARANCE];
  out->depth = e - c[CLEARANCE];
  out->nx = e > 0.0 ? -pose->x / e : -1.0; /* concentric: any direction, nothing touches */
  out->ny = e > 0.0 ? -pose->y / e : 0.0;
  out->bx = pose->x - journal * out->nx;
  out->by = pose->y - journal * out->ny;
  out->radius_a = -(journal + c[CLEARANCE]);
  out->radius_b = journal;
}

static void radii(const double *c, int gap, double *radius_a, double *radius_b) {
  (void)gap;
  *radius_a = -c[RADIUS];
  *radius_b = c[RADIUS] - c[CLEARANCE];
}

static void eccentricity(const double *c, const ptl_pose *pose, double *ex, double *ey) {
  (void)c;
  *ex = pose->x;
  *ey = pose->y;
}

static const char *const gap_names[] = {"bearing", NULL};

const ptl_joint_type ptl_joint_revolute = {
    .name = "revolute",
    .doc = {.title = "Revolute joint: pin in bearing",
            .formula = "ideal: p = 0; with clearance: depth = |p| - clearance",
            .source = "Flores, Ambrosio, Claro, Lankarani 2008, ch. 3",
            .validity = "part A carries the bearing, part B the journal"},
    .part_a = "bearing",
    .part_b = "journal",
    .params = params,
    .n_constraints = 2,
    .coordinate = PTL_COORDINATE_ANGLE,
    .gap_names = gap_names,
    .prepare = prepare,
    .constraints = constraints,
    .clearance = clearance,
    .gaps = gaps,
    .radii = radii,
    .eccentricity = eccentricity};
