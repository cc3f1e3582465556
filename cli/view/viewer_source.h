/* viewer_source.h: what `view` and `render` have in common. */
#ifndef PTL_CLI_VIEWER_SOURCE_H
#define PTL_CLI_VIEWER_SOURCE_H

#include "options.h"
#include "viewer.h"

typedef struct ptl_source_texts { /* as given on the command line */
  const char *until, *rtol, *every, *with;
  ptl_texts settings, plugins;
} ptl_source_texts;

/* Fills the source of `path`. Returns PTL_GO_ON, or the exit status after a message. */
int ptl_cli_viewer_source(const char *path, const ptl_source_texts *texts, ptl_source *out);

/* The other run: the second argument or that of --with, NULL for none. The same returns. */
int ptl_cli_viewer_other(const char *second, const ptl_source_texts *texts, const char **path,
                         ptl_source *out);

/* A number within [min, max], with a unit that fits `unit` behind it or without one. Returns
 * PTL_GO_ON, or the exit status after a message. Leaves *out alone when text is NULL. */
int ptl_cli_number(const char *option, const char *text, const char *unit, double min, double max,
                   double *out);
/* "1200x800". */
int ptl_cli_size(const char *option, const char *text, double *width, double *height);

#endif
