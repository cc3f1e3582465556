/* plot.h: columns of a record as curves, in shapes. */
#ifndef PTL_PLOT_H
#define PTL_PLOT_H

#include "axes.h"
#include "record.h"
#include "sketch.h"

enum { PTL_PLOT_SERIES = 8, PTL_MAX_PLOTS = 8 };

typedef struct ptl_plot {
  char x[96];                  /* column along x; "" is the time */
  char y[PTL_PLOT_SERIES][96]; /* columns of one unit */
  int n;
  double circle; /* an orbit: radius of the clearance around it, 0 for none [m] */
  int equal;     /* the same scale on both axes */
} ptl_plot;

/* The plots shown first: normal forces in clearances, else driving moments; the speed of one body;
 * else energies, else the first column. Returns how many. */
int ptl_plots_choose(const ptl_sketch *sketch, const ptl_record *record,
                     ptl_plot plots[PTL_MAX_PLOTS]);
/* Adds the column to a plot of its unit, or as a new one; removes it when it is there already.
 * 0 when there are as many plots as can be. */
int ptl_plots_toggle(const ptl_record *record, ptl_plot *plots, int *n, const char *column);

/* Lays the plot out in the box; rows between the times `from` and `to` are shown. */
ptl_axes ptl_plot_layout(const ptl_plot *plot, const ptl_record *record, double from, double to,
                         const double box[4], int x_labels);
void ptl_plot_draw(const ptl_plot *plot, const ptl_axes *axes, const ptl_record *record,
                   double from, double to, int x_labels, ptl_shapes *out);
/* Curves of another record in grey; on the axes of the first. */
void ptl_plot_draw_ghost(const ptl_plot *plot, const ptl_axes *axes, const ptl_record *record,
                         double from, double to, ptl_shapes *out);
/* The cursor and the values under it. */
void ptl_plot_draw_cursor(const ptl_plot *plot, const ptl_axes *axes, const ptl_record *record,
                          double time, ptl_shapes *out);

#endif
