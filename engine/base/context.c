/* context.c: memory, messages, the nearest name. */
#include "context.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "printable.h"

/* ------------------------------------------------------------------ memory */

static void *plain_alloc(size_t size, void *user) {
  (void)user;
  return malloc(size);
}

static void *plain_resize(void *old, size_t size, void *user) {
  (void)user;
  return realloc(old, size);
}

static void plain_release(void *memory, void *user) {
  (void)user;
  free(memory);
}

static const ptl_allocator plain_allocator = {plain_alloc, plain_resize, plain_release, NULL};

static void fail_memory(ptl_context *context, size_t n, size_t size) {
  ptl_fail(context, PTL_ERR_MEMORY,
           PTL_E(0001) "out of memory: %zu times %zu bytes are not to be had", n, size);
}

void *ptl_alloc(ptl_context *context, size_t n, size_t size) {
  const ptl_allocator *a = &context->allocator;
  void *memory = NULL;
  if (size == 0 || n <= SIZE_MAX / size) {
    const size_t bytes = n * size;
    memory = a->alloc(bytes > 0 ? bytes : 1, a->user);
    if (memory != NULL) memset(memory, 0, bytes);
  }
  if (memory == NULL) fail_memory(context, n, size);
  return memory;
}

/* The room is not stored: it is 4, 8, 16, ... elements, so that it is full exactly when n is
 * one of these numbers. */
void *ptl_grow(ptl_context *context, void *old, size_t n, size_t size) {
  const ptl_allocator *a = &context->allocator;
  const int full = n == 0 || (n >= 4 && (n & (n - 1)) == 0);
  const size_t room = n == 0 ? 4 : 2 * n;
  void *memory = NULL;
  if (!full) return old;
  if (n <= SIZE_MAX / 2 && room <= SIZE_MAX / size) memory = a->resize(old, room * size, a->user);
  if (memory == NULL) {
    fail_memory(context, room, size);
    return NULL;
  }
  memset((char *)memory + n * size, 0, (room - n) * size);
  return memory;
}

void ptl_free(ptl_context *context, void *memory) {
  if (memory != NULL) context->allocator.release(memory, context->allocator.user);
}

char *ptl_copy_text(ptl_context *context, const char *text) {
  if (text == NULL) return NULL;
  size_t size = strlen(text) + 1;
  char *copy = ptl_alloc(context, size, 1);
  if (copy != NULL) memcpy(copy, text, size);
  return copy;
}

/* ------------------------------------------------------------------ context */

ptl_context *ptl_context_create_empty(const ptl_allocator *allocator) {
  const ptl_allocator *a = allocator != NULL ? allocator : &plain_allocator;
  ptl_context *context = a->alloc(sizeof *context, a->user);
  if (context == NULL) return NULL;
  memset(context, 0, sizeof *context);
  context->allocator = *a;
  context->told.error.time = NAN;
  return context;
}

void ptl_context_destroy(ptl_context *context) {
  if (context == NULL) return;
  for (int i = 0; i < PTL_N_SLOTS; i++) {
    ptl_context_slot *slot = &context->slots[i];
    if (slot->data != NULL) slot->close(context, slot->data);
  }
  ptl_free(context, context);
}

void ptl_text_release(ptl_context *context, void *text) {
  ptl_free(context, text);
}

const char *ptl_version(void) {
  return PTL_VERSION;
}

const char *ptl_context_message(const ptl_context *context) {
  return context->told.message;
}

/* ------------------------------------------------------------------ messages */

/* Text from files and names of files end up in messages; nothing in them may steer a terminal, or
 * end the line. */
static void set_message(ptl_context *context, char *text) {
  const char *code = ptl_code_take(text);
  if (code != NULL) context->told.error.code = code;
  snprintf(context->told.message, sizeof context->told.message, "%s", text);
  ptl_make_one_line(context->told.message);
}

ptl_status ptl_errno_status(void) {
  return errno == ENOMEM ? PTL_ERR_MEMORY : PTL_ERR_IO;
}

ptl_status ptl_fail(ptl_context *context, ptl_status status, const char *format, ...) {
  char text[sizeof context->told.message];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  context->told.error =
      (ptl_error){.status = status, .time = NAN, .code = context->told.error.code};
  set_message(context, text);
  return status;
}

ptl_status ptl_fail_again(ptl_context *context, ptl_status status, const char *format, ...) {
  char text[sizeof context->told.message];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  set_message(context, text);
  context->told.error.status = status;
  return status;
}

