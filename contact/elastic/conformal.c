/* A pin in a hole of nearly its size: conformal contact of cylinders. */
#include <math.h>

#include "log_law.h"
#include "monotone.h"
#include "pair.h"

enum { LOG_LAW, CLEARANCE = PTL_N_LOG_LAW, FORCE_SCALE, N_PLACES };

/* Force f = F/(E* L dR), its slope and its integral over the depth x = d/dR at x = 1/512, 1.5/512,
 * 2/512, 3/512, ... 32, from the pressure between a disc and the hole of an infinite plane of the
 * same material, without friction, R much larger than dR:
 *   sum over n of a_n p_n cos(n t) = (1 + x') cos t - 1,  a_0 = 1, a_n = 2n/(n^2 - 1) for n > 1,
 * with p R/(E* dR) = sum of p_n cos(n t), zero at the edge of the contact and beyond it. The term
 * of n = 1, whose size depends on where the bodies are held, is that of Johnson's formula, which
 * small loads meet: x = x' + f (ln 4 - 1)/pi. tests/laws/test_conformal.c solves it anew. */
typedef struct node {
  double force, slope, energy;
} node;
static const node nodes[] = {
    {0.000697320254, 0.402804953, 6.42281824019e-07},
    {0.00110340554, 0.427875327, 1.5195500511e-06},
    {0.00153130072, 0.44781758, 2.80444284924e-06},
    {0.00243823195, 0.479503031, 6.67086706368e-06},
    {0.0034004139, 0.505012462, 1.23645604218e-05},
    {0.00545684244, 0.546228287, 2.96114805793e-05},
    {0.00765833791, 0.580023016, 5.51840949803e-05},
    {0.0124153356, 0.635769122, 0.000133313342771},
    {0.0175691922, 0.682504381, 0.00025020269667},
    {0.0288695896, 0.761490292, 0.00061139870701},
    {0.0413087532, 0.82933146, 0.00115828677804},
    {0.0691074377, 0.946592946, 0.00287399699669},
    {0.100317119, 1.04885985, 0.00551293319318},
    {0.171546585, 1.22516575, 0.0139512826997},
    {0.252890713, 1.37376531, 0.0271665760096},
    {0.439948837, 1.60607235, 0.0701665647596},
    {0.651559713, 1.76992406, 0.138172500554},
    {1.12110645, 1.96331606, 0.358748520929},
    {1.62524294, 2.05913829, 0.701543120564},
    {2.67834843, 2.13854731, 1.77578660848},
    {3.75578955, 2.16698835, 3.38372858181},
    {5.93423239, 2.18571744, 8.22717879431},
    {8.12321416, 2.19130764, 15.2554362193},
    {12.5098979, 2.1945835, 35.887456326},
    {16.9001127, 2.19547314, 65.2971703793},
    {25.6832326, 2.1959633, 150.463207433},
    {34.467385, 2.19608975, 270.764274033},
    {52.0364418, 2.19615712, 616.779221926},
    {69.6057789, 2.19617402, 1103.34801459},
};

enum { LAST = sizeof nodes / sizeof *nodes - 1 };

static const double first_depth = 1.0 / 512;

static double depth_of(int i) {
  return ldexp(i % 2 == 0 ? 1 : 1.5, i / 2 - 9);
}

static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  double modulus, clearance;
  if (!(env->radius_a < 0 || env->radius_b < 0))
    return ptl_refuse(why, "radii are %g m and %g m, one of the two must be a hole (< 0)",
                      env->radius_a, env->radius_b);
  if (ptl_pair_modulus(env, &modulus, why) || ptl_pair_difference(env, &clearance, why)) return 1;
  ptl_log_law_derive(c + LOG_LAW, 1 / (PTL_PI * modulus), 4 * PTL_PI * modulus * clearance / exp(1),
                     env->length);
  c[CLEARANCE] = clearance;
  c[FORCE_SCALE] = modulus * env->length * clearance;
  return 0;
}

/* f, f' and the integral of f at x, between two nodes. */
static node interpolate(int i, double x) {
  const double from = depth_of(i), h = depth_of(i + 1) - from, t = (x - from) / h;
  const node *a = &nodes[i], *b = &nodes[i + 1];
  const double value[2] = {a->force, b->force}, slopes[2] = {a->slope, b->slope};
  const double rise = b->force - a->force;
  const double c2 = 3 * rise - h * (2 * a->slope + b->slope);
  const double c3 = h * (a->slope + b->slope) - 2 * rise;
  node out;
  out.force = ptl_cubic_value(h, value, slopes, t, &out.slope);
  out.energy = a->energy + h * t * (a->force + t * (h * a->slope / 2 + t * (c2 / 3 + t * c3 / 4)));
  return out;
}

/* Beyond the last node, where the contact does not spread any more. */
static node extrapolate(double x) {
  const node *a = &nodes[LAST];
  const double past = x - depth_of(LAST);
  return (node){a->force + a->slope * past, a->slope,
                a->energy + past * (a->force + a->slope * past / 2)};
}

static void force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  const double x = in->depth / c[CLEARANCE];
  if (!(x >= first_depth)) {
    ptl_log_law_force(c + LOG_LAW, in->depth, out);
    return;
  }
  node at;
  if (x < depth_of(LAST)) {
    int octave;
    const double part = frexp(x, &octave); /* x = part 2^octave, part from 1/2 to 1 */
    at = interpolate(2 * (octave + 8) + (part >= 0.75), x);
  } else {
    at = extrapolate(x);
  }
  out->force = c[FORCE_SCALE] * at.force;
  out->stiffness = c[FORCE_SCALE] / c[CLEARANCE] * at.slope;
  out->energy = c[FORCE_SCALE] * c[CLEARANCE] * at.energy;
}

static const ptl_param params[] = {
    {0},
};

const ptl_elastic_law ptl_elastic_conformal = {
    .name = "conformal",
    .doc = {.family = "bush",
            .title = "Conformal contact of a pin in a hole",
            .formula = "F/(E* L dR) as a function of d/dR; Johnson's formula for d < dR/512",
            .source = "Fourier solution of disc and hole made for this law; the contact: Persson, "
                      "Chalmers 1964, Ciavarella & Decuzzi, Int. J. Solids Struct. 2001, 38, 4507",
            .validity =
                "Pin in a hole, parallel axes, R much larger than dR, both of about the same "
                "material. As Johnson at small loads, but right for wide contacts and without a "
                "largest depth: Johnson's depth is too small by 2, 6, 20 % at half angles of 20, "
                "30, 45 degrees (F/(E* L dR) = 0.10, 0.25, 0.71), and has no value past 57. For "
                "large loads F = 2.20 E* L d, at a half angle of 84.6 degrees. Table to 1e-4."},
    .params = params,
    .needs = PTL_NEEDS_RADII | PTL_NEEDS_LENGTH | PTL_NEEDS_MATERIALS,
    .n_derived = N_PLACES,
    .prepare = prepare,
    .force = force,
};
