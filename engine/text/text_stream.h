/* text_stream.h: a stream that writes into memory. Internal. */
#ifndef PTL_TEXT_STREAM_H
#define PTL_TEXT_STREAM_H

#include <stdio.h>

typedef struct ptl_text_stream {
  FILE *stream;
  char *text; /* what has been written, with a zero behind it; for free() */
  size_t size, capacity;
} ptl_text_stream;

/* Returns 0, or -1 where there is no memory. Other than of open_memstream, an error of memory while
 * it is written is one of the stream. */
int ptl_text_stream_open(ptl_text_stream *out);
/* Leaves the text and its size. Returns 0, or -1, where memory was missing: the text is NULL. */
int ptl_text_stream_close(ptl_text_stream *out);

#endif