void ptl_show_below(ptl_context *context, const char *lines) {
  char *message = context->told.message;
  const size_t used = strlen(message), size = strlen(lines) + 1;
  if (used + 1 + size > sizeof context->told.message) return;
  message[used] = '\n';
  memcpy(message + used + 1, lines, size);
  ptl_make_printable(message + used + 1);
}

ptl_status ptl_fail_told(ptl_context *context, ptl_status status, const char *code,
                         const char *message) {
  const size_t first = strcspn(message, "\n");
  ptl_fail(context, status, PTL_E_SAME "%s%.*s", code, (int)first, message);
  if (message[first] == '\n') ptl_show_below(context, message + first + 1);
  return status;
}

static const char *keep(char *room, size_t size, const char *text) {
  if (text == NULL) return NULL;
  if (text != room) snprintf(room, size, "%s", text);
  return room;
}

void ptl_error_place(ptl_context *context, const char *file, int line, int column,
                     const char *setting) {
  ptl_error *e = &context->told.error;
  e->file = keep(context->told.file, sizeof context->told.file, file);
  e->setting = keep(context->told.setting, sizeof context->told.setting, setting);
  e->line = line;
  e->column = column;
}

void ptl_error_element(ptl_context *context, const char *element, const char *name) {
  ptl_error *e = &context->told.error;
  e->element = keep(context->told.element, sizeof context->told.element, element);
  e->name = keep(context->told.name, sizeof context->told.name, name);
}

const ptl_error *ptl_context_get_error(const ptl_context *context) {
  return &context->told.error;
}

void ptl_prefix_message(ptl_context *context, const char *format, ...) {
  static const char mark[] = ": error: ";
  const ptl_error *e = &context->told.error;
  char text[sizeof context->told.message];
  const char *message = context->told.message;
  const char *place = e->file != NULL || e->setting != NULL ? strstr(message, mark) : NULL;
  const size_t kept = place != NULL ? (size_t)(place - message) + sizeof mark - 1 : 0;
  const char *below = message + strcspn(message, "\n");
  char lines[sizeof text];
  va_list list;
  va_start(list, format);
  memcpy(text, message, kept);
  const int length = vsnprintf(text + kept, sizeof text - kept, format, list);
  va_end(list);
  if (length < 0 || kept + (size_t)length >= sizeof text) return;
  snprintf(text + kept + length, sizeof text - kept - (size_t)length, "%.*s",
           (int)(below - message - (ptrdiff_t)kept), message + kept);
  snprintf(lines, sizeof lines, "%s", below);
  set_message(context, text);
  if (*lines != '\0') ptl_show_below(context, lines + 1);
}

/* ------------------------------------------------------------------ the nearest name */

enum { LONGEST_WORD = 63 };

static int minimum(int a, int b) {
  return a < b ? a : b;
}

/* Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, changes and
 * swaps of neighbours cost 1 each; the case of letters is free. Both words are at most
 * LONGEST_WORD long. */
static int edit_distance(const char *a, const char *b) {
  int row[3][LONGEST_WORD + 1]; /* of i - 2, i - 1, i */
  int *before = row[0], *last = row[1], *now = row[2];
  const int na = (int)strlen(a), nb = (int)strlen(b);
  for (int j = 0; j <= nb; j++) last[j] = j;
  for (int i = 1; i <= na; i++) {
    int *spare = before;
    const int ca = tolower((unsigned char)a[i - 1]);
    const int ca1 = i > 1 ? tolower((unsigned char)a[i - 2]) : 0;
    now[0] = i;
    for (int j = 1; j <= nb; j++) {
      const int cb = tolower((unsigned char)b[j - 1]);
      now[j] = minimum(minimum(last[j] + 1, now[j - 1] + 1), last[j - 1] + (ca != cb));
      if (i > 1 && j > 1 && ca == tolower((unsigned char)b[j - 2]) && ca1 == cb)
        now[j] = minimum(now[j], before[j - 2] + 1);
    }
    before = last;
    last = now;
    now = spare;
  }
  return last[nb];
}

const char *ptl_nearest(const char *word, const char *const *candidates, int n) {
  const char *best = NULL;
  const int length = (int)strlen(word);
  int least = minimum(1 + length / 3, 4); /* one mistake in three letters is still a hint */
  if (length == 0 || length > LONGEST_WORD) return NULL;
  for (int i = 0; i < n; i++) {
    const int other = (int)strlen(candidates[i]);
    if (other > LONGEST_WORD || abs(other - length) > least) continue;
    int distance = edit_distance(word, candidates[i]);
    if (distance >= length || distance >= other) continue;
    if (distance < least || (distance == least && best == NULL)) {
      least = distance;
      best = candidates[i];
    }
  }
  return best;
}
