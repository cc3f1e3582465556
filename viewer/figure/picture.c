#include "picture.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

const char *ptl_picture_kind(const char *path) {
  static const char *const kinds[] = {".svg", ".png", ".pdf"};
  const size_t n = strlen(path);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (n > 4 && path[n - 5] != '/' && strcmp(path + n - 4, kinds[i]) == 0) return kinds[i];
  return NULL;
}

int ptl_picture_write(const char *path, const ptl_picture *picture, ptl_picture_writer *write,
                      char *why, size_t size) {
  char part[1200];
  for (int i = 0; i < picture->n; i++) {
    if (!picture->lists[i]->failed) continue;
    snprintf(why, size, "%s: out of memory", path);
    return 1;
  }
  snprintf(part, sizeof part, "%.1100s.part%ld", path, (long)getpid());
  FILE *file = fopen(part, "wbe");
  if (file == NULL) {
    snprintf(why, size, "cannot create %s: %s", path, strerror(errno));
    return 1;
  }
  int failed = write(file, path, picture, why, size);
  errno = 0;
  const int lost = fclose(file) != 0 || (!failed && rename(part, path) != 0);
  if (lost && !failed) snprintf(why, size, "cannot write %s: %s", path, strerror(errno));
  failed |= lost;
  if (failed) unlink(part);
  return failed;
}
