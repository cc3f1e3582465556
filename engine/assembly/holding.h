/* holding.h: what constraints of a mechanism hold still: its joints by themselves, or all but one.
 * Internal. */
#ifndef PTL_HOLDING_H
#define PTL_HOLDING_H

#include "data.h"
#include "kinematics.h"

typedef struct ptl_holding {
  const ptl_system *system;
  struct ptl_kkt *kkt;
  double *force; /* n_coordinates: set to 0 by the caller, added to by ptl_holding_add */
  double *x, *inverse_roots;
  double *zero;  /* n_rows */
  char *skipped; /* n_rows */
  void *memory;
} ptl_holding;

enum { PTL_HELD_BY_JOINTS = -1 }; /* without drivers and couplings */

/* Of the system of data, at the positions q. `but`: the constraint that does not count while all
 * others do, or PTL_HELD_BY_JOINTS. Destroy it also when this fails. */
ptl_status ptl_holding_create(ptl_data *data, const double *q, int but, ptl_holding *out);
void ptl_holding_destroy(ptl_holding *holding);
/* holding->force: generalised forces that act along the coordinate whose derivatives by the pose of
 * the pair are d (3), whose state is that of q. */
void ptl_holding_add(ptl_holding *holding, const ptl_pair *pair, const ptl_pair_state *state,
                     const double *d);
/* *held: 0 when holding->force accelerates anything; left alone when it does not. */
ptl_status ptl_holding_holds(ptl_holding *holding, int *held);

#endif
