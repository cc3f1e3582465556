/* measure_table.c: the calls that measures are made of. */
#include "measure_table.h"

#include <string.h>

#define GAP(name, field, unit, count, largest) \
  { name, PTL_CALL_GAP, unit, 0, offsetof(ptl_gap_summary, field), count, largest }
#define FRICTION(name, field, unit, count, largest) \
  { name, PTL_CALL_FRICTION, unit, 0, offsetof(ptl_friction_summary, field), count, largest }
#define WORN(name, field, unit, largest) \
  { name, PTL_CALL_WORN, unit, 0, offsetof(ptl_wear_surface, field), 0, largest }
#define RUN(name, field, unit, count) \
  { name, PTL_CALL_RUN, unit, 0, offsetof(ptl_summary, field), count, 0 }
#define REDUCE(name, reduction, unit) \
  { name, PTL_CALL_REDUCE, unit, reduction, 0, 0, 0 }

static const ptl_call_type types[] = {
    GAP("peak_force", peak_force, "N", 0, 1),
    GAP("deepest", deepest, "m", 0, 1),
    GAP("touches", touches, "1", 1, 0),
    GAP("hand_overs", hand_overs, "1", 1, 0),
    GAP("longest_flight", longest_flight, "s", 0, 1),
    GAP("impulse", impulse, "N s", 0, 0),
    GAP("energy_lost", energy_lost, "J", 0, 0),
    FRICTION("friction_work", work, "J", 0, 0),
    FRICTION("friction_peak", peak_force, "N", 0, 1),
    FRICTION("stuck_time", stuck_time, "s", 0, 1),
    FRICTION("sticks", sticks, "1", 1, 0),
    WORN("wear_depth", depth, "m", 1),
    WORN("wear_volume", volume, "m^3", 0),
    RUN("end_time", end_time, "s", 0),
    RUN("steps", counters.steps, "1", 1),
    RUN("largest_energy", largest_energy, "J", 0),
    RUN("largest_imbalance", largest_imbalance, "J", 0),
    RUN("dissipated", energy.dissipated, "J", 0),
    RUN("supplied", energy.supplied, "J", 0),
    REDUCE("max", PTL_REDUCE_MAX, NULL),
    REDUCE("min", PTL_REDUCE_MIN, NULL),
    REDUCE("mean", PTL_REDUCE_MEAN, NULL),
    REDUCE("rms", PTL_REDUCE_RMS, NULL),
    REDUCE("peak_to_peak", PTL_REDUCE_PEAK_TO_PEAK, NULL),
    REDUCE("final", PTL_REDUCE_FINAL, NULL),
    REDUCE("integral", PTL_REDUCE_INTEGRAL, NULL),
    REDUCE("at", PTL_REDUCE_AT, NULL),
    REDUCE("first_time", PTL_REDUCE_FIRST_TIME, "s"),
    REDUCE("crossing", PTL_REDUCE_CROSSING, "s"),
    REDUCE("harmonic", PTL_REDUCE_HARMONIC, NULL),
    {"wear_work", PTL_CALL_WEAR, "J", PTL_REDUCE_INTEGRAL, 0, 0, 0},
    {"count", PTL_CALL_COUNT, "1", 0, 0, 0, 0},
    {"time_in_contact", PTL_CALL_CONTACT_TIME, "s", 0, 0, 0, 0},
    {"statistic", PTL_CALL_STATISTIC, NULL, 0, 0, 0, 0},
    {"lyapunov", PTL_CALL_LYAPUNOV, "1/s", 0, 0, 0, 0}};
enum { N_TYPES = sizeof types / sizeof *types };

const ptl_call_type *ptl_call_type_find(const char *name, size_t length) {
  for (int i = 0; i < N_TYPES; i++)
    if (strlen(types[i].name) == length && strncmp(types[i].name, name, length) == 0)
      return &types[i];
  return NULL;
}

int ptl_call_type_takes_rows(const ptl_call_type *type) {
  return type->kind == PTL_CALL_REDUCE && type->reduction != PTL_REDUCE_FIRST_TIME &&
         type->reduction != PTL_REDUCE_HARMONIC;
}

const char *ptl_call_type_suggest(const char *name) {
  const char *names[N_TYPES];
  for (int i = 0; i < N_TYPES; i++) names[i] = types[i].name;
  return ptl_nearest(name, names, N_TYPES);
}

static const char *const event_words[] = {
    [PTL_EVENT_TOUCH] = "touch", [PTL_EVENT_DEEPEST] = "deepest",
    [PTL_EVENT_PART] = "part",   [PTL_EVENT_STICK] = "stick",
    [PTL_EVENT_SLIP] = "slip",   [PTL_EVENT_HAND_OVER] = "hand_over"};
enum { EVENT_WORDS = sizeof event_words / sizeof *event_words };

const char *ptl_event_kind_name(int kind) {
  return kind >= 0 && kind < EVENT_WORDS ? event_words[kind] : NULL;
}

int ptl_event_kind_find(const char *name) {
  for (int i = 0; i < EVENT_WORDS; i++)
    if (strcmp(event_words[i], name) == 0) return i;
  return -1;
}

double ptl_call_type_value(const ptl_call_type *type, const void *base) {
  const char *place = (const char *)base + type->offset;
  if (!type->is_count) return *(const double *)place;
  return (double)*(const int64_t *)place;
}

int ptl_statistic_offset(const char *number) {
#define NUMBER(member) \
  { #member, offsetof(ptl_statistic_summary, member) }
#define OVER_CYCLES(member) \
  NUMBER(member.mean), NUMBER(member.min), NUMBER(member.max), NUMBER(member.last)
  static const struct {
    const char *name;
    size_t offset;
  } numbers[] = {NUMBER(mean),
                 NUMBER(rms),
                 NUMBER(min),
                 NUMBER(max),
                 NUMBER(peak),
                 NUMBER(peak_to_peak),
                 OVER_CYCLES(cycle_mean),
                 OVER_CYCLES(cycle_rms),
                 OVER_CYCLES(cycle_min),
                 OVER_CYCLES(cycle_max),
                 OVER_CYCLES(cycle_peak_to_peak)};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (strcmp(numbers[i].name, number) == 0) return (int)numbers[i].offset;
  return -1;
}
