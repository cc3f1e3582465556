/* trace_write.c: text files and CSV rows, every error noticed. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "file_write.h"
#include "number.h"
#include "trace.h"

enum { BUFFER_SIZE = 1 << 16 };

struct ptl_writer {
  ptl_context *context;
  char *path;
  int file;
  int error;
  int in_row; /* a cell of this row is written already */
  size_t used;
  int64_t written;
  char buffer[BUFFER_SIZE];
};

char *ptl_join_path(ptl_context *context, const char *dir, const char *name) {
  const size_t size = strlen(dir) + strlen(name) + 2;
  char *path = ptl_alloc(context, size, 1);
  if (path != NULL) snprintf(path, size, "%s/%s", dir, name);
  return path;
}

ptl_status ptl_writer_create(ptl_context *context, const char *path, ptl_writer **out) {
  ptl_writer *writer = ptl_alloc(context, 1, sizeof *writer);
  *out = NULL;
  if (writer == NULL) return PTL_ERR_MEMORY;
  writer->context = context;
  writer->path = ptl_copy_text(context, path);
  if (writer->path == NULL) {
    ptl_free(context, writer);
    return PTL_ERR_MEMORY;
  }
  writer->file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (writer->file < 0) {
    const ptl_status status = ptl_fail(context, ptl_errno_status(),
                                       PTL_E(0702) "cannot create %s: %s", path, strerror(errno));
    ptl_free(context, writer->path);
    ptl_free(context, writer);
    return status;
  }
  *out = writer;
  return PTL_OK;
}

static void flush(ptl_writer *writer) {
  size_t done = 0;
  writer->written += (int64_t)writer->used;
  while (done < writer->used && !writer->error) {
    const ssize_t n = write(writer->file, writer->buffer + done, writer->used - done);
    if (n > 0)
      done += (size_t)n;
    else if (n == 0 || errno != EINTR)
      writer->error = n == 0 ? EIO : errno;
  }
  writer->used = 0;
}

static void put(ptl_writer *writer, const char *bytes, size_t n) {
  while (n > 0 && !writer->error) {
    const size_t room = BUFFER_SIZE - writer->used;
    const size_t part = n < room ? n : room;
    memcpy(writer->buffer + writer->used, bytes, part);
    writer->used += part;
    bytes += part;
    n -= part;
    if (writer->used == BUFFER_SIZE) flush(writer);
  }
}

void ptl_writer_text(ptl_writer *writer, const char *text) {
  put(writer, text, strlen(text));
}

void ptl_writer_bytes(ptl_writer *writer, const void *bytes, size_t n) {
  put(writer, bytes, n);
}

static void begin_cell(ptl_writer *writer) {
  if (writer->in_row) put(writer, ",", 1);
  writer->in_row = 1;
}

/* Room for a number; `used` moves on by what the caller writes there. */
static char *room(ptl_writer *writer) {
  if (BUFFER_SIZE - writer->used < PTL_NUMBER_ROOM) flush(writer);
  return writer->buffer + writer->used;
}

void ptl_writer_cell(ptl_writer *writer, const char *text) {
  const char *quote;
  begin_cell(writer);
  if (strpbrk(text, ",\"\r\n") == NULL) {
    ptl_writer_text(writer, text);
    return;
  }
  put(writer, "\"", 1);
  while ((quote = strchr(text, '"')) != NULL) { /* a quote inside is written twice */
    put(writer, text, (size_t)(quote - text) + 1);
    put(writer, "\"", 1);
    text = quote + 1;
  }
  ptl_writer_text(writer, text);
  put(writer, "\"", 1);
}

void ptl_writer_number(ptl_writer *writer, double value) {
  begin_cell(writer);
  writer->used += (size_t)ptl_number_write(value, room(writer));
}

void ptl_writer_count(ptl_writer *writer, int64_t value) {
  begin_cell(writer);
  writer->used += (size_t)snprintf(room(writer), PTL_NUMBER_ROOM, "%" PRId64, value);
}

/* Most of a run's output passes here, so the text is made where it stays. */
void ptl_writer_row(ptl_writer *writer, const double *values, int n) {
  char *const full = writer->buffer + BUFFER_SIZE - PTL_NUMBER_ROOM;
  char *text = writer->buffer + writer->used;
  for (int i = 0; i < n; i++) {
    if (text >= full) {
      writer->used = (size_t)(text - writer->buffer);
      flush(writer);
      text = writer->buffer;
    }
    text += ptl_number_write(values[i], text);
    *text++ = ',';
  }
  text[-1] = '\n';
  writer->used = (size_t)(text - writer->buffer);
}

void ptl_writer_end_row(ptl_writer *writer) {
  put(writer, "\n", 1);
  writer->in_row = 0;
}

int64_t ptl_writer_place(const ptl_writer *writer) {
  return writer->written + (int64_t)writer->used;
}

static ptl_status report(const ptl_writer *writer) {
  if (!writer->error) return PTL_OK;
  return ptl_fail(writer->context, PTL_ERR_IO, PTL_E(0702) "cannot write %s: %s", writer->path,
                  strerror(writer->error));
}

ptl_status ptl_writer_force(ptl_writer *writer) {
  flush(writer);
  if (!writer->error && ptl_file_force(writer->file) != 0) writer->error = errno;
  return report(writer);
}

ptl_status ptl_writer_copy(ptl_writer *writer, const char *from, int64_t size) {
  char block[1 << 14];
  const int file = open(from, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return ptl_fail(writer->context, ptl_errno_status(), PTL_E(0701) "cannot read %s: %s", from,
                    strerror(errno));
  ssize_t n = 1;
  while (size > 0 && n > 0) {
    n = read(file, block, size < (int64_t)sizeof block ? (size_t)size : sizeof block);
    if (n > 0) put(writer, block, (size_t)n);
    if (n > 0) size -= n;
  }
  close(file);
  if (size == 0) return report(writer);
  return ptl_fail(writer->context, PTL_ERR_INPUT,
                  PTL_E(0705) "%s is shorter than its checkpoint says", from);
}

int ptl_writer_error(const ptl_writer *writer) {
  return writer->error;
}

/* close() reports what the file system knows by then: a full disk, a lost server. A run folder is
 * forced to the disk as a whole before it takes its name (folder_disk.c). */
ptl_status ptl_writer_close(ptl_writer *writer) {
  ptl_context *context = writer->context;
  flush(writer);
  if (close(writer->file) != 0 && errno != EINTR && !writer->error) writer->error = errno;
  const ptl_status status = report(writer);
  ptl_free(context, writer->path);
  ptl_free(context, writer);
  return status;
}
