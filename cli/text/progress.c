/* progress.c: Ctrl-C and the progress bar. */
#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "output.h"

enum { BAR_WIDTH = 40, CALLS_PER_CHECK = 32 };

/* A signal handler can reach nothing else. */
static volatile sig_atomic_t stop_requested;
static struct sigaction old[PTL_N_END_SIGNALS];

static void note_signal(int number) {
  (void)number;
  stop_requested = 1;
}

void ptl_cli_progress_begin(ptl_progress *progress, int quiet) {
  memset(progress, 0, sizeof *progress);
  progress->bar = !quiet && isatty(STDERR_FILENO);
  clock_gettime(CLOCK_MONOTONIC, &progress->start);
  progress->last = progress->start;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  stop_requested = 0;
  for (int i = 0; i < PTL_N_END_SIGNALS; i++) {
    sigaction(ptl_end_signals[i], &action, &old[i]);
    const int is_ignored =
        old[i].sa_handler == SIG_IGN && ptl_end_signals[i] == SIGHUP; /* nohup(1) */
    if (is_ignored) sigaction(ptl_end_signals[i], &old[i], NULL);
  }
}

static double seconds_since(const struct timespec *then, const struct timespec *now) {
  return (double)(now->tv_sec - then->tv_sec) + 1e-9 * (double)(now->tv_nsec - then->tv_nsec);
}

/* The fraction is not a number where the end is a travel and not a time. */
static void draw(const ptl_progress *progress, double fraction, const struct timespec *now) {
  const double elapsed = seconds_since(&progress->start, now);
  if (!(fraction >= 0 && fraction <= 1)) {
    ptl_cli_draw_bar("\r  running, %.0f s ", elapsed);
  } else {
    char bar[BAR_WIDTH + 1], left[64] = "";
    memset(bar, '.', BAR_WIDTH);
    memset(bar, '#', (size_t)(fraction * BAR_WIDTH));
    bar[BAR_WIDTH] = '\0';
    if (fraction > 0.01)
      snprintf(left, sizeof left, ", %.0f s left ", elapsed * (1 - fraction) / fraction);
    ptl_cli_draw_bar("\r  [%s] %3.0f %%%s", bar, 100 * fraction, left);
  }
}

int ptl_cli_progress_is_stopped(void) {
  return stop_requested;
}

/* The clock is read every few steps, the bar drawn after the first second, then ten times a
 * second. */
int ptl_cli_progress_step(void *user, double fraction) {
  ptl_progress *progress = user;
  if (!progress->bar || ++progress->calls % CALLS_PER_CHECK != 0) return stop_requested;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (seconds_since(&progress->last, &now) > (progress->drawn ? 0.1 : 1.0)) {
    draw(progress, fraction, &now);
    progress->drawn = 1;
    progress->last = now;
  }
  return stop_requested;
}

int ptl_cli_progress_end(ptl_progress *progress) {
  if (progress->drawn) ptl_cli_draw_bar("\r\033[K");
  for (int i = 0; i < PTL_N_END_SIGNALS; i++) sigaction(ptl_end_signals[i], &old[i], NULL);
  return stop_requested;
}
