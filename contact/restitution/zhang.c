/* The damping of Zhang, Li, Zhao and He. */
#include "restitution.h"

/* eps = 249(1 - c)/(6 + 160c) */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)env, (void)why;
  const double e = c[PTL_RESTITUTION];
  c[PTL_EPS] = 249 * (1 - e) / (6 + 160 * e);
  return 0;
}

static const ptl_param params[] = {
    PTL_RESTITUTION_ROWS(0),
    {0},
};

const ptl_damping_law ptl_damping_zhang = {
    .name = "zhang",
    .doc = {.family = "set by a restitution",
            .title = "Zhang damping",
            .formula = "F = F_el (1 + eps d_rate/v0), eps = 249(1 - c)/(6 + 160c)",
            .source = "Zhang et al., Mech. Mach. Theory 2020, 153, 103946, eq. 36",
            .validity =
                "For every elastic law; c = 0.9 comes out as 0.9003, 0.5 as 0.497, 0.2 as 0.188; "
                "below c = 0.05 it returns too much. Their Table 2 was computed with gravity "
                "acting and a drop of 0.9 m."},
    .params = params,
    .n_derived = 1,
    .prepare = prepare,
    .force = ptl_restitution_force,
};
