/* restitution.h: the family F = F_el (1 + eps d_rate / reference speed), to which most published
 * damping laws belong; they differ in eps as a function of the restitution c. Shared by contact/.
 *
 * With these laws the restitution that results depends on eps alone, whatever the elastic law and
 * the mass:  eps (1 + c) = ln((1 + eps) / (1 - eps c)). */
#ifndef PTL_RESTITUTION_H
#define PTL_RESTITUTION_H

#include <math.h>

#include "pintle_extend.h"

/* Instance of a law of the family: its parameters, then the eps that its prepare() derives. */
enum { PTL_RESTITUTION, PTL_REST_SPEED, PTL_RESTITUTION_PARAMS, PTL_EPS = PTL_RESTITUTION_PARAMS };

#define PTL_RESTITUTION_ROW(least)                                                  \
  {                                                                                 \
    .name = "restitution", .unit = "1", .min = least, .max = 1,                     \
    .flags = PTL_REQUIRED | PTL_OPEN_MIN,                                           \
    .doc = "Coefficient of restitution c: speed after over speed before an impact." \
  }

#define PTL_REST_SPEED_ROW                                                                      \
  {                                                                                             \
    .name = "rest_speed", .unit = "m/s", .fallback = 0, .min = 0, .max = INFINITY,              \
    .doc =                                                                                      \
        "Speed of approach up to which the restitution is 0; from twice that on it is c. Must " \
        "not be below the contact's touch_speed_floor."                                         \
  }

#define PTL_RESTITUTION_ROWS(least) PTL_RESTITUTION_ROW(least), PTL_REST_SPEED_ROW

/* What the depth's rate is multiplied by [s/m]: eps/v0. Up to the rest speed r it is at least 20/r,
 * with which a free mass leaves at r/20 or slower, whatever the speed it came with; between r and
 * 2 r its inverse goes over linearly from one to the other. */
double ptl_restitution_factor(double eps, double rest_speed, const ptl_contact_in *in);

/* The force of such a law with the instance above. */
void ptl_restitution_force(const double *c, const ptl_contact_in *in,
                           const ptl_elastic_out *elastic, ptl_contact_out *out);

/* F_el (1 + factor d_rate) and its partial derivatives. */
void ptl_restitution_apply(double factor, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                           ptl_contact_out *out);

#endif
