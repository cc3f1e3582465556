/* Gharib and Hurmuzlu's second law, with a permanent indentation. */
#include <math.h>

#include "permanent.h"
#include "restitution.h"

/* K_r = K_c/e^(2n), d_p = d_m (1 - e^2) */
static const ptl_param params[] = {
    {.name = "energetic_restitution",
     .unit = "1",
     .min = 0,
     .max = 1,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Root e of the work given back over the work taken in."},
    {0},
};

const ptl_damping_law ptl_damping_gharib_hurmuzlu_2 = {
    .name = "gharib_hurmuzlu_2",
    .doc = {.family = "unloading path",
            .title = "Gharib-Hurmuzlu permanent indentation, second form",
            .formula = "in: F = K d^n; out: F = K/e^(2n) (d - d_p)^n, d_p = d_m (1 - e^2)",
            .source =
                "Gharib & Hurmuzlu, J. Appl. Mech. 2012, 79, 064506; Autiero et al., Machines "
                "2022, 10, 966, eqs. 135 to 145",
            .validity =
                "The same law as `lankarani_nikravesh_1994`, with its limits. In Autiero the "
                "fraction of eq. 142 is upside down and eq. 141 has the wrong sign."},
    .params = params,
    .n_memory = PTL_N_PERMANENT,
    .force = ptl_permanent_force,
    .update = ptl_permanent_update,
};
