/* The LuGre model: bristles that bend like springs and slip off the faster the further they
 * bend. */
#include <math.h>

#include "bristle.h"

enum { DAMPING_SPEED_USED = PTL_BRISTLE_PARAMS, N_VALUES };

static int prepare(double *c, ptl_reason *why) {
  return ptl_bristle_prepare(c, DAMPING_SPEED_USED, why);
}

/* z' = v - s0 |v|/g(v) z */
static void force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  const ptl_stribeck s = ptl_bristle_curve(c);
  const double v = in->slip_rate, z = in->state[0], size = fabs(v);
  double slope;
  const double g = ptl_stribeck_coefficient(&s, v, &slope), pull = c[PTL_BRISTLE_STIFFNESS] / g;
  const double direction = v > 0 ? 1 : v < 0 ? -1 : 0;
  const ptl_bristle_rate rate = {v - pull * size * z, 1 - pull * z * (direction - size * slope / g),
                                 -pull * size};
  ptl_bristle_force(c, DAMPING_SPEED_USED, in, &rate, out);
}

static const ptl_param params[] = {
    PTL_BRISTLE_ROWS,
    {0},
};

const ptl_friction_law ptl_friction_lugre = {
    .name = "lugre",
    .doc = {.family = "sticking",
            .title = "LuGre friction",
            .formula =
                "F = N (s0 z + s1 exp(-(v/v_d)^2) z' + s2 v), z' = v - s0 |v| z/g(v), g = mu_k "
                "+ (mu_s - mu_k) exp(-|v/v_s|^delta)",
            .source = "Canudas de Wit, Olsson, Astroem & Lischinsky, IEEE Trans. Autom. Control "
                      "1995, 40, 419; per normal force: Canudas de Wit & Tsiotras, CDC 1999",
            .validity = "Sticks with a spring's stiffness s0 N below break-away, but creeps under "
                        "an oscillating load, however small. Steady sliding gives N (g(v) sgn v + "
                        "s2 v). The bristles follow the slip while the surfaces are apart, too."},
    .params = params,
    .n_derived = N_VALUES - PTL_BRISTLE_PARAMS,
    .n_states = 1,
    .flags = PTL_FRICTION_DAMPED,
    .prepare = prepare,
    .force = force,
    .stick_speed = ptl_bristle_stick_speed,
    .steady = ptl_bristle_steady,
};
