/* composite.h: functions that are made of several instructions. Internal. */
#ifndef PTL_COMPOSITE_H
#define PTL_COMPOSITE_H

#include "reading.h"

/* The numbers of a table while it is read: x0, y0, x1, y1, ... */
typedef struct ptl_numbers {
  double *values;
  int n;
} ptl_numbers;

/* 1 if the function's points must be constants, which are taken out of the program. */
int ptl_is_table(const ptl_function *f);
/* Argument number n, from 1 on, of a composite function has just been put; `at` is where the call
 * stands. */
ptl_status ptl_composite_argument(ptl_reading *r, const ptl_function *f, const char *at, int n,
                                  ptl_numbers *numbers);
/* All have: the program goes on with the function's value. PTL_ERR_INPUT for points that make no
 * table. */
ptl_status ptl_composite_finish(ptl_reading *r, const ptl_function *f, const char *at,
                                const ptl_numbers *numbers);

#endif
