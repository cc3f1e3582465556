/* run_case.h: a table of small models with the values that must come out. Each case runs the
 * program in a child process with a limit of processor time, once with each integrator. Which of
 * them fail today is listed in known_faults.txt. */
#ifndef PTL_TEST_RUN_CASE_H
#define PTL_TEST_RUN_CASE_H

enum { MOST_CHECKS = 12, MOST_SETTINGS = 10, MOST_TEXTS = 6 };

/* Integrators, to be joined by |. */
enum { AUTO = 1, IMPLICIT = 2, BOTH = AUTO | IMPLICIT };

enum { REFUSED = -2 }; /* an exit status of 1 to 3 */

typedef double curve_function(double time);

typedef enum check_kind {
  CHECK_NONE,
  CHECK_AT,      /* |column - value| <= tolerance at a time */
  CHECK_START,   /* the same in the first row */
  CHECK_END,     /* the same in the last row */
  CHECK_CURVE,   /* |column - curve(time)| <= tolerance in every row */
  CHECK_RANGE,   /* lowest <= column <= highest in every row, of all columns that fit a pattern */
  CHECK_REACHES, /* some row of the column has at least this size */
  CHECK_TRAVEL,  /* |integral of a rate column (trapezoids) - travel of a column| <= tolerance;
                    `what` is "RATE COLUMN" */
  CHECK_SUMMARY, /* |number of summary.json - value| <= tolerance */
  CHECK_EVENTS   /* lines of events.csv that hold all words of `what`: value +- tolerance */
} check_kind;

typedef struct check {
  check_kind kind;
  const char *what;        /* column without its unit, or path in summary.json */
  double time;             /* [s] */
  double value, tolerance; /* SI; lowest and highest of a range */
  curve_function *curve;
} check;

#define AT(time, column, value, tolerance) \
  { CHECK_AT, column, time, value, tolerance, 0 }
#define START(column, value, tolerance) \
  { CHECK_START, column, 0, value, tolerance, 0 }
#define END(column, value, tolerance) \
  { CHECK_END, column, 0, value, tolerance, 0 }
#define CURVE(column, function, tolerance) \
  { CHECK_CURVE, column, 0, 0, tolerance, function }
#define RANGE(pattern, lowest, highest) \
  { CHECK_RANGE, pattern, 0, lowest, highest, 0 }
#define REACHES(column, size) \
  { CHECK_REACHES, column, 0, size, 0, 0 }
#define TRAVEL(columns, tolerance) \
  { CHECK_TRAVEL, columns, 0, 0, tolerance, 0 }
#define SUMMARY(path, value, tolerance) \
  { CHECK_SUMMARY, path, 0, value, tolerance, 0 }
#define EVENTS(words, value, tolerance) \
  { CHECK_EVENTS, words, 0, value, tolerance, 0 }

typedef struct run_case {
  const char *name, *model;            /* model: of tests/cases/models, or "shipped/NAME" */
  const char *source;                  /* where the right values come from */
  const char *settings[MOST_SETTINGS]; /* PATH=VALUE */
  const char *verb;                    /* "run" unless given */
  int integrators;                     /* BOTH unless given */
  double cpu;                          /* limit of processor time [s], 10 unless given */
  int status;                          /* exit status that is right; REFUSED: 1 to 3 */
  int or_refused;                      /* an exit status of 1 to 3 with these texts is as right */
  const char *error[MOST_TEXTS];       /* each stands in the standard error; "a|b": one of them */
  const char *not_error[MOST_TEXTS];   /* none of these does */
  const char *text[MOST_TEXTS];        /* each stands in the standard output or error */
  double energy_floor; /* error of the energy balance that counts as none [J], 1e-10 unless given */
  double error_time, error_tolerance; /* [s], a time that the message names; 0: none */
  check checks[MOST_CHECKS];
} run_case;

/* The tables; the last entry has no name. */
const run_case *rest_cases(void);
const run_case *accuracy_cases(void);
const run_case *load_cases(void);
const run_case *drive_cases(void);
const run_case *time_cases(void);
const run_case *reaction_cases(void);
const run_case *struck_cases(void);
const run_case *peak_cases(void);
const run_case *mass_cases(void);
const run_case *gear_cases(void);
const run_case *lock_cases(void);
const run_case *start_cases(void);
const run_case *message_cases(void);

typedef struct case_report {
  char text[4096]; /* what is wrong, line by line; empty: nothing */
  int length;
  char got[2048]; /* the values that came out beside the right ones, or the error, parted by "; " */
  int got_length;
} case_report;

/* Runs a case with AUTO or IMPLICIT in `folder`. */
void run_case_try(const run_case *c, int integrator, const char *folder, case_report *report);

#endif
