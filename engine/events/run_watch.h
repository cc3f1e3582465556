/* run_watch.h: what a run knows of each of its expressions. Internal: run_switches.c only. */
#ifndef PTL_RUN_WATCH_H
#define PTL_RUN_WATCH_H

#include "run_state.h"

/* An expression of a motion, a load or a signal. */
typedef struct ptl_watch {
  ptl_expr *expr;
  const char *kind, *name; /* of what */
  int motion;              /* index, or -1 */
  int rate;                /* signal whose rate it is, or -1 */
  int next; /* signal that becomes its value where one of its conditions changes, or -1 */
  int uses_time, uses_state;
  int may_be_narrow; /* 1: in the state, in which it is no polynomial of low degree */

  /* conditions of time */
  double settled; /* none changes before [s] */
  int changes;    /* 1: one does there */
  int has_passed; /* 1: that has just happened */

  /* conditions on the state: held branches, NAN for other conditions; and as they are now */
  int n_conditions, n_of_state;
  double *held, *now, *switching;

  /* what is narrow */
  double tolerance;     /* of the value */
  double longest;       /* a step up to here sees all of it [s] */
  double longest_until; /* before this time */
  double enough;        /* a longer one has not been looked for [s] */
  double look_at;       /* when a longer one may be, with what was in its way behind */
  double looks_apart;   /* of these times, in steps of the length `longest` */
} ptl_watch;

struct ptl_run_watches {
  ptl_watch *watches;
  int n;
  void *memory;                  /* of the lists in watches */
  double *before, *lo, *hi;      /* variables */
  double range_start, range_end; /* to which lo and hi belong [s]; NAN: to none */
  int n_variables;
  int has_overlooked; /* 1: the last step has gone over something narrow in a rate */
  double longest;     /* of the next step, where something narrow in the state is near [s] */
  double next_jump;   /* of a table's acceleration [s] */
  double last_change; /* of a condition on the state [s] */
  int repeated;       /* such changes in succession that hardly moved time */
};

/* Into lo and hi of the run's watches, how far the variables go in [a, b] of the last step: between
 * their values at both ends and in the middle, with some room. */
void ptl_watch_range(ptl_run *run, double a, double b);
/* Up to where the step [a, b] has seen what an expression of the state does: b, or a time before
 * something narrow. */
double ptl_watch_seen(ptl_run *run, const ptl_watch *w, double a, double b);
/* Lengths over which an expression may vary that make a step that sees it. */
int ptl_watch_parts(const ptl_run *run);

/* Message about an expression: kind, name and text. */
ptl_status ptl_watch_fail(ptl_run *run, const ptl_watch *w, double t, const char *what);

/* A length of steps from t in which an interpolation of order 8 follows the expression, into
 * w->longest: the largest, or one that is `enough`; up to `end` at the most. PTL_ERR_SIMULATION
 * where there is none. */
ptl_status ptl_watch_span(ptl_run *run, ptl_watch *w, double t, double end, double enough);

#endif
