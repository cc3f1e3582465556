/* mjcf_geom.h: geoms of MJCF. Internal. */
#ifndef PTL_IMPORT_MJCF_GEOM_H
#define PTL_IMPORT_MJCF_GEOM_H

#include "mjcf_attributes.h"

/* Geom as a solid to look at, and as a mass where `with_mass`. */
ptl_status ptl_mjcf_read_geom(ptl_mjcf *m, const ptl_element *element, const ptl_mjcf_place *place,
                              int with_mass);

#endif
