/* mpi_workers.h: the other ranks as workers of a study, for rank 0. */
#ifndef PTL_MPI_WORKERS_H
#define PTL_MPI_WORKERS_H

#include "workers.h"

enum { PTL_MPI_POINTS = 1, PTL_MPI_RESULTS = 2 }; /* tags: rank 0 to the others, and back */

/* Runs the study with the points computed by ranks 1 and up. Must be called once, and ends them in
 * every case. */
ptl_status ptl_mpi_lead(ptl_context *context, const ptl_study *study, const char *path,
                        const ptl_study_options *options, ptl_study_report *report);
/* Ends the ranks when there is nothing to lead. */
void ptl_mpi_dismiss(void);

#endif
