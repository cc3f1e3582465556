/* forward.c: the verbs `view` and `render`, done by the program `pintle-viewer`. */
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "verbs.h"

/* Becomes FOLDER/pintle-viewer with these arguments; returns when there is none. */
static void try_folder(const char *folder, char **arguments) {
  char path[PATH_MAX + 64];
  snprintf(path, sizeof path, "%s/pintle-viewer", folder);
  execv(path, arguments);
}

/* Beside this program where it was built, in libexec where it is installed. */
static int forward(int argc, char **argv) {
  char **arguments = ptl_cli_alloc((size_t)argc + 2, sizeof *arguments);
  char self[PATH_MAX];
  const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  arguments[0] = "pintle-viewer";
  memcpy(arguments + 1, argv, (size_t)argc * sizeof *arguments);
  if (n > 0) {
    self[n] = '\0';
    char folder[PATH_MAX + 32];
    snprintf(folder, sizeof folder, "%s", dirname(self));
    try_folder(folder, arguments);
    snprintf(folder + strlen(folder), sizeof folder - strlen(folder), "/../libexec/pintle");
    try_folder(folder, arguments);
  }
  free(arguments);
  if (errno == ENOENT)
    ptl_cli_say("pintle was built without its viewer (cairo and SDL2), so that there is no `%s`",
                argv[0]);
  else
    ptl_cli_say("cannot start the viewer: %s", strerror(errno));
  return PTL_EXIT_USAGE;
}

const ptl_verb ptl_cli_forward_view = {"view", "show a model or a run in a window", forward};
const ptl_verb ptl_cli_forward_render = {"render", "draw a picture or a film of a model or a run",
                                         forward};
