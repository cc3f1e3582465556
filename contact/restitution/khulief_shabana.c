/* Khulief and Shabana's damping. */
#include "restitution.h"

/* eps = (3/4)(1 - c^2) */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)env, (void)why;
  c[PTL_EPS] = 0.75 * (1 - c[PTL_RESTITUTION]) * (1 + c[PTL_RESTITUTION]);
  return 0;
}

static const ptl_param params[] = {
    PTL_RESTITUTION_ROWS(0),
    {0},
};

const ptl_damping_law ptl_damping_khulief_shabana = {
    .name = "khulief_shabana",
    .doc = {.family = "set by a restitution",
            .title = "Khulief-Shabana damping",
            .formula = "F = F_el (1 + eps d_rate/v0), eps = 3(1 - c^2)/4",
            .source =
                "Khulief & Shabana, Mech. Mach. Theory 1987, 22, 213; Autiero et al., Machines "
                "2022, 10, 966, eq. 72",
            .validity =
                "Published for a linear spring and c near 1; c = 0.5 comes out as 0.725. In "
                "Autiero eq. 58 has 1 - e for 1 - e^2, and eq. 71 lacks an exponent 3."},
    .params = params,
    .n_derived = 1,
    .prepare = prepare,
    .force = ptl_restitution_force,
};
