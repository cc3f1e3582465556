/* Luding's adhesive, elasto-plastic hysteresis (hooke/hysteresis). */
#include <math.h>

#include "luding.h"
#include "pair.h"

enum {
  STIFFNESS,
  VELOCITY,
  MAX_RATIO,
  ADHESION_RATIO,
  PLASTICITY,
  PULL_OFF,
  K1,
  K2_MAX,
  KC,
  LIMIT
};
enum { DEEPEST }; /* memory: the largest depth that the present unloading line belongs to */

/* Depth of the plastic flow limit: d* = k2max/(k2max - k1) phi_f 2 R, R = a_1 a_2/(a_1 + a_2) */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  double radius;
  if (ptl_luding_stiffness(c[STIFFNESS], c[VELOCITY], env, &c[K1], why) ||
      ptl_pair_radius(env, &radius, why))
    return 1;
  c[K2_MAX] = c[MAX_RATIO] * c[K1];
  c[KC] = c[ADHESION_RATIO] * c[K1];
  c[LIMIT] =
      c[K2_MAX] > c[K1] ? c[MAX_RATIO] / (c[MAX_RATIO] - 1) * c[PLASTICITY] * 2 * radius : INFINITY;
  return 0;
}

/* Unloading line of the deepest point d_m: k2 = k1 + (k2max - k1) d_m/d*, d0 = (1 - k1/k2) d_m,
 * both constant beyond d*. */
static double unloading(const double *c, double deepest, double *rest) {
  const double capped = fmin(deepest, c[LIMIT]);
  const double share = capped < c[LIMIT] ? capped / c[LIMIT] : 1;
  const double k2 = c[K1] + (c[K2_MAX] - c[K1]) * share;
  *rest = (1 - c[K1] / k2) * capped;
  return k2;
}

/* The deepest point that counts at depth d: d itself while loading; on the adhesion branch the one
 * whose unloading line meets -kc d there, d_m^2 - d d_m - (k1 + kc) d d* /(k2max - k1) = 0. */
static double effective_deepest(const double *c, double depth, double remembered) {
  const double deepest = fmax(depth, remembered);
  double rest;
  const double k2 = unloading(c, deepest, &rest);
  if (!(k2 * (depth - rest) < -c[KC] * depth)) return deepest;
  const double product = (c[K1] + c[KC]) * depth * c[LIMIT] / (c[K2_MAX] - c[K1]);
  return 0.5 * (depth + sqrt(depth * depth + 4 * product));
}

/* F = f0 + k2 (d - d0) on the line that counts: k1 d while loading below d*, -kc d while adhering.
 * Recoverable energy: of the spring k2, and of the constant force. */
static void force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  const double remembered = in->memory[DEEPEST];
  const double deepest = effective_deepest(c, in->depth, remembered);
  double rest;
  const double k2 = unloading(c, deepest, &rest);
  const double hysteretic = k2 * (in->depth - rest);
  out->force = c[PULL_OFF] + hysteretic;
  out->stiffness = k2;
  if (deepest < remembered) out->stiffness = -c[KC];
  if (in->depth >= remembered && in->depth < c[LIMIT]) out->stiffness = c[K1];
  out->energy = hysteretic * hysteretic / (2 * k2) + c[PULL_OFF] * in->depth;
}

static void update(const double *c, const ptl_contact_in *in, ptl_contact_event event,
                   double *memory) {
  (void)event;
  memory[DEEPEST] = effective_deepest(c, in->depth, memory[DEEPEST]);
}

static const ptl_param params[] = {
    PTL_LUDING_ROWS,
    {.name = "max_stiffness_ratio",
     .unit = "1",
     .min = 1,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Largest unloading stiffness k2max over k1."},
    {.name = "adhesion_ratio",
     .unit = "1",
     .fallback = 0,
     .min = 0,
     .max = INFINITY,
     .doc = "Adhesion stiffness kc over k1."},
    {.name = "plasticity_depth",
     .unit = "1",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Plastic overlap phi_f at the flow limit, over twice the effective radius."},
    {.name = "pull_off_force",
     .unit = "N",
     .fallback = 0,
     .min = -INFINITY,
     .max = INFINITY,
     .doc = "Constant force f0 while touching, negative pulls."},
    {0},
};

const ptl_elastic_law ptl_elastic_luding = {
    .name = "luding",
    .doc = {.family = "plastic",
            .title = "Luding hysteresis with adhesion",
            .formula =
                "F = f0 + k1 d loading; f0 + k2 (d - d0) un- and reloading; f0 - kc d adhering",
            .source = "Luding, Granul. Matter 2008, 10, 235; LIGGGHTS manual, hooke/hysteresis",
            .validity =
                "Pulls. Goes with no damping and with `luding_viscous`. Without adhesion the "
                "restitution is sqrt(k1/k2(d_m)). Beyond d* loading follows k2max (d - 2 "
                "phi_f R), as the code does; the manual read literally would stay on k1. d0 = "
                "(1 - k1/k2) d_m is undefined in the manual. On the adhesion branch d_m is "
                "reset so that the unloading line meets it. The plastic overlap is forgotten "
                "when the gap opens."},
    .params = params,
    .needs = PTL_NEEDS_RADII,
    .flags = PTL_LAW_PULLS | PTL_LAW_JUMPS,
    .partners = "none|luding_viscous",
    .n_derived = 4,
    .n_memory = 1,
    .prepare = prepare,
    .force = force,
    .update = update,
};
