/* study_progress.c: the progress bar of a study, and Ctrl-C. */
#include "study_progress.h"

#include <stdio.h>
#include <string.h>

#include "output.h"

enum { BAR_WIDTH = 30 };

void ptl_cli_study_bar_begin(ptl_study_bar *bar, int quiet) {
  bar->drawn = 0;
  ptl_cli_progress_begin(&bar->signals, quiet);
}

static void draw(const ptl_study_progress *p) {
  char bar[BAR_WIDTH + 1];
  const double share = p->points > 0 ? (double)p->done / (double)p->points : 1;
  const double rate = p->seconds > 0 ? (double)p->computed / p->seconds : 0;
  memset(bar, '.', BAR_WIDTH);
  memset(bar, '#', (size_t)(share * BAR_WIDTH));
  bar[BAR_WIDTH] = '\0';
  char left[64] = "";
  if (rate > 0) snprintf(left, sizeof left, ", %.0f s left", (double)(p->points - p->done) / rate);
  ptl_cli_draw_bar("\r\033[K  [%s] %lld of %lld, %.3g/s, %lld failed%s", bar, (long long)p->done,
                   (long long)p->points, rate, (long long)p->failed, left);
}

int ptl_cli_study_bar_step(void *user, const ptl_study_progress *progress) {
  ptl_study_bar *bar = user;
  if (bar->signals.bar && progress->seconds > 0.5) {
    draw(progress);
    bar->drawn = 1;
  }
  return ptl_cli_progress_is_stopped();
}

int ptl_cli_study_bar_end(ptl_study_bar *bar) {
  if (bar->drawn) ptl_cli_draw_bar("\r\033[K");
  return ptl_cli_progress_end(&bar->signals);
}
