/* record_events.h: the events of a run folder in a record. */
#ifndef PTL_RECORD_EVENTS_H
#define PTL_RECORD_EVENTS_H

#include "record.h"

/* Adds the touches, deepest points, parts and hand-overs in DIR/events.csv to the record. */
ptl_status ptl_record_read_events(ptl_record *record, ptl_context *context, const char *dir);

#endif
