/* section_watch.h: values at the passages of a coordinate. Internal. */
#ifndef PTL_SECTION_WATCH_H
#define PTL_SECTION_WATCH_H

#include "measure.h"

/* One section of one run. Passage k is where the coordinate has gone phase + k every from its
 * start; between two rows all values are taken along straight lines, so that rows at the passages
 * give them exactly. */
typedef struct ptl_section_watch {
  const ptl_section *section;
  ptl_expr **exprs;              /* owned, n_texts */
  ptl_expr *coordinate;          /* owned; NULL: time */
  double start, travelled, time; /* of the coordinate; at the row before */
  double *before, *now,
      *values;  /* of the expressions; owned, one piece of memory behind `before` */
  int64_t next; /* passage */
  int rows;     /* 0 before the first */
} ptl_section_watch;

enum { PTL_MOST_PASSAGES = 10000000 }; /* of a section in a run, beside those that are skipped */

/* The row that the expressions see. Calls `row` for each passage since the row before. 0, or 1
 * where the run would have more than PTL_MOST_PASSAGES, and none of this row are told. */
int ptl_section_watch_row(ptl_section_watch *w, int number, double time, ptl_section_row row,
                          void *user);

#endif
