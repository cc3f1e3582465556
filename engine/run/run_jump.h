/* run_jump.h: jumps of drivers that are written as expressions. Internal. */
#ifndef PTL_RUN_JUMP_H
#define PTL_RUN_JUMP_H

#include "data.h"

typedef struct ptl_jump {
  double time; /* [s] */
  double size; /* [m, rad, m/s or rad/s] */
  int of_rate; /* 1: of the rate, 0: of the position */
} ptl_jump;

/* 1 where the position, or the rate, of a driver jumps in [a, b] as far as a few samples show it: a
 * jump is a change that stays the same size however short the interval around it is made. */
int ptl_find_jump(const ptl_data *data, int motion, double a, double b, ptl_jump *out);

#endif
