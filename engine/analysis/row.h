/* row.h: rows of the trace at states that are not of a run. Internal. */
#ifndef PTL_ANALYSIS_ROW_H
#define PTL_ANALYSIS_ROW_H

#include "contact.h"
#include "expressions.h"

typedef struct ptl_row_maker {
  ptl_data *data;
  double *all;
  ptl_gap_eval *gaps;
  ptl_expr **expressions;
  /* 1: rows of a motion that no run has followed. What has been dissipated and supplied, and with
   * these the balance, is not known there, nor are signals with a state, which stand at their start
   * for the forces: NAN. 0: nothing has been dissipated or supplied. */
  int without_history;
  void *memory;
} ptl_row_maker;

/* Release it also after a failure. */
ptl_status ptl_row_maker_create(ptl_data *data, ptl_row_maker *out);
void ptl_row_maker_release(ptl_row_maker *maker);
/* The columns of ptl_system_get_columns at time t and the unknowns y. PTL_ERR_UNFIT
 * where a force is not finite. */
ptl_status ptl_row_make(ptl_row_maker *maker, double t, double *y, const ptl_contact_mode *mode,
                        double *row);

#endif
