/* layout_row.h: what layout.c makes of the columns and layout_row.c fills with values. Internal. */
#ifndef PTL_LAYOUT_ROW_H
#define PTL_LAYOUT_ROW_H

#include "columns.h"
#include "data.h"
#include "gap.h"

/* What has blocks: the elements of the system, in the arrays where they stand there. */
typedef enum ptl_layout_owner {
  PTL_OWNER_RUN, /* one */
  PTL_OWNER_INPUT,
  PTL_OWNER_SIGNAL,
  PTL_OWNER_BODY,
  PTL_OWNER_COORDINATE, /* joints of the description */
  PTL_OWNER_DRIVEN,     /* motions of the description */
  PTL_OWNER_CONSTRAINT,
  PTL_OWNER_BUSHING,
  PTL_OWNER_FILM,
  PTL_OWNER_GAP,
  PTL_OWNER_GAP_SET,
  PTL_OWNER_FORCE,
  PTL_OWNER_LOAD,
  PTL_OWNER_POINT,
  PTL_OWNER_ENERGY, /* one */
  PTL_N_OWNERS
} ptl_layout_owner;

typedef struct ptl_column_block {
  int first, n; /* columns */
} ptl_column_block;

/* A point has the motion of a body frame displaced by it. */
typedef struct ptl_traced_point {
  int body; /* -1: the ground, where it stays at x, y */
  ptl_body_def def;
  double x, y;
} ptl_traced_point;

typedef struct ptl_traced_coordinate {
  ptl_pair pair;
  ptl_measured_coordinate measured;
} ptl_traced_coordinate;

typedef struct ptl_kept_column {
  int index;     /* among all */
  double factor; /* from SI to its unit */
  int is_angle;
} ptl_kept_column;

struct ptl_layout {
  ptl_columns columns; /* computed ones, then expressions */
  int n_computed;
  ptl_column_block *blocks[PTL_N_OWNERS]; /* per element; n is 0 of one without columns */
  ptl_column *kept;
  ptl_kept_column *how_kept;
  int n_kept;
  int wrap_angles;
  ptl_traced_coordinate *coordinates; /* per joint of the description, then per motion */
  ptl_traced_point *points;
  int n_points;
};

/* Whether the element has columns. */
int ptl_layout_has_columns(const ptl_system *system, ptl_layout_owner o, int element);

/* One row of the trace from a state of the run, after ptl_eval_forces there; gaps: all of them
 * there, by their states. Returns the number of columns. */
int ptl_layout_row(ptl_data *data, double t, int event, const double *y, const ptl_gap_eval *gaps,
                   const ptl_energy *energy, ptl_expr *const *expressions, double *all,
                   double *row);
/* The first column of an expression that has no finite value in the row `all`; NULL: none. */
const char *ptl_layout_find_undefined(const ptl_system *system, const double *all);

#endif
