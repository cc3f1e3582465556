/* Gharib and Hurmuzlu's first damping. */
#include "restitution.h"

/* eps = 1/c */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)env, (void)why;
  c[PTL_EPS] = 1 / c[PTL_RESTITUTION];
  return 0;
}

static const ptl_param params[] = {
    PTL_RESTITUTION_ROWS(0),
    {0},
};

const ptl_damping_law ptl_damping_gharib_hurmuzlu_1 = {
    .name = "gharib_hurmuzlu_1",
    .doc = {.family = "set by a restitution",
            .title = "Gharib-Hurmuzlu damping, first form",
            .formula = "F = F_el (1 + eps d_rate/v0), eps = 1/c",
            .source =
                "Gharib & Hurmuzlu, J. Appl. Mech. 2012, 79, 064506; Autiero et al., Machines "
                "2022, 10, 966, eq. 134",
            .validity =
                "Right only as c goes to 0. Does not vanish at c = 1: it asks for a force that is "
                "zero at separation, which the motion never reaches; c = 0.9 comes out as 0.567."},
    .params = params,
    .n_derived = 1,
    .prepare = prepare,
    .force = ptl_restitution_force,
};
