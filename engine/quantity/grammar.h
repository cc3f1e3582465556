/* grammar.h: reads expressions. Internal. */
#ifndef PTL_GRAMMAR_H
#define PTL_GRAMMAR_H

#include "reading.h"

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

/* Reads r->text. On success r->program, and r->out when it is wanted, hold what was read;
 * ptl_reading_release frees both, also after a failure. */
ptl_status ptl_reading_all(ptl_reading *r, ptl_dimension *d);
void ptl_reading_release(ptl_reading *r);

#endif
