/* compliant_path.h: a step along which stiff elements keep to the deflections that their gradients
 * foresee. Internal.
 *
 * A closed contact, a bushing or a stiff spring leaves free directions, which are curved: along
 * the surface, or about a pin. A straight step as long as the mechanism allows would change the
 * depth, the displacement or the length by many times what it is at rest; the length of steps would
 * follow from the stiffness. */
#ifndef PTL_COMPLIANT_PATH_H
#define PTL_COMPLIANT_PATH_H

#include "tangent.h"

typedef struct ptl_compliant_path {
  ptl_tangent *g;
  double time;
  const double *along; /* n: the step's displacement, scaled as the tangent is */
  double part;         /* of it that was gone last */
  double *q;           /* n: where it begins */
  /* depths of the gaps, then displacements and angles in bushings, these by the mechanism's
   * length, then coordinates of springs */
  int n_gaps, first_spring, n_deflections;
  double *begin, *slopes; /* per deflection: there, and what the whole step adds to it [m] */
  double *stretch; /* per spring: beyond where it has no force, as it begins; NAN: not stiff [m] */
  double *now, *gradients; /* where the step has gone to; n x n_deflections, scaled */
  double *end;             /* per gap: where a step leads that is looked over */
  double *rows, *right;    /* n_deflections x n; max(n_deflections, n) */
  double *change;          /* n */
  int *pivots, *kept;      /* n; the deflections that are kept to */
  void *arrays;
} ptl_compliant_path;

ptl_status ptl_compliant_path_create(ptl_tangent *tangent, double time, ptl_compliant_path *out);
void ptl_compliant_path_release(ptl_compliant_path *path);

/* The step begins at q in the tangent's y, where its bases are; along has to stay. */
void ptl_compliant_path_begin(ptl_compliant_path *path, const double *along);
/* Moves y to that part of the step, onto the constraints; PTL_ERR_UNFIT without a message where
 * that fails. */
ptl_status ptl_compliant_path_go(ptl_compliant_path *path, double part);
/* The first of some parts of a step up to `part`, to which it has just gone, at which a gap is
 * closed deeper than at both ends: parts would go through one another. 0 where there is none. */
double ptl_compliant_path_find_passed(ptl_compliant_path *path, double part);
/* The work that the force in the tangent does per step where it has gone to. */
double ptl_compliant_path_work(ptl_compliant_path *path);

#endif
