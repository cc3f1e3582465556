/* pintle_wear.h: wear of the surfaces of gaps. Part of pintle.h. */
#ifndef PINTLE_WEAR_H
#define PINTLE_WEAR_H

#include "pintle_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Archard's law: a surface loses the volume dV = k F |ds| to the normal force F that slides by ds,
 * locally the depth dh = k p |ds| (J. F. Archard, J. Appl. Phys. 24 (1953) 981). */
typedef struct ptl_wear_def {
  double coefficient,
      coefficient_b; /* k of the surfaces of part A and of part B, >= 0, not both 0 [m^2/N] */
  double length;     /* of the contact across the plane, > 0 [m] */
  /* stiffness of the surfaces as a Winkler foundation, by which `pintle wear` distributes the
   * pressure; 0: that which has the contact law's force                        [Pa/m] */
  double foundation;
  double sectors; /* of a turn, a whole number from 12 to 1440 */
} ptl_wear_def;

/* Coefficients and length 0, 72 sectors. */
PTL_DEF_DEFAULT(ptl_wear_default, ptl_wear_def)

/* How a surface is divided. */
typedef enum ptl_wear_shape {
  PTL_WEAR_ROUND, /* a circle: by the direction in which it is touched, seen from its centre */
  PTL_WEAR_FLAT,  /* a straight one: by the place along it */
  PTL_WEAR_WHOLE  /* a corner, or a surface whose curvature varies: not at all */
} ptl_wear_shape;

/* One of the two surfaces of a gap. F is the normal force of the contact, s the distance slid. */
typedef struct ptl_wear_surface {
  const char *part; /* "bearing" */
  ptl_wear_shape shape;
  int n_sectors; /* 1 of a surface that is not divided */
  double radius; /* of a round one, > 0                                               [m] */
  double first,
      /* middle of the first sector, and from one to the next: direction in the part's frame [rad];
       * place along the part's tangent, as it is reached [m] */
      width;
  double coefficient;        /*                                                        [m^2/N] */
  double work;               /* integral of F |ds|, sum over the sectors                   [J] */
  double volume;             /* k times that: of contacts at a point                     [m^3] */
  double depth;              /* largest of the sectors; NAN of a surface that is not divided [m] */
  const double *works;       /* integral of F |ds| of each sector                          [J] */
  const double *force_works; /* integral of F^2 |ds| of each sector                      [N J] */
} ptl_wear_surface;

typedef struct ptl_wear_summary { /* of one gap */
  const char *joint, *gap;
  double length;
  ptl_wear_surface surfaces[2]; /* of part A and of part B */
} ptl_wear_summary;

/* Depth of a sector by its integral: k W/(width of the sector times length); NAN of a surface that
 * is not divided [m]. */
PTL_API double ptl_wear_sector_depth(const ptl_wear_summary *gap, int surface, int sector);

#ifdef __cplusplus
}
#endif
#endif
