/* plot.h: columns of a record as curves, in shapes. */
#ifndef PTL_PLOT_H
#define PTL_PLOT_H

#include "record.h"
#include "shape.h"
#include "sketch.h"

enum { PTL_PLOT_SERIES = 8, PTL_MAX_PLOTS = 8 };

typedef struct ptl_plot {
  char x[96];                  /* column along x; "" is the time */
  char y[PTL_PLOT_SERIES][96]; /* columns of one unit */
  int n;
  double circle; /* an orbit: radius of the play around it, 0 for none [m] */
  int equal;     /* the same scale on both axes */
} ptl_plot;

/* Where a plot stands on the screen, and what it shows. */
typedef struct ptl_plot_frame {
  double x, y, w, h; /* the field of the curves */
  double x_low, x_high, y_low, y_high;
  double y_scale; /* 1e3 shows N as kN is 1e-3: shown = value * y_scale */
  double x_scale;
  char y_unit[40], x_unit[40];
} ptl_plot_frame;

/* Plots that say most about a mechanism, for a start. Returns how many. */
int ptl_plots_choose(const ptl_sketch *sketch, const ptl_record *record,
                     ptl_plot plots[PTL_MAX_PLOTS]);
/* Adds the column to a plot of its unit, or as a new one; takes it away when it is there already.
 * 0 when there is no room. */
int ptl_plots_toggle(const ptl_record *record, ptl_plot *plots, int *n, const char *column);

/* Lays the plot out in the box; rows between the times `from` and `to` are shown. */
ptl_plot_frame ptl_plot_layout(const ptl_plot *plot, const ptl_record *record, double from,
                               double to, const double box[4], int x_labels);
void ptl_plot_draw(const ptl_plot *plot, const ptl_plot_frame *frame, const ptl_record *record,
                   double from, double to, int x_labels, ptl_shapes *out);
/* Curves of another record in grey; frame from the first. */
void ptl_plot_draw_ghost(const ptl_plot *plot, const ptl_plot_frame *frame,
                         const ptl_record *record, double from, double to, ptl_shapes *out);
/* The cursor and the values under it. */
void ptl_plot_draw_cursor(const ptl_plot *plot, const ptl_plot_frame *frame,
                          const ptl_record *record, double time, ptl_shapes *out);

#endif
