/* wear_verb.h: the verb `wear`. */
#ifndef PTL_CLI_WEAR_VERB_H
#define PTL_CLI_WEAR_VERB_H

#include "verb.h"

extern const ptl_verb ptl_cli_verb_wear;

#endif
