/* inverse_mass.c: see inverse_mass.h. */
#include "inverse_mass.h"

double ptl_inverse_mass_along(const ptl_system *s, const double *f, const double *x,
                              double rounding) {
  double constrained = 0.0, free_mass = 0.0;
  for (int i = 0; i < s->n_coordinates; i++) {
    constrained += f[i] * x[i];
    free_mass += f[i] * f[i] * s->inverse_mass[i];
  }
  return constrained > rounding * free_mass ? constrained : 0.0;
}

ptl_status ptl_inverse_mass(ptl_kkt *kkt, const ptl_system *s, const double *f, double *x,
                            const double *zero, double rounding, double *out) {
  *out = 0.0;
  ptl_status status = ptl_kkt_solve(kkt, f, zero, x, NULL);
  if (status == PTL_OK) *out = ptl_inverse_mass_along(s, f, x, rounding);
  return status;
}
