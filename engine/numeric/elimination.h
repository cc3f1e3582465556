/* elimination.h: small dense systems of equations. Internal. */
#ifndef PTL_ELIMINATION_H
#define PTL_ELIMINATION_H

/* Solves A x = b by Gaussian elimination with partial pivoting; a: n x n by rows, overwritten; x: b
 * on entry. Returns the pivot of least size, 0 where A is singular and x is not a solution. */
double ptl_eliminate(double *a, int n, double *x);
/* The same of four, for little more than half of the cost. */
double ptl_eliminate_four(double *a, double *x);

#endif
