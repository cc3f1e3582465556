/* forward.c: the verbs `view` and `render`, done by the program `pintle-viewer`. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "companion.h"
#include "message.h"
#include "verbs.h"

static int forward(int argc, char **argv) {
  char **arguments = ptl_cli_alloc((size_t)argc + 2, sizeof *arguments);
  char path[PTL_CLI_COMPANION_PATH];
  arguments[0] = "pintle-viewer";
  memcpy(arguments + 1, argv, (size_t)argc * sizeof *arguments);
  for (int place = 0; place < PTL_CLI_COMPANION_PLACES; place++)
    if (ptl_cli_companion(arguments[0], place, path) == 0) execv(path, arguments);
  free(arguments);
  if (errno == ENOENT)
    ptl_cli_say(
        PTL_E(
            0903) "pintle was built without its viewer (cairo and SDL2), so that there is no `%s`",
        strcmp(argv[0], "report-page") == 0 ? "report" : argv[0]);
  else
    ptl_cli_say(PTL_E(0903) "cannot start the viewer: %s", strerror(errno));
  return PTL_EXIT_USAGE;
}

const ptl_verb ptl_cli_forward_view = {"view", "show a model or a run in a window", forward};
const ptl_verb ptl_cli_forward_render = {"render", "draw a picture or a film of a model or a run",
                                         forward};
