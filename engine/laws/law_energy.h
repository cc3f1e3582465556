/* law_energy.h: whether the energy that a contact law states is that of its force. Internal. */
#ifndef PTL_LAW_ENERGY_H
#define PTL_LAW_ENERGY_H

#include "law.h"

/* 0 where an energy is not finite; where an elastic law without memory states one whose derivative
 * by the depth, on either side, is not its force; or where the recoverable energy is negative
 * though the law never pulls. *force, *slope: the elastic force and that derivative [N]. */
int ptl_law_energy_agrees(const ptl_law *law, double depth, double rate, double reference_speed,
                          const double *memory, double *force, double *slope);

#endif
