/* The smooth spring-damper of Simscape Multibody's contact force block. */
#include <math.h>

#include "pintle_extend.h"
#include "ramp.h"

enum { COEFFICIENT, WIDTH };

/* Elastic energy under the ramp, for F_el = K d^n with n = F d/E - 1:
 *   integral of s(x/w) K x^n = K d^(n+1) (3 u^2/(n+3) - 2 u^3/(n+4)) for u = d/w <= 1,
 * and beyond the width K d^(n+1)/(n+1) less what the ramp has taken away. */
static double energy(double u, const ptl_elastic_out *elastic, double depth) {
  const double n1 = elastic->force * depth / elastic->energy, all = elastic->energy * n1;
  if (u <= 1) return all * u * u * (3 / (n1 + 2) - 2 * u / (n1 + 3));
  return elastic->energy - all * pow(u, -n1) * (1 / n1 - 3 / (n1 + 2) + 2 / (n1 + 3));
}

/* F = s(d/w) (F_el + D d_rate), s(u) = 3u^2 - 2u^3 up to 1 */
static void force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                  ptl_contact_out *out) {
  const double u = in->depth / c[WIDTH];
  const double full = elastic->force + c[COEFFICIENT] * in->depth_rate;
  double slope;
  const double share = ptl_ramp(u, &slope);
  out->force = share * full;
  out->d_depth = share * elastic->stiffness + slope / c[WIDTH] * full;
  out->d_rate = share * c[COEFFICIENT];
  out->energy = elastic->energy > 0 ? energy(u, elastic, in->depth) : 0;
}

static const ptl_param params[] = {
    {.name = "coefficient",
     .unit = "N s/m",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Damping D."},
    {.name = "width",
     .unit = "m",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Depth w over which the force is switched on (transition region width)."},
    {0},
};

const ptl_damping_law ptl_damping_simscape_contact = {
    .name = "simscape_contact",
    .doc = {.family = "dashpot",
            .title = "Smooth spring-damper of Simscape Multibody",
            .formula = "F = max(0, s(d/w) (F_el + D d_rate)), s(u) = 3u^2 - 2u^3 up to 1",
            .source = "MathWorks, documentation of the block Spatial Contact Force: f_n = s(d) (k "
                      "d + b d'), s from 0 to 1 with zero slope at both ends; the cubic is "
                      "assumed, and that the force does not pull",
            .validity =
                "With `power` of exponent 1 it is the block's law. The ramp weakens the spring, "
                "too: a width above the depth makes the contact softer. Where the dashpot alone "
                "returns 0.5 it returns 0.551, 0.563, 0.689, 0.829 for widths of 0.01, 0.1, 1, 5 "
                "times v0 sqrt(m/K)."},
    .params = params,
    .partners = "power|hertz",
    .force = force,
};
