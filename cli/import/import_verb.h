/* import_verb.h: the verb of this folder. */
#ifndef PTL_CLI_IMPORT_VERB_H
#define PTL_CLI_IMPORT_VERB_H

#include "verb.h"

extern const ptl_verb ptl_cli_verb_import;

#endif
