/* comparison.h: which columns two traces have in common, and how far these are apart. */
#ifndef PTL_CLI_COMPARISON_H
#define PTL_CLI_COMPARISON_H

#include "series.h"

typedef struct ptl_match { /* one column that both have */
  const char *name, *unit; /* unit of the reference */
  int run, reference;      /* indices of the columns */
  double factor;           /* from the run's unit to the reference's */
  double abs, rel;
  int is_asked;       /* --tol names it */
  double largest;     /* of the reference in the window */
  double run_largest; /* of the run, in the reference's unit */
  double scale;       /* what rel is a part of */
  int is_rounding;    /* 0 but for rounding in both */
  int is_no_number;   /* 1: one of the two is no number, which no tolerance allows */
  double difference;  /* the largest; infinite where one of the two is not a number */
  double time;        /* where */
  double a, b;        /* the two values there */
} ptl_match;

typedef struct ptl_batch { /* rows first ... first + n - 1 of the reference */
  int64_t first;
  int n;
  int64_t low, high; /* rows of the run that they lie on; none where low > high */
} ptl_batch;

typedef struct ptl_comparison {
  ptl_context *context, *other; /* the other is the reference's: the two are read at once */
  ptl_series run, reference;
  double from, until;
  double horizon;      /* up to which the reference is comparable sample by sample */
  int64_t first, last; /* rows of the reference in the window */
  int64_t compared, uncovered;
  ptl_match *matches;
  int n_matches, n_different, n_missing;
  ptl_batch *batches;
  int64_t n_batches, batches_capacity;
} ptl_comparison;

/* All return 0, or non-zero after a message. */

/* Finds the columns that both have; their tolerances are the default ones. */
int ptl_cli_comparison_match(ptl_comparison *c);
/* Reads the times of the window, `from` to `until`; `paths` are those of the run, the reference. */
int ptl_cli_comparison_read_times(ptl_comparison *c, const char *const paths[2]);
/* Compares the values, and counts the columns that are different. */
int ptl_cli_comparison_make(ptl_comparison *c);

/* The difference that a column may have: its tolerance, in the unit of the reference. */
double ptl_cli_match_allowed(const ptl_match *match);
int ptl_cli_match_is_different(const ptl_match *match);

#endif
