/* resource_path.c: see resource_path.h. */
#include "resource_path.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The byte behind a %, or -1. */
static int escaped(const char *p) {
  char digits[3] = {0};
  if (!isxdigit((unsigned char)p[0]) || !isxdigit((unsigned char)p[1])) return -1;
  memcpy(digits, p, 2);
  return (int)strtol(digits, NULL, 16);
}

/* Behind "file:" and an authority, which must be empty or this machine; NULL for another one. */
static const char *path_of(const char *uri) {
  const char *p = uri + strlen("file:");
  if (strncmp(p, "//", 2) != 0) return p;
  p += 2;
  if (strncmp(p, "localhost/", 10) == 0) p += 9;
  return *p == '/' ? p : NULL;
}

char *ptl_fmu_resource_folder(const char *uri) {
  if (uri == NULL) return NULL;
  if (strncmp(uri, "file:", 5) != 0)
    return strstr(uri, "://") != NULL || *uri == '\0' ? NULL : strdup(uri);
  const char *p = path_of(uri);
  char *path = p != NULL ? malloc(strlen(p) + 1) : NULL;
  if (path == NULL) return NULL;
  char *out = path;
  for (; *p != '\0'; p++) {
    const int byte = *p == '%' ? escaped(p + 1) : -1;
    *out++ = byte > 0 ? (char)byte : *p;
    if (byte > 0) p += 2;
  }
  *out = '\0';
  return path;
}
