/* run_gaps.h: depths of gaps within a step, their roots and extrema. Internal. */
#ifndef PTL_RUN_GAPS_H
#define PTL_RUN_GAPS_H

#include "run_state.h"

/* All gaps and slip rates at the unknowns y, to which run->data has been set. */
void ptl_gaps_sample(ptl_run *run, const double *y, ptl_sample *out);
/* One gap at a time within the last step, of which run->interpolated and run->data need not be
 * afterwards. */
ptl_gap_sample ptl_gaps_at(ptl_run *run, int gap, double t);
/* Depth and rate at the part x of an interval of that length [s], by the cubic through both
 * ends. */
static inline double ptl_gaps_depth_between(const ptl_gap_sample *p, const ptl_gap_sample *q,
                                            double length, double x) {
  const double y = 1.0 - x;
  return (1.0 + 2.0 * x) * y * y * p->depth + x * y * y * length * p->rate +
         (1.0 + 2.0 * y) * x * x * q->depth - x * x * y * length * q->rate;
}
static inline double ptl_gaps_rate_between(const ptl_gap_sample *p, const ptl_gap_sample *q,
                                           double length, double x) {
  const double y = 1.0 - x;
  return 6.0 * x * y * (q->depth - p->depth) / length + y * (1.0 - 3.0 * x) * p->rate +
         x * (3.0 * x - 2.0) * q->rate;
}
/* The largest depth of that cubic strictly within the interval, at the part *x of it; -INFINITY
 * where it has no maximum. */
double ptl_gaps_highest_between(const ptl_gap_sample *p, const ptl_gap_sample *q, double length,
                                double *x);
/* Where in [a, b], whose ends are p and q, the depth is 0, or has an extremum: its rate, which is
 * given there, changes its sign. */
double ptl_gaps_depth_root(ptl_run *run, int gap, double a, ptl_gap_sample p, double b,
                           ptl_gap_sample q);
double ptl_gaps_depth_extremum(ptl_run *run, int gap, double a, double rate_a, double b,
                               double rate_b);
/* Force and stored energy of a touching gap, at depth 0 just after the touch; 0 where its law
 * refuses. */
ptl_contact_out ptl_gaps_contact(ptl_run *run, int gap, ptl_gap_sample sample);
/* The force alone. */
double ptl_gaps_force(ptl_run *run, int gap, double depth, double rate);
/* The gap that has touched most often; NULL where there is none. */
const ptl_gap_summary *ptl_gaps_busiest(const ptl_run *run);

/* The first touching gap that becomes deeper in the interval [a, *b] than its joint's type allows,
 * or -1. *b comes back as when. */
int ptl_gaps_too_deep(ptl_run *run, double a, double *b);
/* PTL_ERR_SIMULATION, with a message. */
ptl_status ptl_gaps_fail_too_deep(const ptl_run *run, int gap, double t);

/* Takes note of the films at the start, and again where the integration begins anew. */
void ptl_films_begin(ptl_run *run);
/* After a step of that length [s], whose end is the present state. PTL_ERR_SIMULATION, with a
 * message, where a film without a contact beneath it is thinner than its law is for. */
ptl_status ptl_films_check_step(ptl_run *run, double length);

#endif
