/* kkt.h: the linear problems of a consistent start,
 *   minimise x^T M x / 2 - f^T x  subject to  Phi_q x = g,
 * that is M x + Phi_q^T y = f, Phi_q x = g, with y of least norm where rows of Phi_q depend on each other.
 * Small systems by dense orthogonal factorisation (LAPACKE), large ones sparse (KLU). Internal. */
#ifndef PTL_KKT_H
#define PTL_KKT_H

#include "system.h"

typedef struct ptl_kkt ptl_kkt;

enum {
  PTL_KKT_DENSE_ROWS = 150, /* more constraints than this are solved sparse */
  PTL_KKT_WIDTH = 12        /* coordinates that a row may depend on: of four bodies */
};

/* `sparse` < 0: by size. */
ptl_status ptl_kkt_create(ptl_data *data, int sparse, ptl_kkt **out);
void ptl_kkt_destroy(ptl_kkt *kkt);
/* Evaluates Phi_q at (t, q, v), after which solve and rank may be called. */
ptl_status ptl_kkt_set(ptl_kkt *kkt, double t, const double *q, const double *v);
/* f NULL is zero, y NULL is not wanted. x and y must not overlap f and g. */
ptl_status ptl_kkt_solve(ptl_kkt *kkt, const double *f, const double *g, double *x, double *y);
/* rates = Phi_q x. */
void ptl_kkt_rates(const ptl_kkt *kkt, const double *x, double *rates);
/* Number of independent rows of Phi_q (each scaled to unit length, angles times the system's length);
 * order lists all rows, dependent ones last. */
ptl_status ptl_kkt_rank(ptl_kkt *kkt, int *rank, int *order);

/* The two ways, behind the functions above. Rows of A = Phi_q M^-1/2 in kkt->rows, PTL_KKT_WIDTH per
 * constraint row, with the coordinates in kkt->places (-1: none), none of them twice. */
struct ptl_kkt {
  ptl_data *data;
  int n, m, sparse;
  double *root;  /* n: M^-1/2, diagonal */
  double *rows;  /* PTL_KKT_WIDTH m */
  int *places;   /* PTL_KKT_WIDTH m */
  double *z, *u; /* n and m: scratch */
  void *own;     /* of the way in use */
};
ptl_status ptl_kkt_dense_create(ptl_kkt *kkt);
void ptl_kkt_dense_destroy(ptl_kkt *kkt);
/* Least-norm z with A z = g, and y of least norm with A^T y = -z. */
ptl_status ptl_kkt_dense_solve(ptl_kkt *kkt, const double *g, double *z, double *y);
ptl_status ptl_kkt_dense_rank(ptl_kkt *kkt, const double *unit_rows, int *rank, int *order);
ptl_status ptl_kkt_sparse_create(ptl_kkt *kkt);
void ptl_kkt_sparse_destroy(ptl_kkt *kkt);
ptl_status ptl_kkt_sparse_solve(ptl_kkt *kkt, const double *g, double *z, double *y);
ptl_status ptl_kkt_sparse_rank(ptl_kkt *kkt, const double *unit_rows, int *rank, int *order);

#endif
