/* Ramaswamy and Humbert's damping, by a restitution or by their damping ratio. */
#include "pair.h"
#include "restitution.h"

enum { RESTITUTION, DAMPING_RATIO, EPS };

/* eps = (3 + 2p)(1 - c^2)/(2c) / ((3 + 2p)/(3 - 2p) + c), p = 1.381 (e^(-0.451 c) - e^-0.451) */
static double hysteresis_ratio(double c) {
  const double p = 1.381 * (exp(-0.451 * c) - exp(-0.451));
  const double up = 3 + 2 * p, down = 3 - 2 * p;
  return up * (1 - c) * (1 + c) / (2 * c) / (up / down + c);
}

static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)env;
  const int by_ratio = !isnan(c[DAMPING_RATIO]), by_restitution = !isnan(c[RESTITUTION]);
  if (by_ratio == by_restitution)
    return ptl_refuse(why, "give exactly one of restitution [1] and damping_ratio [1], not %s",
                      by_ratio ? "both" : "none");
  c[EPS] = by_ratio ? c[DAMPING_RATIO] : hysteresis_ratio(c[RESTITUTION]);
  return 0;
}

static void force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                  ptl_contact_out *out) {
  ptl_restitution_apply(c[EPS] / in->reference_speed, in, elastic, out);
}

static const ptl_param params[] = {
    {.name = "restitution",
     .unit = "1",
     .min = 0,
     .max = 1,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Coefficient of restitution c."},
    {.name = "damping_ratio",
     .unit = "1",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Hysteresis damping ratio eps, in place of c."},
    {0},
};

const ptl_damping_law ptl_damping_ramaswamy_humbert = {
    .name = "ramaswamy_humbert",
    .doc = {.family = "set by a restitution",
            .title = "Ramaswamy-Humbert damping",
            .formula =
                "F = F_el (1 + eps d_rate/v0), eps = (3 + 2p)(1 - c^2)/(2c) / ((3 + 2p)/(3 - "
                "2p) + c), p = 1.381 (exp(-0.451 c) - exp(-0.451))",
            .source = "Ramaswamy & Humbert, A continuous contact force model for highly damped "
                      "impacts, eqs. 14 to 17",
            .validity =
                "For every elastic law and the whole range of c; c = 0.5 comes out as 0.507, "
                "0.2 as 0.205. The error of 0.062 % in the paper is a ratio of L2 norms; the "
                "largest error of eps is 3.35 %. p = 0 is Hu and Guo's damping."},
    .params = params,
    .n_derived = 1,
    .prepare = prepare,
    .force = force,
};
