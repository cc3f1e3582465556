/* jam.h: whether friction in ideal joints leaves no reactions, from the rows of a trace, without
 * Pintle. */
#ifndef PTL_TEST_JAM_H
#define PTL_TEST_JAM_H

#include "random_mechanism.h"
#include "trace_table.h"

/* 1 where friction leaves no reactions of the joint that the error names at the time that it names;
 * 0 where that is not shown. */
int jam_is_shown(const random_mechanism *m, const char *error, const trace_table *t);

#endif
