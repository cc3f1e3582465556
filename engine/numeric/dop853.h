/* dop853.h: the explicit Runge-Kutta pair of order 8(5,3) of Dormand and Prince with its dense
 * output of order 7 (Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I, II.5,
 * II.6, II.10), for autonomous equations x' = f(x), w' = g(x). The sums w are integrated along and
 * decide nothing. Internal. */
#ifndef PTL_DOP853_H
#define PTL_DOP853_H

#include "context.h"
#include "dop853_tableau.h"

/* rates: n + m, those of x, then those of w, which may be left out where with_sums is 0. Non-zero
 * refuses the state. */
typedef int (*ptl_rates)(void *user, const double *x, int with_sums, double *rates);

typedef struct ptl_dop853 {
  ptl_context *context;
  int n, m;
  ptl_rates rates;
  void *user;
  double h;   /* of the last attempt */
  double *x0; /* n: where the step begins; set by the user, as is k[0] */
  double *x1; /* n + m: where it ends, and the sums over the step */
  double *k[PTL_DOP853_STAGES];
  double *terms[PTL_DOP853_TERMS]; /* n + m each, of the dense output */
  double *stage;                   /* n */
  double *error,
      *end_error; /* n + m: of the last attempt's end, by the estimates of order 5 and 3 */
  double *block;
  int dense; /* 1: the terms belong to the step in hand */
} ptl_dop853;

ptl_status ptl_dop853_create(ptl_context *context, int n, int m, ptl_rates rates, void *user,
                             ptl_dop853 **out);
void ptl_dop853_destroy(ptl_dop853 *rk);
/* A step h from x0 with k[0] = rates there, into x1. 0, or non-zero when a stage was refused. */
int ptl_dop853_attempt(ptl_dop853 *rk, double h);
/* Of the last attempt, relative to the tolerances of the first `tested` unknowns and sums: 1 is
 * just good enough. An infinite tolerance tests nothing. */
double ptl_dop853_error(const ptl_dop853 *rk, int tested, const double *tolerance);
/* h times the size of the largest eigenvalue, as far as the last stages tell; above 6 the step is
 * as long as stability lets it be. */
double ptl_dop853_stiffness(const ptl_dop853 *rk, int tested, const double *tolerance);
/* Makes the dense output, unless it is made already; needs rates at x1 in k[PTL_DOP853_END]. Where
 * one of the three further stages is refused it is the cubic through both ends. */
void ptl_dop853_prepare(ptl_dop853 *rk);
/* Unknowns and sums from..to - 1 at the part theta of the step, 0 to 1. */
void ptl_dop853_dense(const ptl_dop853 *rk, double theta, int from, int to, double *out);
/* One of them and its derivative by theta. */
double ptl_dop853_dense_one(const ptl_dop853 *rk, double theta, int unknown, double *slope);

#endif
