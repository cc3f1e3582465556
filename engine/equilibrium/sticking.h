/* sticking.h: friction at rest: which surfaces stick, which slide, and with what force. Internal.
 *
 * What touches sticks to where it is or touches first; the force that this takes is a multiplier,
 * as of a constraint, and may be as large as the law's in slow sliding. What would have to hold
 * more slides with that force against its way, and sticks again where that way turns back. Of the
 * many equilibria that friction allows it is the one that is reached from the start. */
#ifndef PTL_STICKING_H
#define PTL_STICKING_H

#include "tangent.h"

typedef struct ptl_sticking {
  ptl_tangent *g;
  double *q;     /* n: where the last search began */
  double *sides; /* per friction: 0 it sticks, 1 or -1 the sign of the force with which it slides */
  double *ways;  /* per friction: how far it has slid that way [m] */
  int *returns;  /* per friction: how often it has stuck again */
  int passes;
  void *arrays;
} ptl_sticking;

/* All friction sticks, and its forces take the place of those of the laws. Release it also after a
 * failure. */
ptl_status ptl_sticking_begin(ptl_tangent *tangent, ptl_sticking *out);
void ptl_sticking_release(ptl_sticking *sticking);
/* No friction acts. */
void ptl_sticking_leave(ptl_tangent *tangent);
/* At the balance that was found: lets go what holds too much, and so on. *changes: whether the
 * search has to go on. */
ptl_status ptl_sticking_follow(ptl_sticking *sticking, double scale, int *changes);
/* How many sticking forces do not follow from the balance, being traded for one another or for
 * reactions. */
ptl_status ptl_sticking_count(ptl_tangent *tangent, int *n_tied);
/* The force of a friction at rest, the largest that it can have in that direction, and whether it
 * sticks. */
int ptl_sticking_tell(const ptl_tangent *tangent, int friction, double *force, double *largest);

#endif
