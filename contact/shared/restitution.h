/* restitution.h: the family F = F_el (1 + eps d_rate / reference speed), to which most published
 * damping laws belong; they differ in eps as a function of the restitution c. Shared by contact/.
 *
 * With these laws the restitution that results depends on eps alone, whatever the elastic law and
 * the mass:  eps (1 + c) = ln((1 + eps) / (1 - eps c)). */
#ifndef PTL_RESTITUTION_H
#define PTL_RESTITUTION_H

#include <math.h>

#include "pintle_extend.h"

/* Instance of a law of the family: its restitution, then the eps that its prepare() derives. */
enum { PTL_RESTITUTION, PTL_EPS };

#define PTL_RESTITUTION_ROW(least)                                                \
  {                                                                               \
    "restitution", "1", 0, least, 1,                                              \
        "Coefficient of restitution c: speed after over speed before an impact.", \
        PTL_REQUIRED | PTL_OPEN_MIN, PTL_NUMBER, NULL                             \
  }

/* The force of such a law with the instance above. */
void ptl_restitution_force(const double *c, const ptl_contact_in *in,
                           const ptl_elastic_out *elastic, ptl_contact_out *out);

/* F_el (1 + factor d_rate) and its partial derivatives. */
void ptl_restitution_apply(double factor, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                           ptl_contact_out *out);

#endif
