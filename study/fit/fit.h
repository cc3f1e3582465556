/* fit.h: numbers of a model that come nearest to what was measured, or that make a measure least.
 * Internal.
 *
 * The numbers are the factors of a study, each with a range. What is made least is a sum of
 * squares,
 *   sum over columns of mean(((run - data)/scale)^2) + sum over targets of (difference/scale)^2,
 * or a measure. First the ranges are searched by DIRECT (Gablonsky, Kelley, J. Global Optim. 21
 * (2001) 27; with constraints as in Jones et al. 1993), then from the best point on: a sum of
 * squares by Levenberg's and Marquardt's method (fit_descent.h); where that does not come to rest,
 * and a measure, by Sbplx (Rowan 1990), with constraints by COBYLA (Powell 1994). All but the
 * second are of NLopt. */
#ifndef PTL_FIT_H
#define PTL_FIT_H

#include "study.h"

typedef struct ptl_fit_column { /* of a run against measured values */
  char *expression;             /* of columns of the trace */
  double *data;                 /* n_times of the fit, SI */
  double scale;                 /* > 0, SI */
} ptl_fit_column;

typedef struct
    ptl_fit_target { /* a measure that should be 0: the difference to the value that is wanted */
  int measure;
  double scale; /* > 0, SI */
} ptl_fit_target;

typedef struct ptl_fit_limit { /* a measure that must not be above (below) 0 */
  int measure, is_upper;
  double scale; /* > 0, SI */
} ptl_fit_limit;

typedef struct ptl_fit {
  ptl_study study; /* model, settings, factors with ranges, measures */
  double *times;   /* of the data, rising [s] */
  int64_t n_times;
  ptl_fit_column *columns;
  int n_columns;
  ptl_fit_target *targets;
  int n_targets;
  ptl_fit_limit *limits;
  int n_limits;
  /* a measure that is made least (sign 1) or largest (sign -1), -1: the sum of squares */
  int objective;
  double sign;
  int64_t evaluations; /* runs at most; half of them for the search of the ranges */
  double tolerance;    /* of the local search, relative to the ranges */
} ptl_fit;

typedef struct ptl_fit_result {
  double *numbers,
      *errors;       /* of the factors, SI; 95 % confidence, NAN where they are not determined */
  double objective;  /* the sum of squares, or the measure */
  double *measures;  /* of the best run */
  double *runs;      /* values of each column at the data's times, column by column */
  double *rms;       /* of each column's residuals, SI */
  char (*units)[64]; /* of the columns */
  int64_t evaluations, failures;
  int64_t best;    /* the run whose numbers these are, from 1 on; 0: none */
  int has_settled; /* 0: the search has used all runs before it came to rest */
  int at_edge;     /* a factor whose number is an end of its range, -1 for none */
} ptl_fit_result;

/* Begins as zeros but for these. */
ptl_fit ptl_fit_default(void);
/* Takes a column of a CSV file as data of an expression: the first is the time. A text unit in
 * brackets is converted; none is SI. scale 0: the standard deviation of the data. */
ptl_status ptl_fit_load(ptl_context *context, ptl_fit *fit, const char *path,
                        const char *const *expressions, const char *const *names,
                        const double *scales, int n);
void ptl_fit_result_release(ptl_context *context, ptl_fit_result *result);
void ptl_fit_release(ptl_context *context, ptl_fit *fit);

#endif
