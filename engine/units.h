/* units.h: units of measurement as exact powers of base units. Internal. */
#ifndef PTL_UNITS_H
#define PTL_UNITS_H

#include "context.h"

/* Releases the unit system of a context, if it was ever opened. */
void ptl_units_close(ptl_context *context);

#endif
