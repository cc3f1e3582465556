/* section_watch.c: values at the passages of a coordinate. */
#include "section_watch.h"

#include <math.h>

/* Share of `every` by which a passage may be missed by rounding. */
#define SLACK 1e-9

static void report(ptl_section_watch *w, int number, double share, double time, ptl_section_row row,
                   void *user) {
  const int n = w->section->n_texts;
  if (w->next < w->section->skip || row == NULL) return;
  for (int i = 0; i < n; i++)
    w->values[i] = share == 1 ? w->now[i] : w->before[i] + share * (w->now[i] - w->before[i]);
  row(user, number, w->next, w->time + share * (time - w->time), w->values, n);
}

int ptl_section_watch_row(ptl_section_watch *w, int number, double time, ptl_section_row row,
                          void *user) {
  const ptl_section *section = w->section;
  const double every = section->every.amount;
  const double coordinate = w->coordinate != NULL ? ptl_expr_eval(w->coordinate) : time;
  if (w->rows++ == 0) w->start = coordinate;
  const double travelled = fabs(coordinate - w->start);
  if ((travelled - section->phase) / every > (double)section->skip + PTL_MOST_PASSAGES) return 1;
  for (int i = 0; i < section->n_texts; i++) w->now[i] = ptl_expr_eval(w->exprs[i]);
  for (;;) {
    const double target = section->phase + (double)w->next * every;
    if (travelled < target - SLACK * every) break;
    const double width = travelled - w->travelled;
    const double share = w->rows == 1 || width <= 0 || fabs(travelled - target) <= SLACK * every
                             ? 1
                             : (target - w->travelled) / width;
    report(w, number, share, time, row, user);
    w->next++;
  }
  for (int i = 0; i < section->n_texts; i++) w->before[i] = w->now[i];
  w->travelled = travelled;
  w->time = time;
  return 0;
}
