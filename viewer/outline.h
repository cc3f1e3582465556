/* outline.h: shapes of the bodies, as the model gives them or else derived from the joints that
 * they take part in: links with bosses, blocks, plates around slots, discs. In each body's own
 * frame [m]; ground is the last.
 */
#ifndef PTL_OUTLINE_H
#define PTL_OUTLINE_H

#include "frame.h"

typedef enum ptl_part_kind {
  PTL_PART_PLATE, /* convex polygon of the points, or a line between two, rounded by `radius` */
  PTL_PART_DISC,  /* one point */
  PTL_PART_BLOCK, /* rectangle: points[0] centre, half sizes `radius` along and `half` across,
                     turned by `angle` */
  PTL_PART_BAND,  /* a line or an arc, rounded by `radius` */
  PTL_PART_FORM,  /* a polygon from the model */
  PTL_PART_HOLE,  /* a polygon cut out of the FORM before it */
  PTL_PART_SLOT   /* the middle of a slot in a body with a FORM: only its opening is drawn */
} ptl_part_kind;

typedef struct ptl_body_part {
  ptl_part_kind kind;
  ptl_point *points;
  int n;
  double radius, half, angle;
  int joint; /* BAND, BLOCK and SLOT: the joint that it belongs to */
  int color; /* FORM: index of ptl_color_word(), -1 the body's own */
} ptl_body_part;

typedef struct ptl_outline {
  ptl_body_part *parts;
  int n;
} ptl_outline;

typedef struct ptl_guide { /* of a slider, in its guide's frame [m] */
  double from, to;         /* how far the slider goes */
  double reach, off;       /* half the length of the slider, half the distance of the rails */
} ptl_guide;

typedef struct ptl_plan {
  ptl_outline *bodies; /* n_bodies + 1 */
  ptl_guide *guides;   /* by joint */
  double unit;         /* radius of a boss [m] */
  double box[4];       /* of everything over the whole run: x, y least, then largest [m] */
  double largest_force, largest_speed; /* of the joints [N], of the joints' points [m/s] */
  double *deepest;                     /* by joint [m] */
} ptl_plan;

/* Returns 0, or non-zero when memory is out. */
int ptl_plan_make(const ptl_sketch *sketch, const ptl_record *record, const ptl_binding *binding,
                  ptl_plan *out);
void ptl_plan_release(ptl_plan *plan, int n_bodies);

/* Radius of a joint's pin as it is drawn, of the boss around it, and half the width of its slot or
 * bearing [m]. */
double ptl_plan_pin(const ptl_plan *plan, const ptl_sketch_joint *joint);
double ptl_plan_boss(const ptl_plan *plan, const ptl_sketch_joint *joint);
double ptl_plan_hollow(const ptl_plan *plan, const ptl_sketch_joint *joint);

#endif
