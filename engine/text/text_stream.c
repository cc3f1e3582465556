/* text_stream.c: a stream that writes into memory. See text_stream.h. */
#include "text_stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 1024 };

/* Room for n bytes more, and a zero. */
static int make_room(ptl_text_stream *s, size_t n) {
  size_t capacity = s->capacity > 0 ? s->capacity : FIRST;
  while (capacity - s->size <= n) capacity *= 2;
  if (capacity == s->capacity) return 0;
  char *larger = realloc(s->text, capacity);
  if (larger == NULL) return -1;
  s->text = larger;
  s->capacity = capacity;
  return 0;
}

static ssize_t put(void *cookie, const char *bytes, size_t n) {
  ptl_text_stream *s = cookie;
  if (make_room(s, n) != 0) {
    errno = ENOMEM;
    return 0;
  }
  memcpy(s->text + s->size, bytes, n);
  s->size += n;
  s->text[s->size] = '\0';
  return (ssize_t)n;
}

int ptl_text_stream_open(ptl_text_stream *out) {
  *out = (ptl_text_stream){0};
  if (make_room(out, 0) != 0) return -1;
  out->text[0] = '\0';
  out->stream = fopencookie(out, "w", (cookie_io_functions_t){.write = put});
  if (out->stream != NULL) return 0;
  free(out->text);
  out->text = NULL;
  return -1;
}

int ptl_text_stream_close(ptl_text_stream *out) {
  const int has_failed = ferror(out->stream) != 0;
  if (fclose(out->stream) == 0 && !has_failed) return 0;
  free(out->text);
  out->text = NULL;
  return -1;
}
