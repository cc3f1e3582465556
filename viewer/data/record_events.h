/* record_events.h: reads the events of a run folder. events.csv holds words beside numbers (see
 * docs/trace.md), which the reader of traces does not take.
 */
#ifndef PTL_RECORD_EVENTS_H
#define PTL_RECORD_EVENTS_H

#include "record.h"

/* Adds the events of DIR/events.csv to the record. Returns 0, or non-zero with the reason in `why`. */
int ptl_record_read_events(ptl_record *record, const char *dir, char *why, size_t size);

#endif
