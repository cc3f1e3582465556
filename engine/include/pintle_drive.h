/* pintle_drive.h: what moves and what couples the coordinates of a mechanism. Part of pintle.h. */
#ifndef PINTLE_DRIVE_H
#define PINTLE_DRIVE_H

#include "pintle_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a coordinate of part b seen from part a is: its place along part a's axes, its angle, or
 * the distance of the two parts. */
typedef enum ptl_measured_coordinate {
  PTL_MEASURED_X,
  PTL_MEASURED_Y,
  PTL_MEASURED_ANGLE,
  PTL_MEASURED_DISTANCE
} ptl_measured_coordinate;

/* A coordinate that is driven or coupled: that of a joint or, where `joint` is NULL, one between
 * any two parts. */
typedef struct ptl_measure_def {
  const char *joint;
  ptl_part_def a, b;
  ptl_measured_coordinate coordinate;
} ptl_measure_def;

/* How a rise goes from 0 to 1 over u = 0 ... 1, at rest at both ends. With p = 2 pi:
 *   cycloidal  u - sin(p u)/p
 *   345        10 u^3 - 15 u^4 + 6 u^5
 *   4567       35 u^4 - 84 u^5 + 70 u^6 - 20 u^7   (no jerk at the ends)
 *   trapezoidal     constant acceleration 9/2 up to u = 1/3, constant rate 3/2, and back from 2/3
 *   jerk_limited    the same rate from 1/3 to 2/3, reached with jerk 54, -54, and left with -54,
 *   54: a sixth of
 *                   the duration each */
typedef enum ptl_rise_law {
  PTL_RISE_CYCLOIDAL,
  PTL_RISE_345,
  PTL_RISE_4567,
  PTL_RISE_TRAPEZOIDAL,
  PTL_RISE_JERK_LIMITED
} ptl_rise_law;

typedef struct ptl_rise_def {
  ptl_rise_law law;
  double start, duration; /* [s], duration > 0 */
  double rise;            /* [rad] or [m] */
} ptl_rise_def;

/* The motion of a coordinate, given in exactly one of five ways. `rate` is NAN and pointers are
 * NULL where they are not the one; those of rates and rises begin where the model places it.
 *
 * The force that makes it move so acts along the coordinate itself or, of a servo, along another
 * one, `by`: what force on a cart makes the pendulum on it swing as wanted. Assembly fails where
 * that force does not accelerate the coordinate. */
typedef struct ptl_motion_def {
  const char *name;
  ptl_measure_def of;
  double rate;              /* constant [rad/s] or [m/s] */
  const char *rate_of_time; /* expression of `time` or, linear, of inputs; result in rad/s or m/s */
  /* expression of `time` or, linear, of inputs and of signals with a state that were added before;
   * in rad or m */
  const char *position;
  const ptl_rise_def *rises; /* their sum, so that one dwells where none is under way */
  int n_rises;
  double period;       /* [s] after which the rises repeat and add up; 0 for never */
  const double *table; /* t0, x0, t1, x1, ... with growing times [s] */
  int n_table;         /* points, 2 or more */
  /* A cubic spline with continuous acceleration goes through the table. 0: it has none at its
   * ends and goes on with constant rate; 1: it is at rest there and stays. */
  int rests;
  /* 1: instead a curve with continuous rate that stays between neighbouring values; its
   * acceleration jumps at the points. */
  int monotone;
  /* signal from whose value of 1/2 on it lets go, as of a joint; NULL: it never does */
  const char *release;
  ptl_measure_def by; /* of a servo; without joint and bodies: no servo */
} ptl_motion_def;

/* What a coupling is made of, and so where it pulls and pushes. */
typedef enum ptl_coupling_kind {
  PTL_COUPLING_PLAIN, /* nothing: it acts along its two coordinates only */
  PTL_COUPLING_GEAR,
  PTL_COUPLING_BELT,
  PTL_COUPLING_RACK
} ptl_coupling_kind;

/* x1 - x1 as placed = ratio (x2 - x2 as placed).
 *
 * Of gears and belts both coordinates are angles of a body b, the wheel, seen from the same body a,
 * the carrier of both wheels. The centre of a wheel is that of its revolute joint with the carrier,
 * else of its only revolute joint, else its body's origin, unless `has_points`. Of a rack `first`
 * is a joint that slides and `second` one that turns, with one body in common; the pitch line goes
 * through the sliding joint's part on the other body, unless `has_points`. Where centres do not fit
 * the radii assembly fails. */
typedef struct ptl_coupling_def {
  const char *name;
  ptl_measure_def first, second;
  /* not 0; in the unit of x1 over that of x2: < 0 outer gears, > 0 a ring; < 0 a crossed belt */
  double ratio;
  ptl_coupling_kind kind;
  /* pitch radii of gears and pulleys [m]; 0, 0: those of gears follow from ratio and centres */
  double radii[2];
  double pressure_angle; /* of gears and racks [rad], 0 <= ... < pi/2 */
  double pretension;     /* of a belt: of each strand at rest [N], >= 0 */
  int has_points;
  double points
      [2]
      /* [m], in the frames of their bodies: centres of the wheels; of a rack the first: a point of
       * its pitch line */
      [2];
  /* What teeth of gears and racks lose; type NULL: nothing, unless `efficiency` is given. The
   * friction presses with the force of the teeth and slides, as the two wheels turn on each other,
   * at the mean distance of one pair of teeth from the pitch point, a quarter of the base pitch,
   * for which `teeth` is needed:
   *   loss = coefficient |F| pitch/4 |relative rate|,   F tangential
   * (H. Winter, G. Niemann: Maschinenelemente II, 2003, 21.11: H_v = pi/2 (1/z1 + 1/z2) at a
   * contact ratio of 1.) */
  ptl_type_use friction;
  double teeth; /* of the first wheel, of a rack of its pinion; 0: not known */
  /* Power that comes through where the first wheel drives the second, of a rack the pinion the
   * rack; 0: not given. It stands for Coulomb's friction with the moments that lose so much,
   * whichever way the power goes. */
  double efficiency;
} ptl_coupling_def;

PTL_DEF_DEFAULT(ptl_motion_default, ptl_motion_def)
PTL_DEF_ADD(ptl_mechanism_add_coupling, ptl_coupling_def)
PTL_DEF_ADD(ptl_mechanism_add_motion, ptl_motion_def)

/* Reading back, as in pintle.h. */
PTL_DEF_GET(ptl_mechanism_get_coupling, ptl_coupling_def)
PTL_DEF_GET(ptl_mechanism_get_motion, ptl_motion_def)

#ifdef __cplusplus
}
#endif
#endif
