/* argument_rule.h: which dimensions the arguments of a function must have, and which its value has.
 * Internal. */
#ifndef PTL_ARGUMENT_RULE_H
#define PTL_ARGUMENT_RULE_H

#include "composite.h"

/* What is known of an operand besides its value. */
typedef struct ptl_dimension {
  double power[PTL_N_BASE];
  int plain;    /* made of numbers without units: as a whole it may stand for SI */
  int zero;     /* the number 0, which goes with every dimension */
  int constant; /* no variables inside */
  size_t start; /* where it begins in the output */
} ptl_dimension;

static inline int ptl_has_dimension(const ptl_dimension *d) {
  static const double none[PTL_N_BASE] = {0};
  return !ptl_unit_fits(d->power, none);
}

/* A call while it is read. */
typedef struct ptl_call {
  ptl_dimension x, y;          /* of a table's first argument, and of a second one */
  const ptl_definition *table; /* by its name, whose points stand elsewhere; or NULL */
  const char *behind;          /* of that call, in the text */
  ptl_numbers numbers;
} ptl_call;

int ptl_same_dimension(const ptl_reading *r, const ptl_dimension *a, const ptl_dimension *b);
ptl_status ptl_fail_mixed(const ptl_reading *r, const char *at, const char *what,
                          const ptl_dimension *a, const ptl_dimension *b);
ptl_status ptl_want_number(const ptl_reading *r, const char *at, const char *what,
                           const ptl_dimension *d);
void ptl_make_number(ptl_dimension *d);
/* What a function makes of its arguments, seen one after the other: number `index`, from 0 on, into
 * d; and behind the last. */
ptl_status ptl_apply_rule(const ptl_reading *r, const char *at, const ptl_function *f,
                          const ptl_dimension *argument, int index, ptl_call *call,
                          ptl_dimension *d);
void ptl_finish_rule(const ptl_function *f, ptl_dimension *d);

#endif
