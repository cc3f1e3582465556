/* record_events.c: the events of a run folder in a record. */
#include "record_events.h"

static int take_event(void *user, const char *joint, const char *gap, const ptl_event *event) {
  ptl_record *record = user;
  if (event->kind == PTL_EVENT_STICK || event->kind == PTL_EVENT_SLIP) return 0; /* not shown */
  const ptl_record_event kept = {event->time, event->force, event->depth,
                                 ptl_record_add_gap(record, joint, gap), event->kind};
  ptl_record_add_event(record, &kept);
  return record->failed;
}

ptl_status ptl_record_read_events(ptl_record *record, ptl_context *context, const char *dir) {
  const ptl_status status = ptl_events_read(context, dir, take_event, record);
  return record->failed ? PTL_ERR_MEMORY : status;
}
