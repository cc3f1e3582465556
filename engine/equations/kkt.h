/* kkt.h: the linear problems of a consistent start (Karush-Kuhn-Tucker systems),
 *   minimise x^T M x / 2 - f^T x  subject to  Phi_q x = g,
 * that is M x + Phi_q^T y = f, Phi_q x = g, with y of least norm where rows of Phi_q depend on each
 * other, each times the size of its row, as IDA's compliances have it (ptl_constraint_square):
 * forces, and moments over the characteristic length. Small systems by dense orthogonal
 * factorisation (LAPACKE), large ones sparse (KLU). Internal. */
#ifndef PTL_KKT_H
#define PTL_KKT_H

#include "data.h"

typedef struct ptl_kkt ptl_kkt;

/* sparse 1 or 0 chooses the method; < 0: by the number of constraints. */
ptl_status ptl_kkt_create(ptl_data *data, int sparse, ptl_kkt **out);
void ptl_kkt_destroy(ptl_kkt *kkt);
/* Relative size below which the dense method takes directions of Phi_q for dependent; else 1e-9.
 * Where the position is known to a relative error only, a larger one keeps that from being divided
 * by next to nothing. */
void ptl_kkt_set_rank_tolerance(ptl_kkt *kkt, double tolerance);
/* Another measure of changes x than M, and fewer rows, from the next ptl_kkt_set on; the lists stay
 * the caller's. inverse_roots: n, inverse square roots of the weights, 0 where x stays 0. arms: per
 * body the centre of mass from the point whose x, y the coordinates then are, in the body's frame
 * [m]. skipped: m, 1 for a row that counts as 0 = 0. */
typedef struct ptl_kkt_measure {
  const double *inverse_roots;
  const double (*arms)[2];
  const char *skipped;
  /* 1: weights that are no masses, also of coordinates without mass; 0: those of the masses */
  int is_weighed;
} ptl_kkt_measure;
void ptl_kkt_set_measure(ptl_kkt *kkt, const ptl_kkt_measure *measure);
/* Evaluates Phi_q at (t, q, v), after which solve and rank may be called. */
ptl_status ptl_kkt_set(ptl_kkt *kkt, double t, const double *q, const double *v);
/* f NULL is zero, and coordinates without mass are weighed (massless.h); y NULL is not wanted. x
 * and y must not overlap f and g. */
ptl_status ptl_kkt_solve(ptl_kkt *kkt, const double *f, const double *g, double *x, double *y);
/* The same for n_forces forces with g = 0 and without y, by one factorisation; f and x: n of each,
 * one after the other. */
ptl_status ptl_kkt_solve_forces(ptl_kkt *kkt, int n_forces, const double *f, double *x);
/* How far the constraints determine the coordinates without mass, 0 to 1, and the one of which this
 * is least; 1 where every coordinate has a mass. */
double ptl_kkt_massless(ptl_kkt *kkt, int *coordinate);
/* x = M^-1 Phi_q^T y. */
void ptl_kkt_forces(const ptl_kkt *kkt, const double *y, double *x);
/* rates = Phi_q x. */
void ptl_kkt_rates(const ptl_kkt *kkt, const double *x, double *rates);
/* Number of independent rows of Phi_q (each scaled to unit length, angles times the system's
 * length); order lists all rows, dependent ones last. */
ptl_status ptl_kkt_rank(ptl_kkt *kkt, int *rank, int *order);
/* After ptl_kkt_rank: about the sine of the angle between the independent row that is nearest to
 * those before it and what they span; 1 where there is none. Arms much longer than the system's
 * length, of what has gone far away, make it small, by their square, without a singular position:
 * that is taken out. *row: that row, or -1. */
double ptl_kkt_independence(const ptl_kkt *kkt, int *row);
/* After ptl_kkt_set: the longest arm at which a row acts on a body, over ten of the system's
 * length, and 1 at least. */
double ptl_kkt_stretch(const ptl_kkt *kkt);

#endif
