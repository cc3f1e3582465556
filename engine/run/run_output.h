/* run_output.h: rows and events for the sink, when rows are due, and when the run ends.
 * Internal. */
#ifndef PTL_RUN_OUTPUT_H
#define PTL_RUN_OUTPUT_H

#include "run_state.h"

/* From run->y, to which run->data has been set. */
ptl_status ptl_output_create(ptl_run *run, const ptl_run_options *options);
void ptl_output_destroy(ptl_run *run);
/* The rows that are due in (a, b], the interval whose works were integrated last. */
void ptl_output_interval(ptl_run *run, double a, double b);
/* A row at t in that interval; event: 0 none, 1 just before, 2 just after one, 3 of a contact
 * between its ends. */
void ptl_output_row(ptl_run *run, double t, int event, double a, double b);
/* A row at t, where a gap is deepest, if such rows are wanted; the interval is [a, t]. */
void ptl_output_deepest(ptl_run *run, double t, double a);
void ptl_output_event(ptl_run *run, const ptl_event *event);
/* PTL_ERR_SIMULATION when the travel that ends the run is so long overdue at t that it will not
 * come. */
ptl_status ptl_output_check_end_reachable(const ptl_run *run, double t);
/* The conditions of the model's `stop`; before the run's steps. PTL_ERR_INPUT where one cannot be
 * read. */
ptl_status ptl_stops_create(ptl_run *run);
void ptl_stops_destroy(ptl_run *run);
/* First time in [a, b] at which a condition holds, a where it does so there already; INFINITY: none
 * does. In the interval no contact begins or ends; its works are counted where none holds. The
 * condition's text into run->summary->stopped_by. */
ptl_status ptl_stops_find(ptl_run *run, double a, double b, double *t);
/* Since when the bodies are slow enough, per condition of the model; NAN: they are not, or it is of
 * another kind [s]. */
double *ptl_stops_settled_since(ptl_run *run);
/* Where the run ends if that is within the step [a, b], else INFINITY. */
double ptl_output_end(ptl_run *run, double a, double b);

#endif
