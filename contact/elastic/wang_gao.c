/* Wang and Gao's force of a ball in a socket. */
#include <math.h>

#include "socket.h"

enum { INDEX, DERIVED };

/* F = 4n/(2n + 1) E* a d, a = R_1 sin(theta),
 * cos(theta) = ((dR + d)^2 + R_1^2 - R_2^2)/(2 (dR + d) R_1) */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  return ptl_socket_derive(c + DERIVED, c[INDEX], env, why);
}

static void force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  ptl_socket_force(c + DERIVED, PTL_SOCKET_OVERLAP, in->depth, out);
}

static double max_depth(const double *c) {
  return ptl_socket_deepest(c + DERIVED);
}

static const ptl_param params[] = {
    PTL_SOCKET_INDEX_ROW,
    {0},
};

const ptl_elastic_law ptl_elastic_wang_gao = {
    .name = "wang_gao",
    .doc = {.family = "ball in a socket",
            .title = "Wang-Gao spherical joint",
            .formula = "F = 4n/(2n + 1) E* R_1 sin(theta) d, cos(theta) = ((dR + d)^2 + R_1^2 - "
                       "R_2^2)/(2 (dR + d) R_1)",
            .source = "Wang & Gao, Actuators 2023, 12, 89, eqs. 8 to 11",
            .validity =
                "A ball (R_2) in a socket (R_1), also nearly conformal. For small d it is "
                "sqrt(2) times Hertz's sphere with n = 1, because the radius is that of the "
                "undeformed overlap. Accepted up to d = R_2/2, meant for d much smaller. "
                "Eq. 17 there lacks a d; the mass is 1 kg, not the 0.02 kg of Table 1."},
    .params = params,
    .needs = PTL_NEEDS_RADII | PTL_NEEDS_MATERIALS,
    .n_derived = PTL_N_SOCKET,
    .prepare = prepare,
    .force = force,
    .max_depth = max_depth,
};
