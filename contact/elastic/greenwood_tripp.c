/* Asperities of two rough cylinders that begin to touch: the dry share of a mixed lubricated
 * contact. */
#include <math.h>

#include "pair.h"

/* p(h) = (16 sqrt(2) pi/15)(eta beta sigma)^2 sqrt(sigma/beta) E* F(h/sigma), F(x) = a (4 - x)^n
 * for x < 4, a = 4.4086e-5, n = 6.804. Between cylinders of effective radius R the mean planes are
 * h + x^2/(2 R) apart at x, so that with d = 4 sigma - h
 *   F = L p_1 (d/sigma)^n sqrt(2 R d) B(1/2, n + 1),   p = p_1 (d/sigma)^n */
enum { ROUGHNESS, DENSITY, ASPERITY_RADIUS, FACTOR, N_PLACES };

static const double exponent = 6.804, fit = 4.4086e-5, reach = 4.0;

static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  double modulus, radius;
  if (ptl_pair_modulus(env, &modulus, why) || ptl_pair_radius(env, &radius, why)) return 1;
  const double sigma = c[ROUGHNESS], beta = c[ASPERITY_RADIUS];
  const double slopes = c[DENSITY] * beta * sigma;
  const double pressure =
      16.0 * sqrt(2.0) * PTL_PI / 15.0 * slopes * slopes * sqrt(sigma / beta) * modulus * fit;
  const double beta_function = sqrt(PTL_PI) * tgamma(exponent + 1.0) / tgamma(exponent + 1.5);
  c[FACTOR] = env->length * pressure * sqrt(2.0 * radius * sigma) * beta_function;
  return 0;
}

static void force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  const double x = in->depth / c[ROUGHNESS], power = exponent + 0.5;
  out->force = c[FACTOR] * pow(x, power);
  out->stiffness = power * out->force / in->depth;
  out->energy = out->force * in->depth / (power + 1.0);
}

static double max_depth(const double *c) {
  return reach * c[ROUGHNESS];
}

static const ptl_param params[] = {
    {.name = "roughness",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Standard deviation sigma of the heights of both surfaces together."},
    {.name = "density",
     .unit = "1/m^2",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Number eta of asperities per area."},
    {.name = "asperity_radius",
     .unit = "m",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Radius beta of their tips."},
    {0},
};

const ptl_elastic_law ptl_elastic_greenwood_tripp = {
    .name = "greenwood_tripp",
    .doc = {.family = "rough",
            .title = "Greenwood and Tripp's asperities",
            .formula = "F = L p_1 (d/sigma)^7.304 sqrt(2 R sigma) B(1/2, 7.804), p_1 = 16 sqrt(2) "
                       "pi/15 (eta beta sigma)^2 sqrt(sigma/beta) E* 4.4086e-5",
            .source =
                "The contact of two nominally flat rough surfaces, Proc. Instn Mech. Engrs "
                "185 (1970), 625; the power of 4 - h/sigma is a fit that is common for F_5/2, "
                "integrated here over parallel cylinders",
            .validity = "The depth counts from where the mean planes are 4 sigma apart: give the "
                        "bearing the `roughness` 4 sigma. Elastic asperities of one size, Gaussian "
                        "heights; up to a depth of 4 sigma, where the mean planes meet. The fit of "
                        "F_5/2 is within 11 % for mean planes 0 to 2 sigma apart and too small "
                        "beyond, where they carry little."},
    .params = params,
    .needs = PTL_NEEDS_RADII | PTL_NEEDS_LENGTH | PTL_NEEDS_MATERIALS,
    .n_derived = N_PLACES - FACTOR,
    .prepare = prepare,
    .force = force,
    .max_depth = max_depth,
};
