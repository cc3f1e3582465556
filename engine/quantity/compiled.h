/* compiled.h: what a compiled expression consists of. Internal. */
#ifndef PTL_COMPILED_H
#define PTL_COMPILED_H

#include "cell.h"
#include "expression.h"

struct ptl_expr {
  ptl_context *context;
  char *text;
  ptl_program program;
  const double *values;
  int time;                  /* index of that variable, -1 when there is none */
  ptl_condition_kind *kinds; /* per condition */
  int n_timed;               /* conditions that depend on time alone */
  int degree;                /* in all variables but time, as ptl_expr_degree */
  int *reads, n_reads;       /* variables in it */
  int *degrees;              /* per such variable: in it alone, not below */
  const double *held;        /* per condition, as ptl_expr_hold was given it */
  /* scratch */
  ptl_jet *stack;
  ptl_mark *marks, *part, *known, *left, *right; /* per condition */
};

#endif
