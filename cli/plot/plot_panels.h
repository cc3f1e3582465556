/* plot_panels.h: curves that share a quantity and a unit in one panel. */
#ifndef PTL_CLI_PLOT_PANELS_H
#define PTL_CLI_PLOT_PANELS_H

#include "plot_data.h"

enum { PTL_PLOT_NAME = 256 };

typedef struct ptl_panel {
  char quantity[PTL_PLOT_NAME];
  char label[2 * PTL_PLOT_NAME]; /* with the unit */
  const char *unit;              /* of the columns */
  double scale;                  /* to the unit in the label */
  int *curves;                   /* which of the picture's */
  char (*names)[PTL_PLOT_NAME];  /* of these, in the legend */
  int n_curves;
} ptl_panel;

/* Panels in the order in which their first curve comes. */
ptl_panel *ptl_cli_panels_make(const ptl_plot_source *source, const ptl_plot_curve *curves, int n,
                               int *n_panels);
void ptl_cli_panels_free(ptl_panel *panels, int n);
/* "QUANTITY [UNIT]" with raised exponents; the quantity alone for the unit 1. */
void ptl_cli_axis_label(char *text, size_t size, const char *quantity, const char *prefix,
                        const char *unit);
/* m/s^2 as m/s2 with the 2 raised. */
void ptl_cli_raised_unit(char *text, size_t size, const char *unit);

#endif
