/* verb.h: what a verb of the program is. */
#ifndef PTL_CLI_VERB_H
#define PTL_CLI_VERB_H

/* Exit statuses. */
enum {
  PTL_EXIT_DONE = 0,
  PTL_EXIT_NO = 1,    /* the answer is no: a difference, a model that does not fit */
  PTL_EXIT_USAGE = 2, /* bad usage, bad input, a file that cannot be read or written */
  PTL_EXIT_FAILED = 3 /* the simulation failed, was interrupted or misses --digits; memory is out */
};

typedef struct ptl_verb {
  const char *name, *summary;
  /* argv[0] is the verb; returns the exit status. */
  int (*run)(int argc, char **argv);
} ptl_verb;

#endif
