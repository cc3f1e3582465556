/* plot_kinds.h: one function for each kind of picture. Internal to this room. */
#ifndef PTL_PLOT_KINDS_H
#define PTL_PLOT_KINDS_H

#include "chart.h"
#include "study_plot.h"

typedef struct ptl_drawing {
  ptl_context *context;
  const ptl_study_table *t;
  const ptl_study_plot *plot;
  ptl_shapes *out;
} ptl_drawing;

ptl_status ptl_draw_study_curves(const ptl_drawing *d);
ptl_status ptl_draw_study_heat(const ptl_drawing *d);
ptl_status ptl_draw_study_bifurcation(const ptl_drawing *d);
ptl_status ptl_draw_study_poincare(const ptl_drawing *d);
ptl_status ptl_draw_study_tornado(const ptl_drawing *d);
ptl_status ptl_draw_study_matrix(const ptl_drawing *d);
ptl_status ptl_draw_study_parallel(const ptl_drawing *d);
ptl_status ptl_draw_study_waterfall(const ptl_drawing *d);

/* The column of this name, which must be there; NULL: the first factor (or measure) with numbers.
 * *column is set. */
ptl_status ptl_find_study_column(const ptl_drawing *d, const char *name, int is_measure,
                                 int *column);
/* A chart that fills the picture but for its margins. */
ptl_chart ptl_study_chart(const ptl_drawing *d, double right);
/* The lower end of the cell of level k of n rising ones, halfway to the level below; k = n: the end
 * of the last. */
double ptl_study_cell_edge(const double *levels, int n, int k);
/* Whether positive numbers are spread over more than a factor of 30 in about equal ratios. */
int ptl_is_logarithmic(const double *values, int64_t n);

/* ---- series: runs that differ in one factor only ---- */

enum { PTL_MOST_STUDY_SERIES = 8 };

typedef struct ptl_study_series {
  int *of_row; /* the series of each row, owned */
  int n;       /* 1 when there would be too many */
  char names[PTL_MOST_STUDY_SERIES][160];
} ptl_study_series;

ptl_status ptl_study_series_make(const ptl_drawing *d, int x, ptl_study_series *out);
/* Room that the legend needs at the right edge. */
double ptl_study_series_width(const ptl_study_series *series);
void ptl_study_series_legend(const ptl_drawing *d, const ptl_study_series *series);

#endif
