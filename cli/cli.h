/* cli.h: what the verbs of the program share. */
#ifndef PTL_CLI_H
#define PTL_CLI_H

#include <stdio.h>

#include "pintle.h"

/* Exit statuses. */
enum {
  PTL_EXIT_DONE = 0,
  PTL_EXIT_NO = 1,    /* the answer is no: a difference, a model that does not fit */
  PTL_EXIT_USAGE = 2, /* bad usage, bad input, a file that cannot be read or written */
  PTL_EXIT_FAILED = 3 /* the simulation failed or was interrupted, memory is out */
};

typedef struct ptl_verb {
  const char *name, *summary;
  /* argv[0] is the verb; returns the exit status. */
  int (*run)(int argc, char **argv);
} ptl_verb;

extern const ptl_verb ptl_cli_verb_run;
extern const ptl_verb ptl_cli_verb_check;
extern const ptl_verb ptl_cli_verb_list;
extern const ptl_verb ptl_cli_verb_law;
extern const ptl_verb ptl_cli_verb_compare;
extern const ptl_verb ptl_cli_verb_plot;
extern const ptl_verb ptl_cli_verb_view;
extern const ptl_verb ptl_cli_verb_render;

/* ------------------------------------------------------------------ messages (message.c) */

/* "pintle: ..." on stderr. */
void ptl_cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The context's last message on stderr; one that begins with a place in a file stands alone. */
void ptl_cli_say_failure(const ptl_context *context);
/* ptl_cli_say_failure, and the exit status that belongs to `status`. */
int ptl_cli_exit_status(const ptl_context *context, ptl_status status);
/* ", did you mean 'run'?" for the nearest candidate, or "" in `text`. */
void ptl_cli_hint(char *text, size_t size, const char *word, const char *const *candidates, int n);

/* Zeroed memory; ends the program with a message when there is none. */
void *ptl_cli_need(size_t n, size_t size);
char *ptl_cli_need_text(const char *text);

/* A context with these plug-ins, or NULL after a message. */
ptl_context *ptl_cli_open_context(const char *const *plugins, int n_plugins);

/* ------------------------------------------------------------------ text (text.c) */

/* Scale and prefix ("m", "k", "\302\265", "") that bring `largest` of `unit` between 1 and 1000;
 * the scale is 1 for units that take no prefix. */
double ptl_cli_prefix(double largest, const char *unit, const char **prefix);
/* Number and unit with a prefix, `digits` significant: "3.1919 kN". */
void ptl_cli_quantity(char *text, size_t size, double value, const char *unit, int digits);
/* Decimals that show `largest` with `digits` significant digits. */
int ptl_cli_decimals(double largest, int digits);
/* Prints text in lines of `width` columns; the first continues at column `at`, the others are
 * indented by `indent`. Ends with a line end. */
void ptl_cli_print_wrapped(FILE *out, const char *text, int at, int indent, int width);

/* Columns of text, aligned when printed. `align` has one letter per column: l or r. */
typedef struct ptl_table ptl_table;
ptl_table *ptl_cli_table_create(const char *align);
void ptl_cli_table_cell(ptl_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints with `indent` blanks before every line, two between columns; frees. */
void ptl_cli_table_print(ptl_table *table, FILE *out, int indent);

/* ------------------------------------------------------------------ JSON (json.c) */

/* JSON on stdout. `key` is NULL in lists and for the outermost value. */
void ptl_cli_print_open(const char *key, char bracket);
void ptl_cli_print_close(char bracket);
void ptl_cli_print_text(const char *key, const char *value); /* NULL becomes null */
void ptl_cli_print_number(const char *key, double value);    /* not finite becomes null */
void ptl_cli_print_count(const char *key, long long value);
void ptl_cli_print_bool(const char *key, int value);

#endif
