/* spatial.h: what MJCF and URDF describe: a tree of bodies in space with joints, and ties between
 * them. Internal. All points, directions and frames are in the world, as the file places them. */
#ifndef PTL_IMPORT_SPATIAL_H
#define PTL_IMPORT_SPATIAL_H

#include "name_table.h"
#include "notes.h"
#include "vector.h"

typedef struct ptl_spatial_mass { /* one of those that a body is made of */
  int body, line;
  double mass;       /* [kg] */
  ptl_frame frame;   /* of its centre of mass */
  ptl_tensor tensor; /* inertia about it, in that frame [kg m^2] */
} ptl_spatial_mass;

typedef enum ptl_solid_kind {
  PTL_SOLID_BALL,
  PTL_SOLID_CAPSULE,
  PTL_SOLID_ROD,
  PTL_SOLID_BOX
} ptl_solid_kind;

typedef struct ptl_solid { /* how a body looks */
  int body;
  ptl_solid_kind kind;
  ptl_frame frame; /* of its middle; capsules and rods lie along z */
  /* ball: radius; capsule, rod: radius and half the length between the ends; box: half the edges
   * [m] */
  double size[3];
} ptl_solid;

typedef struct ptl_spatial_body {
  const char *name;
  int line, parent; /* index of the body that carries it; that of the world, 0, is -1 */
  ptl_frame frame;
  int first_joint, n_joints;
} ptl_spatial_body;

typedef enum ptl_spatial_kind {
  PTL_SPATIAL_HINGE,
  PTL_SPATIAL_SLIDE,
  PTL_SPATIAL_BALL,
  PTL_SPATIAL_FREE
} ptl_spatial_kind;

typedef struct
    ptl_spatial_joint { /* of a body with the one that carries it; those of one body follow one another */
  const char *name;
  int line, body;
  ptl_spatial_kind kind;
  ptl_vec anchor, axis;             /* axis of length 1 */
  double stiffness, damping, slack; /* of its spring [SI]; the coordinate at which it is slack */
  double armature, friction;
  int limited;
  double low, high; /* as the file counts */
  double reference; /* the coordinate as the file counts, as it is placed */
  int held;
} ptl_spatial_joint;

typedef struct
    ptl_spatial_tie { /* two points of two bodies at one place; welded: the bodies are one */
  const char *name;
  int line, a, b, welded;
  ptl_vec at_a, at_b;
} ptl_spatial_tie;

typedef struct ptl_spatial_ratio { /* coordinate of joint a = ratio * that of b */
  const char *name;
  int line, a, b;
  double ratio;
} ptl_spatial_ratio;

typedef struct ptl_spatial {
  ptl_import *import;
  const char *title, *format; /* "MJCF" */
  ptl_vec gravity;
  /* the first is the world; a body stands behind the one that carries it */
  ptl_spatial_body *bodies;
  ptl_spatial_joint *joints;
  ptl_spatial_mass *masses;
  ptl_solid *solids;
  ptl_spatial_tie *ties;
  ptl_spatial_ratio *ratios;
  int n_bodies, n_joints, n_masses, n_solids, n_ties, n_ratios;
  ptl_name_table names; /* of bodies and joints */
} ptl_spatial;

enum { PTL_SPATIAL_BODY, PTL_SPATIAL_JOINT, PTL_SPATIAL_SITE };

/* Each adds a copy; a name that is taken, where it is given, is an error. */
ptl_status ptl_spatial_add_body(ptl_spatial *s, const ptl_spatial_body *body);
ptl_status ptl_spatial_add_joint(ptl_spatial *s, const ptl_spatial_joint *joint);
ptl_status ptl_spatial_add_mass(ptl_spatial *s, const ptl_spatial_mass *mass);
ptl_status ptl_spatial_add_solid(ptl_spatial *s, const ptl_solid *solid);
ptl_status ptl_spatial_add_tie(ptl_spatial *s, const ptl_spatial_tie *tie);
ptl_status ptl_spatial_add_ratio(ptl_spatial *s, const ptl_spatial_ratio *ratio);
/* Number of a body or joint by its name, -1 if there is none. */
int ptl_spatial_find(const ptl_spatial *s, int group, const char *name);

#endif
