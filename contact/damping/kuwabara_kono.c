/* Viscoelastic spheres of Kuwabara and Kono, and of Brilliantov and others. */
#include <math.h>

#include "pintle_extend.h"

enum { TIME, RESTITUTION, REFERENCE_SPEED, STRENGTH };

/* c(b) of a clamped impact on F_el = K d^1.5, b = 1.5 A (K/m)^0.4 v0^0.2, by the Pade form in
 * s = sqrt(b): exact to 3e-4 up to b = 1.6. */
static double restitution(double b) {
  const double s = sqrt(b);
  const double above = 1 + s * (1.07232 + s * (0.574198 + s * 0.141552));
  const double tail = 1.19449 + s * (0.467273 + s * 0.235585);
  return above / (1 + s * (1.07232 + s * (1.72765 + s * (1.37842 + s * tail))));
}

/* b that gives the restitution, by bisection; the Pade form falls with b. */
static double invert(double c) {
  double low = 0, high = 1;
  while (restitution(high) > c) high *= 2;
  for (int i = 0; i < 100; i++) {
    const double middle = (low + high) / 2;
    if (restitution(middle) > c)
      low = middle;
    else
      high = middle;
  }
  return (low + high) / 2;
}

/* From a restitution: A = b/1.5 (m/K)^0.4/v_ref^0.2, all of it but K. */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  const int by_time = !isnan(c[TIME]), by_restitution = !isnan(c[RESTITUTION]);
  if (by_time == by_restitution)
    return ptl_refuse(why, "give exactly one of time [s] and restitution [1], not %s",
                      by_time ? "both" : "none");
  if (by_restitution == (isnan(c[REFERENCE_SPEED]) != 0))
    return ptl_refuse(why, by_time ? "reference_speed [m/s] goes with restitution, not with time"
                                   : "restitution needs reference_speed [m/s], at which it holds");
  c[STRENGTH] = 0;
  if (by_time) return 0;
  if (!(env->effective_mass > 0))
    return ptl_refuse(why, "with restitution it needs the effective mass [kg]");
  c[STRENGTH] =
      invert(c[RESTITUTION]) / 1.5 * pow(env->effective_mass, 0.4) / pow(c[REFERENCE_SPEED], 0.2);
  return 0;
}

/* F = F_el + A dF_el/dd d_rate. With n = F' d/F, the exponent of a power law, F'' = (n - 1) F'/d;
 * an A from a restitution goes with K^-0.4, K = F/d^1.5, and so with d^(0.4 (1.5 - n)). */
static void force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                  ptl_contact_out *out) {
  const double n = elastic->stiffness * in->depth / elastic->force;
  double A = c[TIME], exponent = n - 1; /* of A F' over the depth */
  if (isnan(A)) {
    A = c[STRENGTH] * pow(in->depth * sqrt(in->depth) / elastic->force, 0.4);
    exponent += 0.4 * (1.5 - n);
  }
  out->d_rate = A * elastic->stiffness;
  out->force = elastic->force + out->d_rate * in->depth_rate;
  out->d_depth = elastic->stiffness + out->d_rate * exponent / in->depth * in->depth_rate;
  out->energy = elastic->energy;
}

static const ptl_param params[] = {
    {.name = "time",
     .unit = "s",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Material time A."},
    {.name = "restitution",
     .unit = "1",
     .min = 0,
     .max = 1,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Coefficient of restitution c at the reference speed, in place of A."},
    {.name = "reference_speed",
     .unit = "m/s",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Speed of approach at which c holds."},
    {0},
};

const ptl_damping_law ptl_damping_kuwabara_kono = {
    .name = "kuwabara_kono",
    .doc = {.family = "dashpot",
            .title = "Kuwabara-Kono viscoelastic damping",
            .formula = "F = max(0, F_el + A dF_el/dd d_rate), for F_el = K d^1.5: K (d^1.5 + 1.5 A "
                       "sqrt(d) d_rate)",
            .source =
                "Kuwabara & Kono, Jpn. J. Appl. Phys. 1987, 26, 1230; Brilliantov et al., Phys. "
                "Rev. E 1996, 53, 5382; c(b) as in the source of public DEM codes after Schwager & "
                "Poeschel 2008; read there, not in the papers",
            .validity =
                "Spheres that lose by viscosity of the bulk, A a constant of the material: no "
                "touch speed, and c falls with v0^0.2: where 1 m/s returns 0.801, 0.01, 0.1 and 10 "
                "m/s return 0.913, 0.867, 0.710. The damping rises steeply from zero at first "
                "touch (with d^0.5 for n = 1.5), and jumps there for n = 1. Restitution at "
                "reference_speed is for n = 1.5."},
    .params = params,
    .flags = PTL_LAW_JUMPS,
    .partners = "power|hertz",
    .n_derived = 1,
    .prepare = prepare,
    .force = force,
};
