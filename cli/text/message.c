/* message.c: what goes to stderr, and the exit statuses. */
#include "message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file_write.h"
#include "printable.h"

/* For the exit status, whatever the verb makes of the failure. */
static int memory_is_out;

int ptl_cli_memory_is_out(void) {
  return memory_is_out;
}

static void print(const char *message, const char *code) {
  const int first = (int)strcspn(message, "\n"); /* lines of the file may follow */
  memory_is_out |= errno == ENOMEM;
  fflush(stdout);
  if (strstr(message, ": error: ") == NULL) fputs("pintle: ", stderr);
  fprintf(stderr, "%.*s", first, message);
  if (code != NULL) fprintf(stderr, " [%s]", code);
  fprintf(stderr, "%s\n", message + first);
}

/* What is named in it does not end the line. */
static void say(const char *format, va_list list) {
  char message[4096];
  vsnprintf(message, sizeof message, format, list);
  const char *code = ptl_code_take(message);
  ptl_make_one_line(message);
  print(message, code);
}

void ptl_cli_say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  say(format, list);
  va_end(list);
}

void ptl_cli_tell(const char *format, ...) {
  va_list list;
  va_start(list, format);
  say(format, list);
  va_end(list);
}

void ptl_cli_say_text(const char *message, const char *code) {
  print(message, code);
}

void ptl_cli_say_failure(const ptl_context *context) {
  memory_is_out |= ptl_context_get_error(context)->status == PTL_ERR_MEMORY;
  ptl_cli_say_text(ptl_context_message(context), ptl_context_get_error(context)->code);
}

int ptl_cli_exit_status(const ptl_context *context, ptl_status status) {
  if (status == PTL_OK) return PTL_EXIT_DONE;
  ptl_cli_say_failure(context);
  switch (status) {
    case PTL_ERR_MEMORY:
    case PTL_ERR_SIMULATION:
    case PTL_ERR_INTERRUPTED:
      return PTL_EXIT_FAILED;
    default:
      return PTL_EXIT_USAGE;
  }
}

int ptl_cli_answer_status(const ptl_context *context, ptl_status status) {
  const int exit_status = ptl_cli_exit_status(context, status);
  return status == PTL_ERR_UNFIT ? PTL_EXIT_NO : exit_status;
}

void ptl_cli_hint(char *text, size_t size, const char *word, const char *const *candidates, int n) {
  const char *nearest = ptl_nearest(word, candidates, n);
  if (nearest != NULL)
    snprintf(text, size, ", did you mean '%s'?", nearest);
  else
    *text = '\0';
}

void *ptl_cli_alloc(size_t n, size_t size) {
  void *memory = calloc(n > 0 ? n : 1, size > 0 ? size : 1);
  if (memory != NULL) return memory;
  ptl_cli_say(PTL_E(0001) "out of memory");
  ptl_cli_give_up();
}

void ptl_cli_give_up(void) {
  ptl_new_files_remove();
  exit(PTL_EXIT_FAILED);
}

char *ptl_cli_copy_text(const char *text) {
  const size_t size = strlen(text) + 1;
  return memcpy(ptl_cli_alloc(size, 1), text, size);
}

ptl_context *ptl_cli_open_context(const char *const *plugins, int n_plugins) {
  ptl_context *context = ptl_context_create(NULL);
  if (context == NULL) {
    ptl_cli_say(PTL_E(0001) "out of memory");
    return NULL;
  }
  for (int i = 0; i < n_plugins; i++) {
    if (ptl_context_load_plugin(context, plugins[i]) == PTL_OK) continue;
    ptl_cli_say_failure(context);
    ptl_context_destroy(context);
    return NULL;
  }
  return context;
}
