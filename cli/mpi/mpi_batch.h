/* mpi_batch.h: results as the bytes of a message. All ranks run the same program on the same kind of machine. */
#ifndef PTL_MPI_BATCH_H
#define PTL_MPI_BATCH_H

#include "point.h"

enum { PTL_MPI_POINTS = 1, PTL_MPI_RESULTS = 2 }; /* tags: rank 0 to the others, and back */

typedef struct ptl_mpi_batch {
  char *bytes;
  size_t size, room, at; /* at: where reading goes on */
  int failed;            /* memory ran out, or the bytes end too early */
} ptl_mpi_batch;

/* What stands at the head of a message with results. */
typedef struct ptl_mpi_head {
  int32_t n;        /* results that follow */
  int32_t is_ready; /* the sender wants more points */
  int32_t status;   /* ptl_status: not PTL_OK when the sender cannot go on, with the message */
  char message[2048];
} ptl_mpi_head;

void ptl_mpi_put(ptl_mpi_batch *batch, const void *bytes, size_t size);
void ptl_mpi_get(ptl_mpi_batch *batch, void *bytes, size_t size);
void ptl_mpi_put_result(ptl_mpi_batch *batch, const ptl_result *result, int n_measures);
void ptl_mpi_get_result(ptl_mpi_batch *batch, ptl_result *result, int n_measures);

#endif
