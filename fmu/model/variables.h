/* variables.h: the variables of a functional mock-up unit, by what a system has. Internal.
 *
 * The program that writes a unit and the unit itself make the same table from the same model; a
 * value reference is an index into it. */
#ifndef PTL_FMU_VARIABLES_H
#define PTL_FMU_VARIABLES_H

#include "pintle.h"

typedef enum ptl_fmu_kind {
  PTL_FMU_TIME,
  PTL_FMU_INPUT,     /* index: of the model's inputs */
  PTL_FMU_PARAMETER, /* index: of the model's parameters */
  PTL_FMU_OUTPUT,    /* index: of the columns */
  /* What a gap (index) did within the last communication step. */
  PTL_FMU_PEAK_FORCE,
  PTL_FMU_PEAK_TIME,
  PTL_FMU_IMPULSE,
  PTL_FMU_TOUCHES, /* the only one that is an integer */
  /* Of model exchange; index: of the unknowns, positions before velocities. */
  PTL_FMU_STATE,
  PTL_FMU_DERIVATIVE,
  PTL_FMU_INDICATOR, /* index: of the gaps; the depth */
  PTL_FMU_FORCE      /* index: of the gaps */
} ptl_fmu_kind;

typedef struct ptl_fmu_variable {
  ptl_fmu_kind kind;
  int index;
  const char *name, *unit, *description; /* description may be NULL */
  double start;                          /* of inputs and parameters */
} ptl_fmu_variable;

typedef struct ptl_fmu_variables {
  ptl_fmu_variable *items;
  int n;
  int first_state, n_states, first_derivative, first_indicator, n_indicators;
  void **texts; /* of the names that are not the system's */
  int n_texts;
} ptl_fmu_variables;

/* For co-simulation, or for model exchange, PTL_ERR_USAGE where the model's equations cannot be
 * given at any state. Released by ptl_fmu_variables_release even where it fails. Strings belong to
 * the table or to `mechanism` and `system`. */
ptl_status ptl_fmu_variables_make(ptl_context *context, const ptl_mechanism *mechanism,
                                  const ptl_system *system, int is_exchange,
                                  ptl_fmu_variables *out);
void ptl_fmu_variables_release(ptl_context *context, ptl_fmu_variables *variables);

#endif
