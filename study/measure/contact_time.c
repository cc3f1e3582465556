/* contact_time.c: how long some gaps of a system are closed. */
#include "contact_time.h"

#include <string.h>

static void set_closed(ptl_contact_time *c, int gap, int closed, double time) {
  if (c->closed[gap] == closed) return;
  c->closed[gap] = (unsigned char)closed;
  if (!c->meant[gap]) return;
  if (closed && c->n_closed++ == 0) c->since = time;
  if (!closed && --c->n_closed == 0) c->total += time - c->since;
}

void ptl_contact_time_begin(ptl_contact_time *c, const ptl_system *system, int n_gaps,
                            const unsigned char *meant, unsigned char *closed) {
  *c = (ptl_contact_time){.meant = meant, .closed = closed, .system = system, .n_gaps = n_gaps};
  for (int i = 0; i < n_gaps; i++) {
    ptl_gap_start start;
    if (ptl_system_get_gap_start(system, i, &start) == PTL_OK && start.depth > 0)
      set_closed(c, i, 1, 0);
  }
}

/* Another closed gap of the joint, or -1. */
static int find_other(const ptl_contact_time *c, int gap) {
  const char *joint, *other;
  if (ptl_system_get_gap(c->system, gap, &joint, NULL, NULL) != PTL_OK) return -1;
  for (int i = 0; i < c->n_gaps; i++)
    if (i != gap && c->closed[i] &&
        ptl_system_get_gap(c->system, i, &other, NULL, NULL) == PTL_OK && strcmp(joint, other) == 0)
      return i;
  return -1;
}

void ptl_contact_time_event(ptl_contact_time *c, const ptl_event *event) {
  if (event->gap < 0) return;
  if (event->kind == PTL_EVENT_TOUCH) set_closed(c, event->gap, 1, event->time);
  if (event->kind == PTL_EVENT_PART) set_closed(c, event->gap, 0, event->time);
  if (event->kind == PTL_EVENT_HAND_OVER) {
    const int other = find_other(c, event->gap);
    set_closed(c, event->gap, 1, event->time);
    if (other >= 0) set_closed(c, other, 0, event->time);
  }
}

double ptl_contact_time_end(ptl_contact_time *c, double end_time) {
  return c->total + (c->n_closed > 0 ? end_time - c->since : 0);
}
