/* permanent.h: unloading on another path that ends at a permanent indentation. Shared by contact/.
 *
 * Loading follows the elastic law; from the deepest point (d_m, F_m, E_m) the force follows
 *   F_m ((d - d_p)/(d_m - d_p))^n,  d_p = d_m (1 - e^2),  n = F_m d_m/E_m - 1,
 * which gives back e^2 E_m, so that the restitution is exactly e. For F_el = K d^n this n is n. */
#ifndef PTL_PERMANENT_H
#define PTL_PERMANENT_H

#include "pintle_extend.h"

enum { PTL_N_PERMANENT = 3 }; /* doubles of memory */

/* The first double of the instance is e. */
void ptl_permanent_force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                         ptl_contact_out *out);
void ptl_permanent_update(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                          ptl_contact_event event, double *memory);

#endif
