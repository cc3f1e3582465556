/* assemble.h: a description becomes a system. Internal. */
#ifndef PTL_ASSEMBLE_H
#define PTL_ASSEMBLE_H

#include "system.h"

/* As ptl_assemble, with `m` itself for the system's description; takes it over, also when it
 * fails. */
ptl_status ptl_assemble_own(ptl_mechanism *m, ptl_system **out);

#endif
