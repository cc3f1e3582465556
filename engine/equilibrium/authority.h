/* authority.h: whether the forces of servos can keep what they prescribe. Internal. */
#ifndef PTL_AUTHORITY_H
#define PTL_AUTHORITY_H

#include "data.h"

typedef struct ptl_authority {
  double value;  /* 0 to 1 */
  int servo;     /* the weakest; -1 without servos */
  int is_turned; /* 1: the determinant of the input matrix is negative */
} ptl_authority;

/* Accelerations of the coordinates that servos prescribe, by their forces, at (t, q, v) and without
 * their own constraints: with G the rows of these coordinates, B those along which the forces act
 * and R the inverse mass that the other constraints leave, the input matrix G R B^T. Scaled by the
 * roots of the diagonals of G R G^T and B R B^T, which for one servo makes it the cosine between
 * both directions in the measure of the masses; of several the least pivot. */
ptl_status ptl_authority_find(ptl_data *data, double t, const double *q, const double *v,
                              ptl_authority *out);

/* How the mechanism gives way to a force at (t, q, v) while servos hold what they prescribe. */
typedef struct ptl_served ptl_served;
ptl_status ptl_served_create(ptl_data *data, double t, const double *q, const double *v,
                             ptl_served **out);
void ptl_served_destroy(ptl_served *served);
/* x: the accelerations by the force f and by what the servos do about it: R f + R B^T l with G x
 * = 0. Of several forces the work of one on the accelerations by another is not that of the other
 * on those by the one. f and x: n_coordinates. */
ptl_status ptl_served_solve(ptl_served *served, const double *f, double *x);

/* PTL_ERR_UNFIT where a servo has none at the state. */
ptl_status ptl_authority_check(ptl_data *data, double t, const double *q, const double *v);
/* "motion 'NAME'" of a servo with the name of what its force acts along, for messages. */
void ptl_authority_name(const ptl_system *system, int servo, char *text, size_t size);

#endif
