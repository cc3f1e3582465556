/* verify_agree.c: in how many digits figures of the summary and columns of the trace agree. */
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "verify_parts.h"

/* Differences count twice, since the exact value may lie on the other side. */
static const double safety = 2.0, safety_of_chaos = 20.0;
/* Values below this part of the size that their unit has in the system are 0 but for rounding. */
static const double least_part = 1e-6;

static int digits_of(double difference, double scale, double factor) {
  if (isnan(difference)) return -1;
  if (difference == 0.0) return PTL_VERIFY_MOST_DIGITS;
  const double digits = floor(-log10(factor * difference / scale));
  if (!(digits > 0.0)) return 0;
  return digits < PTL_VERIFY_MOST_DIGITS ? (int)digits : PTL_VERIFY_MOST_DIGITS;
}

/* ---------------------------------------------------------------- figures */

typedef enum field_kind { FIELD_NUMBER, FIELD_COUNT } field_kind;

typedef struct field {
  const char *name, *unit;
  size_t offset;
  field_kind kind;
} field;

#define GAP(member, unit, kind) \
  { #member, unit, offsetof(ptl_gap_summary, member), kind }
static const field gap_fields[] = {
    GAP(touches, "1", FIELD_COUNT),          GAP(hand_overs, "1", FIELD_COUNT),
    GAP(longest_flight, "s", FIELD_NUMBER),  GAP(peak_force, "N", FIELD_NUMBER),
    GAP(peak_force_time, "s", FIELD_NUMBER), GAP(deepest, "m", FIELD_NUMBER),
    GAP(deepest_time, "s", FIELD_NUMBER),    GAP(impulse, "N s", FIELD_NUMBER),
    GAP(energy_lost, "J", FIELD_NUMBER),     GAP(largest_speed_ratio, "1", FIELD_NUMBER)};

#define FRICTION(name, member, unit, kind) \
  { name, unit, offsetof(ptl_friction_summary, member), kind }
static const field friction_fields[] = {FRICTION("sticks", sticks, "1", FIELD_COUNT),
                                        FRICTION("stuck_time", stuck_time, "s", FIELD_NUMBER),
                                        FRICTION("largest_friction", peak_force, "N", FIELD_NUMBER),
                                        FRICTION("friction_work", work, "J", FIELD_NUMBER)};

#define STATISTIC(member) \
  { #member, NULL, offsetof(ptl_statistic_summary, member), FIELD_NUMBER }
static const field statistic_fields[] = {STATISTIC(mean), STATISTIC(rms), STATISTIC(min),
                                         STATISTIC(max), STATISTIC(peak_to_peak)};

#define ENERGY(name) \
  { "energy." #name, "J", offsetof(ptl_summary, energy.name), FIELD_NUMBER }
static const field run_fields[] = {
    {"end_time", "s", offsetof(ptl_summary, end_time), FIELD_NUMBER},
    ENERGY(kinetic),
    ENERGY(potential),
    ENERGY(elastic),
    ENERGY(dissipated),
    ENERGY(supplied),
    {"energy.largest", "J", offsetof(ptl_summary, largest_energy), FIELD_NUMBER}};

enum {
  GAP_FIELDS = sizeof gap_fields / sizeof *gap_fields,
  FRICTION_FIELDS = sizeof friction_fields / sizeof *friction_fields,
  STATISTIC_FIELDS = sizeof statistic_fields / sizeof *statistic_fields,
  RUN_FIELDS = sizeof run_fields / sizeof *run_fields
};

typedef enum list_kind { OF_RUN, OF_GAP, OF_FRICTION, OF_STATISTIC } list_kind;

static double value_of(const void *object, const field *f) {
  const char *at = (const char *)object + f->offset;
  double number;
  int64_t count;
  if (f->kind == FIELD_COUNT) {
    memcpy(&count, at, sizeof count);
    return (double)count;
  }
  memcpy(&number, at, sizeof number);
  return number;
}

/* The element of each run, in a list that stands at the same place of every summary. */
static const void *element_of(const ptl_summary *summary, list_kind kind, int i) {
  switch (kind) {
    case OF_GAP:
      return &summary->gaps[i];
    case OF_FRICTION:
      return &summary->frictions[i];
    case OF_STATISTIC:
      return &summary->statistics[i];
    case OF_RUN:
      break;
  }
  return summary;
}

/* What digits are counted from: of energies the largest of all, of a mean that is small beside what
 * it is of, that. */
static double scale_of(const ptl_summary *self, list_kind kind, int i, const field *f,
                       double value) {
  if (strncmp(f->name, "energy.", 7) == 0) return self->largest_energy;
  return kind == OF_STATISTIC ? self->statistics[i].peak : fabs(value);
}

static ptl_status add_figure(ptl_context *context, const ptl_verify_runs *runs, const char *prefix,
                             list_kind kind, int i, const field *f, ptl_verification *out) {
  char name[300];
  snprintf(name, sizeof name, "%s%s", prefix, f->name);
  ptl_agreement *figure = &out->figures[out->n_figures++];
  *figure =
      (ptl_agreement){.name = ptl_copy_text(context, name),
                      .unit = f->unit != NULL ? f->unit : runs->summaries[0].statistics[i].unit};
  if (figure->name == NULL) return PTL_ERR_MEMORY;
  double difference = NAN;
  for (int r = 0; r < PTL_VERIFY_RUNS; r++) {
    figure->values[r] = NAN;
    if (!runs->succeeded[r]) continue;
    figure->values[r] = value_of(element_of(&runs->summaries[r], kind, i), f);
    if (r > 0) difference = fmax(difference, fabs(figure->values[r] - figure->values[0]));
  }
  figure->scale = scale_of(&runs->summaries[0], kind, i, f, figure->values[0]);
  figure->digits = digits_of(difference, figure->scale, out->is_chaotic ? safety_of_chaos : safety);
  return PTL_OK;
}

static ptl_status add_figures(ptl_context *context, const ptl_verify_runs *runs,
                              ptl_verification *out) {
  const ptl_summary *sum = &runs->summaries[0];
  const size_t n = RUN_FIELDS + (size_t)sum->n_gaps * GAP_FIELDS +
                   (size_t)sum->n_frictions * FRICTION_FIELDS +
                   (size_t)sum->n_statistics * STATISTIC_FIELDS;
  char prefix[256];
  ptl_status status = PTL_OK;
  out->figures = ptl_alloc(context, n, sizeof *out->figures);
  if (out->figures == NULL) return PTL_ERR_MEMORY;
  for (int k = 0; k < RUN_FIELDS && status == PTL_OK; k++)
    status = add_figure(context, runs, "", OF_RUN, -1, &run_fields[k], out);
  for (int i = 0; i < sum->n_gaps; i++) {
    snprintf(prefix, sizeof prefix, "%s.%s.", sum->gaps[i].joint, sum->gaps[i].gap);
    for (int k = 0; k < GAP_FIELDS && status == PTL_OK; k++)
      status = add_figure(context, runs, prefix, OF_GAP, i, &gap_fields[k], out);
  }
  for (int i = 0; i < sum->n_frictions; i++) {
    const ptl_friction_summary *f = &sum->frictions[i];
    const int has_gap = f->gap != NULL;
    snprintf(prefix, sizeof prefix, "%s%s%s.", f->joint, has_gap ? "." : "", has_gap ? f->gap : "");
    for (int k = 0; k < FRICTION_FIELDS && status == PTL_OK; k++)
      status = add_figure(context, runs, prefix, OF_FRICTION, i, &friction_fields[k], out);
  }
  for (int i = 0; i < sum->n_statistics; i++) {
    snprintf(prefix, sizeof prefix, "%s.", sum->statistics[i].name);
    for (int k = 0; k < STATISTIC_FIELDS && status == PTL_OK; k++)
      status = add_figure(context, runs, prefix, OF_STATISTIC, i, &statistic_fields[k], out);
  }
  return status;
}

/* ---------------------------------------------------------------- columns */

/* The columns as they are compared, row after row, since the numbers of a row lie side by side. */
typedef struct compared {
  int n;           /* out->columns */
  int *at;         /* their places in a row */
  double *periods; /* after which they begin anew, 0: never */
} compared;

static void find_largest_values(const ptl_verify_runs *runs, const compared *c, double until,
                                ptl_agreement *columns) {
  const ptl_verify_record *self = &runs->records[PTL_VERIFY_SELF];
  for (int i = 0; i < c->n; i++) columns[i].values[0] = 0.0;
  for (int64_t k = 0; k < self->n; k++) {
    const double *row = ptl_verify_record_at(self, self->stride, k);
    if (row[0] > until) return;
    for (int i = 0; i < c->n; i++)
      columns[i].values[0] = fmax(columns[i].values[0], fabs(row[c->at[i]]));
  }
}

static double difference_of(double a, double b, double period) {
  const double difference = period > 0.0 ? remainder(a - b, period) : a - b;
  if (!isnan(difference)) return fabs(difference);
  return isnan(a) && isnan(b) ? 0.0 : INFINITY;
}

static void find_largest_differences(const ptl_verify_runs *runs, int run, const compared *c,
                                     double until, ptl_agreement *columns) {
  const int64_t stride = ptl_verify_stride(runs);
  for (int i = 0; i < c->n; i++) columns[i].values[run] = 0.0;
  for (int64_t k = 0;; k++) {
    const double *a = ptl_verify_record_at(&runs->records[PTL_VERIFY_SELF], stride, k);
    const double *b = ptl_verify_record_at(&runs->records[run], stride, k);
    if (a == NULL || b == NULL || a[0] > until) return;
    for (int i = 0; i < c->n; i++) {
      double *largest = &columns[i].values[run];
      *largest = fmax(*largest, difference_of(a[c->at[i]], b[c->at[i]], c->periods[i]));
    }
  }
}

/* What length, speed and mass of the system make of a unit; 0 of others. */
static double size_of_unit(const ptl_system *s, const char *unit) {
  const double rate = s->speed / s->length, energy = ptl_system_mass(s) * s->speed * s->speed;
  const struct {
    const char *unit;
    double size;
  } sizes[] = {
      {"m", s->length}, {"m/s", s->speed},        {"m/s^2", s->speed * rate}, {"rad", 1.0},
      {"rad/s", rate},  {"rad/s^2", rate * rate}, {"N", energy / s->length},  {"N m", energy},
      {"J", energy},    {"W", energy * rate}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (strcmp(unit, sizes[i].unit) == 0) return sizes[i].size;
  return 0.0;
}

/* The larger of that and the largest value of the columns of that unit. */
static double scale_of_unit(const ptl_system *s, const ptl_verification *out, const char *unit) {
  double largest = size_of_unit(s, unit);
  for (int c = 0; c < out->n_columns; c++)
    if (strcmp(out->columns[c].unit, unit) == 0) largest = fmax(largest, out->columns[c].values[0]);
  return largest;
}

/* Where a row stands, and what measures an error already, is not compared. */
static int is_compared(const char *name) {
  return strcmp(name, "time") != 0 && strcmp(name, "event") != 0 &&
         strcmp(name, "energy.balance") != 0;
}

static void count_digits(const ptl_verify_runs *runs, ptl_verification *out) {
  for (int c = 0; c < out->n_columns; c++) {
    ptl_agreement *column = &out->columns[c];
    const double size = scale_of_unit(runs->system, out, column->unit);
    column->scale = fmax(column->values[0], least_part * size);
    const double difference = fmax(column->values[1], column->values[2]);
    column->digits = digits_of(difference + DBL_EPSILON * size, column->scale, safety);
  }
}

static ptl_status add_columns(ptl_context *context, const ptl_verify_runs *runs,
                              ptl_verification *out) {
  const ptl_column *columns;
  const int n = ptl_system_get_columns(runs->system, &columns);
  const double until = isnan(out->comparable_until) ? INFINITY : out->comparable_until;
  compared c = {.at = ptl_alloc(context, (size_t)n, sizeof *c.at),
                .periods = ptl_alloc(context, (size_t)n, sizeof *c.periods)};
  out->columns = ptl_alloc(context, (size_t)n, sizeof *out->columns);
  const int has_memory = out->columns != NULL && c.at != NULL && c.periods != NULL;
  for (int i = 0; i < n && has_memory; i++) {
    if (!is_compared(columns[i].name)) continue;
    out->columns[c.n] = (ptl_agreement){
        .name = columns[i].name, .unit = columns[i].unit, .values = {NAN, NAN, NAN}};
    c.at[c.n] = i;
    c.periods[c.n++] = ptl_verify_period(runs->system, &columns[i]);
  }
  if (has_memory) {
    out->n_columns = c.n;
    find_largest_values(runs, &c, until, out->columns);
    for (int r = 1; r < PTL_VERIFY_RUNS; r++)
      if (runs->succeeded[r]) find_largest_differences(runs, r, &c, until, out->columns);
    count_digits(runs, out);
  }
  ptl_free(context, c.at);
  ptl_free(context, c.periods);
  return has_memory ? PTL_OK : PTL_ERR_MEMORY;
}

ptl_status ptl_verify_agree(ptl_context *context, const ptl_verify_runs *runs,
                            ptl_verification *out) {
  const ptl_status status = add_figures(context, runs, out);
  return status == PTL_OK ? add_columns(context, runs, out) : status;
}
