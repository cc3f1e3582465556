/* grammar.h: reads expressions. Internal. */
#ifndef PTL_GRAMMAR_H
#define PTL_GRAMMAR_H

#include "argument_rule.h"

/* Reads r->text. On success r->program, and r->out when it is wanted, hold what was read;
 * ptl_reading_release frees both, also after a failure. */
ptl_status ptl_reading_all(ptl_reading *r, ptl_dimension *d);
void ptl_reading_release(ptl_reading *r);

#endif
