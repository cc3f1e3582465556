/* snapshot.h: positions, velocities, forces and depths of a mechanism at one time, interpolated in
 * a record. SI units; angles in rad.
 */
#ifndef PTL_SNAPSHOT_H
#define PTL_SNAPSHOT_H

#include "record.h"
#include "sketch.h"

typedef struct ptl_point {
  double x, y;
} ptl_point;

/* Indices of the columns of bodies and joints in a record; -1 for one that is not there. */
typedef struct ptl_body_columns {
  int x, y, angle, vx, vy, omega;
} ptl_body_columns;

typedef struct ptl_joint_columns {
  int ex, ey, fx, fy;
  int n_gaps;
  int depth[PTL_SKETCH_GAPS], force[PTL_SKETCH_GAPS];
  char gap[PTL_SKETCH_GAPS][32];
} ptl_joint_columns;

typedef struct ptl_load_columns {
  int fx, fy;
} ptl_load_columns;

typedef struct ptl_binding {
  ptl_body_columns *bodies;
  ptl_joint_columns *joints;
  ptl_load_columns *loads;
  ptl_point *shifts; /* by body: how far it is drawn from its place, behind others; depth.h [m] */
  int n_missing;     /* bodies without columns of their position: they stay at that of the model */
} ptl_binding;

/* Returns 0, or non-zero when memory is out. */
int ptl_binding_make(const ptl_sketch *sketch, const ptl_record *record, ptl_binding *out);
void ptl_binding_release(ptl_binding *binding);

typedef struct ptl_body_state {
  double x, y, angle, vx, vy, omega; /* where the body is drawn */
  ptl_point shift;                   /* from its place to there */
} ptl_body_state;

typedef struct ptl_joint_state {
  double ex, ey; /* displacement of the pin in the hollow part's frame, NAN for none */
  double fx, fy; /* force on part B in the ground's frame, NAN for none */
  int touching;  /* some gap is closed */
  double depth;  /* of the deepest gap */
  int gap;       /* which one that is */
} ptl_joint_state;

typedef struct ptl_snapshot {
  double time;
  ptl_body_state *bodies;
  ptl_joint_state *joints;
  ptl_point *loads; /* force in the ground's frame [N], NAN for none */
} ptl_snapshot;

/* A snapshot starts as {0} and may be used again for the same sketch. Returns 0, or non-zero when
 * memory is out. */
int ptl_snapshot_eval(const ptl_sketch *sketch, const ptl_record *record,
                      const ptl_binding *binding, double time, ptl_snapshot *snapshot);
void ptl_snapshot_release(ptl_snapshot *snapshot);

/* A point given in a body's frame, in the ground's frame [m]. */
ptl_point ptl_snapshot_point(const ptl_snapshot *snapshot, int body, double x, double y);
/* Velocity of a point given in a body's frame, in the ground's frame [m/s]. */
ptl_point ptl_snapshot_velocity(const ptl_snapshot *snapshot, int body, double x, double y);
/* A marker in the ground's frame. */
ptl_marker ptl_snapshot_marker(const ptl_snapshot *snapshot, const ptl_marker *place);
/* The same without the body's shift. */
ptl_marker ptl_snapshot_true_marker(const ptl_snapshot *snapshot, const ptl_marker *place);
/* Whether a joint has a film; `mechanism` may be NULL. */
int ptl_joint_has_film(const ptl_mechanism *mechanism, int joint);
/* The pressure of the film in a joint, at n equal steps from the direction `from` on in the
 * ground's frame, counter-clockwise [Pa]; 0 when there is none, or `mechanism` is NULL. */
int ptl_snapshot_film(const ptl_snapshot *snapshot, const ptl_sketch *sketch,
                      const ptl_mechanism *mechanism, int joint, int n, double *pressure,
                      double *from);
/* How far a body is drawn from its place [m]. */
ptl_point ptl_snapshot_shift(const ptl_snapshot *snapshot, int body);

#endif
