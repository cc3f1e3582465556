/* picture.h: what a picture shows. */
#ifndef PTL_CLI_PICTURE_H
#define PTL_CLI_PICTURE_H

enum { PTL_PLOT_NAME = 256 };

typedef struct ptl_curve {
  int column, other;   /* of the run and of the run overlaid, -1 where it has none */
  double other_factor; /* from the other's unit to the run's */
  char title[PTL_PLOT_NAME];
} ptl_curve;

/* Curves that share a quantity and a unit. */
typedef struct ptl_panel {
  char quantity[PTL_PLOT_NAME], unit[PTL_PLOT_NAME];
  ptl_curve *curves;
  int n_curves;
  double scale; /* to the unit with its prefix */
  const char *prefix;
  int constant; /* every value of every curve is the same (scaled) value */
  double value;
} ptl_panel;

typedef struct ptl_picture {
  const char *file;            /* picture to draw */
  const char *csv, *other_csv; /* traces; other_csv may be NULL */
  const char *events;          /* events.csv whose touches are marked, or NULL */
  char title[PTL_PLOT_NAME], other_name[PTL_PLOT_NAME];
  int x, other_x; /* columns of the horizontal axis */
  char x_label[PTL_PLOT_NAME];
  double x_scale, other_x_factor;
  double x_min, x_max; /* scaled; equal: gnuplot chooses */
  ptl_panel *panels;
  int n_panels;
} ptl_picture;

#endif
