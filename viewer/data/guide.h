/* guide.h: how a slider is drawn in what guides it: a block between rails or on one, a rack in its guide, or a piston with
 * its rod in a barrel.
 */
#ifndef PTL_GUIDE_H
#define PTL_GUIDE_H

#include "geometry.h"

/* Sizes block, rails and barrel of a translational joint; `guide` has the travel of the run. */
void ptl_guide_size(const ptl_sketch *sketch, const ptl_geometry *geometry, int joint,
                    ptl_guide *guide);

/* Direction of the guide's axis in the frame of the slider's body, as the model places both [rad]. */
double ptl_guide_axis_on_slider(const ptl_sketch *sketch, const ptl_sketch_joint *joint);

/* Whether a rack slides along this joint: its bar is drawn with the gears. */
int ptl_guide_is_of_rack(const ptl_sketch *sketch, int joint);

/* Thickness of a barrel's wall [m]. */
double ptl_guide_wall(const ptl_geometry *geometry);

/* Whether a point in the body's frame lies within one of its barrels. */
int ptl_guide_holds(const ptl_sketch *sketch, const ptl_geometry *geometry, int body, ptl_point at);

#endif
