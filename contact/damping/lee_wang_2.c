/* Lee and Wang's second damping: a dashpot that fades in over a transition zone. */
#include <math.h>

#include "oscillator.h"
#include "pair.h"

enum { RESTITUTION, WIDTH, STEEPNESS, FORM, STRENGTH, RATE };
enum { DIVIDED, MULTIPLIED };

/* zeta_2 = 2 m w |ln c|/sqrt(ln^2 c + pi^2), w the frequency of the contact */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)why;
  c[STRENGTH] = 2 * ptl_oscillator_ratio(c[RESTITUTION]) * sqrt(env->effective_mass);
  c[RATE] = 2 * (c[FORM] == MULTIPLIED ? c[STEEPNESS] : 1 / c[STEEPNESS]) / c[WIDTH];
  return 0;
}

/* F = F_el + zeta_2 T_2 d_rate, T_2 = exp((d - b - |d - b|)/(q b)): 1 beyond the zone's width b */
static void force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                  ptl_contact_out *out) {
  const double inside = in->depth - c[WIDTH];
  const double share = inside < 0 ? exp(inside * c[RATE]) : 1;
  double slope;
  const double full = ptl_oscillator_damping(c[STRENGTH], elastic, &slope);
  if (inside < 0) slope += full * c[RATE];
  out->force = elastic->force + full * share * in->depth_rate;
  out->d_depth = elastic->stiffness + slope * share * in->depth_rate;
  out->d_rate = full * share;
  out->energy = elastic->energy;
}

static const ptl_param params[] = {
    {.name = "restitution",
     .unit = "1",
     .min = 0,
     .max = 1,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Coefficient of restitution c."},
    {.name = "width",
     .unit = "m",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Width b of the transition zone, below the largest depth."},
    {.name = "steepness",
     .unit = "1",
     .fallback = 2,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "Parameter q of the transition, typically 2 to 4."},
    {.name = "form",
     .unit = "1",
     .fallback = DIVIDED,
     .kind = PTL_CHOICE,
     .choices = "divided|multiplied",
     .doc = "Exponent divided by q as printed, or multiplied by q."},
    {0},
};

const ptl_damping_law ptl_damping_lee_wang_2 = {
    .name = "lee_wang_2",
    .doc = {.family = "dashpot",
            .title = "Lee-Wang damping, second form",
            .formula =
                "F = F_el + 2 m w |ln c|/sqrt(ln^2 c + pi^2) T_2 d_rate, T_2 = exp((d - b - |d "
                "- b|)/(q b))",
            .source = "Lee & Wang, J. Mech. Transm. Autom. Des. 1983, 105, 534; Autiero et al., "
                      "Machines 2022, 10, 966, eqs. 41 to 45",
            .validity =
                "Published for a linear spring. As printed T_2 starts at exp(-2/q), 0.37 to "
                "0.61 for the usual q; `form: multiplied`, exp(q (d - b - |d - b|)/b), starts "
                "near zero and is probably what was meant. Returns more than c: 0.5 comes "
                "out as about 0.56."},
    .params = params,
    .needs = PTL_NEEDS_MASS,
    .flags = PTL_LAW_JUMPS,
    .n_derived = 2,
    .prepare = prepare,
    .force = force,
};
