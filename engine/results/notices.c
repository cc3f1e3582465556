/* notices.c: what a reader of a run's results should know, a sentence each. */
#include <math.h>
#include <stdio.h>

#include "system.h"
#include "trace.h"

/* Speed of the depth over that at the touch beyond which a law for free impacts is used far from
 * them. */
static const double struck = 10.0;
/* Part of a gap's largest force beyond which its error is worth a word, and part of all steps. */
static const double large_error = 1e-2, most_steps = 0.5;

/* Notices of one kind: writes number i of them and returns 1, or returns 0 past the last. */
typedef int (*kind)(const ptl_system *s, const ptl_summary *sum, int i, char *text, size_t size);

static int of_start(const ptl_system *s, const ptl_summary *sum, int i, char *text, size_t size) {
  (void)sum;
  if (i >= s->n_notices) return 0;
  snprintf(text, size, "%s", s->notices[i]);
  return 1;
}

/* The i-th gap for which `is_meant` holds, or NULL. */
static const ptl_gap_summary *find_gap(const ptl_summary *sum, int i,
                                       int (*is_meant)(const ptl_gap_summary *)) {
  for (int g = 0; g < sum->n_gaps; g++)
    if (is_meant(&sum->gaps[g]) && i-- == 0) return &sum->gaps[g];
  return NULL;
}

static int was_struck(const ptl_gap_summary *g) {
  return g->uses_reference_speed && g->largest_speed_ratio > struck;
}

static int of_struck(const ptl_system *s, const ptl_summary *sum, int i, char *text, size_t size) {
  const ptl_gap_summary *g = find_gap(sum, i, was_struck);
  (void)s;
  if (g == NULL) return 0;
  snprintf(
      text, size,
      "%s.%s was struck or let go while closed: its depth moved %.3g times as fast as when it "
      "touched; %s, %s is derived for a free impact, and the restitution is not that asked for",
      g->joint, g->gap, g->largest_speed_ratio, g->elastic, g->damping);
  return 1;
}

static int is_inexact(const ptl_gap_summary *g) {
  return g->force_error > large_error * g->peak_force && g->peak_force > 0.0;
}

static int of_errors(const ptl_system *s, const ptl_summary *sum, int i, char *text, size_t size) {
  const ptl_gap_summary *g = find_gap(sum, i, is_inexact);
  (void)s;
  if (g == NULL) return 0;
  snprintf(
      text, size,
      "the force of %s.%s is off by up to %.3g N where its steps are longest, of %.5g N at its "
      "peak; use a smaller rtol",
      g->joint, g->gap, g->force_error, g->peak_force);
  return 1;
}

static int of_integrator(const ptl_system *s, const ptl_summary *sum, int i, char *text,
                         size_t size) {
  const ptl_counters *c = &sum->counters;
  (void)s;
  if (i > 0 || c->integrator_changes == 0) return 0;
  snprintf(text, size,
           "ida took over from dop853 %lld time%s at t = %.6g s (%s), and made %lld of %lld steps",
           (long long)c->integrator_changes, c->integrator_changes == 1 ? "," : "s, first",
           sum->integrator_change_time, sum->integrator_change_reason, (long long)c->ida_steps,
           (long long)c->steps);
  return 1;
}

static int of_steps(const ptl_system *s, const ptl_summary *sum, int i, char *text, size_t size) {
  const ptl_counters *c = &sum->counters;
  const struct {
    int64_t n;
    const char *why;
  } limits[] = {
      {c->steps_limited_by_gaps,
       "open gaps: longer ones could miss a contact, and a larger rtol makes the run no faster"},
      {c->steps_limited_by_expressions,
       "expressions of the time: longer ones could miss what they do"},
      {c->steps_limited_by_max_step, "run.max_step"}};
  (void)s;
  for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
    if ((double)limits[k].n <= most_steps * (double)c->steps || i-- > 0) continue;
    snprintf(text, size, "%lld of %lld steps were kept short by %s", (long long)limits[k].n,
             (long long)c->steps, limits[k].why);
    return 1;
  }
  return 0;
}

/* Statistics that have begun, of a value that is not always finite. */
static int of_statistics(const ptl_system *s, const ptl_summary *sum, int i, char *text,
                         size_t size) {
  (void)s;
  for (int k = 0; k < sum->n_statistics; k++) {
    const ptl_statistic_summary *y = &sum->statistics[k];
    if (isnan(y->from) || isfinite(y->mean) || i-- > 0) continue;
    snprintf(text, size,
             "statistic %s has no numbers: its expression has no finite value in some rows",
             y->name);
    return 1;
  }
  return 0;
}

/* Laws of adjoining gaps that do not agree where contacts pass between them. */
static int of_hand_overs(const ptl_system *s, const ptl_summary *sum, int i, char *text,
                         size_t size) {
  const double limit = s->mechanism->run.energy_limit * sum->largest_energy;
  for (int g = 0; g < sum->n_gaps; g++) {
    const ptl_gap_summary *gap = &sum->gaps[g];
    if (!(fabs(gap->hand_over_energy) > limit) || i-- > 0) continue;
    snprintf(
        text, size,
        "%.3g J %s where contacts passed to %s.%s, whose law stores %s at a depth than the one "
        "that they came from; energies are off by that, give both gaps laws that agree",
        fabs(gap->hand_over_energy), gap->hand_over_energy > 0.0 ? "appeared" : "vanished",
        gap->joint, gap->gap, gap->hand_over_energy > 0.0 ? "more" : "less");
    return 1;
  }
  return 0;
}

static int has_touched(const ptl_gap_summary *g) {
  return g->touches + g->hand_overs > 0;
}

/* Films so thin that their law is less exact than it says. */
static int of_films(const ptl_system *s, const ptl_summary *sum, int i, char *text, size_t size) {
  for (int k = 0; k < sum->n_films; k++) {
    const ptl_sys_film *film = &s->films[k];
    const double ratio = 1.0 - sum->films[k].thinnest / film->clearance;
    const double most = film->law->accurate_to;
    if (most == 0.0 || !(ratio > most) || i-- > 0) continue;
    snprintf(text, size,
             "the film of %s comes to a ratio of %.4f, above %.4f the law '%s' is less exact "
             "(pintle list films %s)",
             film->name, ratio, most, film->law->name, film->law->name);
    return 1;
  }
  return 0;
}

static int of_rows(const ptl_system *s, const ptl_summary *sum, int i, char *text, size_t size) {
  if (i > 0 || s->mechanism->output.contact_rows != PTL_CONTACT_ROWS_ENDS) return 0;
  if (find_gap(sum, 0, has_touched) == NULL) return 0;
  snprintf(text, size,
           "the rows are too sparse to show impacts (output.contact_rows: ends): take peaks from "
           "events.csv or the summary, or write contact_rows: peaks");
  return 1;
}

static int of_values(const ptl_system *s, const ptl_summary *sum, int i, char *text, size_t size) {
  (void)s;
  if (i > 0 || sum->undefined_rows == 0) return 0;
  snprintf(text, size, "column %s has no finite value at t = %.6g s; rows with such a value: %lld",
           sum->undefined_column, sum->undefined_since, (long long)sum->undefined_rows);
  return 1;
}

int ptl_summary_notice(const ptl_system *system, const ptl_summary *summary, int index, char *text,
                       size_t size) {
  static const kind kinds[] = {of_start, of_struck, of_errors, of_integrator, of_steps,
                               of_films, of_rows,   of_values, of_hand_overs, of_statistics};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    for (int i = 0; kinds[k](system, summary, i, text, size); i++)
      if (index-- == 0) return 1;
  return 0;
}
