/* bristle.h: bristles between two surfaces, one deflection z for all of them, and the force that
 * they carry. Shared by the laws that differ in how z moves.
 *
 *   F = N (s0 z + s1 exp(-(v/v_d)^2) z' + s2 v)
 *
 * Every coefficient is per unit of normal force (Canudas de Wit and Tsiotras, CDC 1999), and the
 * damping fades with the slip rate, for the law makes energy unless s1 |v| <= 4 g(v) (Olsson:
 * Control Systems with Friction, Lund 1996). */
#ifndef PTL_BRISTLE_H
#define PTL_BRISTLE_H

#include "stribeck.h"

/* Rows that the parameter tables of both laws begin with, and their places. */
#define PTL_BRISTLE_ROWS                                                                           \
  PTL_STRIBECK_ROWS,                                                                               \
      {.name = "stiffness",                                                                        \
       .unit = "1/m",                                                                              \
       .fallback = 1e5,                                                                            \
       .min = 0,                                                                                   \
       .max = INFINITY,                                                                            \
       .flags = PTL_OPEN_MIN,                                                                      \
       .doc =                                                                                      \
           "Stiffness s0 of the bristles per normal force; mu/s0 is their largest deflection."},   \
      {.name = "damping",                                                                          \
       .unit = "s/m",                                                                              \
       .fallback = 100,                                                                            \
       .min = 0,                                                                                   \
       .max = INFINITY,                                                                            \
       .doc = "Damping s1 of the bristles per normal force."},                                     \
      {.name = "damping_speed",                                                                    \
       .unit = "m/s",                                                                              \
       .min = 0,                                                                                   \
       .max = INFINITY,                                                                            \
       .flags = PTL_OPTIONAL | PTL_OPEN_MIN,                                                       \
       .doc =                                                                                      \
           "Slip rate v_d over which the damping fades; left out: half of the largest with which " \
           "the law makes no energy."},                                                            \
      {.name = "viscous",                                                                          \
       .unit = "s/m",                                                                              \
       .fallback = 0,                                                                              \
       .min = 0,                                                                                   \
       .max = INFINITY,                                                                            \
       .doc = "Growth s2 of the coefficient with the slip rate."},                                 \
  {                                                                                                \
    .name = "stick_speed", .unit = "m/s", .fallback = 1e-3, .min = 0, .max = INFINITY,             \
    .flags = PTL_OPEN_MIN,                                                                         \
    .doc =                                                                                         \
        "Slip rate below which the surfaces are reported as sticking; the force does not need it." \
  }

enum {
  PTL_BRISTLE_KINETIC,
  PTL_BRISTLE_STATIC,
  PTL_BRISTLE_STRIBECK_SPEED,
  PTL_BRISTLE_EXPONENT,
  PTL_BRISTLE_STIFFNESS,
  PTL_BRISTLE_DAMPING,
  PTL_BRISTLE_DAMPING_SPEED,
  PTL_BRISTLE_VISCOUS,
  PTL_BRISTLE_STICK_SPEED,
  PTL_BRISTLE_PARAMS
};

/* z' with its derivatives. */
typedef struct ptl_bristle_rate {
  double value, by_slip, by_state;
} ptl_bristle_rate;

ptl_stribeck ptl_bristle_curve(const double *c);
/* Checks the common parameters and finds v_d, which goes to c[used]. */
int ptl_bristle_prepare(double *c, int used, ptl_reason *why);
/* Force and partial derivatives from z' at the state; `used` as above. */
void ptl_bristle_force(const double *c, int used, const ptl_friction_in *in,
                       const ptl_bristle_rate *rate, ptl_friction_out *out);
double ptl_bristle_stick_speed(const double *c);
void ptl_bristle_steady(const double *c, double slip_rate, double *state);

#endif
