/* compile_mesh.h: where gears, belts and racks act. Internal.
 *
 * Let the carrier's axis x point from the first wheel's centre to the second's, d apart. Pitch
 * circles (or the belt) roll on each other where
 *   r1 (w1 - phi') + r2 (w2 - phi') = 0,
 * with phi the direction of the line of centres and r2 < 0 inside a ring and for an open belt.
 * Divided by r1, with ratio = -r2/r1 and, since the carrier holds both centres, phi' = w_carrier +
 * (y2' - y1')/d in its frame, that is the row of the coupling:
 *   angle1 - ratio angle2 + (1 - ratio)/d (y1 - y2) = 0,   angles against the carrier.
 * On the carrier the terms cancel. The row's multiplier over r1 is the tangential force at the
 * pitch point, or the difference of the belt's strands; what acts along the line of centres is in
 * mesh.h.
 *
 * Where ideal joints hold both centres against the carrier, y1 - y2 never changes: the row is then
 * that of the angles alone, linear and exact, and the force of the last term, which does no work,
 * is left to mesh.h. Otherwise it is in the row.
 *
 * A rack along the carrier's axis x and its pinion of the radius r likewise:   x_rack - r angle -
 * x_pinion = 0. */
#ifndef PTL_COMPILE_MESH_H
#define PTL_COMPILE_MESH_H

#include "system.h"

/* Sets the meshes and their rows, from the description and where the bodies are once they are
 * assembled from q0. Fails where centres do not fit the radii. */
ptl_status ptl_compile_meshes(ptl_system *system);

#endif
