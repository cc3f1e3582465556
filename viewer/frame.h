/* frame.h: the state of the mechanism at one time, read from a record. */
#ifndef PTL_FRAME_H
#define PTL_FRAME_H

#include "record.h"
#include "sketch.h"

/* Where the columns of bodies and joints stand in a record; -1 for one that is not there. */
typedef struct ptl_body_columns {
  int x, y, angle, vx, vy, omega;
} ptl_body_columns;

typedef struct ptl_joint_columns {
  int ex, ey, fx, fy;
  int n_gaps;
  int depth[PTL_SKETCH_GAPS], force[PTL_SKETCH_GAPS];
  char gap[PTL_SKETCH_GAPS][32];
} ptl_joint_columns;

typedef struct ptl_binding {
  ptl_body_columns *bodies;
  ptl_joint_columns *joints;
  int n_missing; /* bodies without positions in the record; they stay where the model has them */
} ptl_binding;

/* Returns 0, or non-zero when memory is out. */
int ptl_binding_make(const ptl_sketch *sketch, const ptl_record *record, ptl_binding *out);
void ptl_binding_release(ptl_binding *binding);

typedef struct ptl_frame_body {
  double x, y, angle, vx, vy, omega;
} ptl_frame_body;

typedef struct ptl_frame_joint {
  double ex, ey; /* displacement of the pin in the hollow part's frame, NAN for none */
  double fx, fy; /* force on part B in the ground's frame, NAN for none */
  int touching;  /* some gap is closed */
  double depth;  /* of the deepest gap */
  int gap;       /* which one that is */
} ptl_frame_joint;

typedef struct ptl_frame {
  double time;
  ptl_frame_body *bodies;
  ptl_frame_joint *joints;
} ptl_frame;

/* A frame starts as {0} and may be used again for the same sketch. 0, or memory is out. */
int ptl_frame_calc(const ptl_sketch *sketch, const ptl_record *record, const ptl_binding *binding,
                   double time, ptl_frame *frame);
void ptl_frame_release(ptl_frame *frame);

typedef struct ptl_point {
  double x, y;
} ptl_point;

/* A point of a body's frame, and a part with its angle, in the ground's frame. */
ptl_point ptl_frame_point(const ptl_frame *frame, int body, double x, double y);
/* Velocity of a point of a body, in the ground's frame. */
ptl_point ptl_frame_velocity(const ptl_frame *frame, int body, double x, double y);
ptl_place ptl_frame_place(const ptl_frame *frame, const ptl_place *place);

#endif
