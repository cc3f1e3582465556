/* finite.h: which element of a system gives a number that is not finite. Internal. */
#ifndef PTL_FINITE_H
#define PTL_FINITE_H

#include "data.h"

typedef struct ptl_not_finite {
  char text[480];
  const char *element; /* as of ptl_error: "joint", "motion", "load" or "force" */
  char name[128];
} ptl_not_finite;

/* At (t, q, v), with the inner states of friction as they are set: 1 and a text such as
 *   load 'push' is nan
 * for the first driver, load, force, bushing, film, contact or friction whose number is not finite;
 * 0 if all are. lambda: multipliers on which friction of ideal joints depends, or NULL to leave
 * that out. */
int ptl_find_not_finite(ptl_data *data, double t, const double *q, const double *v,
                        const double *lambda, ptl_not_finite *out);

#endif
