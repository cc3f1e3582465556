/* project_masses.h: mass, moment of inertia and centre of mass of the bodies of a projection, and
 * how they look. Internal. */
#ifndef PTL_IMPORT_PROJECT_MASSES_H
#define PTL_IMPORT_PROJECT_MASSES_H

#include "projection.h"

ptl_status ptl_project_masses(const ptl_projection *p);
ptl_status ptl_project_solids(const ptl_projection *p);

#endif
