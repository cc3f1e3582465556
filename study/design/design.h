/* design.h: the points of a study. Internal.
 *
 * A point is a function of design, seed and index alone: it does not matter which other points are
 * computed, in which order, and by how many threads or machines. */
#ifndef PTL_DESIGN_H
#define PTL_DESIGN_H

#include "factor.h"

typedef enum ptl_design_kind {
  PTL_DESIGN_GRID,          /* every combination of levels, the last factor goes round first */
  PTL_DESIGN_ONE_AT_A_TIME, /* the model as it is, then each level of each factor alone */
  PTL_DESIGN_RANDOM,
  PTL_DESIGN_LATIN_HYPERCUBE, /* McKay, Beckman, Conover, Technometrics 21 (1979) 239 */
  PTL_DESIGN_SOBOL,           /* sobol.h */
  /* for first-order and total indices: blocks of points A, AB_1 ... AB_d, B, from two halves of a
   * Sobol sequence: Saltelli et al., Comput. Phys. Commun. 181 (2010) 259 */
  PTL_DESIGN_SALTELLI,
  PTL_DESIGN_POINTS /* the rows of a file: level i of every factor */
} ptl_design_kind;

/* "grid", "one_at_a_time", "random", "latin_hypercube", "sobol", "saltelli", "points"; NULL past
 * the last. */
const char *ptl_design_name(int kind);

#define PTL_PERTURBATION 1e-9
#define PTL_DIRECTION "direction" /* the name of the factor that a continuation up and down has */

typedef enum ptl_continuation {
  PTL_CONTINUE_NONE,
  PTL_CONTINUE_UP,
  PTL_CONTINUE_DOWN,
  PTL_CONTINUE_BOTH /* up, and from there down again */
} ptl_continuation;

typedef struct ptl_design {
  ptl_design_kind kind;
  ptl_factor *factors; /* owned */
  int n_factors;
  int64_t n; /* of random designs, as asked for: points; of SALTELLI blocks */
  uint64_t seed;
  /* runs of each point, 0 is 1: all but the first with numbers that are moved a little */
  int64_t replicates;
  double perturbation; /* standard deviation of that, relative to the number; 0: PTL_PERTURBATION */
  /* GRID: whether a run starts where that of the last factor's level before it ended. BOTH adds a
   * factor, the last but one. */
  ptl_continuation continuation;
  int64_t count;    /* of points; set by ptl_design_prepare, as is what follows */
  uint32_t *strata; /* LATIN_HYPERCUBE: of each factor the stratum of each point */
} ptl_design;

/* The factor takes its values from the design; it is copied, its contents are owned then. */
ptl_status ptl_design_add(ptl_context *context, ptl_design *design, const ptl_factor *factor);
/* Takes every column of a CSV file as a factor, for PTL_DESIGN_POINTS. */
ptl_status ptl_design_add_points(ptl_context *context, ptl_design *design, const char *path);
/* Checks that factors and design fit and counts the points. PTL_ERR_INPUT says what does not. */
ptl_status ptl_design_prepare(ptl_context *context, ptl_design *design);
/* The values of run `index`, from 0 to count - 1, for every factor: of replicate index % replicates
 * of point index / replicates. */
void ptl_design_point(const ptl_design *design, int64_t index, ptl_factor_value *values);
/* Number of runs, one behind the other from a multiple of it on, that go on from one another; 1:
 * none does. */
int64_t ptl_design_block(const ptl_design *design);
void ptl_design_release(ptl_context *context, ptl_design *design);

#endif
