/* pintle_run.h: a simulation as an object that is advanced, and whole runs. Part of pintle.h.
 *
 * Nothing that a run holds is shared: any number of runs of one system may go on at once, each in
 * one thread at a time, with the context of that thread. The system must outlive its runs. */
#ifndef PINTLE_RUN_H
#define PINTLE_RUN_H

#include "pintle_base.h"
#include "pintle_summary.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ what a run is given */

typedef struct ptl_run ptl_run; /* a run that is advanced */

/* What `progress` may return beside 0: ptl_run_advance comes back after the step, with
 * PTL_RUN_PAUSED, and may be called again; whole runs go on. */
#define PTL_PAUSE 2

/* Receives a run as it goes on. Any function may be NULL; a non-zero return (but for PTL_PAUSE)
 * stops the run with PTL_ERR_INTERRUPTED. */
typedef struct ptl_sink {
  int (*row)(void *user, const double *values, int n);
  int (*event)(void *user, const ptl_event *event);
  int (*progress)(void *user, double fraction); /* after every step; NAN: the end is not known */
  void *user;
  /* Before a step of the integrator begins, and after it has ended or was cut off; the run may be
   * read and set there, but not advanced, stepped, saved or destroyed. Not those of a run that
   * ptl_verify makes. */
  int (*before_step)(void *user, ptl_run *run);
  int (*after_step)(void *user, ptl_run *run);
} ptl_sink;

typedef struct ptl_run_options { /* overrides of the model; NAN, -1 or NULL joint: keep */
  double until_time;             /* INFINITY: as long as the run is advanced [s] */
  double every_time;             /* [s] */
  double rtol;
  int no_output; /* compute no rows at all */
  /* ptl_run_advance comes back at events of these kinds: 1 << PTL_EVENT_TOUCH, ... */
  unsigned stop_at;
  int integrator;   /* a ptl_integrator */
  int contact_rows; /* a ptl_contact_rows */
} ptl_run_options;
PTL_DEF_DEFAULT(ptl_run_options_default, ptl_run_options)

/* ------------------------------------------------------------------ a run that is advanced */

typedef enum ptl_run_reason {                  /* why ptl_run_advance has come back */
                              PTL_RUN_AT_TIME, /* at the time asked for */
                              /* at an event of options.stop_at; its time is that of the run */
                              PTL_RUN_AT_EVENT,
                              /* at the end that the model's `until` or the options ask for */
                              PTL_RUN_AT_END,
                              PTL_RUN_PAUSED, /* after a step, as the sink's progress asked for */
                              /* at the end, since a condition of the model's `stop` holds: the
                               * summary's stopped_by */
                              PTL_RUN_AT_STOP
} ptl_run_reason;

/* A run at the system's start, time 0. options NULL: the defaults; sink NULL: none. The context is
 * that of the thread; the sink is copied. What the run gives to the sink is what ptl_simulate
 * does. */
PTL_API ptl_status ptl_run_create_sized(ptl_context *context, const ptl_system *system,
                                        const ptl_run_options *options, size_t size_options,
                                        const ptl_sink *sink, size_t size_sink, ptl_run **out);
static inline ptl_status ptl_run_create(ptl_context *c, const ptl_system *system,
                                        const ptl_run_options *options, const ptl_sink *sink,
                                        ptl_run **out) {
  return ptl_run_create_sized(c, system, options, sizeof *options, sink, sizeof *sink, out);
}
PTL_API void ptl_run_destroy(ptl_run *run);

/* Goes on to exactly t [s], not before the present time; the integrator's steps are the same
 * whatever the times asked for, which are interpolated in the last of them. *reason (may be NULL)
 * tells why it came back, which may be earlier. Rows and events up to the present time have then
 * been given to the sink. PTL_ERR_SIMULATION and PTL_ERR_INTERRUPTED end the run: after them,
 * PTL_RUN_AT_END and PTL_RUN_AT_STOP, only ptl_run_get_* and ptl_run_destroy are allowed, all else
 * is PTL_ERR_USAGE. */
PTL_API ptl_status ptl_run_advance(ptl_run *run, double t, ptl_run_reason *reason);
/* Goes on to the end of the integrator's present step, or takes one: to where it is accepted, or
 * cut off by an event from which the integration starts anew. */
PTL_API ptl_status ptl_run_step(ptl_run *run, ptl_run_reason *reason);

/* The present time [s]. */
PTL_API double ptl_run_get_time(const ptl_run *run);
/* The summary up to the present time, as if the run ended there; released by
 * ptl_summary_release. */
PTL_API ptl_status ptl_run_get_summary(ptl_run *run, ptl_summary *out);

/* ------------------------------------------------------------------ snapshots */

/* The run as a block of bytes, to be released by ptl_text_release: values only, for the same model
 * and tolerance, the same version of Pintle and machines with the same numbers. Saving lets the
 * integration start anew from the present time, in this run as in those that are restored: all go
 * on with the same bits. Beside a run that was not saved they differ by what the tolerance allows.
 * A run that has ended may be saved as well. */
PTL_API ptl_status ptl_run_save(ptl_run *run, void **bytes, size_t *size);
/* A run that goes on from a block, in place of ptl_run_create; options and sink as there. The end
 * and the rows may be others than before; rows before the present time are not given again.
 * PTL_ERR_INPUT tells why a block cannot be used. */
PTL_API ptl_status ptl_run_restore_sized(ptl_context *context, const ptl_system *system,
                                         const ptl_run_options *options, size_t size_options,
                                         const ptl_sink *sink, size_t size_sink, const void *bytes,
                                         size_t size, ptl_run **out);
static inline ptl_status ptl_run_restore(ptl_context *c, const ptl_system *system,
                                         const ptl_run_options *options, const ptl_sink *sink,
                                         const void *bytes, size_t size, ptl_run **out) {
  return ptl_run_restore_sized(c, system, options, sizeof *options, sink, sizeof *sink, bytes, size,
                               out);
}

/* ------------------------------------------------------------------ a whole run */

/* Runs from the system's start to the end: ptl_run_create, steps to the end, ptl_run_get_summary.
 * Failing leaves in `summary` what is known up to there; PTL_ERR_SIMULATION also when drift or
 * energy imbalance exceeds the model's limits. */
PTL_API ptl_status ptl_simulate_sized(ptl_context *context, const ptl_system *system,
                                      const ptl_run_options *options, size_t size_options,
                                      const ptl_sink *sink, size_t size_sink, ptl_summary *summary);
static inline ptl_status ptl_simulate(ptl_context *c, const ptl_system *system,
                                      const ptl_run_options *options, const ptl_sink *sink,
                                      ptl_summary *summary) {
  return ptl_simulate_sized(c, system, options, sizeof *options, sink, sizeof *sink, summary);
}
PTL_API void ptl_summary_release(ptl_context *context, ptl_summary *summary);

#ifdef __cplusplus
}
#endif
#endif
