/* slots.h: where the blocks of an element stand in the values of the sparse Jacobian of the DAE.
 * Internal.
 *
 * A slot is the index of an entry in the compressed columns; -1 where the entry is zero by
 * structure or belongs to the ground. The six coordinates of a pair are x, y, angle of A's body,
 * then of B's. */
#ifndef PTL_SLOTS_H
#define PTL_SLOTS_H

#include <stdint.h>

#include "pintle_extend.h"

typedef struct ptl_slots_66 {
  int slot[36];
} ptl_slots_66;
typedef struct ptl_slots_6 {
  int slot[6];
} ptl_slots_6;

/* Of one constraint of one pair of parts. */
typedef struct ptl_constraint_slots {
  ptl_slots_6 velocity, position;               /* Phi_q by v, by q */
  ptl_slots_6 velocity_by_q;                    /* (Phi_q v)_q */
  ptl_slots_6 force, correction;                /* columns lambda and mu: Phi_q^T, -M^-1 Phi_q^T */
  int velocity_compliance, position_compliance; /* diagonal -e1, e2 */
} ptl_constraint_slots;

/* Of one inner state of a friction law. */
typedef struct ptl_inner_state_slots {
  ptl_slots_6 force;      /* rows v', this column */
  ptl_slots_6 by_q, by_v; /* this row */
  int by_reaction[PTL_MAX_CONSTRAINTS];
  int by_state[PTL_MAX_FRICTION_STATES];
} ptl_inner_state_slots;

/* Compressed columns of the Jacobian. */
typedef struct ptl_pattern {
  int n, nonzeros;
  int64_t *column_start, *row_index;
  int *kinematic_q, *kinematic_v; /* n_coordinates: rows q': diagonal cj, and -1 by v */
  int *mass;                      /* n_coordinates: diagonal cj M */
  void *arrays;                   /* memory of all but row_index */
} ptl_pattern;

#endif
