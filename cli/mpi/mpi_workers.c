/* mpi_workers.c: the other ranks as workers of a study, for rank 0.
 *
 * A rank that is ready gets the next points, as many as a fourth of its share of what is left, so
 * that the ranks end together and messages are few. */
#include "mpi_workers.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "result_bytes.h"
#include "run_study.h"

enum { MOST_POINTS = 256, TICK_MS = 100, PAUSE_US = 100 };

typedef struct lead {
  const ptl_study *study;
  const int64_t *todo;
  int64_t n_todo, next;
  int n_ranks;   /* of the others */
  int n_working; /* that have points, or have not said yet that they are ready */
  int is_stopped;
  ptl_status status; /* of a rank that could not go on */
  char message[2048];
  ptl_result_bytes batch; /* a message that has come, with `left` results unread */
  int left;
} lead;

/* All but those of this message are told to end when they are ready. */
static void send_points(lead *l, int rank) {
  int64_t n = (l->n_todo - l->next) / (4 * l->n_ranks);
  if (n < 1) n = l->next < l->n_todo;
  if (n > MOST_POINTS) n = MOST_POINTS;
  if (n > 0) /* to the end of those that go on from one another */
    n += ptl_points_together(l->study, l->todo + l->next + n - 1, l->n_todo - l->next - n + 1) - 1;
  if (l->is_stopped) n = 0;
  MPI_Send(l->todo + l->next, (int)(n * (int64_t)sizeof *l->todo), MPI_BYTE, rank, PTL_MPI_POINTS,
           MPI_COMM_WORLD);
  l->next += n;
  if (n == 0) l->n_working--;
}

static void receive(lead *l, MPI_Status *status) {
  int size;
  ptl_result_head head;
  MPI_Get_count(status, MPI_BYTE, &size);
  l->batch.size = l->batch.at = 0;
  if ((size_t)size > l->batch.room) {
    free(l->batch.bytes);
    l->batch.bytes = malloc((size_t)size);
    l->batch.room = (size_t)size;
    if (l->batch.bytes == NULL) MPI_Abort(MPI_COMM_WORLD, 3);
  }
  MPI_Recv(l->batch.bytes, size, MPI_BYTE, status->MPI_SOURCE, PTL_MPI_RESULTS, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  l->batch.size = (size_t)size;
  ptl_bytes_get(&l->batch, &head, sizeof head);
  l->left = head.n;
  if (head.status != PTL_OK) {
    l->n_working--;
    l->is_stopped = 1;
    if (l->status == PTL_OK && head.status != PTL_ERR_INTERRUPTED) {
      l->status = (ptl_status)head.status;
      memcpy(l->message, head.message, sizeof l->message);
    }
  }
  if (head.is_ready) send_points(l, status->MPI_SOURCE);
}

/* Waits for a message, at most a tick: 1 when one has come. */
static int wait_for_message(lead *l) {
  const struct timespec pause = {0, PAUSE_US * 1000};
  for (int i = 0; i < TICK_MS * 1000 / PAUSE_US; i++) {
    MPI_Status status;
    int is_there;
    MPI_Iprobe(MPI_ANY_SOURCE, PTL_MPI_RESULTS, MPI_COMM_WORLD, &is_there, &status);
    if (is_there) {
      receive(l, &status);
      return 1;
    }
    nanosleep(&pause, NULL);
  }
  return 0;
}

static int await_results(void *self, ptl_result *results, int room, int *is_over) {
  lead *l = self;
  int n = 0;
  if (l->left == 0 && l->n_working > 0) wait_for_message(l);
  for (; n < room && l->left > 0; n++, l->left--)
    ptl_result_get(&l->batch, &results[n], l->study->measures.n);
  if (l->batch.failed) MPI_Abort(MPI_COMM_WORLD, 3);
  *is_over = n == 0 && l->left == 0 && l->n_working == 0;
  return n;
}

static ptl_status start(void *self, ptl_context *context, const ptl_study *study,
                        const ptl_study_options *options, const int64_t *todo, int64_t n_todo,
                        int *n) {
  lead *l = self;
  (void)context;
  (void)options;
  l->study = study;
  l->todo = todo;
  l->n_todo = n_todo;
  l->n_working = *n = l->n_ranks;
  return PTL_OK;
}

static void stop(void *self) {
  lead *l = self;
  l->is_stopped = 1;
}

static ptl_status finish(void *self, ptl_context *context) {
  lead *l = self;
  return l->status != PTL_OK ? ptl_fail_told(context, l->status, PTL_E(0903), l->message) : PTL_OK;
}

void ptl_mpi_dismiss(void) {
  int n_ranks;
  MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
  for (int rank = 1; rank < n_ranks; rank++)
    MPI_Send(NULL, 0, MPI_BYTE, rank, PTL_MPI_POINTS, MPI_COMM_WORLD);
}

ptl_status ptl_mpi_lead(ptl_context *context, const ptl_study *study, const char *path,
                        const ptl_study_options *options, ptl_study_report *report) {
  lead l = {0};
  ptl_workers workers = {start, await_results, stop, finish, &l};
  MPI_Comm_size(MPI_COMM_WORLD, &l.n_ranks);
  l.n_ranks--;
  const ptl_status status = ptl_study_run_by(context, study, path, options, &workers, report);
  if (l.todo == NULL) ptl_mpi_dismiss(); /* nothing was to be run */
  free(l.batch.bytes);
  return status;
}
