/* contact_match.h: which elastic and damping laws go together. Internal. */
#ifndef PTL_CONTACT_MATCH_H
#define PTL_CONTACT_MATCH_H

#include "context.h"
#include "pintle_extend.h"

/* Whether the two laws accept each other; PTL_ERR_INPUT says which refuses and what it accepts.
 * damping NULL is "none". */
ptl_status ptl_contact_match(ptl_context *context, const ptl_elastic_law *elastic,
                             const ptl_damping_law *damping);

#endif
