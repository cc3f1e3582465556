/* linkage.h: what is written as a model file: bodies, joints, springs and drivers in the plane, at
 * their placement. Internal. Everything is SI and in ground coordinates, unless it says
 * otherwise. */
#ifndef PTL_IMPORT_LINKAGE_H
#define PTL_IMPORT_LINKAGE_H

#include <stdio.h>

#include "name_table.h"
#include "notes.h"

typedef enum ptl_outline_kind {
  PTL_OUTLINE_CIRCLE,
  PTL_OUTLINE_LINK,
  PTL_OUTLINE_RECTANGLE
} ptl_outline_kind;

typedef struct ptl_outline { /* how a body looks */
  int body;
  ptl_outline_kind kind;
  double x, y, to_x, to_y;     /* circle, rectangle: the middle; link: its two ends */
  double radius;               /* circle; link: half its width */
  double length, width, angle; /* rectangle */
} ptl_outline;

typedef struct ptl_linkage_body {
  const char *name;
  int line;
  double x, y, angle;                 /* of its frame */
  double mass, inertia, com_x, com_y; /* about and of the centre of mass */
  int by_density;                     /* mass and inertia are those of a linear density of 1 kg/m */
} ptl_linkage_body;

typedef enum ptl_linkage_kind {
  PTL_LINKAGE_PIN,
  PTL_LINKAGE_SLIDE,
  PTL_LINKAGE_FIXED,
  PTL_LINKAGE_LINE
} ptl_linkage_kind;

typedef struct ptl_linkage_joint {
  const char *name;
  ptl_linkage_kind kind; /* LINE: a point of b stays on a line of a */
  int a, b;              /* bodies */
  double ax, ay, bx, by; /* where it is on either */
  double dx, dy;         /* SLIDE, LINE: direction, of length 1 */
  int limited;
  double low, high; /* limits of its coordinate in the file, from the placement on */
} ptl_linkage_joint;

typedef struct ptl_linkage_spring {
  const char *name;
  int rotational, a, b;
  double x, y,
      angle; /* of a straight one: where it begins, and the direction along which it counts */
  double stiffness, damping, slack;
} ptl_linkage_spring;

typedef struct ptl_linkage_ratio {
  const char *name;
  int a, b; /* joints */
  double ratio;
} ptl_linkage_ratio;

typedef struct ptl_linkage_drive {
  const char *name;
  int joint;
  double rate; /* [rad/s] */
} ptl_linkage_drive;

typedef struct ptl_linkage_point { /* of a body, whose path is of interest */
  const char *name;
  int body;
  double x, y;
} ptl_linkage_point;

typedef struct ptl_linkage {
  ptl_import *import;
  const char *title, *format;
  double gravity[2];
  double density;           /* of links by points [kg/m], 0: no body needs it */
  ptl_linkage_body *bodies; /* the first is the ground */
  ptl_linkage_joint *joints;
  ptl_linkage_spring *springs;
  ptl_linkage_ratio *ratios;
  ptl_linkage_drive *drives;
  ptl_outline *outlines;
  ptl_linkage_point *points;
  int n_bodies, n_joints, n_springs, n_ratios, n_drives, n_outlines, n_points;
  ptl_name_table names;
} ptl_linkage;

/* Each adds a copy. Names become valid and different from those of their kind; NULL: `fallback`
 * with a number. */
ptl_status ptl_linkage_add_body(ptl_linkage *l, const ptl_linkage_body *body);
ptl_status ptl_linkage_add_joint(ptl_linkage *l, const ptl_linkage_joint *joint);
ptl_status ptl_linkage_add_spring(ptl_linkage *l, const ptl_linkage_spring *spring);
ptl_status ptl_linkage_add_ratio(ptl_linkage *l, const ptl_linkage_ratio *ratio);
ptl_status ptl_linkage_add_drive(ptl_linkage *l, const ptl_linkage_drive *drive);
ptl_status ptl_linkage_add_outline(ptl_linkage *l, const ptl_outline *outline);
ptl_status ptl_linkage_add_point(ptl_linkage *l, const ptl_linkage_point *point);

/* The linkage as a model file, with the notes of its import at the head. Errors of the stream are
 * the caller's to see. */
ptl_status ptl_linkage_print(const ptl_linkage *l, FILE *file);

#endif
