#include "picture.h"

#include <errno.h>
#include <string.h>

#include "file_write.h"

const char *ptl_picture_kind(const char *path) {
  static const char *const kinds[] = {".svg", ".png", ".pdf"};
  const size_t n = strlen(path);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (n > 4 && path[n - 5] != '/' && strcmp(path + n - 4, kinds[i]) == 0) return kinds[i];
  return NULL;
}

int ptl_picture_write(const char *path, const ptl_picture *picture, ptl_picture_writer *write,
                      char *why, size_t size) {
  ptl_new_file file;
  for (int i = 0; i < picture->n; i++) {
    if (!picture->lists[i]->failed) continue;
    snprintf(why, size, "%s: out of memory", path);
    return 1;
  }
  if (ptl_new_file_open(&file, path) != 0) {
    snprintf(why, size, "cannot create %s: %s", path, strerror(errno));
    return 1;
  }
  const int failed = write(file.stream, path, picture, why, size);
  const int lost = ptl_new_file_close(&file, !failed) != 0;
  if (lost && !failed) snprintf(why, size, "cannot write %s: %s", path, strerror(errno));
  return failed || lost;
}
