/* report.h: the text that `run` prints. */
#ifndef PTL_CLI_REPORT_H
#define PTL_CLI_REPORT_H

#include "pintle.h"

/* What ran, what it took, one line per contact, drift and energy. */
void ptl_cli_report_run(const ptl_mechanism *mechanism, const ptl_system *system, const char *model,
                        const char *dir, const ptl_summary *summary);

/* "2 bodies, 5 constraints (4 independent), ..." and the redundant ones. */
void ptl_cli_report_assembly(const ptl_system *system);
/* A line for each of the system's notices. */
void ptl_cli_report_notices(const ptl_system *system);

#endif
