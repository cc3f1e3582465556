/* depth.h: which bodies lie behind one another, as the cylinders of an engine in line do, and are
 * drawn apart. */
#ifndef PTL_DEPTH_H
#define PTL_DEPTH_H

#include "snapshot.h"

/* Sliders that go through one another on one line of the ground lie at different depths, the first
 * one at 0, and with them the bodies that lead to them alone; all others lie at 0. Sets the
 * binding's shifts. Returns 0, or non-zero when memory is out. */
int ptl_depth_find(const ptl_sketch *sketch, const ptl_record *record, ptl_binding *binding);

#endif
