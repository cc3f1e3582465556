/* stribeck.h: the coefficient of friction that falls with the slip rate (Stribeck 1902; Bo and
 * Pavelescu, Wear 1982, 82, 277). Shared by the laws that use it. */
#ifndef PTL_STRIBECK_H
#define PTL_STRIBECK_H

#include "pintle_extend.h"

typedef struct ptl_stribeck {
  double kinetic, still, speed, exponent; /* mu_k, mu_s, v_s [m/s], delta */
} ptl_stribeck;

/* Rows of a parameter table that describe the curve, in the order above. */
#define PTL_STRIBECK_ROWS                                                                \
  {.name = "kinetic",                                                                    \
   .unit = "1",                                                                          \
   .min = 0,                                                                             \
   .max = INFINITY,                                                                      \
   .flags = PTL_REQUIRED | PTL_OPEN_MIN,                                                 \
   .doc = "Coefficient mu_k of fast sliding."},                                          \
      {.name = "static",                                                                 \
       .unit = "1",                                                                      \
       .min = 0,                                                                         \
       .max = INFINITY,                                                                  \
       .flags = PTL_REQUIRED | PTL_OPEN_MIN,                                             \
       .doc = "Coefficient mu_s at break-away."},                                        \
      {.name = "stribeck_speed",                                                         \
       .unit = "m/s",                                                                    \
       .fallback = 1e-2,                                                                 \
       .min = 0,                                                                         \
       .max = INFINITY,                                                                  \
       .flags = PTL_OPEN_MIN,                                                            \
       .doc = "Slip rate v_s over which the coefficient falls from static to kinetic."}, \
  {                                                                                      \
    .name = "exponent", .unit = "1", .fallback = 2, .min = 1, .max = 10,                 \
    .doc = "Exponent delta of the fall; 1 is Tustin's, 2 Gauss's curve."                 \
  }

/* g(v) = mu_k + (mu_s - mu_k) exp(-|v/v_s|^delta), and its slope by v. */
double ptl_stribeck_coefficient(const ptl_stribeck *s, double slip_rate, double *slope);
/* Non-zero with the reason when mu_s < mu_k. */
int ptl_stribeck_check(const ptl_stribeck *s, ptl_reason *why);

#endif
