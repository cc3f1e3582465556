/* output.c: stdout and stderr of the program, and the files that it writes. */
#include "output.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "printable.h"
#include "utf8.h"

enum { CHARACTER = 4, PIECE = 4096 };

typedef struct stream {
  int file;
  char begun[CHARACTER]; /* a character whose other bytes are still to come */
  size_t n_begun;
} stream;

/* Streams live as long as the program. */
static stream streams[2] = {{.file = STDOUT_FILENO}, {.file = STDERR_FILENO}};

static int write_all(int file, const char *text, size_t n) {
  while (n > 0) {
    const ssize_t written = write(file, text, n);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return 1;
    text += written;
    n -= (size_t)written;
  }
  return 0;
}

/* Whether more bytes could make a character of these. */
static int may_go_on(const char *text, size_t n) {
  char whole[CHARACTER];
  if (n >= CHARACTER || (unsigned char)*text < 0xC2) return 0;
  memcpy(whole, text, n);
  for (size_t size = n + 1; size <= CHARACTER; size++)
    for (int second = 0x80; second <= 0xBF;
         second += 0x3F) { /* some leads want a low, some a high one */
      memset(whole + n, second, CHARACTER - n);
      if (ptl_utf8_length(whole, size) == size) return 1;
    }
  return 0;
}

/* The text as it may be printed; what is left of a character that is not whole is kept. */
static size_t make_safe(stream *s, const char *text, size_t n, char *out) {
  size_t used = 0;
  while (n > 0) {
    const size_t good = ptl_printable_length(text, n), whole = ptl_utf8_length(text, n);
    if (whole == 0 && may_go_on(text, n)) {
      memcpy(s->begun, text, n);
      s->n_begun = n;
      return used;
    }
    if (good > 0)
      memcpy(out + used, text, good);
    else
      out[used] = '?';
    used += good > 0 ? good : 1;
    text += whole > 0 ? whole : 1;
    n -= whole > 0 ? whole : 1;
  }
  return used;
}

static ssize_t put(void *cookie, const char *text, size_t size) {
  stream *s = cookie;
  char in[CHARACTER + PIECE], out[sizeof in];
  for (size_t at = 0; at < size;) {
    const size_t kept = s->n_begun, left = size - at, n = left < PIECE ? left : PIECE;
    memcpy(in, s->begun, kept);
    memcpy(in + kept, text + at, n);
    s->n_begun = 0;
    const size_t used = make_safe(s, in, kept + n, out);
    if (write_all(s->file, out, used)) return 0;
    at += n;
  }
  return (ssize_t)size;
}

static FILE *guard(stream *s, int mode) {
  FILE *file = fopencookie(s, "w", (cookie_io_functions_t){.write = put});
  if (file != NULL) setvbuf(file, NULL, mode, BUFSIZ);
  return file;
}

const int ptl_end_signals[PTL_N_END_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

/* Its own action is the default again once it is called (SA_RESETHAND). */
static void end_by_signal(int number) {
  ptl_new_files_remove();
  raise(number);
}

static void guard_files(void) {
  for (int i = 0; i < PTL_N_END_SIGNALS; i++) {
    struct sigaction old, action = {.sa_handler = end_by_signal, .sa_flags = SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    if (sigaction(ptl_end_signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
      sigaction(ptl_end_signals[i], &action, NULL);
  }
}

void ptl_cli_guard_output(void) {
  FILE *out = guard(&streams[0], isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF);
  FILE *err = guard(&streams[1], _IONBF);
  if (out == NULL || err == NULL) {
    ptl_cli_say(PTL_E(0001) "out of memory");
    _exit(PTL_EXIT_FAILED);
  }
  stdout = out;
  stderr = err;
  guard_files();
}

int ptl_cli_finish_output(int status) {
  if (status != PTL_EXIT_DONE && ptl_cli_memory_is_out()) status = PTL_EXIT_FAILED;
  if (fflush(stdout) == 0 && !ferror(stdout)) return status;
  ptl_cli_say(PTL_E(0702) "cannot write the results to the standard output");
  return status == PTL_EXIT_DONE ? PTL_EXIT_USAGE : status;
}

void ptl_cli_draw_bar(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vdprintf(STDERR_FILENO, format, list);
  va_end(list);
}

/* ------------------------------------------------------------------ files */

int ptl_cli_file_open(ptl_new_file *file, const char *path) {
  *file = (ptl_new_file){.stream = stdout};
  if (path == NULL || ptl_new_file_open(file, path) == 0) return 0;
  ptl_cli_say(PTL_E(0702) "cannot write %s: %s", path, strerror(errno));
  return 1;
}

int ptl_cli_file_close(ptl_new_file *file, const char *path, int whole) {
  if (path == NULL) return 0; /* main() looks after the standard output */
  if (ptl_new_file_close(file, whole) == 0) return 0;
  if (whole) ptl_cli_say(PTL_E(0702) "cannot write %s: %s", path, strerror(errno));
  return 1;
}

char *ptl_cli_default_name(const char *path, const char *ending) {
  const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path;
  const char *dot = strrchr(base, '.');
  const int length = dot != NULL && dot > base ? (int)(dot - base) : (int)strlen(base);
  const size_t size = (size_t)length + strlen(ending) + 1;
  char *name = ptl_cli_alloc(size, 1);
  snprintf(name, size, "%.*s%s", length, base, ending);
  return name;
}

void ptl_cli_put_cell(FILE *out, const char *text) {
  if (strpbrk(text, ",\"\n\r") == NULL) {
    fputs(text, out);
    return;
  }
  putc('"', out);
  for (; *text != '\0'; text++) {
    if (*text == '"') putc('"', out);
    putc(*text, out);
  }
  putc('"', out);
}

void ptl_cli_put_word(FILE *out, const char *text) {
  static const char plain[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+.,/:=%@";
  if (*text != '\0' && text[strspn(text, plain)] == '\0') {
    fputs(text, out);
    return;
  }
  putc('\'', out);
  for (; *text != '\0'; text++) {
    if (*text == '\'')
      fputs("'\\''", out);
    else
      putc(*text, out);
  }
  putc('\'', out);
}
