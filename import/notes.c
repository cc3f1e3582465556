/* notes.c: memory, messages and notes of an import. */
#include "notes.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "printable.h"

enum { LINE = 512, MOST_NOTES = 10000 };

/* In front of every piece, as large as the strictest alignment. */
typedef union piece {
  void *next;
  max_align_t aligned;
} piece;

void *ptl_import_alloc(ptl_import *import, size_t n, size_t size) {
  if (size > 0 && n > (SIZE_MAX - sizeof(piece)) / size) {
    ptl_fail(import->context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
    return NULL;
  }
  piece *made = ptl_alloc(import->context, 1, sizeof *made + n * size);
  if (made == NULL) return NULL;
  made->next = import->pieces;
  import->pieces = made;
  return made + 1;
}

/* Arrays grow at the powers of two, so that all pieces together are twice the last. */
void *ptl_import_grow(ptl_import *import, void *old, int n, size_t size) {
  if (n > 0 && (n & (n - 1)) != 0) return old;
  void *made = ptl_import_alloc(import, n > 0 ? 2 * (size_t)n : 1, size);
  if (made != NULL && n > 0) memcpy(made, old, (size_t)n * size);
  return made;
}

char *ptl_import_copy(ptl_import *import, const char *text, size_t length) {
  char *copy = ptl_import_alloc(import, length + 1, 1);
  if (copy != NULL) memcpy(copy, text, length);
  return copy;
}

void ptl_import_release(ptl_import *import) {
  while (import->pieces != NULL) {
    piece *first = import->pieces;
    import->pieces = first->next;
    ptl_free(import->context, first);
  }
}

ptl_status ptl_import_fail(const ptl_import *import, int line, const char *format, ...) {
  char text[LINE];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  if (line > 0)
    ptl_fail(import->context, PTL_ERR_INPUT, PTL_E_SAME "%s:%d: error: %s", import->path, line,
             text);
  else
    ptl_fail(import->context, PTL_ERR_INPUT, PTL_E_SAME "%s: error: %s", import->path, text);
  ptl_error_place(import->context, import->path, line, 0, NULL);
  return PTL_ERR_INPUT;
}

void ptl_import_tell(ptl_import *import, int line, const char *format, ...) {
  char text[LINE];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  ptl_make_printable(text);
  for (char *at = text; (at = strpbrk(at, "\n\r\t")) != NULL;) *at = ' ';
  if (import->n_notes == MOST_NOTES) return;
  ptl_import_note *note = ptl_import_alloc(import, 1, sizeof *note);
  char *copy = ptl_import_copy(import, text, strlen(text));
  import->has_lost_notes |= note == NULL || copy == NULL;
  if (note == NULL || copy == NULL) return;
  note->line = line;
  note->text = copy;
  *(import->first_note == NULL ? &import->first_note : &import->last_note->next) = note;
  import->last_note = note;
  import->n_notes++;
}
