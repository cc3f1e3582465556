/* Hu and Guo's damping. */
#include "restitution.h"

/* eps = 1.5 (1 - c)/c */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)env, (void)why;
  const double e = c[PTL_RESTITUTION];
  c[PTL_EPS] = 1.5 * (1 - e) / e;
  return 0;
}

static const ptl_param params[] = {
    PTL_RESTITUTION_ROWS(0),
    {0},
};

const ptl_damping_law ptl_damping_hu_guo = {
    .name = "hu_guo",
    .doc = {.family = "set by a restitution",
            .title = "Hu-Guo damping",
            .formula = "F = F_el (1 + eps d_rate/v0), eps = 3(1 - c)/(2c)",
            .source =
                "Hu & Guo, Multibody Syst. Dyn. 2015, 35, 131; Autiero et al., Machines 2022, 10, "
                "966, eq. 152",
            .validity =
                "Derived for n = 1.5, holds for every elastic law; c = 0.5 comes out as 0.488, "
                "0.2 as 0.166. Code in circulation has a further 1/2, which is wrong."},
    .params = params,
    .n_derived = 1,
    .prepare = prepare,
    .force = ptl_restitution_force,
};
