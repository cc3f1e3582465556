/* report_study.h: the report of a study as a page: its charts and its runs. */
#ifndef PTL_CLI_REPORT_STUDY_H
#define PTL_CLI_REPORT_STUDY_H

#include "pintle.h"

/* Writes OUTPUT from a file of results. Returns the exit status after a message. */
int ptl_cli_report_study(ptl_context *context, const char *path, const char *origin,
                         const char *output);

#endif
