/* The limited damper of Modelica's ElastoGap. */
#include <math.h>

#include "pintle_extend.h"

enum { COEFFICIENT };

/* F = F_el + D d_rate, the damping limited to F_el either way */
static void force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                  ptl_contact_out *out) {
  const double damping = c[COEFFICIENT] * in->depth_rate;
  const int is_limited = fabs(damping) > elastic->force;
  const double limit = in->depth_rate > 0 ? 1 : -1; /* over the elastic force */
  out->force = elastic->force + (is_limited ? limit * elastic->force : damping);
  out->d_depth = elastic->stiffness * (is_limited ? 1 + limit : 1);
  out->d_rate = is_limited ? 0 : c[COEFFICIENT];
  out->energy = elastic->energy;
}

static const ptl_param params[] = {
    {.name = "coefficient",
     .unit = "N s/m",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Damping D."},
    {0},
};

const ptl_damping_law ptl_damping_limited_damper = {
    .name = "limited_damper",
    .doc = {.family = "dashpot",
            .title = "Limited damper",
            .formula = "F = F_el + max(-F_el, min(F_el, D d_rate))",
            .source = "Modelica Standard Library, Mechanics.Translational.Components.ElastoGap; "
                      "MapleSim, Multibody contacts, mode `linear spring and limited damper`",
            .validity =
                "Neither pulls nor jumps: from 0 to twice the elastic force. Set by D, for it "
                "returns more than the dashpot with the same D: on a linear spring, D for 0.1, "
                "0.5, 0.9 returns 0.368, 0.597, 0.904."},
    .params = params,
    .partners = NULL,
    .force = force,
};
