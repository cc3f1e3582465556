/* reel_tracks.h: the tracks of a reel, and which of them move together. Internal to this folder. */
#ifndef PTL_REEL_TRACKS_H
#define PTL_REEL_TRACKS_H

#include "shape.h"

typedef struct ptl_track {
  ptl_tag tag;
  int ordinal;     /* of its tag, within a frame */
  ptl_shapes list; /* the shape as it was first seen */
  int n_values;    /* of each frame: alpha, width, then coordinates */
  double *values;  /* [frame][n_values], NAN where the frame has no such shape */
  int *texts;      /* by frame: index of the text, -1 for none; NULL for paths */
  int first;       /* frame in which it was first seen */
  int group;       /* -1: moves by itself */
  int before;      /* track before this one in a list of the reel, or -1 */
} ptl_track;

typedef struct ptl_motion { /* turns by `angle` about the group's pivot, then moves by x, y */
  double angle, x, y;
} ptl_motion;

typedef struct ptl_motion_group {
  double cx, cy;
  ptl_motion *frames; /* angle NAN: not known */
} ptl_motion_group;

typedef struct ptl_motion_groups {
  ptl_motion_group *items;
  int n, capacity;
} ptl_motion_groups;

/* Values of a shape in the order above; `room` values at most are stored. Returns how many there
 * are. */
int ptl_track_values(const ptl_shapes *list, const ptl_shape *shape, double *out, int room);
/* Puts every track that moves as a rigid body into a group and its shape to where it is before the
 * group's motion. Returns 0, or non-zero when memory is out. */
int ptl_motion_groups_find(ptl_track *tracks, int n, int n_frames, ptl_motion_groups *out);
void ptl_motion_groups_release(ptl_motion_groups *groups);

#endif
