/* bench.h: what the parts of the benchmark share. */
#ifndef PTL_BENCH_H
#define PTL_BENCH_H

#include "baseline.h"
#include "pintle.h"
#include "record.h"

/* ---- a problem: a mechanism, a reference and, perhaps, a program written by hand ---- */

typedef struct ptl_bench_problem ptl_bench_problem;
struct ptl_bench_problem {
  const char *name;
  const char *error_of;   /* what `error` returns, with its unit */
  double rtol;            /* of the table */
  int size;               /* N of a chain */
  const char *variant;    /* of a contact law */
  double every;           /* interval of the rows that `error` looks at [s]; 0: none */
  const char *columns[8]; /* their values, ended by NULL */
  ptl_status (*build)(ptl_context *context, const ptl_bench_problem *problem, ptl_mechanism **out);
  /* Of a finished run, against the reference; NAN where there is none. */
  double (*error)(const ptl_bench_problem *problem, const ptl_bench_record *record);
  /* NULL where there is none. */
  int (*baseline)(const ptl_bench_problem *problem, ptl_bench_method method, double rtol,
                  ptl_bench_record *record, ptl_bench_counts *counts);
};

extern const ptl_bench_problem ptl_bench_problems[];
extern const int ptl_bench_n_problems;
/* The problem of that name; ends the program when there is none. */
const ptl_bench_problem *ptl_bench_find(const char *name);

/* Builders and errors; problems.c lists them. */
ptl_status ptl_bench_build_scotch_yoke(ptl_context *, const ptl_bench_problem *, ptl_mechanism **);
double ptl_bench_scotch_yoke_error(const ptl_bench_problem *, const ptl_bench_record *);
int ptl_bench_scotch_yoke_by_hand(const ptl_bench_problem *, ptl_bench_method, double rtol,
                                  ptl_bench_record *, ptl_bench_counts *);
ptl_status ptl_bench_build_slider_crank(ptl_context *, const ptl_bench_problem *, ptl_mechanism **);
double ptl_bench_slider_crank_error(const ptl_bench_problem *, const ptl_bench_record *);
int ptl_bench_slider_crank_by_hand(const ptl_bench_problem *, ptl_bench_method, double rtol,
                                   ptl_bench_record *, ptl_bench_counts *);
double ptl_bench_impacts_error(const ptl_bench_problem *, const ptl_bench_record *);
ptl_status ptl_bench_build_file(ptl_context *, const ptl_bench_problem *, ptl_mechanism **);
double ptl_bench_ideal_error(const ptl_bench_problem *, const ptl_bench_record *);
double ptl_bench_pendulum_error(const ptl_bench_problem *, const ptl_bench_record *);
ptl_status ptl_bench_build_andrews(ptl_context *, const ptl_bench_problem *, ptl_mechanism **);
double ptl_bench_andrews_error(const ptl_bench_problem *, const ptl_bench_record *);
ptl_status ptl_bench_build_four_bars(ptl_context *, const ptl_bench_problem *, ptl_mechanism **);
double ptl_bench_four_bars_error(const ptl_bench_problem *, const ptl_bench_record *);
ptl_status ptl_bench_build_chain(ptl_context *, const ptl_bench_problem *, ptl_mechanism **);
double ptl_bench_chain_error(const ptl_bench_problem *, const ptl_bench_record *);
int ptl_bench_chain_by_hand(const ptl_bench_problem *, ptl_bench_method, double rtol,
                            ptl_bench_record *, ptl_bench_counts *);
ptl_status ptl_bench_build_play(ptl_context *, const ptl_bench_problem *, ptl_mechanism **);
/* NAN */
double ptl_bench_no_error(const ptl_bench_problem *, const ptl_bench_record *);
/* Relative to the program by hand at a tight tolerance. */
double ptl_bench_by_hand_error(const ptl_bench_problem *, const ptl_bench_record *);
ptl_status ptl_bench_build_wrist(ptl_context *, const ptl_bench_problem *, ptl_mechanism **);
int ptl_bench_wrist_by_hand(const ptl_bench_problem *, ptl_bench_method, double rtol,
                            ptl_bench_record *, ptl_bench_counts *);
ptl_status ptl_bench_build_rough_crank(ptl_context *, const ptl_bench_problem *, ptl_mechanism **);
int ptl_bench_rough_crank_by_hand(const ptl_bench_problem *, ptl_bench_method, double rtol,
                                  ptl_bench_record *, ptl_bench_counts *);

