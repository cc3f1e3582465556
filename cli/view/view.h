/* view.h: the verbs of the program `pintle-viewer`. */
#ifndef PTL_CLI_VIEW_H
#define PTL_CLI_VIEW_H

#include "verb.h"

extern const ptl_verb ptl_cli_verb_report_page;
extern const ptl_verb ptl_cli_verb_study_plot;
extern const ptl_verb ptl_cli_verb_view;
extern const ptl_verb ptl_cli_verb_render;

#endif
