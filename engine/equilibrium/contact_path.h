/* contact_path.h: a step along which contacts that are closed keep to the depths that their
 * gradients foresee. Internal.
 *
 * A stiff contact leaves a free direction along its surface, which is curved. A straight step as
 * long as the mechanism allows would press the parts together, or apart, by many times the depth at
 * which they rest; the length of steps would follow from the stiffness. */
#ifndef PTL_CONTACT_PATH_H
#define PTL_CONTACT_PATH_H

#include "tangent.h"

typedef struct ptl_contact_path {
  ptl_tangent *g;
  double time;
  const double *along;       /* n: the step's displacement, scaled as the tangent is */
  double part;               /* of it that was gone last */
  double *q;                 /* n: where it begins */
  double *begin, *slopes;    /* per gap: depth there and what the whole step adds to it [m] */
  double *depths;            /* per gap: now */
  double *gradients;         /* n x gaps: of the depths, scaled */
  double *rows, *right;      /* gaps x n; max(gaps, n) */
  double *change, *straight; /* n */
  int *pivots, *kept;        /* n; the gaps that stay closed */
  void *arrays;
} ptl_contact_path;

ptl_status ptl_contact_path_create(ptl_tangent *tangent, double time, ptl_contact_path *out);
void ptl_contact_path_release(ptl_contact_path *path);

/* The step begins at q in the tangent's y, where its bases are; along has to stay. */
void ptl_contact_path_begin(ptl_contact_path *path, const double *along);
/* Moves y to that part of the step, onto the constraints; PTL_ERR_UNFIT without a message where
 * that fails. */
ptl_status ptl_contact_path_go(ptl_contact_path *path, double part);
/* The first of some parts of a step up to `part` at which a gap is closed deeper than at both ends:
 * parts would go through one another. 0 where there is none. */
double ptl_contact_path_find_passed(ptl_contact_path *path, double part);
/* The work that the force in the tangent does per step where y is. */
double ptl_contact_path_work(ptl_contact_path *path);

#endif
