/* compile.h: elements of the system from those of the description. Internal. */
#ifndef PTL_COMPILE_H
#define PTL_COMPILE_H

#include "system.h"

/* Adds joints, couplings, motions, forces and loads of system->mechanism, with the bodies at
 * system->q0 and their rotations. all_ideal 1: without clearances, bushings and friction.
 * with_starts 1: at the end a row for each coordinate that start: names, coordinate - 0 = 0; its
 * origin is set by start_given.c. */
ptl_status ptl_compile_elements(ptl_system *system, int all_ideal, int with_starts,
                                const ptl_rotation *rotations);
/* The two parts, with their places from the bodies' centres of mass. */
ptl_pair ptl_compile_pair(const ptl_mechanism *m, const ptl_part_def *a, const ptl_part_def *b);

#endif
