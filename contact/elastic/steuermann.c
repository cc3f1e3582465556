/* Steuermann's contact of a body of revolution whose gap grows as a power of the radius. */
#include <math.h>

#include "pair.h"

enum { INDEX, RISE, RISE_RADIUS, STIFFNESS };

/* Gap A r^(2n):  d = B A a^(2n),  F = 4n/(2n + 1) E* a d,  B = (2 4 ... 2n)/(1 3 ... (2n - 1)),
 * which is sqrt(pi) Gamma(n + 1)/Gamma(n + 1/2) also for n between whole numbers. Hence F = K d^(1
 * + 1/2n). A is rise/rise_radius^(2n), or 1/(2R) for a sphere, n = 1. */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  const double n = c[INDEX];
  const double B = sqrt(PTL_PI) * exp(lgamma(n + 1) - lgamma(n + 0.5));
  double modulus, radius, over; /* a = over d^(1/2n) */
  if (ptl_pair_modulus(env, &modulus, why)) return 1;
  if (isnan(c[RISE]) != isnan(c[RISE_RADIUS]))
    return ptl_refuse(why, "give both rise [m] and rise_radius [m], or none of the two");
  if (!isnan(c[RISE])) {
    over = c[RISE_RADIUS] / pow(B * c[RISE], 0.5 / n);
  } else if (n == 1) {
    if (ptl_pair_radius(env, &radius, why)) return 1;
    over = sqrt(radius);
  } else {
    return ptl_refuse(why, "index %g needs the profile: rise [m] and rise_radius [m]", n);
  }
  c[STIFFNESS] = 4 * n / (2 * n + 1) * modulus * over;
  return 0;
}

static void force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  const double power = 1 + 0.5 / c[INDEX];
  out->force = c[STIFFNESS] * in->depth * pow(in->depth, 0.5 / c[INDEX]);
  out->stiffness = power * out->force / in->depth;
  out->energy = out->force * in->depth / (power + 1);
}

static const ptl_param params[] = {
    {.name = "index",
     .unit = "1",
     .fallback = 1,
     .min = 0.5,
     .max = INFINITY,
     .doc = "Index n of the profile: 0.5 cone, 1 sphere, large flat."},
    {.name = "rise",
     .unit = "m",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Gap between the undeformed surfaces at rise_radius."},
    {.name = "rise_radius",
     .unit = "m",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Distance from the axis where the gap is `rise`."},
    {0},
};

const ptl_elastic_law ptl_elastic_steuermann = {
    .name = "steuermann",
    .doc = {.family = "point contact",
            .title = "Steuermann's polynomial profile",
            .formula =
                "F = 4n/(2n + 1) E* a d, d = (2 4 ... 2n)/(1 3 ... (2n - 1)) A a^(2n), gap A "
                "r^(2n)",
            .source = "Steuermann 1939; Johnson, Contact Mechanics, 1985, sec. 5.3; Wang & Gao, "
                      "Actuators 2023, 12, 89, eqs. 4 to 7",
            .validity =
                "Axisymmetric half spaces, a much smaller than the bodies. n = 1 is Hertz's "
                "sphere, large n the flat punch 2 E* a d. Without a profile the gap is that "
                "of the radii and n must be 1."},
    .params = params,
    .needs = PTL_NEEDS_MATERIALS,
    .n_derived = 1,
    .prepare = prepare,
    .force = force,
};
