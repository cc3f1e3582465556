/* fuzz.h: what the targets share. Each is a program with LLVMFuzzerTestOneInput: with libFuzzer's
 * main it looks for inputs that crash, take memory or do not end; with that of replay.c it runs the
 * inputs that are stored. */
#ifndef PTL_FUZZ_H
#define PTL_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pintle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input as text with a zero behind it; free it. */
static inline char *fuzz_text(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (text == NULL) abort();
  if (size > 0) memcpy(text, data, size);
  text[size] = '\0';
  return text;
}

/* A folder of this process, which is left behind empty of names; made once. */
static inline const char *fuzz_folder(void) {
  static char folder[64];
  if (folder[0] != '\0') return folder;
  snprintf(folder, sizeof folder, "/tmp/pintle-fuzz-%ld", (long)getpid());
  char command[128];
  snprintf(command, sizeof command, "mkdir -p %s", folder);
  if (system(command) != 0) abort();
  return folder;
}

/* The input as a file of that name in the folder; its path. */
static inline const char *fuzz_file(const char *name, const uint8_t *data, size_t size) {
  static char path[256];
  snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
  FILE *file = fopen(path, "wb");
  if (file == NULL) abort();
  if (size > 0 && fwrite(data, 1, size, file) != size) abort();
  if (fclose(file) != 0) abort();
  return path;
}

/* Takes the first part off an input, up to a line of two percent signs or its end; `n`: its
 * length. */
static inline const uint8_t *fuzz_part(const uint8_t **data, size_t *size, size_t *n) {
  static const char mark[] = "%%\n";
  const uint8_t *part = *data, *cut = *size > 0 ? memmem(part, *size, mark, sizeof mark - 1) : NULL;
  *n = cut != NULL ? (size_t)(cut - part) : *size;
  const size_t taken = cut != NULL ? *n + sizeof mark - 1 : *n;
  *data += taken;
  *size -= taken;
  return part;
}

static inline ptl_context *fuzz_context(void) {
  ptl_context *context = ptl_context_create(NULL);
  if (context == NULL) abort();
  return context;
}

#endif
