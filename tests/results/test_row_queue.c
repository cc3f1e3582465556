/* Rows through a queue: every row comes out once, in order, whether a thread writes it or not.
 * Expected: the rows that were put in. */
#include "support.h"

#include "row_queue.h"

enum { WIDTH = 5 };

typedef struct reader {
  long rows, stop_at; /* rows so far; after how many no more are wanted, or 0 */
  int wrong;
  int calls_after_the_end;
} reader;

static int read_row(void *user, const double *values, int n) {
  reader *r = user;
  r->calls_after_the_end += r->stop_at > 0 && r->rows >= r->stop_at;
  r->wrong += n != WIDTH;
  for (int i = 0; i < n; i++) r->wrong += values[i] != (double)(r->rows * WIDTH + i);
  r->rows++;
  return r->rows == r->stop_at;
}

/* Puts `count` rows in; returns how many it took. */
static long pass(reader *r, long count) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_row_queue *queue;
  long row = 0;
  int stop = 0;
  assert_int_equal(ptl_row_queue_create(context, WIDTH, read_row, r, &queue), PTL_OK);
  for (; row < count && !stop; row++) {
    double values[WIDTH];
    for (int i = 0; i < WIDTH; i++) values[i] = (double)(row * WIDTH + i);
    stop = ptl_row_queue_put(queue, values);
  }
  ptl_row_queue_finish(queue);
  ptl_context_destroy(context);
  return row;
}

static void rows_come_out_in_order(void **state) {
  static const long counts[] = {0, 1, 127, 128, 129, 255, 256, 257, 1000, 100000};
  (void)state;
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    reader r = {.rows = 0};
    assert_int_equal(pass(&r, counts[i]), counts[i]);
    assert_int_equal(r.rows, counts[i]);
    assert_int_equal(r.wrong, 0);
  }
}

/* A full disk, say: who puts rows in learns of it within a few blocks, and no row is written after.
 */
static void the_end_is_told(void **state) {
  static const long ends[] = {1, 128, 200, 5000};
  (void)state;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    reader r = {.stop_at = ends[i]};
    long taken = pass(&r, 100000);
    assert_int_equal(r.rows, ends[i]);
    assert_int_equal(r.wrong, 0);
    assert_int_equal(r.calls_after_the_end, 0);
    assert_in_range(taken, ends[i], ends[i] + 3 * 128);
  }
}

static void an_end_at_the_very_end_is_no_harm(void **state) {
  (void)state;
  reader r = {.stop_at = 50};
  assert_int_equal(pass(&r, 60), 60);
  assert_int_equal(r.rows, 50);
}

/* What is left when the queue ends is not written once `write` has refused a row. Here it refuses
 * the last row of the first block while the second is being filled. */
static void nothing_is_written_after_a_refusal(void **state) {
  (void)state;
  reader r = {.stop_at = 128};
  pass(&r, 200);
  assert_int_equal(r.rows, 128);
  assert_int_equal(r.calls_after_the_end, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_come_out_in_order),
      cmocka_unit_test(the_end_is_told),
      cmocka_unit_test(an_end_at_the_very_end_is_no_harm),
      cmocka_unit_test(nothing_is_written_after_a_refusal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
