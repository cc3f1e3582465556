/* Herbert and McWhannell's damping. */
#include "restitution.h"

/* eps = 6(1 - c)/((2c - 1)^2 + 3) */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)env, (void)why;
  const double e = c[PTL_RESTITUTION], d = 2 * e - 1;
  c[PTL_EPS] = 6 * (1 - e) / (d * d + 3);
  return 0;
}

static const ptl_param params[] = {
    PTL_RESTITUTION_ROWS(0),
    {0},
};

const ptl_damping_law ptl_damping_herbert_mcwhannell = {
    .name = "herbert_mcwhannell",
    .doc = {.family = "set by a restitution",
            .title = "Herbert-McWhannell damping",
            .formula = "F = F_el (1 + eps d_rate/v0), eps = 6(1 - c)/((2c - 1)^2 + 3)",
            .source =
                "Herbert & McWhannell, J. Eng. Ind. 1977, 99, 513; Autiero et al., Machines 2022, "
                "10, 966, eq. 25",
            .validity =
                "Published for n = 1.5. The same number as the full form of Marhefka and Orin; c "
                "= 0.5 comes out as 0.594."},
    .params = params,
    .n_derived = 1,
    .prepare = prepare,
    .force = ptl_restitution_force,
};
