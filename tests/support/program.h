/* program.h: runs the program in a folder of its own and keeps what it printed. For tests. */
#ifndef PTL_TEST_PROGRAM_H
#define PTL_TEST_PROGRAM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct outcome {
  int status; /* exit status, -1 when it ended otherwise */
  char out[1 << 18], err[1 << 14];
} outcome;

static char program_folder[] = "/tmp/pintle-test-XXXXXX";

static inline void read_text(const char *path, char *text, size_t size) {
  FILE *f = fopen(path, "r");
  size_t n = f ? fread(text, 1, size - 1, f) : 0;
  text[n] = '\0';
  if (f) fclose(f);
}

static inline void write_text(const char *path, const char *text) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  assert_int_equal(fclose(f), 0);
}

/* Behind "COMMAND &": sends a signal when the command has worked for so long by its own clock [0.01
 * s], and waits for its end. */
#define END_BY(signal, ticks)                                                       \
  "\np=$!\nwhile n=$(awk '{print $14 + $15}' /proc/$p/stat) && [ \"$n\" -lt " ticks \
  " ]; do sleep 0.02; done\nkill -" signal " $p; wait $p"

static inline int file_exists(const char *path) {
  return access(path, F_OK) == 0;
}

/* Runs a shell command in which `pintle` is the program just built. */
static inline const outcome *shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static inline const outcome *shell(const char *format, ...) {
  static outcome o;
  char words[4096], command[8192];
  va_list list;
  va_start(list, format);
  vsnprintf(words, sizeof words, format, list);
  va_end(list);
  snprintf(command, sizeof command, "pintle() { %s \"$@\"; }; { %s\n} >stdout.txt 2>stderr.txt",
           PINTLE_PROGRAM, words);
  int state = system(command);
  o.status = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
  read_text("stdout.txt", o.out, sizeof o.out);
  read_text("stderr.txt", o.err, sizeof o.err);
  return &o;
}

static inline void expect_status(const outcome *o, int status) {
  if (o->status != status) print_message("stdout: %s\nstderr: %s\n", o->out, o->err);
  assert_int_equal(o->status, status);
}

static inline void expect_text(const char *text, const char *part) {
  if (strstr(text, part) == NULL) print_message("expected '%s' in:\n%s\n", part, text);
  assert_non_null(strstr(text, part));
}

static inline void expect_no_text(const char *text, const char *part) {
  if (strstr(text, part)) print_message("did not expect '%s' in:\n%s\n", part, text);
  assert_null(strstr(text, part));
}

/* Group set-up and tear-down: an empty folder to work in. */
static inline int enter_folder(void **state) {
  (void)state;
  return mkdtemp(program_folder) && chdir(program_folder) == 0 ? 0 : -1;
}

static inline int leave_folder(void **state) {
  char command[256];
  (void)state;
  snprintf(command, sizeof command, "rm -rf %s", program_folder);
  return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

#endif
