/* mpi_helper.h: the ranks above 0, which run points. */
#ifndef PTL_MPI_HELPER_H
#define PTL_MPI_HELPER_H

#include "run_study.h"

/* Runs what rank 0 sends until it sends nothing; as ptl_study_run, but writes no file. */
ptl_status ptl_mpi_help(ptl_context *context, const ptl_study *study,
                        const ptl_study_options *options);
/* Tells rank 0 that this rank cannot run anything. */
void ptl_mpi_decline(const char *why);

#endif
