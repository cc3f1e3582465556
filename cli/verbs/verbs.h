/* verbs.h: the verbs of this folder. */
#ifndef PTL_CLI_VERBS_H
#define PTL_CLI_VERBS_H

#include "verb.h"

extern const ptl_verb ptl_cli_verb_run;
extern const ptl_verb ptl_cli_verb_check;
extern const ptl_verb ptl_cli_verb_list;
extern const ptl_verb ptl_cli_verb_explain;
extern const ptl_verb ptl_cli_verb_fmu;
extern const ptl_verb ptl_cli_verb_report;
/* `view` and `render`, handed over to the program `pintle-viewer`. */
extern const ptl_verb ptl_cli_forward_view;
extern const ptl_verb ptl_cli_forward_render;

#endif
