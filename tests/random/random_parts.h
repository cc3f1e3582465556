/* random_parts.h: the text of a random mechanism, with everything that is no frame of bodies and
 * joints: laws, friction, stops, drives, springs, loads. */
#ifndef PTL_TEST_RANDOM_PARTS_H
#define PTL_TEST_RANDOM_PARTS_H

#include "random_mechanism.h"
#include "random_source.h"

int random_parts_write(random_source *r, uint64_t seed, random_mechanism *m);

#endif
