/* options.h: one parser for the options of all verbs. */
#ifndef PTL_CLI_OPTIONS_H
#define PTL_CLI_OPTIONS_H

#include <stdint.h>

#include "pintle_law.h"
#include "verb.h"

/* Texts of a repeated option, in the order given; they point into argv. */
typedef struct ptl_texts {
  const char **items;
  int n;
} ptl_texts;

typedef enum ptl_option_kind {
  PTL_FLAG, /* target: int, set to 1 */
  PTL_TEXT, /* target: const char *, may be given once */
  PTL_LIST  /* target: ptl_texts, may be repeated; free items */
} ptl_option_kind;

typedef struct ptl_option {
  char letter;          /* 0: none */
  const char *name;     /* without the dashes; NULL ends the table */
  const char *argument; /* "DIR", NULL for a flag */
  const char *help;
  ptl_option_kind kind;
  void *target;
} ptl_option;

typedef struct ptl_usage {
  const char *verb, *arguments; /* "run", "MODEL" */
  const char *text;             /* what it does, a few sentences */
  int min, max;                 /* number of arguments that are not options */
} ptl_usage;

enum { PTL_GO_ON = -1 };

/* Fills the targets and `arguments` (room for usage->max; the rest stays NULL). Returns PTL_GO_ON,
 * or the exit status when help was asked for or the usage is wrong. `--help` need not stand in
 * the table; `--help=list` prints it for programs, docs/command_line.md says how. */
int ptl_cli_options_parse(const ptl_usage *usage, const ptl_option *options, int argc, char **argv,
                          const char **arguments);

/* Whether the first argument is --help=list; and the line of a verb, or of a part of one, in that
 * list. */
int ptl_cli_wants_list(int argc, char **argv);
void ptl_cli_list_verb(const ptl_verb *verb);

/* A quantity in SI that stands behind an option; `out` stays where `text` is NULL. PTL_GO_ON, or
 * the exit status after a message that names the option. */
int ptl_cli_option_quantity(ptl_context *context, const char *option, const char *text,
                            const char *unit, double *out);
/* A whole number from `least` to `most` behind an option, in the same way. */
int ptl_cli_option_count(const char *option, const char *text, int64_t least, int64_t most,
                         int64_t *out);

#endif
