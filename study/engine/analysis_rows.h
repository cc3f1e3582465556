/* analysis_rows.h: the rows that an analysis of one model gives. Internal. */
#ifndef PTL_ANALYSIS_ROWS_H
#define PTL_ANALYSIS_ROWS_H

#include "study.h"
#include "wear.h"

typedef struct ptl_analysis_rows {
  ptl_context *context;
  const ptl_analysis *analysis;
  const ptl_mechanism *mechanism;
  const ptl_system *system; /* assembled of it */
  ptl_system *ideal;        /* kinematics: without clearances; owned */
  ptl_wear *wear;
  char (*names)[PTL_WEAR_NAME]; /* of columns that are not a system's */
  ptl_column *columns;
  double *row;
  int n;
} ptl_analysis_rows;

/* Finds the columns, without computing rows. `folder`: where wear writes its tables; NULL: nowhere.
 * To be ended in every case. */
ptl_status ptl_analysis_rows_begin(ptl_context *context, const ptl_analysis *analysis,
                                   const ptl_mechanism *mechanism, const ptl_system *system,
                                   const char *folder, ptl_analysis_rows *out);
/* All rows into the sink, whose progress is called between blocks of wear; PTL_ERR_INTERRUPTED
 * where it wants an end. */
ptl_status ptl_analysis_rows_compute(ptl_analysis_rows *rows, const ptl_sink *sink);
void ptl_analysis_rows_end(ptl_analysis_rows *rows);

#endif
