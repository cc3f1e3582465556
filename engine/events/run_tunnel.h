/* run_tunnel.h: contacts that a step goes through without noticing them (tunnelling). Internal. */
#ifndef PTL_RUN_TUNNEL_H
#define PTL_RUN_TUNNEL_H

#include "run_state.h"

/* Where in the interval [a, b] a gap first closes that is open at both ends, which therefore do not
 * tell of the contact, or one part enters the other where their joint has no gap; INFINITY if none
 * does. */
double ptl_tunnel_find(ptl_run *run, double a, double b);
/* Whether the gap, which has closed at `touch` within the step in hand, is open at the end of the
 * step, which thus has not felt the contact, and its impulse would have changed a velocity by more
 * than rtol times the mechanism's speed. */
int ptl_tunnel_is_missed(ptl_run *run, int gap, double touch);
/* When a gap that is open in the beginning of [a, b], or leaves a depth of 0 there, first closes;
 * INFINITY if it does not. run->before and run->after are its samples at a and b. */
double ptl_tunnel_touch(ptl_run *run, int gap, double a, double b);
/* The same of one that is closed and opens. */
double ptl_tunnel_part(ptl_run *run, int gap, double a, double b);
/* Into how many intervals of equal length the step [a, b], at whose ends run->before and run->after
 * are, has to be divided for their ends to tell what open gaps do. */
int ptl_tunnel_intervals(const ptl_run *run, double a, double b);
/* Conservative advancement: how long a step may be, by the present speeds, for its ends to tell
 * what open gaps do within it [s]. */
double ptl_tunnel_safe_step(const ptl_run *run);

#endif
