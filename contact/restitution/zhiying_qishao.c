/* Zhiying and Qishao's damping. */
#include "restitution.h"

/* eps = (3/4)(1 - c^2) exp(2(1 - c)) */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)env, (void)why;
  const double e = c[PTL_RESTITUTION];
  c[PTL_EPS] = 0.75 * (1 - e) * (1 + e) * exp(2 * (1 - e));
  return 0;
}

static const ptl_param params[] = {
    PTL_RESTITUTION_ROWS(0),
    {0},
};

const ptl_damping_law ptl_damping_zhiying_qishao = {
    .name = "zhiying_qishao",
    .doc = {.family = "set by a restitution",
            .title = "Zhiying-Qishao damping",
            .formula = "F = F_el (1 + eps d_rate/v0), eps = 3(1 - c^2) exp(2(1 - c))/4",
            .source =
                "Qin Zhiying & Lu Qishao, J. Dyn. Control 2006, 4, 294; cited by Zhang et al. "
                "2020",
            .validity = "Published for n = 1.5; c = 0.5 comes out as 0.483, 0.2 as 0.266."},
    .params = params,
    .n_derived = 1,
    .prepare = prepare,
    .force = ptl_restitution_force,
};
