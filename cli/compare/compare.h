/* compare.h: the verb `compare`. */
#ifndef PTL_CLI_COMPARE_H
#define PTL_CLI_COMPARE_H

#include "verb.h"

extern const ptl_verb ptl_cli_verb_compare;

#endif
