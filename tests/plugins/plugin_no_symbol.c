/* plugin_no_symbol.c: a library that is no plug-in. */
#include "quadratic.h"

EXPORT double half_force(double depth);
EXPORT double half_force(double depth) {
  const double c[] = {0.5};
  const ptl_contact_in in = {depth, 0, 0, NULL};
  ptl_elastic_out out;
  quadratic_force(c, &in, &out);
  return quadratic_params[0].min + out.force;
}
