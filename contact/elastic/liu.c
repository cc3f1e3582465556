/* Liu, Zhang and Yang's force of a ball in a socket. */
#include <math.h>

#include "socket.h"

enum { INDEX, DERIVED };

/* F = 4n/(2n + 1) E* a d, a = R_1 sqrt(1 - (dR/(dR + d))^2) */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  return ptl_socket_derive(c + DERIVED, c[INDEX], env, why);
}

static void force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  ptl_socket_force(c + DERIVED, PTL_SOCKET_LIU, in->depth, out);
}

static double max_depth(const double *c) {
  return ptl_socket_deepest(c + DERIVED);
}

static const ptl_param params[] = {
    PTL_SOCKET_INDEX_ROW,
    {0},
};

const ptl_elastic_law ptl_elastic_liu = {
    .name = "liu",
    .doc = {.family = "ball in a socket",
            .title = "Liu's spherical joint",
            .formula = "F = 4n/(2n + 1) E* R_1 sqrt(1 - (dR/(dR + d))^2) d",
            .source = "Liu, Zhang & Yang, J. Comput. Nonlinear Dyn. 2006, 1, 160; Wang & Gao, "
                      "Actuators 2023, 12, 89, eq. 12",
            .validity =
                "A ball (R_2) in a socket (R_1), also nearly conformal. Larger than Wang-Gao "
                "by sqrt(R_1/R_2). Accepted up to d = R_2/2, meant for d much smaller."},
    .params = params,
    .needs = PTL_NEEDS_RADII | PTL_NEEDS_MATERIALS,
    .n_derived = PTL_N_SOCKET,
    .prepare = prepare,
    .force = force,
    .max_depth = max_depth,
};
