/* The damping of Flores, Machado, Silva and Martins. */
#include "restitution.h"

/* eps = 8(1 - c)/(5c) */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)env, (void)why;
  const double e = c[PTL_RESTITUTION];
  c[PTL_EPS] = 1.6 * (1 - e) / e;
  return 0;
}

static const ptl_param params[] = {
    PTL_RESTITUTION_ROWS(0),
    {0},
};

const ptl_damping_law ptl_damping_flores = {
    .name = "flores",
    .doc = {.family = "set by a restitution",
            .title = "Flores damping",
            .formula = "F = F_el (1 + eps d_rate/v0), eps = 8(1 - c)/(5c)",
            .source = "Flores et al., Multibody Syst. Dyn. 2011, 25, 357; Autiero et al., Machines "
                      "2022, 10, 966, eq. 127",
            .validity =
                "Published for n = 1.5, for the whole range of c; c = 0.5 comes out as 0.470, 0.2 "
                "as 0.156. Its 1/4 is 0.24972 rounded."},
    .params = params,
    .n_derived = 1,
    .prepare = prepare,
    .force = ptl_restitution_force,
};
