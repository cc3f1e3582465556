/* scales.h: the sizes that tolerances, first steps and limits are relative to. Internal.
 *
 * They follow from what can happen in the mechanism: its sizes, gravity, loads, stored energy, the
 * motions of its drivers over the whole run. What a computation leaves of numbers that cancel is no
 * scale. */
#ifndef PTL_SCALES_H
#define PTL_SCALES_H

#include "system.h"

/* Characteristic length [m] of the mechanism as placed, from its lever arms, extent, radii and
 * strokes. */
ptl_status ptl_scale_length(ptl_system *system);
/* Characteristic speed [m/s] by what is known before the start is. */
ptl_status ptl_scale_speed_before_start(ptl_system *system);
/* The same at the consistent start, and the compliance of every row that goes with it. */
ptl_status ptl_scale_speed(ptl_system *system);
/* Scales of signals that the model does not give: what mass, length and speed of the mechanism make
 * of their units. */
ptl_status ptl_scale_signals(ptl_system *system);

#endif
