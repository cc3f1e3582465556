/* pintle_verify.h: how far a run can be trusted: the same system solved three times. Part of
 * pintle.h's library.
 *
 * The run itself, one by another integrator and one at a tighter tolerance go on side by side, each
 * in a thread. What they agree in is not proved right, but what they differ in is not known better
 * than that.
 */
#ifndef PINTLE_VERIFY_H
#define PINTLE_VERIFY_H

#include "pintle.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  PTL_VERIFY_SELF, /* the run itself */
  /* by another integrator; where only one can solve the system, at a tenth of rtol */
  PTL_VERIFY_OTHER,
  PTL_VERIFY_TIGHTER, /* at a hundredth of rtol */
  PTL_VERIFY_RUNS,
  PTL_VERIFY_MOST_DIGITS = 10 /* of an agreement: so many or more */
};

typedef struct ptl_verify_run {
  ptl_integrator integrator; /* as asked for */
  double rtol;
  ptl_counters counters;
  double cpu_time;   /* [s] */
  ptl_status status; /* of a run that failed nothing is compared */
  char message[400]; /* why it failed */
} ptl_verify_run;

/* A figure of the summary ("slot.inner.peak_force", "energy.kinetic") or a column of the trace. */
typedef struct ptl_agreement {
  const char *name, *unit;
  /* Of a figure: its value in each run. Of a column, over the rows that are due by run.every up to
   * comparable_until: the largest value of the run itself, then the largest differences of the
   * others from it. NAN of a run that failed. */
  double values[PTL_VERIFY_RUNS];
  /* What digits are counted from: of an energy the largest of the run, else the value, of a column
   * at least a millionth of the largest value of its unit and of what the system's length, speed
   * and mass make of that unit. */
  double scale;
  /* Decimal digits in which all runs agree: the largest n with 2 |difference| <= 10^-n scale, of a
   * chaotic run's figures one less; -1 where nothing could be compared. */
  int digits;
} ptl_agreement;

/* A number of the window from statistics_from to the end, in each run. */
typedef struct ptl_verify_statistic {
  const char *name, *unit;
  double values[PTL_VERIFY_RUNS];
  double mean, scatter; /* scatter: half of what lies between the least and the largest */
} ptl_verify_statistic;

typedef struct ptl_verification {
  ptl_verify_run runs[PTL_VERIFY_RUNS];
  /* time up to which positions agree to a hundredth of their range; NAN: no columns of positions
   * [s] */
  double comparable_until;
  int is_chaotic;         /* differences of nearby runs grow exponentially */
  double lyapunov_time;   /* in which they grow by e; NAN where they do not [s] */
  double statistics_from; /* comparable_until where the run is chaotic, else its start [s] */
  ptl_agreement *figures, *columns;
  ptl_verify_statistic *statistics;
  int n_figures, n_columns, n_statistics;
} ptl_verification;

/* As ptl_simulate, and the two other runs beside it. *out is there when the run itself has
 * succeeded, else NULL; it is released by ptl_verification_release, before the system. Types of
 * plug-ins must be fit for several threads. */
PTL_API ptl_status ptl_verify_sized(ptl_context *context, const ptl_system *system,
                                    const ptl_run_options *options, size_t size_options,
                                    const ptl_sink *sink, size_t size_sink, ptl_summary *summary,
                                    ptl_verification **out);
static inline ptl_status ptl_verify(ptl_context *c, const ptl_system *system,
                                    const ptl_run_options *options, const ptl_sink *sink,
                                    ptl_summary *summary, ptl_verification **out) {
  return ptl_verify_sized(c, system, options, sizeof *options, sink, sizeof *sink, summary, out);
}

/* The same beside a run that the caller makes and advances, as one with checkpoints: the other two
 * run from the start, in threads, from ptl_verifier_create on. The sink (ptl_verifier_sink; it is
 * never full) is to be given all rows and events of the run, in order; of a run that is resumed
 * those before as well. Options are those of the run. */
typedef struct ptl_verifier ptl_verifier;
PTL_API ptl_status ptl_verifier_create_sized(ptl_context *context, const ptl_system *system,
                                             const ptl_run_options *options, size_t size_options,
                                             ptl_verifier **out);
static inline ptl_status ptl_verifier_create(ptl_context *c, const ptl_system *system,
                                             const ptl_run_options *options, ptl_verifier **out) {
  return ptl_verifier_create_sized(c, system, options, sizeof *options, out);
}
PTL_API void ptl_verifier_sink_sized(ptl_verifier *verifier, ptl_sink *out, size_t size);
static inline ptl_sink ptl_verifier_sink(ptl_verifier *verifier) {
  ptl_sink sink;
  ptl_verifier_sink_sized(verifier, &sink, sizeof sink);
  return sink;
}
/* The run is over; `summary` is its own, which must stay as long as *out. Waits for the others and
 * compares, or, where the run failed and `summary` is NULL, stops them, and *out is NULL. Frees the
 * verifier. */
PTL_API ptl_status ptl_verifier_finish(ptl_verifier *verifier, const ptl_summary *summary,
                                       ptl_verification **out);
PTL_API void ptl_verification_release(ptl_context *context, ptl_verification *verification);

/* verify.csv of a run folder, which ptl_folder_close writes when the summary has the verification;
 * PTL_ERR_IO. */
PTL_API ptl_status ptl_verification_save(ptl_context *context, const ptl_verification *verification,
                                         const char *path);

#ifdef __cplusplus
}
#endif
#endif
