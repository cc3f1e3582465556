/* study_plot.h: pictures of the results of a study. Internal. */
#ifndef PTL_STUDY_PLOT_H
#define PTL_STUDY_PLOT_H

#include "shape.h"
#include "study_table.h"

typedef enum ptl_study_plot_kind {
  PTL_STUDY_CURVES,      /* a measure over a factor, a series for each combination of the others */
  PTL_STUDY_HEAT,        /* a measure over two factors of a grid */
  PTL_STUDY_BIFURCATION, /* values of a section over a factor */
  PTL_STUDY_POINCARE,    /* two values of a section over each other */
  PTL_STUDY_TORNADO,     /* how far each factor alone moves a measure */
  PTL_STUDY_MATRIX,      /* every column over every other */
  PTL_STUDY_PARALLEL,    /* an axis for each column, a line for each run */
  PTL_STUDY_WATERFALL,   /* spectra of a column of the runs that were kept, over a factor */
  PTL_N_STUDY_PLOTS
} ptl_study_plot_kind;

/* "curves", "heat", ...; NULL past the last. */
const char *ptl_study_plot_name(int kind);

typedef struct ptl_study_plot {
  int kind; /* ptl_study_plot_kind; -1: what fits the design */
  const char *x,
      /* names of columns, of a section's expression, or of a column of kept traces; NULL: chosen */
      *y;
  double width, height; /* of the picture, in points */
} ptl_study_plot;

/* Draws the results of the file `table` was read from. PTL_ERR_INPUT says what such a picture
 * needs. */
ptl_status ptl_study_plot_draw(ptl_context *context, const ptl_study_table *table,
                               const ptl_study_plot *plot, ptl_shapes *out);

#endif
