/* study_verb.h: the verbs `study`, `fit` and `schema`. */
#ifndef PTL_CLI_STUDY_VERB_H
#define PTL_CLI_STUDY_VERB_H

#include "verb.h"

extern const ptl_verb ptl_cli_verb_study, ptl_cli_verb_fit, ptl_cli_verb_schema;

#endif
