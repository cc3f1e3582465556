/* curve_pieces.h: the pieces of a curve, in the doubles of its points. Internal to curve.c and
 * curve_nearest.c. */
#ifndef PTL_CURVE_PIECES_H
#define PTL_CURVE_PIECES_H

#include "curve_type.h"

/* A circle that holds pieces of the curve: its centre and radius; and the square of the distance of
 * a point from its centre up to which the distance from the curve has one minimum on the pieces. */
enum { CENTRE_X, CENTRE_Y, CIRCLE_RADIUS, ONE_MINIMUM, CIRCLE_DOUBLES };

/* Places in the doubles of one point. While the spline is being solved, the places of its
 * coefficients hold the equations. */
enum {
  START,
  LENGTH, /* chord length up to the point, and to the next one */
  X0,
  X1,
  X2,
  X3,
  Y0,
  Y1,
  Y2,
  Y3,
  PIECE,                           /* the circle of the piece */
  PIECES = PIECE + CIRCLE_DOUBLES, /* that of the pieces that this point parts in the middle */
  SAMPLE_X = PIECES + CIRCLE_DOUBLES,
  SAMPLE_Y, /* and so on, in pairs */
  UPPER = X0,
  MX,
  MY,
  MZ /* second derivatives of x and y; the periodic correction */
};

static inline double *piece_at(double *pieces, int i) {
  return pieces + i * PTL_CURVE_DOUBLES;
}

static inline const double *piece_of(const ptl_curve *curve, int i) {
  return curve->piece + i * PTL_CURVE_DOUBLES;
}

/* Point and derivatives by the chord length at s within a piece. */
typedef struct state {
  double x, y, dx, dy, ddx, ddy;
} state;

static inline state state_at(const double *p, double s) {
  return (state){p[X0] + s * (p[X1] + s * (p[X2] + s * p[X3])),
                 p[Y0] + s * (p[Y1] + s * (p[Y2] + s * p[Y3])),
                 p[X1] + s * (2.0 * p[X2] + s * 3.0 * p[X3]),
                 p[Y1] + s * (2.0 * p[Y2] + s * 3.0 * p[Y3]),
                 2.0 * p[X2] + 6.0 * s * p[X3],
                 2.0 * p[Y2] + 6.0 * s * p[Y3]};
}

static inline double curvature_of(const state *c, double speed) {
  return (c->dx * c->ddy - c->dy * c->ddx) / (speed * speed * speed);
}

#endif
