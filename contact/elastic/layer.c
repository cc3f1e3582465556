/* A rigid pin in a bush with a thin elastic layer: Winkler's foundation. */
#include <math.h>

#include "pair.h"

enum { THICKNESS, YOUNG, POISSON, STIFFNESS, CLEARANCE };

/* k_f = M/t, M = E (1 - nu)/((1 + nu) (1 - 2 nu)); k_f L R with the radius R of the pin */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  const double nu = c[POISSON], modulus = c[YOUNG] * (1 - nu) / ((1 + nu) * (1 - 2 * nu));
  if (!(env->radius_a < 0 || env->radius_b < 0))
    return ptl_refuse(why, "radii are %g m and %g m, one of the two must be a hole (< 0)",
                      env->radius_a, env->radius_b);
  if (ptl_pair_difference(env, &c[CLEARANCE], why)) return 1;
  c[STIFFNESS] = modulus / c[THICKNESS] * env->length * fmax(env->radius_a, env->radius_b);
  return 0;
}

/* x - sin x */
static double over_sine(double x) {
  const double x2 = x * x;
  if (x > 0.3) return x - sin(x);
  return x * x2 / 6 * (1 - x2 / 20 * (1 - x2 / 42 * (1 - x2 / 72 * (1 - x2 / 110))));
}

/* x (2 + cos x) - 3 sin x */
static double energy_shape(double x) {
  const double x2 = x * x;
  if (x > 0.6) return x * (2 + cos(x)) - 3 * sin(x);
  return x * x2 * x2 / 60 *
         (1 - x2 / 21 * (1 - x2 / 48 * (1 - x2 / 82.5 * (1 - x2 / 124.8 * (1 - x2 / 175)))));
}

/* The layer is compressed by d cos t - dR (1 - cos t) at the angle t, up to t_0 where that is zero:
 *   F = k_f L R ((dR + d) (t_0 + sin t_0 cos t_0) - 2 dR sin t_0), cos t_0 = dR/(dR + d);
 * with x = 2 t_0: F = k_f L R (dR + d) (x - sin x)/2, F' = k_f L R (x + sin x)/2,
 * E = k_f L R (dR + d)^2 (x (2 + cos x) - 3 sin x)/4. */
static void force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  const double all = c[CLEARANCE] + in->depth;
  const double x = 4 * asin(sqrt(0.5 * in->depth / all));
  out->force = 0.5 * c[STIFFNESS] * all * over_sine(x);
  out->stiffness = 0.5 * c[STIFFNESS] * (x + sin(x));
  out->energy = 0.25 * c[STIFFNESS] * all * all * energy_shape(x);
}

static double max_depth(const double *c) {
  return c[THICKNESS];
}

static const ptl_param params[] = {
    {.name = "thickness",
     .unit = "m",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Thickness t of the layer."},
    {.name = "young",
     .unit = "Pa",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Young's modulus E of the layer."},
    {.name = "poisson",
     .unit = "1",
     .min = -1,
     .max = 0.5,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN | PTL_OPEN_MAX,
     .doc = "Poisson's ratio nu of the layer."},
    {0},
};

const ptl_elastic_law ptl_elastic_layer = {
    .name = "layer",
    .doc = {.family = "bush",
            .title = "Bonded thin layer, lined bush",
            .formula = "F = k_f L R ((dR + d) (t_0 + sin t_0 cos t_0) - 2 dR sin t_0), cos t_0 = "
                       "dR/(dR + d), k_f = E (1 - nu)/((1 + nu) (1 - 2 nu) t)",
            .source =
                "foundation of a bonded compressible layer: Johnson, Contact Mechanics, 1985, "
                "sec. 5.8; integrated over the pin here",
            .validity =
                "Pin in a hole, the layer on either, all else rigid; t smaller than the width of "
                "the contact and nu below 0.45, for a layer that cannot be squeezed out is stiffer "
                "than this. F goes with d^1.5 for d much smaller than dR, and with d for dR much "
                "smaller than d. Ends where the layer is gone, d = t."},
    .params = params,
    .needs = PTL_NEEDS_RADII | PTL_NEEDS_LENGTH,
    .n_derived = 2,
    .prepare = prepare,
    .force = force,
    .max_depth = max_depth,
};
