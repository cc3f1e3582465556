/* slenderness.h: length over diameter of a bearing, which most film laws derive first. */
#ifndef PTL_FILM_SLENDERNESS_H
#define PTL_FILM_SLENDERNESS_H

#include "pintle_extend.h"

enum { PTL_FILM_SLENDERNESS = PTL_FILM_N_PARAMS };

static inline int ptl_film_keep_slenderness(double *c, const ptl_film_env *env, ptl_reason *why) {
  (void)why;
  c[PTL_FILM_SLENDERNESS] = env->slenderness;
  return 0;
}

#endif
