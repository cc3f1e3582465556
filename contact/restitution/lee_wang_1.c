/* Lee and Wang's first damping. */
#include "restitution.h"

/* eps = (3/4)(1 - c) */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)env, (void)why;
  c[PTL_EPS] = 0.75 * (1 - c[PTL_RESTITUTION]);
  return 0;
}

static const ptl_param params[] = {
    PTL_RESTITUTION_ROWS(0),
    {0},
};

const ptl_damping_law ptl_damping_lee_wang_1 = {
    .name = "lee_wang_1",
    .doc = {.family = "set by a restitution",
            .title = "Lee-Wang damping, first form",
            .formula = "F = F_el (1 + eps d_rate/v0), eps = 3(1 - c)/4",
            .source = "Lee & Wang, J. Mech. Transm. Autom. Des. 1983, 105, 534; Autiero et al., "
                      "Machines 2022, 10, 966, eq. 39",
            .validity =
                "Published for a linear spring. Half the slope that is right at c = 1, because "
                "its contact time t_e^2 = 4m/K stands for (pi/2)^2 times as much; c = 0.5 comes "
                "out as 0.799. Eq. 34 in Autiero drops a term."},
    .params = params,
    .n_derived = 1,
    .prepare = prepare,
    .force = ptl_restitution_force,
};
