/* The approximation that Gonthier et al. give to the exact damping. */
#include "restitution.h"

/* eps = (1 - c^2)/c */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)env, (void)why;
  const double e = c[PTL_RESTITUTION];
  c[PTL_EPS] = (1 - e) * (1 + e) / e;
  return 0;
}

static const ptl_param params[] = {
    PTL_RESTITUTION_ROWS(0),
    {0},
};

const ptl_damping_law ptl_damping_gonthier_approximate = {
    .name = "gonthier_approximate",
    .doc = {.family = "set by a restitution",
            .title = "Gonthier damping, approximate",
            .formula = "F = F_el (1 + eps d_rate/v0), eps = (1 - c^2)/c",
            .source =
                "Gonthier et al., Multibody Syst. Dyn. 2004, 11, 209; Autiero et al., Machines "
                "2022, 10, 966, eqs. 113 to 116",
            .validity =
                "For every elastic law. Right as c goes to 0, a third too much damping at c near "
                "1 (0.9 comes out as 0.876). Their relation solved exactly is the law `exact`."},
    .params = params,
    .n_derived = 1,
    .prepare = prepare,
    .force = ptl_restitution_force,
};