/* ---- running a problem ---- */

typedef struct ptl_bench_case { /* a problem, assembled */
  const ptl_bench_problem *problem;
  ptl_context *context;
  ptl_mechanism *mechanism;
  ptl_system *system;
  ptl_bench_record record;
  int column[8], event;
  ptl_bench_contact **touching; /* of each gap, NULL while it is open */
  double assembly;              /* CPU time of assembling [s] */
} ptl_bench_case;

/* Ends the program with a message when anything fails. */
ptl_bench_case *ptl_bench_open(const ptl_bench_problem *problem, ptl_integrator integrator);
void ptl_bench_close(ptl_bench_case *c);

typedef struct ptl_bench_result {
  double error, seconds; /* seconds: NAN until measured */
  ptl_counters counters; /* of a program by hand only steps and residuals */
  int failed;
} ptl_bench_result;

/* One run with rows and contacts, for its error. */
void ptl_bench_run(ptl_bench_case *c, double rtol, ptl_bench_result *out);
void ptl_bench_run_by_hand(ptl_bench_case *c, ptl_bench_method method, double rtol,
                           ptl_bench_result *out);

/* CPU times without output, medians of `repeats` runs of all programs in turn. A method by hand
 * whose tolerance is NAN is left out; its time and its ratio are then NAN. */
typedef struct ptl_bench_times {
  double seconds, by_hand[PTL_BENCH_METHODS], ratio[PTL_BENCH_METHODS];
} ptl_bench_times;
/* Of Pintle alone. */
double ptl_bench_time_own(ptl_bench_case *c, double rtol, int repeats);
ptl_bench_times ptl_bench_time(ptl_bench_case *c, double rtol,
                               const double rtol_by_hand[PTL_BENCH_METHODS], int repeats);

/* ---- tools ---- */

double ptl_bench_now(void);                     /* CPU time of the process [s] */
double ptl_bench_wall_time(void);               /* [s] */
double ptl_bench_median(double *values, int n); /* sorts them */
void ptl_bench_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
void *ptl_bench_alloc(size_t n, size_t size);
/* Opens a file of tests/data and skips its header. */
void *ptl_bench_data(const char *name);

/* y(t1) from y(t0) of y' = f(t, y) by `steps` steps of order 16: an extrapolated midpoint rule. */
void ptl_bench_reference(int n, void (*f)(void *user, double t, const double *y, double *rates),
                         void *user, double t0, double t1, int steps, double *y);

/* Fewer repetitions where a run is long, so that a case takes a few seconds at most. */
int ptl_bench_repeats(double seconds, int max);

typedef struct ptl_bench_cost {
  double wall, cpu; /* user and system [s] */
  double megabytes; /* largest */
} ptl_bench_cost;

/* Runs the program with the arguments of `command`, divided at blanks, its output thrown away:
 * medians of `repeats` runs, 64 at most. Ends this program when that one fails. */
ptl_bench_cost ptl_bench_program(const char *command, int repeats);
/* A folder for temporary files, in which to stay until ptl_bench_leave; `back` is for that. */
void ptl_bench_enter(char folder[512], char back[4096]);
/* Of an empty folder. */
void ptl_bench_leave(const char *folder, const char *back);
/* A folder for temporary files; ptl_bench_remove_run empties a run folder in it and removes it. */
void ptl_bench_temporary(char path[512]);
void ptl_bench_remove_run(const char *path);

/* ---- sections of the report, each a title and a Markdown table on the standard output ---- */

typedef struct ptl_bench_options {
  int repeats;
  const char *folder; /* for the files that `work` writes */
} ptl_bench_options;

void ptl_bench_cases(const ptl_bench_options *options);
void ptl_bench_targets(const ptl_bench_options *options);
void ptl_bench_work(const ptl_bench_options *options);
void ptl_bench_memory(const ptl_bench_options *options);
void ptl_bench_output(const ptl_bench_options *options);
void ptl_bench_traces(const ptl_bench_options *options);
void ptl_bench_threads(const ptl_bench_options *options);
void ptl_bench_verify(const ptl_bench_options *options);
/* What a process of its own does for `memory`; returns its exit status. */
int ptl_bench_child(const char *task);

#endif
