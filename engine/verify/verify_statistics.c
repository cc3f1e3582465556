/* verify_statistics.c: what the contacts of each gap did from a time on, in each run, and how that
 * scatters. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "verify_parts.h"

typedef enum statistic {
  STATISTIC_TOUCHES,
  STATISTIC_PEAK_FORCE,
  STATISTIC_ENERGY_LOST,
  STATISTIC_SPEED_10,
  STATISTIC_SPEED_50,
  STATISTIC_SPEED_90,
  N_STATISTICS
} statistic;

static const char *const names[N_STATISTICS][2] = {
    [STATISTIC_TOUCHES] = {"touches", "1"},
    [STATISTIC_PEAK_FORCE] = {"peak_force", "N"},
    [STATISTIC_ENERGY_LOST] = {"energy_lost", "J"},
    [STATISTIC_SPEED_10] = {"approach_speed_10_percent", "m/s"},
    [STATISTIC_SPEED_50] = {"approach_speed_50_percent", "m/s"},
    [STATISTIC_SPEED_90] = {"approach_speed_90_percent", "m/s"}};

static int by_size(const void *p, const void *q) {
  const double a = *(const double *)p, b = *(const double *)q;
  return (a > b) - (a < b);
}

/* The value below which the part lies, linear between neighbours; NAN of none. */
static double quantile(const double *sorted, int64_t n, double part) {
  if (n == 0) return NAN;
  const double place = part * (double)(n - 1);
  const int64_t i = (int64_t)place, next = i + 1 < n ? i + 1 : i;
  return sorted[i] + (place - (double)i) * (sorted[next] - sorted[i]);
}

/* speeds: room for as many as the record has events. */
static void evaluate(const ptl_verify_record *record, int gap, double from, double *speeds,
                     double out[N_STATISTICS]) {
  int64_t n = 0;
  double peak = 0.0, lost = 0.0;
  for (int64_t i = 0; i < record->n_events; i++) {
    const ptl_event *event = &record->events[i];
    if (event->gap != gap || event->time < from) continue;
    if (event->kind == PTL_EVENT_TOUCH) {
      speeds[n++] = event->rate;
    } else {
      peak = fmax(peak, event->peak_force);
      lost += event->energy_lost;
    }
  }
  qsort(speeds, (size_t)n, sizeof *speeds, by_size);
  out[STATISTIC_TOUCHES] = (double)n;
  out[STATISTIC_PEAK_FORCE] = peak;
  out[STATISTIC_ENERGY_LOST] = lost;
  out[STATISTIC_SPEED_10] = quantile(speeds, n, 0.1);
  out[STATISTIC_SPEED_50] = quantile(speeds, n, 0.5);
  out[STATISTIC_SPEED_90] = quantile(speeds, n, 0.9);
}

/* Mean and scatter of the runs that have the value. */
static void sum_up(ptl_verify_statistic *s) {
  double sum = 0.0, least = INFINITY, largest = -INFINITY;
  int n = 0;
  for (int r = 0; r < PTL_VERIFY_RUNS; r++) {
    if (isnan(s->values[r])) continue;
    sum += s->values[r];
    least = fmin(least, s->values[r]);
    largest = fmax(largest, s->values[r]);
    n++;
  }
  s->mean = n > 0 ? sum / n : NAN;
  s->scatter = n > 1 ? 0.5 * (largest - least) : NAN;
}

static ptl_status add_gap(ptl_context *context, const ptl_verify_runs *runs, int gap,
                          double *speeds, ptl_verification *out) {
  const ptl_gap_summary *sum = &runs->summaries[0].gaps[gap];
  double values[PTL_VERIFY_RUNS][N_STATISTICS];
  for (int r = 0; r < PTL_VERIFY_RUNS; r++) {
    for (int k = 0; k < N_STATISTICS; k++) values[r][k] = NAN;
    if (runs->succeeded[r])
      evaluate(&runs->records[r], gap, out->statistics_from, speeds, values[r]);
  }
  for (int k = 0; k < N_STATISTICS; k++) {
    char name[300];
    snprintf(name, sizeof name, "%s.%s.%s", sum->joint, sum->gap, names[k][0]);
    ptl_verify_statistic *s = &out->statistics[out->n_statistics++];
    *s = (ptl_verify_statistic){.name = ptl_copy_text(context, name), .unit = names[k][1]};
    if (s->name == NULL) return PTL_ERR_MEMORY;
    for (int r = 0; r < PTL_VERIFY_RUNS; r++) s->values[r] = values[r][k];
    sum_up(s);
  }
  return PTL_OK;
}

ptl_status ptl_verify_statistics(ptl_context *context, const ptl_verify_runs *runs,
                                 ptl_verification *out) {
  const int n_gaps = runs->summaries[0].n_gaps;
  int64_t most = 1;
  for (int r = 0; r < PTL_VERIFY_RUNS; r++)
    if (runs->records[r].n_events > most) most = runs->records[r].n_events;
  double *speeds = ptl_alloc(context, (size_t)most, sizeof *speeds);
  out->statistics = ptl_alloc(context, (size_t)n_gaps * N_STATISTICS, sizeof *out->statistics);
  ptl_status status = speeds != NULL && out->statistics != NULL ? PTL_OK : PTL_ERR_MEMORY;
  for (int g = 0; g < n_gaps && status == PTL_OK; g++)
    status = add_gap(context, runs, g, speeds, out);
  ptl_free(context, speeds);
  return status;
}
