/* inverse_mass.c: see inverse_mass.h. */
#include "inverse_mass.h"

ptl_status ptl_inverse_mass(ptl_kkt *kkt, const ptl_system *s, const double *f, double *x,
                            const double *zero, double rounding, double *out) {
  double free_mass = 0.0;
  *out = 0.0;
  ptl_status status = ptl_kkt_solve(kkt, f, zero, x, NULL);
  for (int i = 0; i < s->n_coordinates && status == PTL_OK; i++) {
    *out += f[i] * x[i];
    free_mass += f[i] * f[i] * s->inverse_mass[i];
  }
  if (!(*out > rounding * free_mass)) *out = 0.0;
  return status;
}
