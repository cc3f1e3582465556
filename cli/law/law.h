/* law.h: the verb `law`. */
#ifndef PTL_CLI_LAW_H
#define PTL_CLI_LAW_H

#include "verb.h"

extern const ptl_verb ptl_cli_verb_law;

#endif
