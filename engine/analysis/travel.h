/* travel.h: a driven mechanism at any time. Internal. */
#ifndef PTL_TRAVEL_H
#define PTL_TRAVEL_H

#include "pintle_analysis.h"
#include "row.h"
#include "tangent.h"

/* Where the mechanism is at one time. */
typedef struct ptl_place {
  double t;
  double *q, *v, *a; /* n_coordinates */
} ptl_place;

typedef struct ptl_travel {
  ptl_context *context;
  const ptl_system *system;
  ptl_data *data;
  ptl_tangent g;
  ptl_row_maker maker;
  ptl_evaluation *evaluation;
  int n, driver;                       /* coordinates; the motion */
  const char *driver_name, *output;    /* of their coordinates in the list; output NULL: none */
  ptl_initial_coordinate *coordinates; /* with the rates of a unit rate of the driver */
  int n_coordinates_shown;
  ptl_place now, next, trial; /* next: after the step in hand */
  double *unit;               /* n: velocities for the unit rate, scaled */
  /* what has kept a place from being reached for another reason than where it is */
  ptl_status failed;
  void *arrays;
} ptl_travel;

/* Release it also after a failure. PTL_ERR_UNFIT where the drivers leave freedom; PTL_ERR_USAGE for
 * unknown names. */
ptl_status ptl_travel_create(ptl_context *context, const ptl_system *system,
                             const ptl_kinematics_options *options, ptl_travel *out);
void ptl_travel_release(ptl_travel *travel);
/* The place at time t on the branch of `from`, by a prediction from there: 0 where there is none
 * near enough. */
int ptl_travel_reach(ptl_travel *travel, const ptl_place *from, double t, ptl_place *to);
void ptl_place_copy(const ptl_place *from, ptl_place *to, int n);
/* Coordinates at a place, with their slopes by the driver's coordinate as rates. */
ptl_status ptl_travel_slopes(ptl_travel *travel, const ptl_place *place);
/* A row at a place, with reactions and driving forces; of the motion backwards where the sign is
 * -1. */
ptl_status ptl_travel_row(ptl_travel *travel, const ptl_place *place, double sign, double *row);
/* The transmission angle at the place of the last ptl_travel_slopes; NAN where no force moves the
 * output. */
double ptl_travel_transmission(ptl_travel *travel, const ptl_place *place);
/* Index in the coordinates of a name, or -1. */
int ptl_travel_find(const ptl_travel *travel, const char *name);

#endif
