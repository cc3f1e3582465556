/* fmu.h: an instance of a functional mock-up unit, whatever the version of the interface. Internal.
 *
 * All functions that return a status leave their message in the log of the instance; a failed
 * simulation leaves it in the phase PTL_FMU_FAILED. Times are those of the importer; the model's
 * own begins with 0 at the importer's start. */
#ifndef PTL_FMU_H
#define PTL_FMU_H

#include "variables.h"

/* As bits, for what a function is allowed in. */
typedef enum ptl_fmu_phase {
  PTL_FMU_CREATED = 1,
  PTL_FMU_INITIALISING = 2,
  PTL_FMU_STEPPING = 4, /* between communication points, or continuous time */
  PTL_FMU_EVENT = 8,
  PTL_FMU_ENDED = 16,
  PTL_FMU_FAILED = 32
} ptl_fmu_phase;
enum {
  PTL_FMU_RUNNING = PTL_FMU_STEPPING | PTL_FMU_EVENT,
  PTL_FMU_READABLE = PTL_FMU_INITIALISING | PTL_FMU_RUNNING | PTL_FMU_ENDED,
  PTL_FMU_ANY = PTL_FMU_CREATED | PTL_FMU_READABLE | PTL_FMU_FAILED
};

typedef enum ptl_fmu_severity { PTL_FMU_OK, PTL_FMU_WARNING, PTL_FMU_ERROR } ptl_fmu_severity;

typedef struct ptl_fmu ptl_fmu;

typedef struct ptl_fmu_environment { /* what the importer gives */
  void (*log)(void *user, ptl_fmu_severity severity, const char *message);
  /* After every step within a communication step, at `time`; 1 with *until asks to return there.
   * May be NULL. */
  int (*update)(void *user, double time, double *until);
  void *user;
  int returns_at_events; /* a communication step ends where a contact begins or ends */
  int is_exchange;       /* model exchange */
} ptl_fmu_environment;

/* From the folder of the unit's resources. NULL when it fails, which has been logged. */
ptl_fmu *ptl_fmu_create(const char *resources, const char *token,
                        const ptl_fmu_environment *environment);
void ptl_fmu_destroy(ptl_fmu *fmu);

int ptl_fmu_is_exchange(const ptl_fmu *fmu);
void ptl_fmu_set_phase(ptl_fmu *fmu, ptl_fmu_phase phase);
/* PTL_ERR_USAGE, logged with the name of the function, where it is not allowed in the present
 * phase. */
ptl_status ptl_fmu_check_phase(ptl_fmu *fmu, unsigned phases, const char *function);
/* Logs "FUNCTION: why" and returns PTL_ERR_USAGE. */
ptl_status ptl_fmu_refuse(ptl_fmu *fmu, const char *function, const char *why);
const ptl_fmu_variables *ptl_fmu_get_variables(const ptl_fmu *fmu);

/* tolerance NAN: the model's own rtol. */
ptl_status ptl_fmu_setup(ptl_fmu *fmu, double tolerance, double start);
ptl_status ptl_fmu_initialise(ptl_fmu *fmu);
ptl_status ptl_fmu_reset(ptl_fmu *fmu);

/* is_integer: the variables that are, else those that are not. */
ptl_status ptl_fmu_get(ptl_fmu *fmu, const unsigned *references, size_t n, int is_integer,
                       double *values, const char *function);
ptl_status ptl_fmu_set(ptl_fmu *fmu, const unsigned *references, size_t n, const double *values,
                       const char *function);
/* From the next communication point on the input changes by this much per second, until the one
 * after. */
ptl_status ptl_fmu_set_slope(ptl_fmu *fmu, unsigned reference, double slope, const char *function);

typedef struct ptl_fmu_outcome {
  double time;                       /* reached */
  int is_early, is_event, has_ended; /* before the time asked for; at an event; for good */
} ptl_fmu_outcome;
ptl_status ptl_fmu_step(ptl_fmu *fmu, double time, double step, ptl_fmu_outcome *out,
                        const char *function);

/* The whole instance as a block of bytes: parameters, inputs, and the run. */
typedef struct ptl_fmu_saved {
  void *bytes;
  size_t size;
} ptl_fmu_saved;
void ptl_fmu_saved_destroy(ptl_fmu_saved *saved);
/* *out is replaced: it must be NULL or a former one. */
ptl_status ptl_fmu_save(ptl_fmu *fmu, ptl_fmu_saved **out);
ptl_status ptl_fmu_restore(ptl_fmu *fmu, const ptl_fmu_saved *saved);
/* Their number of bytes, the bytes themselves, and a saved state from such; PTL_ERR_USAGE where
 * there is no state, or no room for it. */
ptl_status ptl_fmu_saved_size(ptl_fmu *fmu, const ptl_fmu_saved *saved, size_t *size,
                              const char *function);
ptl_status ptl_fmu_saved_write(ptl_fmu *fmu, const ptl_fmu_saved *saved, void *bytes, size_t size,
                               const char *function);
ptl_status ptl_fmu_saved_read(ptl_fmu *fmu, const void *bytes, size_t size, ptl_fmu_saved **out,
                              const char *function);

/* Model exchange: instance_exchange.c. */
ptl_status ptl_fmu_set_time(ptl_fmu *fmu, double time);
ptl_status ptl_fmu_set_states(ptl_fmu *fmu, const double *x, size_t n, const char *function);
ptl_status ptl_fmu_get_states(ptl_fmu *fmu, double *x, size_t n, const char *function);
ptl_status ptl_fmu_get_derivatives(ptl_fmu *fmu, double *dx, size_t n, const char *function);
ptl_status ptl_fmu_get_indicators(ptl_fmu *fmu, double *z, size_t n, const char *function);
/* Whether contacts have begun or ended, or constraints are violated so much, that an event is
 * due. */
ptl_status ptl_fmu_is_event_due(ptl_fmu *fmu, int *is_due);
/* At an event: contacts begin and end, and the state is put onto the constraints; *has_moved: it
 * has changed. */
ptl_status ptl_fmu_handle_event(ptl_fmu *fmu, int *has_moved);

#endif
