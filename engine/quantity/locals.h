/* locals.h: what stands more than once in a plain text and is written once. Internal.
 *
 * A plain text, and what stands in brackets in one, may begin with definitions, "$1 = 2*a.x; $2 =
 * sin($1)*$1; 5*$2 + $1": signals, and whatever else stands for a longer expression. A definition
 * uses those before it. What is used once is read where it is used, as if it stood there; what is
 * used more often is evaluated once, before all else, and kept. */
#ifndef PTL_LOCALS_H
#define PTL_LOCALS_H

#include "reading.h"

struct ptl_local {
  const char *text; /* of the definition, up to its semicolon */
  int uses;         /* by those behind it and by the expression */
  int is_kept;      /* it is evaluated before all else */
  int place;        /* where its value is kept then, -1: it is the number below */
  double number;
  int written; /* number in the text that is written */
};

/* Splits the definitions at the head of a text off, and says which of them are to be kept; *body
 * stands behind them. *out is to be freed in every case. PTL_ERR_INPUT where they are not numbered
 * from 1 on. */
ptl_status ptl_locals_split(const ptl_reading *r, const char *text, ptl_local **out, int *n,
                            const char **body);
/* Whether a definition begins there. */
int ptl_locals_begin(const char *text);
/* The number behind the $ at *p, which moves behind it; 0 where there is none. */
int ptl_locals_number(const char **p);
/* Whether a text is so short and cheap that it is better repeated. */
int ptl_locals_are_spared(const char *text);

/* ---- definitions of the text that is written */

/* Takes over `text`; *number is that of an equal one, if there is one. PTL_ERR_INPUT where all are
 * too long. */
ptl_status ptl_locals_add(ptl_reading *r, char *text, int *number);
/* Puts them in front of r->out. */
ptl_status ptl_locals_join(ptl_reading *r);
void ptl_locals_release(ptl_reading *r);

#endif
