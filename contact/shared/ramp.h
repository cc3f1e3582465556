/* ramp.h: the cubic step that several programs switch their forces on with. Shared by contact/. */
#ifndef PTL_RAMP_H
#define PTL_RAMP_H

/* s(u) = 3u^2 - 2u^3 within 0 and 1, 0 below, 1 above; its slope goes to *slope. */
static inline double ptl_ramp(double u, double *slope) {
  *slope = 0;
  if (!(u > 0)) return 0;
  if (u >= 1) return 1;
  *slope = 6 * u * (1 - u);
  return u * u * (3 - 2 * u);
}

#endif
