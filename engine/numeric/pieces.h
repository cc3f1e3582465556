/* pieces.h: curves through points as polynomials, piece by piece. Internal. */
#ifndef PTL_PIECES_H
#define PTL_PIECES_H

enum { PTL_PIECE_DEGREE = 5 };

/* sum of c[k] (x - origin)^k, from `origin` up to that of the next piece. */
typedef struct ptl_piece {
  double origin;
  double c[PTL_PIECE_DEGREE + 1];
} ptl_piece;

/* Pieces between n >= 2 points x0, y0, x1, y1, ... with growing x, into n - 1 pieces. */
void ptl_pieces_linear(const double *points, int n, ptl_piece *out);
/* Cubics with the slopes of pintle_monotone.h; periodic: those of the first and last point are one,
 * y too. `work` has 4 n places. */
void ptl_pieces_monotone(const double *points, int n, int periodic, double *work, ptl_piece *out);
/* The cubic spline with continuous second derivative, which is 0 at both ends or, periodic with n >
 * 3, the same. */
void ptl_pieces_cubic(const double *points, int n, int periodic, double *work, ptl_piece *out);
/* A rise between two points whose ends are level: 3u^2 - 2u^3, or 10u^3 - 15u^4 + 6u^5. */
void ptl_piece_step(const double *points, int degree, ptl_piece *out);
/* Value and slope of a piece at x. */
void ptl_piece_value(const ptl_piece *piece, double x, double out[2]);

#endif
