/* reel.h: pictures of one scene at many times in little room, as JSON for the page's script.
 *
 * A shape that comes back from frame to frame with the same tag, steps and inks is a track. Tracks
 * that move together as a rigid body share one motion; the coordinates of the others are kept for
 * every frame, as differences of whole tenths of a point.
 *
 * {"orders": [[track, ...], ...], "frames": [index of an order, ...],
 *  "groups": [{"c": [x, y], "a": column, "x": column, "y": column}, ...],
 *  "tracks": [{"s": shape, "g": group} or {"s": shape, "d": [column, ...], "w": [text, ...]}, ...],
 *  "texts": [...]}
 *
 * A column holds a value for every frame that has the track (of a group: for every frame): one
 * number when it never changes, else its first value and then differences. A group turns by a/1e5
 * rad (counted like the shapes' angles) about c and moves by x/50, y/50 points. The columns of a
 * track are its alpha in hundredths, the width of its line in tenths, then x and y of a text, or of
 * each step x, y and for arcs radius, from and to; angles in thousandths, others in tenths.
 */
#ifndef PTL_REEL_H
#define PTL_REEL_H

#include <stdio.h>

#include "shape.h"

typedef struct ptl_reel ptl_reel;

/* NULL when memory is out. */
ptl_reel *ptl_reel_create(int n_frames);
void ptl_reel_destroy(ptl_reel *reel);
/* The next frame. Returns 0, or non-zero when memory is out. */
int ptl_reel_add(ptl_reel *reel, const ptl_shapes *frame);
/* After the last frame. Returns 0, or non-zero when memory is out. */
int ptl_reel_write(ptl_reel *reel, FILE *out);

#endif
