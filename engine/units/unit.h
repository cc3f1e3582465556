/* unit.h: a unit of measurement as powers of base units. Internal. */
#ifndef PTL_UNIT_H
#define PTL_UNIT_H

#include "context.h"

enum { PTL_N_BASE = 7 }; /* m, kg, s, A, K, mol, cd; rad is no dimension */

/* x of this unit is x mul/div in SI: two numbers, so that 45 mm is 45/1000, which is 0.045. */
typedef struct ptl_unit {
  double mul, div;
  double offset; /* SI value of this unit's zero */
  double power[PTL_N_BASE];
} ptl_unit;

enum { PTL_LONGEST_UNIT = 63 };

typedef struct ptl_named_unit {
  char name[PTL_LONGEST_UNIT + 1];
  ptl_unit unit;
} ptl_named_unit;

#endif
