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

double ptl_restitution_factor(double eps, double rest_speed, const ptl_contact_in *in) {
  static const double rest_damping = 20;
  const double speed = in->reference_speed, factor = eps / speed, share = speed / rest_speed - 1;
  if (!(speed < 2 * rest_speed)) return factor;
  const double resting = fmax(factor, rest_damping / rest_speed);
  return speed <= rest_speed ? resting : resting * factor / (factor + share * (resting - factor));
}

void ptl_restitution_force(const double *c, const ptl_contact_in *in,
                           const ptl_elastic_out *elastic, ptl_contact_out *out) {
  ptl_restitution_apply(ptl_restitution_factor(c[PTL_EPS], c[PTL_REST_SPEED], in), in, elastic,
                        out);
}
