/* Lankarani and Nikravesh's damping of 1988/1990. */
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

const ptl_damping_law ptl_damping_lankarani_nikravesh = {
    .name = "lankarani_nikravesh",
    .doc = {.family = "set by a restitution",
            .title = "Lankarani-Nikravesh damping (1988, 1990)",
            .formula = "F = F_el (1 + eps d_rate/v0), eps = 3(1 - c^2)/4",
            .source = "Lankarani & Nikravesh, J. Mech. Des. 1990, 112, 369",
            .validity = "Published for n = 1.5 and c near 1; c = 0.5 comes out as 0.725. Zhang et "
                        "al. print their eq. 79 without the square of the speed."},
    .params = params,
    .n_derived = 1,
    .prepare = prepare,
    .force = ptl_restitution_force,
};
