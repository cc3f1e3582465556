/* tooth.h: involute teeth on two flanks with a backlash between them, as gears and racks have them.
 *
 * J. E. Shigley, C. R. Mischke: Mechanical Engineering Design (1989), ch. 13; E. Buckingham:
 * Analytical Mechanics of Gears (1949), ch. 4. Let u be the unit vector from part A to part B along
 * the line of centres and t a quarter turn from it, w the angle of the line of action to t, r the
 * base radii and p the centre of B. Of a ring the radii are negative and u points from B to A. On
 * the flank where `way` along the line of action grows (side 1), or falls (side -1),
 *
 *   depth = side way - apart - play
 *   n = side cos(w) t + sin(w) u,   e = cos(w) u - side sin(w) t
 *   touching point p - r_b e - R_b n,   R_b = r_b tan(w) + beyond,   R_a + R_b - depth = (r_a +
 *   r_b) tan(w)
 *
 * with `way` and `beyond`, how far behind the pitch point B's flank touches, up to multiples of the
 * base pitch: one pair of teeth touches at a time, the one within half a pitch of the pitch
 * point. */
#ifndef PTL_TOOTH_H
#define PTL_TOOTH_H

#include <math.h>

#include "pintle_extend.h"

/* The teeth at one pose. Lengths are along the line of action [m]. */
typedef struct ptl_teeth {
  double ux, uy, angle;    /* u and w */
  double x, y, radius;     /* centre and base radius of B */
  double both;             /* r_a + r_b, infinite of a rack */
  double way, turned;      /* `turned`: how far B's flanks are turned from the line of centres */
  double apart;            /* by which the flanks are apart because of the centres */
  double clearance, pitch; /* play of both flanks together; base pitch */
  double middle;           /* R_b less r_b tan(w) of a tooth in the middle */
} ptl_teeth;

/* What is left of x without whole pitches: from minus to plus half of one. */
static inline double ptl_tooth_part(double x, double pitch) {
  return x - pitch * round(x / pitch);
}

/* The gaps of the left and the right flank. */
void ptl_tooth_gaps(const ptl_teeth *teeth, ptl_gap out[2]);
/* Whether nothing is a tooth any more: the centres are two modules, pitch/pi, or more from their
 * `nominal` distance. */
int ptl_tooth_is_apart(double distance, double nominal, double pitch);
/* The gaps then: parts that cannot be there. */
void ptl_tooth_no_gaps(double radius_a, double radius_b, ptl_gap out[2]);
/* Before nothing is a tooth any more, so that a run that gets there says which depth is allowed. */
double ptl_tooth_max_depth(double base_pitch);
/* Play of one flank from the middle, for a play along the pitch line. Teeth without any still give
 * way, and are not ideal. */
double ptl_tooth_play(double clearance, double angle);
/* Whether such teeth can be: their pitch line has `clearance` play, and `radius` is that of the
 * smaller gear. */
int ptl_tooth_check(double pitch, double clearance, double radius, double angle, ptl_reason *why);

extern const char *const ptl_tooth_gap_names[];

/* Rows of a table of parameters, and their doc. */
#define PTL_TOOTH_PARAMS                                                                  \
  {.name = "clearance",                                                                   \
   .unit = "m",                                                                           \
   .fallback = 0.0,                                                                       \
   .min = 0.0,                                                                            \
   .max = INFINITY,                                                                       \
   .doc = "Backlash: play of the teeth along the pitch line, from flank to flank."},      \
  {                                                                                       \
    .name = "pressure_angle", .unit = "rad", .fallback = 0.34906585039886592, .min = 0.0, \
    .max = 1.0, .flags = PTL_OPEN_MIN,                                                    \
    .doc = "Pressure angle of the teeth at the nominal distance; default 20 deg."         \
  }

#endif
