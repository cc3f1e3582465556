/* file_set.h: files of a folder that belong together. */
#ifndef PTL_CLI_FILE_SET_H
#define PTL_CLI_FILE_SET_H

#include "file_write.h"

enum { PTL_FILE_SET_MOST = 16 };

/* They are written beside their places, which they take when all of them are whole; while they do
 * so, the folder holds a file INCOMPLETE, as a run folder does that is not whole. */
typedef struct ptl_file_set {
  const char *folder;
  ptl_new_file files[PTL_FILE_SET_MOST];
  int n;
} ptl_file_set;

/* Makes the folder where there is none. 0, or 1 after a message, as the others. */
int ptl_cli_file_set_begin(ptl_file_set *set, const char *folder);
/* One file more, to which `out` writes until the set ends. */
int ptl_cli_file_set_add(ptl_file_set *set, const char *name, FILE **out);
/* whole = 0: all of them are dropped, and older files of their names stay. */
int ptl_cli_file_set_end(ptl_file_set *set, int whole);

#endif
