/* compile.h: elements of the system from those of the description. Internal. */
#ifndef PTL_COMPILE_H
#define PTL_COMPILE_H

#include "system.h"

/* Adds joints, couplings, motions, forces and loads of system->mechanism, with the bodies at
 * system->q0 and their rotations. all_ideal 1: without clearances, bushings and friction. */
ptl_status ptl_compile_elements(ptl_system *system, int all_ideal, const ptl_rotation *rotations);

#endif
