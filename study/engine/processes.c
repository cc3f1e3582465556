/* processes.c: the points of a study run by processes, each with a socket on which it is sent
 * points and sends results. */
#include "processes.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "result_bytes.h"
#include "threads.h"

enum { TICK_MS = 100, READ_BYTES = 65536 };

typedef struct child {
  pid_t pid; /* 0: there is none */
  int socket;
  const int64_t *points; /* that it has been sent */
  int64_t n, done;
  ptl_result_bytes bytes; /* read and not taken apart yet */
} child;

typedef struct crew {
  const ptl_study *study;
  const ptl_study_options *options;
  const int64_t *todo;
  int64_t n_todo, next;
  child *children;
  int n_children, is_stopped;
  ptl_status status; /* of a process that cannot go on */
  char message[2048];
} crew;

/* ------------------------------------------------------------------ a child */

/* All of the bytes, or 0. */
static int send_all(int socket, const void *bytes, size_t size) {
  for (const char *p = bytes; size > 0;) {
    const ssize_t n = send(socket, p, size, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return 0;
    p += n;
    size -= (size_t)n;
  }
  return 1;
}

static int receive_all(int socket, void *bytes, size_t size) {
  for (char *p = bytes; size > 0;) {
    const ssize_t n = recv(socket, p, size, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return 0;
    p += n;
    size -= (size_t)n;
  }
  return 1;
}

/* A message: its size, a head, and the result if there is one. */
static int tell(int socket, ptl_status status, const char *message, const ptl_result *result,
                int n_measures) {
  ptl_result_bytes bytes = {0};
  ptl_result_head head;
  memset(&head, 0, sizeof head);
  head.n = result != NULL;
  head.status = status;
  if (status != PTL_OK) snprintf(head.message, sizeof head.message, "%s", message);
  ptl_bytes_put(&bytes, &head, sizeof head);
  if (result != NULL) ptl_result_put(&bytes, result, n_measures);
  const uint64_t size = bytes.size;
  const int sent = !bytes.failed && send_all(socket, &size, sizeof size) &&
                   send_all(socket, bytes.bytes, bytes.size);
  free(bytes.bytes);
  return sent;
}

static ptl_status run_points(ptl_point_runner *runner, int socket) {
  int64_t n = 0;
  ptl_status status = PTL_OK;
  while (status == PTL_OK && receive_all(socket, &n, sizeof n)) {
    for (int64_t i = 0; i < n && status == PTL_OK; i++) {
      int64_t index;
      ptl_result result;
      if (!receive_all(socket, &index, sizeof index)) return PTL_OK;
      status = ptl_point_run(runner, index, &result);
      if (status != PTL_OK) break;
      const int sent = tell(socket, PTL_OK, "", &result, runner->study->measures.n);
      ptl_result_release(&result);
      if (!sent) return PTL_OK; /* nobody listens any more */
    }
  }
  return status;
}

static void be_child(const crew *c, int socket) {
  ptl_context *context = NULL;
  ptl_point_runner runner = {0};
  signal(SIGINT, SIG_IGN); /* whoever waits for the results decides */
  ptl_status status = ptl_point_context(c->options->plugins, c->options->n_plugins, &context);
  if (status == PTL_OK) status = ptl_point_runner_begin(context, c->study, &runner);
  if (status == PTL_OK) status = run_points(&runner, socket);
  if (status != PTL_OK)
    tell(socket, status, context != NULL ? ptl_context_message(context) : "out of memory", NULL, 0);
  _exit(0);
}

/* ------------------------------------------------------------------ the writer's side */

static void give_up(crew *c, ptl_status status, const char *message) {
  c->is_stopped = 1;
  if (c->status != PTL_OK) return;
  c->status = status;
  snprintf(c->message, sizeof c->message, "%s", message);
}

static void end_child(child *k, int *how) {
  close(k->socket);
  while (waitpid(k->pid, how, 0) < 0 && errno == EINTR) {
  }
  k->pid = 0;
  k->bytes.size = k->bytes.at = 0;
}

static void start_child(crew *c, child *k) {
  int pair[2];
  const int made = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0;
  const pid_t pid = made ? fork() : -1;
  if (pid == 0) {
    for (int i = 0; i < c->n_children; i++)
      if (c->children[i].pid > 0) close(c->children[i].socket);
    close(pair[0]);
    be_child(c, pair[1]);
  }
  if (made) close(pair[1]);
  if (pid < 0) {
    if (made) close(pair[0]);
    give_up(c, PTL_ERR_MEMORY, "no process can be started");
    return;
  }
  k->pid = pid;
  k->socket = pair[0];
}

/* Sends the points that are not done; one that has died meanwhile is seen when it is read from. */
static void send_points(child *k) {
  const int64_t n = k->n - k->done;
  if (send_all(k->socket, &n, sizeof n))
    send_all(k->socket, k->points + k->done, (size_t)n * sizeof *k->points);
}

/* The next points for a child that has none; none are left: it ends. */
static void give_points(crew *c, child *k) {
  k->points = c->todo + c->next;
  k->done = 0;
  k->n = c->is_stopped ? 0 : ptl_points_together(c->study, k->points, c->n_todo - c->next);
  c->next += k->n;
  if (k->n > 0) {
    if (k->pid == 0) start_child(c, k);
    if (k->pid > 0) send_points(k);
  } else if (k->pid > 0) {
    end_child(k, NULL);
  }
}

static void read_bytes(child *k, int *is_at_end) {
  char bytes[READ_BYTES];
  const ssize_t n = recv(k->socket, bytes, sizeof bytes, MSG_DONTWAIT);
  if (n > 0)
    ptl_bytes_put(&k->bytes, bytes, (size_t)n);
  else if (n == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
    *is_at_end = 1;
}

/* Takes a whole message off the bytes: 1 when it held a result. */
static int take_message(crew *c, child *k, ptl_result *result) {
  uint64_t size = 0;
  ptl_result_head head;
  ptl_result_bytes *b = &k->bytes;
  if (b->failed) give_up(c, PTL_ERR_MEMORY, "out of memory");
  if (b->size < sizeof size) return 0;
  memcpy(&size, b->bytes, sizeof size);
  if (b->size < sizeof size + size) return 0;
  b->at = sizeof size;
  ptl_bytes_get(b, &head, sizeof head);
  if (head.n > 0) ptl_result_get(b, result, c->study->measures.n);
  if (head.status != PTL_OK) give_up(c, (ptl_status)head.status, head.message);
  b->size -= sizeof size + (size_t)size;
  memmove(b->bytes, b->bytes + sizeof size + size, b->size);
  b->at = 0;
  k->done += head.n > 0;
  return head.n > 0;
}

/* What became of the point that a process was at when it ended. */
static int make_crash(child *k, int how, ptl_result *result) {
  char message[160];
  if (WIFSIGNALED(how))
    snprintf(message, sizeof message, "the process of this run was ended by signal %d (%s)",
             WTERMSIG(how), strsignal(WTERMSIG(how)));
  else
    snprintf(message, sizeof message, "the process of this run has ended with status %d",
             WIFEXITED(how) ? WEXITSTATUS(how) : -1);
  *result = (ptl_result){
      .index = k->points[k->done], .status = PTL_RUN_CRASHED, .message = strdup(message)};
  if (result->message == NULL) return 0;
  k->done++;
  return 1;
}

/* A child that has ended: 1 when that is a result. Another one takes its place. */
static int replace_child(crew *c, child *k, ptl_result *result) {
  int how = 0, n = 0;
  end_child(k, &how);
  if (c->is_stopped || k->done == k->n) return 0;
  n = make_crash(k, how, result);
  if (n == 0) give_up(c, PTL_ERR_MEMORY, "out of memory");
  if (k->done < k->n) {
    start_child(c, k);
    if (k->pid > 0) send_points(k);
  }
  return n;
}

/* Results of one child that has something to say. */
static int attend(crew *c, child *k, ptl_result *results, int room) {
  int n = 0, is_at_end = 0;
  read_bytes(k, &is_at_end);
  while (n < room && take_message(c, k, &results[n])) n++;
  if (is_at_end && n < room) n += replace_child(c, k, &results[n]);
  if (k->done == k->n || c->is_stopped) give_points(c, k);
  return n;
}

static int await_results(void *self, ptl_result *results, int room, int *is_over) {
  crew *c = self;
  struct pollfd *polls = calloc((size_t)c->n_children, sizeof *polls);
  child **asked = calloc((size_t)c->n_children, sizeof *asked);
  int n_polls = 0, n = 0;
  if (polls == NULL || asked == NULL) give_up(c, PTL_ERR_MEMORY, "out of memory");
  for (int i = 0; i < c->n_children && polls != NULL && asked != NULL; i++) {
    if (c->children[i].pid == 0) continue;
    polls[n_polls] = (struct pollfd){.fd = c->children[i].socket, .events = POLLIN};
    asked[n_polls++] = &c->children[i];
  }
  if (n_polls > 0 && poll(polls, (nfds_t)n_polls, TICK_MS) > 0)
    for (int i = 0; i < n_polls; i++)
      if (polls[i].revents != 0 && room - n > 1) n += attend(c, asked[i], results + n, room - n);
  *is_over = n_polls == 0;
  free(polls);
  free(asked);
  return n;
}

static void stop(void *self) {
  crew *c = self;
  c->is_stopped = 1;
  for (int i = 0; i < c->n_children; i++)
    if (c->children[i].pid > 0) kill(c->children[i].pid, SIGKILL);
}

static ptl_status start(void *self, ptl_context *context, const ptl_study *study,
                        const ptl_study_options *options, const int64_t *todo, int64_t n_todo,
                        int *n) {
  crew *c = self;
  c->study = study;
  c->options = options;
  c->todo = todo;
  c->n_todo = n_todo;
  *n = ptl_study_threads_wanted(options, n_todo);
  c->children = ptl_alloc(context, (size_t)*n, sizeof *c->children);
  if (c->children == NULL) return PTL_ERR_MEMORY;
  c->n_children = *n;
  for (int i = 0; i < c->n_children; i++) give_points(c, &c->children[i]);
  return c->status != PTL_OK ? ptl_fail_told(context, c->status, PTL_E(0807), c->message) : PTL_OK;
}

static ptl_status finish(void *self, ptl_context *context) {
  crew *c = self;
  stop(c); /* those that are left are not needed */
  for (int i = 0; i < c->n_children; i++) {
    if (c->children[i].pid > 0) end_child(&c->children[i], NULL);
    free(c->children[i].bytes.bytes);
  }
  ptl_free(context, c->children);
  c->children = NULL;
  c->n_children = 0;
  return c->status != PTL_OK ? ptl_fail_told(context, c->status, PTL_E(0807), c->message) : PTL_OK;
}

ptl_workers *ptl_study_processes_create(ptl_context *context) {
  crew *c = ptl_alloc(context, 1, sizeof *c);
  ptl_workers *workers = ptl_alloc(context, 1, sizeof *workers);
  if (c == NULL || workers == NULL) {
    ptl_free(context, c);
    ptl_free(context, workers);
    return NULL;
  }
  *workers = (ptl_workers){
      .start = start, .await = await_results, .stop = stop, .finish = finish, .self = c};
  return workers;
}

void ptl_study_processes_destroy(ptl_context *context, ptl_workers *workers) {
  if (workers == NULL) return;
  ptl_free(context, workers->self);
  ptl_free(context, workers);
}
