/* judge.h: one run of a random mechanism, and what can be said about it without Pintle. */
#ifndef PTL_TEST_JUDGE_H
#define PTL_TEST_JUDGE_H

#include "limited_run.h"
#include "random_mechanism.h"
#include "trace_table.h"

typedef struct judged_run {
  run_outcome outcome;
  trace_table trace; /* of what was computed; no rows when there is none */
} judged_run;

/* Runs `folder`/model.yaml; settings end with NULL. The run folder is `folder`/NAME.run. */
void judged_run_make(const char *folder, const char *name, const char *const *settings, double cpu,
                     judged_run *run);
void judged_run_release(judged_run *run);

/* Joint closure, kinetic energy, numbers, and rates against travels of a whole trace. Returns NULL
 * or what is wrong. */
const char *judge_trace(const random_mechanism *m, const trace_table *t);

typedef enum refusal_class {
  REFUSED_ASSEMBLY,   /* cannot be assembled */
  REFUSED_VELOCITIES, /* no velocities fit */
  REFUSED_HELD,       /* the joints alone hold what a driver is to move */
  REFUSED_LOCK,       /* locks, dead point, singular position */
  REFUSED_JAM,        /* friction leaves no solution */
  REFUSED_JUMP,       /* a drive jumps */
  REFUSED_DISTANCE,   /* a distance has become 0 */
  REFUSED_LAW,        /* a law beyond its domain */
  REFUSED_OUTSIDE,    /* a journal inside the bearing's wall */
  REFUSED_CONTRADICT, /* joints and drivers contradict one another */
  REFUSED_SLIDING,    /* a condition that a load holds at its threshold */
  REFUSED_MASS,       /* no effective mass for a law that needs one */
  REFUSED_NO_VALUE,   /* an expression or a law has no value */
  REFUSED_EVENTS,     /* too many events */
  REFUSED_ENERGY,     /* energy balance */
  REFUSED_DRIFT,      /* a constraint is violated */
  REFUSED_FAR,        /* a body has gone far away */
  REFUSED_GEARS,      /* bearings of gears do not stand where their radii want them */
  REFUSED_LIMIT,      /* the limit of steps */
  REFUSED_STOPPED,    /* the integration cannot go on */
  REFUSED_OTHER,
  REFUSED_CLASSES
} refusal_class;

extern const char *const refusal_names[REFUSED_CLASSES];

refusal_class refusal_of(const char *error);

typedef enum verdict { FALSE_REASON, UNPROVEN_REASON, TRUE_REASON } verdict;

/* Whether the reason of a refusal is true, as far as geometry can say; error: its text. */
verdict judge_refusal(const random_mechanism *m, refusal_class class, const char *error,
                      const trace_table *t);

/* How two whole traces agree, apart from what nearby runs make of small differences. */
typedef struct agreement {
  int rows;        /* compared, up to where nearby runs separate */
  double error;    /* largest difference over the tolerance there; <= 1 is agreement */
  double time;     /* of it [s] */
  char column[64]; /* of it */
  double size;     /* the difference, scaled */
} agreement;

/* A run whose data are changed by a part of their own. */
typedef struct nearby_run {
  const trace_table *trace;
  double change;
} nearby_run;

/* `exact` and the n `near` are runs with a tighter tolerance; NULL, 0: not made. Differences are
 * scaled by the mechanism's length and time; `tolerance` applies to them. */
agreement judge_agreement(const random_mechanism *m, const trace_table *a, const trace_table *b,
                          const trace_table *exact, const nearby_run *near, int n,
                          double tolerance);

#endif
