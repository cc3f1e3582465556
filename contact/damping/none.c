/* No dissipation: the elastic force alone. */
#include <stddef.h>

#include "pintle_extend.h"

static void force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                  ptl_contact_out *out) {
  (void)c, (void)in;
  out->force = elastic->force;
  out->d_depth = elastic->stiffness;
  out->d_rate = 0;
  out->energy = elastic->energy;
}

static const ptl_param params[] = {
    {0},
};

const ptl_damping_law ptl_damping_none = {
    .name = "none",
    .doc = {.family = "no damping",
            .title = "No damping",
            .formula = "F = F_el",
            .source = "the elastic limit of every damping law",
            .validity = "Restitution 1."},
    .params = params,
    .force = force,
};
