/* notes.h: an import at work: its memory, its messages, and what it has not taken. Internal. */
#ifndef PTL_IMPORT_NOTES_H
#define PTL_IMPORT_NOTES_H

#include "context.h"

typedef struct ptl_import_note ptl_import_note;
struct ptl_import_note {
  int line; /* of the file, 0: of all of it */
  char *text;
  ptl_import_note *next;
};

typedef struct ptl_import {
  ptl_context *context;
  const char *path;
  void *pieces; /* a list of what was allocated, freed at the end */
  ptl_import_note *first_note, *last_note;
  int n_notes, has_lost_notes; /* 1: for want of memory */
} ptl_import;

/* Zeroed memory until ptl_import_release; NULL sets the message. */
void *ptl_import_alloc(ptl_import *import, size_t n, size_t size);
/* Room for one more element in an array of `n`; NULL sets the message. The older array stays as it
 * is. */
void *ptl_import_grow(ptl_import *import, void *old, int n, size_t size);
char *ptl_import_copy(ptl_import *import, const char *text, size_t length);
void ptl_import_release(ptl_import *import);

/* "FILE:LINE: error: ...", line 0: of all of it; returns PTL_ERR_INPUT. */
ptl_status ptl_import_fail(const ptl_import *import, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* What is told of the import: what was not taken, or was taken in another way. Out of memory: the
 * note is lost, which fails the import at its end. */
void ptl_import_tell(ptl_import *import, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
