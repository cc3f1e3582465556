/* analysis.h: the verbs of this folder. */
#ifndef PTL_CLI_ANALYSIS_H
#define PTL_CLI_ANALYSIS_H

#include "verb.h"

extern const ptl_verb ptl_cli_verb_static;
extern const ptl_verb ptl_cli_verb_modes;
extern const ptl_verb ptl_cli_verb_kinematics;

#endif
