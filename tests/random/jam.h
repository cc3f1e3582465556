/* jam.h: whether friction in ideal joints leaves no reactions, from the rows of a trace, without
 * Pintle. */
#ifndef PTL_TEST_JAM_H
#define PTL_TEST_JAM_H

#include "random_mechanism.h"
#include "trace_table.h"

/* 1 where friction of the joint that the error names, which alone of the ideal joints has any,
 * leaves no reactions at the time that it names; 0 where that is not shown. */
int jam_is_shown(const random_mechanism *m, const char *error, const trace_table *t);
/* 1 where the reaction of that joint comes to an end then, of several with friction, too; it also
 * does at a lock. */
int jam_is_approached(const char *error, const trace_table *t);

#endif
