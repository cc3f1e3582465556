/* reading.h: a text while it is read: names, failures, and the plain text that is written of it.
 * Internal. */
#ifndef PTL_READING_H
#define PTL_READING_H

#include "name_table.h"
#include "program.h"
#include "symbols.h"
#include "units.h"

/* A definition at the head of a plain text: locals.h. */
typedef struct ptl_local ptl_local;

/* A text while it is read, and what has been made of it: a program, and plain text of SI
 * numbers. */
typedef struct ptl_reading {
  ptl_context *context;
  const char *text, *p;
  const ptl_symbol *parameters;
  int n_parameters;
  const ptl_symbol_list *variables;  /* or NULL */
  const ptl_definition_list *tables; /* of a constant: what may be called by its name, or NULL */
  int checked;                       /* dimensions must fit */
  int written;                       /* the plain text is wanted, too */
  int depth;
  ptl_local *locals; /* of the text that is read, as far as it has been read */
  int n_locals;
  ptl_program program;
  char *out;
  size_t length, room;
  char **block; /* definitions in front of `out` */
  int n_block;
  ptl_name_table block_numbers; /* of these texts, from 1 on */
  size_t block_length;
} ptl_reading;

/* Append to the output. */
ptl_status ptl_reading_emit(ptl_reading *r, const char *text, size_t n);
ptl_status ptl_reading_emit_text(ptl_reading *r, const char *text);
ptl_status ptl_reading_emit_number(ptl_reading *r, double value);
/* Puts an opening bracket at a place that was written already. */
ptl_status ptl_reading_emit_bracket(ptl_reading *r, size_t at);
/* PTL_ERR_INPUT: 'TEXT', character N: ... */
ptl_status ptl_reading_fail(const ptl_reading *r, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void ptl_reading_skip(ptl_reading *r);

typedef enum ptl_rule {
  RULE_PURE,  /* numbers to a number */
  RULE_ROOT,  /* half of the powers */
  RULE_KEEP,  /* the dimension of its argument */
  RULE_SIGN,  /* any dimension to a number */
  RULE_SAME,  /* arguments of one dimension, kept */
  RULE_RATIO, /* two of one dimension to a number */
  RULE_TABLE, /* x, then pairs x, y: the dimension of y */
  RULE_GRID   /* x, y, numbers of lines, lines of x and y, values: the dimension of these */
} ptl_rule;

enum { PTL_TABLE_POINTS = 2000 }; /* at most in a table */

/* Functions that are made of several instructions; none of them is an operator of a program. */
enum {
  MAKE_CLAMP = OP_OR + 1,
  MAKE_MOD,
  /* of a table of constants, which follow the first argument: */
  MAKE_STEP,
  MAKE_STEP5,
  MAKE_LINEAR,
  MAKE_MONOTONE,
  MAKE_CUBIC,
  MAKE_GRID, /* follow the first two arguments */
  MAKE_PERIODIC_LINEAR,
  MAKE_PERIODIC_MONOTONE,
  MAKE_PERIODIC_CUBIC
};

typedef struct ptl_function {
  const char *name;
  ptl_rule rule;
  int fewest, most;
  int op; /* a ptl_op of one argument, or joining one more with those before; or one of MAKE_... */
} ptl_function;

/* Letters and digits at p, beginning with a letter; without and with dots. */
size_t ptl_name_length(const char *p);
size_t ptl_dotted_length(const char *p);
const ptl_function *ptl_find_function(const char *name, size_t length);
int ptl_is_pi(const char *p, size_t length);
/* The parameter or variable at p, whose name may have dots; the longest that fits. *variable is its
 * index among the variables, -1 for a parameter. */
const ptl_symbol *ptl_symbol_at(const ptl_reading *r, const char *p, size_t *length, int *variable);
/* The signal or table at p, whose name may have dots; NULL when there is none. */
const ptl_definition *ptl_definition_at(const ptl_reading *r, const char *p, size_t *length);
/* A ptl_unit_taken: what is a parameter, a variable or a function is no unit. */
int ptl_name_is_taken(void *reading, const char *p);
/* The name at r->p is nothing that is known: suggests what it may have been, a unit included if one
 * could stand there. */
ptl_status ptl_reading_fail_name(const ptl_reading *r, int or_unit);
/* n arguments are too few, or one too many. */
ptl_status ptl_reading_fail_arguments(const ptl_reading *r, const ptl_function *f, const char *at,
                                      int n);
/* The signal at r->p has no text yet, or one that does not go here. */
ptl_status ptl_reading_fail_signal(const ptl_reading *r, const ptl_definition *signal);

#endif
