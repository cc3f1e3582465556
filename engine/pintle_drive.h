/* pintle_drive.h: what moves and what couples the coordinates of a mechanism. Part of pintle.h. */
#ifndef PINTLE_DRIVE_H
#define PINTLE_DRIVE_H

#include "pintle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a coordinate of part b seen from part a is: its place along part a's axes, its angle, or
 * the distance of the two parts.                                                         */
typedef enum ptl_along { PTL_ALONG_X, PTL_ALONG_Y, PTL_ALONG_ANGLE, PTL_ALONG_DISTANCE } ptl_along;

/* A coordinate that is driven or coupled: that of a joint or, where `joint` is NULL, one between
 * any two parts.                                                                         */
typedef struct ptl_measure_def {
  const char *joint;
  ptl_part_def a, b;
  ptl_along along;
} ptl_measure_def;

/* Either a constant rate of the coordinate, from where the model places it, or the coordinate
 * itself as an expression of `time` (then rate is NAN).                                  */
typedef struct ptl_motion_def {
  const char *name;
  ptl_measure_def of;
  double rate;          /* [rad/s] or [m/s]                                              */
  const char *position; /* expression, result in rad or m                                */
} ptl_motion_def;

/* Gears, rack and pinion, belts: x1 - x1 as placed = ratio (x2 - x2 as placed). */
typedef struct ptl_coupling_def {
  const char *name;
  ptl_measure_def first, second;
  double ratio; /* not 0; in the unit of x1 over that of x2                              */
} ptl_coupling_def;

PTL_API ptl_motion_def ptl_motion_default(void);
PTL_API ptl_status ptl_mechanism_add_coupling(ptl_mechanism *m, const ptl_coupling_def *def);
PTL_API ptl_status ptl_mechanism_add_motion(ptl_mechanism *m, const ptl_motion_def *def);

/* Reading back, as in pintle.h. */
PTL_API int ptl_mechanism_get_coupling(const ptl_mechanism *m, int index, ptl_coupling_def *out);
PTL_API int ptl_mechanism_get_motion(const ptl_mechanism *m, int index, ptl_motion_def *out);

#ifdef __cplusplus
}
#endif
#endif
