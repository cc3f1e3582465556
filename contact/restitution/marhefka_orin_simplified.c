/* Marhefka and Orin's damping, simplified form. */
#include "restitution.h"

/* eps = 1.5 (1 - c^2)/(3c - 1) */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)env, (void)why;
  const double e = c[PTL_RESTITUTION];
  c[PTL_EPS] = 1.5 * (1 - e) * (1 + e) / (3 * e - 1);
  return 0;
}

static const ptl_param params[] = {
    PTL_RESTITUTION_ROWS(1.0 / 3.0),
    {0},
};

const ptl_damping_law ptl_damping_marhefka_orin_simplified = {
    .name = "marhefka_orin_simplified",
    .doc = {.family = "set by a restitution",
            .title = "Marhefka-Orin damping, simplified form",
            .formula = "F = F_el (1 + eps d_rate/v0), eps = 3(1 - c^2)/(2(3c - 1))",
            .source = "Autiero et al., Machines 2022, 10, 966, eq. 108",
            .validity =
                "For c > 1/3 only, where it is infinite; worse than the full form (c = 0.5 comes "
                "out as 0.380), because the square of 1 - c stays in the numerator and is dropped "
                "below."},
    .params = params,
    .n_derived = 1,
    .prepare = prepare,
    .force = ptl_restitution_force,
};
