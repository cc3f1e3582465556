/* stribeck.h: the coefficient of friction that falls with the slip rate (Stribeck 1902; Bo and
 * Pavelescu, Wear 1982, 82, 277). Shared by the laws that use it.                             */
#ifndef PTL_STRIBECK_H
#define PTL_STRIBECK_H

#include "pintle_extend.h"

typedef struct ptl_stribeck {
  double kinetic, still, speed, exponent; /* mu_k, mu_s, v_s [m/s], delta                     */
} ptl_stribeck;

/* g(v) = mu_k + (mu_s - mu_k) exp(-|v/v_s|^delta), and its slope by v. */
double ptl_stribeck_coefficient(const ptl_stribeck *s, double slip_rate, double *slope);
/* Non-zero with the reason when mu_s < mu_k. */
int ptl_stribeck_check(const ptl_stribeck *s, ptl_reason *why);

#endif
