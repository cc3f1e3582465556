/* study_merge.c: `pintle study merge`: one file of the parts that slices have written. */
#include <stdio.h>
#include <unistd.h>

#include "message.h"
#include "options.h"
#include "store.h"
#include "study_parts.h"

enum { MOST_PARTS = 10000 };

static const ptl_usage usage = {"study merge", "FILE.db PART.db...",
                                "Puts the results of slices of one study (--slice) into one file, "
                                "which is made where it is not "
                                "there. What it holds already stays.",
                                2, MOST_PARTS};

int ptl_cli_study_merge(int argc, char **argv) {
  static const char *arguments[MOST_PARTS];
  const ptl_option options[] = {{0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  int status = ptl_cli_options_parse(&usage, options, argc, argv, arguments);
  if (status != PTL_GO_ON) return status;
  ptl_context *context = ptl_cli_open_context(NULL, 0);
  if (context == NULL) return PTL_EXIT_USAGE;
  int n = 0;
  while (n + 1 < MOST_PARTS && arguments[n + 1] != NULL) n++;
  int64_t total;
  const ptl_status merged = ptl_store_merge(context, arguments[0], arguments + 1, n, &total);
  status = merged == PTL_OK ? PTL_EXIT_DONE : ptl_cli_exit_status(context, merged);
  if (merged == PTL_OK) printf("%s holds %lld runs\n", arguments[0], (long long)total);
  ptl_context_destroy(context);
  return status;
}
