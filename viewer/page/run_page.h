/* run_page.h: the report of one run as a page: the mechanism in motion, plots, contacts, events,
 * numbers. */
#ifndef PTL_RUN_PAGE_H
#define PTL_RUN_PAGE_H

#include "result.h"

typedef struct ptl_run_page {
  const ptl_result *result;       /* of a run folder or a CSV file */
  const char *title, *origin;     /* of the page; where the run is from, as it was given */
  const char *model, *summary;    /* texts of the model and of summary.json; NULL: none */
  const ptl_mechanism *mechanism; /* its parameters are listed; may be NULL */
  ptl_context *context;           /* of the mechanism */
} ptl_run_page;

/* Writes PATH. Returns 0, or non-zero with the reason in `why`. */
int ptl_run_page_write(const ptl_run_page *report, const char *path, char *why, size_t size);

#endif
