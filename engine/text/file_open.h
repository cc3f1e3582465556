/* file_open.h: files that others have made, opened to be read. Internal. */
#ifndef PTL_FILE_OPEN_H
#define PTL_FILE_OPEN_H

#include <stdio.h>

/* A file for reading, and no pipe, device or folder, which may have no end or let wait for ever.
 * NULL where there is none: *why is the reason, until the next call that takes a text from the
 * system. */
FILE *ptl_file_open(const char *path, const char **why);
/* The same, or what a user gives in place of a file: the standard input, `<(...)` of a shell, also
 * a folder. A pipe into which nothing writes is empty. */
FILE *ptl_file_open_any(const char *path, const char **why);

#endif
