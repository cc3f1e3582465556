/* wear_contact.h: where the surfaces of a gap touch, how hard, and how they slide. Internal. */
#ifndef PTL_WEAR_CONTACT_H
#define PTL_WEAR_CONTACT_H

#include "data.h"

typedef struct ptl_wear_eval {
  double force, slip; /* of the contact, >= 0 [N]; of B's surface against A's [m/s] */
  /* on the surfaces of A and B: direction in the part's frame of a round one [rad], place along its
   * tangent of a flat one [m], else 0 */
  double place[2];
} ptl_wear_eval;

/* Of entry i of the system's wear, whose gap touches, after ptl_data_set_unknowns at the same q and
 * v. */
void ptl_eval_wear(ptl_data *data, int i, const double *q, const double *v, ptl_wear_eval *out);

#endif
