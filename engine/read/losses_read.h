/* losses_read.h: what the surfaces of a run have lost. Internal. */
#ifndef PTL_LOSSES_READ_H
#define PTL_LOSSES_READ_H

#include "context.h"

/* A surface in sectors. Those of a round one begin at the right of its part and go
 * counter-clockwise. */
typedef struct ptl_surface_loss {
  char *name;                 /* JOINT.GAP.PART */
  int is_round, is_inward, n; /* inward: the surface of the pin */
  double *places, *depths;    /* [rad] or [m]; [m] */
} ptl_surface_loss;

typedef struct ptl_losses {
  ptl_surface_loss *surfaces;
  int n;
} ptl_losses;

/* The surfaces of which the entry `wear` of summary.json of the run folder tells. What was read is
 * to be released in every case. */
ptl_status ptl_losses_read(ptl_context *context, const char *run, ptl_losses *out);
void ptl_losses_release(ptl_context *context, ptl_losses *losses);

#endif
