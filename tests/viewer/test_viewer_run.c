/* Results in the background. The models are named pipes that the test fills: so it decides when a
 * run begins, and nothing depends on the clock. */
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>

#include "support.h"
#include "worker.h"

typedef struct fixture {
  char dir[64], pipes[2][96];
  ptl_worker *worker;
} fixture;

static int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  if (f == NULL) return 1;
  strcpy(f->dir, "/tmp/pintle_worker_XXXXXX");
  if (mkdtemp(f->dir) == NULL) return 1;
  for (int i = 0; i < 2; i++) {
    snprintf(f->pipes[i], sizeof f->pipes[i], "%s/%d.yaml", f->dir, i);
    if (mkfifo(f->pipes[i], 0600) != 0) return 1;
  }
  f->worker = ptl_worker_create();
  *state = f;
  return f->worker == NULL;
}

static int tear_down(void **state) {
  fixture *f = *state;
  ptl_worker_destroy(f->worker);
  for (int i = 0; i < 2; i++) unlink(f->pipes[i]);
  int failed = rmdir(f->dir);
  free(f);
  return failed;
}

/* The end to write into is open before, also for reading: without it the worker finds nothing. */
static int request(fixture *f, int i) {
  const int file = open(f->pipes[i], O_RDWR | O_CLOEXEC);
  assert_true(file >= 0);
  ptl_source source = ptl_source_default(f->pipes[i]);
  ptl_worker_request(f->worker, &source);
  return file;
}

/* Returns when the worker has begun to read the pipe. */
static void begin(int file) {
  static const char first[] = "pintle: 1\n";
  const struct timespec pause = {0, 500000};
  const ssize_t size = sizeof first - 1;
  int left = 1;
  assert_int_equal(write(file, first, (size_t)size), size);
  while (ioctl(file, FIONREAD, &left) == 0 && left > 0) nanosleep(&pause, NULL);
  assert_int_equal(left, 0);
}

/* A pendulum that runs until the time `end`. */
static void finish(int file, int end) {
  char text[512];
  int n = snprintf(text, sizeof text,
                   "bodies: {bob: {mass: 1 kg, inertia: 0.01 kg m^2, position: [1 m, 0]}}\n"
                   "joints: {pivot: {type: revolute, bodies: [ground, bob], at: [0, 0]}}\n"
                   "run: {until: %d s, every: 10 ms}\n",
                   end);
  assert_int_equal(write(file, text, (size_t)n), n);
  close(file);
}

static ptl_result *wait_for_result(fixture *f) {
  const struct timespec pause = {0, 500000};
  ptl_result *result;
  while ((result = ptl_worker_take(f->worker)) == NULL) nanosleep(&pause, NULL);
  return result;
}

static void a_result_is_taken_once(void **state) {
  fixture *f = *state;
  assert_int_equal(ptl_worker_busy(f->worker), 0);
  const int file = request(f, 0);
  assert_int_equal(ptl_worker_busy(f->worker), 1);
  begin(file);
  ptl_result *early = ptl_worker_take(f->worker);
  finish(file, 5);
  ptl_result *result = wait_for_result(f);
  assert_null(early);
  assert_int_equal(result->status, PTL_OK);
  assert_near(ptl_record_end(&result->record), 5, 0);
  assert_null(ptl_worker_take(f->worker));
  ptl_result_destroy(result);
}

/* The first model is being read when the second is asked for; its run ends before the second
 * begins, and all the same nothing is got of it. */
static void an_overtaken_request_is_dropped(void **state) {
  fixture *f = *state;
  const int first = request(f, 0);
  begin(first);
  const int second = request(f, 1);
  finish(first, 5);
  begin(second);
  ptl_result *overtaken = ptl_worker_take(f->worker);
  int busy = ptl_worker_busy(f->worker);
  finish(second, 7); /* before any assertion: a worker that waits cannot be destroyed */
  ptl_result *result = wait_for_result(f);
  assert_null(overtaken);
  assert_int_equal(busy, 1);
  assert_near(ptl_record_end(&result->record), 7, 0);
  assert_string_equal(result->source.path, f->pipes[1]);
  ptl_result_destroy(result);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_result_is_taken_once, set_up, tear_down),
      cmocka_unit_test_setup_teardown(an_overtaken_request_is_dropped, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
