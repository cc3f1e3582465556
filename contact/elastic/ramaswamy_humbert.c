/* Ramaswamy and Humbert's stiffness, given as the impact's natural frequency. */
#include <math.h>

#include "pair.h"

enum { FREQUENCY, EXPONENT, MASS };

static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)why;
  c[MASS] = env->effective_mass;
  return 0;
}

/* F = m w v0 (w d/v0)^n: with their damping this is d'' + (w^(n+1)/v0^n) d^n (eps d' + v0) = 0 */
static void force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  const double n = c[EXPONENT], w = c[FREQUENCY], v0 = in->reference_speed;
  out->force = c[MASS] * w * v0 * pow(w * in->depth / v0, n);
  out->stiffness = n * out->force / in->depth;
  out->energy = out->force * in->depth / (n + 1);
}

static const ptl_param params[] = {
    {.name = "frequency",
     .unit = "rad/s",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Impact natural frequency w: dimensionless over measured contact time."},
    {.name = "exponent",
     .unit = "1",
     .min = 0,
     .max = 10,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Exponent n."},
    {0},
};

const ptl_elastic_law ptl_elastic_ramaswamy_humbert = {
    .name = "ramaswamy_humbert",
    .doc = {.family = "general",
            .title = "Ramaswamy-Humbert acceleration form",
            .formula = "F = m w^(n+1)/v0^(n-1) d^n",
            .source = "Ramaswamy & Humbert, A continuous contact force model for highly damped "
                      "impacts, eqs. 6 and 10",
            .validity =
                "The stiffness depends on mass and touch speed: every impact of the pair "
                "lasts equally long. Use `power` with K = m w^(n+1)/v0^(n-1) for a stiffness "
                "that stays. In eqs. 15 and 25 there d0 stands for the speed."},
    .params = params,
    .needs = PTL_NEEDS_MASS,
    .n_derived = 1,
    .prepare = prepare,
    .force = force,
};
