/* tooth.c: see tooth.h. */
#include "tooth.h"

#include <float.h>

const char *const ptl_tooth_gap_names[] = {"left", "right", NULL};

/* A quarter of a pitch deep nothing is a tooth any more. */
static double depth_of(const ptl_teeth *t, double side) {
  const double depth = side * ptl_tooth_part(t->way, t->pitch) - t->apart - 0.5 * t->clearance;
  return depth < 0.25 * t->pitch ? depth : NAN;
}

void ptl_tooth_gaps(const ptl_teeth *t, ptl_gap out[2]) {
  const double sine = sin(t->angle), cosine = cos(t->angle), tangent = sine / cosine;
  for (int i = 0; i < 2; i++) {
    const double side = i == 0 ? 1.0 : -1.0, depth = depth_of(t, side);
    const double nx = sine * t->ux - side * cosine * t->uy;
    const double ny = sine * t->uy + side * cosine * t->ux;
    const double ex = cosine * t->ux + side * sine * t->uy;
    const double ey = cosine * t->uy - side * sine * t->ux;
    const double radius =
        t->radius * tangent + ptl_tooth_part(t->middle + side * t->turned, t->pitch);
    out[i] = (ptl_gap){.depth = depth,
                       .nx = nx,
                       .ny = ny,
                       .bx = t->x - t->radius * ex - radius * nx,
                       .by = t->y - t->radius * ey - radius * ny,
                       .radius_a = t->both * tangent - radius + depth,
                       .radius_b = radius};
  }
}

int ptl_tooth_is_apart(double distance, double nominal, double pitch) {
  static const double two_per_pi = 0.63661977236758134308;
  return !(fabs(distance - nominal) <= two_per_pi * pitch);
}

void ptl_tooth_no_gaps(double radius_a, double radius_b, ptl_gap out[2]) {
  out[0] = out[1] = (ptl_gap){.depth = NAN, .nx = 1.0, .radius_a = radius_a, .radius_b = radius_b};
}

double ptl_tooth_max_depth(double base_pitch) {
  return 0.2 * base_pitch;
}

double ptl_tooth_play(double clearance, double angle) {
  return fmax(0.5 * clearance * cos(angle), DBL_MIN);
}

int ptl_tooth_check(double pitch, double clearance, double radius, double angle, ptl_reason *why) {
  if (!(clearance < 0.5 * pitch))
    return ptl_refuse(why, "a clearance of %g m is half of the pitch, %g m, or more", clearance,
                      pitch);
  if (!(radius * sin(angle) > 0.5 * pitch * cos(angle)))
    return ptl_refuse(why, "teeth with a pitch of %g m on a pitch radius of %g m are undercut",
                      pitch, radius);
  return 0;
}
