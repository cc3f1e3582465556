/* figure.h: a page of plots, one below the other, each with its axes, curves and legend. */
#ifndef PTL_FIGURE_H
#define PTL_FIGURE_H

#include "field.h"

/* A short text above a point. */
typedef struct ptl_figure_note {
  double x, y;
  const char *text;
} ptl_figure_note;

typedef struct ptl_figure_curve {
  const char *name; /* in the legend; NULL: in none */
  const double *x, *y;
  int64_t n;
  int series;   /* which colour; those beyond the last are dashed */
  int overlaid; /* another run's: dashed, in the colour of the text */
  int marked;   /* with a mark at each point */
  /* the first ones come first: what would lie over another is left out */
  const ptl_figure_note *notes;
  int n_notes;
} ptl_figure_curve;

typedef struct ptl_figure_panel {
  const char *label; /* what goes up: "normal force [kN]" */
  ptl_figure_curve *curves;
  int n_curves;
  double y_scale;         /* number at a tick = value * y_scale */
  int diagonal;           /* with the line y = x */
  const ptl_field *field; /* below the curves; NULL: none */
  int y_log;
} ptl_figure_panel;

typedef struct ptl_figure {
  const char *title, *x_label;
  double x_low, x_high; /* equal: as the curves need */
  double x_scale;
  int x_log;
  const double *marks; /* places along x that are marked in every panel */
  int n_marks;
  ptl_figure_panel *panels;
  int n_panels;
  double width, panel_height; /* [points]; of a panel with its legend */
} ptl_figure;

/* Draws the page; returns its height. */
double ptl_figure_draw(const ptl_figure *figure, ptl_shapes *out);

#endif
