/* measure.h: numbers that are kept of a run. Internal.
 *
 * A measure is an expression of calls, of measures before it, and of numbers with units:
 *   peak_force(wrist)        rms(slider.ax, last 2 turns of shaft)
 *   energy_lost(wrist)/count(touch, wrist)
 * Calls that reduce columns take an expression of columns and, behind a comma, a window: `last
 * SPAN`, `from TIME`, `from TIME to TIME`. The table in measure_table.c says which calls there
 * are. */
#ifndef PTL_MEASURE_H
#define PTL_MEASURE_H

#include "expression.h"
#include "window.h"

struct ptl_call_type; /* measure_table.h */

typedef struct ptl_call {
  const struct ptl_call_type *type;
  char *argument; /* an expression of columns, or JOINT, or JOINT.GAP; "" for none */
  ptl_window window;
  double number; /* a time [s], the number of a harmonic */
  ptl_event_kind event_kind;
} ptl_call;

typedef struct ptl_measure {
  char *name, *text;
  char *expression;  /* of value1, value2, ...: the calls, counted from the first measure on */
  char *wanted_unit; /* as the study has it, or NULL */
} ptl_measure;

/* A series of values at the passages of a coordinate (section_watch.h). */
typedef struct ptl_section {
  char *name;
  char **texts; /* expressions of columns */
  int n_texts;
  ptl_span_text every; /* a travel, as `1 turn of shaft`, or a time */
  double phase;        /* of the coordinate from its start [rad], or [s] */
  int64_t skip;        /* passages that are left out at the start */
} ptl_section;

/* What the rows of an analysis are counted by; those of a run by time. */
typedef struct ptl_abscissa {
  const char *analysis;    /* "wear" */
  const char *name, *unit; /* "CYCLES", "1" */
} ptl_abscissa;

typedef struct ptl_measures {
  /* of another analysis than a run, else NULL; set before measures are added */
  const ptl_abscissa *abscissa;
  ptl_measure *items;
  int n;
  ptl_call *calls;
  int n_calls;
  ptl_section *sections;
  int n_sections;
} ptl_measures;

/* Adds a measure; `name` NULL: made of the text. PTL_ERR_INPUT says what cannot be read. */
ptl_status ptl_measures_add(ptl_context *context, ptl_measures *measures, const char *name,
                            const char *text, const char *unit);
/* Adds a section of these expressions at every passage of SPAN, the first `skip` of them left
 * out. */
ptl_status ptl_measures_add_section(ptl_context *context, ptl_measures *measures, const char *name,
                                    const char *const *texts, int n_texts, const char *every,
                                    const char *phase, int64_t skip);
void ptl_measures_release(ptl_context *context, ptl_measures *measures);
/* Index of the measure of that name, or -1. */
int ptl_measures_find(const ptl_measures *measures, const char *name);

/* ---- one run ---- */

typedef struct ptl_collector ptl_collector;

/* Receives the values of one passage: its number, from 0 and with those left out counted, and its
 * time. */
typedef void (*ptl_section_row)(void *user, int section, int64_t passage, double time,
                                const double *values, int n);

/* Prepares for rows of these columns, of an analysis of `system`, which was assembled of `m`; NULL:
 * a run, whose columns are the system's. PTL_ERR_INPUT names what the model does not have. The
 * measures must outlive the collector. */
ptl_status ptl_collector_create(ptl_context *context, const ptl_measures *measures,
                                const ptl_mechanism *m, const ptl_system *system,
                                const ptl_column *columns, int n_columns, ptl_collector **out);
void ptl_collector_on_section(ptl_collector *collector, ptl_section_row row, void *user);
/* The unit of a measure, SI: "N", "m/s". */
const char *ptl_collector_unit(const ptl_collector *collector, int measure);
/* 0: the run need not compute rows. */
int ptl_collector_needs_rows(const ptl_collector *collector);
/* What ptl_simulate is to call; its progress function is NULL and may be set by one who passes the
 * rest on. */
ptl_sink ptl_collector_sink(ptl_collector *collector);
/* What has failed in the sink, so that it has interrupted the run; PTL_OK: nothing. */
ptl_status ptl_collector_failure(const ptl_collector *collector);
/* The value of a call that needs runs of its own (lyapunov); the caller makes it. */
void ptl_collector_set(ptl_collector *collector, int call, double value);
/* The measures of the run that has ended, SI; NAN for what it does not have (a time that never
 * comes). */
ptl_status ptl_collector_finish(ptl_collector *collector, const ptl_summary *summary,
                                double *values);
void ptl_collector_destroy(ptl_collector *collector);

#endif
