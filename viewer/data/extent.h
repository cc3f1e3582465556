/* extent.h: what a mechanism covers over a run: its box, the travel of its sliders, the largest
 * force and speed. */
#ifndef PTL_EXTENT_H
#define PTL_EXTENT_H

#include "snapshot.h"

typedef struct ptl_guide { /* of a slider, in its guide's frame [m] */
  double from, to;         /* least and largest position of the slider over the run */
  double overhang;         /* of the rails beyond these positions */
  double half_gap;         /* half the distance of the rails */
  /* where a rack has its teeth there is no rail: 1 left of the axis, -1 right; else 0 */
  int free_side;
  double half_length, half_width; /* of the block */
  double offset;  /* of the block's middle from the slider's point, where a rod leads to that */
  int barrel;     /* the guide is one, open along the axis (1) or against it (-1); else 0 */
  double bore[2]; /* ends of the barrel's bore along the axis: the closed one, the open one */
} ptl_guide;

typedef struct ptl_extent {
  double box[4];                       /* least x and y, largest x and y [m] */
  ptl_guide *guides;                   /* by joint */
  double largest_force, largest_speed; /* of joints and loads [N], of the joints' points [m/s] */
  double largest_load;                 /* [N] */
  double *deepest;                     /* by joint: largest depth of a contact over the run [m] */
  double *pressure; /* by joint: about the largest of its film over the run [Pa], 0 without */
} ptl_extent;

/* A point of a slot's middle line in its body's frame; s from 0 to 1. */
ptl_point ptl_slot_point(const ptl_sketch_joint *joint, double s);

/* Position of a slider along its guide's axis [m]. */
double ptl_slider_position(const ptl_snapshot *snapshot, const ptl_sketch_joint *joint);

/* `extent` has room for what it has by joint; `mechanism` (NULL: unknown) for its films. Sets the
 * box, the ends of the guides, the largest force and speed, the deepest depths and the pressures.
 * Returns 0, or non-zero when memory is out. */
int ptl_extent_measure(const ptl_sketch *sketch, const ptl_record *record,
                       const ptl_binding *binding, const ptl_mechanism *mechanism,
                       ptl_extent *extent);

/* Adds the rails and barrels on bodies that move, once their sizes are known, to the box. The same
 * returns. */
int ptl_extent_add_guides(const ptl_sketch *sketch, const ptl_record *record,
                          const ptl_binding *binding, ptl_extent *extent);

#endif
