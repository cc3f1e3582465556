/* Lankarani and Nikravesh's permanent indentation of 1994. */
#include <math.h>

#include "permanent.h"
#include "restitution.h"

/* d_p = (n + 1) m v0^2 (1 - e^2)/(2 F_m), which is d_m (1 - e^2) for a free impact */
static const ptl_param params[] = {
    PTL_RESTITUTION_ROW(0),
    {0},
};

const ptl_damping_law ptl_damping_lankarani_nikravesh_1994 = {
    .name = "lankarani_nikravesh_1994",
    .doc = {.family = "unloading path",
            .title = "Lankarani-Nikravesh permanent indentation (1994)",
            .formula = "in: F = F_el; out: F = F_m ((d - d_p)/(d_m - d_p))^n, d_p = d_m (1 - c^2)",
            .source =
                "Lankarani & Nikravesh, Nonlinear Dyn. 1994, 5, 193; Autiero et al., Machines "
                "2022, 10, 966, eqs. 91 to 97",
            .validity =
                "The restitution is exactly c, at any speed; the force is zero from d_p to "
                "d = 0, and the indentation is forgotten when the gap opens. The same law as "
                "Gharib and Hurmuzlu's second. For impacts faster than 1e-5 of the speed of "
                "sound. Eq. 93 in Autiero lacks a sign."},
    .params = params,
    .n_memory = PTL_N_PERMANENT,
    .force = ptl_permanent_force,
    .update = ptl_permanent_update,
};
