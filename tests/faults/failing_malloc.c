/* failing_malloc.c: to be preloaded (LD_PRELOAD): the N-th allocation of a program fails, N being
 * in FAIL_ALLOCATION; 0 or nothing: none. At the end of the program their number goes to the file
 * FAIL_REPORT. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_long count, chosen = -1;

#pragma GCC visibility push(default)
void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *old, size_t size);
void *memalign(size_t alignment, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
int posix_memalign(void **out, size_t alignment, size_t size);
#pragma GCC visibility pop

static int fails(void) {
  if (chosen < 0) {
    const char *text = getenv("FAIL_ALLOCATION");
    chosen = text != NULL ? atol(text) : 0;
  }
  if (atomic_fetch_add(&count, 1) + 1 != chosen) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) {
  return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
  return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size) {
  return fails() ? NULL : __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  return fails() ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
  void *memory = memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *out = memory;
  return 0;
}

static void __attribute__((destructor)) report(void) {
  const char *path = getenv("FAIL_REPORT");
  const int file = path != NULL ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
  char text[32];
  const int n = snprintf(text, sizeof text, "%ld\n", atomic_load(&count));
  if (file >= 0 && write(file, text, (size_t)n) == n) close(file);
}
