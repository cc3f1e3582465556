/* contact_time.h: how long some gaps of a system are closed. Internal. */
#ifndef PTL_CONTACT_TIME_H
#define PTL_CONTACT_TIME_H

#include "pintle.h"

/* Time in which at least one of the gaps is closed. A gap that takes a contact over from another
 * one of its joint closes as the other opens. */
typedef struct ptl_contact_time {
  const unsigned char *meant; /* per gap of the system */
  unsigned char *closed;      /* likewise, of all gaps */
  const ptl_system *system;
  int n_gaps, n_closed; /* n_closed: of those that are meant */
  double since, total;  /* [s] */
} ptl_contact_time;

/* `meant` must stay where it is; `closed` is room for n_gaps. */
void ptl_contact_time_begin(ptl_contact_time *c, const ptl_system *system, int n_gaps,
                            const unsigned char *meant, unsigned char *closed);
void ptl_contact_time_event(ptl_contact_time *c, const ptl_event *event);
double ptl_contact_time_end(ptl_contact_time *c, double end_time);

#endif
