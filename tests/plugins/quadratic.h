/* quadratic.h: a law for the plug-ins of the tests, F = K d^2. */
#ifndef TEST_QUADRATIC_H
#define TEST_QUADRATIC_H

#include <math.h>

#include "pintle_extend.h"

#define EXPORT __attribute__((visibility("default")))

static const ptl_param quadratic_params[] = {
    {.name = "stiffness",
     .unit = "N/m^2",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Stiffness K."},
    {0},
};

static void quadratic_force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  out->force = c[0] * in->depth * in->depth;
  out->stiffness = 2 * c[0] * in->depth;
  out->energy = c[0] * in->depth * in->depth * in->depth / 3;
}

#define QUADRATIC_DOC \
  { "Quadratic law", "F = K d^2", "made up for the tests", "no real body" }

#endif
