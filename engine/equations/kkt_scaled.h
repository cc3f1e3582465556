/* kkt_scaled.h: the problems of kkt.h scaled by the masses, and the two methods that solve them.
 * Internal.
 *
 * With D the sizes of the rows, A = D^-1 Phi_q M^-1/2 and z = M^1/2 x the problem without f is: the
 * z of least norm with A z = D^-1 g. */
#ifndef PTL_KKT_SCALED_H
#define PTL_KKT_SCALED_H

#include "data.h"
#include "massless.h"

enum { PTL_KKT_WIDTH = 12 }; /* coordinates that a row may depend on: of four bodies */

struct ptl_kkt {
  ptl_data *data;
  int n, m; /* coordinates and rows */
  int is_sparse;
  double rank_tolerance; /* relative size below which a pivot of the dense method counts as zero */
  /* at the present state: by how much rows that long arms fill are larger than others */
  double stretch;
  double *inverse_root_mass; /* n: M^-1/2, diagonal */
  double *rows;              /* of A, PTL_KKT_WIDTH entries each */
  int *coordinates;          /* of these entries, none of them twice in a row; -1: no entry */
  double *size;  /* m: of the rows by the pose, sqrt(ptl_constraint_square); 1 where that is 0 */
  double *z, *u; /* n and m: scratch */
  void *arrays;  /* memory of the above */
  void *method;  /* data of the method in use */
  const double (*arms)[2]; /* and rows left out, of ptl_kkt_measure; NULL: none */
  const char *skipped;
  int is_weighed;
  ptl_massless *massless; /* NULL: every coordinate has a mass */
  int knows_massless;     /* 1: at the present state */
  double massless_pivot;  /* what ptl_kkt_massless tells */
  int massless_coordinate;
  double *force, *zero; /* n; m */
  double independence;  /* what ptl_kkt_independence tells */
  int weakest_row;
};
typedef struct ptl_kkt ptl_kkt;

/* Both methods: z of least norm with A z = g, and y of least norm with A^T y = -z (y NULL: not
 * wanted), g and y scaled; rank of the rows scaled to unit length, as in kkt.h. */
ptl_status ptl_kkt_dense_create(ptl_kkt *kkt);
void ptl_kkt_dense_destroy(ptl_kkt *kkt);
ptl_status ptl_kkt_dense_solve(ptl_kkt *kkt, const double *g, double *z, double *y);
/* z alone of `count` right-hand sides, one after the other. */
ptl_status ptl_kkt_dense_solve_all(ptl_kkt *kkt, int count, const double *g, double *z);
ptl_status ptl_kkt_dense_rank(ptl_kkt *kkt, const double *unit_rows, int *rank, int *order);
ptl_status ptl_kkt_sparse_create(ptl_kkt *kkt);
void ptl_kkt_sparse_destroy(ptl_kkt *kkt);
ptl_status ptl_kkt_sparse_solve(ptl_kkt *kkt, const double *g, double *z, double *y);
ptl_status ptl_kkt_sparse_solve_all(ptl_kkt *kkt, int count, const double *g, double *z);
ptl_status ptl_kkt_sparse_rank(ptl_kkt *kkt, const double *unit_rows, int *rank, int *order);

/* The failure of a number of a coordinate that is not finite. */
ptl_status ptl_kkt_fail_body(const ptl_kkt *k, int coordinate, const char *what);

#endif
