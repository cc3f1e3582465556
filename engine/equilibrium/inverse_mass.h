/* inverse_mass.h: how a mechanism gives way to a force. Internal. */
#ifndef PTL_INVERSE_MASS_H
#define PTL_INVERSE_MASS_H

#include "kkt.h"
#include "system.h"

/* f^T M_c^-1 f, with the constrained inverse mass matrix M_c^-1 of the equations in kkt: M_c^-1 f
 * is the x of least x^T M x/2 - f^T x with Phi_q x = 0. Of a force f of unit size it is 1/m [1/kg];
 * 0 where it is below the part `rounding` of what it is without constraints. f: n_coordinates; x:
 * n_coordinates, scratch; zero: n_rows zeros. */
ptl_status ptl_inverse_mass(ptl_kkt *kkt, const ptl_system *system, const double *f, double *x,
                            const double *zero, double rounding, double *out);
/* The same where x = M_c^-1 f is known. */
double ptl_inverse_mass_along(const ptl_system *system, const double *f, const double *x,
                              double rounding);

#endif
