/* horizon.h: up to when a verified run is comparable sample by sample. */
#ifndef PTL_CLI_HORIZON_H
#define PTL_CLI_HORIZON_H

/* comparable_until of verify.csv in the run folder `path` [s]; INFINITY where there is none. */
double ptl_cli_horizon(const char *path);

#endif
