/* Power law of the depth: the general form of fitted contact stiffness. */
#include <math.h>

#include "pintle_extend.h"

enum { STIFFNESS, EXPONENT };

/* F = K d^n; the usual n = 1.5 without the cost of a general power */
static void force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  const double n = c[EXPONENT];
  const double power = n == 1.5 ? in->depth * sqrt(in->depth) : pow(in->depth, n);
  out->force = c[STIFFNESS] * power;
  out->stiffness = n * out->force / in->depth;
  out->energy = out->force * in->depth / (n + 1);
}

static const ptl_param params[] = {
    {.name = "stiffness",
     .unit = "N/m^exponent",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Stiffness K."},
    {.name = "exponent",
     .unit = "1",
     .min = 0,
     .max = 10,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Exponent n; 1.5 is Hertz's sphere, 1 to 1.2 fits cylinders."},
    {0},
};

const ptl_elastic_law ptl_elastic_power = {
    .name = "power",
    .doc = {.family = "general",
            .title = "Power law",
            .formula = "F = K d^n",
            .source =
                "Hertz 1882 for n = 1.5; fitted K and n: Autiero et al., Machines 2022, 10, 966",
            .validity = "K means nothing without n and its length unit: 1 N/mm^n is 10^(3n) N/m^n. "
                        "Below n = 1 the stiffness is infinite at first touch."},
    .params = params,
    .force = force,
};
