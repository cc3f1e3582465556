/* Marhefka and Orin's damping, full form. */
#include "restitution.h"

/* eps = 1.5 (1 - c^2)/(1 + c^3) */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)env, (void)why;
  const double e = c[PTL_RESTITUTION];
  c[PTL_EPS] = 1.5 * (1 - e) * (1 + e) / (1 + e * e * e);
  return 0;
}

static const ptl_param params[] = {
    PTL_RESTITUTION_ROWS(0),
    {0},
};

const ptl_damping_law ptl_damping_marhefka_orin = {
    .name = "marhefka_orin",
    .doc = {.family = "set by a restitution",
            .title = "Marhefka-Orin damping, full form",
            .formula = "F = F_el (1 + eps d_rate/v0), eps = 3(1 - c^2)/(2(1 + c^3))",
            .source =
                "Marhefka & Orin, IEEE Trans. Syst. Man Cybern. A 1999, 29, 566; Autiero et al., "
                "Machines 2022, 10, 966, eq. 107",
            .validity =
                "For every elastic law; c = 0.5 comes out as 0.594. The same number as Herbert "
                "and McWhannell's."},
    .params = params,
    .n_derived = 1,
    .prepare = prepare,
    .force = ptl_restitution_force,
};
