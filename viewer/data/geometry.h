/* geometry.h: sizes and outlines with which a mechanism is drawn [m], and its extent over a run.
 *
 * A body has the outline that the model gives it, or else one derived from the joints that it takes
 * part in: links with bosses, blocks, plates around slots, discs.
 */
#ifndef PTL_GEOMETRY_H
#define PTL_GEOMETRY_H

#include "extent.h"

typedef enum ptl_part_kind {
  PTL_PART_PLATE, /* convex polygon of the points, or a line between two, rounded by `radius` */
  PTL_PART_DISC,  /* one point */
  PTL_PART_BLOCK, /* rectangle: points[0] centre, half sizes `radius` along and `half` across,
                     rotated by `angle` */
  PTL_PART_BAND,  /* a line or an arc, rounded by `radius` */
  PTL_PART_FORM,  /* a polygon from the model */
  PTL_PART_HOLE,  /* a polygon cut out of the FORM before it */
  /* points: the closed and the open end of its bore; `radius` is half its width, `half` that of the
   * bore, `mouth` that of the opening for the rod */
  PTL_PART_BARREL,
  PTL_PART_SLOT /* the middle of a slot in a body with a FORM: only its opening is drawn */
} ptl_part_kind;

typedef struct ptl_body_part {
  ptl_part_kind kind;
  ptl_point *points;
  int n;
  double radius, half, angle, mouth;
  int joint; /* BAND, BLOCK, BARREL and SLOT: the joint that it belongs to */
  int color; /* FORM: index of ptl_color_word(), -1 the body's own */
} ptl_body_part;

typedef struct ptl_outline { /* in the body's frame */
  ptl_body_part *parts;
  int n;
} ptl_outline;

typedef struct ptl_geometry {
  ptl_outline *bodies; /* n_bodies + 1; the last is the ground */
  double base_size;    /* radius of a boss; what the model gives no size is in proportion to it */
  ptl_extent extent;
} ptl_geometry;

/* `mechanism`: whose films are asked for their pressure, or NULL. Returns 0, or non-zero when
 * memory is out. */
int ptl_geometry_make(const ptl_sketch *sketch, const ptl_record *record,
                      const ptl_binding *binding, const ptl_mechanism *mechanism,
                      ptl_geometry *out);
void ptl_geometry_release(ptl_geometry *geometry, int n_bodies);

/* Radius of a joint's pin as it is drawn, of the boss around it, and of the bearing or half the
 * width of the slot in which it moves [m]. */
double ptl_geometry_pin_radius(const ptl_geometry *geometry, const ptl_sketch_joint *joint);
double ptl_geometry_boss_radius(const ptl_geometry *geometry, const ptl_sketch_joint *joint);
double ptl_geometry_hollow_radius(const ptl_geometry *geometry, const ptl_sketch_joint *joint);

/* Corners of a BLOCK, counter-clockwise, `margin` metres outside (negative: inside) its edges. */
void ptl_geometry_block(const ptl_body_part *part, double margin, ptl_point corners[4]);

/* Corners of a BARREL's section: its walls with the bore between them. */
enum { PTL_BARREL_CORNERS = 12 };
void ptl_geometry_barrel(const ptl_body_part *part, ptl_point corners[PTL_BARREL_CORNERS]);

/* Whether a part is drawn over the point, or has it in its bore. */
int ptl_geometry_covers(const ptl_body_part *part, ptl_point p);
/* The same of all parts; not where a form has a hole. */
int ptl_geometry_outline_covers(const ptl_outline *outline, ptl_point p);

#endif
