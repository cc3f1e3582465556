/* Wang and Gao's damping, which belongs to their elastic force. */
#include <math.h>

#include "pair.h"
#include "restitution.h"
#include "socket.h"

enum { RESTITUTION, EPS, SOCKET, BALL, PLAY };

/* chi = 50 H (1 - c)/(13 c v0), H = (2/5) K_0: chi d^1.5 = 20 (1 - c)/(13 c v0) K_0 d^1.5 */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  c[EPS] = 20 * (1 - c[RESTITUTION]) / (13 * c[RESTITUTION]);
  return ptl_socket_radii(env, &c[SOCKET], &c[BALL], &c[PLAY], why);
}

/* F = F_el + chi d^1.5 d_rate. K_0 d^1.5 is the elastic force with a_0 = sqrt(2 R_1 R_2 d/dR), its
 * limit for small d, in place of the contact radius a(d). */
static void force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                  ptl_contact_out *out) {
  const double small = sqrt(2 * c[SOCKET] * c[BALL] * in->depth / c[PLAY]);
  const double radius = ptl_socket_overlap(c[SOCKET], c[BALL], c[PLAY], in->depth);
  const double coefficient = c[EPS] / in->reference_speed * elastic->force * small / radius;
  out->force = elastic->force + coefficient * in->depth_rate;
  out->d_depth = elastic->stiffness + 1.5 * coefficient * in->depth_rate / in->depth;
  out->d_rate = coefficient;
  out->energy = elastic->energy;
}

static const ptl_param params[] = {
    PTL_RESTITUTION_ROW(0),
    {0},
};

const ptl_damping_law ptl_damping_wang_gao = {
    .name = "wang_gao",
    .doc = {.family = "set by a restitution",
            .title = "Wang-Gao damping",
            .formula =
                "F = F_el + 50 H (1 - c)/(13 c) d^1.5 d_rate/v0, H = 8 sqrt(2) n E* sqrt(R_1 "
                "R_2/dR)/(5 (2n + 1))",
            .source = "Wang & Gao, Actuators 2023, 12, 89, eqs. 28 and 29",
            .validity =
                "Goes with the elastic law `wang_gao` only. For c above 0.9: 0.9 comes out as "
                "0.897, 0.5 as about 0.48. Its 13/50 is 0.24972 rounded up by 4 %."},
    .params = params,
    .needs = PTL_NEEDS_RADII,
    .partners = "wang_gao",
    .n_derived = 4,
    .prepare = prepare,
    .force = force,
};
