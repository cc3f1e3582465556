/* companion.c: files that belong to the program. */
#include "companion.h"

#include <libgen.h>
#include <stdio.h>
#include <unistd.h>

int ptl_cli_companion(const char *name, int place, char path[PTL_CLI_COMPANION_PATH]) {
  static const char *const places[PTL_CLI_COMPANION_PLACES] = {"", "/../libexec/pintle"};
  char self[PATH_MAX];
  const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n <= 0) return 1;
  self[n] = '\0';
  return snprintf(path, PTL_CLI_COMPANION_PATH, "%s%s/%s", dirname(self), places[place], name) >=
         PTL_CLI_COMPANION_PATH;
}
