/* wear_pressure.h: what a surface loses under loads that move over it. Internal.
 *
 * Both surfaces together are a Winkler foundation of stiffness K: where they would overlap by d the
 * pressure is K d. A load F from direction b pushes the pin by e towards it, so that in direction a
 * the surfaces overlap by
 *   d(a) = e cos(a - b) - c - w(a),   F = integral of K d cos(a - b) R L da  where d > 0,
 * on a wall, along which places are x, with the curvature q of the two surfaces against each other,
 *   d(x) = e - q (x - b)^2/2 - w(x),   F = integral of K d L dx  where d > 0,
 * and slides by s, by which the surface loses k K d s in depth (Archard). The loss of all loads is
 * taken from the overlaps at its end: with those of the beginning a groove would break up into
 * needles as soon as k K s > 1. */
#ifndef PTL_WEAR_PRESSURE_H
#define PTL_WEAR_PRESSURE_H

#include "pintle.h"

typedef struct ptl_wear_load {
  double direction, force, slid; /* [rad], on a wall the place [m]; > 0 [N]; >= 0 [m] */
  /* of both surfaces against each other beyond that of a ring's clearance [1/m] */
  double curvature;
} ptl_wear_load;

typedef struct ptl_wear_ring {
  int n;            /* sectors, in directions 2 pi i/n; of a wall, at places i step */
  double step;      /* of a wall [m]; 0: it is round */
  double *loss;     /* w of each, >= 0 [m] */
  double clearance; /* c, with what the other surface has lost in the mean [m] */
  double radius, length, foundation, coefficient; /* R, L [m], K [Pa/m], k [m^2/N] */
} ptl_wear_ring;

/* The stiffness with which a pin in an unworn hole is pressed in by `depth` under `force`
 * [Pa/m]. */
double ptl_wear_foundation(double clearance, double radius, double length, double depth,
                           double force);
/* The same of a disc on a wall, by the curvature of both against each other. */
double ptl_wear_wall_foundation(double curvature, double length, double depth, double force);
/* Adds the loss under n loads to ring->loss. PTL_ERR_SIMULATION where no loss is found. */
ptl_status ptl_wear_press(ptl_context *context, ptl_wear_ring *ring, const ptl_wear_load *loads,
                          int n);

#endif
