/* formats.h: the formats that are read. Internal. */
#ifndef PTL_IMPORT_FORMATS_H
#define PTL_IMPORT_FORMATS_H

#include "linkage.h"
#include "spatial.h"
#include "xml_read.h"

/* `s` is zeroed but for its import. */
ptl_status ptl_mjcf_read(ptl_spatial *s, const ptl_element *root);
ptl_status ptl_urdf_read(ptl_spatial *s, const ptl_element *root);
/* Points and links: `text` of a CSV file, which is changed. */
ptl_status ptl_points_read(ptl_linkage *linkage, char *text);

#endif
