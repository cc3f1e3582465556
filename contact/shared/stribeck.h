/* stribeck.h: the coefficient of friction that falls with the slip rate (Stribeck 1902; Bo and
 * Pavelescu, Wear 1982, 82, 277). Shared by the laws that use it. */
#ifndef PTL_STRIBECK_H
#define PTL_STRIBECK_H

#include "pintle_extend.h"

typedef struct ptl_stribeck {
  double kinetic, still, speed, exponent; /* mu_k, mu_s, v_s [m/s], delta */
} ptl_stribeck;

/* Rows of a parameter table that describe the curve, in the order above. */
#define PTL_STRIBECK_ROWS                                                                        \
  {"kinetic",                                                                                    \
   "1",                                                                                          \
   0,                                                                                            \
   0,                                                                                            \
   INFINITY,                                                                                     \
   "Coefficient mu_k of fast sliding.",                                                          \
   PTL_REQUIRED | PTL_OPEN_MIN,                                                                  \
   PTL_NUMBER,                                                                                   \
   NULL},                                                                                        \
      {"static",                                                                                 \
       "1",                                                                                      \
       0,                                                                                        \
       0,                                                                                        \
       INFINITY,                                                                                 \
       "Coefficient mu_s at break-away.",                                                        \
       PTL_REQUIRED | PTL_OPEN_MIN,                                                              \
       PTL_NUMBER,                                                                               \
       NULL},                                                                                    \
      {"stribeck_speed",                                                                         \
       "m/s",                                                                                    \
       1e-2,                                                                                     \
       0,                                                                                        \
       INFINITY,                                                                                 \
       "Slip rate v_s over which the coefficient falls from static to kinetic.",                 \
       PTL_OPEN_MIN,                                                                             \
       PTL_NUMBER,                                                                               \
       NULL},                                                                                    \
  {                                                                                              \
    "exponent", "1", 2, 1, 10, "Exponent delta of the fall; 1 is Tustin's, 2 Gauss's curve.", 0, \
        PTL_NUMBER, NULL                                                                         \
  }

/* g(v) = mu_k + (mu_s - mu_k) exp(-|v/v_s|^delta), and its slope by v. */
double ptl_stribeck_coefficient(const ptl_stribeck *s, double slip_rate, double *slope);
/* Non-zero with the reason when mu_s < mu_k. */
int ptl_stribeck_check(const ptl_stribeck *s, ptl_reason *why);

#endif
