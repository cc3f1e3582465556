/* report_verify.h: what `run --verify` prints of how the runs agree. */
#ifndef PTL_CLI_REPORT_VERIFY_H
#define PTL_CLI_REPORT_VERIFY_H

#include "pintle.h"

/* How the runs of summary->verification agree. */
void ptl_cli_report_verification(const ptl_summary *summary);

#endif
