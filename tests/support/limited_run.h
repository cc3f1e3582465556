/* limited_run.h: runs a program as a child process whose processor time, memory and files are
 * limited, so that a run that never ends is a result like any other. For tests. */
#ifndef PTL_TEST_LIMITED_RUN_H
#define PTL_TEST_LIMITED_RUN_H

/* The implicit integrator by its name in a model file. */
#define IMPLICIT_NAME "ida"

typedef struct run_limits { /* 0: the default in brackets */
  double cpu;               /* processor time [s] (10) */
  double memory;            /* address space [byte] (2e9); not under the sanitizers */
  double file;              /* size of a file it writes [byte] (3e8) */
} run_limits;

typedef struct run_outcome {
  int status;      /* exit status, -1 when a signal ended it */
  int signal;      /* that signal, 0 otherwise */
  int out_of_time; /* ended by its limit of processor time */
  double cpu;      /* processor time that it took [s] */
  char *out, *err; /* what it wrote to its standard output and error */
} run_outcome;

/* Runs arguments[0] with arguments (NULL-terminated) and waits for it. stdout.txt and stderr.txt
 * are made in `folder`. 0, or -1 when no child could be made. */
int limited_run(const char *const *arguments, const run_limits *limits, const char *folder,
                run_outcome *outcome);
void run_outcome_release(run_outcome *outcome);

/* The text of a file with a final 0, or NULL. The caller frees it. */
char *file_text(const char *path);

/* Makes an empty folder of this process below TMPDIR (or /tmp) and returns its path, which stays
 * valid; removes it with everything in it. */
const char *make_work_folder(const char *name);
void remove_work_folder(const char *path);

#endif
