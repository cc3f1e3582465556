/* pintle_bushing.h: joints that give way. Part of pintle.h. */
#ifndef PINTLE_BUSHING_H
#define PINTLE_BUSHING_H

#include "pintle_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Springs and dampers in place of a joint's constraints. A displacement f that the ideal joint
 * forbids meets the force k f + d f', its size e = |f| in all directions K e^n; the same for the
 * angle, which a joint that turns may have too, and along the axis of a joint that slides. With
 * clearance and a contact beside it, the contact limits the displacement. */
typedef struct ptl_bushing_def {
  double stiffness, damping;                       /* k, d          [N/m], [N s/m] */
  double power_stiffness, exponent;                /* K, n > 1      [N/m^n] */
  double rotational_stiffness, rotational_damping; /* from rest     [N m/rad], [N m s/rad] */
  double rotational_power_stiffness;               /*               [N m/rad^n] */
  double axial_stiffness, axial_damping;           /* from rest     [N/m], [N s/m] */
} ptl_bushing_def;

/* All 0, with exponent 3. */
PTL_DEF_DEFAULT(ptl_bushing_default, ptl_bushing_def)

#ifdef __cplusplus
}
#endif
#endif
