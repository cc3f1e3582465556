/* project.h: a mechanism in space whose motion is plane, as a linkage in that plane. Internal. */
#ifndef PTL_IMPORT_PROJECT_H
#define PTL_IMPORT_PROJECT_H

#include "linkage.h"
#include "spatial.h"

/* The plane is that of the hinges; x points right and y up as far as gravity's z does, of a
 * horizontal plane as in the file. */
ptl_status ptl_project(ptl_spatial *s, ptl_linkage *l);

#endif
