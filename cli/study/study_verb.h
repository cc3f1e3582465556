/* study_verb.h: the verbs `study` and `fit`. */
#ifndef PTL_CLI_STUDY_VERB_H
#define PTL_CLI_STUDY_VERB_H

#include "verb.h"

extern const ptl_verb ptl_cli_verb_study, ptl_cli_verb_fit;

#endif
