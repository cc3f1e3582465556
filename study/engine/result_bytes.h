/* result_bytes.h: results as the bytes of a message between processes of the same program on the
 * same kind of machine. Internal. */
#ifndef PTL_RESULT_BYTES_H
#define PTL_RESULT_BYTES_H

#include "point.h"

typedef struct ptl_result_bytes {
  char *bytes;
  size_t size, room, at; /* at: where reading goes on */
  int failed;            /* memory ran out, or the bytes end too early */
} ptl_result_bytes;

/* What stands at the head of a message with results. */
typedef struct ptl_result_head {
  int32_t n;        /* results that follow */
  int32_t is_ready; /* the sender wants more points */
  int32_t status;   /* ptl_status: not PTL_OK when the sender cannot go on, with the message */
  char message[2048];
} ptl_result_head;

void ptl_bytes_put(ptl_result_bytes *batch, const void *bytes, size_t size);
void ptl_bytes_get(ptl_result_bytes *batch, void *bytes, size_t size);
void ptl_result_put(ptl_result_bytes *batch, const ptl_result *result, int n_measures);
void ptl_result_get(ptl_result_bytes *batch, ptl_result *result, int n_measures);

#endif
