/* guide.h: how a slider is drawn in what guides it: a block between rails or on one, a rack in its
 * guide, or a piston with its rod in a barrel.
 */
#ifndef PTL_GUIDE_H
#define PTL_GUIDE_H

#include "extent.h"

/* Sizes block, rails and barrel of a translational joint; `guide` has the travel of the run. base:
 * the size of a boss, to which is drawn in proportion what the model gives no size [m]. */
void ptl_guide_size(const ptl_sketch *sketch, double base, int joint, ptl_guide *guide);

/* Direction of the guide's axis in the frame of the slider's body, as the model places both
 * [rad]. */
double ptl_guide_axis_on_slider(const ptl_sketch *sketch, const ptl_sketch_joint *joint);

/* Whether a rack slides along this joint: its bar is drawn with the gears. */
int ptl_guide_is_of_rack(const ptl_sketch *sketch, int joint);

enum { PTL_RACK_DEPTH = 4 }; /* of a rack's bar behind its pitch line, in heights of a tooth */

/* Height of a tooth above the pitch circle of a wheel of this radius, as it is drawn [m]; `teeth`
 * of it, or 0 where their number is not known. */
double ptl_tooth_height(double base, double radius, int teeth);

/* Thickness of a barrel's wall [m]. */
double ptl_guide_wall(double base);

/* Whether a point in the body's frame lies within one of its barrels. */
int ptl_guide_holds(const ptl_sketch *sketch, const ptl_guide *guides, int body, ptl_point at);

#endif
