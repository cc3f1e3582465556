/* main.c: the program `pintle-mpi`: `mpirun -n 64 pintle-mpi study STUDY.yaml`. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "message.h"
#include "mpi_helper.h"
#include "mpi_workers.h"
#include "output.h"
#include "study_engine.h"

typedef struct job {
  int rank, has_run;
} job;

static ptl_status run(void *user, ptl_context *context, const ptl_study *study, const char *path,
                      const ptl_study_options *options, ptl_study_report *report) {
  job *j = user;
  if (options->isolate)
    return ptl_fail(
        context, PTL_ERR_USAGE,
        PTL_E(0903) "--isolate is for pintle study: the ranks of a job are processes already, and a "
        "rank that dies ends the job");
  j->has_run = 1;
  if (j->rank == 0) return ptl_mpi_lead(context, study, path, options, report);
  *report = (ptl_study_report){0};
  return ptl_mpi_help(context, study, options);
}

/* Rank 0 alone speaks; what stops another rank, it tells. */
static int run_job(job *j, int argc, char **argv) {
  const ptl_study_engine engine = {run, j, j->rank > 0};
  if (j->rank > 0 &&
      (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL))
    MPI_Abort(MPI_COMM_WORLD, PTL_EXIT_FAILED);
  if (j->rank == 0) ptl_cli_guard_output();
  const int status = ptl_cli_study_run_by(&engine, argc, argv);
  if (!j->has_run && j->rank == 0) ptl_mpi_dismiss();
  if (!j->has_run && j->rank > 0) ptl_mpi_decline("another rank cannot read the study");
  return j->rank == 0 ? ptl_cli_finish_output(status) : PTL_EXIT_DONE;
}

int main(int argc, char **argv) {
  job j = {0};
  int n_ranks, status = PTL_EXIT_USAGE;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &j.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
  if (argc < 2 || strcmp(argv[1], "study") != 0) {
    if (j.rank == 0)
      ptl_cli_say(PTL_E(0950) "usage: mpirun -n RANKS pintle-mpi study STUDY [options]");
  } else if (n_ranks < 2) {
    ptl_cli_say(PTL_E(
        0950) "one rank hands out points and writes, so that a job needs two or more: mpirun -n 2");
  } else {
    status = run_job(&j, argc - 1, argv + 1);
  }
  MPI_Finalize();
  return status;
}
