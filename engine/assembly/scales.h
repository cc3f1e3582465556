/* scales.h: characteristic length and speed of a system, the scales of the absolute tolerances.
 * Internal. */
#ifndef PTL_SCALES_H
#define PTL_SCALES_H

#include "system.h"

/* The longest arm from a centre of mass to a part [m]; 1 m if there is none. */
double ptl_characteristic_length(const ptl_system *system, const ptl_rotation *rotations);
/* Speed at the start [m/s]: of the bodies, or sqrt(acceleration times length). If the system rests
 * and its accelerations are rounding, that of its drivers, or one length in the course of the run.
 */
double ptl_characteristic_speed(const ptl_system *system);

#endif
