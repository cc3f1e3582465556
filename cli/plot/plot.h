/* plot.h: what a picture shows, and the gnuplot script that draws it. */
#ifndef PTL_CLI_PLOT_H
#define PTL_CLI_PLOT_H

#include <stdio.h>

#include "pintle_trace.h"
#include "verb.h"

extern const ptl_verb ptl_cli_verb_plot;

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

/* plot_script.c */
void ptl_cli_plot_write_script(const ptl_picture *picture, FILE *out);
/* plot_copy.c: writes the columns that are drawn, of the run or of the run overlaid, to the CSV
 * file `path`, and makes the picture refer to those. Non-zero after a message when that fails. */
int ptl_cli_plot_copy(ptl_picture *picture, const ptl_trace *trace, int other, const char *path);

#endif
