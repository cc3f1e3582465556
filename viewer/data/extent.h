/* extent.h: what a mechanism covers over a run: its box, the travel of its sliders, the largest force and speed. */
#ifndef PTL_EXTENT_H
#define PTL_EXTENT_H

#include "geometry.h"

/* A point of a slot's middle line in its body's frame; s from 0 to 1. */
ptl_point ptl_slot_point(const ptl_sketch_joint *joint, double s);

/* Sets the box, the ends of the guides, the largest force and speed, and the deepest depths. Returns 0, or non-zero when
 * memory is out. */
int ptl_extent_measure(const ptl_sketch *sketch, const ptl_record *record,
                       const ptl_binding *binding, ptl_geometry *geometry);

#endif
