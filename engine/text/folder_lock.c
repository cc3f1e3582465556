/* folder_lock.c: folders into which one program writes at a time. */
#include "folder_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

int ptl_folder_lock(const char *path) {
  const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0 || flock(folder, LOCK_EX | LOCK_NB) == 0) return folder;
  const int error = errno;
  close(folder);
  errno = error;
  return -1;
}
