/* A spring that is softer on the way out. */
#include <math.h>

#include "pintle_extend.h"

enum { FACTOR };

/* F = F_el while approaching, c F_el while parting */
static void force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                  ptl_contact_out *out) {
  const double share = in->depth_rate < 0 ? c[FACTOR] : 1;
  out->force = share * elastic->force;
  out->d_depth = share * elastic->stiffness;
  out->d_rate = 0;
  out->energy = c[FACTOR] * elastic->energy;
}

static const ptl_param params[] = {
    {.name = "factor",
     .unit = "1",
     .min = 0,
     .max = 1,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Force on the way out over force on the way in."},
    {0},
};

const ptl_damping_law ptl_damping_unloading_factor = {
    .name = "unloading_factor",
    .doc = {.family = "unloading path",
            .title = "Unloading factor",
            .formula = "F = F_el while approaching, c F_el while parting",
            .source =
                "Machado et al., Mech. Mach. Theory 2012, 53, 99; Skrinjar, Slavic & Boltezar, "
                "Int. J. Mech. Sci. 2018, 145, 171",
            .validity = "The restitution is sqrt(c), at any speed. The force jumps where the rate "
                        "changes sign, so a contact at rest chatters: for single impacts."},
    .params = params,
    .force = force,
};
