/* table.h: a curve through points in growing order that does not overshoot between them. */
#ifndef PTL_FORCE_TABLE_H
#define PTL_FORCE_TABLE_H

#include "pintle_extend.h"

enum { PTL_TABLE_DOUBLES = 2 }; /* n_derived_per_point of a type with tables */

/* Derives slopes and integrals of the list at c[index]; an absent list is 0 everywhere. */
int ptl_table_prepare(double *c, int index, const char *name, ptl_reason *why);
/* Value, slope and integral from 0 at x; linear beyond the first and the last point. */
void ptl_table_eval(const double *c, int index, double x, double out[3]);

#endif
