/* mpi_helper.c: the ranks above 0, which run points. */
#include "mpi_helper.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mpi_workers.h"
#include "result_bytes.h"

#define SEND_AFTER 0.25 /* [s]: results wait no longer */

typedef struct helper {
  ptl_context *context;
  const ptl_study *study;
  const ptl_study_options *options;
  ptl_point_runner runner;
  ptl_result_bytes results;
  int n;
  double sent; /* time of the last message */
} helper;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void send(const ptl_result_head *head, const ptl_result_bytes *results) {
  ptl_result_bytes message = {0};
  ptl_bytes_put(&message, head, sizeof *head);
  if (results != NULL) ptl_bytes_put(&message, results->bytes, results->size);
  if (message.failed || message.size > INT32_MAX) {
    fprintf(stderr, "pintle-mpi: a message does not fit into memory\n");
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
  MPI_Send(message.bytes, (int)message.size, MPI_BYTE, 0, PTL_MPI_RESULTS, MPI_COMM_WORLD);
  free(message.bytes);
}

static void send_results(helper *h, int is_ready, ptl_status status) {
  ptl_result_head head;
  memset(&head, 0, sizeof head);
  head.n = h->n;
  head.is_ready = is_ready;
  head.status = status;
  if (status != PTL_OK)
    snprintf(head.message, sizeof head.message, "%s", ptl_context_message(h->context));
  send(&head, &h->results);
  h->results.size = 0;
  h->n = 0;
  h->sent = now();
}

void ptl_mpi_decline(const char *why) {
  ptl_result_head head;
  memset(&head, 0, sizeof head);
  head.status = PTL_ERR_INPUT;
  snprintf(head.message, sizeof head.message, "%s", why);
  send(&head, NULL);
}

/* The points that rank 0 sends; their number, 0 at the end. */
static int receive_points(int64_t **points) {
  MPI_Status status;
  int size;
  MPI_Probe(0, PTL_MPI_POINTS, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_BYTE, &size);
  *points = malloc((size_t)size + 1);
  if (*points == NULL) MPI_Abort(MPI_COMM_WORLD, 3);
  MPI_Recv(*points, size, MPI_BYTE, 0, PTL_MPI_POINTS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return size / (int)sizeof **points;
}

static ptl_status run_points(helper *h, const int64_t *points, int n) {
  for (int i = 0; i < n; i++) {
    ptl_result result;
    ptl_status status = ptl_point_run(&h->runner, points[i], &result);
    if (status != PTL_OK) return status;
    ptl_result_put(&h->results, &result, h->study->measures.n);
    ptl_result_release(&result);
    h->n++;
    if (h->results.failed) return ptl_fail(h->context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
    if (i + 1 < n && now() - h->sent > SEND_AFTER) send_results(h, 0, PTL_OK);
  }
  return PTL_OK;
}

/* Asked in every step of a run. */
static int is_stopped(void *user) {
  const helper *h = user;
  static const ptl_study_progress none;
  return h->options->progress != NULL && h->options->progress(h->options->user, &none);
}

ptl_status ptl_mpi_help(ptl_context *context, const ptl_study *study,
                        const ptl_study_options *options) {
  helper h = {.context = context, .study = study, .options = options, .sent = now()};
  ptl_status status = ptl_point_runner_begin(context, study, &h.runner);
  h.runner.stop = is_stopped;
  h.runner.user = &h;
  send_results(&h, status == PTL_OK, status);
  while (status == PTL_OK) {
    int64_t *points;
    const int n = receive_points(&points);
    if (n > 0) {
      status = run_points(&h, points, n);
      send_results(&h, status == PTL_OK, status);
    }
    free(points);
    if (n == 0) break;
  }
  ptl_point_runner_end(&h.runner);
  free(h.results.bytes);
  return status;
}
