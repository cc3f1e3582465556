/* run_switches.h: expressions of motions and loads in the course of a run: where their conditions
 * change, and how long steps may be so that nothing narrow is stepped over. Internal. */
#ifndef PTL_RUN_SWITCHES_H
#define PTL_RUN_SWITCHES_H

#include "run_contact.h"

/* The expressions at the start, run->y; before the run's steps. */
ptl_status ptl_switches_create(ptl_run *run);
/* At the start of the run: PTL_ERR_UNFIT for a release whose condition holds before its signal is
 * set, which would never come, as nothing changes. */
ptl_status ptl_switches_check_releases(const ptl_run *run);
void ptl_switches_destroy(ptl_run *run);

/* For the step from run->t: *limit comes back as the time at which it has to end at the latest,
 * *max_step as the largest length in which it sees what its expressions do [s]. PTL_ERR_SIMULATION
 * where conditions change again and again, or a feature is too narrow. */
ptl_status ptl_switches_limit(ptl_run *run, double *limit, double *max_step);

/* When a condition on the state first changes in the step [a, b], or it has to be cut before
 * something narrow that it has not seen; INFINITY if neither. */
double ptl_switches_find(ptl_run *run, double a, double b);

/* 1 if that step has gone over something narrow in the rate of a signal, and is to be taken again,
 * not longer than *longest [s]. */
int ptl_switches_overlooked(const ptl_run *run, double *longest);
/* The step has ended at run->t: where a condition changes, expressions go over to the next piece
 * and a restart is asked for. switched: what ptl_switches_find gave. PTL_ERR_SIMULATION where a
 * motion jumps, or conditions on the state change again and again. */
ptl_status ptl_switches_pass(ptl_run *run, double switched, ptl_restart_request *restart);

#endif
