/* companion.h: files that belong to the program: beside it where it was built, in libexec where it
 * is installed. */
#ifndef PTL_CLI_COMPANION_H
#define PTL_CLI_COMPANION_H

#include <limits.h>

enum { PTL_CLI_COMPANION_PLACES = 2, PTL_CLI_COMPANION_PATH = PATH_MAX + 64 };

/* The path that the file has in the place of this number; 0, or non-zero when the program does not
 * know where it is. */
int ptl_cli_companion(const char *name, int place, char path[PTL_CLI_COMPANION_PATH]);

#endif
