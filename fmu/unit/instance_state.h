/* instance_state.h: what an instance holds. Internal. */
#ifndef PTL_FMU_INSTANCE_STATE_H
#define PTL_FMU_INSTANCE_STATE_H

#include "fmu.h"

/* An instance for model exchange: the state that the importer has set. */
typedef struct ptl_fmu_exchange {
  ptl_evaluation *evaluation;
  double time;
  double *x, *dx;               /* positions and velocities; their rates */
  double *touch_speed;          /* per gap: of the contact in hand [m/s], NAN: open */
  double *depth, *rate, *force; /* per gap */
  int is_current;               /* dx, depth and rate are those of time and x */
} ptl_fmu_exchange;

struct ptl_fmu {
  ptl_fmu_environment environment;
  ptl_context *context;
  ptl_mechanism *mechanism; /* as packed */
  ptl_system *packed;       /* of it */
  ptl_system *system;       /* with the parameters given; may be `packed` */
  ptl_run *run;             /* NULL: still to be made */
  uint64_t model;           /* hash of its resource */
  ptl_fmu_variables variables;
  ptl_fmu_phase phase;
  double start, tolerance;
  double *values; /* per variable: inputs and parameters */
  char *given;    /* per variable: a parameter that differs from the packed one */
  double *slopes; /* per variable: of inputs */
  int has_new_parameters;
  double *columns; /* of the run's present time, where columns_are_current */
  int columns_are_current;
  ptl_gap_interval *intervals; /* per gap: within the last communication step */
  ptl_fmu_exchange exchange;
};

void ptl_fmu_write_log(const ptl_fmu_environment *environment, ptl_fmu_severity severity,
                       const char *message);
/* Logs the message of the context behind the function's name, and returns the status. */
ptl_status ptl_fmu_fail(ptl_fmu *fmu, const char *function, ptl_status status);
/* The system with the parameters that are given, and the run where there is none yet. */
ptl_status ptl_fmu_need_run(ptl_fmu *fmu, const char *function);
/* No run from here on; one that is needed begins at the start. */
void ptl_fmu_drop_run(ptl_fmu *fmu);
/* Goes over to the system with the parameters that are given: before the simulation the start is
 * found anew, in it the run goes on with the new values. */
ptl_status ptl_fmu_take_parameters(ptl_fmu *fmu);
/* What runs of the instance are given. */
ptl_run_options ptl_fmu_options(const ptl_fmu *fmu);
ptl_sink ptl_fmu_sink(const ptl_fmu *fmu);

#endif
