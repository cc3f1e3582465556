/* run_contact.h: what happens to gaps and surfaces within a step. Internal. */
#ifndef PTL_RUN_CONTACT_H
#define PTL_RUN_CONTACT_H

#include "run_state.h"

/* Where and why the integration has to start anew, and how. */
typedef struct ptl_restart_request {
  ptl_restart_reason reason; /* NONE: it goes on */
  int touched;               /* gap that has just closed, or -1 */
  double first_step;         /* [s]; 0 leaves the choice to the method */
} ptl_restart_request;

/* The step is cut where a contact begins that it has missed: the integration starts anew there,
 * with a short first step. */
void ptl_contact_request_missed(const ptl_run *run, ptl_restart_request *restart);

/* The gaps that touch at the start, run->y. */
void ptl_contact_start(ptl_run *run);
/* The gaps that touch at run->y, which has been set from outside: contacts begin and end without an
 * event. Samples of it into run->before. */
void ptl_contact_set(ptl_run *run);
/* The second half of it, behind taking what gaps stored before, as the next gives it, away from
 * their energies lost. */
void ptl_contact_enter(ptl_run *run);
/* Energy stored in the contact of a gap at the sample run->before [J]; 0 where it does not
 * touch. */
double ptl_contact_stored(ptl_run *run, int gap);
/* Works through the interval [a, *b], whose ends are run->before and run->after: locates the events
 * in it, handles them in order of time, and writes the rows that are due. Where the integration has
 * to start anew, *b comes back as that time, and what follows in the step is void. Leaves the end's
 * samples in run->before. */
ptl_status ptl_contact_interval(ptl_run *run, double a, double *b, ptl_restart_request *restart);
/* Ends the contacts and flights in hand, in a copy of the run's summary. */
void ptl_contact_summarise(ptl_run *run, ptl_summary *out);

#endif
