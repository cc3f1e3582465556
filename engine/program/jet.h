/* jet.h: Taylor coefficients of functions of one variable over an interval of it. Internal.
 *
 * c[k] holds f^(k)(x)/k! for every x of the interval, so that f at a distance h of x is within c[0]
 * + c[1] h + ... + c[n] h^n, whatever lies between. The recurrences are those of automatic
 * differentiation; Moore, Kearfott, Cloud: Introduction to Interval Analysis (SIAM 2009), ch. 9;
 * Griewank, Walther: Evaluating Derivatives (SIAM 2008), ch. 13. Where a derivative jumps or is
 * unbounded, its coefficient is the whole line; next to a kink c[1] holds the slopes of both sides
 * and of all between. */
#ifndef PTL_JET_H
#define PTL_JET_H

#include "interval.h"

enum { PTL_JET_ORDER = 17 };

enum {
  PTL_JET_UNDEFINED = 1, /* somewhere outside a function's domain */
  PTL_JET_NOWHERE = 2,   /* everywhere */
  PTL_JET_TOO_LARGE = 4  /* maybe more than a double can hold */
};

typedef struct ptl_jet {
  double middle; /* the value in the middle of the interval, as plain arithmetic gives it */
  int faults;    /* of those below */
  int free;      /* depends on variables of which nothing is known */
  int degree;    /* coefficients above are 0 */
  ptl_interval c[PTL_JET_ORDER + 1];
} ptl_jet;

/* A constant. Here and below coefficients go up to `order`. */
void ptl_jet_constant(ptl_jet *out, int order, ptl_interval value);
/* An operator or function that is no condition (program.h) of a and b; sets c, degree and faults.
 * out may be a, not b. */
void ptl_jet_apply(int op, int order, const ptl_jet *a, const ptl_jet *b, ptl_jet *out);

/* Whether an operator that is a condition has the same branch throughout; if so, which. */
int ptl_jet_decides(int op, const ptl_jet *a, const ptl_jet *b, double *branch);
/* Its result in that branch, and without knowing the branch. */
void ptl_jet_branch(int op, double branch, int order, const ptl_jet *a, const ptl_jet *b,
                    ptl_jet *out);
void ptl_jet_any_branch(int op, int order, const ptl_jet *a, const ptl_jet *b, ptl_jet *out);
/* `and`, `or` of two that are 0, 1 or [0, 1]. */
void ptl_jet_logic(int op, int order, const ptl_jet *a, const ptl_jet *b, ptl_jet *out);
/* Its switching function. */
void ptl_jet_switch(int op, int order, const ptl_jet *a, const ptl_jet *b, ptl_jet *out);
/* Either of both, with a jump between them. */
void ptl_jet_either(int order, const ptl_jet *a, const ptl_jet *b, ptl_jet *out);

#endif
