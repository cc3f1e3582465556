/* contact_rounding.h: what contacts make of the rounding of coordinates. Internal. */
#ifndef PTL_CONTACT_ROUNDING_H
#define PTL_CONTACT_ROUNDING_H

#include "data.h"

/* Far from the origin a body on a contact of the stiffness k has a place that is rounded by e, and
 * so a velocity by e sqrt(k/m): the largest of all that touch [m/s]. 0 near the origin. gaps: at
 * the unknowns y. */
double ptl_contact_rounding(ptl_data *data, const ptl_gap_result *gaps, const double *y);

#endif
