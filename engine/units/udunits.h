/* udunits.h: units that are no common ones, from the database of UDUNITS-2. Internal. */
#ifndef PTL_UDUNITS_H
#define PTL_UDUNITS_H

#include "unit.h"

/* 1 when UDUNITS knows the name, of which nothing is read on, as a plain unit. */
int ptl_udunits_find(ptl_context *context, const char *name, ptl_unit *out);

#endif
