/* plot_events.c: the touches in the events.csv of a run folder. */
#include "plot_events.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "message.h"

typedef struct touches {
  double *times;
  int n, room;
} touches;

static int take_event(void *user, const char *joint, const char *gap, const ptl_event *event) {
  touches *t = user;
  (void)joint;
  (void)gap;
  if (event->kind != PTL_EVENT_TOUCH) return 0;
  if (t->n == t->room) {
    t->room = 2 * t->room + 256;
    double *larger = ptl_cli_alloc((size_t)t->room, sizeof *larger);
    if (t->n > 0) memcpy(larger, t->times, (size_t)t->n * sizeof *larger);
    free(t->times);
    t->times = larger;
  }
  t->times[t->n++] = event->time;
  return 0;
}

double *ptl_cli_plot_touches(ptl_context *context, const char *run, int *n) {
  touches t = {.times = ptl_cli_alloc(256, sizeof *t.times), .room = 256};
  struct stat info;
  if (stat(run, &info) != 0 || !S_ISDIR(info.st_mode)) {
    ptl_cli_say(PTL_E(0903) "--events needs a run folder with events.csv; %s has none", run);
  } else if (ptl_events_read(context, run, take_event, &t) == PTL_OK) {
    *n = t.n;
    return t.times;
  } else {
    ptl_cli_say_failure(context);
  }
  free(t.times);
  return NULL;
}
