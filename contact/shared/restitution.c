/* The common force of the damping laws that are set by a restitution. */
#include "restitution.h"

/* F = F_el (1 + factor d_rate) */
void ptl_restitution_apply(double factor, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                           ptl_contact_out *out) {
  const double share = 1 + factor * in->depth_rate;
  out->force = elastic->force * share;
  out->d_depth = elastic->stiffness * share;
  out->d_rate = elastic->force * factor;
  out->energy = elastic->energy;
}

void ptl_restitution_force(const double *c, const ptl_contact_in *in,
                           const ptl_elastic_out *elastic, ptl_contact_out *out) {
  ptl_restitution_apply(c[PTL_EPS] / in->reference_speed, in, elastic, out);
}
